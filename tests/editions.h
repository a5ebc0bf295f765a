// What the tests of every game's edition share: our own file with something changed, and how it is
// refused.
#pragma once

#include "tests/tables.h"

namespace editions {

using engine::Json;
using tables::parsed;

template <engine::Game G>
Json our_edition() {
  return parsed(G::edition_json());
}

template <engine::Game G>
engine::Error load(const Json& json) {
  typename G::Edition loaded;
  return G::load_edition(json, loaded);
}

// The path names the field: "cards[3].copies", "toast.normal.front".
inline Json& at(Json& json, std::string_view path) {
  Json* here = &json;
  for (std::string_view part : engine::split(path, '.')) {
    const size_t bracket = part.find('[');
    Json* member = here->find(part.substr(0, bracket));
    EXPECT_NE(member, nullptr) << "no " << part << " in " << path;
    if (member == nullptr) return json;
    here = member;
    if (bracket == std::string_view::npos) continue;
    int64_t item = 0;
    EXPECT_TRUE(
        engine::parse_int(part.substr(bracket + 1, part.size() - bracket - 2), 0, 1000, item));
    here = &here->items.at(static_cast<size_t>(item));
  }
  return *here;
}

// Sets a member or an item of a list; an empty value removes a member.
inline void change(Json& json, std::string_view path, std::string_view value) {
  if (path.ends_with(']')) {
    at(json, path) = parsed(value);
    return;
  }
  const size_t dot = path.rfind('.');
  Json& parent = dot == std::string_view::npos ? json : at(json, path.substr(0, dot));
  const std::string_view key = path.substr(dot + 1);
  if (!value.empty()) return parent.set(key, parsed(value));
  std::erase_if(parent.members, [&](const Json::Member& member) { return member.first == key; });
}

// A wrong edition: ours with one value changed.
struct Damage {
  std::string_view path;
  std::string_view value;  // empty: removed
  std::string_view named;  // must stand in the error
};

template <engine::Game G>
void expect_refused(const std::vector<Damage>& list) {
  for (const Damage& damage : list) {
    Json json = our_edition<G>();
    change(json, damage.path, damage.value);
    const engine::Error error = load<G>(json);
    EXPECT_EQ(error.code, engine::ErrorCode::kEdition) << damage.path << ": " << damage.value;
    EXPECT_NE(error.text.find(damage.named), std::string::npos)
        << damage.path << ": " << damage.value << ": " << error.text;
  }
}

// Replaces every value of the file by one of another kind: each must be noticed, by its own name or
// by that of the list it stands in. Only sources are free text.
template <engine::Game G>
void spoil(Json& here, const std::string& name, const Json& root) {
  const Json kept = here;
  here = here.is_integer() || here.kind == Json::Kind::kBool ? Json::of("?") : Json::of(12345678);
  if (&here != &root) {
    const engine::Error error = load<G>(root);
    EXPECT_TRUE(error) << name << " may be anything";
    EXPECT_TRUE(!error || error.text.find(name) != std::string::npos) << name << ": " << error.text;
  }
  here = kept;
  for (auto& [key, value] : here.members) {
    if (key != "source") spoil<G>(value, key, root);
  }
  for (Json& item : here.items) spoil<G>(item, name, root);
}

template <engine::Game G>
void expect_wrong_kinds_noticed() {
  Json root = our_edition<G>();
  spoil<G>(root, "", root);
}

inline void expect_sourced(const Json& object, std::string_view what) {
  const Json* source = object.find("source");
  ASSERT_NE(source, nullptr) << what;
  const bool known = source->text.find("rulebook") != std::string::npos ||
                     source->text.find("public") != std::string::npos ||
                     source->text.find("house") != std::string::npos;
  EXPECT_TRUE(known) << what << ": " << source->text;
}

}  // namespace editions
