// Tables in memory: what those who watch are told, and when.
#include <algorithm>
#include <limits>

#include "server/names.h"
#include "server/tables.h"
#include "server/told.h"

namespace server {
namespace {

constexpr size_t kMaxWatched = 16;
constexpr size_t kUsualNews = 6000;
constexpr size_t kMostNews = 1 << 20;
constexpr size_t kGuestsTold = 50;  // to the host, by name

// The beginning of a direct answer; the message goes on after a comma.
std::string news_begin(std::optional<int64_t> re, const std::optional<int>& done,
                       const Refusal& refused, engine::Language language) {
  std::string text;
  engine::JsonWriter out(text);
  begin_message(out, "news", re);
  if (done) out.member("done", *done);
  if (refused) {
    out.key("refused");
    out.begin_object();
    write_refusal(refused, language, out);
    out.end_object();
  }
  out.end_object();
  text.back() = ',';
  return text;
}

// Is there something new that the reader doesn't get to read?
bool hides(const Table& table, int64_t from, const Reader& reader) {
  if (reader.blocked == nullptr) return false;
  return std::any_of(table.log().begin() + static_cast<std::ptrdiff_t>(from), table.log().end(),
                     [&](const Logged& logged) {
                       return logged.entry.kind == EntryKind::kSay &&
                              reader.blocked->contains(logged.entry.who);
                     });
}

// The rest of a news message, from the comma on.
std::string news_body(const Scene& scene, int64_t from, const Reader& reader, bool whole,
                      ToldPtr* told) {
  std::string text;
  text.reserve(kUsualNews);
  engine::JsonWriter out(text);
  out.begin_object();
  write_news(scene, from, reader, whole, out, told);
  out.end_object();
  return text.substr(1);
}

// Until it is shown the table; what it is told before that is whole.
void let_wait(Watcher& watcher) {
  watcher.sent = std::numeric_limits<int64_t>::max();
  watcher.told = nullptr;
}

}  // namespace

Scene Tables::scene(Place& place, engine::Seat ordering) {
  place.names = names_at(place.sitters, people_.names());
  return {*place.table,    place.company, place.names,       context_.now(),
          context_.wall(), ordering,      &context_.ratings, &context_.phrases};
}

Reader Tables::reader_of(const Place& place, const Client& client, bool board) {
  return {seat_of(place, client), client.language, board, people_.blocks().of(client.me.id)};
}

engine::Seat Tables::seat_of(const Place& place, const Client& client) {
  for (size_t i = 0; i < place.sitters.size() && !client.me.id.empty(); ++i) {
    if (place.sitters[i] == client.me.id) return engine::seat_at(static_cast<int>(i));
  }
  return engine::Seat::kNone;
}

Watcher* Tables::watcher_of(Place& place, const Client& client) {
  for (Watcher& watcher : place.watchers) {
    if (watcher.client == &client) return &watcher;
  }
  return nullptr;
}

// Each watcher gets what comes after the last number it has; equal readers share the text.
void Tables::broadcast(Place& place, const std::optional<Asker>& asker, const Extra& extra) {
  Client* asking = asker ? clients_.find(asker->client) : nullptr;
  struct Composed {
    Reader reader;
    int64_t from;
    bool differences;
    ToldPtr before;  // what such a reader knew of the position,
    ToldPtr after;   // and knows now
    std::string body;
    std::shared_ptr<const std::string> plain;  // the same for all who did not ask
  };
  std::vector<Composed> made;
  const Scene now_there = scene(place, extra.ordering);
  const std::string plain = news_begin(std::nullopt, std::nullopt, {}, {});
  bool answered = asking == nullptr;
  for (Watcher& watcher : place.watchers) {
    const bool asks = watcher.client == asking;
    Reader reader = reader_of(place, *watcher.client, watcher.board);
    // One that waits to be shown the table has no number yet.
    const bool waits = watcher.sent > place.table->n();
    const bool own_orders =
        !waits && reader.seat != engine::Seat::kNone && reader.seat == extra.ordering;
    const bool whole = extra.whole && !waits;
    if (watcher.sent >= place.table->n() && !asks && !own_orders && !whole) continue;
    const int64_t from = waits ? extra.from : watcher.sent;
    // Where nothing is kept from them, all share one text, whomever they have blocked.
    if (!hides(*place.table, from, reader)) reader.blocked = nullptr;
    const bool differences = watcher.client->differences;
    ToldPtr before = waits ? nullptr : known_to(watcher, reader);
    auto body = std::find_if(made.begin(), made.end(), [&](const Composed& one) {
      return one.reader == reader && one.from == from && one.differences == differences &&
             one.before == before;
    });
    if (body == made.end()) {
      ToldPtr after = before;
      std::string text =
          news_body(now_there, from, reader, extra.whole, differences ? &after : nullptr);
      made.push_back({reader, from, differences, std::move(before), shared(place, std::move(after)),
                      std::move(text), nullptr});
      body = made.end() - 1;
    }
    if (asks) {
      clients_.send(*watcher.client,
                    news_begin(asker->re, extra.done, extra.refused, reader.language) + body->body);
    } else {
      if (body->plain == nullptr) {
        body->plain = std::make_shared<const std::string>(plain + body->body);
      }
      clients_.send(*watcher.client, body->plain);
    }
    if (!waits) {
      watcher.sent = place.table->n();
      watcher.told = body->after;
    }
    answered = answered || asks;
  }
  if (!answered) answer_news(place, *asking, asker->re, extra);
}

void Tables::answer_news(Place& place, Client& client, std::optional<int64_t> re,
                         const Extra& extra) {
  Watcher* watcher = watcher_of(place, client);
  const int64_t from = watcher != nullptr ? watcher->sent : extra.from;
  const Reader reader = reader_of(place, client, watcher != nullptr && watcher->board);
  const bool differences = watcher != nullptr && client.differences;
  ToldPtr told = differences ? known_to(*watcher, reader) : nullptr;
  clients_.send(client, news_begin(re, extra.done, extra.refused, reader.language) +
                            news_body(scene(place, extra.ordering), from, reader, false,
                                      differences ? &told : nullptr));
  if (watcher == nullptr) return;
  watcher->sent = place.table->n();
  watcher->told = std::move(told);
}

ToldPtr Tables::known_to(const Watcher& watcher, const Reader& reader) {
  const bool knows =
      watcher.client->differences && watcher.told != nullptr && watcher.told->is_of(reader);
  return knows ? watcher.told : nullptr;
}

ToldPtr Tables::shared(const Place& place, ToldPtr told) {
  if (told == nullptr) return told;
  for (const Watcher& watcher : place.watchers) {
    if (watcher.told != nullptr && watcher.told->same_as(*told)) return watcher.told;
  }
  return told;
}

void Tables::forget_told(Place& place) {
  for (Watcher& watcher : place.watchers) watcher.told = nullptr;
}

void Tables::watch(const Ask& ask, Place& place, int from, bool board) {
  Client& client = *ask.client;
  if (watcher_of(place, client) == nullptr) {
    if (client.tables.size() >= kMaxWatched || !context_.quotas.watched.take(client.who)) {
      return clients_.refuse(ask, refusal(Code::kState, "too-many-tables"));
    }
    place.watchers.push_back({&client, board, 0, false, nullptr});
    client.tables.push_back(place.id);
  }
  if (!place.busy && place.table == nullptr) read(place);
  if (!place.busy) return show(place, asker_of(ask), from, board);
  // Not ahead of what is saved: until then this watcher must not get news of it either.
  let_wait(*watcher_of(place, client));
  place.waiting.emplace_front([this, asker = asker_of(ask), from, board](Place& there) {
    show(there, asker, from, board);
  });
}

void Tables::show(Place& place, const Asker& asker, int from, bool board) {
  Client* viewer = clients_.find(asker.client);
  Watcher* watcher = viewer == nullptr ? nullptr : watcher_of(place, *viewer);
  if (watcher == nullptr) return;
  if (const Refusal why = enter(place, viewer->me.id)) {
    unwatch(*viewer, place.id);
    return clients_.refuse(asker, why);
  }
  if (from > place.table->n() && context_.nodes != nullptr) {
    // Who knows more than this server comes from another: nobody is shown less than they know.
    let_wait(*watcher);
    place.waiting.emplace_front([this, asker, from, board](Place& there) {
      const bool known = there.table != nullptr && from <= there.table->n();
      if (!known && there.unreadable) {
        // Nor while nobody can tell what they know.
        if (Client* client = clients_.find(asker.client)) unwatch(*client, there.id);
        return clients_.refuse(asker, there.unreadable);
      }
      show(there, asker, known ? from : -1, board);
    });
    return read(place);
  }
  presence(place);
  watcher->board = board;
  watcher->sent = place.table->n();
  const Reader reader = reader_of(place, *viewer, board);
  const auto compose = [&](bool news) {
    std::string text;
    engine::JsonWriter out(text);
    begin_message(out, news ? "news" : "table", asker.re);
    // What this client has is not known here: it may come from another server, or have lost news.
    ToldPtr told;
    ToldPtr* tells = viewer->differences ? &told : nullptr;
    if (news) {
      write_news(scene(place), from, reader, true, out, tells);
    } else {
      write_table(scene(place), reader, out, tells);
    }
    out.end_object();
    watcher->told = shared(place, std::move(told));
    return text;
  };
  // Who has missed too much is shown the whole table anew.
  const int64_t missed = from < 0 ? -1 : place.table->n() - from;
  const bool resumes = missed >= 0 && missed <= static_cast<int64_t>(kLogItems);
  std::string text = compose(resumes);
  if (resumes && text.size() > kMostNews) text = compose(false);
  clients_.send(*viewer, std::move(text));
  if (!place.busy) drive_bots(place);
}

std::string Tables::log_part(Place& place, const Client& client, std::optional<int64_t> re,
                             int before) {
  std::string text;
  engine::JsonWriter out(text);
  begin_message(out, "log", re);
  out.member("table", std::string_view(place.id));
  const int64_t end = std::min<int64_t>(before, place.table->n() + 1);
  out.member("before", end);
  out.key("items");
  const int64_t from = write_log(scene(place), end, reader_of(place, client, false), out);
  out.member("from", from);
  out.end_object();
  return text;
}

void Tables::renamed(const std::string& person) {
  for (auto& [id, place] : places_) {
    if (place->watchers.empty()) continue;
    if (place->company.watched_by(person)) presence(*place);
    const std::vector<std::string>& sitters = place->sitters;
    if (std::find(sitters.begin(), sitters.end(), person) == sitters.end()) continue;
    when_free(*place, [this](Place& there) {
      if (asleep(there)) return;
      Extra extra;
      extra.from = there.table->n();
      extra.whole = true;
      broadcast(there, std::nullopt, extra);
    });
  }
}

bool Tables::drop(Place& place, Client& client) {
  const Watcher* watcher = watcher_of(place, client);
  if (watcher == nullptr) return false;
  if (watcher->seated) --client.seats;
  place.watchers.erase(place.watchers.begin() + (watcher - place.watchers.data()));
  context_.quotas.watched.give(client.who);
  return true;
}

void Tables::unwatch(Client& client, const std::string& table) {
  // `table` may be the very string that is erased here.
  const std::string id = table;  // NOLINT(performance-unnecessary-copy-initialization)
  std::erase(client.tables, id);
  const auto found = places_.find(id);
  if (found != places_.end() && drop(*found->second, client)) presence(*found->second);
}

void Tables::show_out(Place& place) {
  const Door& door = place.table->door();
  std::vector<Client*> leaving;
  for (const Watcher& watcher : place.watchers) {
    if (door.may_enter(watcher.client->me.id)) leaving.push_back(watcher.client);
  }
  for (Client* client : leaving) {
    std::erase(client->tables, place.id);
    drop(place, *client);
    clients_.send(*client,
                  removed_message(place.id, door.may_enter(client->me.id), client->language));
  }
  if (!leaving.empty()) presence(place);
}

Company Tables::company_of(Place& place) {
  Company company;
  std::vector<std::string> guests;
  for (Watcher& watcher : place.watchers) {
    Client& client = *watcher.client;
    const engine::Seat seat = seat_of(place, client);
    if (watcher.seated != (seat != engine::Seat::kNone)) {
      watcher.seated = !watcher.seated;
      client.seats += watcher.seated ? 1 : -1;
    }
    if (seat != engine::Seat::kNone) {
      company.here.insert(seat);
      continue;
    }
    ++company.spectators;
    if (client.me.id.empty() || guests.size() >= kGuestsTold) continue;
    if (std::find(guests.begin(), guests.end(), client.me.id) == guests.end()) {
      guests.push_back(client.me.id);
    }
  }
  if (guests.empty()) return company;
  // Told apart from those who sit here, and among themselves.
  std::vector<std::string> people = place.sitters;
  std::erase(people, std::string());
  const size_t seated = people.size();
  people.insert(people.end(), guests.begin(), guests.end());
  std::vector<std::string> names;
  names.reserve(people.size());
  for (const std::string& person : people) names.push_back(people_.name_of(person));
  names = told_apart(names);
  for (size_t i = seated; i < people.size(); ++i) company.guests.push_back({people[i], names[i]});
  return company;
}

void Tables::presence(Place& place) {
  Company company = company_of(place);
  place.ours = {static_cast<int64_t>(company.here.bits()), company.spectators};
  company.here =
      company.here | engine::SeatSet::from_bits(static_cast<uint32_t>(place.elsewhere.seats));
  company.spectators += static_cast<int>(place.elsewhere.guests);
  const bool guests = company.guests != place.company.guests;
  const bool changed =
      company.here != place.company.here || company.spectators != place.company.spectators;
  for (engine::Seat seat : place.company.here - company.here) {
    place.away_since[static_cast<size_t>(engine::index_of(seat))] = context_.now();
  }
  place.company = std::move(company);
  if ((!changed && !guests) || place.watchers.empty()) return;
  const auto text = [&](bool host) {
    return std::make_shared<const std::string>(
        presence_message(place.id, *place.game, place.company, host));
  };
  const auto plain = text(false);
  for (const Watcher& watcher : place.watchers) {
    // Who watches is told to the host alone, who may have to remove somebody.
    const engine::Seat seat = seat_of(place, *watcher.client);
    const bool host = seat != engine::Seat::kNone && seat == place.host;
    if (changed || host) clients_.send(*watcher.client, host ? text(true) : plain);
  }
}

}  // namespace server
