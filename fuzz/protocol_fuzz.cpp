// Bytes become people who send messages to a server: of valid structure, about tables, seats and
// choices that are there, so that most are accepted; now and then one that is broken. Every message
// gets exactly one direct answer, every answer can be read, numbers go on without gap or repeat,
// and a table that is shown again is the one its watchers know; who was removed from one hears
// nothing of it, and nobody reads what somebody says whom they have blocked.
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>

#include "fuzz/fuzz.h"
#include "server/public_hub.h"
#include "server/test_client.h"
#include "store/sqlite.h"

namespace {

using engine::Json;
using server_test::number_of;
using server_test::text_of;

// What other threads hand back to the server's home thread, which is ours.
class Home {
 public:
  void post(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    work_.push_back(std::move(work));
    ready_.notify_one();
  }
  // Runs what is there; waits for something for at most so long. False: nothing came.
  bool run_one(std::chrono::milliseconds patience) {
    std::function<void()> work;
    {
      std::unique_lock lock(mutex_);
      if (!ready_.wait_for(lock, patience, [this] { return !work_.empty(); })) return false;
      work = std::move(work_.front());
      work_.pop_front();
    }
    work();
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::function<void()>> work_;
};

// The other end of a WebSocket, with what a client knows of the tables it watches.
class Client final : public server::Peer {
 public:
  void send(std::shared_ptr<const std::string> message) override {
    const auto json = engine::parse_json(*message, "message");
    fuzz::require(static_cast<bool>(json), "what is sent can be read: " + *message);
    const std::string table = text_of(*json, "table");
    const std::string is = text_of(*json, "is");
    if (number_of(*json, "re") >= 0) {
      ++answers[number_of(*json, "re")];
      answer = is;
    }
    if (is == "welcome" && (*json).find("me")->is_object()) id = text_of(*(*json).find("me"), "id");
    if (is == "removed") {
      numbers.erase(table);
      choices[table].clear();
      removed.insert(table);
      return;
    }
    // Who is let in again may hear who is there a moment before the table itself.
    if (is == "presence" && removed.contains(table)) {
      early = table;
      return;
    }
    if (number_of(*json, "re") >= 0) {
      if (is != "error") removed.erase(table);
      fuzz::require(early.empty() || (early == table && is == "table"),
                    "who was removed hears nothing of who is there");
      early.clear();
    }
    fuzz::require(!removed.contains(table), "who was removed hears nothing: " + *message);
    for (const char* list : {"items", "log"}) check_chat((*json).find(list));
    if (is == "table") numbers[table] = number_of(*json, "n");
    if (is == "news" && numbers.contains(table)) {
      fuzz::require(number_of(*json, "from") == numbers[table],
                    "news go on where they ended: " + *message);
      int64_t expected = numbers[table];
      for (const Json& item : (*json).find("items")->items) {
        fuzz::require(number_of(item, "n") == ++expected, "items come without gap or repeat");
      }
      fuzz::require(number_of(*json, "to") == expected, "news end with their last item");
      numbers[table] = expected;
    }
    const Json* state = (*json).find("state");
    if (state == nullptr || !state->is_object()) return;
    choices[table].clear();
    forbidden[table].clear();
    for (const Json& choice : state->find("choices")->items) {
      (choice.find("no") == nullptr ? choices : forbidden)[table].push_back(
          text_of(choice, "action"));
    }
  }
  void close(int, std::string_view) override { closed = true; }
  void check_chat(const Json* items) const {
    if (items == nullptr) return;
    for (const Json& item : items->items) {
      const Json* person = text_of(item, "is") == "say" ? item.find("person") : nullptr;
      fuzz::require(person == nullptr || !blocked.contains(text_of(*person, "id")),
                    "nothing is read of somebody who is blocked");
    }
  }

  std::map<int64_t, int> answers;
  std::map<std::string, int64_t> numbers;
  std::map<std::string, std::vector<std::string>> choices, forbidden;
  std::set<std::string> removed;  // tables it may not be at
  std::set<std::string> blocked;  // people
  std::string early;              // of these, of which it has heard who is there
  std::string cookie;
  std::string id;
  std::string answer;  // what the last direct one was
  bool closed = false;
};

class Server {
 public:
  Server() {
    std::string name = (std::filesystem::temp_directory_path() / "stamtafel-fuzz-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    store::SqliteOptions options;
    options.file = folder_ + "/t.db";
    options.deliver = [this](std::function<void()> batch) { home.post(std::move(batch)); };
    store_ = store::open_sqlite(options).store;
    server::PublicSettings settings;
    settings.lift_limits();
    settings.now = [this] { return time; };
    settings.post = [this](std::function<void()> work) { home.post(std::move(work)); };
    hub = std::make_unique<server::PublicHub>(*store_, std::move(settings), log_);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() {
    std::fprintf(stderr, "%lld of %lld messages were accepted\n", static_cast<long long>(accepted_),
                 static_cast<long long>(asked_));
    hub.reset();
    store_.reset();
    std::filesystem::remove_all(folder_);
  }

  server::HttpResponse http(server::HttpRequest request) {
    request.host = "localhost";
    request.address = "127.0.0.1";
    request.content_type = "application/json";
    std::optional<server::HttpResponse> answer;
    hub->http(request, [&](server::HttpResponse response) {
      fuzz::require(!answer, "a request gets one answer");
      answer = std::move(response);
    });
    while (!answer) {
      fuzz::require(home.run_one(std::chrono::seconds(10)),
                    "a request is answered: " + request.path);
    }
    return *answer;
  }
  // Sends it and waits for the answer; true when it was accepted.
  bool ask(const std::shared_ptr<Client>& client, std::string message) {
    const int64_t number = ++asked_;
    message += ",\"n\":" + std::to_string(number) + "}";
    hub->message(*client, message);
    while (client->answers[number] == 0 && !client->closed) {
      fuzz::require(home.run_one(std::chrono::seconds(10)), "a message is answered: " + message);
    }
    const bool accepted = client->answer != "error";
    accepted_ += accepted ? 1 : 0;
    while (home.run_one(std::chrono::milliseconds(0))) {
    }
    fuzz::require(client->closed || client->answers[number] == 1, "one answer: " + message);
    return accepted;
  }
  std::shared_ptr<Client> connect(const std::string& name) {
    auto client = std::make_shared<Client>();
    server::HttpRequest request;
    if (!name.empty()) {
      request.method = "PUT";
      request.path = "/api/me";
      request.body = "{\"name\":\"" + name + "\"}";
      for (const auto& [key, value] : http(request).headers) {
        if (key == "Set-Cookie") client->cookie = value.substr(0, value.find(';'));
      }
    }
    request.cookie = client->cookie;
    hub->opened(client, request);
    ask(client, "{\"do\":\"hello\",\"protocol\":1");
    return client;
  }

  Home home;
  std::unique_ptr<server::PublicHub> hub;
  int64_t time = 1'000'000'000'000;

 private:
  server::Log log_;
  std::string folder_;
  std::unique_ptr<store::Store> store_;
  int64_t asked_ = 0;
  int64_t accepted_ = 0;
};

// One evening of three people and a guest at two tables, as the bytes have it.
class Evening {
 public:
  Evening(Server& server, fuzz::Bytes& bytes) : server_(server), bytes_(bytes) {
    for (const char* name : {"Anna", "Bram", "Cees", ""}) clients_.push_back(server.connect(name));
    game_ = games::all()[bytes.below(games::all().size())];
    for (int i = 0; i < 2; ++i) tables_.push_back(make());
    const std::string about = ",\"table\":\"" + tables_[0] + "\"";
    for (const auto& client : clients_) server.ask(client, "{\"do\":\"watch\"" + about);
    server.ask(clients_[1], "{\"do\":\"sit\"" + about + ",\"seat\":\"" +
                                std::string(game_->spec().seat_ids[1]) + "\"");
    server.ask(clients_[0], "{\"do\":\"start\"" + about + ",\"fill\":\"random\"");
  }
  ~Evening() {
    for (const auto& client : clients_) server_.hub->closed(*client);
  }
  Evening(const Evening&) = delete;
  Evening& operator=(const Evening&) = delete;

  void one_thing() {
    const std::shared_ptr<Client>& client = clients_[bytes_.below(clients_.size())];
    if (client->closed) return;
    const std::string& table = tables_[bytes_.next() % 8 == 0 ? 1 : 0];
    const std::string about = ",\"table\":\"" + table + "\"";
    const uint8_t kind = bytes_.next();
    if (kind < 160) return act(table);
    if (kind < 164) {
      server_.time += 1000 * bytes_.next();
      server_.hub->tick();
      return;
    }
    if (kind < 168) {  // anything at all; it must not be taken for JSON that it isn't
      server_.hub->message(*client, bytes_.text(bytes_.next()));
      return;
    }
    if (kind < 172) return block(*client);
    if (kind < 174) return rename(*client);
    const Verb& verb = kVerbs[bytes_.below(std::size(kVerbs))];
    std::string message = "{\"do\":\"" + std::string(verb.name) + "\"";
    if (verb.about) message += about;
    message += fill(verb.more, known_number(*client, table), table);
    const bool accepted = server_.ask(client, message);
    // Whoever doesn't watch gets the answers to what they do, and no more.
    if (accepted && std::string_view(verb.name) == "unwatch") client->numbers.erase(table);
    // Who asks for a whole table knows it again as it was.
    if (bytes_.next() % 16 != 0 || !client->numbers.contains(table)) return;
    const int64_t before = client->numbers[table];
    server_.ask(client, "{\"do\":\"watch\"" + about);
    fuzz::require(client->numbers[table] >= before, "what was told is still there");
  }

 private:
  struct Verb {
    const char* name;
    bool about;
    const char* more;  // %s a seat, %n the number, %w a word, %b a bot, %c a commitment,
                       // %y true or false, %p a person
  };
  static constexpr Verb kVerbs[]{
      {"watch", true, ""},
      {"unwatch", true, ""},
      {"sit", true, ",\"seat\":\"%s\""},
      {"leave", true, ""},
      {"seat", true, ",\"seat\":\"%s\",\"kind\":\"bot\",\"bot\":\"%b\""},
      {"seat", true, ",\"seat\":\"%s\",\"kind\":\"open\""},
      {"seats", true, ",\"count\":3"},
      {"word", true, ",\"word\":\"%w\""},
      {"commit", true, ",\"commitment\":\"%c\""},
      {"open", true, ",\"word\":\"peer\""},
      {"start", true, ",\"fill\":\"random\""},
      {"undo", true, ",\"at\":%n"},
      {"consent", true, ",\"yes\":%y"},
      {"say", true, ",\"text\":\"%w\""},
      {"mute", true, ",\"person\":\"%p\",\"on\":%y"},
      {"chat", true, ",\"who\":\"friends\""},
      {"chat", true, ",\"who\":\"all\""},
      {"remove", true, ",\"person\":\"%p\",\"on\":%y"},
      {"remove", true, ",\"person\":\"%p\",\"on\":false"},
      {"door", true, ",\"who\":\"named\""},
      {"door", true, ",\"who\":\"all\""},
      {"log", true, ",\"before\":%n"},
      {"stand-in", true, ",\"seat\":\"%s\""},
      {"concede", true, ""},
      {"orders", true, ",\"on\":%y,\"list\":[]"},
      {"rematch", true, ""},
      {"tell", true, ""},
      {"lobby", false, ",\"on\":%y"},
      {"ping", false, ""},
  };

  static int64_t known_number(const Client& client, const std::string& table) {
    const auto found = client.numbers.find(table);
    return found == client.numbers.end() ? 0 : found->second;
  }

  std::string fill(std::string_view more, int64_t number, const std::string& table) {
    std::string out;
    for (size_t i = 0; i < more.size(); ++i) {
      if (more[i] != '%') {
        out += more[i];
        continue;
      }
      switch (more[++i]) {
        case 's':
          out += game_->spec().seat_ids[bytes_.below(static_cast<size_t>(game_->spec().max_seats))];
          break;
        case 'c':
          out += server::word_commitment(
              table,
              game_->spec().seat_ids[bytes_.below(static_cast<size_t>(game_->spec().max_seats))],
              "peer");
          break;
        case 'n':
          out += std::to_string(number);
          break;
        case 'w':
          out += std::string(1 + bytes_.next() % 40, static_cast<char>('a' + bytes_.next() % 26));
          break;
        case 'b':
          out += "random";
          break;
        case 'p':
          out += clients_[bytes_.below(clients_.size())]->id;
          break;
        default:
          out += bytes_.next() % 2 == 0 ? "true" : "false";
      }
    }
    return out;
  }

  // Somebody who is asked answers; now and then with what isn't allowed.
  void act(const std::string& table) {
    for (const std::shared_ptr<Client>& client : clients_) {
      if (client->closed || !client->numbers.contains(table)) continue;
      const bool allowed = client->forbidden[table].empty() || bytes_.next() % 16 != 0;
      const std::vector<std::string>& from = (allowed ? client->choices : client->forbidden)[table];
      if (from.empty()) continue;
      const std::string rest = ",\"actions\":[\"" + from[bytes_.below(from.size())] + "\"]";
      const bool tries = bytes_.next() % 8 == 0;
      server_.ask(client, "{\"do\":\"" + std::string(tries ? "what-if" : "act") +
                              "\",\"table\":\"" + table + "\"" +
                              (tries ? "" : ",\"at\":" + std::to_string(client->numbers[table])) +
                              rest);
      return;
    }
  }

  server::HttpResponse post(const Client& client, const char* method, const char* path,
                            std::string body) {
    server::HttpRequest request;
    request.method = method;
    request.path = path;
    request.cookie = client.cookie;
    request.body = std::move(body);
    return server_.http(request);
  }

  void block(Client& client) {
    const std::string& other = clients_[bytes_.below(clients_.size())]->id;
    const bool on = bytes_.next() % 2 == 0;
    const server::HttpResponse answer =
        post(client, "POST", "/api/me/block",
             "{\"person\":\"" + other + "\",\"on\":" + (on ? "true" : "false") + "}");
    if (answer.status != 200) return;
    if (on) {
      client.blocked.insert(other);
    } else {
      client.blocked.erase(other);
    }
  }

  void rename(const Client& client) {
    if (client.id.empty()) return;
    const std::string name(1, static_cast<char>('A' + bytes_.next() % 26));
    post(client, "PUT", "/api/me", "{\"name\":\"" + name + "\"}");
  }

  std::string make() {
    server::HttpRequest request;
    request.method = "POST";
    request.path = "/api/tables";
    request.cookie = clients_[0]->cookie;
    std::string seats = "{\"kind\":\"me\"}";
    for (int i = 1; i < game_->spec().min_seats; ++i) {
      seats += ",{\"kind\":\"open\"}";
    }
    request.body = "{\"game\":\"" + std::string(game_->spec().id) +
                   "\",\"public\":true,\"seats\":[" + seats + "]}";
    const server::HttpResponse made = server_.http(request);
    fuzz::require(made.status == 201, "a table is made: " + made.body);
    return text_of(*engine::parse_json(made.body, "body"), "table");
  }

  Server& server_;
  fuzz::Bytes& bytes_;
  const engine::AnyGame* game_ = nullptr;
  std::vector<std::shared_ptr<Client>> clients_;
  std::vector<std::string> tables_;
};

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  return fuzz::set_flags(argc, argv, "400");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Server server;
  fuzz::Bytes bytes(data, size);
  Evening evening(server, bytes);
  while (!bytes.done()) evening.one_thing();
  return 0;
}
