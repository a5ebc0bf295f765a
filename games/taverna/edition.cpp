#include "games/taverna/edition.h"

#include <span>

namespace taverna {

using engine::Error;
using engine::ErrorCode;
using engine::FieldReader;
using engine::Json;

const std::array<std::string_view, kEffects> kEffectIds{
    "gain_level",     "two_levels",  "lowest_level", "slander",      "shared_fame", "take_coins",
    "deed_coins",     "pickpocket",  "collection",   "happy_hour",   "alchemy",     "move_customer",
    "swap_customers", "eviction",    "polymorph",    "illusion",     "add_mask",    "closed_doors",
    "new_arrivals",   "draw_spells", "mind_theft",   "summons",      "activation",  "take_favour",
    "refresh_favour", "place_guild", "ward",         "counterspell", "curse"};
const std::array<std::string_view, kPeoples> kPeopleIds{"elf", "dwarf", "orc", "human"};
const std::array<std::string_view, kSymbols> kSymbolIds{"beer", "lyre", "book", "mask"};
const std::array<std::string_view, kDignitaries> kDignitaryIds{"notary", "gobtrotter", "princess",
                                                               "ambassador"};
const std::array<std::string_view, kFavours> kFavourIds{
    "change_symbol", "place_guild",  "add_beer",      "add_book",     "add_lyre",
    "add_mask",      "second_spell", "move_customer", "other_people", "gain_level"};
const std::array<std::string_view, kScorings> kScoringIds{"king", "queen", "master_of_coins",
                                                          "archduke", "archmage"};
const std::array<std::string_view, kMaxPlayers> kColourIds{"blue", "red", "green", "yellow",
                                                           "black"};
const std::array<std::string_view, 3> kPhaseIds{"pre", "picked", "post"};
const std::array<std::string_view, kWindows> kWindowIds{"start", "seated", "end", "notary",
                                                        "spell"};

namespace {

int find_id(std::span<const std::string_view> ids, std::string_view id) {
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == id) return static_cast<int>(i);
  }
  return -1;
}

std::string list_of(std::span<const std::string_view> ids) {
  std::string all;
  for (std::string_view name : ids) all += (all.empty() ? "" : ", ") + std::string(name);
  return all;
}

// A field that must be one of the given names.
int one_of(FieldReader& in, std::string_view key, std::span<const std::string_view> ids) {
  const std::string_view id = in.string(key);
  const int index = find_id(ids, id);
  if (index < 0 && in.ok())
    in.fail(key, "is '" + std::string(id) + "', which is none of: " + list_of(ids));
  return index < 0 ? 0 : index;
}

// A list of names, each at most once, as bits.
uint32_t bits_of(FieldReader& in, std::string_view key, std::span<const std::string_view> ids) {
  uint32_t bits = 0;
  for (const Json& item : in.array(key).items) {
    const int index = find_id(ids, item.text);
    if (index < 0 || (bits >> index & 1u) != 0) {
      in.fail(key, "must list, each once, some of: " + list_of(ids));
      return 0;
    }
    bits |= 1u << index;
  }
  return bits;
}

// A list of whole numbers that don't fall.
template <size_t n>
void read_rising(FieldReader& in, std::string_view key, size_t count,
                 std::array<uint8_t, n>& numbers) {
  const Json& list = in.array(key);
  if (in.ok() && list.items.size() != count)
    in.fail(key, "must hold " + std::to_string(count) + " numbers");
  int64_t last = 0;
  for (size_t i = 0; i < list.items.size() && i < count && in.ok(); ++i) {
    const Json& item = list.items[i];
    if (!item.is_integer() || item.integer < last || item.integer > 60) {
      in.fail(key, "must hold whole numbers from 0 to 60 that don't fall");
      break;
    }
    last = item.integer;
    numbers[i] = static_cast<uint8_t>(last);
  }
}

std::string checked_id(FieldReader& in) {
  std::string id(in.string("id"));
  if (in.ok() && (id.empty() || id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") !=
                                    std::string::npos)) {
    in.fail("id", "must be a word of small letters, digits and '_'");
  }
  return id;
}

class Loader {
 public:
  Loader(const Json& json, Edition& edition)
      : e_(edition), in_(json, "", error_, ErrorCode::kEdition) {}

  Error run() {
    if (in_.string("game") != "taverna") in_.fail("game", "must be 'taverna'");
    in_.string("edition");
    in_.integer("version", 1, 1);
    in_.ignore("source");
    read_figures();
    read_tracks();
    read_taverns();
    read_dignitaries();
    read_favours();
    read_customers();
    read_players();
    read_spells();
    read_scorings();
    in_.finish();
    return error_;
  }

 private:
  FieldReader part(FieldReader& from, std::string_view key) {
    FieldReader in(from.object(key), from.path(key), error_, ErrorCode::kEdition);
    in.ignore("source");
    return in;
  }
  template <class Each>
  void each(std::string_view key, Each read) {
    const Json& list = in_.array(key);
    for (size_t i = 0; i < list.items.size() && !error_; ++i) {
      FieldReader in(list.items[i], std::string(key) + "[" + std::to_string(i) + "]", error_,
                     ErrorCode::kEdition);
      in.ignore("source");
      read(in, i);
      in.finish();
    }
  }

  void read_figures() {
    FieldReader start = part(in_, "start");
    e_.start_coins = start.integer("coins", 0, 60);
    e_.start_spells = start.integer("spells", 0, 4);
    e_.deed_tokens = start.integer("deed_tokens", 2, 5);
    start.finish();
    FieldReader tiles = part(in_, "tiles");
    e_.tiles = tiles.integer("per_people", 1, 40);
    tiles.finish();
    FieldReader privileges = part(in_, "privileges");
    e_.privileges = privileges.integer("tokens", kTaverns, 40);
    privileges.finish();
    FieldReader guilds = part(in_, "guild_tokens");
    for (size_t i = 0; i < kGuilds; ++i)
      e_.guild_tokens[i] = static_cast<uint8_t>(guilds.integer(kSymbolIds[i], 0, 20));
    e_.guild_points = guilds.integer("points", 0, 20);
    guilds.finish();
    FieldReader castle = part(in_, "castle");
    e_.display = castle.integer("favours_shown", 1, kMaxDisplay);
    e_.row = castle.integer("customer_row", 1, kMaxRow);
    castle.finish();
    FieldReader prices = part(in_, "prices");
    e_.sell_spell = prices.integer("sell_spell", 0, 20);
    e_.spell_at_end = prices.integer("spell_at_end", 0, 20);
    e_.privilege_at_end = prices.integer("privilege_at_end", 0, 20);
    e_.extra_activation = prices.integer("extra_activation", 1, 20);
    e_.moved_customer = prices.integer("moved_customer", 0, 20);
    prices.finish();
  }

  void read_tracks() {
    FieldReader in = part(in_, "tracks");
    const Json& ends = in.array("end_points");
    if (in.ok() && ends.items.size() != kLevels) in.fail("end_points", "must hold 8 numbers");
    for (size_t i = 0; i < ends.items.size() && in.ok(); ++i) {
      if (!ends.items[i].is_integer() || ends.items[i].integer < -60 ||
          ends.items[i].integer > 60) {
        in.fail("end_points", "must hold whole numbers from -60 to 60");
      } else {
        e_.end_points[i] = static_cast<int8_t>(ends.items[i].integer);
      }
    }
    FieldReader all = part(in, "bonuses");
    for (size_t p = 0; p < kPeoples && !error_; ++p) {
      FieldReader track = part(all, kPeopleIds[p]);
      for (int level = 1; level < kLevels && !error_; ++level) {
        const std::string key = std::to_string(level);
        if (!track.has(key)) continue;
        FieldReader bonus = part(track, key);
        constexpr std::array<std::string_view, 4> kKinds{"spell", "privilege", "coins", "points"};
        for (size_t kind = 0; kind < kKinds.size(); ++kind) {
          if (!bonus.has(kKinds[kind])) continue;
          Bonus& slot = e_.bonus[p][static_cast<size_t>(level)];
          if (slot.amount != 0) bonus.fail(kKinds[kind], "is a second bonus of this level");
          slot = {static_cast<BonusKind>(kind + 1),
                  static_cast<uint8_t>(bonus.integer(kKinds[kind], 1, 20))};
        }
        bonus.finish();
      }
      track.finish();
    }
    all.finish();
    in.finish();
  }

  void read_side(FieldReader& from, std::string_view key, TavernSide& side) {
    FieldReader in = part(from, key);
    const Json& tables = in.array("tables");
    if (in.ok() && (tables.items.empty() || tables.items.size() > kMaxTables))
      in.fail("tables", "must list 1 to 8 tables");
    for (size_t i = 0; i < tables.items.size() && in.ok(); ++i) {
      const int people = find_id(kPeopleIds, tables.items[i].text);
      if (people < 0) in.fail("tables", "must name peoples out of " + list_of(kPeopleIds));
      side.people[i] = static_cast<People>(people);
    }
    side.tables = static_cast<uint8_t>(tables.items.size());
    const Json& deeds = in.array("deeds");
    if (in.ok() && (deeds.items.empty() || deeds.items.size() > kMaxDeeds))
      in.fail("deeds", "must list 1 to 4 deeds");
    for (size_t i = 0; i < deeds.items.size() && in.ok(); ++i) {
      FieldReader deed(deeds.items[i], in.path("deeds") + "[" + std::to_string(i) + "]", error_,
                       ErrorCode::kEdition);
      side.deed[i] = {static_cast<uint8_t>(deed.integer("price", 0, 60)),
                      static_cast<uint8_t>(deed.integer("points", 0, 60))};
      deed.finish();
    }
    side.deeds = static_cast<uint8_t>(deeds.items.size());
    in.finish();
  }

  void read_taverns() {
    int large = 0;
    size_t count = 0;
    each("taverns", [&](FieldReader& in, size_t i) {
      if (i >= kTaverns) return in.fail("id", "is a sixth tavern: there are five");
      Tavern& tavern = e_.taverns[i];
      tavern.id = checked_id(in);
      for (size_t j = 0; j < i; ++j) {
        if (e_.taverns[j].id == tavern.id) in.fail("id", "'" + tavern.id + "' stands twice");
      }
      tavern.large = in.boolean_or("large", false);
      tavern.guild =
          static_cast<Symbol>(one_of(in, "guild", std::span(kSymbolIds).first<kGuilds>()));
      read_side(in, "A", tavern.side[0]);
      read_side(in, "B", tavern.side[1]);
      large += tavern.large ? 1 : 0;
      ++count;
    });
    if (error_) return;
    if (count != kTaverns || large != 1) in_.fail("taverns", "must be five, one of them large");
    for (size_t side = 0; side < 2 && !error_; ++side) {
      int tables = 0;
      for (const Tavern& tavern : e_.taverns) tables += tavern.side[side].tables;
      // R12: whoever picks a customer finds a tile of some people.
      if (kPeoples * e_.tiles <= tables)
        in_.fail("tiles", "must be more in all than there are tables on a side of the board");
    }
  }

  void read_dignitaries() {
    FieldReader all = part(in_, "dignitaries");
    for (size_t d = 0; d < kDignitaries && !error_; ++d) {
      FieldReader in = part(all, kDignitaryIds[d]);
      if (static_cast<Dignitary>(d) == Dignitary::kNotary) {
        e_.takeover = in.integer("takeover", 0, 60);
      } else {
        read_rising(in, "prices", static_cast<Dignitary>(d) == Dignitary::kGobtrotter ? 2 : 3,
                    e_.prices[d]);
        if (in.ok() && e_.prices[d][0] == 0) in.fail("prices", "must begin with 1 or more");
      }
      in.finish();
    }
    all.finish();
  }

  void read_favours() {
    int tiles = 0;
    size_t count = 0;
    each("favours", [&](FieldReader& in, size_t i) {
      if (i >= kFavours || in.string("id") != kFavourIds[i])
        return in.fail("id", i < kFavours ? "must be '" + std::string(kFavourIds[i]) + "' here"
                                          : "is an eleventh kind: there are ten");
      e_.favour_copies[i] = static_cast<uint8_t>(in.integer("copies", 0, 9));
      tiles += e_.favour_copies[i];
      ++count;
    });
    if (error_) return;
    if (count != kFavours) in_.fail("favours", "must list ten kinds");
    if (tiles < e_.display) in_.fail("favours", "are fewer than are shown at the castle");
  }

  void read_customers() {
    constexpr std::array<std::string_view, 3> kSets{"2+", "4+", "5"};
    constexpr std::array<uint8_t, 3> kFrom{2, 4, 5};
    each("customers", [&](FieldReader& in, size_t i) {
      CustomerData card;
      card.id = checked_id(in);
      for (const CustomerData& other : e_.customers) {
        if (other.id == card.id) in.fail("id", "'" + card.id + "' stands twice");
      }
      card.from_players = kFrom[static_cast<size_t>(one_of(in, "set", kSets))];
      const Json& peoples = in.array("peoples");
      if (in.ok() && (peoples.items.empty() || peoples.items.size() > 2))
        in.fail("peoples", "must name one people or two");
      for (size_t n = 0; n < peoples.items.size() && in.ok(); ++n) {
        const int people = find_id(kPeopleIds, peoples.items[n].text);
        if (people < 0) in.fail("peoples", "must name peoples out of " + list_of(kPeopleIds));
        (n == 0 ? card.first : card.second) = static_cast<People>(people);
      }
      if (in.ok() && card.first == card.second) in.fail("peoples", "must be different");
      const uint32_t symbols = bits_of(in, "symbols", kSymbolIds);
      for (int symbol = 0; symbol < kSymbols; ++symbol) {
        if ((symbols >> symbol & 1u) != 0) card.symbols.insert(static_cast<Symbol>(symbol));
      }
      if (i >= kMaxCards) in.fail("id", "is one card too many: 64 fit");
      e_.customers.push_back(std::move(card));
    });
  }

  void read_players() {
    constexpr std::array<std::string_view, 2> kSides{"A", "B"};
    size_t count = 0;
    each("players", [&](FieldReader& in, size_t i) {
      const int players = in.integer("players", 2, kMaxPlayers);
      if (in.ok() && players != static_cast<int>(i) + 2)
        return in.fail("players", "must be " + std::to_string(i + 2) + " here");
      if (!in.ok()) return;
      PlayerCount& data = e_.players[static_cast<size_t>(players)];
      data.side = static_cast<uint8_t>(one_of(in, "side", kSides));
      data.turns = static_cast<uint8_t>(in.integer("turns_each", 1, 12));
      data.income = static_cast<uint8_t>(in.integer("income", 0, 20));
      data.feast = static_cast<uint8_t>(in.integer("feast", 0, 20));
      // Two players also choose in the order of the Queen's track.
      data.scorings =
          static_cast<uint8_t>(in.integer("royal_scorings_each", 1, players == 2 ? 2 : 1));
      const uint32_t sets = bits_of(in, "sets", std::array<std::string_view, 3>{"2+", "4+", "5"});
      for (size_t c = 0; c < e_.customers.size(); ++c) {
        const int from = e_.customers[c].from_players;
        if ((sets >> (from == 2 ? 0 : from - 3) & 1u) != 0)
          data.customers.insert(static_cast<int>(c));
      }
      // R3, R37: so many that the row is always full.
      if (in.ok() && data.customers.size() < players * data.turns + e_.row)
        in.fail("sets", "hold too few customers for a full row in every turn");
      ++count;
    });
    if (!error_ && count != kMaxPlayers - 1) in_.fail("players", "must list 2 to 5 players");
  }

  // When an effect makes sense; a file may narrow it down.
  static void possible_times(Effect effect, uint8_t& phases, uint8_t& windows) {
    constexpr auto kBits = [](auto... p) {
      return static_cast<uint8_t>(((1u << static_cast<int>(p)) | ...));
    };
    constexpr uint8_t kOwn = kBits(Phase::kPre, Phase::kPicked, Phase::kPost);
    constexpr uint8_t kOpen = kBits(Window::kStart, Window::kSeated, Window::kEnd);
    phases = kOwn;
    windows = kOpen;
    switch (effect) {
      case Effect::kSharedFame:
        phases = 0;
        windows = kBits(Window::kSeated, Window::kEnd);
        break;
      case Effect::kHappyHour:
        phases = kBits(Phase::kPost);
        windows = kBits(Window::kSeated, Window::kEnd);
        break;
      case Effect::kIllusion:
        phases = kBits(Phase::kPre, Phase::kPicked);
        windows = 0;
        break;
      case Effect::kAddMask:
        phases = kBits(Phase::kPicked);
        windows = 0;
        break;
      case Effect::kActivation:
        windows = 0;
        break;
      case Effect::kClosedDoors:
        phases = 0;
        windows = kBits(Window::kStart);
        break;
      case Effect::kNewArrivals:
        phases = kBits(Phase::kPre);
        windows = kBits(Window::kStart);
        break;
      case Effect::kWard:
        phases = 0;
        windows = kBits(Window::kNotary);
        break;
      case Effect::kCounterspell:
        phases = 0;
        windows = kBits(Window::kSpell);
        break;
      case Effect::kCurse:
        phases = windows = 0;
        break;
      default:
        break;
    }
  }

  static void read_amounts(FieldReader& in, SpellData& spell) {
    switch (spell.effect) {
      case Effect::kGainLevel:
        spell.people = static_cast<People>(one_of(in, "people", kPeopleIds));
        break;
      case Effect::kTakeCoins:
      case Effect::kDeedCoins:
      case Effect::kPickpocket:
      case Effect::kAlchemy:
        spell.amount = static_cast<uint8_t>(in.integer("coins", 0, 20));
        break;
      case Effect::kCollection:
        spell.amount = static_cast<uint8_t>(in.integer("coins_small", 0, 20));
        spell.amount_large = static_cast<uint8_t>(in.integer("coins_large", 0, 20));
        break;
      case Effect::kDrawSpells:
        spell.amount = static_cast<uint8_t>(in.integer("cards", 1, 9));
        break;
      default:
        break;
    }
  }

  void read_spells() {
    each("spells", [&](FieldReader& in, size_t i) {
      SpellData spell;
      spell.id = checked_id(in);
      for (const SpellData& other : e_.spells) {
        if (other.id == spell.id) in.fail("id", "'" + spell.id + "' stands twice");
      }
      spell.effect = static_cast<Effect>(one_of(in, "effect", kEffectIds));
      spell.cost = static_cast<uint8_t>(in.integer("cost", 0, 20));
      spell.copies =
          static_cast<uint8_t>(in.integer("copies", 0, spell.effect == Effect::kCurse ? 1 : 3));
      spell.lightning = in.boolean_or("lightning", false);
      const auto steps = static_cast<uint8_t>(bits_of(in, "steps", kPhaseIds) << 1);
      const auto windows = static_cast<uint8_t>(bits_of(in, "windows", kWindowIds));
      uint8_t may_steps = 0;
      uint8_t may_windows = 0;
      possible_times(spell.effect, may_steps, may_windows);
      if ((steps & ~may_steps) != 0)
        in.fail("steps", "hold one in which this effect is impossible");
      if ((windows & ~may_windows) != 0)
        in.fail("windows", "hold one in which this effect is impossible");
      if (in.ok() && spell.lightning != (windows != 0))
        in.fail("lightning", "must be true exactly when there are windows");
      if (in.ok() && spell.effect != Effect::kCurse && steps == 0 && windows == 0)
        in.fail("steps", "are none, and no windows either: the spell could never be cast");
      spell.phases = steps;
      spell.windows = windows;
      read_amounts(in, spell);
      add_cards(in, spell, i);
      e_.spells.push_back(std::move(spell));
    });
    if (error_) return;
    // R38: dealing to five must leave a pile, also when nobody acts out of turn.
    const int least = kMaxPlayers * e_.start_spells + 1;
    if ((e_.all_spells - e_.out_of_turn_only).size() < least)
      in_.fail("spells", "are too few to be dealt to five players");
  }

  void add_cards(FieldReader& in, const SpellData& spell, size_t kind) {
    for (int copy = 0; copy < spell.copies && in.ok(); ++copy) {
      const int card = static_cast<int>(e_.card_kind.size());
      if (card >= kMaxCards) return in.fail("copies", "make more than 64 cards in all");
      e_.card_kind.push_back(static_cast<Spell>(kind));
      if (spell.effect == Effect::kCurse) {
        if (!e_.curses.empty()) in.fail("effect", "is a second Curse: there is one at most");
        e_.curses.insert(card);
        continue;
      }
      e_.all_spells.insert(card);
      if (spell.phases == 0) e_.out_of_turn_only.insert(card);
      if (spell.effect == Effect::kNewArrivals && ++arrivals_ > kMaxReturns)
        in.fail("copies", "make more than 4 cards of this effect");
      for (int w = 0; w < kWindows; ++w) {
        if (spell.in_window(static_cast<Window>(w)))
          e_.window_cards[static_cast<size_t>(w)].insert(card);
      }
    }
  }

  void read_scorings() {
    size_t count = 0;
    each("royal_scorings", [&](FieldReader& in, size_t i) {
      if (i >= kScorings || in.string("id") != kScoringIds[i])
        return in.fail("id", i < kScorings ? "must be '" + std::string(kScoringIds[i]) + "' here"
                                           : "is a sixth scoring: there are five");
      ScoringData& scoring = e_.scoring[i];
      if (static_cast<Scoring>(i) == Scoring::kKing) {
        read_rising(in, "points", 1, scoring.points);
        e_.king_points = scoring.points[0];
      } else {
        read_rising(in, "thresholds", 5, scoring.threshold);
        read_rising(in, "points", 5, scoring.points);
      }
      ++count;
    });
    if (!error_ && count != kScorings) in_.fail("royal_scorings", "must be five");
  }

  Error error_;
  int arrivals_ = 0;
  Edition& e_;
  FieldReader in_;
};

}  // namespace

Error load_edition(const Json& json, Edition& edition) { return Loader(json, edition).run(); }

}  // namespace taverna
