// Texts that take long to make: records, replays, luck, draws. They are made on the workers, once
// for all who ask for the same at the same time, and kept for a while. How many may wait is
// bounded, and so is what is kept, in bytes; bots come first.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/context.h"
#include "server/limits.h"

namespace server {

class SlowTexts {
 public:
  using Text = std::shared_ptr<const std::string>;
  using Then = std::function<void(const Text&)>;

  explicit SlowTexts(Context& context) : context_(context) {}

  // Hands over the text when it is kept, or as soon as it is made when somebody else has asked
  // already; false when neither is so. The key must name all that the text depends on.
  bool ask(const std::string& key, const Then& then);
  // Makes it. `work` runs on a worker and must not touch anything of the home thread. False: too
  // many are being made, all in all or for `who`.
  bool make(const std::string& key, const std::string& who, std::function<std::string()> work,
            Then then);

  size_t bytes() const { return bytes_; }
  size_t waiting() const { return waiting_.size(); }

 private:
  static constexpr size_t kWaiting = 32;
  static constexpr size_t kWaitingOfOne = 4;

  struct Kept {
    std::string key;
    Text text;
    size_t bytes() const;
  };
  void made(const std::string& key, const std::string& who, const Text& text);
  void keep(const std::string& key, const Text& text);

  Context& context_;
  std::unordered_map<std::string, std::vector<Then>> waiting_;
  Counts of_one_;
  std::list<Kept> kept_;  // the last used first
  std::unordered_map<std::string, std::list<Kept>::iterator> by_key_;
  size_t bytes_ = 0;
};

}  // namespace server
