#include "games/tiefenthal/edition.h"

#include <algorithm>
#include <span>

#include "engine/named.h"
#include "games/tiefenthal/deck.h"

namespace tiefenthal {

using engine::EditionReader;
using engine::Error;
using engine::Json;
using engine::listed;

const std::array<std::string_view, kStaffKinds> kStaffIds{"beer_merchant", "dishwasher", "waitress",
                                                          "table",         "supplier",   "bard"};
const std::array<std::string_view, kTileCount> kTileIds = engine::table<Tile, std::string_view>({
    {Tile::kTables, "tables"},
    {Tile::kWaitress, "waitress"},
    {Tile::kCashbox, "cashbox"},
    {Tile::kMonk, "monk"},
    {Tile::kDishwashing, "dishwashing"},
    {Tile::kSafe, "safe"},
    {Tile::kBarrel, "barrel"},
    {Tile::kSupplier, "supplier"},
    {Tile::kBeerStorage, "beer_storage"},
});
const std::array<std::string_view, kEntertainers> kEntertainerIds{"fire_breather", "juggler",
                                                                  "acrobat"};
const std::array<std::string_view, kLines> kLineIds = engine::table<Line, std::string_view>({
    {Line::kRegular, "regular"},
    {Line::kGuest3, "guest_3"},
    {Line::kGuest4, "guest_4"},
    {Line::kGuest5, "guest_5"},
    {Line::kGuest6, "guest_6"},
    {Line::kGuest7, "guest_7"},
    {Line::kGuest8, "guest_8"},
    {Line::kNoble, "noble"},
    {Line::kBarGuest, "bar_guest"},
    {Line::kEntertainer, "entertainer"},
});

namespace {

constexpr std::array<std::string_view, 11> kEffectIds = engine::table<Effect, std::string_view>({
    {Effect::kNothing, "nothing"},
    {Effect::kGainCard, "card"},
    {Effect::kDucats, "ducats"},
    {Effect::kBeer, "beer"},
    {Effect::kSchnapps, "schnapps"},
    {Effect::kMonastery, "monastery"},
    {Effect::kReputation, "reputation"},
    {Effect::kBan, "ban"},
    {Effect::kCrown, "crown"},
    {Effect::kSetDie, "set_die"},
    {Effect::kReroll, "reroll"},
});

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
  Reader(const Json& json, Edition& edition, engine::EditionNotes* notes)
      : top_(json, error_, notes), e_(edition) {}

  Error run() {
    top_.head("tiefenthal");
    read_numbers();
    read_cards();
    read_tiles();
    read_monastery();
    read_round_track();
    read_start();
    read_modules();
    top_.finish();
    if (!error_) check_totals();
    if (!error_) think_twice();
    return error_;
  }

 private:
  // An object of the file's top level.
  template <class Read>
  void section(std::string_view key, engine::Meaning meaning, Read read) {
    EditionReader in = top_.part(key, meaning);
    read(in);
    in.finish();
  }

  Reward reward(EditionReader& parent, std::string_view key, Place place, engine::Meaning meaning) {
    EditionReader in = parent.part(key, meaning);
    Reward r;
    r.effect = static_cast<Effect>(in.one_of("effect", kEffectIds, "what it gives"));
    if (in.ok() && !fits(r.effect, place)) in.fail("effect", "cannot stand here");
    if (r.effect == Effect::kGainCard) {
      r.card = card_at(in.one_of("card", kStaffIds, "of the effect card: which one"));
    } else if (r.effect != Effect::kBan && r.effect != Effect::kSetDie &&
               r.effect != Effect::kReroll && r.effect != Effect::kNothing) {
      r.amount = in.byte("amount", 1, 20, "how many, where the effect needs it");
    }
    in.finish();
    return r;
  }

  void read_numbers() {
    section("rounds", "how many rounds", [&](EditionReader& in) {
      e_.rounds = in.integer("value", 1, kMaxRounds, "in an ordinary game");
      e_.long_rounds = in.integer("long_game", 1, kMaxRounds, "in a long game");
    });
    section("dice", "the dice", [&](EditionReader& in) {
      e_.white_dice = in.integer("white", 1, kMaxWhite, "white dice of each player in the draft");
      e_.coloured_dice = in.integer("coloured", 1, kMaxDice - kMaxWhite - 1,
                                    "dice in the colour of each player, for the waitresses");
    });
    section("limits", "what one may do in a turn", [&](EditionReader& in) {
      e_.buys_per_kind =
          in.integer("buys_per_kind", 0, 9, "cards of each kind of staff one may buy");
      e_.recruits_per_turn = in.integer("recruits_per_turn", 0, 9, "guests one may recruit");
    });
    section("bar_guests", "the bar guests", [&](EditionReader& in) {
      e_.bar_guests = in.integer("per_player", 0, 12, "bar guests each player can get");
    });
    section("upgrade_nobles", "what an upgrade brings", [&](EditionReader& in) {
      e_.upgrade_nobles = in.integer("value", 0, 5, "nobles for each upgrade");
    });
    section("schnapps", "the schnapps", [&](EditionReader& in) {
      e_.schnapps = in.integer("tokens", 0, 100, "tokens in the box");
    });
    section("noble_prices", "nobles for beer", [&](EditionReader& in) {
      in.each("tiers", "up to 4 offers", [&](EditionReader& tier, size_t) {
        const NoblePrice price{tier.byte("beer", 1, 99, "beer it costs"),
                               tier.byte("nobles", 1, 9, "nobles one gets")};
        for (const NoblePrice& other : e_.noble_prices) {
          if (other.nobles == price.nobles) tier.fail("nobles", "stands twice");
        }
        if (e_.noble_prices.full()) return tier.fail("nobles", "is one tier too many");
        e_.noble_prices.push_back(price);
      });
    });
  }

  void add_card(EditionReader& in, CardData card) {
    for (const CardData& other : e_.cards) {
      if (other.id == card.id) in.fail("id", "stands twice");
    }
    if (e_.kinds() >= kMaxKinds) in.fail("id", "is one kind of card too many");
    if (in.ok()) e_.cards.push_back(std::move(card));
  }
  static void read_person(EditionReader& in, CardData& card) {
    card.die = in.byte("die", 1, kFaces, "the die that serves them");
    card.pays = in.byte("pays", 0, 50, "ducats they pay");
    card.points = in.byte("points", 0, 50, "points at the end");
  }

  void read_cards() {
    top_.each_of("staff", kStaffIds, "the tavern cards for sale", [&](EditionReader& in, size_t i) {
      CardData card;
      card.id = kStaffIds[i];
      card.count = in.byte("count", kMaxPlayers, 20, "how many there are");
      card.price = in.byte("price", 0, 50, "ducats it costs");
      card.points = in.byte("points", 0, 50, "points at the end");
      if (card_at(static_cast<int>(i)) == Card::kBard) card.module = 3;
      add_card(in, std::move(card));
    });
    section("noble", "the nobles", [&](EditionReader& in) {
      CardData card;
      card.id = "noble";
      card.kind = CardClass::kNoble;
      card.line = Line::kNoble;
      card.count = in.byte("count", 0, 100, "how many there are");
      read_person(in, card);
      add_card(in, std::move(card));
    });
    top_.each("regulars", "the regulars every player begins with, 7 at most",
              [&](EditionReader& in, size_t) {
                CardData card;
                card.id = in.id(kCardName);
                card.kind = CardClass::kRegular;
                card.line = Line::kRegular;
                card.count = in.byte("count", 1, 7, "how many of them each player has");
                read_person(in, card);
                add_card(in, std::move(card));
              });
    std::string open_pile;
    section("display", "the guests on offer", [&](EditionReader& in) {
      open_pile = in.string("open_pile", "the guest whose cards lie open as a pile");
      e_.display = in.integer("slots", 1, kMaxSlots - 1, "further guests that lie open");
    });
    top_.each("guests", "the guests, 56 cards at most",
              [&](EditionReader& in, size_t) { read_guest(in, open_pile); });
    if (top_.ok() && e_.open_pile == Card::kNone) {
      top_.fail("display.open_pile", "is '" + open_pile + "', which is no guest");
    }
  }
  void read_guest(EditionReader& in, std::string_view open_pile) {
    CardData card;
    card.id = in.id(kCardName);
    card.kind = CardClass::kGuest;
    card.price = in.byte("cost", 1, 50, "beer it costs to recruit them");
    if (card.price >= 3 && card.price <= 8) {
      card.line = static_cast<Line>(index(Line::kGuest3) + card.price - 3);
    }
    card.count = in.byte("count", 1, 20, "how many there are");
    read_person(in, card);
    const bool is_open = card.id == open_pile;
    if (in.has("bonus")) {
      card.bonus = reward(in, "bonus", is_open ? Place::kOpenPile : Place::kGuest,
                          "what recruiting them gives; nothing if left out");
    }
    card.white_reputation =
        in.byte_or("white_reputation", 0, 5, 0, "reputation when served with a white die");
    card.module = in.byte_or("module", 1, 5, 1, "the module they come with");
    if (is_open && in.ok()) {
      if (card.module != 1) in.fail("module", "must be 1 for the open pile");
      e_.open_pile = card_at(e_.kinds());
    }
    add_card(in, std::move(card));
  }

  void read_tiles() {
    top_.each_of(
        "tiles", kTileIds, "the tiles of the tavern board", [&](EditionReader& in, size_t i) {
          TileData& tile = e_.tiles[i];
          tile.cost = in.byte("cost", 0, 99, "ducats the upgrade costs");
          tile.base = in.byte("base", 0, 10,
                              "what it does: tables, coins, beer, steps, or how much it keeps");
          tile.upgraded =
              in.byte("upgraded", tile.base, 10, "the same after the upgrade; not less");
          constexpr std::array<std::string_view, 2> kWorks{"at_once", "next_round"};
          tile.next_round = in.one_of("works", kWorks, "when the upgrade begins to work") == 1;
          if (in.has("card")) {
            tile.card = card_at(in.one_of("card", kStaffIds,
                                          "cards that may be given back for a discount, if any"));
            tile.discount = in.byte("discount", 0, 50, "ducats off for each of them");
          }
          const bool takes_dice = tile_at(static_cast<int>(i)) == Tile::kMonk ||
                                  tile_at(static_cast<int>(i)) == Tile::kSupplier;
          if (takes_dice) {
            for (const int face :
                 in.numbers("dice", {0, kFaces}, 1, kFaces, "monk and supplier: the dice it takes"))
              tile.accepts = static_cast<uint8_t>(tile.accepts | 1 << face);
          }
        });
    if (top_.ok() && e_[Tile::kTables].base < 1) top_.fail("tiles[0].base", "must be 1 or more");
  }

  void read_monastery() {
    section("monastery", "the monastery track", [&](EditionReader& in) {
      e_.monastery_last = in.integer("last", 1, kMaxSpaces - 1, "its last space");
      constexpr std::array<std::string_view, 2> kSides{"summer", "winter"};
      for (size_t side = 0; side < kSides.size(); ++side) {
        int steps = 0;
        in.each(kSides[side],
                side == 0 ? engine::Meaning("rewards of module 1")
                          : engine::Meaning("rewards of modules 2 to 5"),
                [&](EditionReader& space, size_t) {
                  const int at =
                      space.integer("space", 1, e_.monastery_last, "where the reward stands");
                  Reward& there = e_.monastery[side][static_cast<size_t>(at)];
                  if (there.effect != Effect::kNothing) space.fail("space", "stands twice");
                  there = reward(space, "reward", Place::kMonastery, "the reward");
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
    section("round_track", "what each round brings", [&](EditionReader& in) {
      in.each("summer", "module 1", [&](EditionReader& round, size_t) { read_round(round, 0); });
      in.each("winter", "modules 2 to 5",
              [&](EditionReader& round, size_t) { read_round(round, 1); });
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
  void read_round(EditionReader& in, size_t side) {
    RoundData& round =
        e_.track[side][static_cast<size_t>(in.integer("round", 1, kMaxRounds, "which round"))];
    round.schnapps = in.byte_or("schnapps", 0, 9, 0, "schnapps for everybody; not in summer");
    round.bar_guest = in.boolean_or("bar_guest", false, "a bar guest for everybody");
    round.free_upgrade = in.boolean_or("free_upgrade", false, "everybody may upgrade a tile");
    if (const int who = in.one_of_or_none("entertainer", kEntertainerIds,
                                          "an entertainer for everybody; not in summer");
        who >= 0) {
      round.entertainer = static_cast<Entertainer>(who);
    }
    if (in.has("choose")) read_choices(in, round);
    const bool used = round.schnapps > 0 || round.entertainer != Entertainer::kNone;
    if (side == 0 && used && in.ok()) in.fail("round", "of summer has no schnapps or entertainer");
    if (round.free_upgrade && !round.choices.empty())
      in.fail("choose", "and free_upgrade exclude each other");
  }
  static void read_choices(EditionReader& in, RoundData& round) {
    std::array<std::string_view, kStaffKinds + 2> ids;
    std::copy(kStaffIds.begin(), kStaffIds.end(), ids.begin());
    ids[kStaffKinds] = "guest";
    ids[kStaffKinds + 1] = "die";
    for (const int found :
         in.names("choose", {0, 4}, ids, "up to 4 different things of which everybody takes one")) {
      const Bonus bonus = found == kStaffKinds       ? Bonus::kGuest
                          : found == kStaffKinds + 1 ? Bonus::kDie
                                                     : bonus_card(card_at(found));
      if (!in.ok()) return;
      if (round.choices.contains(bonus)) return in.fail("choose", "must hold different things");
      round.choices.push_back(bonus);
    }
  }

  template <int n>
  void read_staff_list(EditionReader& in, std::string_view key, engine::SmallVec<Card, n>& list,
                       engine::Meaning meaning) {
    for (const int card : in.names(key, {0, n}, kStaffIds, meaning)) list.push_back(card_at(card));
    for (Card card : list) {
      if (in.ok() && list.count(card) * kMaxPlayers > e_[card].count) {
        in.fail(key, "holds more cards than four players can have");
      }
    }
  }
  void read_start() {
    section("start_deck", "the deck of each player at the start", [&](EditionReader& in) {
      read_staff_list(in, "cards", e_.start_deck, "tavern cards besides the regulars, 8 at most");
    });
    if (top_.ok() && e_.start_deck.contains(Card::kBard)) {
      top_.fail("start_deck.cards", "cannot hold a bard: that is module 3");
    }
    section("start_cards", "the start cards of module 4", [&](EditionReader& in) {
      in.each("cards", "5 to 12 of them", [&](EditionReader& card, size_t) {
        StartCard start;
        start.id = card.id_among(e_.start_cards, kCardName);
        read_staff_list(card, "cards", start.cards, "the tavern cards it gives, 6 at most");
        start.ducats = card.byte("ducats", 0, e_[Tile::kSafe].base,
                                 "ducats it gives; the safe must hold them");
        if (card.ok()) e_.start_cards.push_back(std::move(start));
      });
      const size_t count = e_.start_cards.size();
      if (in.ok() && (count < kMaxPlayers + 1 || count > kMaxStartCards)) {
        in.fail("cards", "must hold 5 to 12 cards");
      }
    });
  }

  void read_modules() {
    top_.each_of("entertainers", kEntertainerIds, "the entertainers of module 2",
                 [&](EditionReader& in, size_t i) {
                   e_.entertainers[i][0] = reward(in, "A", Place::kEntertainer, "what side A does");
                   e_.entertainers[i][1] = reward(in, "B", Place::kEntertainer, "what side B does");
                 });
    section("reputation", "the reputation track of module 3", [&](EditionReader& in) {
      e_.reputation_last = in.integer("last", 1, kMaxReputation, "its last space");
      in.each("side_A", "rewards on the way", [&](EditionReader& space, size_t) {
        const auto at = static_cast<size_t>(
            space.integer("space", 1, e_.reputation_last, "where the reward stands"));
        if (e_.reputation[at].effect != Effect::kNothing) space.fail("space", "stands twice");
        e_.reputation[at] = reward(space, "reward", Place::kReputation, "the reward");
      });
      const std::vector<int> points =
          in.numbers("side_B_points", static_cast<size_t>(e_.reputation_last) + 1, 0, 200,
                     "points of the host on its other side, for each space from 0 on");
      for (size_t i = 0; i < points.size() && in.ok(); ++i)
        e_.host_points[i] = static_cast<uint8_t>(points[i]);
    });
    section("guest_book", "the guest book of module 5", [&](EditionReader& in) {
      in.each("rewards", "what signatures bring", [&](EditionReader& row, size_t) {
        const auto at = static_cast<size_t>(
            row.integer("signatures", 1, kLines, "how many signatures it takes"));
        if (e_.book[at].effect != Effect::kNothing) row.fail("signatures", "stands twice");
        e_.book[at] = reward(row, "reward", Place::kBook, "the reward");
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

  // What can be played, but is hardly the game.
  void think_twice() {
    if (e_[Card::kNoble].count == 0) {
      top_.warn("noble",
                "has the count 0: upgrades, crowns and beer bring no nobles, and the most points "
                "of the game are gone");
    } else if (e_.noble_prices.empty() && e_.upgrade_nobles == 0) {
      top_.warn("noble_prices",
                "are none and upgrades bring none either: nobles come by crowns "
                "only");
    }
    if (e_.recruits_per_turn == 0) top_.warn("limits", "let nobody ever recruit a guest");
    if (e_.buys_per_kind == 0) top_.warn("limits", "let nobody ever buy a card");
    if (std::ranges::all_of(e_.tiles, [](const TileData& t) { return t.upgraded == t.base; }))
      top_.warn("tiles", "change nothing when they are upgraded");
    if (std::ranges::all_of(e_.cards, [](const CardData& c) { return c.points == 0; }))
      top_.warn("guests", "and all other cards are worth no points");
    bool beer = e_[Tile::kBarrel].upgraded > 0 || e_[Tile::kSupplier].upgraded > 0;
    beer = beer || e_[Card::kBeerMerchant].count > 0;
    if (!beer) top_.warn("tiles", "give no beer: nobody can recruit");
  }

  static constexpr engine::Meaning kCardName =
      "the card's name in actions; `texts` may name it for people";

  Error error_;
  EditionReader top_;
  Edition& e_;
};

}  // namespace

Error load_edition(const Json& json, Edition& edition, engine::EditionNotes* notes) {
  return Reader(json, edition, notes).run();
}

}  // namespace tiefenthal
