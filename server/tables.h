// Tables in memory. One is read from the store when it is asked for, and leaves when nobody has
// touched it for a while. What a request adds to a table is saved first and told to those who watch
// it afterwards; meanwhile everything else that wants the table waits in line.
#pragma once

#include <array>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/clients.h"
#include "server/messages.h"
#include "server/table.h"

namespace server {

struct Watcher {
  Client* client = nullptr;
  bool board = false;
  int64_t sent = 0;     // the last number it has
  bool seated = false;  // at this table
  ToldPtr told{};       // what it knows of the position; nullptr: nothing, or it takes it whole
};

// Somebody has to choose at a table.
struct Turn {
  std::string person;
  engine::Seat seat = engine::Seat::kNone;
  int64_t until = 0;  // their time is up then; 0: never
};

// A table, and who is at it. The heavy part, the table itself, comes and goes with use.
struct Place {
  std::string id;
  std::unique_ptr<Table> table;
  std::vector<Watcher> watchers;
  // It is being read, or something of it saved; meanwhile everything else waits.
  bool busy = false;
  std::deque<std::function<void(Place&)>> waiting;
  Refusal unreadable;   // why it could not be read when that was last tried
  int64_t known = 0;    // so far all that follows from its list has been seen to
  int64_t stored = 0;   // so long the store's list is known to be,
  int64_t heard = 0;    // and so long others say it is
  bool leased = false;  // this server does what must be done once
  bool outage = false;  // clocks are to begin anew before it does
  std::chrono::steady_clock::time_point lease_asked;
  engine::SeatSet thinking;  // bots at work
  // Known while the table rests, too: whose seats, and who is connected.
  const engine::AnyGame* game = nullptr;
  std::vector<std::string> sitters;
  engine::Seat host = engine::Seat::kNone;
  NameOf names;  // as they are told apart here
  Company company;
  store::Nodes::Company ours, elsewhere;  // connected here, and to other servers
  std::array<int64_t, engine::kMaxSeats> away_since{};
  int64_t used = 0;
  int64_t deadline = 0;
  bool by_days = false;        // it may rest until the deadline
  std::vector<Turn> turns;     // whose it is
  engine::SeatSet listed_act;  // whose lists say it is
  int64_t pause_until = 0;     // after a failure of the store bots and clocks wait a moment
};

// What a direct answer says beside the news.
struct Extra {
  int64_t from = 0;  // the table's number before the request
  std::optional<int> done;
  Refusal refused;
  engine::Seat ordering = engine::Seat::kNone;  // whose standing orders it changed
  bool rests = false;                           // it is about to leave the memory
  bool whole = false;  // all that can change is told, whether there are new entries or not
};

class Tables {
 public:
  Tables(Context& context, People& people, Clients& clients);

  // Called when what lists show of a table has changed, with who had a seat there before.
  using Listed = std::function<void(const store::Summary&, const std::vector<std::string>& former)>;
  void on_listed(Listed listed) { listed_ = std::move(listed); }
  // Called when others have to choose at a table, with who had before, and whether that was saved
  // here.
  using Turned = std::function<void(const Place&, const std::vector<Turn>& former, bool ours)>;
  void on_turned(Turned turned) { turned_.push_back(std::move(turned)); }
  // Whose turn it is there; nullptr: the table isn't in use, and its summary says so.
  const std::vector<Turn>* turns_at(const std::string& table) const;
  // Tables played against the clock go on.
  void resume();
  // Time runs out, tables leave the memory.
  void tick();
  // --- other servers (tables_nodes.cpp)
  // Adds what is in use here.
  void report(store::Nodes::Round& round);
  // What came of it. `outage`: nobody could be served for a while.
  void told(const store::Nodes::Beat& beat, bool outage);
  // The list of a table is so long; `wanted`: somebody here is to know, whether it is in use or
  // not.
  void heard(const std::string& id, int64_t n, bool wanted);
  // Keeps what an update needs to go on with.
  void stop();
  size_t in_memory() const;
  size_t known() const { return places_.size(); }
  void each(const std::function<void(const Place&)>& visit) const {
    for (const auto& [id, place] : places_) visit(*place);
  }

  // Has the person a seat at a table that is not over?
  bool has_seat(const std::string& person) const;
  // The same, of the tables the client watches alone.
  bool has_seat_in_view(const Client& client) const;

  // The place of a table that is known, in memory or at rest; otherwise nullptr.
  Place* find(const std::string& id);
  // Is it? If not, the message is handled again as soon as it is, or refused.
  bool known_to(const Ask& ask, const std::string& id);
  // Does the work as soon as the table is in memory and nothing is being saved; now, if that is so.
  // It looks first whether the table could be read: asleep().
  using Work = std::function<void(Place&)>;
  void when_free(Place& place, Work work);
  void when_free(const std::string& id, Work work);
  // Why the table isn't in memory; empty: it is.
  static Refusal asleep(const Place& place) {
    return place.table != nullptr ? Refusal{} : place.unreadable;
  }
  // The same for a person who wants something there; refused when the host has removed them.
  static Refusal enter(const Place& place, const std::string& person);
  // Carries out a person's request as soon as the table is free, saves what it did, and answers.
  using Request = std::function<Refusal(Table&, const std::string& person, Extra& extra)>;
  void request(const Ask& ask, Place& place, Request request);
  // Saves what the table has unsaved, then tells everybody. When somebody else was quicker, nothing
  // is told and the table is read again: then `again` is done first, and without it the asker is
  // refused. REQUIRES: not busy.
  void save(Place& place, std::optional<Asker> asker, Extra extra,
            std::function<void(const store::Result&)> then = nullptr, Work again = nullptr);

  // Makes a table and saves it; its secret is drawn here, and it gets the edition of new tables.
  using ThenMade = std::function<void(const Refusal&, const std::string& id)>;
  void make(Head head, const std::string& person, bool start, ThenMade then);
  // An id that no table has.
  std::string new_id() const;
  // Takes in a table that is made, and saves it.
  void add(std::unique_ptr<Table> table, ThenMade then);

  // The client is shown the table (what came after number `from`, unless that is -1), and told what
  // happens from now on.
  void watch(const Ask& ask, Place& place, int from, bool board);
  void unwatch(Client& client, const std::string& table);
  // The person has another name: tables that show it are told again.
  void renamed(const std::string& person);
  // The part of the table's list before this number, as a message. REQUIRES: in memory.
  std::string log_part(Place& place, const Client& client, std::optional<int64_t> re, int before);
  // As whom the client reads at this table.
  Reader reader_of(const Place& place, const Client& client, bool board);
  static engine::Seat seat_of(const Place& place, const Client& client);

 private:
  Place& add_place(const std::string& id);
  // Reads the table from the store, then goes on.
  void read(Place& place);
  // Brings what was read into memory.
  Refusal open(Place& place, const store::Loaded& loaded);
  // The table is in memory, and others have added something.
  void follow(Place& place, const store::Loaded& loaded);
  // A table that is new here is shown to those whose it is.
  void introduce(Place& place);
  // Does this server do what must be done once? If not, it asks for that.
  bool may_drive(Place& place);
  // It does from now on.
  void driving(Place& place);
  Moment moment() const { return {context_.now(), context_.wall() - context_.now(), mercy_}; }
  // Does what waits, then what there is to do. The place may be gone afterwards.
  void go_on(Place& place);
  // The list of the table is longer than what is known: sees to all that follows, and tells it.
  void moved_on(Place& place, const std::optional<Asker>& asker, const Extra& extra, bool ours);
  Refusal damaged(const std::string& id, const std::string& problem);
  void rest(int64_t time);
  void know_sitters(Place& place);
  // True when others have to choose than before.
  bool know_turns(Place& place);
  void tell_turned(const Place& place, const std::vector<Turn>& former, bool ours) {
    for (const Turned& tell : turned_) tell(place, former, ours);
  }
  bool at_rest(const Place& place) const;
  void rest_with_snapshot(Place& place, int64_t time);
  void carry_out(Place& place, const Asker& asker, const std::string& person,
                 const Request& request, int tries);
  struct Saving {
    std::optional<Asker> asker;
    Extra extra;
    Work again;
  };
  void saved(Place& place, const store::Result& result, const Saving& saving);
  void time_out(Place& place, int64_t time);
  // Clocks begin anew, where they run; then bots go on.
  void after_outage(Place& place);

  // --- telling (tables_tell.cpp)
  Scene scene(Place& place, engine::Seat ordering = engine::Seat::kNone);
  static Watcher* watcher_of(Place& place, const Client& client);
  // What the watcher knows and can go on from, as this reader.
  static ToldPtr known_to(const Watcher& watcher, const Reader& reader);
  // Watchers who know the same share it.
  static ToldPtr shared(const Place& place, ToldPtr told);
  // Whoever watches knows nothing any more: what they knew would be in the memory for nothing.
  static void forget_told(Place& place);
  void show(Place& place, const Asker& asker, int from, bool board);
  void broadcast(Place& place, const std::optional<Asker>& asker, const Extra& extra);
  void answer_news(Place& place, Client& client, std::optional<int64_t> re, const Extra& extra);
  // Who is connected has changed, perhaps: tells those who watch.
  void presence(Place& place);
  Company company_of(Place& place);
  // Who may not be here any more is told so, and hears nothing from now on.
  void show_out(Place& place);
  // Takes the watcher away; false when the client is none.
  bool drop(Place& place, Client& client);

  // --- bots (tables_bots.cpp)
  struct Answer {
    std::string table;
    engine::Seat seat = engine::Seat::kNone;
    engine::Action action;
    int64_t at = 0;      // the number of the table when it was asked
    std::string failed;  // what a bot of the house has done in place of choosing
  };
  void drive_bots(Place& place);
  Task task_for(const Place& place, engine::Seat seat) const;
  // One of ours plays for a bot that the house doesn't have any more, or that has failed.
  void replace_missing(Place& place);
  bool replace_failed(Place& place, const Answer& answer);
  // Standing orders, and bots that need no time, answer at once: what they do is saved and told
  // with what led to it.
  void quick_answers(Place& place);
  void bot_chose(const Answer& answer);
  // Those that are due.
  void tell_answers(int64_t time);

  Context& context_;
  People& people_;
  Clients& clients_;
  Listed listed_;
  std::vector<Turned> turned_;
  std::unordered_map<std::string, std::unique_ptr<Place>> places_;
  std::unordered_set<std::string> damaged_;  // found so far, to be told once
  engine::Chance bots_chance_;
  std::multimap<int64_t, Answer> answers_;  // of bots, by when they are due
  std::vector<std::string> released_;       // tables whose leases others may have
  int asking_ = 0;                          // leases that were asked for one by one
  int64_t rested_ = 0;
  int64_t mercy_;  // nobody's days are over before that
};

}  // namespace server
