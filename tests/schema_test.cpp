// For every game: its schema says what views and positions are like, nothing less and nothing more.
#include "engine/schema.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "games/registry.h"

namespace {

using engine::Json;

// As much of JSON Schema as our schemas use. Notes which members it has met.
class Validator {
 public:
  explicit Validator(const Json& schema) : root_(schema) {}

  bool fits(const Json& value) { return fits(value, root_); }
  // Members of the schema that no value had, by their paths.
  std::string never_met() const {
    std::string names;
    never_met(root_, "", names);
    return names;
  }

 private:
  bool fits(const Json& value, const Json& schema) {
    if (const Json* ref = schema.find("$ref")) {
      const std::string name = ref->text.substr(std::string_view("#/$defs/").size());
      return fits(value, *root_.find("$defs")->find(name));
    }
    if (const Json* all = schema.find("allOf")) {
      for (const Json& part : all->items) {
        if (!fits(value, part)) return false;
      }
    }
    if (const Json* any = schema.find("anyOf")) {
      for (const Json& part : any->items) {
        if (fits(value, part)) return true;
      }
      return false;
    }
    if (const Json* choices = schema.find("enum"))
      return std::find(choices->items.begin(), choices->items.end(), value) != choices->items.end();
    const Json* type = schema.find("type");
    if (type == nullptr) return true;
    if (type->text == "array") return value.is_array() && items_fit(value, *schema.find("items"));
    if (type->text == "object") return value.is_object() && members_fit(value, schema);
    if (type->text == "integer") return value.is_integer() && number_fits(value.integer, schema);
    if (type->text == "string") return value.is_string() && text_fits(value.text, schema);
    return (type->text == "boolean" && value.kind == Json::Kind::kBool) ||
           (type->text == "null" && value.kind == Json::Kind::kNull);
  }
  static bool number_fits(int64_t number, const Json& schema) {
    return number >= schema.find("minimum")->integer && number <= schema.find("maximum")->integer;
  }
  static bool text_fits(const std::string& text, const Json& schema) {
    const Json* pattern = schema.find("pattern");
    return pattern == nullptr || std::regex_search(text, std::regex(pattern->text));
  }
  bool items_fit(const Json& value, const Json& schema) {
    for (const Json& item : value.items) {
      if (!fits(item, schema)) return false;
    }
    return true;
  }
  bool members_fit(const Json& value, const Json& schema) {
    const Json* properties = schema.find("properties");
    const Json* names = schema.find("propertyNames");
    for (const auto& [name, member] : value.members) {
      const Json* known = properties == nullptr ? nullptr : properties->find(name);
      if (names != nullptr && !fits(Json::of(name), *names)) return false;
      const Json* form = known != nullptr ? known : schema.find("additionalProperties");
      if (form == nullptr || !form->is_object() || !fits(member, *form)) return false;
      if (known != nullptr) met_.insert(known);
    }
    if (const Json* required = schema.find("required")) {
      for (const Json& name : required->items) {
        if (value.find(name.text) == nullptr) return false;
      }
    }
    return true;
  }
  void never_met(const Json& schema, const std::string& path, std::string& names) const {
    for (const char* several : {"allOf", "anyOf"}) {
      const Json* parts = schema.find(several);
      for (size_t i = 0; parts != nullptr && i < parts->items.size(); ++i)
        never_met(parts->items[i], path, names);
    }
    for (const char* one : {"items", "additionalProperties"}) {
      if (const Json* part = schema.find(one)) never_met(*part, path + "*.", names);
    }
    const Json* properties = schema.find("properties");
    for (size_t i = 0; properties != nullptr && i < properties->members.size(); ++i) {
      const auto& [name, form] = properties->members[i];
      if (met_.count(&form) == 0) names += path + name + "\n";
      never_met(form, path + name + ".", names);
    }
  }

  const Json& root_;
  std::set<const Json*> met_;
};

Json schema_of(const engine::AnyGame& game) {
  const auto schema = engine::parse_json(engine::write_schema(game), "schema");
  EXPECT_TRUE(schema) << schema.error.text;
  return *schema;
}

// Every variant at each of its values (of a number: lowest and highest), one at a time.
std::vector<engine::Variants> all_variants(const engine::GameSpec& spec) {
  std::vector<engine::Variants> all(2, engine::default_variants(spec));
  for (size_t i = 0; i < spec.variants.size(); ++i) {
    const engine::VariantSpec& variant = spec.variants[i];
    std::vector<int16_t> values{variant.low, variant.high};
    if (!variant.values.empty()) {
      values.clear();
      for (size_t v = 0; v < variant.values.size(); ++v) values.push_back(static_cast<int16_t>(v));
    }
    for (int16_t value : values) {
      engine::Variants variants = engine::default_variants(spec);
      variants.values[i] = value;
      if (variants != all.front()) all.push_back(variants);
    }
  }
  return all;
}

// Random games to their ends, with every variant and number of seats in turn; `look` sees every
// position and the seat that will act in it.
template <class Look>
void random_games(const engine::AnyGame& game, int round, const Look& look) {
  const engine::GameSpec& rules = game.spec();
  uint64_t seed = static_cast<uint64_t>(round) * 1001;
  for (const engine::Variants& variants : all_variants(rules)) {
    engine::TableSpec spec;
    spec.variants = variants;
    spec.seats = rules.min_seats + static_cast<int>(seed) % (rules.max_seats - rules.min_seats + 1);
    spec.chance = engine::ChanceSource::of_seed(++seed);
    auto dealt = game.new_table(spec);
    if (!dealt) continue;  // a variant that is not for this number of seats
    engine::AnyTable& table = **dealt;
    engine::Chance chance(seed, 1);
    while (!table.over()) {
      const engine::SeatSet acting = table.acting();
      engine::Seat seat = acting.front();
      for (engine::Seat other : acting) {
        if (chance.below(2) == 0) seat = other;
      }
      look(table, seat);
      engine::Offer offer(engine::Offer::Keep::kLegal);
      table.offer(seat, offer);
      const auto pick = static_cast<int>(chance.below(static_cast<uint32_t>(offer.size())));
      ASSERT_FALSE(table.act(seat, offer[pick].action));
    }
    look(table, engine::Seat::kNone);
  }
}

class EverySchema : public testing::TestWithParam<const engine::AnyGame*> {};
INSTANTIATE_TEST_SUITE_P(, EverySchema, testing::ValuesIn(games::all()),
                         [](const auto& test) { return std::string(test.param->spec().id); });

TEST_P(EverySchema, FitsAllViewsAndPositionsAndHasNoMemberThatNeverComes) {
  const engine::AnyGame& game = *GetParam();
  const Json schema = schema_of(game);
  EXPECT_EQ(schema.find("verbs")->members.size(), game.spec().verbs.size());
  EXPECT_EQ(schema.find("events")->members.size(), game.spec().events.size());
  Validator views(*schema.find("view"));
  Validator positions(*schema.find("position"));
  int n = 0;
  // Some members are rare.
  for (int round = 0; round < 8 && (round == 0 || !views.never_met().empty()); ++round) {
    random_games(game, round, [&](const engine::AnyTable& table, engine::Seat) {
      const auto viewer = engine::Viewer::at(engine::seat_at(n++ % (table.seats() + 1) - 1));
      const auto view = engine::parse_json(table.view_text(viewer), "view");
      ASSERT_TRUE(views.fits(*view)) << table.view_text(viewer);
      const auto position = engine::parse_json(table.position_text(), "position");
      ASSERT_TRUE(positions.fits(*position)) << table.position_text();
    });
  }
  EXPECT_EQ(views.never_met(), "");
  EXPECT_EQ(positions.never_met(), "");
  EXPECT_FALSE(views.fits(*engine::parse_json("{\"game\":7}", "view")));
}

TEST_P(EverySchema, NamesTheVerbsThatReact) {
  const engine::AnyGame& game = *GetParam();
  std::set<std::string_view> declared;
  for (const engine::VerbSpec& verb : game.spec().verbs) {
    if (verb.reacts) declared.insert(verb.id);
  }
  EXPECT_EQ(declared.empty(), !game.spec().reactions.asked);
  std::set<std::string_view> offered;
  for (int round = 0; round < 20 && (round == 0 || offered != declared); ++round) {
    random_games(game, round, [&](const engine::AnyTable& table, engine::Seat seat) {
      if (seat == engine::Seat::kNone || !table.out_of_turn(seat)) return;
      engine::Offer offer(engine::Offer::Keep::kAll);  // what is rarely allowed, too
      table.offer(seat, offer);
      for (const engine::Option& option : offer)
        offered.insert(game.spec().verbs[option.action.verb].id);
    });
  }
  EXPECT_EQ(declared, offered);
}

// The members of a form and of the objects in it, by their paths; "?": null to some.
void members_of(const Json& form, const std::string& path, std::map<std::string, bool>& all) {
  const auto nullable = [](const Json& value) {
    const Json* any = value.find("anyOf");
    return any != nullptr && std::any_of(any->items.begin(), any->items.end(), [](const Json& one) {
             const Json* type = one.find("type");
             return type != nullptr && type->text == "null";
           });
  };
  for (const char* several : {"allOf", "anyOf"}) {
    const Json* parts = form.find(several);
    for (size_t i = 0; parts != nullptr && i < parts->items.size(); ++i)
      members_of(parts->items[i], path, all);
  }
  for (const char* one : {"items", "additionalProperties"}) {
    const Json* part = form.find(one);
    if (part == nullptr || !part->is_object()) continue;
    all[path + "*"] = nullable(*part);
    members_of(*part, path + "*.", all);
  }
  const Json* properties = form.find("properties");
  for (size_t i = 0; properties != nullptr && i < properties->members.size(); ++i) {
    const auto& [name, value] = properties->members[i];
    all[path + name] = nullable(value);
    members_of(value, path + name + ".", all);
  }
}

// Every field of a position is seen by all, or is one of these: hidden from all, or null to some
// ("?"). Every other member of a view is derived. Whoever changes who sees what changes these
// lines. (Cards in hands are told apart: with who knows them in positions, those one knows in
// views.)
struct Sight {
  std::string_view game;
  std::string_view hidden;
  std::string_view derived;
};
constexpr Sight kSights[]{
    {"koenig", " ballots.*? hands.*.*.card hands.*.*.known_by picks.*? pile removed",
     " gold hand_sizes pile_size removed_size richest? silver toast toast_gains"},
    {"goldbraeu", " choices.*? hidden_picks.*? pile",
     " answer_cards? brewery_incomes endangered fences figures hidden incomes landings "
     "payday_figure pile_size price shares_per_business start stones stores"},
    {"tiefenthal", " answers.*?",
     " coasters_from delivery dishwashers in_play lost_beer lost_ducats next_reputation "
     "next_signatures passes points round_choices season table_count table_raises tile_raises "
     "tile_values to_sign upgrade_prices"},
    {"dicebrewing", " brewers.*.won_tokens.*?",
     " accelerators black_market black_market_open brewed_points credit deck discounts "
     "field_states "
     "fitting holder improvable locked market market_open ones open_buildings reach row_points "
     "season "
     "supply worth_storing"},
    {"taverna", " coins.*? discard.*.card discard.*.known_by hands.*.*.card hands.*.*.known_by",
     " claims.*.next_price? claims.*.price deed_prices empty_purses hand_sizes matches reacts "
     "rises "
     "royal_counts royal_orders royal_worth supply symbols"},
};

TEST_P(EverySchema, EveryFieldIsSeenHiddenOrDerived) {
  const Json schema = schema_of(*GetParam());
  std::map<std::string, bool> position;
  std::map<std::string, bool> view;
  members_of(*schema.find("position"), "", position);
  members_of(*schema.find("view"), "", view);
  std::string hidden;
  std::string derived;
  std::string last;  // what lies inside of it goes without saying
  const auto note = [&](const std::string& path, const char* mark, std::string& list) {
    if (path.rfind(last + ".", 0) == 0) return;
    list += " " + path + mark;
    last = path;
  };
  for (const auto& [path, null] : position) {
    const auto seen = view.find(path);
    if (seen == view.end()) note(path, "", hidden);
    if (seen != view.end() && seen->second && !null) note(path, "?", hidden);
  }
  for (const auto& [path, null] : view) {
    if (position.count(path) == 0) note(path, null ? "?" : "", derived);
  }
  const auto* sight = std::find_if(std::begin(kSights), std::end(kSights), [](const Sight& one) {
    return one.game == GetParam()->spec().id;
  });
  ASSERT_NE(sight, std::end(kSights)) << "say who sees what of this game";
  EXPECT_EQ(hidden, sight->hidden);
  EXPECT_EQ(derived, sight->derived);
}

}  // namespace
