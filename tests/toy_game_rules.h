// The rules of the toy game. Included by toy_game.h.
#pragma once

#include "tests/toy_game.h"

namespace toy {

template <Fault kFault>
engine::TextFiles Toy<kFault>::texts() {
  static const auto replaced = [](std::string_view old, std::string_view now) {
    std::string text(kToyTexts);
    return text.replace(text.find(old), old.size(), now);
  };
  static const std::string faulty =
      has(Fault::kTextMissing) ? replaced("\"swap\": \"Swap hands\",", "")
      : has(Fault::kTextOfNothing)
          ? replaced("\"card\": {", "\"card\": {\"joker\": {\"name\": \"J\"},")
      : has(Fault::kPlaceholderLost) ? replaced("{0} points at {1}.", "{0} points.")
                                     : std::string(kToyTexts);
  engine::TextFiles texts;
  texts.fill(kToyTexts);
  texts[static_cast<size_t>(engine::Language::kGerman)] = faulty;
  return texts;
}

template <Fault kFault>
engine::Error Toy<kFault>::load_edition(const engine::Json& json, Edition& edition,
                                        engine::EditionNotes* notes) {
  engine::Error error;
  engine::EditionReader in(json, error, notes);
  in.string("edition", "the edition's name");
  const engine::Json& cards = in.list("cards", "the names of the five cards");
  in.finish();
  if (in.ok() && cards.items.size() != kKinds) in.fail("cards", "must be 5 names");
  for (size_t i = 0; in.ok() && i < kKinds; ++i) edition.names[i] = cards.items[i].text;
  return error;
}

template <Fault kFault>
void Toy<kFault>::draw_card(State& s, size_t seat, engine::Chance& chance, engine::Events& tell) {
  if (s.pile.empty() || s.hands[seat].full()) return;
  const uint8_t card = s.pile.draw(static_cast<uint8_t>(ChanceKind::kCard), chance);
  s.hands[seat].insert_sorted(card);
  const int holder = static_cast<int>(seat);
  if (has(Fault::kDrawEventIsOpen)) {
    tell(EventKind::kDrew, holder, card);
  } else {
    tell.secret(engine::SeatSet(engine::seat_at(holder)), EventKind::kDrew, holder, card);
  }
}

template <Fault kFault>
typename Toy<kFault>::State Toy<kFault>::setup(const Edition& edition,
                                               const engine::Variants& variants, int seats,
                                               engine::Chance& chance, engine::Events& tell) {
  State s{};
  s.edition = &edition;
  s.variants = variants;
  s.seats = static_cast<uint8_t>(seats);
  s.bank = kCoins;
  for (int kind = 0; kind < kKinds; ++kind) {
    for (int copy = 0; copy < kCopies; ++copy) s.pile.add(static_cast<uint8_t>(kind));
  }
  for (size_t seat = 0; seat < s.seats; ++seat) {
    for (int n = 0; n < 3; ++n) draw_card(s, seat, chance, tell);
  }
  return s;
}

template <Fault kFault>
engine::SeatSet Toy<kFault>::acting(const State& s) {
  if (s.phase == Phase::kOver) return {};
  if (has(Fault::kNobodyActs) && s.turn == 1) return {};
  if (s.phase != Phase::kBid) return engine::SeatSet(engine::seat_at(s.active));
  engine::SeatSet waiting;
  for (int i = 0; i < s.seats; ++i) {
    if (s.bids[static_cast<size_t>(i)] == 0) waiting.insert(engine::seat_at(i));
  }
  return waiting;
}

template <Fault kFault>
void Toy<kFault>::options(const State& s, Seat seat, engine::Offer& offer) {
  const engine::SmallVec<uint8_t, 8>& hand = s.hands[at(seat)];
  const auto action = [](Verb verb, int a = 0) {
    return engine::Action{static_cast<uint8_t>(verb), static_cast<uint8_t>(a), 0, 0};
  };
  switch (s.phase) {
    case Phase::kPoint:
      for (int i = 0; i < s.seats; ++i) {
        const bool bad = i == s.active || (has(Fault::kNothingAllowed) && s.turn == 1) ||
                         (has(Fault::kVerdictKnowsHands) && s.turn == 1 &&
                          s.hands[static_cast<size_t>(i)].contains(kKinds - 1));
        offer(action(Verb::kPoint, i), bad ? engine::forbid(Rule::kYourself) : engine::kAllowed);
      }
      break;
    case Phase::kPlay:
      for (uint8_t card = 0; card < kKinds; ++card) {
        if (!hand.contains(card)) continue;
        const bool king_too_soon = card == kKinds - 1 && hand.count(card) < hand.size();
        offer(action(Verb::kPlay, card),
              king_too_soon ? engine::forbid(Rule::kKeepTheKing) : engine::kAllowed);
        if (has(Fault::kOptionTwice) && card == 2) offer(action(Verb::kPlay, card));
      }
      offer(action(Verb::kSwap),
            s.variants.values[1] != 0 ? engine::forbid(Rule::kNoSwaps) : engine::kAllowed);
      break;
    default:
      for (int bid = 0; bid <= kHighestBid; ++bid) offer(action(Verb::kBid, bid));
  }
}

template <Fault kFault>
void Toy<kFault>::open_bids(State& s, engine::Events& tell) {
  int winner = -1;
  for (uint8_t bid = 1; bid <= kHighestBid + 1; ++bid) {
    if (std::count(s.bids.begin(), s.bids.end(), bid) != 1) continue;
    winner = static_cast<int>(std::find(s.bids.begin(), s.bids.end(), bid) - s.bids.begin());
  }
  for (int i = 0; i < s.seats; ++i) tell(EventKind::kOpened, i, s.bids[static_cast<size_t>(i)] - 1);
  s.bids.fill(0);
  if (winner < 0 || s.bank == 0) return;
  if (!has(Fault::kScoreBeforeItsLine)) tell(EventKind::kEarned, winner);
  --s.bank;
  if (!(has(Fault::kInvariantBreaks) && s.turn == 2)) ++s.coins[static_cast<size_t>(winner)];
  if (has(Fault::kScoreBeforeItsLine)) tell(EventKind::kEarned, winner);
}

template <Fault kFault>
void Toy<kFault>::end_turn(State& s, engine::Chance& chance, engine::Events& tell) {
  draw_card(s, s.active, chance, tell);
  if (!has(Fault::kPaddingIsDirty)) s.target = 0;
  s.phase = Phase::kPoint;
  s.active = static_cast<uint8_t>((s.active + 1) % s.seats);
  if (has(Fault::kNeverEnds)) return;
  if (++s.turn == s.variants.values[0] * s.seats || s.hands[s.active].empty()) {
    s.phase = Phase::kOver;
    tell(EventKind::kEnds);
  }
}

template <Fault kFault>
void Toy<kFault>::apply(State& s, Seat seat, engine::Action action, engine::Chance& chance,
                        engine::Events& tell) {
  const int who = engine::index_of(seat);
  switch (static_cast<Verb>(action.verb)) {
    case Verb::kPoint:
      s.target = static_cast<uint8_t>(action.a + 1);
      s.phase = Phase::kPlay;
      tell(EventKind::kPointed, who, action.a);
      break;
    case Verb::kPlay:
      s.hands[at(seat)].erase(s.hands[at(seat)].find(action.a));
      s.discards.push_back(action.a);
      s.phase = Phase::kBid;
      tell(EventKind::kPlayed, who, action.a);
      break;
    case Verb::kSwap:
      std::swap(s.hands[at(seat)], s.hands[s.target - 1u]);
      s.phase = Phase::kBid;
      if (!has(Fault::kSwapIsNoReveal)) tell(EventKind::kSwapped, who, s.target - 1);
      break;
    case Verb::kBid:
      s.bids[at(seat)] = static_cast<uint8_t>(action.a + 1);
      if (has(Fault::kBidEventIsOpen)) {
        tell(EventKind::kBid, who, action.a);
      } else {
        tell.secret(engine::SeatSet(seat), EventKind::kBid, who, action.a);
      }
      if (acting(s).empty()) {
        open_bids(s, tell);
        end_turn(s, chance, tell);
      }
      break;
  }
}

template <Fault kFault>
engine::Action Toy<kFault>::fallback(const State& s, Seat seat) {
  engine::Offer offer(engine::Offer::Keep::kAll);
  options(s, seat, offer);
  if (has(Fault::kFallbackForbidden)) return offer[0].action;
  int last = offer.size() - 1;
  if (has(Fault::kFallbackKnowsHands) && s.hands[(s.active + 1u) % s.seats].contains(0)) last = 0;
  while (!offer[last].verdict.allowed()) last = (last + 1) % offer.size();
  return offer[last].action;
}

template <Fault kFault>
engine::Outcome Toy<kFault>::outcome(const State& s) {
  engine::Outcome outcome;
  const uint8_t best = *std::max_element(s.coins.begin(), s.coins.begin() + s.seats);
  for (size_t i = 0; i < s.seats; ++i) {
    outcome.score[i] = s.coins[i];
    outcome.rank[i] = 1;
    for (size_t j = 0; j < s.seats; ++j) {
      if (s.coins[j] > s.coins[i]) ++outcome.rank[i];
    }
    if (s.coins[i] == best) outcome.winners.insert(engine::seat_at(static_cast<int>(i)));
  }
  return outcome;
}

template <Fault kFault>
void Toy<kFault>::reimagine(State& s, Seat seat, engine::Chance& chance) {
  if (has(Fault::kReimagineDoesNothing)) return;
  for (size_t i = 0; i < s.seats; ++i) {
    if (i != at(seat) && s.bids[i] != 0 && !has(Fault::kReimagineKeepsBids))
      s.bids[i] = static_cast<uint8_t>(1 + chance.below(kHighestBid + 1));
    if (i == at(seat) && !has(Fault::kReimagineTakesOwnCards)) continue;
    for (uint8_t card : s.hands[i]) s.pile.add(card);
  }
  for (size_t i = 0; i < s.seats; ++i) {
    if (i == at(seat) && !has(Fault::kReimagineTakesOwnCards)) continue;
    const int size = s.hands[i].size();
    s.hands[i].clear();
    for (int n = 0; n < size; ++n) {
      s.hands[i].insert_sorted(s.pile.draw(static_cast<uint8_t>(ChanceKind::kCard), chance));
    }
    if (has(Fault::kReimagineInvents) && size > 0 && s.turn == 3) s.hands[i][0] = 0;
  }
}

template <Fault kFault>
template <class Archive, class S>
void Toy<kFault>::describe(Archive& a, S& s) {
  using engine::by_seat;
  using engine::heap;
  using engine::number;
  constexpr engine::Leaf kCard = engine::word(engine::kFirstDomain, "card");
  a.head(s.seats, s.variants);
  a.face_down("pile", "pile_size", s.pile, heap(kCard));
  a("discards", s.discards, engine::list(kCard));
  a("hands", s.hands, by_seat(heap(kCard)).owners(has(Fault::kViewShowsHands)));
  a.shows("hand_sizes", [&](Seat seat) { return s.hands[at(seat)].size(); }, by_seat(number(0, 8)));
  if constexpr (has(Fault::kWriteLosesAField)) {
    a.marks(s.coins);
  } else {
    a("coins", s.coins, by_seat(number(0, kCoins)));
  }
  // That somebody has bid all may see.
  constexpr auto kBids = by_seat(number(1, kHighestBid + 1).or_null(0)).only_some();
  a.optional("bids", s.bids,
             has(Fault::kBidsAreCounted) ? kBids.left_out(false)
                                         : kBids.owners(has(Fault::kViewShowsBids)));
  a("bank", s.bank, number(0, kCoins));
  a("active", s.active, number(0, kSeats - 1));
  a("turn", s.turn, number(0, 16));
  a("phase", s.phase, number(0, 3));
  a.optional_when(!has(Fault::kPaddingIsDirty) || s.phase != Phase::kPoint, "target", s.target,
                  number(0, kSeats));
  if constexpr (Archive::kReads) {
    if (a.ok() && s.active >= s.seats) a.fail("must be one of the players", "active");
    if (a.ok() && s.target > s.seats) a.fail("must be one of the players", "target");
  }
}

template <Fault kFault>
int Toy<kFault>::broken_invariant(const State& s) {
  std::array<int, kKinds> kinds{};
  int coins = s.bank;
  int bids = 0;
  for (uint8_t card : s.pile) ++kinds[card];
  for (uint8_t card : s.discards) ++kinds[card];
  for (size_t i = 0; i < s.seats; ++i) {
    for (uint8_t card : s.hands[i]) ++kinds[card];
    coins += s.coins[i];
    bids += s.bids[i] != 0 ? 1 : 0;
  }
  for (int count : kinds) {
    if (count != kCopies) return 0;
  }
  if (coins != kCoins && !has(Fault::kWriteLosesAField)) return 1;
  const bool pointed = s.phase == Phase::kPlay || s.phase == Phase::kBid;
  const bool target_fits = pointed ? s.target != 0 && s.target - 1 != s.active : s.target == 0;
  const bool turn_fits = s.phase == Phase::kOver || s.turn < s.variants.values[0] * s.seats;
  const bool bids_fit = s.phase == Phase::kBid ? bids < s.seats : bids == 0;
  const bool can_play = s.phase == Phase::kOver || !s.hands[s.active].empty() ||
                        s.phase == Phase::kBid || has(Fault::kNeverEnds);
  if ((!target_fits && !has(Fault::kPaddingIsDirty)) || !turn_fits || !bids_fit || !can_play)
    return 2;
  return -1;
}

template <Fault kFault>
void Toy<kFault>::tell(const State& s, engine::Viewer viewer, const engine::Texts& texts,
                       std::string& out) {
  for (size_t i = 0; i < s.seats; ++i) {
    out += std::string(texts.get("seat." + std::to_string(i))) + ": " + std::to_string(s.coins[i]);
    const bool open = viewer.may_see(engine::seat_at(static_cast<int>(i)));
    for (uint8_t card : s.hands[i]) {
      const std::string key = "card." + s.edition->names[card] + ".name";
      if (open || has(Fault::kTellShowsHands)) out += " " + std::string(texts.get(key));
    }
    out += "\n";
  }
}

}  // namespace toy
