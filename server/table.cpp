#include "server/table.h"

#include <algorithm>

#include "server/ending.h"

namespace server {

using engine::Seat;
using engine::SeatSet;
using store::Status;

namespace {

// What a seat is asked, to see whether others' actions changed it.
uint64_t question(const engine::AnyTable& match, Seat seat) {
  engine::Offer offer(engine::Offer::Keep::kAll);
  match.offer(seat, offer);
  const uint64_t actions = engine::hash_bytes(offer.actions().data(), offer.actions().size_bytes());
  const uint64_t verdicts =
      engine::hash_bytes(offer.verdicts().data(), offer.verdicts().size_bytes());
  return actions ^ (verdicts << 1) ^ static_cast<uint64_t>(match.prompt(seat));
}

// Milliseconds; 0: a window is open as long as any question.
int64_t reaction_time(const engine::GameSpec& rules, const engine::Variants& variants) {
  const engine::VariantRef& seconds = rules.reactions.seconds;
  return seconds.given() ? int64_t{1000} * seconds.value_in(variants) : 0;
}

}  // namespace

std::string_view Table::seat_id(Seat seat) const {
  return seat == Seat::kNone ? std::string_view{} : game().spec().seat_ids[index(seat)];
}

Seat Table::seat_of(std::string_view person) const {
  for (size_t i = 0; i < chairs_.size() && !person.empty(); ++i) {
    if (chairs_[i].kind == SeatKind::kPerson && chairs_[i].person == person) {
      return engine::seat_at(static_cast<int>(i));
    }
  }
  return Seat::kNone;
}

std::vector<engine::Event> Table::events_of(const Logged& logged) const {
  if (match_ == nullptr) return {};
  const bool deal = logged.entry.kind == EntryKind::kStart;
  const int step = deal ? 0 : logged.step - base_;
  if (deal) {
    if (resumed_) return logged.kept;
  } else {
    const int64_t number = &logged - log_.data() + 1;
    if (step < 1 || static_cast<size_t>(step) > entry_of_step_.size() ||
        entry_of_step_[static_cast<size_t>(step) - 1] != number) {
      return logged.kept;
    }
  }
  const auto [first, last] = match_->event_range(step - 1);
  const std::vector<engine::Event>& all = match_->events();
  return {all.begin() + static_cast<std::ptrdiff_t>(first),
          all.begin() + static_cast<std::ptrdiff_t>(last)};
}

int Table::steps() const {
  return base_ + (match_ == nullptr ? 0 : static_cast<int>(match_->steps().size()));
}

Words Table::words() const {
  Words words;
  const bool open = word_rules_ == WordRules::kPublic;
  for (size_t i = 0; i < chairs_.size(); ++i) {
    const Chair& here = chairs_[i];
    if (here.kind != SeatKind::kPerson || (open && here.word.empty())) continue;
    const bool counts = open || !here.commitment.empty();
    words.push_back({std::string(seat_id(engine::seat_at(static_cast<int>(i)))), here.commitment,
                     counts ? here.word : std::string()});
  }
  return words;
}

int64_t Table::next_action() const {
  return 1 + std::count_if(log_.begin(), log_.end(), [](const Logged& logged) {
           return logged.entry.kind == EntryKind::kAct;
         });
}

Proof Table::proof() const { return {word_rules_, id_, commitment(), head_.secret, words()}; }

bool Table::bot_plays(Seat seat) const {
  const Chair& here = chair(seat);
  return here.kind == SeatKind::kBot || here.stand_in || here.conceded;
}

bots::BotSpec Table::bot_of(Seat seat) const {
  return chair(seat).kind == SeatKind::kBot ? chair(seat).bot.bot : stand_in();
}

std::string_view Table::house_bot(Seat seat) const {
  const Chair& here = chair(seat);
  return here.kind == SeatKind::kBot && !here.stand_in ? here.bot.house : std::string_view{};
}

SeatSet Table::bots_to_act() const {
  SeatSet set;
  if (status_ != Status::kPlaying) return set;
  for (Seat seat : match_->acting()) {
    if (bot_plays(seat)) set.insert(seat);
  }
  return set;
}

SeatSet Table::people_left() const {
  SeatSet set;
  for (int i = 0; i < seats(); ++i) {
    const Chair& here = chairs_[static_cast<size_t>(i)];
    if (here.kind == SeatKind::kPerson && !here.conceded) set.insert(engine::seat_at(i));
  }
  return set;
}

bool Table::removed(Seat seat) const {
  const Chair& here = chair(seat);
  return here.kind == SeatKind::kPerson && door_.removed().contains(here.person);
}

bool Table::silenced() const {
  for (Seat seat : people_left()) {
    if (removed(seat)) return true;
  }
  return false;
}

Table::Undo Table::undo_for(Seat seat) const {
  if (status_ != Status::kPlaying || seat == Seat::kNone || bot_plays(seat)) return Undo::kNothing;
  const std::optional<size_t> last = last_step_of(seat);
  if (!last) return Undo::kNothing;
  if (*last + 1 == match_->steps().size() && match_->can_undo(seat)) return Undo::kNow;
  // What nobody has seen or answered may be corrected, and at rated tables nothing else.
  if (head_.rated) return Undo::kNothing;
  const bool never = head_.take_back == TakeBack::kNever && showed_since(*last);
  return never || silenced() ? Undo::kNothing : Undo::kAsk;
}

bool Table::showed_since(size_t step) const {
  const std::vector<engine::Step>& steps = match_->steps();
  return std::any_of(steps.begin() + static_cast<std::ptrdiff_t>(step), steps.end(),
                     [](const engine::Step& one) { return one.showed(); });
}

engine::SeenSteps Table::seen_and_taken_back() const {
  engine::SeenSteps seen = seen_before_;
  if (match_ == nullptr) return seen;
  const engine::SeenSteps since = match_->seen_and_taken_back();
  seen.count += since.count;
  for (size_t i = 0; i < seen.by.size(); ++i) seen.by[i] += since.by[i];
  return seen;
}

std::optional<size_t> Table::last_step_of(Seat seat) const {
  for (size_t i = match_->steps().size(); i-- > 0;) {
    if (took_step(seat, i)) return i;
  }
  return std::nullopt;
}

// What the orders did they would do again: taking it back alone is no use.
bool Table::took_step(Seat seat, size_t step) const {
  return match_->steps()[step].seat == seat && logged_step(step).entry.by != By::kOrders;
}

// What the seat's orders look at: back over the reactions so far, then over what the seat on turn
// did in a row (a spell is declared in several steps); no further than to the seat's own last step.
std::vector<engine::Event> Table::occasion_for(Seat seat) const {
  Seat on_turn = Seat::kNone;
  size_t first = entry_of_step_.size();
  while (first > 0) {
    const Logged& logged = logged_step(first - 1);
    const Seat doer = logged.entry.seat;
    if (on_turn != Seat::kNone && doer != on_turn) break;
    --first;
    if (doer == seat) break;
    if (!logged.out_of_turn) on_turn = doer;
  }
  const std::vector<engine::Event>& all = match_->events();
  if (first == entry_of_step_.size()) return {};
  const size_t begin = match_->event_range(static_cast<int>(first)).first;
  return {all.begin() + static_cast<std::ptrdiff_t>(begin), all.end()};
}

// A reaction has its own time, where the game has a variant for it, and costs nothing of the bank.
ClockRule Table::time_for(Seat seat) const {
  if (reaction_ > 0 && match_->out_of_turn(seat)) return {reaction_, 0};
  return {head_.clock.move, bank_[index(seat)]};
}

SeatClock Table::clock(Seat seat, int64_t now) const {
  SeatClock clock{head_.clock.move, bank_[index(seat)], false};
  if (status_ != Status::kPlaying || bot_plays(seat) || !match_->acting().contains(seat)) {
    return clock;
  }
  clock.running = true;
  const int64_t spent = std::max<int64_t>(0, now - asked_at_[index(seat)]);
  const int64_t free = time_for(seat).move;
  clock.move = std::max<int64_t>(0, free - spent);
  clock.bank = std::max<int64_t>(0, clock.bank - std::max<int64_t>(0, spent - free));
  return clock;
}

SeatSet Table::people_to_act() const {
  SeatSet people;
  if (status_ != Status::kPlaying) return people;
  for (Seat seat : match_->acting()) {
    if (!bot_plays(seat)) people.insert(seat);
  }
  return people;
}

int64_t Table::until(Seat seat) const {
  if (!head_.clock.on()) return 0;
  const ClockRule time = time_for(seat);
  return asked_at_[index(seat)] + time.move + time.bank;
}

int64_t Table::deadline() const {
  if (status_ == Status::kOpening) return open_until_;
  int64_t first = 0;
  for (Seat seat : people_to_act()) {
    const int64_t end = until(seat);
    first = first == 0 ? end : std::min(first, end);
  }
  return first;
}

std::unique_ptr<engine::AnyTable> Table::imagine(Seat seat) const {
  return match_->imagine(seat, engine::ChanceSource::of_seed(random_word()));
}

store::Summary Table::summary(int64_t now) const {
  Head head = head_;
  head.chairs = chairs_;
  head.host = host_;
  head.to_act = people_to_act();
  head.secret.clear();     // lists must not know it,
  head.beginning.reset();  // nor this
  if (status_ == Status::kOver) {
    const auto over = std::find_if(log_.rbegin(), log_.rend(), [](const Logged& logged) {
      return logged.entry.kind == EntryKind::kOver;
    });
    head.ended = over->entry.at;
    head.winners = winners_of(*this);
    if (match_ != nullptr) head.result = result_of(*this);
  }
  // A table whose words are being opened goes on by itself, like one that is played by the clock.
  const bool opening = status_ == Status::kOpening;
  store::Summary summary{id_,
                         opening ? Status::kPlaying : status_,
                         head_.listed,
                         opening || head_.clock.on(),
                         created(),
                         now,
                         write_head(head),
                         {}};
  // Who was removed finds the table among their own again when there is something to look at.
  for (const Chair& here : chairs_) {
    const bool out = status_ != Status::kOver && door_.removed().contains(here.person);
    const bool known = here.kind == SeatKind::kPerson && !here.person.empty();
    if (known && !out) summary.people.push_back(here.person);
  }
  std::sort(summary.people.begin(), summary.people.end());
  return summary;
}

// --- applying entries

Refusal Table::apply(Entry entry, int64_t now) {
  endings_ = {};
  if (entry.kind == EntryKind::kOrders) return apply_orders(entry);
  if (entry.kind == EntryKind::kSnapshot) return apply_snapshot(entry);
  if (entry.kind == EntryKind::kClocks) {
    apply_clocks(entry, now);
    return {};
  }
  if (entry.kind == EntryKind::kRules) {
    head_.rules = static_cast<int>(entry.number);
    return {};
  }
  Logged logged;
  switch (entry.kind) {
    case EntryKind::kMade:
      chairs_ = head_.chairs;
      host_ = head_.host;
      chat_.set_friends_only(head_.friends_only);
      for (const Chair& here : chairs_) {
        if (here.kind == SeatKind::kPerson) chat_.sat(here.person);
      }
      break;
    case EntryKind::kAct:
      if (Refusal refusal = apply_act(entry, logged, now)) return refusal;
      break;
    case EntryKind::kBack:
      if (Refusal refusal = apply_back(entry, logged, now)) return refusal;
      break;
    case EntryKind::kStart:
      if (Refusal refusal = apply_start(entry, now)) return refusal;
      break;
    case EntryKind::kAsk:
      request_ = {entry.seat, static_cast<int>(entry.number), people_left()};
      request_->waiting.erase(entry.seat);
      break;
    case EntryKind::kConsent:
      if (!request_) break;
      if (entry.number == 1) {
        request_->waiting.erase(entry.seat);
      } else {
        request_.reset();
      }
      break;
    case EntryKind::kUpdate:
      changed_ = n() + 1;
      request_.reset();
      ask_anew(now);
      break;
    case EntryKind::kAnew:
      drawn_from_ = next_action();
      match_->draw_anew(key());
      break;
    case EntryKind::kOver:
      status_ = Status::kOver;
      over_by_ = entry.text;
      request_.reset();
      break;
    case EntryKind::kRematch:
      rematch_ = entry.text;
      break;
    case EntryKind::kOpening:
      status_ = Status::kOpening;
      open_within_ = entry.number;
      open_until_ = now + open_within_;
      break;
    case EntryKind::kSay:
      chat_.said(entry.who);
      break;
    case EntryKind::kMute:
      chat_.mute(entry.who, entry.number == 1);
      break;
    case EntryKind::kChat:
      chat_.set_friends_only(entry.text == "friends");
      break;
    case EntryKind::kRemove:
      apply_remove(entry);
      break;
    case EntryKind::kDoor:
      door_.set_named_only(entry.text == "named");
      break;
    case EntryKind::kMissing:
      break;
    default:
      apply_chairs(entry, now);
      break;
  }
  unsaved_.push_back(write_entry(entry));
  logged.entry = std::move(entry);
  log_.push_back(std::move(logged));
  return {};
}

Refusal Table::apply_orders(const Entry& entry) {
  engine::Result<Orders> orders = read_orders(entry.number == 1, entry.text);
  if (!orders) return {Code::kMessage, "bad-message", {orders.error.text}, nullptr, "", ""};
  if (Refusal refusal = check_orders(game(), *head_.edition, *orders)) return refusal;
  orders_[index(entry.seat)] = std::move(*orders);
  unsaved_.push_back(write_entry(entry));
  return {};
}

void Table::apply_chairs(const Entry& entry, int64_t now) {
  if (entry.kind == EntryKind::kSeats) {
    chairs_.resize(static_cast<size_t>(entry.number));
    return;
  }
  Chair& here = chairs_[index(entry.seat)];
  const bool gathering = status_ == Status::kGathering;
  switch (entry.kind) {
    case EntryKind::kSit:
      chat_.sat(entry.who);
      if (gathering) {
        if (const Seat old = seat_of(entry.who); old != Seat::kNone) {
          chairs_[index(old)] = {};
          if (host_ == old) host_ = entry.seat;
        }
        here = {};
        here.kind = SeatKind::kPerson;
        here.person = entry.who;
        if (host_ == Seat::kNone) host_ = entry.seat;
      } else {
        here.stand_in = false;
        asked_at_[index(entry.seat)] = now;
      }
      break;
    case EntryKind::kLeave:
      if (gathering) {
        here = {};
        if (host_ == entry.seat) host_ = people_left().front();
        break;
      }
      [[fallthrough]];
    case EntryKind::kStandIn:
      here.stand_in = true;
      // Whoever is to agree is still to agree: a bot consents to nothing.
      if (request_ && request_->by == entry.seat) request_.reset();
      break;
    case EntryKind::kConcede:
      here.conceded = true;
      if (request_) request_->waiting.erase(entry.seat);
      if (request_ && request_->by == entry.seat) request_.reset();
      break;
    case EntryKind::kSeat:
      here = {};
      if (entry.text != "open") {
        here.kind = SeatKind::kBot;
        if (const auto bot = SeatBot::parse(entry.text)) here.bot = *bot;
      }
      break;
    case EntryKind::kCommit:
      here.commitment = entry.text;
      here.word.clear();
      break;
    default:  // kOpen, kWord
      here.word = entry.text;
      break;
  }
}

// Before the game the seat is free again. During it a bot plays on, and the host has given up
// winning: nobody shall win by sending others away.
void Table::apply_remove(const Entry& entry) {
  const Seat seat = entry.number == 1 ? seat_of(entry.who) : Seat::kNone;
  door_.remove(entry.who, entry.number == 1);
  if (seat == Seat::kNone) return;
  if (status_ == Status::kGathering) chairs_[index(seat)] = {};
  if (entry.text.empty()) return;
  chairs_[index(seat)].stand_in = true;
  sent_away_.insert(seat);
  forfeits_.insert(entry.seat);
  // Who can't be asked any more has not agreed.
  if (request_ && (request_->by == seat || request_->waiting.contains(seat))) request_.reset();
}

void Table::apply_clocks(const Entry& entry, int64_t now) {
  if (status_ == Status::kOpening) open_until_ = now + open_within_;
  if (match_ != nullptr) {
    for (Seat seat : people_to_act()) asked_at_[index(seat)] = now;
  }
  unsaved_.push_back(write_entry(entry));
}

// Every seat that is to choose is asked at this entry, and its clock begins.
void Table::ask_anew(int64_t now) {
  if (match_ == nullptr) return;
  for (Seat seat : match_->acting()) {
    asked_since_[index(seat)] = n() + 1;
    asked_at_[index(seat)] = now;
  }
}

void Table::have_mercy(int64_t until_then) {
  for (Seat seat : people_to_act()) {
    asked_at_[index(seat)] += std::max<int64_t>(0, until_then - until(seat));
  }
}

engine::ChanceSource Table::chance_source() const {
  auto chance = engine::ChanceSource::of_key(chance_key(word_rules_, id_, head_.secret, words()));
  chance.goes_back = chance_goes_back_;
  chance.first = used_;
  return chance;
}

void Table::begin_playing(const Entry& entry) {
  chance_goes_back_ = entry.number == 0;
  if (chance_goes_back_) word_rules_ = WordRules::kPublic;
  status_ = Status::kPlaying;
  bank_.fill(head_.clock.bank);
  const engine::GameSpec& rules = game().spec();
  const bool armed = rules.reactions.orders_on.chosen_in(head_.variants);
  for (Orders& orders : orders_) orders.on = armed;
  // Where everybody has days, nobody sits there to answer within seconds.
  reaction_ = head_.clock.by_days() ? 0 : reaction_time(rules, head_.variants);
}

// What was brought begins as its record does, unless it has to be dealt anew (`used_`).
engine::Result<std::unique_ptr<engine::AnyTable>> Table::deal_match() const {
  const Beginning* brought = head_.beginning && used_ == 0 ? &*head_.beginning : nullptr;
  if (brought == nullptr || brought->position.empty()) {
    return game().new_table({head_.edition, head_.variants, seats(),
                             brought != nullptr ? brought->chance : chance_source()});
  }
  const engine::Result<engine::Json> position = engine::parse_json(brought->position, "position");
  if (!position) return position.error;
  auto made = game().table_at(*position, head_.edition, brought->chance);
  if (made && (*made)->seats() != seats()) {
    return engine::Error{engine::ErrorCode::kRecord, "the position is of another table", ""};
  }
  return made;
}

Refusal Table::apply_start(Entry& entry, int64_t now) {
  begin_playing(entry);
  auto made = deal_match();
  if (!made) return refusal(Code::kState, "other-rules");
  match_ = std::move(*made);
  const uint64_t now_there = match_->fingerprint();
  if (entry.fingerprint != 0 && entry.fingerprint != now_there) {
    return refusal(Code::kState, "other-rules");
  }
  entry.fingerprint = now_there;
  changed_ = n() + 1;
  ask_anew(now);
  return {};
}

Refusal Table::apply_act(Entry& entry, Logged& logged, int64_t now) {
  const engine::Result<engine::Action> action = game().parse_action(*match_->edition(), entry.text);
  if (!action) return {Code::kMessage, "bad-action", {entry.text}, nullptr, entry.text, ""};
  const SeatSet before = match_->acting();
  std::array<uint64_t, engine::kMaxSeats> asked{};
  if (before.size() > 1) {
    for (Seat seat : before) asked[index(seat)] = question(*match_, seat);
  }
  logged.out_of_turn = match_->out_of_turn(entry.seat);
  if (const engine::Error error = match_->act(entry.seat, *action)) {
    return illegal(error, entry.text);
  }
  const engine::Step& step = match_->steps().back();
  if (entry.fingerprint != 0 && entry.fingerprint != step.fingerprint) {
    return refusal(Code::kState, "other-rules");
  }
  entry.fingerprint = step.fingerprint;
  if (reaction_ == 0 || !logged.out_of_turn) {
    const int64_t thought = std::max<int64_t>(0, entry.number - head_.clock.move);
    int64_t& bank = bank_[index(entry.seat)];
    bank = std::max<int64_t>(0, bank - thought);
  }

  changed_ = n() + 1;
  ++acts_since_;
  logged.step = steps();
  entry_of_step_.push_back(changed_);
  request_.reset();
  const bool news = step.showed();
  for (Seat seat : match_->acting()) {
    const bool same = !news && seat != entry.seat && before.contains(seat) && before.size() > 1 &&
                      question(*match_, seat) == asked[index(seat)];
    if (same) continue;
    asked_since_[index(seat)] = changed_;
    asked_at_[index(seat)] = now;
  }
  return {};
}

Refusal Table::apply_back(const Entry& entry, Logged& logged, int64_t now) {
  if (entry.number < base_ || entry.number > steps()) return refusal(Code::kDamaged, "damaged");
  const auto step = static_cast<size_t>(entry.number - base_);
  logged.showed = showed_since(step);
  for (size_t i = step; i < entry_of_step_.size(); ++i) {
    Logged& undone = log_[static_cast<size_t>(entry_of_step_[i] - 1)];
    undone.kept = events_of(undone);
  }
  [[maybe_unused]] const engine::Error error = match_->rewind(step, entry.seat);
  assert(!error);
  entry_of_step_.resize(step);
  changed_ = n() + 1;
  request_.reset();
  ask_anew(now);
  return {};
}

}  // namespace server
