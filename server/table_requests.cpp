// What people may ask of a table, and when it is refused.
#include <algorithm>

#include "server/anchors.h"
#include "server/table.h"

namespace server {

using engine::Seat;
using engine::SeatSet;
using store::Status;

namespace {

constexpr size_t kMaxEntries = 20000;   // chat included; nobody fills a disk with one table
constexpr size_t kMostEntries = 25000;  // coming and going included
constexpr int kMaxTimeOuts = 200;       // default answers given at once

Entry make(EntryKind kind, int64_t now, Seat seat) {
  Entry entry;
  entry.kind = kind;
  entry.at = now;
  entry.seat = seat;
  return entry;
}

}  // namespace

Refusal Table::illegal(const engine::Error& error, std::string_view action) const {
  if (error.code == engine::ErrorCode::kTurn) return refusal(Code::kTurn, "turn");
  return {Code::kIllegal,      "not-a-choice", {std::string(action)}, head_.game,
          std::string(action), error.rule,     error.missing,         head_.edition};
}

bool Table::is_host(const std::string& person) const {
  return seat_of(person) != Seat::kNone && seat_of(person) == host_;
}

Refusal Table::sit(const std::string& person, Seat seat, int64_t now, std::string_view commitment) {
  if (status_ == Status::kOver) return refusal(Code::kState, "over");
  if (index(seat) >= chairs_.size()) return refusal(Code::kUnknown, "unknown-seat");
  if (!commitment.empty() && !is_commitment(commitment)) {
    return refusal(Code::kMessage, "bad-commitment");
  }
  const Chair& there = chair(seat);
  if (status_ != Status::kGathering) {
    if (there.kind != SeatKind::kPerson || there.person != person) {
      return refusal(Code::kForbidden, "not-your-seat");
    }
    if (there.conceded) return refusal(Code::kState, "conceded");
    if (!there.stand_in) return {};
  } else if (there.kind != SeatKind::kOpen) {
    if (there.kind == SeatKind::kPerson && there.person == person) return {};
    return refusal(Code::kTaken, "taken");
  }
  if (log_.size() >= kMostEntries) return refusal(Code::kState, "too-long");
  Entry entry = make(EntryKind::kSit, now, seat);
  entry.who = person;
  if (Refusal refusal = apply(std::move(entry), now)) return refusal;
  if (commitment.empty() || status_ != Status::kGathering) return {};
  return commit(person, commitment, now);
}

Refusal Table::leave(const std::string& person, int64_t now) {
  const Seat seat = seat_of(person);
  if (seat == Seat::kNone) return refusal(Code::kForbidden, "not-seated");
  if (status_ == Status::kOver) return refusal(Code::kState, "over");
  if (status_ != Status::kGathering && bot_plays(seat)) return {};
  return apply(make(EntryKind::kLeave, now, seat), now);
}

Refusal Table::set_seat(const std::string& person, Seat seat, std::optional<SeatBot> bot,
                        int64_t now) {
  if (status_ != Status::kGathering) return refusal(Code::kState, "not-gathering");
  if (!is_host(person)) return refusal(Code::kForbidden, "host-only");
  if (index(seat) >= chairs_.size()) return refusal(Code::kUnknown, "unknown-seat");
  if (seat == host_) return refusal(Code::kForbidden, "own-seat");
  if (head_.rated && bot && !anchor_of(game().spec(), *bot)) {
    return refusal(Code::kState, "rated-bot");
  }
  if (log_.size() >= kMostEntries) return refusal(Code::kState, "too-long");
  Entry entry = make(EntryKind::kSeat, now, seat);
  entry.text = bot ? bot->text() : "open";
  return apply(std::move(entry), now);
}

Refusal Table::set_seats(const std::string& person, int count, int64_t now) {
  if (status_ != Status::kGathering) return refusal(Code::kState, "not-gathering");
  if (!is_host(person)) return refusal(Code::kForbidden, "host-only");
  const engine::GameSpec& spec = game().spec();
  if (count < spec.min_seats || count > spec.max_seats) {
    return {Code::kMessage,
            "seat-count",
            {std::to_string(spec.min_seats), std::to_string(spec.max_seats)},
            nullptr,
            "",
            ""};
  }
  for (size_t i = static_cast<size_t>(count); i < chairs_.size(); ++i) {
    if (chairs_[i].kind == SeatKind::kPerson) return refusal(Code::kTaken, "taken");
  }
  if (log_.size() >= kMostEntries) return refusal(Code::kState, "too-long");
  Entry entry = make(EntryKind::kSeats, now, Seat::kNone);
  entry.number = count;
  return apply(std::move(entry), now);
}

Refusal Table::commit(const std::string& person, std::string_view commitment, int64_t now) {
  if (status_ != Status::kGathering) return refusal(Code::kState, "not-gathering");
  const Seat seat = seat_of(person);
  if (seat == Seat::kNone) return refusal(Code::kForbidden, "not-seated");
  if (!is_commitment(commitment)) return refusal(Code::kMessage, "bad-commitment");
  if (chair(seat).commitment == commitment) return {};
  if (log_.size() >= kMaxEntries) return refusal(Code::kState, "too-long");
  Entry entry = make(EntryKind::kCommit, now, seat);
  entry.text = commitment;
  return apply(std::move(entry), now);
}

Refusal Table::open_word(const std::string& person, std::string_view word, int64_t now) {
  const Seat seat = seat_of(person);
  if (seat == Seat::kNone) return refusal(Code::kForbidden, "not-seated");
  const Chair& here = chair(seat);
  if (!here.word.empty() && here.word == word) return {};  // asked twice
  if (status_ != Status::kOpening) return refusal(Code::kState, "not-opening");
  if (here.commitment.empty() || !here.word.empty()) {
    return refusal(Code::kState, "nothing-to-open");
  }
  if (word_commitment(id_, seat_id(seat), word) != here.commitment) {
    return refusal(Code::kForbidden, "wrong-word");
  }
  Entry entry = make(EntryKind::kOpen, now, seat);
  entry.text = word;
  if (Refusal refusal = apply(std::move(entry), now)) return refusal;
  return all_open() ? deal(now) : Refusal{};
}

bool Table::all_open() const {
  return std::none_of(chairs_.begin(), chairs_.end(), [](const Chair& here) {
    return !here.commitment.empty() && here.word.empty();
  });
}

Refusal Table::deal(int64_t now) {
  Entry entry = make(EntryKind::kStart, now, host_);
  entry.number = 1;
  return apply(std::move(entry), now);
}

Refusal Table::start(const std::string& person, const std::optional<SeatBot>& fill, int64_t now,
                     int64_t open_within) {
  if (status_ != Status::kGathering) return refusal(Code::kState, "not-gathering");
  if (!is_host(person)) return refusal(Code::kForbidden, "host-only");
  if (seats() < game().spec().min_seats) return refusal(Code::kState, "open-seats");
  for (const Chair& here : chairs_) {
    if (here.kind == SeatKind::kOpen && !fill) return refusal(Code::kState, "open-seats");
  }
  for (int i = 0; i < seats(); ++i) {
    if (chairs_[static_cast<size_t>(i)].kind != SeatKind::kOpen) continue;
    if (Refusal refusal = set_seat(person, engine::seat_at(i), fill, now)) return refusal;
  }
  if (all_open()) return deal(now);
  Entry entry = make(EntryKind::kOpening, now, host_);
  entry.number = open_within;
  return apply(std::move(entry), now);
}

Refusal Table::person_acts(Seat seat, int64_t at) const {
  if (seat == Seat::kNone) return refusal(Code::kForbidden, "not-seated");
  if (match_ == nullptr) return refusal(Code::kState, "not-playing");
  if (at < 0 || at > n()) return refusal(Code::kMessage, "bad-number");
  const bool gone = at < changed_;
  if (status_ == Status::kOver) {
    return gone ? refusal(Code::kStale, "stale") : refusal(Code::kState, "over");
  }
  if (chair(seat).conceded) return refusal(Code::kState, "conceded");
  if (bot_plays(seat)) return refusal(Code::kState, "bot-plays");
  if (!match_->acting().contains(seat)) {
    return gone ? refusal(Code::kStale, "stale") : refusal(Code::kTurn, "turn");
  }
  if (at < asked_since_[index(seat)]) return refusal(Code::kStale, "stale");
  return {};
}

HintRule Table::hints() const {
  if (head_.rated) return HintRule::kNo;
  if (head_.hints) return HintRule::kAgreed;
  const auto people = std::count_if(chairs_.begin(), chairs_.end(), [](const Chair& chair) {
    return chair.kind != SeatKind::kBot;
  });
  return people <= 1 ? HintRule::kAlone : HintRule::kNo;
}

Refusal Table::may_ask_hint(const std::string& person) const {
  if (Refusal refused = person_acts(seat_of(person), n())) return refused;
  return hints() == HintRule::kNo ? refusal(Code::kForbidden, "no-hints") : Refusal{};
}

ActResult Table::act(const std::string& person, int64_t at, const std::vector<std::string>& actions,
                     int64_t now) {
  ActResult result;
  const Seat seat = seat_of(person);
  result.refused = person_acts(seat, at);
  if (result.refused) return result;
  for (const std::string& action : actions) {
    if (result.done > 0) {
      const engine::Step& last = match_->steps().back();
      if (last.showed() || !match_->acting().contains(seat)) break;
    }
    Entry entry = make(EntryKind::kAct, now, seat);
    entry.number = std::max<int64_t>(0, now - asked_at_[index(seat)]);
    entry.text = action;
    result.refused = apply(std::move(entry), now);
    if (result.refused) break;
    ++result.done;
  }
  finish_if_over(now);
  return result;
}

Refusal Table::bot_act(Seat seat, engine::Action action, int64_t at, int64_t now) {
  if (status_ != Status::kPlaying || !bots_to_act().contains(seat) ||
      at < asked_since_[index(seat)]) {
    return refusal(Code::kStale, "stale");
  }
  Entry entry = make(EntryKind::kAct, now, seat);
  entry.by = By::kBot;
  entry.text = game().action_id(*match_->edition(), action);
  if (Refusal refusal = apply(std::move(entry), now)) return refusal;
  finish_if_over(now);
  return {};
}

Refusal Table::replace_house_bot(Seat seat, Why why, int64_t now) {
  if (status_ != Status::kPlaying || house_bot(seat).empty()) {
    return refusal(Code::kStale, "stale");
  }
  Entry entry = make(EntryKind::kStandIn, now, seat);
  entry.by = By::kBot;
  entry.text = why == Why::kFailed ? "failed" : "gone";
  return apply(std::move(entry), now);
}

bool Table::answer_by_orders(int64_t now) {
  if (status_ != Status::kPlaying) return false;
  for (Seat seat : match_->acting()) {
    const Orders& orders = orders_[index(seat)];
    if (!orders.on || bot_plays(seat) || !match_->out_of_turn(seat)) continue;
    Entry entry = make(EntryKind::kAct, now, seat);
    entry.by = By::kOrders;
    entry.text =
        game().action_id(*match_->edition(), answer_by(orders, *match_, seat, occasion_for(seat)));
    if (apply(std::move(entry), now)) return false;
    finish_if_over(now);
    return true;
  }
  return false;
}

void Table::time_out(int64_t now) {
  if (status_ == Status::kOpening && now >= open_until_) {
    for (int i = 0; i < seats(); ++i) {
      const Chair& here = chairs_[static_cast<size_t>(i)];
      if (here.commitment.empty() || !here.word.empty()) continue;
      Entry entry = make(EntryKind::kMissing, now, engine::seat_at(i));
      entry.by = By::kClock;
      [[maybe_unused]] const Refusal refusal = apply(std::move(entry), now);
    }
    [[maybe_unused]] const Refusal refusal = deal(now);
  }
  for (int given = 0; given < kMaxTimeOuts && status_ == Status::kPlaying; ++given) {
    Seat late = Seat::kNone;
    for (Seat seat : match_->acting()) {
      const int64_t spent = now - asked_at_[index(seat)];
      const ClockRule time = time_for(seat);
      if (!bot_plays(seat) && spent >= time.move + time.bank) late = seat;
    }
    if (!head_.clock.on() || late == Seat::kNone) return;
    // Who has not come for days will not come for the next decision either. A reaction is
    // different: passing it up is an answer.
    const bool leaves = head_.clock.by_days() && !match_->out_of_turn(late);
    Entry entry = make(leaves ? EntryKind::kStandIn : EntryKind::kAct, now, late);
    entry.by = By::kClock;
    if (!leaves) {
      entry.number = now - asked_at_[index(late)];
      entry.text = game().action_id(*match_->edition(), match_->fallback(late));
    }
    if (apply(std::move(entry), now)) return;
    finish_if_over(now);
  }
}

void Table::begin_clocks_anew(int64_t now) {
  if (deadline() == 0 || (status_ == Status::kPlaying && head_.clock.by_days())) return;
  [[maybe_unused]] const Refusal refusal = apply(make(EntryKind::kClocks, now, Seat::kNone), now);
}

void Table::finish_if_over(int64_t now) {
  if (status_ != Status::kPlaying || !match_->over()) return;
  Entry entry = make(EntryKind::kOver, now, Seat::kNone);
  entry.text = "end";
  [[maybe_unused]] const Refusal refusal = apply(std::move(entry), now);
}

Refusal Table::go_back(Seat seat, int step, int64_t now) {
  Entry entry = make(EntryKind::kBack, now, seat);
  entry.number = step;
  return apply(std::move(entry), now);
}

Refusal Table::undo(const std::string& person, int64_t at, int64_t now) {
  const Seat seat = seat_of(person);
  if (seat == Seat::kNone) return refusal(Code::kForbidden, "not-seated");
  if (match_ == nullptr) return refusal(Code::kState, "not-playing");
  if (at < 0 || at > n()) return refusal(Code::kMessage, "bad-number");
  if (at < changed_) return refusal(Code::kStale, "stale");
  if (status_ == Status::kOver) return refusal(Code::kState, "over");
  if (log_.size() >= kMaxEntries) return refusal(Code::kState, "too-long");
  switch (undo_for(seat)) {
    case Undo::kNothing:
      return refusal(Code::kState, silenced() ? "removed-say"
                                   : resumed_ ? "before-update"
                                              : "nothing-to-undo");
    case Undo::kNow:
      return go_back(seat, steps() - 1, now);
    case Undo::kAsk:
      break;
  }
  if (request_) return refusal(Code::kState, "asked-already");
  Entry entry = make(EntryKind::kAsk, now, seat);
  entry.number = base_ + static_cast<int64_t>(*last_step_of(seat));
  if (Refusal refusal = apply(std::move(entry), now)) return refusal;
  if (request_->waiting.empty()) return go_back(seat, request_->step, now);
  return {};
}

Refusal Table::consent(const std::string& person, bool yes, int64_t now) {
  const Seat seat = seat_of(person);
  if (seat == Seat::kNone) return refusal(Code::kForbidden, "not-seated");
  if (!request_ || !request_->waiting.contains(seat)) return refusal(Code::kState, "not-asked");
  Entry entry = make(EntryKind::kConsent, now, seat);
  entry.number = yes ? 1 : 0;
  if (Refusal refusal = apply(std::move(entry), now)) return refusal;
  if (request_ && request_->waiting.empty()) return go_back(request_->by, request_->step, now);
  return {};
}

Refusal Table::say(const std::string& person, std::string_view text, int64_t now, bool emote) {
  if (log_.size() >= kMaxEntries) return refusal(Code::kState, "too-long");
  if (Refusal refused = chat_.may_say(person)) return refused;
  Entry entry = make(EntryKind::kSay, now, seat_of(person));
  entry.who = person;
  entry.number = emote ? 1 : 0;
  entry.text = text;
  return apply(std::move(entry), now);
}

Refusal Table::mute(const std::string& person, const std::string& other, bool on, int64_t now) {
  if (!is_host(person)) return refusal(Code::kForbidden, "host-only");
  if (other == person) return refusal(Code::kForbidden, "own-seat");
  if (chat_.muted().contains(other) == on) return {};
  if (log_.size() >= kMaxEntries) return refusal(Code::kState, "too-long");
  if (Refusal refused = on ? chat_.may_mute(other) : Refusal{}) return refused;
  Entry entry = make(EntryKind::kMute, now, host_);
  entry.who = other;
  entry.number = on ? 1 : 0;
  return apply(std::move(entry), now);
}

Refusal Table::set_friends_only(const std::string& person, bool on, int64_t now) {
  if (!is_host(person)) return refusal(Code::kForbidden, "host-only");
  if (chat_.friends_only() == on) return {};
  if (log_.size() >= kMaxEntries) return refusal(Code::kState, "too-long");
  Entry entry = make(EntryKind::kChat, now, host_);
  entry.text = on ? "friends" : "all";
  return apply(std::move(entry), now);
}

Refusal Table::remove(const std::string& person, const std::string& other, bool on, bool present,
                      int64_t now) {
  if (!is_host(person)) return refusal(Code::kForbidden, "host-only");
  if (other == person) return refusal(Code::kForbidden, "own-seat");
  if (door_.removed().contains(other) == on) return {};
  if (on && !present && !chat_.knows(other)) return refusal(Code::kUnknown, "unknown-person");
  const Seat seat = seat_of(other);
  // The word they have committed to is theirs to open.
  if (on && seat != Seat::kNone && status_ == Status::kOpening) {
    return refusal(Code::kState, "opening");
  }
  // To hear nothing of somebody there is `mute`; a game that counts is played by who began it.
  if (on && head_.rated && seat != Seat::kNone && status_ == Status::kPlaying) {
    return refusal(Code::kState, "rated-remove");
  }
  if (log_.size() >= kMostEntries || (on && door_.removed().size() >= Door::kRemoved)) {
    return refusal(Code::kState, "too-long");
  }
  Entry entry = make(EntryKind::kRemove, now, host_);
  entry.who = other;
  entry.number = on ? 1 : 0;
  const bool plays = on && status_ == Status::kPlaying && people_left().contains(seat);
  if (plays) entry.text = seat_id(seat);
  return apply(std::move(entry), now);
}

Refusal Table::set_named_only(const std::string& person, bool on, int64_t now) {
  if (!is_host(person)) return refusal(Code::kForbidden, "host-only");
  if (door_.named_only() == on) return {};
  if (log_.size() >= kMostEntries) return refusal(Code::kState, "too-long");
  Entry entry = make(EntryKind::kDoor, now, host_);
  entry.text = on ? "named" : "all";
  return apply(std::move(entry), now);
}

Refusal Table::stand_in(const std::string& person, Seat seat, bool away, int64_t now) {
  if (status_ != Status::kPlaying) return refusal(Code::kState, "not-playing");
  if (seat_of(person) == Seat::kNone) return refusal(Code::kForbidden, "not-seated");
  if (index(seat) >= chairs_.size()) return refusal(Code::kUnknown, "unknown-seat");
  if (bot_plays(seat)) return {};
  if (head_.clock.by_days()) return refusal(Code::kState, "has-days");
  if (head_.rated) return refusal(Code::kState, "rated-stand-in");
  if (!away) return refusal(Code::kState, "not-away");
  return apply(make(EntryKind::kStandIn, now, seat), now);
}

Refusal Table::concede(const std::string& person, int64_t now) {
  const Seat seat = seat_of(person);
  if (seat == Seat::kNone) return refusal(Code::kForbidden, "not-seated");
  if (status_ != Status::kPlaying) return refusal(Code::kState, "not-playing");
  if (chair(seat).conceded) return {};
  if (Refusal refusal = apply(make(EntryKind::kConcede, now, seat), now)) return refusal;
  const auto standing = std::count_if(chairs_.begin(), chairs_.end(),
                                      [](const Chair& here) { return !here.conceded; });
  if (standing <= 1 || people_left().empty()) {
    Entry entry = make(EntryKind::kOver, now, Seat::kNone);
    entry.text = "conceded";
    return apply(std::move(entry), now);
  }
  if (request_ && request_->waiting.empty()) return go_back(request_->by, request_->step, now);
  return {};
}

Refusal Table::set_orders(const std::string& person, Orders orders, int64_t now) {
  const Seat seat = seat_of(person);
  if (seat == Seat::kNone) return refusal(Code::kForbidden, "not-seated");
  if (!game().spec().reactions.asked) return refusal(Code::kState, "no-orders");
  if (status_ != Status::kPlaying) return refusal(Code::kState, "not-playing");
  if (stored() >= static_cast<int64_t>(kMaxEntries)) return refusal(Code::kState, "too-long");
  if (Refusal refusal = check_orders(game(), *head_.edition, orders)) return refusal;
  if (orders == orders_[index(seat)]) return {};
  Entry entry = make(EntryKind::kOrders, now, seat);
  entry.number = orders.on ? 1 : 0;
  entry.text = write_order_list(orders);
  return apply(std::move(entry), now);
}

Refusal Table::set_rematch(const std::string& person, const std::string& table, int64_t now) {
  if (status_ != Status::kOver) return refusal(Code::kState, "not-over");
  if (seat_of(person) == Seat::kNone) return refusal(Code::kForbidden, "not-seated");
  Entry entry = make(EntryKind::kRematch, now, seat_of(person));
  entry.text = table;
  return apply(std::move(entry), now);
}

}  // namespace server
