#include "engine/shape.h"

#include <algorithm>

namespace engine {
namespace {

constexpr size_t kMaxEnum = 64;
constexpr size_t kMaxExtra = 4;  // words besides a vocabulary's, such as "nobody"
// Words that were all met several times are probably all there are.
constexpr int64_t kOften = 3;

template <class Names>
size_t strangers(const Names& names, const std::vector<std::string>& known) {
  return static_cast<size_t>(std::count_if(names.begin(), names.end(), [&](const auto& name) {
    return std::find(known.begin(), known.end(), name) == known.end();
  }));
}

// The kind of words that holds the names, but for at most `extra` of them; the smallest such.
const Vocabulary::value_type* kind_of(const Vocabulary& words, const std::set<std::string>& names,
                                      size_t extra) {
  const Vocabulary::value_type* best = nullptr;
  for (const auto& kind : words) {
    const size_t strange = strangers(names, kind.second);
    if (strange > extra || strange >= names.size()) continue;
    if (best == nullptr || kind.second.size() < best->second.size()) best = &kind;
  }
  return best;
}

void write_ref(const std::string& kind, JsonWriter& out) {
  out.begin_object();
  out.member("$ref", std::string_view("#/$defs/" + kind));
  out.end_object();
}

template <class Names>
void write_enum(const Names& names, JsonWriter& out) {
  out.begin_object();
  out.key("enum");
  out.begin_array();
  for (const std::string& name : names) out.value(std::string_view(name));
  out.end_array();
  out.end_object();
}

void write_type(const char* type, JsonWriter& out) {
  out.begin_object();
  out.member("type", type);
  out.end_object();
}

}  // namespace

Shape::Member& Shape::member(const std::string& name) {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [&](const Member& one) { return one.name == name; });
  if (found != members_.end()) return *found;
  members_.push_back({name, 0, std::make_unique<Shape>()});
  return members_.back();
}

void Shape::learn(const Json& json) {
  switch (json.kind) {
    case Json::Kind::kNull:
      null_ = true;
      break;
    case Json::Kind::kBool:
      boolean_ = true;
      break;
    case Json::Kind::kInteger:
      integer_ = true;
      break;
    case Json::Kind::kDecimal:
      decimal_ = true;
      break;
    case Json::Kind::kString:
      if (strings_.size() <= kMaxEnum * 4) ++strings_[json.text];
      break;
    case Json::Kind::kArray:
      array_ = true;
      if (items_ == nullptr) items_ = std::make_unique<Shape>();
      for (const Json& item : json.items) items_->learn(item);
      break;
    case Json::Kind::kObject:
      ++objects_;
      for (const auto& [name, value] : json.members) {
        Member& one = member(name);
        ++one.seen;
        one.shape->learn(value);
      }
      break;
  }
}

// Learns all that the other has learned.
void Shape::include(const Shape& other) {
  null_ = null_ || other.null_;
  boolean_ = boolean_ || other.boolean_;
  integer_ = integer_ || other.integer_;
  decimal_ = decimal_ || other.decimal_;
  array_ = array_ || other.array_;
  for (const auto& [word, seen] : other.strings_) strings_[word] += seen;
  if (other.items_ != nullptr) {
    if (items_ == nullptr) items_ = std::make_unique<Shape>();
    items_->include(*other.items_);
  }
  objects_ += other.objects_;
  for (const Member& theirs : other.members_) {
    Member& ours = member(theirs.name);
    ours.seen += theirs.seen;
    ours.shape->include(*theirs.shape);
  }
}

void Shape::write_string(const Vocabulary& words, JsonWriter& out) const {
  std::set<std::string> names;
  for (const auto& [word, seen] : strings_) names.insert(word);
  if (const auto* kind = kind_of(words, names, 0)) return write_ref(kind->first, out);
  const auto* kind =
      names.size() > 2 ? kind_of(words, names, std::min(kMaxExtra, names.size() / 2)) : nullptr;
  std::set<std::string> extra;  // what the vocabulary does not hold
  bool all_known = true;
  for (const auto& [word, seen] : strings_) {
    const bool known = kind != nullptr && std::find(kind->second.begin(), kind->second.end(),
                                                    word) != kind->second.end();
    if (known) continue;
    extra.insert(word);
    all_known = all_known && seen >= kOften && word.find(' ') == std::string::npos;
  }
  if (!all_known || extra.size() > kMaxEnum) return write_type("string", out);
  if (kind == nullptr) return write_enum(extra, out);
  out.begin_object();
  out.key("anyOf");
  out.begin_array(false);
  write_ref(kind->first, out);
  write_enum(extra, out);
  out.end_array();
  out.end_object();
}

void Shape::write_object(const Vocabulary& words, JsonWriter& out) const {
  std::set<std::string> names;
  for (const Member& one : members_) names.insert(one.name);
  const auto* kind = names.empty() ? nullptr : kind_of(words, names, 0);
  out.begin_object();
  out.member("type", "object");
  if (kind != nullptr) {
    out.key("propertyNames");
    write_ref(kind->first, out);
    Shape any;
    for (const Member& one : members_) any.include(*one.shape);
    out.key("additionalProperties");
    any.write(words, out);
  } else {
    out.key("properties");
    out.begin_object();
    for (const Member& one : members_) {
      out.key(one.name);
      one.shape->write(words, out);
    }
    out.end_object();
    out.key("required");
    out.begin_array();
    for (const Member& one : members_) {
      if (one.seen == objects_) out.value(std::string_view(one.name));
    }
    out.end_array();
    out.member("additionalProperties", false);
  }
  out.end_object();
}

void Shape::write(const Vocabulary& words, JsonWriter& out) const {
  const int kinds = (null_ ? 1 : 0) + (boolean_ ? 1 : 0) + (integer_ ? 1 : 0) + (decimal_ ? 1 : 0) +
                    (strings_.empty() ? 0 : 1) + (array_ ? 1 : 0) + (objects_ > 0 ? 1 : 0);
  if (kinds == 0) {  // the items of lists that were always empty
    out.begin_object();
    out.end_object();
    return;
  }
  if (kinds > 1) {
    out.begin_object();
    out.key("anyOf");
    out.begin_array(false);
  }
  if (objects_ > 0) write_object(words, out);
  if (array_) {
    out.begin_object();
    out.member("type", "array");
    out.key("items");
    items_->write(words, out);
    out.end_object();
  }
  if (!strings_.empty()) write_string(words, out);
  if (decimal_) write_type("number", out);
  if (integer_) write_type("integer", out);
  if (boolean_) write_type("boolean", out);
  if (null_) write_type("null", out);
  if (kinds > 1) {
    out.end_array();
    out.end_object();
  }
}

void Shape::write_schema(const Vocabulary& words, JsonWriter& out) const {
  out.begin_object();
  out.member("$schema", "https://json-schema.org/draft/2020-12/schema");
  out.key("$defs");
  out.begin_object();
  for (const auto& [kind, names] : words) {
    out.key(kind);
    write_enum(names, out);
  }
  out.end_object();
  out.key("allOf");
  out.begin_array(false);
  write(words, out);
  out.end_array();
  out.end_object();
}

}  // namespace engine
