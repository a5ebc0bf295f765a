#include "server/ratings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "server/anchors.h"

namespace server {
namespace {

// No table has such a name: theirs are random letters and digits.
constexpr std::string_view kPrefix = "rating-";
constexpr int kThousand = 1000;  // strengths are kept in thousandths
constexpr int kHighest = 1'000'000'000;

std::string list_name(const engine::AnyGame& game) {
  return std::string(kPrefix) + std::string(game.spec().id);
}

int thousandths(double value) {
  return static_cast<int>(std::lround(std::clamp(value, -1e5, 1e5) * kThousand));
}

}  // namespace

bool is_rating_list(std::string_view list) { return list.starts_with(kPrefix); }

ShownRating::ShownRating(const Strength& strength)
    : rating(static_cast<int>(std::lround(strength.mean))),
      uncertainty(static_cast<int>(std::lround(2 * strength.deviation))) {}

void write_rating(const Strength& strength, engine::JsonWriter& out) {
  const ShownRating shown(strength);
  out.begin_object();
  out.member("rating", shown.rating);
  out.member("uncertainty", shown.uncertainty);
  out.end_object();
}

// --- entries

std::string Ratings::write(const Entry& entry) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("rated", std::string_view(entry.table));
  out.key("seats");
  out.begin_array(false);
  for (const Seat& seat : entry.seats) {
    out.begin_object();
    out.member("place", seat.place);
    if (!seat.bot.empty()) {
      out.member("bot", std::string_view(seat.bot));
    } else {
      out.member("person", std::string_view(seat.person));
      out.member("mean", thousandths(seat.after.mean));
      out.member("deviation", thousandths(seat.after.deviation));
    }
    out.end_object();
  }
  out.end_array();
  out.end_object();
  return text;
}

std::optional<Ratings::Entry> Ratings::parse(std::string_view text) {
  const engine::Result<engine::Json> json = engine::parse_json(text, "rating");
  if (!json || !(*json).is_object()) return std::nullopt;
  engine::Error error;
  engine::FieldReader fields(*json, "rating", error, engine::ErrorCode::kRecord);
  Entry entry;
  entry.table = fields.string("rated");
  for (const engine::Json& item : fields.array("seats").items) {
    engine::FieldReader of(item, "seats", error, engine::ErrorCode::kRecord);
    Seat seat;
    seat.place = of.integer("place", 1, engine::kMaxSeats);
    seat.bot = of.string_or("bot", "");
    if (seat.bot.empty()) {
      seat.person = of.string("person");
      seat.after = {of.integer("mean", -kHighest, kHighest) / double{kThousand},
                    of.integer("deviation", 0, kHighest) / double{kThousand}};
    }
    entry.seats.push_back(std::move(seat));
  }
  if (error) return std::nullopt;
  return entry;
}

std::optional<std::string> without_person(std::string_view entry, std::string_view person) {
  if (!entry.starts_with("{\"rated\":") || person.empty()) return std::nullopt;
  engine::Result<engine::Json> json = engine::parse_json(entry, "rating");
  engine::Json* seats = json ? (*json).find("seats") : nullptr;
  if (seats == nullptr) return std::nullopt;
  bool there = false;
  for (engine::Json& seat : seats->items) {
    const engine::Json* who = seat.find("person");
    if (who == nullptr || who->text != person) continue;
    there = true;
    seat.set("person", engine::Json::of(std::string_view()));
    for (const char* figure : {"mean", "deviation"}) seat.set(figure, engine::Json::of(int64_t{0}));
  }
  return there ? std::optional((*json).dump()) : std::nullopt;
}

// --- what is known

const std::vector<RatingChange>& Ratings::changes(const engine::AnyGame& game,
                                                  const std::string& person) const {
  static const std::vector<RatingChange> none;
  const auto list = lists_.find(game.spec().id);
  if (list == lists_.end()) return none;
  const auto found = list->second.people.find(person);
  return found == list->second.people.end() ? none : found->second;
}

Strength Ratings::of(const engine::AnyGame& game, const std::string& person) const {
  const std::vector<RatingChange>& all = changes(game, person);
  return all.empty() ? Strength{} : all.back().after;
}

// --- the lists

Ratings::List& Ratings::list_of(const engine::AnyGame& game) {
  List& list = lists_[std::string(game.spec().id)];
  list.game = &game;
  return list;
}

void Ratings::settle(const std::string& table, const Head& head) {
  if (!head.rated || !head.result || !head.result->counts() ||
      head.result->seats.size() != head.chairs.size()) {
    return;
  }
  List& list = list_of(*head.game);
  const auto same = [&](const Waiting& other) { return other.table == table; };
  if (list.tables.contains(table) || std::ranges::any_of(list.waiting, same)) return;
  Waiting waiting{table, head.ended, {}, {}};
  for (size_t i = 0; i < head.chairs.size(); ++i) {
    const Chair& chair = head.chairs[i];
    Seat seat;
    seat.place = head.result->seats[i].place;
    Strength anchor;
    if (chair.kind == SeatKind::kPerson) {
      seat.person = chair.person;
    } else {
      const std::optional<Strength> known = anchor_of(head.game->spec(), chair.bot);
      if (!known) return;  // a level that is no more: nobody knows what it was worth
      seat.bot = chair.bot.text();
      anchor = *known;
    }
    waiting.seats.push_back(std::move(seat));
    waiting.anchors.push_back(anchor);
  }
  list.waiting.push_back(std::move(waiting));
  go_on(list);
}

void Ratings::refresh(const engine::AnyGame& game, std::function<void()> then) {
  List& list = list_of(game);
  list.then.push_back(std::move(then));
  if (!list.busy) read(list);
}

void Ratings::read(List& list) {
  list.busy = true;
  store_.load_after(
      list_name(*list.game), list.n, [this, alive = alive_, &list](const store::Loaded& loaded) {
        if (!*alive) return;
        list.busy = false;
        const bool well =
            loaded.is == store::Loaded::Is::kEntries || loaded.is == store::Loaded::Is::kNone;
        if (well) {
          list.read = true;
          for (const store::Entry& entry : loaded.entries) take(list, entry);
        } else {
          log_.warn("ratings.unreadable", {{"why", loaded.problem}});
        }
        tell(list);
        if (well) go_on(list);
      });
}

void Ratings::tell(List& list) {
  const auto all = std::exchange(list.then, {});
  for (const auto& then : all) then();
}

void Ratings::take(List& list, const store::Entry& stored) {
  ++list.n;
  const std::optional<Entry> entry = parse(stored.text);
  if (!entry || !list.tables.insert(entry->table).second) return;
  for (const Seat& seat : entry->seats) {
    if (seat.person.empty()) continue;
    const Strength before = of(*list.game, seat.person);
    list.people[seat.person].push_back({entry->table, stored.at, before, seat.after});
  }
}

Ratings::Entry Ratings::rate(const List& list, const Waiting& table) const {
  std::vector<Placed> game;
  for (size_t i = 0; i < table.seats.size(); ++i) {
    const Seat& seat = table.seats[i];
    game.push_back(
        {seat.person.empty() ? table.anchors[i] : of(*list.game, seat.person), seat.place});
  }
  const std::vector<Strength> after = after_game(game);
  Entry entry{table.table, table.seats};
  for (size_t i = 0; i < after.size(); ++i) entry.seats[i].after = after[i];
  return entry;
}

// One after the other: what a game changes depends on the games before it.
void Ratings::go_on(List& list) {
  if (list.busy) return;
  while (!list.waiting.empty() && list.tables.contains(list.waiting.front().table)) {
    list.waiting.pop_front();
  }
  if (!list.then.empty()) return read(list);
  if (list.waiting.empty()) return;
  if (!list.read) return read(list);
  const Waiting& next = list.waiting.front();
  const store::Entry entry{next.at, write(rate(list, next))};
  list.busy = true;
  store_.append(list_name(*list.game), list.n, {entry}, std::nullopt,
                [this, alive = alive_, &list, entry](const store::Result& result) {
                  if (!*alive) return;
                  list.busy = false;
                  if (result.outcome == store::Outcome::kConflict) return read(list);
                  if (result.outcome != store::Outcome::kDone) {
                    // The table waits until another ends, or somebody looks at their games.
                    log_.warn("ratings.failed", {{"why", result.problem}});
                    return tell(list);
                  }
                  take(list, entry);
                  go_on(list);
                });
}

}  // namespace server
