// The answers to the questions of a declaration, each with its verdict (§4.3, §6.4, §6.5).
#include "games/taverna/targets.h"

namespace taverna {

using engine::forbid;
using engine::kAllowed;
using engine::Offer;
using engine::Verdict;

namespace {

template <class Judge>
void offer_tracks(Offer& offer, Verb verb, Judge judge) {
  for (int i = 0; i < kPeoples; ++i) offer(action(verb, i), judge(people_at(i)));
}

Verdict if_rises(const State& s, Seat seat, People people) {
  return can_rise(s, seat, people) ? kAllowed : forbid(Rule::kTopTaken);
}

template <class Judge>
void offer_rivals(const State& s, Seat seat, Offer& offer, Judge judge) {
  for (int i = 0; i < s.players; ++i) {
    if (i != index(seat)) offer(action(Verb::kPlayer, i), judge(engine::seat_at(i)));
  }
}

template <class Judge>
void offer_tiles(const State& s, Offer& offer, Judge judge) {
  for (int t = 0; t < kTaverns; ++t) {
    for (int i = 0; i < s.board(t).tables; ++i) {
      const Place place = place_of(t, i);
      if (s.at_place(place) != People::kNone) offer(action(Verb::kTile, t, i + 1), judge(place));
    }
  }
}

bool has_free_table_elsewhere(const State& s, int tavern) {
  for (int t = 0; t < kTaverns; ++t) {
    if (t != tavern && s.free_tables(t) > 0) return true;
  }
  return false;
}

bool has_other_people_in_supply(const State& s, People people) {
  for (int i = 0; i < kPeoples; ++i) {
    if (people_at(i) != people && s.tiles_left(people_at(i)) > 0) return true;
  }
  return false;
}

void offer_free_tables(const State& s, const Claim& claim, Offer& offer) {
  const int from = tavern_of(claim.picks[0]);
  for (int t = 0; t < kTaverns; ++t) {
    for (int i = 0; i < s.board(t).tables; ++i) {
      if (s.at_place(place_of(t, i)) != People::kNone) continue;
      offer(action(Verb::kTable, t, i + 1), t == from ? forbid(Rule::kSameTavern) : kAllowed);
    }
  }
}

void offer_discards(const State& s, const Claim& claim, Offer& offer) {
  auto last = Spell::kNone;
  int same = 0;
  for (int card : State::at(s.hand, claim.actor)) {
    const Spell kind = s.edition->card_kind[static_cast<size_t>(card)];
    same = kind == last ? same + 1 : 0;
    const bool offered = same > 0 && same > picked(claim, 0, index(kind));
    last = kind;
    if (!offered && same == picked(claim, 0, index(kind)))
      offer(action(Verb::kDiscard, index(kind)));
  }
}

void offer_row(const State& s, const Claim& claim, Offer& offer) {
  for (Customer customer : s.row) {
    if (customer != Customer::kNone && picked(claim, 0, index(customer)) == 0)
      offer(action(Verb::kReturn, index(customer)));
  }
}

void offer_display(const State& s, const Claim& claim, Offer& offer) {
  const bool activation = task_of(s, claim) == Task::kActivation;
  const int bought = activation ? claim.picks.size() - 2 : 0;
  const Verdict verdict = activation ? may_pay_for(s, claim, bought + 1) : kAllowed;
  for (int i = 0; i < kFavours; ++i) {
    const int left =
        s.display.count(static_cast<Favour>(i)) - (activation ? picked(claim, 2, i) : 0);
    if (left > 0) offer(action(Verb::kTake, i), verdict);
  }
}

void offer_destinations(const State& s, const Claim& claim, Offer& offer) {
  const auto dignitary = static_cast<Dignitary>(claim.picks[0]);
  const bool activation = task_of(s, claim) == Task::kActivation;
  for (int t = 0; t < kTaverns; ++t) {
    Verdict verdict = kAllowed;
    if (activation) {
      verdict = may_go_to(s, claim.actor, dignitary, t, s.coins_of(claim.actor));
    } else if (s.dignitary[claim.picks[0]] == t) {
      verdict = forbid(Rule::kStays);
    } else if (s.guests_in(t) >= 2) {
      verdict = forbid(Rule::kNoRoom);
    }
    offer(action(Verb::kTavern, t), verdict);
  }
}

void offer_dignitaries(const State& s, const Claim& claim, bool to_hire, Offer& offer) {
  for (int d = 0; d < kDignitaries; ++d) {
    const auto dignitary = static_cast<Dignitary>(d);
    offer(action(Verb::kDignitary, d),
          to_hire ? may_hire(s, claim.actor, dignitary, s.coins_of(claim.actor)) : kAllowed);
  }
}

void offer_guilds(const State& s, const Claim& claim, Offer& offer) {
  const bool activation = task_of(s, claim) == Task::kActivation;
  const int tavern = claim.picks[activation ? 1 : 0];
  const int bought = activation ? claim.picks.size() - 2 : 0;
  for (int i = 0; i < kGuilds; ++i) {
    Verdict verdict = may_place_guild(s, tavern, static_cast<Symbol>(i));
    if (activation && picked(claim, 2, i) > 0) verdict = forbid(Rule::kGuildThere);
    if (verdict.allowed() && activation) verdict = may_pay_for(s, claim, bought + 1);
    offer(action(Verb::kSymbol, i), verdict);
  }
}

void offer_levels(const State& s, const Claim& claim, Offer& offer) {
  const int bought = claim.picks.size() - 2;
  offer_tracks(offer, Verb::kTrack, [&](People people) {
    const Verdict verdict = may_name_track(s, claim, people);
    return verdict.allowed() ? may_pay_for(s, claim, bought + 1) : verdict;
  });
}

}  // namespace

void offer_answers(const State& s, Prompt prompt, Offer& offer) {
  const Claim& claim = s.claim();
  const Seat seat = claim.actor;
  switch (prompt) {
    case Prompt::kTrack:
      return offer_tracks(offer, Verb::kTrack,
                          [&](People people) { return if_rises(s, seat, people); });
    case Prompt::kSecondTrack:
      return offer_tracks(offer, Verb::kTrack, [&](People people) {
        return index(people) == claim.picks[0] ? forbid(Rule::kSameTrack)
                                               : if_rises(s, seat, people);
      });
    case Prompt::kLowestTrack:
      return offer_tracks(offer, Verb::kTrack, [&](People people) {
        return is_lowest(s, seat, people) ? if_rises(s, seat, people) : forbid(Rule::kNotLowest);
      });
    case Prompt::kSlanderWho:
      return offer_rivals(s, seat, offer, [&](Seat rival) { return may_slander(s, seat, rival); });
    case Prompt::kSlanderTrack:
      return offer_tracks(offer, Verb::kTrack, [&](People people) {
        return may_slander(s, seat, engine::seat_at(claim.picks[0]), people);
      });
    case Prompt::kRobWho:
      return offer_rivals(s, seat, offer, [&](Seat rival) {
        return s.coins_of(rival) > 0 ? kAllowed : forbid(Rule::kNoCoins);
      });
    case Prompt::kStealFrom:
      return offer_rivals(s, seat, offer, [&](Seat rival) {
        return s.hand_size(rival) > 0 ? kAllowed : forbid(Rule::kNoHand);
      });
    case Prompt::kDiscard:
    case Prompt::kDiscardMore:
      return offer_discards(s, claim, offer);
    case Prompt::kTileToMove:
      return offer_tiles(s, offer, [&](Place place) {
        return has_free_table_elsewhere(s, tavern_of(place)) ? kAllowed
                                                             : forbid(Rule::kNoTableElsewhere);
      });
    case Prompt::kTableToGo:
      return offer_free_tables(s, claim, offer);
    case Prompt::kSwapFirst:
    case Prompt::kTileToRemove:
      return offer_tiles(s, offer, [](Place) { return kAllowed; });
    case Prompt::kSwapSecond:
      return offer_tiles(s, offer, [&](Place place) {
        return s.at_place(place) == s.at_place(claim.picks[0]) ? forbid(Rule::kSamePeople)
                                                               : kAllowed;
      });
    case Prompt::kTileToChange:
      return offer_tiles(s, offer, [&](Place place) {
        return has_other_people_in_supply(s, s.at_place(place)) ? kAllowed : forbid(Rule::kNoTile);
      });
    case Prompt::kNewPeople:
      return offer_tracks(offer, Verb::kPeople, [&](People people) {
        return people == s.at_place(claim.picks[0]) ? forbid(Rule::kSamePeople)
               : s.tiles_left(people) > 0           ? kAllowed
                                                    : forbid(Rule::kNoTile);
      });
    case Prompt::kCloseTavern:
      for (int t = 0; t < kTaverns; ++t) {
        offer(action(Verb::kTavern, t),
              has_free_table_elsewhere(s, t) ? kAllowed : forbid(Rule::kNoTableElsewhere));
      }
      return;
    case Prompt::kReturnCard:
    case Prompt::kReturnMore:
      return offer_row(s, claim, offer);
    case Prompt::kDignitaryToMove:
    case Prompt::kDignitaryToHire:
      return offer_dignitaries(s, claim, prompt == Prompt::kDignitaryToHire, offer);
    case Prompt::kDestination:
      return offer_destinations(s, claim, offer);
    case Prompt::kDeed:
      for (int i = 0; i < s.board(claim.picks[1]).deeds; ++i) {
        offer(action(Verb::kDeed, claim.picks[1], i + 1),
              may_take_deed(s, seat, claim.picks[1], i, s.coins_of(seat)));
      }
      return;
    case Prompt::kGuild:
    case Prompt::kSecondGuild:
      return offer_guilds(s, claim, offer);
    case Prompt::kFavourToTake:
    case Prompt::kFavourMore:
      return offer_display(s, claim, offer);
    case Prompt::kLevel:
    case Prompt::kLevelMore:
      return offer_levels(s, claim, offer);
    case Prompt::kUsedFavour:
      for (int i = 0; i < kFavours; ++i) {
        if (State::at(s.used, seat)[static_cast<size_t>(i)] > 0) offer(action(Verb::kRefresh, i));
      }
      return;
    case Prompt::kGuildTavern:
      for (int t = 0; t < kTaverns; ++t) {
        offer(action(Verb::kTavern, t),
              can_place_guild(s, t) ? kAllowed : forbid(Rule::kGuildThere));
      }
      return;
    case Prompt::kSymbolFrom:
      for (int i = 0; i < kSymbols; ++i)
        offer(action(Verb::kSymbol, i), may_replace_symbol(s, static_cast<Symbol>(i)));
      return;
    case Prompt::kSymbolTo:
      for (int i = 0; i < kSymbols; ++i)
        offer(action(Verb::kSymbol, i), may_get_symbol(s, static_cast<Symbol>(i)));
      return;
    case Prompt::kOtherPeople:
      return offer_tracks(offer, Verb::kPeople,
                          [&](People people) { return may_become(s, people); });
    default:
      return;
  }
}

}  // namespace taverna
