// What a spell, a favour or an activation needs to be told: one small choice after the other
// (§4.3, §6.4, §6.5). Choosing is part of the declaration; nothing happens before it is complete.
#include "games/taverna/targets.h"

namespace taverna {

using engine::forbid;
using engine::kAllowed;
using engine::Offer;
using engine::Verdict;

namespace {

Task task_of(Effect effect) {
  switch (effect) {
    case Effect::kTwoLevels:
      return Task::kTwoTracks;
    case Effect::kLowestLevel:
      return Task::kLowestTrack;
    case Effect::kSlander:
      return Task::kSlander;
    case Effect::kPickpocket:
      return Task::kRob;
    case Effect::kMindTheft:
      return Task::kSteal;
    case Effect::kAlchemy:
      return Task::kDiscards;
    case Effect::kMoveCustomer:
      return Task::kMove;
    case Effect::kSwapCustomers:
      return Task::kSwap;
    case Effect::kEviction:
      return Task::kRemove;
    case Effect::kPolymorph:
      return Task::kChange;
    case Effect::kClosedDoors:
      return Task::kClose;
    case Effect::kNewArrivals:
      return Task::kRowCards;
    case Effect::kSummons:
      return Task::kSummon;
    case Effect::kActivation:
      return Task::kActivation;
    case Effect::kTakeFavour:
      return Task::kFavour;
    case Effect::kRefreshFavour:
      return Task::kUsedFavour;
    case Effect::kPlaceGuild:
      return Task::kGuild;
    default:
      return Task::kNothing;
  }
}

Task task_of(Favour favour) {
  switch (favour) {
    case Favour::kChangeSymbol:
      return Task::kSymbol;
    case Favour::kPlaceGuild:
      return Task::kGuild;
    case Favour::kMoveCustomer:
      return Task::kMove;
    case Favour::kOtherPeople:
      return Task::kOtherPeople;
    case Favour::kGainLevel:
      return Task::kTrack;
    default:
      return Task::kNothing;
  }
}

}  // namespace

Task task_of(const State& s, const Claim& claim) {
  if (claim.source == Source::kSpell) return task_of(s.edition->of(claim.what).effect);
  if (claim.source == Source::kFavour) return task_of(static_cast<Favour>(claim.what));
  return Task::kActivation;
}

namespace {

// --- how many more of a list ---

bool is_closed(const Claim& claim) { return !claim.picks.empty() && claim.picks.back() == kEnough; }

int row_cards(const State& s) {
  int cards = 0;
  for (Customer customer : s.row) cards += customer != Customer::kNone ? 1 : 0;
  return cards;
}

}  // namespace

int picked(const Claim& claim, int from, int value) {
  int count = 0;
  for (int i = from; i < claim.picks.size(); ++i) count += claim.picks[i] == value ? 1 : 0;
  return count;
}

Verdict may_name_track(const State& s, const Claim& claim, People people) {
  const int level = s.level_of(claim.actor, people) + picked(claim, 2, index(people));
  if (level < kTop - 1) return kAllowed;
  if (level >= kTop) return forbid(Rule::kTopTaken);
  for (int i = 0; i < s.players; ++i) {
    if (s.level_of(engine::seat_at(i), people) == kTop) return forbid(Rule::kTopTaken);
  }
  return kAllowed;
}

namespace {

// Is there a further token, favour or level to buy, money aside?
bool has_more_to_buy(const State& s, const Claim& claim, int bought) {
  switch (static_cast<Dignitary>(claim.picks[0])) {
    case Dignitary::kGobtrotter:
      for (int i = 0; i < kGuilds; ++i) {
        if (picked(claim, 2, i) == 0 &&
            may_place_guild(s, claim.picks[1], static_cast<Symbol>(i)).allowed())
          return bought < 2;
      }
      return false;
    case Dignitary::kPrincess:
      return bought < 3 && s.display.size() > bought;
    default:
      for (int i = 0; i < kPeoples; ++i) {
        if (may_name_track(s, claim, people_at(i)).allowed()) return bought < 3;
      }
      return false;
  }
}

}  // namespace

Verdict may_pay_for(const State& s, const Claim& claim, int number) {
  return may_pay(s.edition->prices[claim.picks[0]][static_cast<size_t>(number - 1)],
                 s.coins_of(claim.actor));
}

namespace {

// With coins nobody else sees, the question must not tell whether there are enough.
bool may_buy_more(const State& s, const Claim& claim, int bought) {
  return has_more_to_buy(s, claim, bought) &&
         (!s.open_coins() || may_pay_for(s, claim, bought + 1).allowed());
}

Prompt activation_question(const State& s, const Claim& claim) {
  const int n = claim.picks.size();
  if (n == 0) return Prompt::kDignitaryToHire;
  if (n == 1) return Prompt::kDestination;
  const auto dignitary = static_cast<Dignitary>(claim.picks[0]);
  if (n == 2) {
    return dignitary == Dignitary::kNotary       ? Prompt::kDeed
           : dignitary == Dignitary::kGobtrotter ? Prompt::kGuild
           : dignitary == Dignitary::kPrincess   ? Prompt::kFavourToTake
                                                 : Prompt::kLevel;
  }
  if (dignitary == Dignitary::kNotary || is_closed(claim) || !may_buy_more(s, claim, n - 2))
    return Prompt::kNone;
  return dignitary == Dignitary::kGobtrotter ? Prompt::kSecondGuild
         : dignitary == Dignitary::kPrincess ? Prompt::kFavourMore
                                             : Prompt::kLevelMore;
}

Prompt question(const State& s, const Claim& claim) {
  const int n = claim.picks.size();
  const auto first = [n](Prompt prompt) { return n == 0 ? prompt : Prompt::kNone; };
  const auto both = [n](Prompt one, Prompt two) {
    return n == 0 ? one : n == 1 ? two : Prompt::kNone;
  };
  switch (task_of(s, claim)) {
    case Task::kNothing:
      return Prompt::kNone;
    case Task::kTrack:
      return first(Prompt::kTrack);
    case Task::kTwoTracks:
      return both(Prompt::kTrack, Prompt::kSecondTrack);
    case Task::kLowestTrack:
      return first(Prompt::kLowestTrack);
    case Task::kSlander:
      return both(Prompt::kSlanderWho, Prompt::kSlanderTrack);
    case Task::kRob:
      return first(Prompt::kRobWho);
    case Task::kSteal:
      return first(Prompt::kStealFrom);
    case Task::kDiscards:
      return n == 1 && s.hand_size(claim.actor) == 1 ? Prompt::kNone
                                                     : both(Prompt::kDiscard, Prompt::kDiscardMore);
    case Task::kMove:
      return both(Prompt::kTileToMove, Prompt::kTableToGo);
    case Task::kSwap:
      return both(Prompt::kSwapFirst, Prompt::kSwapSecond);
    case Task::kRemove:
      return first(Prompt::kTileToRemove);
    case Task::kChange:
      return both(Prompt::kTileToChange, Prompt::kNewPeople);
    case Task::kClose:
      return first(Prompt::kCloseTavern);
    case Task::kRowCards:
      if (is_closed(claim) || n == row_cards(s)) return Prompt::kNone;
      return n == 0 ? Prompt::kReturnCard : Prompt::kReturnMore;
    case Task::kSummon:
      return both(Prompt::kDignitaryToMove, Prompt::kDestination);
    case Task::kActivation:
      return activation_question(s, claim);
    case Task::kFavour:
      return first(Prompt::kFavourToTake);
    case Task::kUsedFavour:
      return first(Prompt::kUsedFavour);
    case Task::kGuild:
      return both(Prompt::kGuildTavern, Prompt::kGuild);
    case Task::kSymbol:
      return both(Prompt::kSymbolFrom, Prompt::kSymbolTo);
    case Task::kOtherPeople:
      return first(Prompt::kOtherPeople);
  }
  return Prompt::kNone;
}

bool may_stop(Prompt prompt) {
  return prompt == Prompt::kDiscardMore || prompt == Prompt::kReturnMore ||
         prompt == Prompt::kSecondGuild || prompt == Prompt::kFavourMore ||
         prompt == Prompt::kLevelMore;
}

}  // namespace

uint8_t pick_of(engine::Action action) {
  switch (static_cast<Verb>(action.verb)) {
    case Verb::kTile:
    case Verb::kTable:
      return place_of(action.a, action.b - 1);
    case Verb::kDeed:
      return static_cast<uint8_t>(action.b - 1);
    case Verb::kEnough:
      return kEnough;
    default:
      return action.a;
  }
}

namespace {

// A choice that isn't one is made without asking, unless others would learn from that what is in a
// hand or a purse.
bool answer_alone(const State& s, Prompt prompt, engine::Action& only) {
  const Claim& claim = s.claim();
  if (!s.open_coins() && task_of(s, claim) == Task::kActivation) return false;
  if (prompt == Prompt::kDiscard && s.hand_size(claim.actor) > 1) return false;
  if (may_stop(prompt)) return false;
  Offer offer(Offer::Keep::kLegal);
  offer_answers(s, prompt, offer);
  if (offer.size() != 1) return false;
  only = offer[0].action;
  return true;
}

void declare(Play& p) {
  State& s = p.s;
  switch (s.claim().source) {
    case Source::kSpell:
      s.agenda.push(Item::kResolve);
      return open_window(p, Window::kSpell);
    case Source::kFavour: {
      const Claim claim = s.claims.pop_back();
      return resolve_favour(p, claim);
    }
    default:
      return complete_hire(p);
  }
}

}  // namespace

// The verb that a claim's pick number i was made with.
Verb pick_verb(const State& s, const Claim& claim, int i) {
  if (claim.picks[i] == kEnough) return Verb::kEnough;
  switch (task_of(s, claim)) {
    case Task::kSlander:
      return i == 0 ? Verb::kPlayer : Verb::kTrack;
    case Task::kRob:
    case Task::kSteal:
      return Verb::kPlayer;
    case Task::kDiscards:
      return Verb::kDiscard;
    case Task::kMove:
      return i == 0 ? Verb::kTile : Verb::kTable;
    case Task::kSwap:
    case Task::kRemove:
      return Verb::kTile;
    case Task::kChange:
      return i == 0 ? Verb::kTile : Verb::kPeople;
    case Task::kClose:
      return Verb::kTavern;
    case Task::kRowCards:
      return Verb::kReturn;
    case Task::kSummon:
      return i == 0 ? Verb::kDignitary : Verb::kTavern;
    case Task::kActivation:
      if (i < 2) return i == 0 ? Verb::kDignitary : Verb::kTavern;
      return static_cast<Dignitary>(claim.picks[0]) == Dignitary::kNotary       ? Verb::kDeed
             : static_cast<Dignitary>(claim.picks[0]) == Dignitary::kGobtrotter ? Verb::kSymbol
             : static_cast<Dignitary>(claim.picks[0]) == Dignitary::kPrincess   ? Verb::kTake
                                                                                : Verb::kTrack;
    case Task::kFavour:
      return Verb::kTake;
    case Task::kUsedFavour:
      return Verb::kRefresh;
    case Task::kGuild:
      return i == 0 ? Verb::kTavern : Verb::kSymbol;
    case Task::kSymbol:
      return Verb::kSymbol;
    case Task::kOtherPeople:
      return Verb::kPeople;
    default:
      return Verb::kTrack;
  }
}

engine::Action pick_action(const State& s, const Claim& claim, int i) {
  const Verb verb = pick_verb(s, claim, i);
  const uint8_t value = claim.picks[i];
  if (verb == Verb::kEnough) return action(verb);
  if (verb == Verb::kTile || verb == Verb::kTable)
    return action(verb, tavern_of(value), table_of(value) + 1);
  if (verb == Verb::kDeed) return action(verb, claim.picks[1], value + 1);
  return action(verb, value);
}

bool hides_picks(const State& s, const Claim& claim) {
  return task_of(s, claim) == Task::kDiscards;
}

bool claim_is_right(const State& s, const Claim& claim, bool complete) {
  State then = s;
  while (!(then.claims.back() == claim)) then.claims.pop_back();
  Claim& last = then.claims.back();
  last.picks.clear();
  Offer offer(Offer::Keep::kLegal);
  for (int i = 0; i < claim.picks.size(); ++i) {
    const bool given = i == 0 && claim.source != Source::kSpell && claim.source != Source::kFavour;
    if (!given) {
      if (next_question(then) == Prompt::kNone) return false;
      offer.clear();
      offer_targets(then, offer);
      if (!offer.contains(pick_action(s, claim, i))) return false;
    } else if (claim.picks[0] != claim.what || claim.what >= kDignitaries) {
      return false;
    }
    last.picks.push_back(claim.picks[i]);
  }
  if (complete) return next_question(then) == Prompt::kNone;
  offer.clear();
  if (next_question(then) != Prompt::kNone) offer_targets(then, offer);
  return !offer.empty();
}

Prompt next_question(const State& s) { return question(s, s.claim()); }

void offer_targets(const State& s, Offer& offer) {
  const Prompt prompt = next_question(s);
  offer_answers(s, prompt, offer);
  if (may_stop(prompt)) offer(action(Verb::kEnough));
}

void answer_target(Play& p, engine::Action action) {
  p.s.agenda.pop();
  p.s.claims.back().picks.push_back(pick_of(action));
  proceed(p);
}

void proceed(Play& p) {
  for (;;) {
    const Prompt prompt = next_question(p.s);
    if (prompt == Prompt::kNone) return declare(p);
    engine::Action only;
    if (!answer_alone(p.s, prompt, only)) {
      p.s.agenda.push(Item::kTarget);
      return;
    }
    p.s.claims.back().picks.push_back(pick_of(only));
  }
}

}  // namespace taverna
