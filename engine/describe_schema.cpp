#include "engine/describe_schema.h"

#include <algorithm>

namespace engine {
namespace {

Json with(std::string_view key, Json value) {
  Json json = Json::object();
  json.set(key, std::move(value));
  return json;
}

Json no() {
  Json json;
  json.kind = Json::Kind::kBool;
  return json;
}

Json type(std::string_view name) { return with("type", Json::of(name)); }

Json reference(std::string_view kind) {
  return with("$ref", Json::of("#/$defs/" + std::string(kind)));
}

template <class Words>
Json one_of(const Words& words) {
  Json all = Json::array();
  for (const auto& word : words) {
    Json json = Json::of(std::string_view(word));
    const bool twice = std::find(all.items.begin(), all.items.end(), json) != all.items.end();
    if (!json.text.empty() && !twice) all.items.push_back(std::move(json));
  }
  return with("enum", std::move(all));
}

}  // namespace

SchemaOut::SchemaOut(const Lexicon& lexicon, Viewer viewer) : Out(lexicon, viewer) { open({}); }

void SchemaOut::close(Json form) {
  frames_.pop_back();
  may_be(std::move(form));
}

// What is being described may be this, too.
void SchemaOut::may_be(Json form) {
  std::vector<Json>& forms = frames_.back().forms;
  if (std::find(forms.begin(), forms.end(), form) == forms.end()) forms.push_back(std::move(form));
}

Json SchemaOut::any_of(const std::vector<Json>& forms) {
  if (forms.empty()) return Json::object();  // nothing is said of it
  if (forms.size() == 1) return forms.front();
  Json all = Json::array();
  all.items = forms;
  return with("anyOf", std::move(all));
}

Json SchemaOut::object_of(const Frame& frame) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const Member& member : frame.members) {
    properties.set(member.name, any_of(member.forms));
    if (member.required) required.items.push_back(Json::of(member.name));
  }
  Json form = type("object");
  form.set("properties", std::move(properties));
  form.set("required", std::move(required));
  form.set("additionalProperties", no());
  return form;
}

void SchemaOut::write_head(int, const Variants&) {
  const GameSpec& spec = lexicon().spec();
  const auto member = [&](std::string_view name, Json form) {
    frames_.back().members.push_back({std::string(name), {std::move(form)}, 0, true});
  };
  member("game", one_of(std::array{spec.id}));
  Json players = type("integer");
  players.set("minimum", Json::of(spec.min_seats));
  players.set("maximum", Json::of(spec.max_seats));
  member("players", std::move(players));
  Frame variants;
  for (const VariantSpec& variant : spec.variants) {
    Json form = variant.values.empty() ? type("string") : one_of(variant.values);
    if (variant.values.empty()) form.set("pattern", Json::of("^-?[0-9]+$"));
    variants.members.push_back({std::string(variant.id), {std::move(form)}, 0, !viewer().all});
  }
  member("variants", object_of(variants));
}

void SchemaOut::begin_member(std::string_view name) {
  Frame frame;
  frame.name = name;
  frame.required = frames_.back().branches == 0 && !left_out_;
  left_out_ = false;
  open(std::move(frame));
}

// One that is described more than once may be any of it: they are sides of a choice.
void SchemaOut::end_member() {
  const Frame value = std::move(frames_.back());
  frames_.pop_back();
  const int side = frames_.back().side;
  std::vector<Member>& members = frames_.back().members;
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const Member& one) { return one.name == value.name; });
  Member& member = found != members.end() ? *found : members.emplace_back();
  member.name = value.name;
  for (const Json& form : value.forms) {
    if (std::find(member.forms.begin(), member.forms.end(), form) == member.forms.end())
      member.forms.push_back(form);
  }
  if (side == 0) {
    member.required = value.required;
  } else if (value.required) {
    member.sides = static_cast<uint8_t>(member.sides | side);
    member.required = member.sides == 3;
  }
}

void SchemaOut::begin_map(const Leaf& key) {
  Frame frame;
  frame.keys = words_of(key);
  open(std::move(frame));
}

void SchemaOut::end_map() {
  const Frame& map = frames_.back();
  Json form = type("object");
  form.set("propertyNames", map.keys);
  form.set("additionalProperties", any_of(map.forms));
  close(std::move(form));
}

void SchemaOut::end_list() {
  Json form = type("array");
  form.set("items", any_of(frames_.back().forms));
  close(std::move(form));
}

void SchemaOut::end_phrase() {
  in_phrase_ = false;
  may_be(type("string"));
}

void SchemaOut::null() { may_be(type("null")); }

Json SchemaOut::words_of(const Leaf& leaf) const {
  if (leaf.kind == Leaf::Kind::kSeat) return reference("seat");
  const int size = leaf.size(lexicon());
  if (leaf.domain != kNoArg && leaf.low == 0 && leaf.high < 0)
    return reference(lexicon()[leaf.domain].id);
  std::vector<std::string_view> words;
  words.reserve(static_cast<size_t>(size));
  for (int i = 0; i < size; ++i) words.push_back(leaf.word(lexicon(), i));
  return one_of(words);
}

Json SchemaOut::form_of(const Leaf& leaf) const {
  if (leaf.kind == Leaf::Kind::kFlag) return type("boolean");
  if (leaf.kind != Leaf::Kind::kNumber) return words_of(leaf);
  Json form = type("integer");
  form.set("minimum", Json::of(leaf.low));
  form.set("maximum", Json::of(leaf.high));
  return form;
}

void SchemaOut::leaf(const Leaf& leaf, int) {
  if (in_phrase_) return;
  may_be(form_of(leaf));
  if (!leaf.nullable) return;
  leaf.none_word.empty() ? null() : may_be(one_of(std::array{leaf.none_word}));
}

// A card, and which other seats know that it lies there.
void SchemaOut::known(const Cards& form, const Held&) {
  leaf(form.card, 0);
  Json seats = type("array");
  seats.set("items", reference("seat"));
  std::vector<Json> knowers{std::move(seats)};
  if (form.by_all) knowers.push_back(one_of(std::array{"all"}));
  Frame card;
  card.members.push_back({"card", {form_of(form.card)}, 0, true});
  card.members.push_back({"known_by", std::move(knowers), 0, true});
  may_be(object_of(card));
}

Json SchemaOut::schema() const {
  const GameSpec& spec = lexicon().spec();
  Json words = Json::object();
  words.set("seat", one_of(spec.seat_ids));
  for (size_t i = 0; i < spec.domains.size(); ++i) {
    const WordList& domain = lexicon()[static_cast<DomainId>(kFirstDomain + i)];
    words.set(domain.id, one_of(domain.words));
  }
  for (const WordList& own : lexicon().own()) words.set(own.id, one_of(own.words));
  Json whole = Json::array();
  whole.items.push_back(object_of(frames_.front()));
  Json schema = Json::object();
  schema.set("$schema", Json::of("https://json-schema.org/draft/2020-12/schema"));
  schema.set("$defs", std::move(words));
  schema.set("allOf", std::move(whole));
  return schema;
}

}  // namespace engine
