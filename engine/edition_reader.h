// How a game reads its edition: field by field, each with what it means. So the reader is the
// manual too (`stamtafel edition GAME --doc`): what a field means and what it may be is said once,
// where it is read. Errors name the field, quote what stands there and say its line.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/json.h"

namespace engine {

// A field of the file, or a group or list of fields.
struct FieldDoc {
  std::string path;       // "spells[].cost"; in capitals a key that varies: "players.N.money"
  std::string_view form;  // "number", "numbers", "text", "one of", "group", "list", …
  std::optional<int> low, high;     // of a number, or of each in a list
  std::vector<std::string> values;  // of "one of" and "some of"
  std::string fallback;             // what it is when it is left out; empty: it must be there
  std::string meaning;              // in English, a sentence without its full stop
};

// What is said about an edition besides whether it can be read.
struct EditionNotes {
  bool wants_fields = false;
  std::vector<FieldDoc> fields;  // in the order they are read, each once
  // What makes a poor game of it, though it can be played.
  std::vector<std::string> warnings;
};

struct Meaning {
  constexpr Meaning(const char* what) : text(what) {}  // NOLINT(google-explicit-constructor)
  constexpr Meaning(const char* what, const char* as) : text(what), shown(as) {}
  std::string_view text;
  std::string_view shown;  // what stands in the path for a key that varies; empty: the key
};

class EditionReader : private FieldReader {
 public:
  using Ids = std::span<const std::string_view>;
  // How many there may be in a list.
  struct Count {
    constexpr Count(size_t exactly) : least(exactly), most(exactly) {}  // NOLINT
    constexpr Count(size_t from, size_t to) : least(from), most(to) {}
    size_t least;
    size_t most;
  };

  // The whole file. Its member `texts` is read by the engine (AnyGame::load_edition).
  EditionReader(const Json& file, Error& error, EditionNotes* notes);
  // The fields every edition begins with.
  void head(std::string_view game);

  using FieldReader::finish;
  using FieldReader::has;
  using FieldReader::ignore;
  using FieldReader::ok;
  using FieldReader::path;

  int integer(std::string_view key, int low, int high, Meaning meaning);
  int integer_or(std::string_view key, int low, int high, int fallback, Meaning meaning);
  // The same for figures that are kept in a byte.
  uint8_t byte(std::string_view key, int low, int high, Meaning meaning) {
    return static_cast<uint8_t>(integer(key, low, high, meaning));
  }
  uint8_t byte_or(std::string_view key, int low, int high, int fallback, Meaning meaning) {
    return static_cast<uint8_t>(integer_or(key, low, high, fallback, meaning));
  }
  bool boolean_or(std::string_view key, bool fallback, Meaning meaning);
  std::string_view string(std::string_view key, Meaning meaning);
  // One of these names; its place among them.
  int one_of(std::string_view key, Ids ids, Meaning meaning);
  // -1: it isn't there.
  int one_of_or_none(std::string_view key, Ids ids, Meaning meaning);
  // The id of a component: a word of its own.
  std::string id(Meaning meaning);
  // No other has it.
  template <class List>
  std::string id_among(const List& others, Meaning meaning) {
    std::string word = id(meaning);
    for (const auto& other : others) {
      if (ok() && other.id == word) fail("id", "stands twice");
    }
    return word;
  }

  std::vector<int> numbers(std::string_view key, Count count, int low, int high, Meaning meaning);
  // Names out of these, by their places.
  std::vector<int> names(std::string_view key, Count count, Ids ids, Meaning meaning);
  // Some of these names, each once, as bits.
  uint32_t some_of(std::string_view key, Ids ids, Meaning meaning);
  const Json& list(std::string_view key, Meaning meaning);
  // Either of several forms: the game looks at it itself.
  const Json& any(std::string_view key, std::string_view form, Meaning meaning);

  // An object; a `source` in it is a note.
  EditionReader part(std::string_view key, Meaning meaning);
  // Every item of a list of objects: read(in, i).
  template <class Read>
  void each(std::string_view key, Meaning meaning, Read read) {
    each_item(list(key, meaning), key, read);
  }
  // A list of objects that must have these ids, in this order.
  template <class Read>
  void each_of(std::string_view key, Ids ids, Meaning meaning, Read read) {
    const Json& items = list(key, meaning);
    if (ok() && items.items.size() != ids.size()) fail_count(key, items, ids.size());
    each_item(items, key, [&](EditionReader& in, size_t i) {
      in.expect_id(ids, i);
      read(in, i);
    });
  }

  // With what stands there.
  void fail(std::string_view key, std::string_view what);
  void warn(std::string_view key, std::string_view what);

 private:
  EditionReader(const EditionReader& parent, const Json& json, std::string path,
                std::string doc_path);
  template <class Read>
  void each_item(const Json& items, std::string_view key, Read read) {
    for (size_t i = 0; i < items.items.size() && ok(); ++i) {
      EditionReader in = item(items, key, i);
      read(in, i);
      in.finish();
    }
  }
  EditionReader item(const Json& items, std::string_view key, size_t i) const;
  void expect_id(Ids ids, size_t i);
  void fail_count(std::string_view key, const Json& list, Count count);
  void fail_name(const std::string& where, const Json& found, Ids ids);
  FieldDoc* note(std::string_view key, std::string_view form, Meaning meaning);
  void note_range(std::string_view key, std::string_view form, int low, int high, Meaning meaning,
                  const std::string& fallback = "");
  void note_values(std::string_view key, std::string_view form, Ids ids, Meaning meaning);
  std::string doc_of(std::string_view key) const;

  std::string doc_path_;
  EditionNotes* notes_;
};

// "elf, dwarf, orc"
std::string listed(std::span<const std::string_view> ids);

}  // namespace engine
