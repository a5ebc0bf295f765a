// What holds in every position (§11); a hand-made position that breaks one is refused by its name.
#include <algorithm>

#include "games/koenig/koenig.h"
#include "games/koenig/rules.h"

namespace koenig {
namespace {

bool money_is_right(const State& s) {
  int total = s.bank;
  for (int i = 0; i < kMaxPlayers; ++i) {
    const int has = s.wealth[static_cast<size_t>(i)];
    if (has < 0 || (i >= s.players && has != 0)) return false;
    total += has;
  }
  return total == s.edition->silver_in_box && (s.bank >= 0 || !s.bank_limited());
}

bool cards_are_right(const State& s) {
  for (size_t i = 0; i < s.edition->cards.size(); ++i) {
    const auto card = static_cast<Card>(i);
    const int in_pile = static_cast<int>(std::count(s.pile.begin(), s.pile.end(), card));
    if (in_pile + copies_elsewhere(s, card) != copies_in_game(s, card)) return false;
    // After a reshuffle the pile holds only what the discards held (§5.2).
    if (!s.recycled.empty() && in_pile > s.recycled.count(card)) return false;
    if (s.recycled.count(card) + s.removed.count(card) > copies_in_game(s, card)) return false;
  }
  return s.removed.size() == 10 * s.option(Variant::kDeckSize);
}

// Each hero once, at the table or away; John and Zork never away.
bool heroes_are_right(const State& s) {
  std::array<int, kHeroes> seen{};
  for (Hero hero : s.line) {
    if (index(hero) >= kHeroes) return false;
    ++seen[static_cast<size_t>(hero)];
  }
  for (int i = 0; i < kMaxPlayers; ++i) {
    const Hero hero = s.away[static_cast<size_t>(i)];
    if (hero == Hero::kNone) continue;
    if (i >= s.players || !(is_character(hero) || hero == Hero::kSarah)) return false;
    ++seen[static_cast<size_t>(hero)];
  }
  for (int i = 0; i < kHeroes; ++i) {
    const bool in_game = i < 2 * s.players || (i >= index(Hero::kSarah) && i <= index(Hero::kZork));
    if (seen[static_cast<size_t>(i)] != (in_game ? 1 : 0)) return false;
  }
  return true;
}

bool is_seat(const State& s, Seat seat) { return index(seat) >= 0 && index(seat) < s.players; }

bool cellar_is_right(const State& s) {
  if (s.cellar == Card::kNone) return true;
  const Effect effect = (*s.edition)[s.cellar].effect;
  return effect == Effect::kEmptyCellar || effect == Effect::kFullCellar;
}

bool cup_is_right(const State& s) {
  if (s.cup != Seat::kNone && !is_seat(s, s.cup)) return false;
  return s.cup_received == 0 || s.cup == s.active;
}

// Nobody "knows" his own cards by mark; nobody but players knows anything.
bool hands_are_right(const State& s) {
  for (int i = 0; i < s.players; ++i) {
    const Seat holder = engine::seat_at(i);
    for (const HandCard& held : s.hands.of(holder)) {
      const auto knowers = engine::SeatSet::from_bits(held.known_by);
      if (knowers.contains(holder) || !(knowers - engine::SeatSet::first(s.players)).empty())
        return false;
    }
  }
  return true;
}

// --- the question a card has put, and the answers so far ---

bool hero_at(const State& s, int pick) { return s.place_of(s.hero_pick(pick)) != 0; }
bool other_seat_at(const State& s, int pick) {
  return s.pick(pick) < s.players && s.seat_pick(pick) != s.active;
}
// Picks from `first` on are different heroes at the table that fit.
template <class Fits>
bool heroes_from(const State& s, int first, Fits fits) {
  for (int i = first; i < s.picks.size(); ++i) {
    if (!hero_at(s, i) || !fits(s.hero_pick(i))) return false;
    for (int j = first; j < i; ++j) {
      if (s.pick(i) == s.pick(j)) return false;
    }
  }
  return true;
}
bool heroes_from(const State& s, int first) {
  return heroes_from(s, first, [](Hero) { return true; });
}

bool losers_are_right(const State& s) {
  if (s.picks.empty() || s.pick(0) < 2 || s.pick(0) > 4) return false;
  const int losers = s.pick(0);
  const int gone = s.picks.size() - 1 - losers;
  if (gone < 0 || gone > losers - 2) return false;
  for (int i = 1; i < s.picks.size(); ++i) {
    const int from = i <= losers ? 1 : 1 + losers;
    if (!hero_at(s, i)) return false;
    for (int j = from; j < i; ++j) {
      if (s.pick(i) == s.pick(j)) return false;
    }
    bool among = i <= losers;
    for (int j = 1; j <= losers; ++j) among = among || s.pick(j) == s.pick(i);
    if (!among) return false;
  }
  return true;
}

bool monte_is_right(const State& s, Prompt prompt) {
  if (s.picks.empty() || s.pick(0) < 1 || s.pick(0) + 2 > s.H()) return false;
  const bool hidden = s.option(Variant::kThreeCardMonte) == 0;
  if (prompt == Prompt::kMonteRearrange) return !hidden && s.picks.size() == 1;
  if (!hidden) return false;
  if (prompt == Prompt::kMonteOpponent) return s.picks.size() == 1;
  if (s.picks.size() < 2 || !other_seat_at(s, 1)) return false;
  if (prompt == Prompt::kMonteLay) return s.picks.size() == 2;
  if (s.picks.size() != 5 || !heroes_from(s, 2)) return false;
  for (int i = 2; i < 5; ++i) {
    const int place = s.place_of(s.hero_pick(i));
    if (place < s.pick(0) || place > s.pick(0) + 2) return false;
  }
  return true;
}

bool seilschaft_is_right(const State& s, Prompt prompt, Seat who) {
  const int n = s.picks.size();
  if (n < 1 || !other_seat_at(s, 0)) return false;
  if (prompt == Prompt::kWhoFirst) return n == 1;
  if (n < 2 || n > 3 || (s.seat_pick(1) != s.active && s.pick(1) != s.pick(0))) return false;
  if (n == 3 && s.pick(2) != kNoPick && !hero_at(s, 2)) return false;
  const Seat second = s.seat_pick(1) == s.active ? s.seat_pick(0) : s.active;
  return who == (n == 2 ? s.seat_pick(1) : second);
}

bool blackmail_is_right(const State& s, Prompt prompt) {
  const int n = s.picks.size();
  if (n < 1 || !other_seat_at(s, 0)) return false;
  if (prompt == Prompt::kBlackmailAmount) return n == 1;
  if (n < 2 || s.pick(1) < 1 || s.pick(1) > s.money(s.seat_pick(0)) + 1) return false;
  if (prompt == Prompt::kBlackmailAnswer) return n == 2 && s.pick(1) <= s.money(s.seat_pick(0));
  return n == 3 && s.pick(2) == 1 && s.own_heroes(s.seat_pick(0)) > 0;
}

// Could the card in play have put this question to `who` after these answers?
bool question_is_right(const State& s, Prompt prompt, Seat who) {
  const CardData& card = s.card();
  const int n = s.picks.size();
  const auto own = [&](Hero hero) { return s.owner(hero) == s.active; };
  const auto of_card = [&](Hero hero) { return s.type(hero) == card.type; };
  const auto effect_is = [&](Effect effect) { return card.effect == effect; };
  const bool asks_actor = prompt != Prompt::kPartnerHero && prompt != Prompt::kBlackmailAnswer &&
                          prompt != Prompt::kMonteLift;
  if (asks_actor && who != s.active) return false;
  switch (prompt) {
    case Prompt::kHeroToMove:
      return effect_is(Effect::kMoveAny) && n == 0;
    case Prompt::kHeroForward:
      return effect_is(Effect::kSplitMove) && n == 0 && s.own_heroes(s.active) >= 2;
    case Prompt::kHeroBack:
      return effect_is(Effect::kSplitMove) && n == 1 && s.own_heroes(s.active) >= 2 &&
             heroes_from(s, 0, own);
    case Prompt::kFirstMover:
      return effect_is(Effect::kSplitMove) && n == 2 && heroes_from(s, 0, own);
    case Prompt::kHalf:
      return effect_is(Effect::kSplitMove) && n == 0 && s.own_heroes(s.active) == 1;
    case Prompt::kDirection:
      return effect_is(Effect::kMoveAllType) && n == 0 && s.count_of(card.type) > 0;
    case Prompt::kNextMover:
      return effect_is(Effect::kMoveAllType) && n >= 1 && s.pick(0) < 2 &&
             s.count_of(card.type) - (n - 1) > 1 && heroes_from(s, 1, of_card);
    case Prompt::kPartner:
      return effect_is(Effect::kPairAdvance) && n == 0;
    case Prompt::kWhoFirst:
    case Prompt::kPartnerHero:
      return effect_is(Effect::kPairAdvance) && seilschaft_is_right(s, prompt, who);
    case Prompt::kHeroForGold:
      return effect_is(Effect::kPayToAdvance) && n == 0;
    case Prompt::kGold:
      return effect_is(Effect::kPayToAdvance) && n == 1 && hero_at(s, 0);
    case Prompt::kHeroForDie:
      return (effect_is(Effect::kDieForwardAny) || effect_is(Effect::kDieBackAny) ||
              effect_is(Effect::kDieSeatAny)) &&
             n == 0;
    case Prompt::kTypeHeroForDie:
      return effect_is(Effect::kDieBackType) && n == 0 && s.count_of(card.type) > 0;
    case Prompt::kMirrorOrder:
      return effect_is(Effect::kMagicMirror) && n == 1 && s.pick(0) >= 1 &&
             s.pick(0) <= s.edition->die_faces && 2 * s.pick(0) >= s.H() - 1 &&
             s.pick(0) < s.H() - 1;
    case Prompt::kNextLoser:
      return effect_is(Effect::kArmWrestling) && losers_are_right(s);
    case Prompt::kEnd:
      return n == 0 && ((effect_is(Effect::kNeutralToEnd) && card.to_first && card.to_last &&
                         s.present(card.hero)) ||
                        (effect_is(Effect::kSplitEnds) && s.own_heroes(s.active) == 1));
    case Prompt::kJohnZork:
      return effect_is(Effect::kJohnZorkAdjacent) && n == 0;
    case Prompt::kHeroToZork:
      return effect_is(Effect::kAnyAdjacentZork) && n == 0;
    case Prompt::kZorkSide:
      return effect_is(Effect::kAnyAdjacentZork) && n == 1 && hero_at(s, 0) &&
             s.hero_pick(0) != Hero::kZork;
    case Prompt::kAnchor:
      return effect_is(Effect::kAnyBehindType) && n == 0 && s.count_of(card.type) > 0;
    case Prompt::kHeroBehind:
      return effect_is(Effect::kAnyBehindType) && n == 1 && heroes_from(s, 0, of_card);
    case Prompt::kHeroFirst:
      return effect_is(Effect::kSplitEnds) && n == 0 && s.own_heroes(s.active) >= 2;
    case Prompt::kHeroLast:
      return effect_is(Effect::kSplitEnds) && n == 1 && s.own_heroes(s.active) >= 2 &&
             heroes_from(s, 0, own);
    case Prompt::kGatherType:
      return effect_is(Effect::kGatherType) && n == 0;
    case Prompt::kGatherAnchor:
    case Prompt::kBlockOrder: {
      if (!effect_is(Effect::kGatherType) || n < 1 || s.pick(0) >= kTypes) return false;
      const auto type = static_cast<Type>(s.pick(0));
      const int heroes = s.count_of(type);
      if (heroes < 2) return false;
      if (prompt == Prompt::kGatherAnchor) return n == 1;
      const auto fits = [&](Hero hero) { return s.type(hero) == type; };
      return n >= 2 && hero_at(s, 1) && fits(s.hero_pick(1)) && n - 2 < heroes - 1 &&
             heroes_from(s, 2, fits);
    }
    case Prompt::kSarahSwap:
      return effect_is(Effect::kSwapSarahOwn) && n == 0 && s.present(Hero::kSarah) &&
             s.own_heroes(s.active) > (s.sarah_owner == s.active ? 1 : 0);
    case Prompt::kNeutralSeats:
      return effect_is(Effect::kPermuteNeutrals) && n == 0 && s.present(Hero::kSarah);
    case Prompt::kSwapFirst:
      return effect_is(Effect::kVoteSwap) && n == 0;
    case Prompt::kSwapSecond:
      return effect_is(Effect::kVoteSwap) && n == 1 && heroes_from(s, 0);
    case Prompt::kVoteSwap:
      return effect_is(Effect::kVoteSwap) && n == 2 && heroes_from(s, 0);
    case Prompt::kBrawler:
      return effect_is(Effect::kShuffleFour) && n < card.count && heroes_from(s, 0);
    case Prompt::kMonteWindow:
      return effect_is(Effect::kThreeCardMonte) && n == 0;
    case Prompt::kMonteLift:
      if (n != 5 || s.seat_pick(1) != who) return false;
      [[fallthrough]];
    case Prompt::kMonteOpponent:
    case Prompt::kMonteLay:
    case Prompt::kMonteRearrange:
      return effect_is(Effect::kThreeCardMonte) && monte_is_right(s, prompt);
    case Prompt::kBanish: {
      const bool any = std::any_of(s.line.begin(), s.line.end(),
                                   [&](Hero hero) { return s.owner(hero) != Seat::kNone; });
      return effect_is(Effect::kBanish) && n == 0 && any &&
             s.away[static_cast<size_t>(index(s.active))] == Hero::kNone;
    }
    case Prompt::kDracoTowards:
      return effect_is(Effect::kShiftDraco) && n == 0;
    case Prompt::kGap:
      return effect_is(Effect::kVoteMoveDraco) && n == 0;
    case Prompt::kVoteDraco:
      return effect_is(Effect::kVoteMoveDraco) && n == 1 && s.pick(0) >= 1 && s.pick(0) < s.H();
    case Prompt::kDracoNeutral:
      return effect_is(Effect::kSwapDracoNeutral) && n == 0;
    case Prompt::kDracoOwn:
      return effect_is(Effect::kSwapDracoOwn) && n == 0 && s.own_heroes(s.active) > 0;
    case Prompt::kFine:
      return effect_is(Effect::kFinePlayer) && n == 0;
    case Prompt::kSteal:
      return effect_is(Effect::kSteal) && n == 0;
    case Prompt::kBlackmailWho:
      return effect_is(Effect::kBlackmail) && n == 0;
    case Prompt::kBlackmailAnswer:
      if (n != 2 || s.seat_pick(0) != who) return false;
      [[fallthrough]];
    case Prompt::kBlackmailAmount:
    case Prompt::kBlackmailHero:
      return effect_is(Effect::kBlackmail) && blackmail_is_right(s, prompt);
    case Prompt::kHandSwap:
      return effect_is(Effect::kSwapHands) && n == 0;
    case Prompt::kHandPick: {
      bool cards = false;
      for (int i = 0; i < s.players; ++i)
        cards = cards || (i != index(s.active) && s.hands.size(engine::seat_at(i)) > 0);
      return effect_is(Effect::kTakeCard) && n == 0 && cards;
    }
    case Prompt::kTakeCard:
      if (!effect_is(Effect::kTakeCard) || n != 1 || !other_seat_at(s, 0) ||
          s.option(Variant::kShadyDealPick) != 0)
        return false;
      for (const HandCard& held : s.hands.of(s.seat_pick(0))) {
        if (!engine::SeatSet::from_bits(held.known_by).contains(s.active)) return false;
      }
      return s.hands.size(s.seat_pick(0)) > 0;
    case Prompt::kCupTo:
      return effect_is(Effect::kPlaceCup) && n == 0;
    default:
      return false;
  }
}

// The steps of a turn lie in order on the agenda; a question fits the card in play.
bool agenda_is_right(const State& s) {
  if (s.over != 0) return s.agenda.empty() && s.in_play == Card::kNone && s.picks.empty();
  constexpr Step kTurn[]{Step::kTurnEnd, Step::kDraw, Step::kToastChoice};
  const auto* entry = s.agenda.begin();
  for (Step step : kTurn) {
    if (entry == s.agenda.end() || entry->step != step) return false;
    ++entry;
  }
  const bool away = s.away[static_cast<size_t>(index(s.active))] != Hero::kNone;
  if (s.in_play == Card::kNone) {
    if (!s.picks.empty()) return false;
    // Nobody waits at a toast step that is not offered.
    if (entry == s.agenda.end()) return s.cup == Seat::kNone || s.enthusiasm != 0;
    if (s.enthusiasm != 0) return false;
    if (entry->step == Step::kChooseCard) {
      if (s.hands.size(s.active) == 0) return false;
      ++entry;
    } else if (s.hands.size(s.active) > 0) {
      return false;
    }
    if (entry == s.agenda.end()) return !away;
    return entry->step == Step::kReturnHero && away && entry + 1 == s.agenda.end();
  }
  if (s.enthusiasm != 0 || entry == s.agenda.end() || entry->step != Step::kFinishCard)
    return false;
  ++entry;
  if (entry == s.agenda.end() || entry + 1 != s.agenda.end()) return false;
  const auto prompt = static_cast<Prompt>(entry->a);
  const bool vote = prompt == Prompt::kVoteSwap || prompt == Prompt::kVoteDraco;
  if (entry->step != (vote ? Step::kVote : Step::kAsk)) return false;
  return question_is_right(s, prompt, vote ? s.active : engine::seat_at(entry->b));
}

// Votes lie there only while a motion is being voted on, and not all of them.
bool ballots_are_right(const State& s) {
  const bool voting = s.over == 0 && !s.agenda.empty() && s.agenda.top().step == Step::kVote;
  int waiting = 0;
  for (int i = 0; i < kMaxPlayers; ++i) {
    const bool cast = s.ballots[static_cast<size_t>(i)] != Ballot::kNotCast;
    if (cast && (!voting || i >= s.players)) return false;
    waiting += !cast && i < s.players ? 1 : 0;
  }
  return !voting || waiting > 0;
}

bool final_phase_is_right(const State& s) {
  const int last = s.option(Variant::kLongGame) == 0 ? 1 : 2;
  return s.exhaustions <= last && (s.final_turn != 0) == (s.exhaustions == last) &&
         s.final_turn <= s.turn && (s.over == 0 || s.final_turn != 0);
}

bool is_canonical(const State& s) {
  return std::is_sorted(s.pile.begin(), s.pile.end()) && s.pile.known_top() == 0 &&
         s.pile.known_bottom() == 0 && std::is_sorted(s.removed.begin(), s.removed.end()) &&
         std::is_sorted(s.recycled.begin(), s.recycled.end());
}

}  // namespace

int Koenig::broken_invariant(const State& s) {
  const auto broken = [](Invariant invariant) { return static_cast<int>(invariant); };
  if (!is_seat(s, s.start) || !is_seat(s, s.active)) return broken(Invariant::kSeats);
  if (s.sarah_owner != Seat::kNone && !is_seat(s, s.sarah_owner)) return broken(Invariant::kSeats);
  if (!heroes_are_right(s)) return broken(Invariant::kHeroes);
  if (!cellar_is_right(s)) return broken(Invariant::kCellar);
  if (!cup_is_right(s)) return broken(Invariant::kCup);
  if (!money_is_right(s)) return broken(Invariant::kMoney);
  if (!hands_are_right(s)) return broken(Invariant::kHands);
  if (!is_canonical(s)) return broken(Invariant::kCanonical);
  if (!cards_are_right(s)) return broken(Invariant::kCards);
  if (!final_phase_is_right(s)) return broken(Invariant::kFinalPhase);
  if (!agenda_is_right(s)) return broken(Invariant::kAgenda);
  if (!ballots_are_right(s)) return broken(Invariant::kBallots);
  return -1;
}

}  // namespace koenig
