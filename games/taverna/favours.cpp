// Guild tokens and royal favours (§6.3, §6.4).
#include "games/taverna/rules.h"

namespace taverna {

using engine::forbid;
using engine::kAllowed;
using engine::Offer;
using engine::Verdict;

// R16: the printed symbol counts, unless the variant says that only tokens do.
Verdict may_place_guild(const State& s, int tavern, Symbol symbol) {
  const Symbols there =
      s.printed_symbol_blocks() ? s.symbols_in(tavern) : s.tokens[static_cast<size_t>(tavern)];
  if (there.contains(symbol)) return forbid(Rule::kGuildThere);
  return s.guild_tokens_left(symbol) > 0 ? kAllowed : forbid(Rule::kNoGuildToken);
}

bool can_place_guild(const State& s, int tavern) {
  for (int i = 0; i < kGuilds; ++i) {
    if (may_place_guild(s, tavern, static_cast<Symbol>(i)).allowed()) return true;
  }
  return false;
}

bool can_place_guild(const State& s) {
  for (int t = 0; t < kTaverns; ++t) {
    if (can_place_guild(s, t)) return true;
  }
  return false;
}

void place_guild(Play& p, Seat seat, int tavern, Symbol symbol) {
  p.s.tokens[static_cast<size_t>(tavern)].insert(symbol);
  p.tell(EventKind::kGuildPlaced, index(seat), tavern, index(symbol));
  score(p, seat, p.s.edition->guild_points);
}

void take_favour(Play& p, Seat seat, Favour favour) {
  const int at = p.s.display.find(favour);
  if (at < 0) return;
  p.s.display.erase(at);
  ++State::at(p.s.face_up, seat)[static_cast<size_t>(favour)];
  p.tell(EventKind::kTookFavour, index(seat), index(favour));
}

// R31: without a reserve the display stays short.
void refill_display(Play& p) {
  while (p.s.display.size() < p.s.edition->display) {
    const std::array<uint8_t, kFavours> reserve = p.s.favour_reserve();
    std::array<uint8_t, 128> tiles;
    int size = 0;
    for (size_t kind = 0; kind < kFavours; ++kind) {
      for (int i = 0; i < reserve[kind]; ++i)
        tiles[static_cast<size_t>(size++)] = static_cast<uint8_t>(kind);
    }
    if (size == 0) return;
    const int at = p.chance.choose(static_cast<uint8_t>(ChanceKind::kFavour), tiles.data(), size);
    const uint8_t kind = tiles[static_cast<size_t>(at)];
    p.s.display.push_back(static_cast<Favour>(kind));
    p.tell(EventKind::kFavourShown, kind);
  }
}

namespace {

constexpr Symbol added_symbol(Favour favour) {
  switch (favour) {
    case Favour::kAddBeer:
      return Symbol::kBeer;
    case Favour::kAddBook:
      return Symbol::kBook;
    case Favour::kAddLyre:
      return Symbol::kLyre;
    default:
      return Symbol::kMask;
  }
}

bool works_out_of_turn(Favour favour) {  // R22
  return favour == Favour::kPlaceGuild || favour == Favour::kMoveCustomer ||
         favour == Favour::kGainLevel;
}

Verdict if_possible(bool possible) { return possible ? kAllowed : forbid(Rule::kNoEffect); }

// A symbol that hasn't done its work yet, and another one that would.
Verdict may_change_symbol(const State& s) {
  bool from = false;
  bool to = false;
  for (int i = 0; i < kSymbols; ++i) {
    from = from || may_replace_symbol(s, static_cast<Symbol>(i)).allowed();
    to = to || may_get_symbol(s, static_cast<Symbol>(i)).allowed();
  }
  if (!from) return forbid(s.symbols.empty() ? Rule::kNoEffect : Rule::kSymbolUsed);
  return to ? kAllowed : forbid(Rule::kNoSymbolHelps);
}

}  // namespace

Verdict may_become(const State& s, People people) {
  if ((*s.edition)[s.card].shows(people) || people == s.people) return forbid(Rule::kOnCard);
  return s.tiles_left(people) > 0 ? kAllowed : forbid(Rule::kNoTile);
}

namespace {

bool can_change_people(const State& s) {
  for (int i = 0; i < kPeoples; ++i) {
    if (may_become(s, people_at(i)).allowed()) return true;
  }
  return false;
}

// Its effect, at a time that fits.
Verdict may_take_effect(const State& s, Seat seat, Favour favour) {
  switch (favour) {
    case Favour::kPlaceGuild:
      return if_possible(can_place_guild(s));
    case Favour::kMoveCustomer:
      return if_possible(can_move_customer(s));
    case Favour::kGainLevel:
      return if_possible(can_rise_anywhere(s, seat));
    case Favour::kChangeSymbol:
      return may_change_symbol(s);
    case Favour::kOtherPeople:
      return if_possible(can_change_people(s));
    case Favour::kSecondSpell:
      return forbid(Rule::kWithASpell);
    default:
      return may_get_symbol(s, added_symbol(favour));
  }
}

}  // namespace

Verdict may_replace_symbol(const State& s, Symbol symbol) {
  if (!s.symbols.contains(symbol)) return forbid(Rule::kNotOnCard);
  return s.benefits.contains(symbol) ? forbid(Rule::kSymbolUsed) : kAllowed;
}

// R58: after seating only a symbol that the tavern has can still do something.
Verdict may_get_symbol(const State& s, Symbol symbol) {
  if (s.symbols.contains(symbol)) return forbid(Rule::kSymbolThere);
  if (s.phase != Phase::kPost) return kAllowed;
  if (symbol == Symbol::kMask) return forbid(Rule::kMaskLate);
  return s.symbols_in(s.tavern).contains(symbol) ? kAllowed : forbid(Rule::kSymbolMissing);
}

Verdict may_use_favour(const State& s, Seat seat, Favour favour) {
  if (favour == Favour::kSecondSpell) return forbid(Rule::kWithASpell);
  const bool own_turn = seat == s.active && s.agenda.top().item == Item::kMain;
  if (!works_out_of_turn(favour)) {
    const bool late = favour == Favour::kAddMask || favour == Favour::kOtherPeople;
    const bool fits = s.phase == Phase::kPicked || (s.phase == Phase::kPost && !late);
    if (own_turn && !fits && favour == Favour::kAddMask && s.phase == Phase::kPost)
      return forbid(Rule::kMaskLate);
    if (!own_turn || !fits) return forbid(Rule::kFavourTime);
  }
  if (State::at(s.face_up, seat)[static_cast<size_t>(favour)] == 0)
    return forbid(Rule::kFavourUsed);
  if (State::at(s.favours_used, seat).contains(favour)) return forbid(Rule::kFavourOnce);  // R21
  return may_take_effect(s, seat, favour);
}

void offer_favours(const State& s, Seat seat, Offer& offer) {
  for (int i = 0; i < kFavours; ++i) {
    const auto kind = static_cast<size_t>(i);
    const int up = State::at(s.face_up, seat)[kind];
    if (up == 0 && (!offer.keeps_forbidden() || State::at(s.used, seat)[kind] == 0)) continue;
    offer(action(Verb::kFavour, i), may_use_favour(s, seat, static_cast<Favour>(i)));
  }
}

void use_favour(Play& p, Seat seat, Favour favour) {
  --State::at(p.s.face_up, seat)[static_cast<size_t>(favour)];
  ++State::at(p.s.used, seat)[static_cast<size_t>(favour)];
  State::at(p.s.favours_used, seat).insert(favour);
  p.tell(EventKind::kFavourUsed, index(seat), index(favour));
}

void start_favour(Play& p, Seat seat, Favour favour) {
  use_favour(p, seat, favour);
  Claim claim;
  claim.source = Source::kFavour;
  claim.actor = seat;
  claim.what = static_cast<uint8_t>(favour);
  p.s.claims.push_back(claim);
  proceed(p);
}

void resolve_favour(Play& p, const Claim& claim) {
  State& s = p.s;
  const Seat seat = claim.actor;
  const auto favour = static_cast<Favour>(claim.what);
  switch (favour) {
    case Favour::kPlaceGuild:
      return place_guild(p, seat, claim.picks[0], static_cast<Symbol>(claim.picks[1]));
    case Favour::kMoveCustomer:
      return move_customer(p, seat, claim.picks[0], claim.picks[1]);
    case Favour::kGainLevel:
      return rise(p, seat, people_at(claim.picks[0]));
    case Favour::kChangeSymbol: {
      const auto from = static_cast<Symbol>(claim.picks[0]);
      const auto to = static_cast<Symbol>(claim.picks[1]);
      s.symbols.erase(from);
      s.symbols.insert(to);
      p.tell(EventKind::kSymbolChanged, index(seat), index(from), index(to));
      if (s.phase == Phase::kPost) enjoy_symbol(p, to);
      return;
    }
    case Favour::kOtherPeople:
      s.people = people_at(claim.picks[0]);
      p.tell(EventKind::kPeopleChanged, index(seat), index(s.people));
      return;
    default: {
      const Symbol symbol = added_symbol(favour);
      s.symbols.insert(symbol);
      p.tell(EventKind::kSymbolAdded, index(seat), index(symbol));
      if (s.phase == Phase::kPost) enjoy_symbol(p, symbol);
    }
  }
}

}  // namespace taverna
