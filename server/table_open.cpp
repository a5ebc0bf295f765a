// Making a table, and opening one from its list: by replaying it, or, where the rules have changed
// since, from its last snapshot.
#include <algorithm>

#include "engine/json.h"
#include "server/table.h"

namespace server {

using engine::Seat;
using store::Status;

namespace {

constexpr size_t kNever = static_cast<size_t>(-1);
// Besides: at the end, whenever a table leaves the memory, and when the server stops. So only a
// server that was killed can lose the snapshot of something, and never of more than this.
constexpr int kSnapshotEvery = 32;  // actions
// The refusal of an entry that can be carried out, but leads to another position than it did.
constexpr std::string_view kElsewhere = "other-rules";
// So many in a row, each with what is new in it, then one that stands by itself.
constexpr size_t kBuiltOn = 15;

engine::Error damaged(const std::string& what) { return {engine::ErrorCode::kRecord, what, ""}; }

bool changes_match(EntryKind kind) {
  return kind == EntryKind::kStart || kind == EntryKind::kAct || kind == EntryKind::kBack ||
         kind == EntryKind::kUpdate || kind == EntryKind::kAnew;
}

}  // namespace

struct Table::Plan {
  size_t resume = kNever;  // the snapshot the match begins at; what was before is only told
  size_t stop = kNever;    // from here on nothing can be repeated: it is only told
  bool new_deal = false;   // not even the deal is what it was
  bool compare = true;     // fingerprints, with those of today
};

struct Table::Replayed {
  std::unique_ptr<Table> table;
  engine::Error error;
  size_t disagrees = kNever;  // the entry that leads elsewhere today
  std::string why;            // it does
  bool other_form = false;    // of the positions: their fingerprints say nothing
  int lost = 0;               // actions that were only told because of `stop`
};

engine::Result<std::unique_ptr<Table>> Table::create(std::string id, const Head& head,
                                                     int64_t now) {
  std::unique_ptr<Table> table(new Table(std::move(id)));
  table->head_ = head;
  if (head.edition == nullptr) table->head_.edition = head.game->default_edition();
  table->head_.rules = head.game->spec().rules_version;
  Entry made;
  made.at = now;
  made.text = write_head(table->head_);
  if (auto checked = read_head(made.text, {[&](std::string_view) { return head.game; }, nullptr});
      !checked) {
    return checked.error;
  }
  [[maybe_unused]] const Refusal refused = table->apply(std::move(made), now);
  return table;
}

engine::Result<std::unique_ptr<Table>> Table::open(std::string id,
                                                   const std::vector<store::Entry>& stored,
                                                   const Moment& moment, const Boxes& boxes) {
  const int64_t now = moment.now;
  std::vector<Entry> entries;
  size_t snapshot = kNever;
  size_t start = kNever;
  bool updated = false;
  for (const store::Entry& text : stored) {
    engine::Result<Entry> entry = read_entry(text);
    if (!entry) return entry.error;
    if ((entry->kind == EntryKind::kMade) != entries.empty()) {
      return damaged("a table begins with its head");
    }
    if (entry->kind == EntryKind::kSnapshot) snapshot = entries.size();
    if (entry->kind == EntryKind::kStart) start = entries.size();
    updated = updated || entry->kind == EntryKind::kUpdate;
    entries.push_back(std::move(*entry));
  }
  if (entries.empty()) return damaged("a table begins with its head");

  const auto attempt = [&](const Plan& plan) { return replay(id, entries, plan, moment, boxes); };
  Plan plan;
  if (updated) plan.resume = snapshot;
  Replayed played = attempt(plan);
  if (played.other_form) {
    plan.compare = false;
    played = attempt(plan);
  }
  std::string disagreement = played.why;
  if (played.disagrees != kNever && !updated && snapshot != kNever && snapshot > played.disagrees) {
    plan.resume = snapshot;
    played = attempt(plan);
  }
  if (played.disagrees != kNever) {
    plan.new_deal = played.disagrees == start;
    plan.stop = played.disagrees + (plan.new_deal ? 1 : 0);
    played = attempt(plan);
  }
  if (played.error) return played.error;
  std::unique_ptr<Table> table = std::move(played.table);
  if (table == nullptr) return damaged("the list can't be repeated");
  table->unsaved_.clear();
  table->taken_ = table->log_.size();
  table->stored_ = static_cast<int64_t>(entries.size());
  table->disagreement_ = disagreement;
  if (!disagreement.empty() && table->status_ == Status::kPlaying) table->go_on(played.lost, now);
  if (table->head_.clock.by_days()) table->have_mercy(moment.mercy);
  if (table->status_ == Status::kOver && table->resumed_ && table->match_->steps().empty()) {
    // Nothing comes after the snapshot: what there is to repeat is the beginning.
    const size_t agree = attempt({}).disagrees;
    if (agree != kNever && agree != start) {
      Replayed beginning = attempt({kNever, agree});
      if (beginning.table != nullptr) table->agreed_ = std::move(beginning.table->match_);
    }
  }
  return table;
}

Table::Replayed Table::replay(const std::string& id, const std::vector<Entry>& entries,
                              const Plan& plan, const Moment& moment, const Boxes& boxes) {
  Replayed played;
  std::unique_ptr<Table> table(new Table(id));
  engine::Result<Head> head = read_head(entries.front().text, boxes);
  if (!head) {
    played.error = head.error;
    return played;
  }
  table->head_ = std::move(*head);
  for (size_t i = 0; i < entries.size(); ++i) {
    Entry entry = entries[i];
    const EntryKind kind = entry.kind;
    const int64_t now = moment.of(entry);
    const bool before = plan.resume != kNever && i < plan.resume && changes_match(kind);
    const bool lost = i >= plan.stop && (kind == EntryKind::kAct || kind == EntryKind::kBack);
    if (before || lost) {
      if (lost && played.lost == 0) table->told_steps_ = table->steps();
      if (lost && kind == EntryKind::kAct) ++played.lost;
      table->tell_only(std::move(entry), now);
      continue;
    }
    if (kind == EntryKind::kStart && plan.new_deal) {
      // What the lost actions have shown must not be dealt again.
      entry.fingerprint = 0;
      table->used_ = 1 + static_cast<uint64_t>(std::count_if(
                             entries.begin(), entries.end(),
                             [](const Entry& one) { return one.kind == EntryKind::kAct; }));
    }
    if (!plan.compare || table->other_form_) entry.fingerprint = 0;
    const Refusal refused = table->apply(std::move(entry), now);
    if (refused) {
      const std::string where = "entry " + std::to_string(i + 1);
      const bool elsewhere = refused.key == kElsewhere;
      if (changes_match(kind) && (elsewhere || !table->same_rules())) {
        played.disagrees = i;
        // By the same rules the deal is the same, however it is written down.
        played.other_form = kind == EntryKind::kStart && plan.compare && table->same_rules();
        played.why = where + (elsewhere ? " leads to another position" : " is not allowed");
        return played;
      }
      // Standing orders that the rules of today don't know any more are none.
      if (kind != EntryKind::kOrders) {
        played.error = damaged(where + " can't be repeated");
        return played;
      }
    }
    if (i != plan.resume) continue;
    played.error = table->resume_at_snapshot(now);
    if (played.error) return played;
  }
  if (!plan.new_deal) table->lost_ = static_cast<uint64_t>(played.lost);
  played.table = std::move(table);
  return played;
}

void Table::tell_only(Entry entry, int64_t now) {
  Logged logged;
  switch (entry.kind) {
    case EntryKind::kStart:
      begin_playing(entry);
      break;
    case EntryKind::kAct:
      logged.step = ++told_steps_;
      break;
    case EntryKind::kAnew:
      drawn_from_ = next_action();
      [[fallthrough]];
    default:  // back, an update, or chance that is drawn anew
      told_steps_ = static_cast<int>(entry.number);
      break;
  }
  request_.reset();
  changed_ = n() + 1;
  ask_anew(now);
  unsaved_.push_back(write_entry(entry));
  logged.entry = std::move(entry);
  log_.push_back(std::move(logged));
}

// From here on the rules of today hold. What the table goes on from is kept with it, so that it is
// the same whenever it is opened again.
void Table::go_on(int lost, int64_t now) {
  Entry entry;
  entry.kind = EntryKind::kUpdate;
  entry.at = now;
  entry.number = steps();
  entry.text = std::to_string(lost);
  [[maybe_unused]] const Refusal refused = apply(std::move(entry), now);
  finish_if_over(now);
  take_snapshot(now);
  [[maybe_unused]] const engine::Error error = resume_at_snapshot(now);
  assert(!error);
}

void Table::take_snapshot(int64_t now) {
  Snapshot snapshot;
  snapshot.step = steps();
  snapshot.acted = match_->chance().first + match_->acted() + lost_;
  snapshot.seen = seen_and_taken_back();
  snapshot.bank.assign(bank_.begin(), bank_.begin() + seats());
  snapshot.position = match_->position_text(-1);
  snapshot.fingerprint = match_->fingerprint();
  for (auto i = static_cast<size_t>(snapshot_at_); i < log_.size(); ++i) {
    const EntryKind kind = log_[i].entry.kind;
    if (kind != EntryKind::kStart && kind != EntryKind::kAct && !log_[i].showed) continue;
    EntryEvents told{static_cast<int64_t>(i) + 1, log_[i].showed, {}};
    if (kind != EntryKind::kBack) told.events = events_of(log_[i]);
    snapshot.told.push_back(std::move(told));
  }
  size_t built_on = 0;
  while (built_on < snapshots_.size() && snapshots_[snapshots_.size() - 1 - built_on].builds_on) {
    ++built_on;
  }
  std::vector<std::string> before;
  if (last_snapshot_.empty() && !snapshots_.empty() && unpack_snapshots(before, 1)) {
    last_snapshot_ = std::move(before.back());
  }
  const bool builds_on = !last_snapshot_.empty() && built_on < kBuiltOn;
  Entry entry;
  entry.kind = EntryKind::kSnapshot;
  entry.at = now;
  entry.number = builds_on ? 1 : 0;
  std::string text = write_snapshot(snapshot, game(), *head_.edition);
  entry.text = pack(text, builds_on ? std::string_view(last_snapshot_) : std::string_view{});
  [[maybe_unused]] const Refusal refused = apply(std::move(entry), now);
  last_snapshot_ = std::move(text);
}

std::optional<engine::SeatSet> Table::follow(const std::vector<store::Entry>& entries,
                                             const Moment& moment) {
  engine::SeatSet ordering;
  for (const store::Entry& text : entries) {
    engine::Result<Entry> entry = read_entry(text);
    // After an update it begins elsewhere.
    if (!entry || entry->kind == EntryKind::kMade || entry->kind == EntryKind::kUpdate) {
      return std::nullopt;
    }
    if (entry->kind == EntryKind::kOrders) ordering.insert(entry->seat);
    if (other_form_) entry->fingerprint = 0;
    const int64_t then = moment.of(*entry);
    if (apply(std::move(*entry), then)) return std::nullopt;
  }
  unsaved_.clear();
  taken_ = log_.size();
  stored_ += static_cast<int64_t>(entries.size());
  return ordering;
}

Refusal Table::apply_snapshot(const Entry& entry) {
  snapshots_.push_back({entry.text, entry.number == 1});
  last_snapshot_.clear();
  snapshot_at_ = n();
  acts_since_ = 0;
  unsaved_.push_back(write_entry(entry));
  return {};
}

bool Table::unpack_snapshots(std::vector<std::string>& texts, size_t count) const {
  size_t first = snapshots_.size() - count;
  while (first > 0 && snapshots_[first].builds_on) --first;
  for (size_t i = first; i < snapshots_.size(); ++i) {
    const std::string_view before =
        snapshots_[i].builds_on && i > first ? std::string_view(texts.back()) : std::string_view{};
    std::string text;
    if (!unpack(snapshots_[i].text, before, text)) return false;
    texts.push_back(std::move(text));
  }
  return true;
}

engine::Error Table::resume_at_snapshot(int64_t now) {
  std::vector<std::string> texts;
  if (!unpack_snapshots(texts, snapshots_.size())) return damaged("a snapshot is damaged");
  const auto unreadable = [](const std::string& why) {
    return engine::Error{engine::ErrorCode::kOutdated, "the snapshot can't be read: " + why, ""};
  };
  Snapshot last;
  for (const std::string& text : texts) {
    engine::Result<Snapshot> snapshot = read_snapshot(text, game(), *head_.edition);
    if (!snapshot) return unreadable(snapshot.error.text);
    for (EntryEvents& told : snapshot->told) {
      if (told.n < 1 || told.n > n()) continue;
      Logged& logged = log_[static_cast<size_t>(told.n - 1)];
      logged.showed = told.showed;
      logged.kept = std::move(told.events);
    }
    last = std::move(*snapshot);
  }
  const engine::Result<engine::Json> position = engine::parse_json(last.position, "position");
  if (!position) return unreadable(position.error.text);
  engine::ChanceSource chance = chance_source();
  chance.first = last.acted;
  auto made = game().table_at(*position, head_.edition, chance);
  if (!made) return unreadable(made.error.text);
  if ((*made)->seats() != seats()) return damaged("the position is of another table");
  match_ = std::move(*made);
  // By the same rules it is the same position, however it is written down.
  other_form_ = same_rules() && match_->fingerprint() != last.fingerprint;
  resumed_ = true;
  base_ = last.step;
  lost_ = 0;
  seen_before_ = last.seen;
  for (size_t i = 0; i < std::min(last.bank.size(), bank_.size()); ++i) bank_[i] = last.bank[i];
  entry_of_step_.clear();
  if (request_ && request_->step < base_) request_.reset();
  for (Seat seat : match_->acting()) {
    asked_since_[index(seat)] = n();
    asked_at_[index(seat)] = now;
  }
  return {};
}

std::vector<store::Entry> Table::take_unsaved(int64_t ahead) {
  if (wants_snapshot() && (status_ == Status::kOver || acts_since_ >= kSnapshotEvery)) {
    take_snapshot(log_.back().entry.at);
  }
  if (const int rules = game().spec().rules_version; !unsaved_.empty() && head_.rules != rules) {
    Entry entry;
    entry.kind = EntryKind::kRules;
    entry.at = unsaved_.front().at;
    entry.number = head_.rules = rules;
    unsaved_.insert(unsaved_.begin(), write_entry(entry));
  }
  for (store::Entry& entry : unsaved_) entry.at += ahead;
  for (; taken_ < log_.size(); ++taken_) log_[taken_].entry.at += ahead;
  stored_ += static_cast<int64_t>(unsaved_.size());
  return std::exchange(unsaved_, {});
}

}  // namespace server
