// What holds in every position (§11), as far as one position can show it.
#include <algorithm>

#include "games/tiefenthal/rules.h"
#include "games/tiefenthal/tiefenthal.h"

namespace tiefenthal {

using engine::seat_at;
using engine::SeatSet;

namespace {

enum class Phase : uint8_t { kSetUp, kEvening, kFill, kDraft, kServing, kOver };

// Looks at one position; the phase is what the lowest step of the agenda says.
class Checker {
 public:
  explicit Checker(const State& s) : s_(s), e_(*s.edition) { count_cards(); }

  int run() {
    const auto broken = [](Invariant invariant) { return static_cast<int>(invariant); };
    if (!agenda_is_known()) return broken(Invariant::kAgenda);
    if (!tavern_cards_are_right()) return broken(Invariant::kTavernCards);
    if (!nobles_are_right()) return broken(Invariant::kNobles);
    if (!regulars_are_right()) return broken(Invariant::kRegulars);
    if (!guests_are_right()) return broken(Invariant::kGuests);
    if (!display_is_right()) return broken(Invariant::kDisplay);
    if (!all(&Checker::tables_are_right)) return broken(Invariant::kTables);
    if (!all(&Checker::dice_are_right) || !rerolled_is_right()) return broken(Invariant::kDice);
    if (!all(&Checker::bar_guests_are_right)) return broken(Invariant::kBarGuests);
    if (!all(&Checker::tracks_are_right)) return broken(Invariant::kTracks);
    if (!all(&Checker::tiles_are_right)) return broken(Invariant::kTiles);
    if (!all(&Checker::limits_are_kept)) return broken(Invariant::kLimits);
    if (!all(&Checker::purse_is_right)) return broken(Invariant::kPurse);
    if (!schnapps_is_right()) return broken(Invariant::kSchnapps);
    if (!start_cards_are_right()) return broken(Invariant::kStartCards);
    if (!agenda_is_right()) return broken(Invariant::kAgenda);
    if (!answers_are_right()) return broken(Invariant::kAnswers);
    return -1;
  }

 private:
  using SeatCheck = bool (Checker::*)(Seat, const Tavern&) const;
  bool all(SeatCheck check) const {
    for (int i = 0; i < s_.players; ++i) {
      if (!(this->*check)(seat_at(i), s_.at(seat_at(i)))) return false;
    }
    return true;
  }

  Item lowest() const { return s_.agenda.begin()->item; }
  Seat active() const { return seat_at(s_.agenda.begin()->a); }
  int turn_index(Seat seat) const {
    return (index(seat) - index(s_.start) + s_.players) % s_.players;
  }
  bool has_begun(Seat seat) const {  // the serving turn of this round
    return phase_ == Phase::kServing && turn_index(seat) <= turn_index(active());
  }
  bool has_ended(Seat seat) const {
    return phase_ == Phase::kServing && turn_index(seat) < turn_index(active());
  }
  bool has_deck(Seat seat) const {
    return phase_ != Phase::kSetUp || turn_index(seat) > turn_index(active());
  }

  // Finds the phase; what lies above the lowest step is checked later.
  bool agenda_is_known() {
    if (s_.agenda.empty()) {
      phase_ = Phase::kOver;
      return s_.round == s_.rounds();
    }
    const bool seat =
        lowest() == Item::kPickStart || lowest() == Item::kPick || lowest() == Item::kServe;
    if (seat && index(active()) >= s_.players) return false;
    switch (lowest()) {
      case Item::kPickStart:
        phase_ = Phase::kSetUp;
        return s_.round == 0 && s_.modules() >= 4;
      case Item::kFill:
        phase_ = Phase::kEvening;
        break;
      case Item::kRedraw:
        phase_ = Phase::kFill;
        break;
      case Item::kPick:
        phase_ = Phase::kDraft;
        break;
      case Item::kServe:
        phase_ = Phase::kServing;
        break;
      default:
        return false;
    }
    return s_.round >= 1;
  }

  // --- cards: every one is in exactly one place ---
  static void count(Card card, std::array<uint8_t, kMaxKinds>& counts) {
    if (card != Card::kNone) ++counts[static_cast<size_t>(index(card))];
  }
  void count_cards() {
    for (size_t i = 0; i < kMaxPlayers; ++i) {
      const Tavern& t = s_.at(seat_at(static_cast<int>(i)));
      for (Card card : t.deck) count(card, owned_[i]);
      for (Card card : t.tables) {
        if (card != Card::kNoble && !is_staff(card)) count(card, owned_[i]);
      }
      for (int staff = 0; staff < kStaffKinds; ++staff) {
        owned_[i][static_cast<size_t>(staff)] += t.staff[static_cast<size_t>(staff)];
      }
      owned_[i][static_cast<size_t>(index(Card::kNoble))] += t.nobles;
    }
    for (Card card : s_.banned) count(card, banned_);
    for (Card card : s_.display) count(card, offered_);
    for (Card card : s_.stack) count(card, offered_);
  }
  int owned(Seat seat, Card card) const {
    return owned_[static_cast<size_t>(index(seat))][static_cast<size_t>(index(card))];
  }
  int owned(Card card) const {
    int sum = 0;
    for (int i = 0; i < s_.players; ++i) sum += owned(seat_at(i), card);
    return sum;
  }
  int banned(Card card) const { return banned_[static_cast<size_t>(index(card))]; }
  int offered(Card card) const { return offered_[static_cast<size_t>(index(card))]; }
  int copies(Card card) const { return e_.copies(card, s_.modules(), s_.players); }

  bool tavern_cards_are_right() const {
    for (int i = 0; i < kStaffKinds; ++i) {
      if (s_.supply[static_cast<size_t>(i)] + owned(card_at(i)) != copies(card_at(i))) return false;
    }
    return true;
  }
  bool nobles_are_right() const { return s_.nobles + owned(Card::kNoble) == copies(Card::kNoble); }
  bool regulars_are_right() const {
    int decks = 0;
    for (int i = 0; i < s_.players; ++i) decks += has_deck(seat_at(i)) ? 1 : 0;
    for (int i = index(Card::kFirstRegular); i < e_.kinds(); ++i) {
      const Card card = card_at(i);
      if (e_[card].kind != CardClass::kRegular) continue;
      if (owned(card) + banned(card) != e_[card].count * decks) return false;
      for (int seat = 0; seat < s_.players; ++seat) {
        if (owned(seat_at(seat), card) > e_[card].count) return false;
      }
    }
    return true;
  }
  bool guests_are_right() const {
    for (int i = 0; i < e_.kinds(); ++i) {
      const Card card = card_at(i);
      const bool guest = e_[card].kind == CardClass::kGuest;
      if (!guest && offered(card) > 0) return false;
      if (card == e_.open_pile && offered(card) > 0) return false;
      if (!guest && e_[card].kind != CardClass::kRegular && banned(card) > 0) return false;
      const int open = card == e_.open_pile ? s_.open_pile : 0;
      const int sum = owned(card) + banned(card) + offered(card) + open;
      if (guest && sum != copies(card)) return false;
    }
    return true;
  }
  // Places are empty only when the stack is.
  bool display_is_right() const {
    for (int slot = 0; slot < kMaxSlots; ++slot) {
      const bool there = slot == 0 ? s_.open_pile == 0 : slot <= e_.display;
      const bool filled = s_.display[static_cast<size_t>(slot)] != Card::kNone;
      if (filled ? !there : there && !s_.stack.empty()) return false;
    }
    return true;
  }

  // --- one tavern ---
  bool tables_are_right(Seat seat, const Tavern& t) const {
    const bool revealed =
        phase_ == Phase::kFill || phase_ == Phase::kDraft || phase_ == Phase::kServing;
    if (!revealed) {
      const auto none = [](uint8_t count) { return count == 0; };
      return t.tables.empty() && t.nobles == 0 && t.served == 0 &&
             std::all_of(t.staff.begin(), t.staff.end(), none);
    }
    if (t.tables.count(Card::kNoble) != (t.nobles > 0 ? 1 : 0)) return false;
    for (Card card : t.tables) {
      if (card == Card::kNone ? !has_begun(seat) : is_staff(card)) return false;
    }
    if ((uint64_t{t.served} >> t.tables.size()) != 0 || (t.served != 0 && !has_begun(seat)))
      return false;
    if (has_begun(seat)) return true;  // R27: table cards may have been given back
    // After B all tables are taken, or there was nothing left to draw.
    const int tables = s_.tables(t);
    return t.tables.size() == tables || (t.tables.size() < tables && t.deck.size() == 0);  // R19
  }

  static int whites(const engine::SmallVec<Die, kMaxDice>& dice) {
    return static_cast<int>(std::count_if(dice.begin(), dice.end(), is_white));
  }
  int own_cap() const {
    return e_.coloured_dice + (s_.variant(Variant::kBonusDieWithinCap) != 0 ? 0 : 1);
  }
  bool dice_are_right(Seat seat, const Tavern& t) const {
    const int white = whites(t.dice);
    const int own = t.dice.size() - white;
    const int lying = t.coaster.size();
    switch (phase_) {
      case Phase::kFill:  // the bonus die of phase A
        return white == 0 && lying == 0 && own <= (has_bonus_die() ? 1 : 0);
      case Phase::kDraft: {
        const int round =
            whites(s_.at(active()).dice);  // picks made by those who are still to pick
        const int picked = turn_index(seat) < turn_index(active()) ? 1 : 0;
        return own <= own_cap() && white == round + picked &&
               lying == e_.white_dice - round - picked && round < e_.white_dice;
      }
      case Phase::kServing:
        if (lying != 0 || own > own_cap()) return false;
        if (has_ended(seat)) return t.dice.empty();
        if (!has_begun(seat)) return white == e_.white_dice;
        return white + whites(s_.rerolled) <= e_.white_dice &&
               own + s_.rerolled.size() - whites(s_.rerolled) <= own_cap();
      default:
        return t.dice.empty() && lying == 0;
    }
  }
  bool has_bonus_die() const { return s_.choice_data().choices.contains(Bonus::kDie); }
  bool rerolled_is_right() const {
    return s_.rerolled.empty() ||
           (phase_ == Phase::kServing && s_.agenda.top().item == Item::kReroll);
  }

  bool bar_guests_are_right(Seat, const Tavern& t) const {
    int gained = 0;
    for (size_t round = 1; round <= s_.round; ++round) {
      gained += e_.track[s_.winter() ? 1 : 0][round].bar_guest ? 1 : 0;
    }
    return t.bar_guests <= gained;
  }

  bool tracks_are_right(Seat, const Tavern& t) const {
    if (t.monastery > e_.monastery_last || t.reputation > e_.reputation_last) return false;
    if (!in_play(s_, Part::kReputation) && (t.reputation != 0 || t.host_flipped != 0)) return false;
    if (t.host_flipped == 0 && t.reputation == e_.reputation_last) return false;
    if (t.host_flipped > 1 || (t.signatures >> kLines) != 0) return false;
    if (!in_play(s_, Part::kGuestBook) && t.signatures != 0) return false;
    for (size_t round = 1; round <= kMaxRounds; ++round) {
      const Entertainer who = e_.track[1][round].entertainer;
      if (who == Entertainer::kNone) continue;
      const bool asked = phase_ == Phase::kEvening && s_.agenda.top().item == Item::kSides;
      const bool has = s_.winter() && (round < s_.round || (round == s_.round && !asked));
      if ((t.sides[static_cast<size_t>(who)] != Side::kNone) != has) return false;
    }
    return true;
  }

  bool tiles_are_right(Seat seat, const Tavern& t) const {
    if ((t.upgraded >> kTileCount) != 0 || (t.fresh & ~t.upgraded) != 0) return false;
    for (int i = 0; i < kTileCount; ++i) {
      const bool fresh = (t.fresh >> i & 1) != 0;
      if (fresh && (!has_begun(seat) || !e_[tile_at(i)].next_round)) return false;
    }
    return true;
  }

  bool limits_are_kept(Seat seat, const Tavern& t) const {
    const auto used = [](uint8_t count) { return count != 0; };
    const bool acted = std::any_of(t.bought.begin(), t.bought.end(), used) || t.recruited != 0 ||
                       t.noble_recruits != 0 || t.cashbox_used != 0 || t.barrel_used != 0 ||
                       t.entertained != 0 || t.washed != 0;
    if (acted && !has_begun(seat)) return false;
    for (int i = 0; i < kStaffKinds; ++i) {
      const uint8_t bought = t.bought[static_cast<size_t>(i)];
      if (bought > (i < s_.staff_kinds() ? e_.buys_per_kind : 0)) return false;
    }
    for (size_t i = 0; i < kEntertainers; ++i) {
      if ((t.entertained >> i & 1) != 0 && t.sides[i] == Side::kNone) return false;
    }
    const bool nobles_limited = s_.variant(Variant::kNobleRecruits) != 0;
    if (nobles_limited && t.noble_recruits > 1) return false;
    return t.recruited <= e_.recruits_per_turn && s_.dishwashers(t) >= 0 && t.cashbox_used <= 1 &&
           t.barrel_used <= 1 && (t.entertained >> kEntertainers) == 0;
  }

  // What the safe and the storage hold; in the own turn the purse. R22: before it there may be
  // more.
  bool purse_is_right(Seat seat, const Tavern& t) const {
    if (has_begun(seat) && !has_ended(seat)) return covered(s_, t);
    if (t.ducats < 0 || t.beer < 0) return false;
    constexpr int kKept = 100;  // more than any bonus gives
    const bool may_keep = phase_ != Phase::kSetUp && phase_ != Phase::kEvening &&
                          phase_ != Phase::kOver && !has_ended(seat);
    const bool gives =
        in_play(s_, Part::kGuestBook) || e_[e_.open_pile].bonus.effect != Effect::kNothing;
    const int more = may_keep && gives ? kKept : 0;
    return t.ducats <= s_.value(t, Tile::kSafe) + more &&
           t.beer <= s_.value(t, Tile::kBeerStorage) + more;
  }

  // --- modules 2 and 4 ---
  bool schnapps_is_right() const {
    int sum = 0;
    for (int i = 0; i < s_.players; ++i) sum += s_.at(seat_at(i)).schnapps;
    return sum <= (s_.winter() ? e_.schnapps : 0);
  }
  bool start_cards_are_right() const {
    int taken = 0;
    uint32_t seen = 0;
    const auto once = [&](int card) {
      const bool fresh = card < static_cast<int>(e_.start_cards.size()) && (seen >> card & 1) == 0;
      seen |= 1u << (card & 31);
      return fresh;
    };
    for (int i = 0; i < s_.players; ++i) {
      const uint8_t card = s_.at(seat_at(i)).start_card;
      if (card == kNoStartCard) continue;
      ++taken;
      if (!once(card)) return false;
    }
    for (uint8_t card : s_.start_cards) {
      if (!once(card)) return false;
    }
    if (s_.modules() < 4) return taken == 0 && s_.start_cards.empty();
    if (phase_ != Phase::kSetUp) return taken == s_.players && s_.start_cards.empty();
    for (int i = 0; i < s_.players; ++i) {
      const bool has = s_.at(seat_at(i)).start_card != kNoStartCard;
      if (has != has_deck(seat_at(i))) return false;
    }
    return s_.start_cards.size() == s_.players + 1 - taken;
  }

  // --- the course of play ---
  bool agenda_is_right() const {
    const auto* entry = s_.agenda.begin();
    const int size = s_.agenda.size();
    for (const auto& other : s_.agenda) {
      if (other.c != 0) return false;
    }
    switch (phase_) {
      case Phase::kOver:
        return true;
      case Phase::kSetUp:
      case Phase::kDraft:
        return size == 1 && entry->b == 0;
      case Phase::kEvening:
        if (size < 2 || entry->a != 0 || entry->b != 0) return false;
        if (entry[1].item != Item::kBonus || entry[1].a != 0 || entry[1].b != 0) return false;
        if (size == 2) return !bonus_seats(s_).empty();
        return size == 3 && entry[2].item == Item::kSides && entry[2].b == 0 &&
               static_cast<Entertainer>(entry[2].a) == s_.round_data().entertainer &&
               s_.round_data().entertainer != Entertainer::kNone && s_.winter();
      case Phase::kFill:
        if (size != 1 || entry->b != 0 || entry->a == 0 || entry->a >> s_.players != 0)
          return false;
        for (Seat seat : SeatSet::from_bits(entry->a)) {
          if (s_.at(seat).bar_guests == 0) return false;
        }
        return true;
      default:
        return entry->b == 0 && question_is_right();
    }
  }
  // What is asked in a serving turn lies on top of its menu.
  bool question_is_right() const {
    const auto* entry = s_.agenda.begin();
    const int size = s_.agenda.size();
    const Tavern& t = s_.at(active());
    for (int i = 1; i < size; ++i) {
      if (entry[i].a != entry->a) return false;
    }
    if (size == 1) return true;
    const auto& top = s_.agenda.top();
    const bool on_the_way = size == 3 && entry[1].item == Item::kMonastery && entry[1].b <= 99;
    if (top.item == Item::kBan) return top.b == 0 && (size == 2 || on_the_way) && can_ban(t);
    if (size != 2) return false;
    switch (top.item) {
      case Item::kPlaceDie:
        return t.dice.contains(die_at(top.b)) && allows_something();
      case Item::kReturn: {
        if (top.b >= kTileCount || t.flipped(tile_at(top.b)) || in_debt(t)) return false;
        const Card card = e_[tile_at(top.b)].card;
        return card != Card::kNone && t.staff_of(card) > 0 && allows_something();
      }
      case Item::kTurnDie:
        return top.b == 0 && !in_debt(t) && !t.dice.empty() && entertained(t, Effect::kSetDie);
      case Item::kReroll:
        return top.b == 0 && !in_debt(t) && !t.dice.empty() && entertained(t, Effect::kReroll);
      default:
        return false;
    }
  }
  bool entertained(const Tavern& t, Effect effect) const {
    for (size_t i = 0; i < kEntertainers; ++i) {
      if ((t.entertained >> i & 1) == 0) continue;
      if (e_.entertainers[i][static_cast<size_t>(t.sides[i])].effect == effect) return true;
    }
    return false;
  }
  bool allows_something() const {
    engine::Offer offer(engine::Offer::Keep::kLegal);
    Tiefenthal::options(s_, active(), offer);
    return !offer.empty();
  }

  // Answers lie there only while all are asked, and not all of them.
  bool answers_are_right() const {
    const SeatSet asked = s_.agenda.empty() ? SeatSet{} : asked_together(s_);
    int waiting = 0;
    for (int i = 0; i < kMaxPlayers; ++i) {
      const Seat seat = seat_at(i);
      const uint8_t answer = s_.at(seat).answer;
      if (answer == kNoAnswer) {
        waiting += asked.contains(seat) ? 1 : 0;
        continue;
      }
      if (!asked.contains(seat) || !is_allowed(seat, answer)) return false;
    }
    return asked.empty() || waiting > 0;
  }
  bool is_allowed(Seat seat, uint8_t answer) const {
    switch (s_.agenda.top().item) {
      case Item::kBonus: {
        engine::Offer offer(engine::Offer::Keep::kLegal);
        Tiefenthal::options(s_, seat, offer);
        const engine::Action flip =
            answer == kNoFlip ? action(Verb::kNoFlip) : action(Verb::kFlip, answer);
        const bool flips = s_.choice_data().free_upgrade;
        return offer.contains(flips ? flip : action(Verb::kBonus, answer));
      }
      default:
        return answer <= 1;
    }
  }

  const State& s_;
  const Edition& e_;
  Phase phase_ = Phase::kOver;
  // How many of each kind there are: of each seat's own, banned, on display or stacked for it.
  std::array<std::array<uint8_t, kMaxKinds>, kMaxPlayers> owned_{};
  std::array<uint8_t, kMaxKinds> banned_{};
  std::array<uint8_t, kMaxKinds> offered_{};
};

}  // namespace

int Tiefenthal::broken_invariant(const State& s) { return Checker(s).run(); }

}  // namespace tiefenthal
