#include "games/tiefenthal/edition.h"

#include <algorithm>
#include <span>

#include "games/tiefenthal/deck.h"

namespace tiefenthal {

using engine::Error;
using engine::ErrorCode;
using engine::FieldReader;
using engine::Json;

const std::array<std::string_view, kStaffKinds> kStaffIds{"beer_merchant", "dishwasher", "waitress",
                                                          "table",         "supplier",   "bard"};
const std::array<std::string_view, kTileCount> kTileIds{"tables", "waitress",    "cashbox",
                                                        "monk",   "dishwashing", "safe",
                                                        "barrel", "supplier",    "beer_storage"};
const std::array<std::string_view, kEntertainers> kEntertainerIds{"fire_breather", "juggler",
                                                                  "acrobat"};
const std::array<std::string_view, kLines> kLineIds{"regular",   "guest_3",    "guest_4", "guest_5",
                                                    "guest_6",   "guest_7",    "guest_8", "noble",
                                                    "bar_guest", "entertainer"};

namespace {

constexpr std::array<std::string_view, 11> kEffectIds{"nothing",  "card",      "ducats",     "beer",
                                                      "schnapps", "monastery", "reputation", "ban",
                                                      "crown",    "set_die",   "reroll"};

int find_id(std::span<const std::string_view> ids, std::string_view id) {
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == id) return static_cast<int>(i);
  }
  return -1;
}

std::string listed(std::span<const std::string_view> ids) {
  std::string all;
  for (std::string_view name : ids) all += (all.empty() ? "" : ", ") + std::string(name);
  return all;
}

// A field that must be one of the given names.
int one_of(FieldReader& in, std::string_view key, std::span<const std::string_view> ids) {
  const std::string_view id = in.string(key);
  const int found = find_id(ids, id);
  if (found < 0) in.fail(key, "is '" + std::string(id) + "', which is none of: " + listed(ids));
  return std::max(found, 0);
}

// Where a reward can stand, and so which effects it can have.
enum class Place : uint8_t { kGuest, kOpenPile, kMonastery, kReputation, kBook, kEntertainer };

// Only the serving turn can stop for the question of a ban, and no track may feed itself.
bool fits(Effect effect, Place place) {
  switch (effect) {
    case Effect::kNothing:
      return false;
    case Effect::kBan:
    case Effect::kMonastery:
      return place == Place::kGuest || place == Place::kMonastery || place == Place::kEntertainer;
    case Effect::kReputation:
      return place != Place::kReputation && place != Place::kOpenPile;
    case Effect::kSetDie:
    case Effect::kReroll:
      return place == Place::kEntertainer;
    default:
      return true;
  }
}

class Reader {
 public:
  Reader(const Json& json, Edition& edition)
      : top_(json, "", error_, ErrorCode::kEdition), e_(edition) {}

  Error run() {
    if (top_.string("game") != "tiefenthal") top_.fail("game", "must be 'tiefenthal'");
    top_.string("edition");
    top_.integer("version", 1, 1);
    top_.ignore("source");
    read_numbers();
    read_cards();
    read_tiles();
    read_monastery();
    read_round_track();
    read_start();
    read_modules();
    top_.finish();
    if (!error_) check_totals();
    return error_;
  }

 private:
  // An object of the file's top level, its source skipped.
  template <class Read>
  void section(std::string_view key, Read read) {
    FieldReader in(top_.object(key), std::string(key), error_, ErrorCode::kEdition);
    in.ignore("source");
    read(in);
    in.finish();
  }
  template <class Read>
  void each(FieldReader& parent, std::string_view key, Read read) {
    const Json& list = parent.array(key);
    for (size_t i = 0; i < list.items.size() && !error_; ++i) {
      FieldReader in(list.items[i], parent.path(key) + "[" + std::to_string(i) + "]", error_,
                     ErrorCode::kEdition);
      in.ignore("source");
      read(in, i);
      in.finish();
    }
  }
  static uint8_t byte(FieldReader& in, std::string_view key, int low, int high) {
    return static_cast<uint8_t>(in.integer(key, low, high));
  }

  Reward reward(FieldReader& parent, std::string_view key, Place place) {
    FieldReader in(parent.object(key), parent.path(key), error_, ErrorCode::kEdition);
    Reward r;
    r.effect = static_cast<Effect>(one_of(in, "effect", kEffectIds));
    if (in.ok() && !fits(r.effect, place)) in.fail("effect", "cannot stand here");
    if (r.effect == Effect::kGainCard) {
      r.card = card_at(one_of(in, "card", kStaffIds));
    } else if (r.effect != Effect::kBan && r.effect != Effect::kSetDie &&
               r.effect != Effect::kReroll && r.effect != Effect::kNothing) {
      r.amount = byte(in, "amount", 1, 20);
    }
    in.finish();
    return r;
  }

  void read_numbers() {
    section("rounds", [&](FieldReader& in) {
      e_.rounds = in.integer("value", 1, kMaxRounds);
      e_.long_rounds = in.integer("long_game", 1, kMaxRounds);
    });
    section("dice", [&](FieldReader& in) {
      e_.white_dice = in.integer("white", 1, kMaxWhite);
      e_.coloured_dice = in.integer("coloured", 1, kMaxDice - kMaxWhite - 1);
    });
    section("limits", [&](FieldReader& in) {
      e_.buys_per_kind = in.integer("buys_per_kind", 0, 9);
      e_.recruits_per_turn = in.integer("recruits_per_turn", 0, 9);
    });
    section("bar_guests",
            [&](FieldReader& in) { e_.bar_guests = in.integer("per_player", 0, 12); });
    section("upgrade_nobles",
            [&](FieldReader& in) { e_.upgrade_nobles = in.integer("value", 0, 5); });
    section("schnapps", [&](FieldReader& in) { e_.schnapps = in.integer("tokens", 0, 100); });
    section("noble_prices", [&](FieldReader& in) {
      each(in, "tiers", [&](FieldReader& tier, size_t) {
        const NoblePrice price{byte(tier, "beer", 1, 99), byte(tier, "nobles", 1, 9)};
        for (const NoblePrice& other : e_.noble_prices) {
          if (other.nobles == price.nobles) tier.fail("nobles", "stands twice");
        }
        if (e_.noble_prices.full()) return tier.fail("nobles", "is one tier too many");
        e_.noble_prices.push_back(price);
      });
    });
  }

  void add_card(FieldReader& in, CardData card) {
    const bool word =
        !card.id.empty() &&
        card.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
    if (!word) in.fail("id", "must be a word of small letters, digits and '_'");
    for (const CardData& other : e_.cards) {
      if (other.id == card.id) in.fail("id", "'" + card.id + "' stands twice");
    }
    if (e_.kinds() >= kMaxKinds) in.fail("id", "is one kind of card too many");
    if (in.ok()) e_.cards.push_back(std::move(card));
  }
  void read_person(FieldReader& in, CardData& card) {
    card.die = byte(in, "die", 1, kFaces);
    card.pays = byte(in, "pays", 0, 50);
    card.points = byte(in, "points", 0, 50);
  }

  void read_cards() {
    each(top_, "staff", [&](FieldReader& in, size_t i) {
      CardData card;
      card.id = in.string("id");
      if (i >= kStaffIds.size() || card.id != kStaffIds[i]) {
        in.fail("id", "must be, in this order: " + listed(kStaffIds));
      }
      card.count = byte(in, "count", kMaxPlayers, 20);
      card.price = byte(in, "price", 0, 50);
      card.points = byte(in, "points", 0, 50);
      if (card_at(static_cast<int>(i)) == Card::kBard) card.module = 3;
      add_card(in, std::move(card));
    });
    if (top_.ok() && e_.cards.size() != kStaffKinds) {
      top_.fail("staff", "must list: " + listed(kStaffIds));
    }
    section("noble", [&](FieldReader& in) {
      CardData card;
      card.id = "noble";
      card.kind = CardClass::kNoble;
      card.line = Line::kNoble;
      card.count = byte(in, "count", 0, 100);
      read_person(in, card);
      add_card(in, std::move(card));
    });
    each(top_, "regulars", [&](FieldReader& in, size_t) {
      CardData card;
      card.id = in.string("id");
      card.kind = CardClass::kRegular;
      card.line = Line::kRegular;
      card.count = byte(in, "count", 1, 7);
      read_person(in, card);
      add_card(in, std::move(card));
    });
    std::string_view open_pile;
    section("display", [&](FieldReader& in) {
      open_pile = in.string("open_pile");
      e_.display = in.integer("slots", 1, kMaxSlots - 1);
    });
    each(top_, "guests", [&](FieldReader& in, size_t) { read_guest(in, open_pile); });
    if (top_.ok() && e_.open_pile == Card::kNone) {
      top_.fail("display.open_pile", "names no guest");
    }
  }
  void read_guest(FieldReader& in, std::string_view open_pile) {
    CardData card;
    card.id = in.string("id");
    card.kind = CardClass::kGuest;
    card.price = byte(in, "cost", 1, 50);
    if (card.price >= 3 && card.price <= 8) {
      card.line = static_cast<Line>(index(Line::kGuest3) + card.price - 3);
    }
    card.count = byte(in, "count", 1, 20);
    read_person(in, card);
    const bool is_open = card.id == open_pile;
    if (in.has("bonus"))
      card.bonus = reward(in, "bonus", is_open ? Place::kOpenPile : Place::kGuest);
    card.white_reputation = static_cast<uint8_t>(in.integer_or("white_reputation", 0, 5, 0));
    card.module = static_cast<uint8_t>(in.integer_or("module", 1, 5, 1));
    if (is_open && in.ok()) {
      if (card.module != 1) in.fail("module", "must be 1 for the open pile");
      e_.open_pile = card_at(e_.kinds());
    }
    add_card(in, std::move(card));
  }

  void read_tiles() {
    each(top_, "tiles", [&](FieldReader& in, size_t i) {
      if (i >= kTileIds.size() || in.string("id") != kTileIds[i]) {
        return in.fail("id", "must be, in this order: " + listed(kTileIds));
      }
      TileData& tile = e_.tiles[i];
      tile.cost = byte(in, "cost", 0, 99);
      tile.base = byte(in, "base", 0, 10);
      tile.upgraded = byte(in, "upgraded", tile.base, 10);
      constexpr std::array<std::string_view, 2> kWorks{"at_once", "next_round"};
      tile.next_round = one_of(in, "works", kWorks) == 1;
      if (in.has("card")) {
        tile.card = card_at(one_of(in, "card", kStaffIds));
        tile.discount = byte(in, "discount", 0, 50);
      }
      const bool takes_dice = tile_at(static_cast<int>(i)) == Tile::kMonk ||
                              tile_at(static_cast<int>(i)) == Tile::kSupplier;
      if (takes_dice) tile.accepts = faces(in, "dice");
    });
    const bool all = top_.array("tiles").items.size() == kTileIds.size();
    if (top_.ok() && !all) top_.fail("tiles", "must list: " + listed(kTileIds));
    if (top_.ok() && e_[Tile::kTables].base < 1) top_.fail("tiles[0].base", "must be 1 or more");
  }
  uint8_t faces(FieldReader& in, std::string_view key) {
    int mask = 0;
    for (const Json& item : in.array(key).items) {
      if (!item.is_integer() || item.integer < 1 || item.integer > kFaces) {
        in.fail(key, "must hold faces from 1 to 6");
        return 0;
      }
      mask |= 1 << item.integer;
    }
    return static_cast<uint8_t>(mask);
  }

  void read_monastery() {
    section("monastery", [&](FieldReader& in) {
      e_.monastery_last = in.integer("last", 1, kMaxSpaces - 1);
      constexpr std::array<std::string_view, 2> kSides{"summer", "winter"};
      for (size_t side = 0; side < kSides.size(); ++side) {
        int steps = 0;
        each(in, kSides[side], [&](FieldReader& space, size_t) {
          const int at = space.integer("space", 1, e_.monastery_last);
          Reward& there = e_.monastery[side][static_cast<size_t>(at)];
          if (there.effect != Effect::kNothing) space.fail("space", "stands twice");
          there = reward(space, "reward", Place::kMonastery);
          if (there.effect == Effect::kMonastery) steps += there.amount;
        });
        // Otherwise a marker might never come to rest.
        if (in.ok() && steps > e_.monastery_last) {
          in.fail(kSides[side], "gives more steps than a lap has");
        }
      }
    });
  }

  void read_round_track() {
    section("round_track", [&](FieldReader& in) {
      each(in, "summer", [&](FieldReader& round, size_t) { read_round(round, 0); });
      each(in, "winter", [&](FieldReader& round, size_t) { read_round(round, 1); });
    });
    for (size_t side = 0; side < 2 && top_.ok(); ++side) {
      int bar_guests = 0;
      std::array<int, kEntertainers> taken{};
      for (const RoundData& round : e_.track[side]) {
        bar_guests += round.bar_guest ? 1 : 0;
        if (round.entertainer != Entertainer::kNone &&
            ++taken[static_cast<size_t>(round.entertainer)] > 1) {
          top_.fail("round_track", "gives an entertainer twice");
        }
      }
      if (bar_guests > e_.bar_guests)
        top_.fail("bar_guests.per_player", "is too few for the rounds");
    }
  }
  void read_round(FieldReader& in, size_t side) {
    RoundData& round = e_.track[side][static_cast<size_t>(in.integer("round", 1, kMaxRounds))];
    round.schnapps = static_cast<uint8_t>(in.integer_or("schnapps", 0, 9, 0));
    round.bar_guest = in.boolean_or("bar_guest", false);
    round.free_upgrade = in.boolean_or("free_upgrade", false);
    if (in.has("entertainer")) {
      round.entertainer = static_cast<Entertainer>(one_of(in, "entertainer", kEntertainerIds));
    }
    for (const Json& item : in.array_or_empty("choose").items) {
      const int card = find_id(kStaffIds, item.text);
      Bonus bonus = Bonus::kGuest;
      if (item.text == "die") {
        bonus = Bonus::kDie;
      } else if (item.text != "guest") {
        if (card < 0) return in.fail("choose", "must hold 'guest', 'die' or tavern cards");
        bonus = bonus_card(card_at(card));
      }
      if (round.choices.full() || round.choices.contains(bonus)) {
        return in.fail("choose", "must hold up to 4 different things");
      }
      round.choices.push_back(bonus);
    }
    const bool used = round.schnapps > 0 || round.entertainer != Entertainer::kNone;
    if (side == 0 && used && in.ok()) in.fail("round", "of summer has no schnapps or entertainer");
    if (round.free_upgrade && !round.choices.empty())
      in.fail("choose", "and free_upgrade exclude each other");
  }

  template <int n>
  void read_staff_list(FieldReader& in, std::string_view key, engine::SmallVec<Card, n>& list) {
    for (const Json& item : in.array(key).items) {
      const int card = find_id(kStaffIds, item.text);
      if (card < 0 || list.full()) {
        return in.fail(key, "must hold up to " + std::to_string(n) + " of: " + listed(kStaffIds));
      }
      list.push_back(card_at(card));
    }
    for (Card card : list) {
      if (in.ok() && list.count(card) * kMaxPlayers > e_[card].count) {
        in.fail(key, "holds more cards than four players can have");
      }
    }
  }
  void read_start() {
    section("start_deck", [&](FieldReader& in) { read_staff_list(in, "cards", e_.start_deck); });
    if (top_.ok() && e_.start_deck.contains(Card::kBard)) {
      top_.fail("start_deck.cards", "cannot hold a bard: that is module 3");
    }
    section("start_cards", [&](FieldReader& in) {
      each(in, "cards", [&](FieldReader& card, size_t) {
        StartCard start;
        start.id = card.string("id");
        const bool word = !start.id.empty() &&
                          start.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") ==
                              std::string::npos;
        if (!word) card.fail("id", "must be a word of small letters, digits and '_'");
        for (const StartCard& other : e_.start_cards) {
          if (other.id == start.id) card.fail("id", "'" + start.id + "' stands twice");
        }
        read_staff_list(card, "cards", start.cards);
        start.ducats = byte(card, "ducats", 0, e_[Tile::kSafe].base);
        if (card.ok()) e_.start_cards.push_back(std::move(start));
      });
      const size_t count = e_.start_cards.size();
      if (in.ok() && (count < kMaxPlayers + 1 || count > kMaxStartCards)) {
        in.fail("cards", "must hold 5 to 12 cards");
      }
    });
  }

  void read_modules() {
    each(top_, "entertainers", [&](FieldReader& in, size_t i) {
      if (i >= kEntertainerIds.size() || in.string("id") != kEntertainerIds[i]) {
        return in.fail("id", "must be, in this order: " + listed(kEntertainerIds));
      }
      e_.entertainers[i][0] = reward(in, "A", Place::kEntertainer);
      e_.entertainers[i][1] = reward(in, "B", Place::kEntertainer);
    });
    if (top_.ok() && top_.array("entertainers").items.size() != kEntertainerIds.size()) {
      top_.fail("entertainers", "must list: " + listed(kEntertainerIds));
    }
    section("reputation", [&](FieldReader& in) {
      e_.reputation_last = in.integer("last", 1, kMaxReputation);
      each(in, "side_A", [&](FieldReader& space, size_t) {
        const auto at = static_cast<size_t>(space.integer("space", 1, e_.reputation_last));
        if (e_.reputation[at].effect != Effect::kNothing) space.fail("space", "stands twice");
        e_.reputation[at] = reward(space, "reward", Place::kReputation);
      });
      const Json& points = in.array("side_B_points");
      if (in.ok() && static_cast<int>(points.items.size()) != e_.reputation_last + 1) {
        in.fail("side_B_points", "must hold a number for each space from 0 on");
      }
      for (size_t i = 0; i < points.items.size() && in.ok(); ++i) {
        const Json& item = points.items[i];
        if (!item.is_integer() || item.integer < 0 || item.integer > 200) {
          return in.fail("side_B_points", "must hold numbers from 0 to 200");
        }
        e_.host_points[i] = static_cast<uint8_t>(item.integer);
      }
    });
    section("guest_book", [&](FieldReader& in) {
      each(in, "rewards", [&](FieldReader& row, size_t) {
        const auto at = static_cast<size_t>(row.integer("signatures", 1, kLines));
        if (e_.book[at].effect != Effect::kNothing) row.fail("signatures", "stands twice");
        e_.book[at] = reward(row, "reward", Place::kBook);
      });
    });
  }

  // What the fixed places of a position hold must be enough for every game.
  void check_totals() {
    int deck = 0;
    int guests = 0;
    int regulars = 0;
    int shuffled = 0;
    for (int i = 0; i < e_.kinds(); ++i) {
      const CardData& card = e_[card_at(i)];
      deck += card.count;
      if (card.kind == CardClass::kGuest) guests += card.count;
      if (card.kind == CardClass::kRegular) regulars += card.count;
      if (card.kind == CardClass::kGuest && card.module == 1 && card_at(i) != e_.open_pile) {
        shuffled += card.count;
      }
    }
    if (guests > kMaxGuests) top_.fail("guests", "are more than 56");
    if (shuffled < e_.display) top_.fail("guests", "are too few for the display");
    if (regulars < 1 || regulars > 7) top_.fail("regulars", "must be 1 to 7 for each player");
    if (deck > kMaxDeck) top_.fail("staff", "and all other cards are more than 224");
    if (e_[Tile::kTables].upgraded + e_[Card::kTable].count > kMaxTables) {
      top_.fail("tiles[0].upgraded", "and the table cards are more than 32 tables");
    }
  }

  Error error_;
  FieldReader top_;
  Edition& e_;
};

}  // namespace

Error load_edition(const Json& json, Edition& edition) { return Reader(json, edition).run(); }

}  // namespace tiefenthal
