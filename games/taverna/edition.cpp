#include "games/taverna/edition.h"

#include <algorithm>
#include <span>

#include "engine/named.h"

namespace taverna {

using engine::EditionReader;
using engine::Error;
using engine::Json;

const std::array<std::string_view, kEffects> kEffectIds = engine::table<Effect, std::string_view>({
    {Effect::kGainLevel, "gain_level"},
    {Effect::kTwoLevels, "two_levels"},
    {Effect::kLowestLevel, "lowest_level"},
    {Effect::kSlander, "slander"},
    {Effect::kSharedFame, "shared_fame"},
    {Effect::kTakeCoins, "take_coins"},
    {Effect::kDeedCoins, "deed_coins"},
    {Effect::kPickpocket, "pickpocket"},
    {Effect::kCollection, "collection"},
    {Effect::kHappyHour, "happy_hour"},
    {Effect::kAlchemy, "alchemy"},
    {Effect::kMoveCustomer, "move_customer"},
    {Effect::kSwapCustomers, "swap_customers"},
    {Effect::kEviction, "eviction"},
    {Effect::kPolymorph, "polymorph"},
    {Effect::kIllusion, "illusion"},
    {Effect::kAddMask, "add_mask"},
    {Effect::kClosedDoors, "closed_doors"},
    {Effect::kNewArrivals, "new_arrivals"},
    {Effect::kDrawSpells, "draw_spells"},
    {Effect::kMindTheft, "mind_theft"},
    {Effect::kSummons, "summons"},
    {Effect::kActivation, "activation"},
    {Effect::kTakeFavour, "take_favour"},
    {Effect::kRefreshFavour, "refresh_favour"},
    {Effect::kPlaceGuild, "place_guild"},
    {Effect::kWard, "ward"},
    {Effect::kCounterspell, "counterspell"},
    {Effect::kCurse, "curse"},
});
const std::array<std::string_view, kPeoples> kPeopleIds{"elf", "dwarf", "orc", "human"};
const std::array<std::string_view, kSymbols> kSymbolIds{"beer", "lyre", "book", "mask"};
const std::array<std::string_view, kDignitaries> kDignitaryIds{"notary", "gobtrotter", "princess",
                                                               "ambassador"};
const std::array<std::string_view, kFavours> kFavourIds = engine::table<Favour, std::string_view>({
    {Favour::kChangeSymbol, "change_symbol"},
    {Favour::kPlaceGuild, "place_guild"},
    {Favour::kAddBeer, "add_beer"},
    {Favour::kAddBook, "add_book"},
    {Favour::kAddLyre, "add_lyre"},
    {Favour::kAddMask, "add_mask"},
    {Favour::kSecondSpell, "second_spell"},
    {Favour::kMoveCustomer, "move_customer"},
    {Favour::kOtherPeople, "other_people"},
    {Favour::kGainLevel, "gain_level"},
});
const std::array<std::string_view, kScorings> kScoringIds{"king", "queen", "master_of_coins",
                                                          "archduke", "archmage"};
const std::array<std::string_view, kMaxPlayers> kColourIds{"blue", "red", "green", "yellow",
                                                           "black"};
const std::array<std::string_view, 3> kPhaseIds{"pre", "picked", "post"};
const std::array<std::string_view, kWindows> kWindowIds{"start", "seated", "end", "notary",
                                                        "spell"};

namespace {

constexpr std::array<std::string_view, 3> kSets{"2+", "4+", "5"};

class Loader {
 public:
  Loader(const Json& json, Edition& edition, engine::EditionNotes* notes)
      : e_(edition), in_(json, error_, notes) {}

  Error run() {
    in_.head("taverna");
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
    if (!error_) think_twice();
    return error_;
  }

 private:
  void read_figures() {
    EditionReader start = in_.part("start", "what each player begins with");
    e_.start_coins = start.integer("coins", 0, 60, "coins");
    e_.start_spells = start.integer("spells", 0, 4, "spell cards");
    e_.deed_tokens =
        start.integer("deed_tokens", 2, 5, "tokens to mark deeds with: so many one may own");
    start.finish();
    EditionReader tiles = in_.part("tiles", "the customer tiles that fill the tables");
    e_.tiles = tiles.integer("per_people", 1, 40, "tiles of each people");
    tiles.finish();
    EditionReader privileges = in_.part("privileges", "the privilege tokens");
    e_.privileges = privileges.integer("tokens", kTaverns, 40, "how many there are");
    privileges.finish();
    EditionReader guilds = in_.part("guild_tokens", "the guild tokens");
    for (size_t i = 0; i < kGuilds; ++i) {
      e_.guild_tokens[i] = guilds.byte(kSymbolIds[i], 0, 20, {"tokens of this guild", "SYMBOL"});
    }
    e_.guild_points = guilds.integer("points", 0, 20, "points for placing one");
    guilds.finish();
    EditionReader castle = in_.part("castle", "what lies open beside the board");
    e_.display = castle.integer("favours_shown", 1, kMaxDisplay, "favours shown at the castle");
    e_.row = castle.integer("customer_row", 1, kMaxRow, "customers to choose from");
    castle.finish();
    EditionReader prices = in_.part("prices", "what small things cost and pay, in coins or points");
    e_.sell_spell = prices.integer("sell_spell", 0, 20, "coins for a spell that is sold");
    e_.spell_at_end = prices.integer("spell_at_end", 0, 20, "coins for a spell in hand at the end");
    e_.privilege_at_end =
        prices.integer("privilege_at_end", 0, 20, "points for a privilege at the end");
    e_.extra_activation =
        prices.integer("extra_activation", 1, 20, "privileges that a further dignitary costs");
    e_.moved_customer = prices.integer("moved_customer", 0, 20,
                                       "coins for each owner of the tavern a customer moves to");
    prices.finish();
  }

  void read_tracks() {
    EditionReader in = in_.part("tracks", "the fame tracks of the four peoples");
    const std::vector<int> ends =
        in.numbers("end_points", kLevels, -60, 60, "points at the end for each level from 0 on");
    for (size_t i = 0; i < ends.size(); ++i) e_.end_points[i] = static_cast<int8_t>(ends[i]);
    EditionReader all = in.part("bonuses", "what reaching a level gives at once");
    for (size_t p = 0; p < kPeoples && !error_; ++p) {
      EditionReader track =
          all.part(kPeopleIds[p], {"the track of one people: elf, dwarf, orc or human", "PEOPLE"});
      for (int level = 1; level < kLevels && !error_; ++level) {
        const std::string key = std::to_string(level);
        if (!track.has(key)) continue;
        EditionReader bonus = track.part(key, {"one bonus at this level, 1 to 7", "LEVEL"});
        constexpr std::array<std::string_view, 4> kKinds{"spell", "privilege", "coins", "points"};
        for (size_t kind = 0; kind < kKinds.size(); ++kind) {
          if (!bonus.has(kKinds[kind])) continue;
          Bonus& slot = e_.bonus[p][static_cast<size_t>(level)];
          if (slot.amount != 0) bonus.fail(kKinds[kind], "is a second bonus of this level");
          slot = {static_cast<BonusKind>(kind + 1),
                  bonus.byte(kKinds[kind], 1, 20, "how many the bonus gives")};
        }
        bonus.finish();
      }
      track.finish();
    }
    all.finish();
    in.finish();
  }

  void read_side(EditionReader& from, std::string_view key, TavernSide& side) {
    EditionReader in = from.part(
        key, {"a side of the board: A is for 2 and 3 players, B for 4 and 5 unless `players` says "
              "otherwise",
              "SIDE"});
    const std::vector<int> tables = in.names("tables", {1, kMaxTables}, kPeopleIds,
                                             "the tables, each with the people it belongs to");
    for (size_t i = 0; i < tables.size(); ++i) side.people[i] = static_cast<People>(tables[i]);
    side.tables = static_cast<uint8_t>(tables.size());
    in.each("deeds", "the deeds of this tavern, 1 to 4", [&](EditionReader& deed, size_t i) {
      if (i >= kMaxDeeds) return deed.fail("price", "is of a fifth deed: 4 fit");
      side.deed[i] = {deed.byte("price", 0, 60, "coins the deed costs"),
                      deed.byte("points", 0, 60, "points the deed gives")};
      side.deeds = static_cast<uint8_t>(i + 1);
    });
    if (in.ok() && side.deeds == 0) in.fail("deeds", "must list 1 to 4 deeds");
    in.finish();
  }

  void read_taverns() {
    int large = 0;
    size_t count = 0;
    in_.each("taverns", "the five taverns", [&](EditionReader& in, size_t i) {
      if (i >= kTaverns) return in.fail("id", "is a sixth tavern: there are five");
      Tavern& tavern = e_.taverns[i];
      tavern.id = in.id_among(std::span(e_.taverns).first(i), "the tavern's name in actions");
      tavern.large = in.boolean_or("large", false, "the large tavern; one is");
      tavern.guild = static_cast<Symbol>(
          in.one_of("guild", std::span(kSymbolIds).first<kGuilds>(), "the guild printed on it"));
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
    EditionReader all = in_.part("dignitaries", "the four dignitaries");
    for (size_t d = 0; d < kDignitaries && !error_; ++d) {
      EditionReader in = all.part(kDignitaryIds[d], "what the dignitary sells");
      if (static_cast<Dignitary>(d) == Dignitary::kNotary) {
        e_.takeover =
            in.integer("takeover", 0, 60, "coins on top when a deed is taken from its owner");
      } else {
        const size_t count = static_cast<Dignitary>(d) == Dignitary::kGobtrotter ? 2 : 3;
        read_rising(in, "prices", count, e_.prices[d],
                    "coins for one, two and three at once, none less than the one before");
        if (in.ok() && e_.prices[d][0] == 0) in.fail("prices", "must begin with 1 or more");
      }
      in.finish();
    }
    all.finish();
  }

  // A list of whole numbers that don't fall.
  template <size_t n>
  static void read_rising(EditionReader& in, std::string_view key, size_t count,
                          std::array<uint8_t, n>& numbers, engine::Meaning meaning) {
    const std::vector<int> list = in.numbers(key, count, 0, 60, meaning);
    for (size_t i = 0; i < list.size() && in.ok(); ++i) {
      if (i > 0 && list[i] < list[i - 1]) in.fail(key, "must hold numbers that don't fall");
      numbers[i] = static_cast<uint8_t>(list[i]);
    }
  }

  void read_favours() {
    int tiles = 0;
    in_.each_of("favours", kFavourIds, "the royal favours", [&](EditionReader& in, size_t i) {
      e_.favour_copies[i] = in.byte("copies", 0, 9, "how many of it there are");
      tiles += e_.favour_copies[i];
    });
    if (!error_ && tiles < e_.display)
      in_.fail("favours", "are fewer than are shown at the castle");
  }

  void read_customers() {
    constexpr std::array<uint8_t, 3> kFrom{2, 4, 5};
    in_.each("customers", "the customer cards, 64 at most", [&](EditionReader& in, size_t i) {
      CustomerData card;
      card.id = in.id_among(e_.customers, "the card's name in actions");
      card.from_players = kFrom[static_cast<size_t>(
          in.one_of("set", kSets, "the set it belongs to; `players` says which sets are used"))];
      const std::vector<int> peoples =
          in.names("peoples", {1, 2}, kPeopleIds, "its people, or two different ones");
      for (size_t n = 0; n < peoples.size(); ++n)
        (n == 0 ? card.first : card.second) = static_cast<People>(peoples[n]);
      if (in.ok() && card.first == card.second) in.fail("peoples", "must be different");
      const uint32_t symbols = in.some_of("symbols", kSymbolIds, "what it brings along");
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
    in_.each("players", "by the number of players, from 2 to 5", [&](EditionReader& in, size_t i) {
      const int players = in.integer("players", 2, kMaxPlayers, "how many play");
      if (in.ok() && players != static_cast<int>(i) + 2)
        return in.fail("players", "must be " + std::to_string(i + 2) + " here");
      if (!in.ok()) return;
      PlayerCount& data = e_.players[static_cast<size_t>(players)];
      data.side = static_cast<uint8_t>(in.one_of("side", kSides, "the side of the board"));
      data.turns = in.byte("turns_each", 1, 12, "turns of each player");
      data.income = in.byte("income", 0, 20, "coins for each owner of a tavern that is visited");
      data.feast = in.byte("feast", 0, 20, "coins for a beer that works");
      // Two players also choose in the order of the Queen's track.
      data.scorings = in.byte("royal_scorings_each", 1, players == 2 ? 2 : 1,
                              "royal scorings each player chooses; 2 with two players only");
      const uint32_t sets = in.some_of("sets", kSets, "the sets of customers that are used");
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

  static void read_amounts(EditionReader& in, SpellData& spell) {
    constexpr engine::Meaning kCoins =
        "coins of the effects take_coins, deed_coins (and 1 for each deed), pickpocket and alchemy";
    switch (spell.effect) {
      case Effect::kGainLevel:
        spell.people =
            static_cast<People>(in.one_of("people", kPeopleIds, "gain_level: on whose track"));
        break;
      case Effect::kTakeCoins:
      case Effect::kDeedCoins:
      case Effect::kPickpocket:
      case Effect::kAlchemy:
        spell.amount = in.byte("coins", 0, 20, kCoins);
        break;
      case Effect::kCollection:
        spell.amount = in.byte("coins_small", 0, 20, "collection: coins with 2 and 3 players");
        spell.amount_large = in.byte("coins_large", 0, 20, "collection: coins with 4 and 5");
        break;
      case Effect::kDrawSpells:
        spell.amount = in.byte("cards", 1, 9, "draw_spells: how many cards");
        break;
      default:
        break;
    }
  }

  void read_spells() {
    in_.each("spells", "the spell cards, 64 at most with their copies",
             [&](EditionReader& in, size_t i) { read_spell(in, i); });
    if (error_) return;
    // R38: dealing to five must leave a pile, also when nobody acts out of turn.
    const int least = kMaxPlayers * e_.start_spells + 1;
    if ((e_.all_spells - e_.out_of_turn_only).size() < least)
      in_.fail("spells", "are too few to be dealt to five players");
  }

  void read_spell(EditionReader& in, size_t i) {
    SpellData spell;
    spell.id = in.id_among(e_.spells, "the card's name in actions; `texts` may name it for people");
    spell.effect = static_cast<Effect>(in.one_of("effect", kEffectIds, "what casting it does"));
    const bool cast = spell.effect != Effect::kCurse;
    spell.cost = in.byte("cost", 0, 20, "coins it costs; 0 of the Curse, which is never cast");
    if (!cast && spell.cost != 0) in.fail("cost", "must be 0: the Curse is never cast");
    spell.copies =
        in.byte("copies", 0, cast ? 3 : 1, "how many there are; of the Curse one at most");
    spell.lightning = in.boolean_or("lightning", false,
                                    "may be cast out of turn: exactly when there are windows");
    const auto steps = static_cast<uint8_t>(
        in.some_of("steps", kPhaseIds, "when it may be cast in one's own turn") << 1);
    const auto windows = static_cast<uint8_t>(
        in.some_of("windows", kWindowIds, "when it may be cast in the turns of others"));
    uint8_t may_steps = 0;
    uint8_t may_windows = 0;
    possible_times(spell.effect, may_steps, may_windows);
    if ((steps & ~may_steps) != 0) in.fail("steps", "hold one in which this effect is impossible");
    if ((windows & ~may_windows) != 0)
      in.fail("windows", "hold one in which this effect is impossible");
    if (in.ok() && spell.lightning != (windows != 0))
      in.fail("lightning", "must be true exactly when there are windows");
    if (in.ok() && cast && steps == 0 && windows == 0)
      in.fail("steps", "are none, and no windows either: the spell could never be cast");
    spell.phases = steps;
    spell.windows = windows;
    read_amounts(in, spell);
    add_cards(in, spell, i);
    e_.spells.push_back(std::move(spell));
  }

  void add_cards(EditionReader& in, const SpellData& spell, size_t kind) {
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
    in_.each_of("royal_scorings", kScoringIds, "what the royals give points for",
                [&](EditionReader& in, size_t i) {
                  ScoringData& scoring = e_.scoring[i];
                  const bool king = static_cast<Scoring>(i) == Scoring::kKing;
                  if (!king) {
                    read_rising(in, "thresholds", 5, scoring.threshold,
                                "how many it takes for each number of points");
                  }
                  read_rising(in, "points", king ? 1 : 5, scoring.points,
                              "points for each threshold; the King has one number and no "
                              "thresholds");
                  if (king) e_.king_points = scoring.points[0];
                });
  }

  // What can be played, but is hardly the game.
  void think_twice() {
    std::string counts;
    int least = 60;
    for (size_t players = 2; players <= kMaxPlayers; ++players) {
      int cheapest = 60;
      for (const Tavern& tavern : e_.taverns) {
        const TavernSide& side = tavern.side[e_.players[players].side];
        for (size_t d = 0; d < side.deeds; ++d)
          cheapest = std::min<int>(cheapest, side.deed[d].price);
      }
      if (cheapest <= e_.start_coins) continue;
      counts += (counts.empty() ? "" : ", ") + std::to_string(players);
      least = std::min(least, cheapest);
    }
    if (!counts.empty()) {
      in_.warn("taverns", "have no deed that anybody can afford at set-up with " + counts +
                              " players: the cheapest costs " + std::to_string(least) +
                              " coins, and each begins with " + std::to_string(e_.start_coins));
    }
    if (e_.all_spells.empty()) in_.warn("spells", "are none: nobody ever casts anything");
    if (e_.king_points == 0 && e_.scoring[1].points[4] == 0)
      in_.warn("royal_scorings", "of King and Queen give no points");
    if (std::ranges::max(e_.end_points) <= 0)
      in_.warn("tracks", "give no points at the end at any level: fame is worth nothing");
    if (e_.guild_tokens == std::array<uint8_t, kGuilds>{})
      in_.warn("guild_tokens", "are none: no guild can be placed");
  }

  Error error_;
  int arrivals_ = 0;
  Edition& e_;
  EditionReader in_;
};

}  // namespace

Error load_edition(const Json& json, Edition& edition, engine::EditionNotes* notes) {
  return Loader(json, edition, notes).run();
}

}  // namespace taverna
