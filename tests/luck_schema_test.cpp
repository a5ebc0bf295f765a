// For every game: its schema fits views that it was not found in, and its luck adds up.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/luck.h"
#include "engine/schema.h"
#include "games/registry.h"

namespace {

using engine::Json;

// As much of JSON Schema as our schemas use.
class Validator {
 public:
  explicit Validator(const Json& schema) : root_(schema) {}

  bool fits(const Json& value, const Json& schema) const {
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
      bool one = false;
      for (const Json& part : any->items) one = one || fits(value, part);
      return one;
    }
    if (const Json* choices = schema.find("enum")) {
      for (const Json& choice : choices->items) {
        if (choice == value) return true;
      }
      return false;
    }
    const Json* type = schema.find("type");
    if (type == nullptr) return true;
    if (type->text == "array") return value.is_array() && items_fit(value, *schema.find("items"));
    if (type->text == "object") return value.is_object() && members_fit(value, schema);
    return (type->text == "integer" && value.is_integer()) ||
           (type->text == "string" && value.is_string()) ||
           (type->text == "boolean" && value.kind == Json::Kind::kBool) ||
           (type->text == "null" && value.kind == Json::Kind::kNull);
  }

 private:
  bool items_fit(const Json& value, const Json& schema) const {
    for (const Json& item : value.items) {
      if (!fits(item, schema)) return false;
    }
    return true;
  }
  bool members_fit(const Json& value, const Json& schema) const {
    const Json* properties = schema.find("properties");
    const Json* names = schema.find("propertyNames");
    for (const auto& [name, member] : value.members) {
      const Json* known = properties == nullptr ? nullptr : properties->find(name);
      if (names != nullptr && !fits(Json::of(name), *names)) return false;
      const Json* form = known != nullptr ? known : schema.find("additionalProperties");
      if (form == nullptr || !form->is_object() || !fits(member, *form)) {
        return false;
      }
    }
    if (const Json* required = schema.find("required")) {
      for (const Json& name : required->items) {
        if (value.find(name.text) == nullptr) return false;
      }
    }
    return true;
  }
  const Json& root_;
};

// A random game to its end; `look` sees every position.
template <class Look>
std::unique_ptr<engine::AnyTable> random_game(const engine::AnyGame& game, uint64_t seed,
                                              const Look& look) {
  engine::TableSpec spec;
  spec.options = engine::default_options(game.spec());
  spec.seats = game.spec().min_seats +
               static_cast<int>(seed) % (game.spec().max_seats - game.spec().min_seats + 1);
  spec.chance = engine::ChanceSource::of_seed(seed);
  std::unique_ptr<engine::AnyTable> table = std::move(*game.new_table(spec));
  engine::Chance chance(seed, 1);
  while (!table->over()) {
    look(*table);
    const engine::Seat seat = table->acting().front();
    engine::Offer offer(engine::Offer::Keep::kLegal);
    table->offer(seat, offer);
    const auto pick = static_cast<int>(chance.below(static_cast<uint32_t>(offer.size())));
    EXPECT_FALSE(table->act(seat, offer[pick].action));
  }
  look(*table);
  return table;
}

TEST(Schema, FitsTheViewsOfOtherGames) {
  for (const engine::AnyGame* game : games::all()) {
    const auto schema = engine::parse_json(engine::write_schema(*game), "schema");
    ASSERT_TRUE(schema) << schema.error.text;
    EXPECT_EQ((*schema).find("verbs")->members.size(), game->spec().verbs.size());
    EXPECT_EQ((*schema).find("events")->members.size(), game->spec().events.size());
    const Json& form = *(*schema).find("view");
    const Validator validator(form);
    for (uint64_t seed = 1000; seed < 1006; ++seed) {
      random_game(*game, seed, [&](const engine::AnyTable& table) {
        for (int seat = -1; seat < table.seats(); ++seat) {
          const auto viewer = engine::Viewer::at(engine::seat_at(seat));
          const auto view = engine::parse_json(table.view_text(viewer), "view");
          ASSERT_TRUE(validator.fits(*view, form))
              << game->spec().id << " " << table.view_text(viewer);
        }
      });
    }
    EXPECT_FALSE(validator.fits(*engine::parse_json("{\"game\":7}", "view"), form));
  }
}

TEST(Schema, IsTheSameEveryTime) {
  const engine::AnyGame& game = *games::all().front();
  EXPECT_EQ(engine::write_schema(game), engine::write_schema(game));
}

TEST(Luck, CountsWhatChanceBroughtBesideWhatWasExpected) {
  for (const engine::AnyGame* game : games::all()) {
    const auto table = random_game(*game, 7, [](const engine::AnyTable&) {});
    const engine::Luck luck = engine::measure_luck(*table, 16);
    ASSERT_FALSE(luck.chances.empty()) << game->spec().id;
    for (const auto& [kind, chance] : luck.chances) {
      double count = 0;
      double expected = 0;
      for (const auto& [value, of] : chance.values) {
        count += of.count;
        expected += of.expected;
      }
      EXPECT_EQ(count, chance.count);
      EXPECT_NEAR(expected, chance.count, 1e-6);
    }
    engine::SeatPoints sum{};
    for (const engine::Luck::OfStep& step : luck.steps) {
      for (size_t i = 0; i < sum.size(); ++i) sum[i] += step.points[i];
    }
    for (size_t i = 0; i < sum.size(); ++i) EXPECT_NEAR(sum[i], luck.points[i], 1e-6);
  }
}

// Over many games nobody is lucky: the average lies near zero, measured by its own deviation.
TEST(Luck, IsNoneOnAverage) {
  for (const engine::AnyGame* game : games::all()) {
    double points = 0;
    double variance = 0;
    for (uint64_t seed = 1; seed <= 24; ++seed) {
      const auto table = random_game(*game, seed, [](const engine::AnyTable&) {});
      const engine::Luck luck = engine::measure_luck(*table, 24);
      points += luck.points[0];
      variance += luck.deviation[0] * luck.deviation[0];
    }
    ASSERT_GT(variance, 0);
    EXPECT_LT(std::abs(points) / std::sqrt(variance), 4) << game->spec().id;
  }
}

TEST(Imagine, LooksTheSameToTheSeatAndGoesItsOwnWay) {
  for (const engine::AnyGame* game : games::all()) {
    uint64_t seed = 1000;
    random_game(*game, 3, [&](const engine::AnyTable& table) {
      for (int i = 0; i < table.seats(); ++i) {
        const engine::Seat seat = engine::seat_at(i);
        const auto world = table.imagine(seat, engine::ChanceSource::of_seed(++seed));
        const auto viewer = engine::Viewer::at(seat);
        ASSERT_EQ(world->view_text(viewer), table.view_text(viewer));
        EXPECT_TRUE(world->events().empty());
        EXPECT_NE(world->chance().seed, table.chance().seed);
      }
    });
  }
}

}  // namespace
