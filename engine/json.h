// JSON for every target: an exception-free reader that remembers lines, and a writer.
// Numbers are whole (the rules know no others); a decimal keeps its text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/error.h"
#include "engine/fingerprint.h"

namespace engine {

class Json {
 public:
  enum class Kind : uint8_t { kNull, kBool, kInteger, kDecimal, kString, kArray, kObject };
  using Member = std::pair<std::string, Json>;

  Json();  // null

  Kind kind = Kind::kNull;
  bool boolean = false;
  // A FieldReader has looked at it and takes nothing from it: a note, or what is so anyway.
  mutable bool remark = false;
  int32_t line = 0;  // where the value begins in its file, 1-based; 0 when it was made by a program
  int64_t integer = 0;
  std::string text;             // of a string or a decimal
  std::vector<Json> items;      // of an array
  std::vector<Member> members;  // of an object, in file order; no key twice

  static Json of(int64_t value);
  static Json of(std::string_view value);
  static Json array() { return with_kind(Kind::kArray); }
  static Json object() { return with_kind(Kind::kObject); }

  bool is_object() const { return kind == Kind::kObject; }
  bool is_array() const { return kind == Kind::kArray; }
  bool is_string() const { return kind == Kind::kString; }
  bool is_integer() const { return kind == Kind::kInteger; }
  // The member, or nullptr.
  const Json* find(std::string_view key) const;
  Json* find(std::string_view key);
  void set(std::string_view key, Json value);

  std::string dump(int indent = -1) const;
  // One line without the remarks, members in the order of their names: equal for all files that
  // say the same to the reader they were read by.
  std::string canonical() const;
  friend bool operator==(const Json& a, const Json& b);  // lines and marks don't count

 private:
  static Json with_kind(Kind kind);
};

// Errors name the line and what was expected. `what` stands before the message ("edition.json").
Result<Json> parse_json(std::string_view source, std::string_view what);

// RFC 7396: members of `patch` replace those of `target`, null removes, objects are merged.
void merge_patch(Json& target, const Json& patch);

const char* kind_name(Json::Kind kind);

// Writes JSON text piece by piece, without a tree in between.
class JsonWriter {
 public:
  // indent < 0: one line. Arrays of plain values stay on one line in any case.
  explicit JsonWriter(std::string& out, int indent = -1) : out_(&out), indent_(indent) {}
  // Writes nothing, and takes the fingerprint of what would have been written.
  explicit JsonWriter(Fingerprint& fingerprint) : fingerprint_(&fingerprint) {}

  void begin_object() { begin('{', false); }
  void end_object() { end('}'); }
  void begin_array(bool inline_items = true) { begin('[', inline_items); }
  void end_array() { end(']'); }
  void key(std::string_view name);
  void value(int64_t number);
  void value(int number) { value(static_cast<int64_t>(number)); }
  void value(double number, int decimals);
  void value(bool truth);
  void value(std::string_view string);
  void value(const char* string) { value(std::string_view(string)); }
  void null();
  void value(const Json& json);
  // A value that is JSON text already. REQUIRES: one line, no fingerprint.
  void written(std::string_view json);
  template <class T>
  void member(std::string_view name, const T& v) {
    key(name);
    value(v);
  }

 private:
  void begin(char bracket, bool inline_items);
  void end(char bracket);
  void separate();
  void escape(char c);
  void new_line();
  void decimal(std::string_view text);

  struct Level {
    bool first = true;
    bool inlined = false;
  };
  std::string* out_ = nullptr;
  Fingerprint* fingerprint_ = nullptr;
  int indent_ = -1;
  bool after_key_ = false;
  std::vector<Level> levels_;
};

// Reads an object field by field and reports, once: the first missing, mistyped, out-of-range or
// unknown field, by its full path. The loaders of editions, positions and cases stand on it.
class FieldReader {
 public:
  FieldReader(const Json& json, std::string path, Error& error, ErrorCode code);

  bool ok() const { return !error_; }
  bool has(std::string_view key) const { return json_.is_object() && json_.find(key) != nullptr; }
  // Each marks the field as known; a missing one is an error unless a fallback is given.
  int integer(std::string_view key, int low, int high);
  int integer_or(std::string_view key, int low, int high, int fallback);
  bool boolean_or(std::string_view key, bool fallback);
  std::string_view string(std::string_view key);
  std::string_view string_or(std::string_view key, std::string_view fallback);
  const Json& array(std::string_view key);
  const Json& object(std::string_view key);
  const Json& any(std::string_view key);
  // Missing and null count as empty.
  const Json& array_or_empty(std::string_view key);
  const Json& object_or_empty(std::string_view key);
  // A note: known, and none of the data (Json::remark).
  void ignore(std::string_view key);
  // Reports any field that nobody asked for.
  void finish();
  void fail(std::string_view key, std::string_view what);
  std::string path(std::string_view key) const;

 protected:
  void mark(std::string_view key);
  int checked(const Json& value, std::string_view key, int low, int high);

  const Json& json_;
  Error& error_;

 private:
  const Json* get(std::string_view key, bool required);
  void fail_kind(std::string_view key, std::string_view wanted, const Json& found);
  void fail_at(int32_t line, std::string_view key, std::string_view what);

  std::string path_;
  ErrorCode code_;
  std::vector<std::string> known_;
};

}  // namespace engine
