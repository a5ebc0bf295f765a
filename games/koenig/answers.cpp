// What may be answered to a card's questions: every conceivable answer with its verdict. The only
// place that decides what is legal while a card is being resolved.
#include "games/koenig/rules.h"

namespace koenig {

using engine::forbid;
using engine::kAllowed;
using engine::Offer;
using engine::Verdict;

namespace {

// What may be answered to a card's question.
enum class Ask : uint8_t {
  kNone,
  kAnyHero,
  kOtherHero,  // none of those picked before
  kOwnHero,
  kOtherOwnHero,
  kTypeHero,  // of the card's type
  kOwnButSarah,
  kOwnedHero,  // of any player
  kSarahOrJohn,
  kAnyButZork,
  kTargetsHero,  // of the player picked first, or none
  kAnyHeroOrNone,
  kPickedHero,   // one of the two picked
  kNextOfType,   // of the card's type, not yet moved (picks: direction, movers)
  kFirstOrLast,  // the heroes beside Draco (Magischer Spiegel)
  kNextLoser,    // picks: number of losers, losers, order
  kTypeAnchor,   // of the type picked first
  kNextInBlock,  // picks: type, anchor, order
  kDirection,
  kEnd,
  kSide,
  kJohnOrZork,
  kType,
  kTowards,
  kGap,
  kWindow,
  kNeutralSeats,
  kLay,
  kLift,
  kOpponent,
  kOpponentWithCards,
  kPlayer,
  kPartnership,  // the actor or the partner picked first
  kGold,
  kDemand,
  kAnswer,  // pay or refuse
  kCardOfTarget,
};

// Which answers a question takes. (Questions of the turn itself and votes have their own.)
Ask ask_of(Prompt prompt) {
  switch (prompt) {
    case Prompt::kHeroToMove:
    case Prompt::kHeroForGold:
    case Prompt::kHeroForDie:
    case Prompt::kSwapFirst:
      return Ask::kAnyHero;
    case Prompt::kHeroForward:
    case Prompt::kHeroFirst:
    case Prompt::kDracoOwn:
      return Ask::kOwnHero;
    case Prompt::kHeroBack:
    case Prompt::kHeroLast:
      return Ask::kOtherOwnHero;
    case Prompt::kFirstMover:
      return Ask::kPickedHero;
    case Prompt::kHalf:
    case Prompt::kDirection:
      return Ask::kDirection;
    case Prompt::kNextMover:
      return Ask::kNextOfType;
    case Prompt::kPartner:
    case Prompt::kMonteOpponent:
    case Prompt::kFine:
    case Prompt::kSteal:
    case Prompt::kBlackmailWho:
    case Prompt::kHandSwap:
      return Ask::kOpponent;
    case Prompt::kWhoFirst:
      return Ask::kPartnership;
    case Prompt::kPartnerHero:
      return Ask::kAnyHeroOrNone;
    case Prompt::kGold:
      return Ask::kGold;
    case Prompt::kTypeHeroForDie:
    case Prompt::kAnchor:
      return Ask::kTypeHero;
    case Prompt::kMirrorOrder:
      return Ask::kFirstOrLast;
    case Prompt::kNextLoser:
      return Ask::kNextLoser;
    case Prompt::kEnd:
      return Ask::kEnd;
    case Prompt::kJohnZork:
      return Ask::kJohnOrZork;
    case Prompt::kHeroToZork:
      return Ask::kAnyButZork;
    case Prompt::kZorkSide:
      return Ask::kSide;
    case Prompt::kHeroBehind:
    case Prompt::kSwapSecond:
    case Prompt::kBrawler:
      return Ask::kOtherHero;
    case Prompt::kGatherType:
      return Ask::kType;
    case Prompt::kGatherAnchor:
      return Ask::kTypeAnchor;
    case Prompt::kBlockOrder:
      return Ask::kNextInBlock;
    case Prompt::kSarahSwap:
      return Ask::kOwnButSarah;
    case Prompt::kNeutralSeats:
      return Ask::kNeutralSeats;
    case Prompt::kMonteWindow:
      return Ask::kWindow;
    case Prompt::kMonteLay:
    case Prompt::kMonteRearrange:
      return Ask::kLay;
    case Prompt::kMonteLift:
      return Ask::kLift;
    case Prompt::kBanish:
      return Ask::kOwnedHero;
    case Prompt::kDracoTowards:
      return Ask::kTowards;
    case Prompt::kGap:
      return Ask::kGap;
    case Prompt::kDracoNeutral:
      return Ask::kSarahOrJohn;
    case Prompt::kBlackmailAmount:
      return Ask::kDemand;
    case Prompt::kBlackmailAnswer:
      return Ask::kAnswer;
    case Prompt::kBlackmailHero:
      return Ask::kTargetsHero;
    case Prompt::kHandPick:
      return Ask::kOpponentWithCards;
    case Prompt::kTakeCard:
      return Ask::kCardOfTarget;
    case Prompt::kCupTo:
      return Ask::kPlayer;
    default:
      return Ask::kNone;
  }
}

// Every hero at the table by `judge`; with reasons wanted, also those who are away (R23).
template <class Judge>
void offer_heroes(const State& s, Offer& offer, Judge judge) {
  offer.each(s.line, [](Hero hero) { return action(Verb::kHero, index(hero)); }, judge);
  if (!offer.keeps_forbidden()) return;
  for (Hero hero : s.away) {
    if (hero != Hero::kNone) offer(action(Verb::kHero, index(hero)), forbid(Rule::kHeroAway));
  }
}

// The heroes among the answers from `first` on, looked through once for all heroes to be judged.
class Picked {
 public:
  explicit Picked(const State& s, int first = 0) {
    for (int i = first; i < s.picks.size(); ++i) bits_ |= 1u << s.pick(i);
  }
  bool contains(Hero hero) const { return (bits_ >> index(hero) & 1) != 0; }

 private:
  uint32_t bits_ = 0;
};

template <class Judge>
void offer_seats(const State& s, Offer& offer, Judge judge) {
  for (int i = 0; i < s.players; ++i) offer(action(Verb::kSeat, i), judge(engine::seat_at(i)));
}

void offer_permutations(Verb verb, int a, int b, int c, Offer& offer, Verdict unchanged) {
  offer(action(verb, a, b, c), unchanged);
  offer(action(verb, a, c, b));
  offer(action(verb, b, a, c));
  offer(action(verb, b, c, a));
  offer(action(verb, c, a, b));
  offer(action(verb, c, b, a));
}

void offer_hero_answers(const State& s, Ask ask, Seat seat, Offer& offer) {
  switch (ask) {
    case Ask::kAnyHeroOrNone:  // R35
      offer(action(Verb::kNoHero));
      [[fallthrough]];
    case Ask::kAnyHero:  // R41: own, opposing or neutral
      return offer_heroes(s, offer, [](Hero) { return kAllowed; });
    case Ask::kOtherHero:
      return offer_heroes(s, offer, [picked = Picked(s)](Hero hero) {
        return picked.contains(hero) ? forbid(Rule::kAlreadyPicked) : kAllowed;
      });
    case Ask::kOwnHero:
      return offer_heroes(s, offer, [&](Hero hero) {
        return s.owner(hero) == seat ? kAllowed : forbid(Rule::kNotYourHero);
      });
    case Ask::kOtherOwnHero:
      return offer_heroes(s, offer, [&, picked = Picked(s)](Hero hero) {
        if (s.owner(hero) != seat) return forbid(Rule::kNotYourHero);
        return picked.contains(hero) ? forbid(Rule::kAlreadyPicked) : kAllowed;
      });
    case Ask::kOwnButSarah:
      return offer_heroes(s, offer, [&](Hero hero) {
        if (hero == Hero::kSarah) return forbid(Rule::kSarahHerself);
        return s.owner(hero) == seat ? kAllowed : forbid(Rule::kNotYourHero);
      });
    case Ask::kTypeHero:
      return offer_heroes(s, offer, [&, type = s.card().type](Hero hero) {
        return s.type(hero) == type ? kAllowed : forbid(Rule::kWrongType);
      });
    case Ask::kOwnedHero:
      return offer_heroes(s, offer, [&](Hero hero) {
        return s.owner(hero) != Seat::kNone ? kAllowed : forbid(Rule::kNeutralHero);
      });
    case Ask::kSarahOrJohn:
      return offer_heroes(s, offer, [](Hero hero) {
        return hero == Hero::kSarah || hero == Hero::kJohn ? kAllowed
                                                           : forbid(Rule::kNeitherSarahNorJohn);
      });
    case Ask::kAnyButZork:
      return offer_heroes(s, offer, [](Hero hero) {
        return hero == Hero::kZork ? forbid(Rule::kZorkHimself) : kAllowed;
      });
    case Ask::kTargetsHero:  // R32: after a refusal the actor may move a hero
      offer(action(Verb::kNoHero));
      return offer_heroes(s, offer, [&](Hero hero) {
        return s.owner(hero) == s.seat_pick(0) ? kAllowed : forbid(Rule::kNotTargetsHero);
      });
    case Ask::kPickedHero:
      return offer_heroes(s, offer, [picked = Picked(s)](Hero hero) {
        return picked.contains(hero) ? kAllowed : forbid(Rule::kNotOneOfThese);
      });
    case Ask::kNextOfType:
      return offer_heroes(s, offer, [&, type = s.card().type, picked = Picked(s, 1)](Hero hero) {
        if (s.type(hero) != type) return forbid(Rule::kWrongType);
        return picked.contains(hero) ? forbid(Rule::kAlreadyPicked) : kAllowed;
      });
    case Ask::kFirstOrLast:
      return offer_heroes(s, offer, [&](Hero hero) {
        return hero == s.at(1) || hero == s.at(s.H()) ? kAllowed : forbid(Rule::kNotOneOfThese);
      });
    case Ask::kNextLoser: {
      // Losers are among the answers once, those who have left twice.
      return offer_heroes(s, offer,
                          [lost = Picked(s, 1), left = Picked(s, 1 + s.pick(0))](Hero hero) {
                            if (!lost.contains(hero)) return forbid(Rule::kNotOneOfThese);
                            return left.contains(hero) ? forbid(Rule::kAlreadyPicked) : kAllowed;
                          });
    }
    case Ask::kTypeAnchor:
      return offer_heroes(s, offer, [&, type = static_cast<Type>(s.pick(0))](Hero hero) {
        return s.type(hero) == type ? kAllowed : forbid(Rule::kWrongType);
      });
    default:  // kNextInBlock
      return offer_heroes(
          s, offer, [&, type = static_cast<Type>(s.pick(0)), picked = Picked(s, 2)](Hero hero) {
            if (s.type(hero) != type) return forbid(Rule::kWrongType);
            return picked.contains(hero) ? forbid(Rule::kAlreadyPicked) : kAllowed;
          });
  }
}

// R36: no more gold than takes the hero to place 1.
void offer_gold(const State& s, Seat seat, Offer& offer) {
  const int steps = s.card().steps;
  const int useful = (s.place_of(s.hero_pick(0)) - 1 + steps - 1) / steps;
  for (int gold = 0; gold <= useful; ++gold) {
    const int missing = gold * s.gold() - s.money(seat);
    offer(action(Verb::kAmount, gold), missing > 0 ? forbid(Rule::kTooPoor, missing) : kAllowed);
  }
}

// R32: from 1 to what he has, or "more than he has". (An action holds 255 at most.)
void offer_demands(const State& s, Offer& offer) {
  const int most = std::min(255, s.money(s.seat_pick(0)) + 1);
  for (int amount = 1; amount <= most; ++amount) offer(action(Verb::kAmount, amount));
}

void offer_cards_of(const State& s, Seat holder, Offer& offer) {
  Card last = Card::kNone;
  for (const HandCard& held : s.hands.of(holder)) {
    if (held.card != last) offer(action(Verb::kTake, index(held.card)));
    last = held.card;
  }
}

}  // namespace

void offer_answers(const State& s, Prompt prompt, Seat seat, Offer& offer) {
  const Ask ask = ask_of(prompt);
  switch (ask) {
    case Ask::kDirection:
      offer(action(Verb::kDirection, static_cast<int>(Direction::kForward)));
      offer(action(Verb::kDirection, static_cast<int>(Direction::kBackward)));
      return;
    case Ask::kEnd:
      offer(action(Verb::kEnd, static_cast<int>(End::kFirst)));
      offer(action(Verb::kEnd, static_cast<int>(End::kLast)));
      return;
    case Ask::kSide:
      offer(action(Verb::kSide, static_cast<int>(Side::kInFront)));
      offer(action(Verb::kSide, static_cast<int>(Side::kBehind)));
      return;
    case Ask::kJohnOrZork:
      for (Side side : {Side::kInFront, Side::kBehind}) {
        const int where = static_cast<int>(side);
        offer(action(Verb::kPut, index(Hero::kJohn), where, index(Hero::kZork)));
        offer(action(Verb::kPut, index(Hero::kZork), where, index(Hero::kJohn)));
      }
      return;
    case Ask::kType:
      for (int type = 0; type < kTypes; ++type) offer(action(Verb::kType, type));
      return;
    case Ask::kTowards:
      offer(action(Verb::kTowards, static_cast<int>(DracoSide::kFavourite)));
      offer(action(Verb::kTowards, static_cast<int>(DracoSide::kOther)));
      return;
    case Ask::kGap:
      for (int gap = 1; gap < s.H(); ++gap) offer(action(Verb::kGap, gap));
      return;
    case Ask::kWindow:  // R28: three consecutive places
      for (int place = 1; place + 2 <= s.H(); ++place) offer(action(Verb::kPlace, place));
      return;
    case Ask::kNeutralSeats:
      return offer_permutations(Verb::kSeats, index(Hero::kJohn), index(Hero::kZork),
                                index(Hero::kSarah), offer, forbid(Rule::kMustChange));
    case Ask::kLay: {
      const int place = s.pick(0);
      return offer_permutations(Verb::kLay, index(s.at(place)), index(s.at(place + 1)),
                                index(s.at(place + 2)), offer, kAllowed);
    }
    case Ask::kLift:
      return offer_permutations(Verb::kLift, 0, 1, 2, offer, kAllowed);
    case Ask::kOpponent:
      return offer_seats(
          s, offer, [&](Seat other) { return other == seat ? forbid(Rule::kYourself) : kAllowed; });
    case Ask::kOpponentWithCards:
      return offer_seats(s, offer, [&](Seat other) {
        if (other == seat) return forbid(Rule::kYourself);
        return s.hands.size(other) > 0 ? kAllowed : forbid(Rule::kNoCards);
      });
    case Ask::kPlayer:
      return offer_seats(s, offer, [](Seat) { return kAllowed; });
    case Ask::kPartnership:
      return offer_seats(s, offer, [&](Seat other) {
        return other == seat || other == s.seat_pick(0) ? kAllowed : forbid(Rule::kNotOneOfThese);
      });
    case Ask::kGold:
      return offer_gold(s, seat, offer);
    case Ask::kDemand:
      return offer_demands(s, offer);
    case Ask::kAnswer:
      offer(action(Verb::kPay));
      offer(action(Verb::kRefuse));
      return;
    case Ask::kCardOfTarget:
      return offer_cards_of(s, s.seat_pick(0), offer);
    default:
      return offer_hero_answers(s, ask, seat, offer);
  }
}

}  // namespace koenig
