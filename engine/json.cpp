#include "engine/json.h"

#include <algorithm>
#include <charconv>

#include "engine/canvas.h"
#include "engine/spec.h"

namespace engine {
namespace {

constexpr int kMaxDepth = 64;

class Parser {
 public:
  Parser(std::string_view source, std::string_view what) : source_(source), what_(what) {}

  Result<Json> run() {
    Json json;
    skip_space();
    if (!parse_value(json, 0)) return error_;
    skip_space();
    if (at_ != source_.size()) {
      fail("something follows the end of the value");
      return error_;
    }
    return json;
  }

 private:
  bool fail(std::string_view message) {
    if (error_) return false;
    error_.code = ErrorCode::kUsage;
    error_.text = std::string(what_) + ":" + std::to_string(line_) + ": " + std::string(message);
    return false;
  }
  bool done() const { return at_ >= source_.size(); }
  char peek() const { return done() ? '\0' : source_[at_]; }
  void skip_space() {
    while (!done()) {
      const char c = source_[at_];
      if (c == '\n') ++line_;
      if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return;
      ++at_;
    }
  }
  bool word(std::string_view expected) {
    if (source_.substr(at_, expected.size()) != expected) return fail("a value is expected here");
    at_ += expected.size();
    return true;
  }

  bool parse_value(Json& json, int depth) {
    if (depth > kMaxDepth) return fail("nested too deeply");
    json.line = line_;
    switch (peek()) {
      case '{':
        return parse_object(json, depth);
      case '[':
        return parse_array(json, depth);
      case '"':
        json.kind = Json::Kind::kString;
        return parse_string(json.text);
      case 't':
      case 'f':
        json.kind = Json::Kind::kBool;
        json.boolean = peek() == 't';
        return word(json.boolean ? "true" : "false");
      case 'n':
        return word("null");
      default:
        return parse_number(json);
    }
  }

  bool parse_object(Json& json, int depth) {
    json.kind = Json::Kind::kObject;
    ++at_;
    skip_space();
    if (peek() == '}') {
      ++at_;
      return true;
    }
    while (true) {
      skip_space();
      if (peek() != '"') return fail("a name in quotes is expected here");
      std::string key;
      if (!parse_string(key)) return false;
      if (json.find(key) != nullptr) return fail("the name '" + key + "' stands twice");
      skip_space();
      if (peek() != ':') return fail("':' is expected after '" + key + "'");
      ++at_;
      skip_space();
      json.members.emplace_back(std::move(key), Json{});
      if (!parse_value(json.members.back().second, depth + 1)) return false;
      skip_space();
      if (peek() == ',') {
        ++at_;
        continue;
      }
      if (peek() != '}')
        return fail(done() ? "the file ends inside an object" : "',' or '}' is expected here");
      ++at_;
      return true;
    }
  }

  bool parse_array(Json& json, int depth) {
    json.kind = Json::Kind::kArray;
    ++at_;
    skip_space();
    if (peek() == ']') {
      ++at_;
      return true;
    }
    while (true) {
      skip_space();
      json.items.emplace_back();
      if (!parse_value(json.items.back(), depth + 1)) return false;
      skip_space();
      if (peek() == ',') {
        ++at_;
        continue;
      }
      if (peek() != ']')
        return fail(done() ? "the file ends inside a list" : "',' or ']' is expected here");
      ++at_;
      return true;
    }
  }

  bool parse_number(Json& json) {
    const size_t start = at_;
    if (peek() == '-') ++at_;
    const size_t digits = at_;
    while (peek() >= '0' && peek() <= '9') ++at_;
    if (at_ == digits)
      return fail(done() ? "the file ends where a value is expected" : "a value is expected here");
    if (source_[digits] == '0' && at_ - digits > 1) return fail("a number may not begin with 0");
    bool decimal = false;
    if (peek() == '.') {
      decimal = true;
      ++at_;
      const size_t fraction = at_;
      while (peek() >= '0' && peek() <= '9') ++at_;
      if (at_ == fraction) return fail("digits are expected after the decimal point");
    }
    if (peek() == 'e' || peek() == 'E') {
      decimal = true;
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      const size_t exponent = at_;
      while (peek() >= '0' && peek() <= '9') ++at_;
      if (at_ == exponent) return fail("digits are expected in the exponent");
    }
    const std::string_view text = source_.substr(start, at_ - start);
    if (decimal) {
      json.kind = Json::Kind::kDecimal;
      json.text = text;
      return true;
    }
    json.kind = Json::Kind::kInteger;
    const auto [end, problem] =
        std::from_chars(text.data(), text.data() + text.size(), json.integer);
    if (problem != std::errc{}) return fail("the number is too large");
    return true;
  }

  bool parse_hex4(uint32_t& code) {
    if (source_.size() - at_ < 4) return fail("four hexadecimal digits are expected after \\u");
    const auto [end, problem] =
        std::from_chars(source_.data() + at_, source_.data() + at_ + 4, code, 16);
    if (problem != std::errc{} || end != source_.data() + at_ + 4) {
      return fail("four hexadecimal digits are expected after \\u");
    }
    at_ += 4;
    return true;
  }

  bool parse_escape(std::string& out) {
    const char c = peek();
    ++at_;
    switch (c) {
      case '"':
      case '\\':
      case '/':
        out += c;
        return true;
      case 'b':
        out += '\b';
        return true;
      case 'f':
        out += '\f';
        return true;
      case 'n':
        out += '\n';
        return true;
      case 'r':
        out += '\r';
        return true;
      case 't':
        out += '\t';
        return true;
      case 'u': {
        uint32_t code = 0;
        if (!parse_hex4(code)) return false;
        if (code >= 0xdc00 && code < 0xe000) return fail("half a surrogate pair");
        if (code >= 0xd800 && code < 0xdc00) {
          uint32_t low = 0;
          if (source_.substr(at_, 2) != "\\u") return fail("half a surrogate pair");
          at_ += 2;
          if (!parse_hex4(low)) return false;
          if (low < 0xdc00 || low >= 0xe000) return fail("half a surrogate pair");
          code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        }
        out += to_utf8(code);
        return true;
      }
      default:
        return fail("unknown escape in a string");
    }
  }

  bool parse_string(std::string& out) {
    ++at_;
    while (!done()) {
      const char c = source_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (static_cast<unsigned char>(c) < 0x20) return fail("a line ends inside a string");
      ++at_;
      if (c != '\\') {
        out += c;
      } else if (done() || !parse_escape(out)) {
        return fail("the file ends inside a string");
      }
    }
    return fail("the file ends inside a string");
  }

  std::string_view source_;
  std::string_view what_;
  size_t at_ = 0;
  int32_t line_ = 1;
  Error error_;
};

}  // namespace

Json::Json() = default;

Json Json::with_kind(Kind kind) {
  Json json;
  json.kind = kind;
  return json;
}
Json Json::of(int64_t value) {
  Json json = with_kind(Kind::kInteger);
  json.integer = value;
  return json;
}
Json Json::of(std::string_view value) {
  Json json = with_kind(Kind::kString);
  json.text = value;
  return json;
}

const Json* Json::find(std::string_view key) const {
  for (const Member& member : members) {
    if (member.first == key) return &member.second;
  }
  return nullptr;
}
Json* Json::find(std::string_view key) {
  return const_cast<Json*>(static_cast<const Json*>(this)->find(key));
}

void Json::set(std::string_view key, Json value) {
  if (Json* present = find(key); present != nullptr) {
    *present = std::move(value);
  } else {
    members.emplace_back(std::string(key), std::move(value));
  }
}

bool operator==(const Json& a, const Json& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case Json::Kind::kNull:
      return true;
    case Json::Kind::kBool:
      return a.boolean == b.boolean;
    case Json::Kind::kInteger:
      return a.integer == b.integer;
    case Json::Kind::kDecimal:
    case Json::Kind::kString:
      return a.text == b.text;
    case Json::Kind::kArray:
      return a.items == b.items;
    case Json::Kind::kObject:
      break;
  }
  if (a.members.size() != b.members.size()) return false;
  for (const Json::Member& member : a.members) {
    const Json* other = b.find(member.first);
    if (other == nullptr || !(member.second == *other)) return false;
  }
  return true;
}

Result<Json> parse_json(std::string_view source, std::string_view what) {
  return Parser(source, what).run();
}

void merge_patch(Json& target, const Json& patch) {
  if (!patch.is_object()) {
    target = patch;
    return;
  }
  if (!target.is_object()) target = Json::object();
  for (const Json::Member& change : patch.members) {
    if (change.second.kind == Json::Kind::kNull) {
      std::erase_if(target.members,
                    [&](const Json::Member& member) { return member.first == change.first; });
      continue;
    }
    if (target.find(change.first) == nullptr) target.set(change.first, Json{});
    merge_patch(*target.find(change.first), change.second);
  }
}

const char* kind_name(Json::Kind kind) {
  switch (kind) {
    case Json::Kind::kNull:
      return "null";
    case Json::Kind::kBool:
      return "true or false";
    case Json::Kind::kInteger:
      return "a whole number";
    case Json::Kind::kDecimal:
      return "a decimal number";
    case Json::Kind::kString:
      return "a string";
    case Json::Kind::kArray:
      return "a list";
    case Json::Kind::kObject:
      return "an object";
  }
  return "";
}

std::string Json::dump(int indent) const {
  std::string out;
  JsonWriter writer(out, indent);
  writer.value(*this);
  return out;
}

namespace {
void write_canonical(const Json& json, JsonWriter& out) {
  if (json.is_array()) {
    out.begin_array();
    for (const Json& item : json.items) write_canonical(item, out);
    return out.end_array();
  }
  if (!json.is_object()) return out.value(json);
  std::vector<const Json::Member*> members;
  for (const Json::Member& member : json.members) {
    if (!member.second.remark) members.push_back(&member);
  }
  std::sort(members.begin(), members.end(),
            [](const Json::Member* a, const Json::Member* b) { return a->first < b->first; });
  out.begin_object();
  for (const Json::Member* member : members) {
    out.key(member->first);
    write_canonical(member->second, out);
  }
  out.end_object();
}
}  // namespace

std::string Json::canonical() const {
  std::string out;
  JsonWriter writer(out);
  write_canonical(*this, writer);
  return out;
}

namespace {
const Json& nothing() {
  static const Json json;
  return json;
}
}  // namespace

FieldReader::FieldReader(const Json& json, std::string path, Error& error, ErrorCode code)
    : json_(json), error_(error), path_(std::move(path)), code_(code) {
  if (!error_ && !json.is_object()) {
    const std::string subject = path_.empty() ? "it" : path_;
    error_ = {code_, subject + " must be an object, not " + kind_name(json.kind), ""};
  }
}

std::string FieldReader::path(std::string_view key) const {
  if (key.empty()) return path_;
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

void FieldReader::fail(std::string_view key, std::string_view what) {
  const Json* value = json_.find(key);
  fail_at(value != nullptr ? value->line : json_.line, key, what);
}

void FieldReader::fail_at(int32_t line, std::string_view key, std::string_view what) {
  if (error_) return;
  error_ = {code_, path(key) + " " + std::string(what), ""};
  if (line > 0) error_.text += " (line " + std::to_string(line) + ")";
}

void FieldReader::fail_kind(std::string_view key, std::string_view wanted, const Json& found) {
  constexpr size_t kQuoted = 60;
  std::string text = "must be " + std::string(wanted) + ", not " + kind_name(found.kind);
  const bool plain = found.kind == Json::Kind::kDecimal || found.is_integer() || found.is_string();
  if (plain && found.text.size() <= kQuoted) text += ": " + found.dump();
  fail_at(found.line, key, text);
}

void FieldReader::mark(std::string_view key) { known_.emplace_back(key); }

void FieldReader::ignore(std::string_view key) {
  mark(key);
  if (const Json* note = json_.find(key)) note->remark = true;
}

const Json* FieldReader::get(std::string_view key, bool required) {
  mark(key);
  const Json* value = json_.find(key);
  if (value == nullptr && required) fail(key, "is missing");
  return value;
}

int FieldReader::checked(const Json& value, std::string_view key, int low, int high) {
  if (!value.is_integer()) {
    fail_kind(key, "a whole number", value);
    return low;
  }
  if (value.integer < low || value.integer > high) {
    fail_at(value.line, key,
            "must be from " + std::to_string(low) + " to " + std::to_string(high) + ", not " +
                std::to_string(value.integer));
    return low;
  }
  return static_cast<int>(value.integer);
}

int FieldReader::integer(std::string_view key, int low, int high) {
  const Json* value = get(key, true);
  return value == nullptr ? low : checked(*value, key, low, high);
}

int FieldReader::integer_or(std::string_view key, int low, int high, int fallback) {
  const Json* value = get(key, false);
  if (value == nullptr) return fallback;
  const int number = checked(*value, key, low, high);
  value->remark = number == fallback;
  return number;
}

bool FieldReader::boolean_or(std::string_view key, bool fallback) {
  const Json* value = get(key, false);
  if (value == nullptr) return fallback;
  if (value->kind != Json::Kind::kBool) {
    fail_kind(key, "true or false", *value);
  }
  value->remark = value->boolean == fallback;
  return value->boolean;
}

std::string_view FieldReader::string(std::string_view key) {
  const Json* value = get(key, true);
  if (value == nullptr) return {};
  if (!value->is_string()) fail_kind(key, "a string", *value);
  return value->text;
}

std::string_view FieldReader::string_or(std::string_view key, std::string_view fallback) {
  if (!has(key)) {
    mark(key);
    return fallback;
  }
  const std::string_view text = string(key);
  json_.find(key)->remark = text == fallback;
  return text;
}

const Json& FieldReader::array(std::string_view key) {
  const Json* value = get(key, true);
  if (value == nullptr) return nothing();
  if (!value->is_array()) fail_kind(key, "a list", *value);
  return *value;
}

const Json& FieldReader::object(std::string_view key) {
  const Json* value = get(key, true);
  if (value == nullptr) return nothing();
  if (!value->is_object()) fail_kind(key, "an object", *value);
  return *value;
}

const Json& FieldReader::any(std::string_view key) {
  const Json* value = get(key, false);
  return value == nullptr ? nothing() : *value;
}

const Json& FieldReader::array_or_empty(std::string_view key) {
  return any(key).kind == Json::Kind::kNull ? nothing() : array(key);
}

const Json& FieldReader::object_or_empty(std::string_view key) {
  return any(key).kind == Json::Kind::kNull ? nothing() : object(key);
}

void FieldReader::finish() {
  for (const Json::Member& member : json_.members) {
    bool known = false;
    for (const std::string& name : known_) known = known || name == member.first;
    if (known) continue;
    const std::string_view meant = nearest(member.first, known_);
    fail(member.first, "is an unknown field" +
                           (meant.empty() ? "" : "; did you mean '" + std::string(meant) + "'?"));
  }
}

}  // namespace engine
