#include "server/history.h"

#include <algorithm>

#include "games/registry.h"
#include "server/figures.h"
#include "server/replay.h"

namespace server {
namespace {

constexpr size_t kMostUnknown = 5000;  // tables that wait to be looked at
constexpr size_t kCurve = 400;         // points of a rating's curve, the last ones

// Which of the seats is theirs; nullopt: none.
std::optional<size_t> seat_of(const Head& head, const std::string& person) {
  for (size_t i = 0; i < head.chairs.size() && !person.empty(); ++i) {
    if (head.chairs[i].kind == SeatKind::kPerson && head.chairs[i].person == person) return i;
  }
  return std::nullopt;
}

// Members of a game among one's own: how it ended for me.
void write_mine(const TableResult& result, size_t me, engine::JsonWriter& out) {
  out.member("by", std::string_view(result.by));
  out.member("steps", result.steps);
  if (!result.counts()) return;
  out.member("place", result.seats[me].place);
  out.key("share");
  out.value(result.share(me), 4);
  if (result.seats[me].left) out.member("left", true);
}

Figures figures_of(const std::vector<store::Summary>& tables, const std::string& me) {
  Figures figures;
  for (const store::Summary& summary : tables) {
    const auto head = read_head(summary.about);
    if (!head || !head.value.result || !head.value.result->counts()) continue;
    if (head.value.brought) continue;  // nobody here saw it being played
    const std::optional<size_t> seat = seat_of(*head, me);
    if (seat && *seat < head.value.result->seats.size()) figures.add(*head, *seat);
  }
  return figures;
}

void write_change(const RatingChange& change, engine::JsonWriter& out) {
  out.key("rating");
  out.begin_object();
  out.key("before");
  write_rating(change.before, out);
  out.key("after");
  write_rating(change.after, out);
  out.end_object();
}

}  // namespace

// --- page by page

void History::with_ratings(const std::function<void()>& then) {
  if (!context_.settings.ratings) return then();
  const auto left = std::make_shared<size_t>(games::all().size());
  for (const engine::AnyGame* game : games::all()) {
    context_.ratings.refresh(*game, [left, then] {
      if (--*left == 0) then();
    });
  }
}

void History::page(const std::string& me, std::optional<store::Behind> behind, int limit,
                   engine::Language language, Then then) {
  // One more than is shown, to know whether there are more.
  context_.store.finished(
      me, std::move(behind), limit + 1,
      [this, alive = context_.alive, me, limit, language,
       then = std::move(then)](const std::optional<std::vector<store::Summary>>& tables) {
        if (!*alive) return;
        if (!tables) return then(std::nullopt);
        find_out(*tables);
        with_ratings([this, alive, me, limit, language, then, tables = *tables] {
          if (*alive) then(write_page(tables, me, static_cast<size_t>(limit), language));
        });
      });
}

std::string History::write_page(const std::vector<store::Summary>& tables, const std::string& me,
                                size_t limit, engine::Language language) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.key("games");
  out.begin_array(false);
  const SummaryWords words{people_.names(), context_.ratings, language};
  for (size_t i = 0; i < std::min(limit, tables.size()); ++i) {
    const store::Summary& summary = tables[i];
    const auto head = read_head(summary.about, context_.editions.boxes());
    const std::optional<size_t> seat = head ? seat_of(*head, me) : std::nullopt;
    if (!seat) continue;
    const std::optional<TableResult>& result = head.value.result;
    // A table that was closed before anything was dealt was no game.
    if (!result && head.value.winners.empty() && looked_at_.contains(summary.table)) continue;
    // It is over, and yet doesn't count: whoever saw to that has not come to it.
    context_.ratings.settle(summary.table, *head);
    const auto more = [&](engine::JsonWriter& line) {
      line.member("you", head.value.game->spec().seat_ids[*seat]);
      if (!result) return;
      write_mine(*result, *seat, line);
      for (const RatingChange& change : context_.ratings.changes(*head.value.game, me)) {
        if (change.table == summary.table) write_change(change, line);
      }
    };
    const auto more_of_seat = [&](size_t at, engine::JsonWriter& line) {
      if (!result || at >= result->seats.size()) return;
      line.member("score", result->seats[at].score);
      if (result->counts()) line.member("place", result->seats[at].place);
      if (result->seats[at].left) line.member("left", true);
    };
    write_summary(summary, *head, words, more, out, more_of_seat);
  }
  out.end_array();
  if (tables.size() > limit) {
    const store::Summary& last = tables[limit - 1];
    out.member("next", std::string_view(std::to_string(last.created) + "-" + last.table));
  }
  out.end_object();
  return text;
}

// --- figures

void History::figures(const std::string& me, engine::Language language, Then then) {
  context_.store.finished(
      me, std::nullopt, kMost,
      [this, alive = context_.alive, me, language,
       then = std::move(then)](std::optional<std::vector<store::Summary>> found) {
        if (!*alive) return;
        if (!found) return then(std::nullopt);
        const auto tables = std::make_shared<const std::vector<store::Summary>>(std::move(*found));
        find_out(*tables);
        with_ratings([this, alive, me, language, then, tables] {
          if (!*alive) return;
          std::string ratings;
          engine::JsonWriter out(ratings);
          write_ratings(me, language, out);
          context_.workers.submit_later([alive, post = context_.settings.post, me, language, then,
                                         tables, ratings, unknown = unknown_.size()] {
            std::string text;
            engine::JsonWriter json(text);
            json.begin_object();
            json.member("unknown", static_cast<int64_t>(unknown));
            figures_of(*tables, me).write(language, json);
            json.end_object();
            text.back() = ',';
            text += "\"ratings\":" + ratings + "}";
            post([alive, then, text] {
              if (*alive) then(text);
            });
          });
        });
      });
}

void History::write_ratings(const std::string& me, engine::Language language,
                            engine::JsonWriter& out) {
  out.begin_array(false);
  for (const engine::AnyGame* game : games::all()) {
    const std::vector<RatingChange>& changes = context_.ratings.changes(*game, me);
    if (changes.empty()) continue;
    const ShownRating now(changes.back().after);
    out.begin_object();
    out.member("game", game->spec().id);
    out.member("name", game->texts(language).get("game.name"));
    out.member("rating", now.rating);
    out.member("uncertainty", now.uncertainty);
    out.member("games", static_cast<int64_t>(changes.size()));
    out.key("curve");
    out.begin_array(false);
    for (size_t i = changes.size() - std::min(changes.size(), kCurve); i < changes.size(); ++i) {
      const ShownRating then(changes[i].after);
      out.begin_object();
      out.member("at", changes[i].at);
      out.member("table", std::string_view(changes[i].table));
      out.member("rating", then.rating);
      out.member("uncertainty", then.uncertainty);
      out.end_object();
    }
    out.end_array();
    out.end_object();
  }
  out.end_array();
}

// --- tables of old

void History::find_out(const std::vector<store::Summary>& tables) {
  for (const store::Summary& summary : tables) {
    if (unknown_.size() >= kMostUnknown) break;
    // Not read as a whole: there may be thousands, and others wait.
    const bool known = summary.about.find("\"result\":") != std::string::npos;
    if (known || !looked_at_.insert(summary.table).second) continue;
    unknown_.push_back(summary.table);
  }
  find_out_next();
}

void History::find_out_next() {
  if (finding_out_ || unknown_.empty()) return;
  finding_out_ = true;
  const std::string& table = unknown_.front();
  context_.store.load_after(table, 0,
                            [this, alive = context_.alive, table](const store::Loaded& loaded) {
                              if (*alive) found_out(table, loaded);
                            });
}

void History::found_out(const std::string& id, const store::Loaded& loaded) {
  const auto go_on = [this, alive = context_.alive](const store::Result& = {}) {
    if (!*alive) return;
    finding_out_ = false;
    unknown_.pop_front();
    find_out_next();
  };
  const std::unique_ptr<Table> table = open(id, loaded);
  if (table == nullptr || table->match() == nullptr) return go_on();
  // Whatever happens there meanwhile is quicker, and brings a summary of its own sooner or later.
  context_.store.append(id, static_cast<int64_t>(loaded.entries.size()), {},
                        table->summary(context_.wall()), go_on);
}

std::unique_ptr<Table> History::open(const std::string& id, const store::Loaded& loaded) const {
  if (loaded.is != store::Loaded::Is::kEntries) return nullptr;
  auto table = Table::open(id, loaded.entries, context_.now(), context_.editions.boxes());
  if (!table || (*table)->status() != store::Status::kOver) return nullptr;
  return std::move(*table);
}

// --- records

bool History::records(const std::string& me, Then then) {
  if (!exporting_.insert(me).second) return false;
  context_.store.finished(me, std::nullopt, kMost,
                          [this, alive = context_.alive, me, then = std::move(then)](
                              const std::optional<std::vector<store::Summary>>& tables) {
                            if (!*alive) return;
                            if (!tables) {
                              exporting_.erase(me);
                              return then(std::nullopt);
                            }
                            go_on(std::make_shared<Export>(Export{me, *tables, 0, {}, then}));
                          });
  return true;
}

// One table after the other, so that nobody else waits long: it is opened here, which may need the
// editions, and written on a worker.
void History::go_on(const std::shared_ptr<Export>& file) {
  if (file->next == file->tables.size()) {
    exporting_.erase(file->me);
    return file->then(std::move(file->text));
  }
  const std::string& id = file->tables[file->next++].table;
  context_.store.load_after(
      id, 0, [this, alive = context_.alive, file, id](const store::Loaded& loaded) {
        if (!*alive) return;
        std::shared_ptr<Table> table = open(id, loaded);
        if (table == nullptr || table->match() == nullptr) return go_on(file);
        const std::string seat(table->seat_id(table->seat_of(file->me)));
        context_.workers.submit_later([this, alive, post = context_.settings.post, file, table,
                                       seat] {
          RecordNotes notes = record_notes(*table);
          notes.front = "| you " + seat + "\n" + notes.front;
          auto text = std::make_shared<std::string>(full_record(table->repeatable(), notes) + "\n");
          post([this, alive, file, text] {
            if (!*alive) return;
            file->text += *text;
            go_on(file);
          });
        });
      });
}

}  // namespace server
