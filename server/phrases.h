// Choices and events as clients read them, in JSON. They are the same at all tables of an edition,
// so each is put into words once and kept, within a bound. One thread.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/any_game.h"

namespace server {

class Phrases {
 public:
  // What a phrase says, in the words of an edition: all that its text depends on.
  struct Meaning {
    uint64_t what = 0;
    uint32_t kind = 0;
    friend bool operator==(const Meaning&, const Meaning&) = default;
  };
  static Meaning of(const engine::Option& choice);
  // `hidden`: to somebody who may not know its secret arguments.
  static Meaning of(const engine::Event& event, bool hidden);

  // The text; where it isn't known, write(JsonWriter&) makes it. Valid until the next call.
  template <class Write>
  const std::string& text(const engine::EditionPtr& edition, engine::Language language,
                          const Meaning& meaning, Write write) {
    std::string& kept = place(edition, language, meaning);
    if (kept.empty()) {
      engine::JsonWriter out(kept);
      write(out);
      bytes_ += kept.size() + kOverhead;
    }
    return kept;
  }

  size_t bytes() const { return bytes_; }
  static constexpr size_t kMost = 8 << 20;

 private:
  static constexpr size_t kOverhead = 100;  // of one text
  static constexpr size_t kMostBooks = 64;  // those of editions that people bring, too

  struct Hash {
    size_t operator()(const Meaning& meaning) const {
      return static_cast<size_t>((meaning.what ^ meaning.kind) * 0x9e3779b97f4a7c15u >> 20);
    }
  };
  struct Book {
    engine::EditionPtr edition;
    engine::Language language{};
    std::unordered_map<Meaning, std::string, Hash> texts;
  };
  std::string& place(const engine::EditionPtr& edition, engine::Language language,
                     const Meaning& meaning);

  std::vector<Book> books_;
  size_t bytes_ = 0;
};

}  // namespace server
