// What holds in every position (§11); a hand-made position that breaks one is refused by its name.
#include <algorithm>
#include <numeric>

#include "games/koenig/koenig.h"
#include "games/koenig/rules.h"

namespace koenig {
namespace {

bool money_is_right(const State& s) {
  const int total = std::accumulate(s.wealth.begin(), s.wealth.end(), int{s.bank});
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
  return s.removed.size() == 10 * s.variant(Variant::kDeckSize);
}

// Each hero once, at the table or away; John and Zork never away.
bool heroes_are_right(const State& s) {
  std::array<int, kHeroes> seen{};
  for (Hero hero : s.line) ++seen[static_cast<size_t>(hero)];
  for (Hero hero : s.away) {
    if (hero == Hero::kNone) continue;
    if (!is_character(hero) && hero != Hero::kSarah) return false;
    ++seen[static_cast<size_t>(hero)];
  }
  for (int i = 0; i < kHeroes; ++i) {
    const bool in_game = i < 2 * s.players || (i >= index(Hero::kSarah) && i <= index(Hero::kZork));
    if (seen[static_cast<size_t>(i)] != (in_game ? 1 : 0)) return false;
  }
  return true;
}

bool cellar_is_right(const State& s) {
  if (s.cellar == Card::kNone) return true;
  const Effect effect = (*s.edition)[s.cellar].effect;
  return effect == Effect::kEmptyCellar || effect == Effect::kFullCellar;
}

bool cup_is_right(const State& s) { return s.cup_received == 0 || s.cup == s.active; }

// Nobody "knows" his own cards by mark.
bool hands_are_right(const State& s) {
  for (int i = 0; i < s.players; ++i) {
    const Seat holder = engine::seat_at(i);
    for (const HandCard& held : s.hands.of(holder)) {
      if (engine::SeatSet::from_bits(held.known_by).contains(holder)) return false;
    }
  }
  return true;
}

// How many of the picks are not answers but what the dice said, or -1 when they can't have.
int picks_of_dice(const State& s) {
  const int count = s.picks.size();
  switch (s.card().effect) {
    case Effect::kMagicMirror:  // the face
      return count >= 1 && s.pick(0) >= 1 && s.pick(0) <= s.edition->die_faces ? 1 : -1;
    case Effect::kArmWrestling: {  // how many lose, and who
      if (count == 0 || s.pick(0) > s.card().places || s.pick(0) + 1 > count) return -1;
      const auto losers = s.picks.begin() + 1;
      for (int i = 0; i < s.pick(0); ++i) {
        if (!s.present(static_cast<Hero>(losers[i])) ||
            std::find(losers, losers + i, losers[i]) != losers + i)
          return -1;
      }
      return s.pick(0) + 1;
    }
    default:
      return 0;
  }
}

bool begins_with(const Picks& all, const Picks& first, int from = 0) {
  return from + first.size() <= all.size() &&
         std::equal(first.begin(), first.end(), all.begin() + from);
}

// Could the card in play have put this question after these answers? They are given once more, one
// after the other: the card says what it asks, and the question which answers it takes.
bool question_is_right(const State& s) {
  State then = s;
  const auto entry = then.agenda.pop();
  then.ballots.fill(Ballot::kNotCast);
  const int rolled = picks_of_dice(s);
  if (rolled < 0) return false;
  then.picks.clear();
  for (int i = 0; i < rolled; ++i) then.picks.push_back(s.picks[i]);
  engine::Events silent;
  engine::Offer offer(engine::Offer::Keep::kLegal);
  for (;;) {
    const int waiting = then.agenda.size();
    engine::Chance chance(0);
    Play p{then, chance, silent};
    resolve_card(p);
    if (then.over != 0 || then.agenda.size() != waiting + 1) return false;  // it asks nobody
    if (!begins_with(s.picks, then.picks)) return false;
    const auto asked = then.agenda.pop();
    if (then.picks.size() == s.picks.size()) return asked == entry;
    if (asked.item == Item::kVote) return false;
    offer.clear();
    offer_answers(then, static_cast<Prompt>(asked.a), engine::seat_at(asked.b), offer);
    const auto given = std::find_if(offer.begin(), offer.end(), [&](const engine::Option& option) {
      return begins_with(s.picks, picks_of(option.action), then.picks.size());
    });
    if (given == offer.end()) return false;
    add_picks((*given).action, then.picks);
  }
}

// The steps of a turn lie in order on the agenda; a question fits the card in play.
bool agenda_is_right(const State& s) {
  if (s.over != 0) return s.agenda.empty() && s.in_play == Card::kNone && s.picks.empty();
  constexpr Item kTurn[]{Item::kTurnEnd, Item::kDraw, Item::kToastChoice};
  const auto* entry = s.agenda.begin();
  for (Item step : kTurn) {
    if (entry == s.agenda.end() || entry->item != step) return false;
    ++entry;
  }
  const bool away = s.away[static_cast<size_t>(index(s.active))] != Hero::kNone;
  if (s.in_play == Card::kNone) {
    if (!s.picks.empty()) return false;
    // Nobody waits at a toast step that is not offered.
    if (entry == s.agenda.end()) return s.cup == Seat::kNone || s.enthusiasm != 0;
    if (s.enthusiasm != 0) return false;
    if (entry->item == Item::kChooseCard) {
      if (s.hands.size(s.active) == 0) return false;
      ++entry;
    } else if (s.hands.size(s.active) > 0) {
      return false;
    }
    if (entry == s.agenda.end()) return !away;
    return entry->item == Item::kReturnHero && away && entry + 1 == s.agenda.end();
  }
  if (s.enthusiasm != 0 || entry == s.agenda.end() || entry->item != Item::kFinishCard)
    return false;
  ++entry;
  if (entry == s.agenda.end() || entry + 1 != s.agenda.end()) return false;
  return (entry->item == Item::kAsk || entry->item == Item::kVote) && question_is_right(s);
}

// Votes lie there only while a motion is being voted on, and not all of them.
bool ballots_are_right(const State& s) {
  const bool voting = s.over == 0 && !s.agenda.empty() && s.agenda.top().item == Item::kVote;
  int waiting = 0;
  for (int i = 0; i < kMaxPlayers; ++i) {
    const bool cast = s.ballots[static_cast<size_t>(i)] != Ballot::kNotCast;
    if (cast && !voting) return false;
    waiting += !cast && i < s.players ? 1 : 0;
  }
  return !voting || waiting > 0;
}

bool final_phase_is_right(const State& s) {
  const int last = s.variant(Variant::kLongGame) == 0 ? 1 : 2;
  return s.exhaustions <= last && (s.final_turn != 0) == (s.exhaustions == last) &&
         s.final_turn <= s.turn && (s.over == 0 || s.final_turn != 0);
}

}  // namespace

int Koenig::broken_invariant(const State& s) {
  const auto broken = [](Invariant invariant) { return static_cast<int>(invariant); };
  if (!heroes_are_right(s)) return broken(Invariant::kHeroes);
  if (!cellar_is_right(s)) return broken(Invariant::kCellar);
  if (!cup_is_right(s)) return broken(Invariant::kCup);
  if (!money_is_right(s)) return broken(Invariant::kMoney);
  if (!hands_are_right(s)) return broken(Invariant::kHands);
  if (!cards_are_right(s)) return broken(Invariant::kCards);
  if (!final_phase_is_right(s)) return broken(Invariant::kFinalPhase);
  if (!agenda_is_right(s)) return broken(Invariant::kAgenda);
  if (!ballots_are_right(s)) return broken(Invariant::kBallots);
  return -1;
}

}  // namespace koenig
