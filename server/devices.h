// The devices of a person: where one is logged in, since when and with what; logging out. A device
// goes on as long as it is used: once a day its cookie is sent again, for another year.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/context.h"
#include "server/http.h"
#include "server/refusal.h"

namespace server {

class Devices {
 public:
  explicit Devices(Context& context) : context_(context) {}

  // The hash of the token that came with the request; empty: none.
  static std::string hash_of(const HttpRequest& request);
  // What people's pages call a device. Tells nothing of the token.
  static std::string id_of(const std::string& hash) { return hash.substr(0, 16); }

  // Notes that the device is used, at most once a day; true: its cookie is to be sent again.
  bool renew(const HttpRequest& request);
  // Last used first. nullopt: they could not be read.
  std::optional<std::vector<store::Device>> of(const std::string& person) {
    return context_.store.devices_of(person);
  }
  // Logs a device of the person out; `then` gets its hash when that is durable.
  using Gone = std::function<void(const Refusal&, const std::string& hash)>;
  void revoke(const std::string& person, std::string_view id, Gone then);
  // All but this one; the hash is the one that stays.
  void revoke_others(const std::string& person, const std::string& hash, Gone then);

 private:
  store::Then gone(const std::string& hash, Gone then);

  Context& context_;
  std::unordered_map<std::string, int64_t> noting_;  // when seen, while that is being written
};

}  // namespace server
