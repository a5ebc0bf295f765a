// The hub: tables in memory, clients, people, the lobby. Everything in it runs on one thread, its
// home; the store and the workers hand their results back to it.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/json.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/log.h"
#include "server/messages.h"
#include "server/metrics.h"
#include "server/table.h"
#include "server/workers.h"
#include "store/store.h"

namespace server {

struct Settings {
  std::string version = "stamtafel";
  size_t frame = 4096;               // the largest message of a client
  Allowance messages{100, 30};       // for each WebSocket
  Allowance requests{200, 50};       // HTTP, for each address
  Allowance people{30, 0.5};         // new ones, for each address
  Allowance tables{20, 0.2};         // new ones, for each person
  int64_t stand_in_after = 30000;    // away so long, and a bot may be asked in
  int64_t rest_after = 60000;        // untouched so long, and a table leaves the memory
  bool secure = false;               // TLS: cookies are for it alone
  bool proxied = false;              // the client's address is in X-Forwarded-For
  std::vector<std::string> origins;  // allowed besides the server's own
  std::function<int64_t()> now;      // milliseconds since 1970
  std::function<void(std::function<void()>)> post;  // runs something on the home thread
  int workers = 1;
};

// A client on a WebSocket.
struct Client {
  std::shared_ptr<Peer> peer;
  store::Person me;  // an empty id: nobody
  engine::Language language{};
  bool greeted = false;
  bool lobby = false;
  Bucket bucket;
  int too_fast = 0;
  std::vector<std::string> tables;  // that it watches
};

struct Watcher {
  Client* client = nullptr;
  bool board = false;
  int64_t sent = 0;  // the last number it has
};

// A table in memory. The heavy part comes and goes with use.
struct Place {
  std::string id;
  std::unique_ptr<Table> table;
  std::vector<Watcher> watchers;
  // What is being saved; meanwhile everything else waits.
  bool busy = false;
  std::deque<std::function<void(Place&)>> waiting;
  engine::SeatSet thinking;  // bots at work
  // Known while the table rests, too: whose seats, and who is connected.
  const engine::AnyGame* game = nullptr;
  std::vector<std::string> sitters;
  Company company;
  std::array<int64_t, engine::kMaxSeats> away_since{};
  int64_t used = 0;
  int64_t deadline = 0;
  int64_t pause_until = 0;  // after a failure of the store bots and clocks wait a moment
};

class Hub final : public Handler {
 public:
  Hub(store::Store& store, Settings settings, const Log& log);
  ~Hub() override;

  // Tables played against the clock go on.
  void resume();
  // Says goodbye to all; nothing is taken any more.
  void stop();

  void http(const HttpRequest& request, HttpReply reply) override;
  bool admit(const HttpRequest& request, HttpResponse& refusal) override;
  void opened(const std::shared_ptr<Peer>& peer, const HttpRequest& request) override;
  void message(Peer& peer, std::string_view text) override;
  void closed(Peer& peer) override;
  void tick() override;

  size_t tables_in_memory() const;
  const Metrics& metrics() const { return metrics_; }

 private:
  // A message of a client, understood.
  struct Ask {
    Client* client = nullptr;
    uint64_t client_id = 0;
    std::optional<int64_t> re;
    const engine::Json* json = nullptr;
  };
  // The client of a request that waits may be gone by then.
  struct Asker {
    uint64_t client = 0;
    std::optional<int64_t> re;
  };
  // What the direct answer says beside the news.
  struct Extra {
    int64_t from = 0;  // the table's number before the request
    std::optional<int> done;
    Refusal refused;
    engine::Seat ordering = engine::Seat::kNone;  // whose standing orders it changed
  };
  using HandlerOf = void (Hub::*)(const Ask&, engine::FieldReader&);

  int64_t now() const { return settings_.now(); }
  std::string name_of(const std::string& person);
  Client* find_client(uint64_t id);

  // --- clients
  void dispatch(Client& client, uint64_t id, std::string_view text);
  static const std::map<std::string_view, HandlerOf>& handlers();
  void on_hello(const Ask& ask, engine::FieldReader& fields);
  void on_watch(const Ask& ask, engine::FieldReader& fields);
  void on_unwatch(const Ask& ask, engine::FieldReader& fields);
  void on_sit(const Ask& ask, engine::FieldReader& fields);
  void on_leave(const Ask& ask, engine::FieldReader& fields);
  void on_seat(const Ask& ask, engine::FieldReader& fields);
  void on_seats(const Ask& ask, engine::FieldReader& fields);
  void on_word(const Ask& ask, engine::FieldReader& fields);
  void on_start(const Ask& ask, engine::FieldReader& fields);
  void on_act(const Ask& ask, engine::FieldReader& fields);
  void on_undo(const Ask& ask, engine::FieldReader& fields);
  void on_consent(const Ask& ask, engine::FieldReader& fields);
  void on_say(const Ask& ask, engine::FieldReader& fields);
  void on_stand_in(const Ask& ask, engine::FieldReader& fields);
  void on_concede(const Ask& ask, engine::FieldReader& fields);
  void on_orders(const Ask& ask, engine::FieldReader& fields);
  void on_rematch(const Ask& ask, engine::FieldReader& fields);
  void on_tell(const Ask& ask, engine::FieldReader& fields);
  void on_what_if(const Ask& ask, engine::FieldReader& fields);
  void on_lobby(const Ask& ask, engine::FieldReader& fields);
  void on_ping(const Ask& ask, engine::FieldReader& fields);
  void send(Client& client, std::string message);
  void send_ok(const Ask& ask, std::string_view key = {}, std::string_view value = {});
  void refuse(const Ask& ask, const Refusal& refusal);
  void refuse(const Asker& asker, const Refusal& refusal);

  // --- tables in memory
  // The table of a message; refuses for the client when there is none. nullptr then.
  Place* place_for(const Ask& ask, engine::FieldReader& fields);
  // The same where the message must hold nothing more.
  Place* place_at_end(const Ask& ask, engine::FieldReader& fields);
  Place* find_place(const std::string& id, Refusal& refusal);
  // Carries out a request on the table, now or as soon as it is free, and saves what it did.
  using Request = std::function<Refusal(Table&, const std::string& person, Extra& extra)>;
  void request(const Ask& ask, Place& place, Request request);
  // Does the work now, or as soon as what is being saved is saved.
  void when_free(Place& place, const std::function<void(Place&)>& work);
  void carry_out(Place& place, const Asker& asker, const std::string& person,
                 const Request& request);
  // Saves the entries after `from`, then tells everybody.
  void save(Place& place, std::optional<Asker> asker, Extra extra,
            std::function<void(const store::Result&)> then = nullptr);
  void saved(Place& place, const store::Result& result, const std::optional<Asker>& asker,
             const Extra& extra);
  void run_waiting(Place& place);
  void broadcast(Place& place, const std::optional<Asker>& asker, const Extra& extra);
  void answer_news(Place& place, Client& client, std::optional<int64_t> re, const Extra& extra);
  Scene scene(Place& place, engine::Seat ordering = engine::Seat::kNone);
  static Eyes eyes_of(const Place& place, const Client& client, bool board);
  static Watcher* watcher_of(Place& place, const Client& client);
  void unwatch(Client& client, const std::string& table);
  // Who is connected has changed, perhaps: tells those who watch.
  void presence(Place& place);
  void tell_presence(Place& place);
  void know_sitters(Place& place);
  void drive_bots(Place& place);
  // Standing orders, and bots that need no time, answer at once: what they do is saved and told
  // with what led to it.
  void quick_answers(Place& place);
  void bot_chose(const std::string& table, engine::Seat seat, engine::Action action, int64_t at);
  void rest(int64_t now);
  // Is the table in memory now? False: it could not be read.
  bool wake(Place& place);

  // --- HTTP
  struct Call {
    const HttpRequest& request;
    HttpReply reply;
    engine::Language language{};
    store::Person me;
  };
  void answer(const Call& call, int status, std::string body);
  void refuse(const Call& call, const Refusal& refusal);
  void route(const Call& call);
  void route_games(const Call& call, const std::vector<std::string_view>& path);
  void route_tables(const Call& call, const std::vector<std::string_view>& path);
  void get_me(const Call& call);
  void put_me(const Call& call);
  void post_link(const Call& call);
  void post_claim(const Call& call);
  void get_tables(const Call& call);
  void post_table(const Call& call);
  void make_table(Head head, const std::string& person, std::string_view word, bool start,
                  std::function<void(const Refusal&, const std::string& id)> then);
  void get_finished(const Call& call, std::string_view table, std::string_view what);
  void finished(const Call& call, Place& place, std::string_view what);
  void announce_rematch(Place& place, const Asker& asker, const std::string& person,
                        const std::string& id);
  void make_rematch(Place& place, const Asker& asker, const std::string& person);
  struct StaticText {
    std::string plain, gzipped, etag;
  };
  static StaticText static_text(std::string plain);
  void static_json(const Call& call, const std::string& key,
                   const std::function<std::string()>& make);
  void get_schema(const Call& call, const engine::AnyGame& game);
  std::string write_lobby(const store::Person& me, engine::Language language);
  bool own_origin(const HttpRequest& request) const;
  std::string address_of(const HttpRequest& request) const;
  store::Person person_of(const HttpRequest& request);
  std::string cookie(const std::string& token) const;
  void count_refusal(const Refusal& refusal);

  store::Store& store_;
  Settings settings_;
  const Log& log_;
  Metrics metrics_;
  bool stopping_ = false;
  uint64_t next_client_ = 1;
  std::unordered_map<uint64_t, std::unique_ptr<Client>> clients_;
  std::unordered_map<const Peer*, uint64_t> client_ids_;
  std::unordered_map<std::string, std::unique_ptr<Place>> places_;
  std::unordered_map<std::string, std::string> names_;
  NameOf name_lookup_;
  std::map<std::string, StaticText> static_texts_;
  Buckets requests_, people_, new_tables_;
  engine::Chance bots_chance_;
  bool lobby_changed_ = false;
  int64_t lobby_sent_ = 0;
  int64_t rested_ = 0;
  // Results of jobs may arrive after the hub has gone; they look at this first.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  Workers workers_;
};

}  // namespace server
