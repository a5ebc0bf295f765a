#include "engine/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace engine {

void JsonWriter::new_line() {
  *out_ += '\n';
  out_->append(levels_.size() * static_cast<size_t>(indent_), ' ');
}

void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.first) *out_ += ',';
  if (indent_ >= 0) {
    if (!level.inlined) {
      new_line();
    } else if (!level.first) {
      *out_ += ' ';
    }
  }
  level.first = false;
}

void JsonWriter::begin(char bracket, bool inline_items) {
  if (fingerprint_ != nullptr) {
    return bracket == '{' ? fingerprint_->begin_object() : fingerprint_->begin_array();
  }
  separate();
  *out_ += bracket;
  const bool inlined = inline_items || (!levels_.empty() && levels_.back().inlined);
  levels_.push_back({true, inlined});
}

void JsonWriter::end(char bracket) {
  if (fingerprint_ != nullptr) return fingerprint_->end();
  const Level level = levels_.back();
  levels_.pop_back();
  if (indent_ >= 0 && !level.first && !level.inlined) new_line();
  *out_ += bracket;
}

namespace {

bool needs_escape(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\'; }
// The same of eight bytes at once: is any of them below a blank, a quotation mark or a backslash?
bool any_needs_escape(uint64_t bytes) {
  constexpr uint64_t kEach = 0x0101010101010101u;
  const auto has_less = [](uint64_t in, uint64_t than) {
    return (in - than * kEach) & ~in & 0x80 * kEach;
  };
  return (has_less(bytes, 0x20) | has_less(bytes ^ '"' * kEach, 1) |
          has_less(bytes ^ '\\' * kEach, 1)) != 0;
}
bool is_plain(std::string_view text) {
  constexpr size_t kAtOnce = sizeof(uint64_t);
  const auto load = [&]<class Word>(size_t at, Word word) -> uint64_t {
    std::memcpy(&word, text.data() + at, sizeof word);
    return word;
  };
  if (text.size() < kAtOnce / 2) return std::none_of(text.begin(), text.end(), needs_escape);
  if (text.size() < kAtOnce) {  // two halves, which may overlap
    return !any_needs_escape(load(0, uint32_t{}) << 32 | load(text.size() - 4, uint32_t{}));
  }
  const auto eight = [&](size_t at) { return load(at, uint64_t{}); };
  for (size_t at = 0; at + kAtOnce < text.size(); at += kAtOnce) {
    if (any_needs_escape(eight(at))) return false;
  }
  return !any_needs_escape(eight(text.size() - kAtOnce));
}

// In quotation marks, and room for `more` characters behind them.
char* add_quoted(std::string& out, std::string_view text, size_t more) {
  const size_t at = out.size();
  out.append(text.size() + 2 + more, '"');
  text.copy(out.data() + at + 1, text.size());
  return out.data() + at + text.size() + 2;
}

}  // namespace

void JsonWriter::key(std::string_view name) {
  if (fingerprint_ != nullptr) return fingerprint_->key(name);
  if (indent_ < 0 && is_plain(name)) {
    separate();
    *add_quoted(*out_, name, 1) = ':';
  } else {
    value(name);
    *out_ += indent_ >= 0 ? ": " : ":";
  }
  after_key_ = true;
}

void JsonWriter::value(int64_t number) {
  if (fingerprint_ != nullptr) return fingerprint_->value(number);
  separate();
  char buffer[24];
  const auto [end, problem] = std::to_chars(buffer, buffer + sizeof buffer, number);
  out_->append(buffer, end);
}

void JsonWriter::value(double number, int decimals) {
  int64_t scale = 1;
  for (int i = 0; i < decimals; ++i) scale *= 10;
  const bool negative = number < 0;
  const int64_t scaled = std::llround((negative ? -number : number) * static_cast<double>(scale));
  std::string text = (negative && scaled != 0 ? "-" : "") + std::to_string(scaled / scale);
  if (decimals > 0) {
    const std::string fraction = std::to_string(scaled % scale);
    text += '.';
    text.append(static_cast<size_t>(decimals) - fraction.size(), '0');
    text += fraction;
  }
  decimal(text);
}

void JsonWriter::decimal(std::string_view text) {
  if (fingerprint_ != nullptr) return fingerprint_->decimal(text);
  separate();
  *out_ += text;
}

void JsonWriter::value(bool truth) {
  if (fingerprint_ != nullptr) return fingerprint_->value(truth);
  separate();
  *out_ += truth ? "true" : "false";
}

void JsonWriter::null() {
  if (fingerprint_ != nullptr) return fingerprint_->null();
  separate();
  *out_ += "null";
}

void JsonWriter::written(std::string_view json) {
  separate();
  *out_ += json;
}

void JsonWriter::value(std::string_view string) {
  if (fingerprint_ != nullptr) return fingerprint_->value(string);
  separate();
  if (is_plain(string)) [[likely]] {
    add_quoted(*out_, string, 0);
    return;
  }
  *out_ += '"';
  size_t written = 0;  // what needs no escape is copied in one piece
  for (size_t i = 0; i < string.size(); ++i) {
    const char c = string[i];
    if (!needs_escape(c)) continue;
    out_->append(string, written, i - written);
    written = i + 1;
    escape(c);
  }
  out_->append(string, written);
  *out_ += '"';
}

void JsonWriter::escape(char c) {
  switch (c) {
    case '"':
      *out_ += "\\\"";
      break;
    case '\\':
      *out_ += "\\\\";
      break;
    case '\n':
      *out_ += "\\n";
      break;
    case '\t':
      *out_ += "\\t";
      break;
    default: {
      constexpr char kHex[] = "0123456789abcdef";
      *out_ += "\\u00";
      *out_ += kHex[(c >> 4) & 15];
      *out_ += kHex[c & 15];
    }
  }
}

void JsonWriter::value(const Json& json) {
  switch (json.kind) {
    case Json::Kind::kNull:
      return null();
    case Json::Kind::kBool:
      return value(json.boolean);
    case Json::Kind::kInteger:
      return value(json.integer);
    case Json::Kind::kDecimal:
      return decimal(json.text);
    case Json::Kind::kString:
      return value(std::string_view(json.text));
    case Json::Kind::kArray: {
      bool plain = true;
      for (const Json& item : json.items) plain = plain && !item.is_array() && !item.is_object();
      begin_array(plain);
      for (const Json& item : json.items) value(item);
      return end_array();
    }
    case Json::Kind::kObject:
      begin_object();
      for (const auto& [name, member] : json.members) {
        key(name);
        value(member);
      }
      return end_object();
  }
}

}  // namespace engine
