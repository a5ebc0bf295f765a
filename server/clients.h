// Who is connected, and what they send. A message is read here and handed to whoever has asked for
// its `do`; every message gets exactly one direct answer, which goes out through here, too.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/json.h"
#include "server/context.h"
#include "server/http.h"
#include "server/people.h"

namespace server {

// The code a WebSocket closes with when its device was logged out.
inline constexpr int kLoggedOut = 4001;

// A client on a WebSocket.
struct Client {
  uint64_t id = 0;
  std::shared_ptr<Peer> peer;
  store::Person me;    // an empty id: nobody
  std::string device;  // the hash of its token
  Who who;
  engine::Language language{};
  bool greeted = false;
  bool differences = false;  // it takes what has changed in place of the whole
  bool lobby = false;        // wants to hear of it
  int too_fast = 0;
  bool hurries = false;             // its last message was refused for that
  std::vector<std::string> tables;  // that it watches
  int seats = 0;                    // at those
};

// A message of a client, understood.
struct Ask {
  Client* client = nullptr;
  std::optional<int64_t> re;
  const engine::Json* message = nullptr;
};

// The client of a request that waits may be gone by then.
struct Asker {
  uint64_t client = 0;
  std::optional<int64_t> re;
};
inline Asker asker_of(const Ask& ask) { return {ask.client->id, ask.re}; }

class Clients {
 public:
  // Reads the members of the message; what is wrong with them is told by the reader, and refused
  // after the handler has returned.
  using Handle = std::function<void(const Ask&, engine::FieldReader&)>;

  Clients(Context& context, People& people);

  // Messages with this `do` go to `handle`. Heavy ones have a limit of their own.
  enum class Weight : uint8_t { kLight, kHeavy };
  void on(std::string_view verb, Handle handle, Weight weight = Weight::kLight);
  // Called with each client that has said hello for the first time.
  void on_greeted(std::function<void(Client&)> greeted) { greeted_.push_back(std::move(greeted)); }
  // Called with each client before it is forgotten.
  void on_leaving(std::function<void(Client&)> leaving) { leaving_.push_back(std::move(leaving)); }

  void opened(const std::shared_ptr<Peer>& peer, const HttpRequest& request);
  void closed(Peer& peer);
  // For how many milliseconds nothing more is read from it.
  int64_t message(Peer& peer, std::string_view text);
  // Handles a message that had to wait; nothing if its client is gone.
  void again(uint64_t client, const engine::Json& message);
  void close_all(int code, std::string_view reason);
  // Those who don't say hello are closed.
  void tick();

  size_t count() const { return clients_.size(); }
  Client* find(uint64_t id);  // nullptr: gone
  Client* find(const Peer& peer);
  void each(const std::function<void(Client&)>& visit);

  void send(Client& client, std::string message);
  void send(Client& client, std::shared_ptr<const std::string> message);
  // The answer "ok", with one more member if there is a key.
  void ok(const Asker& asker, std::string_view key = {}, std::string_view value = {});
  void refuse(const Asker& asker, const Refusal& refusal);
  void refuse(const Ask& ask, const Refusal& refusal) { refuse(asker_of(ask), refusal); }

 private:
  void dispatch(Client& client, std::string_view text);
  // `first`: limits are looked at.
  void handle(const Ask& ask, bool first);
  void hello(const Ask& ask, engine::FieldReader& fields);
  void ping(const Ask& ask, engine::FieldReader& fields);

  Context& context_;
  People& people_;
  struct Handler {
    Handle handle;
    Weight weight = Weight::kLight;
  };
  std::map<std::string, Handler, std::less<>> handlers_;
  std::vector<std::function<void(Client&)>> greeted_, leaving_;
  uint64_t next_ = 1;
  std::unordered_map<uint64_t, std::unique_ptr<Client>> clients_;
  std::unordered_map<const Peer*, uint64_t> ids_;
  struct Arrival {
    int64_t at = 0;
    uint64_t client = 0;
  };
  std::deque<Arrival> arrivals_;  // of whom it isn't known yet whether they say hello
};

}  // namespace server
