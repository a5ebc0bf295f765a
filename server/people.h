// People: a name and the devices it is known by. A device is a random token in a cookie, of which
// only the hash is kept; a code, used once, makes another device the same person's.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/blocks.h"
#include "server/context.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/messages.h"

namespace server {

class People {
 public:
  explicit People(Context& context);

  // The name of a person; empty when there is none. Looked up once, then remembered.
  std::string name_of(const std::string& person);
  const NameOf& names() const { return lookup_; }
  // It may be another now.
  void forget_name(const std::string& person) { names_.erase(person); }
  size_t remembered() const { return names_.size() + blocks_.remembered(); }
  Blocks& blocks() { return blocks_; }
  // Who sent the request, by its cookie; an empty id: nobody.
  store::Person person_of(const HttpRequest& request);
  // The same; nullopt: that can't be read just now. Somebody with a device must not be taken for
  // nobody, be asked for a name, and become somebody else.
  std::optional<store::Person> sender(const HttpRequest& request);
  // For a year; an empty token takes the cookie away.
  static std::string cookie(const std::string& token, bool secure);

  // Each of these calls `then` once, with a refusal or with what was made durable.
  // Gives `me` this name, unless it looks like that of somebody they have a table with that isn't
  // over; makes a person with a device of its own when there is no `me` yet. The token is the new
  // device's, empty otherwise.
  using Named = std::function<void(const Refusal&, const store::Person&, const std::string& token)>;
  void name(const store::Person& me, std::string_view name, const std::string& address, Named then);
  // A code to make another device this person's.
  using Linked = std::function<void(const Refusal&, const std::string& code, int64_t until)>;
  void link(const store::Person& me, Linked then);
  // Uses it.
  void claim(std::string_view code, const std::string& address, Named then);

 private:
  void remember(const std::string& person, const std::string& name);
  Refusal may_rename(const store::Person& me, const std::string& name);

  Context& context_;
  NameOf lookup_;
  std::unordered_map<std::string, std::string> names_;
  Buckets made_;     // people and devices, by address
  Buckets renamed_;  // by person
  Blocks blocks_;
};

}  // namespace server
