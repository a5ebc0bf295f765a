// The hub as a WebAssembly module: what web/src/alone/worker.ts calls. One instance in a worker is
// the hub, over a store in memory whose changes the page keeps in IndexedDB; others are only asked
// to `think`. Nothing here blocks: what has to be done goes into a queue that the worker empties
// between messages (`work`).
#include <deque>
#include <memory>
#include <unordered_map>

#include "alone/nets.h"
#include "alone/page.h"
#include "alone/question.h"
#include "bots/nets.h"
#include "engine/spec.h"
#include "games/registry.h"
#include "server/clocks.h"
#include "server/fair.h"
#include "server/hub.h"
#include "store/memory.h"

namespace alone {
namespace {

using Job = std::function<void()>;

// What is to be done, in this order: what others wait for, then what takes longer.
class Queue final : public server::Workers {
 public:
  int count() const override { return 1; }
  void post(Job job) { now_.push_back(std::move(job)); }
  void submit(Job job) override { jobs_.push_back(std::move(job)); }
  void submit_later(Job job) override { later_.push_back(std::move(job)); }
  // False: there was nothing to do.
  bool work() {
    for (std::deque<Job>* jobs : {&now_, &jobs_, &later_}) {
      if (jobs->empty()) continue;
      const Job job = std::move(jobs->front());
      jobs->pop_front();
      job();
      return true;
    }
    return false;
  }

 private:
  std::deque<Job> now_, jobs_, later_;
};

void bring_net(const engine::AnyGame& game) {
  page_bring(game.spec().id.data(), static_cast<uint32_t>(game.spec().id.size()));
}

// Bots think in workers of their own, one for each core. Those know one question only; whatever
// else there is to think over is done here.
class Elsewhere final : public server::Thinking {
 public:
  Elsewhere(Queue& here, int workers) : here_(here), workers_(workers) {}

  void ask(server::Task task, Then then) override {
    const engine::AnyGame& game = task.match->game();
    const bool bot = task.kind == server::Task::Kind::kBot;
    const bool by_net = !bot || bots::goes_by_net(task.bot);
    const auto go_on = [this, bot, task = std::move(task), then = std::move(then)] {
      if (bot) return ask_a_worker(task, then);
      here_.submit([task, then] { then(server::think_within(task, 1, 1, kPatience)); });
    };
    if (!by_net) return go_on();
    nets_.when_here(game, go_on);
  }
  void review(server::Task task, Progress progress, Then then) override {
    const engine::AnyGame& game = task.match->game();
    nets_.when_here(game,
                    [this, task = std::move(task), progress = std::move(progress),
                     then = std::move(then)] { server::review_on(here_, task, progress, then); });
  }
  void prepare(const engine::AnyGame& game, std::function<void()> then) override {
    nets_.when_here(game, std::move(then));
  }

  // The page has brought a net, or could not.
  void net_came(const engine::AnyGame& game) {
    for (Job& job : nets_.came(game)) here_.post(std::move(job));
  }
  void answered(uint32_t number, std::string_view answer) {
    const auto found = open_.find(number);
    if (found == open_.end()) return;
    Open open = std::move(found->second);
    open_.erase(found);
    const std::vector<std::string_view> words = engine::split(answer, ' ');
    int64_t numbers[5]{};
    for (size_t i = 0; i < words.size() && i < 5; ++i) {
      engine::parse_int(words[i], 0, INT32_MAX, numbers[i]);
    }
    open.thought.action = {static_cast<uint8_t>(numbers[0]), static_cast<uint8_t>(numbers[1]),
                           static_cast<uint8_t>(numbers[2]), static_cast<uint8_t>(numbers[3])};
    open.thought.iterations = static_cast<uint32_t>(numbers[4]);
    if (words.size() != 5) open.thought.action = open.fallback;  // nobody could answer
    open.then(open.thought);
  }

 private:
  struct Open {
    Then then;
    server::Thought thought;
    engine::Action fallback;
  };

  void ask_a_worker(const server::Task& task, const Then& then) {
    const uint32_t number = ++asked_;
    Open open;
    open.then = then;
    open.thought.budget =
        share_of(task.bot, static_cast<int>(open_.size()) + 1, workers_, kPatience * workers_ * 4);
    open.fallback = task.match->fallback(task.seat);
    const std::string text =
        write_question({task.bot, open.thought.budget, task.seat, task.seed}, *task.match);
    open_.emplace(number, std::move(open));
    page_ask(number, text.data(), static_cast<uint32_t>(text.size()));
  }

  Queue& here_;
  int workers_;
  uint32_t asked_ = 0;
  std::unordered_map<uint32_t, Open> open_;
  Nets nets_{bots::net_is_missing, bring_net};
};

class Socket final : public server::Peer {
 public:
  explicit Socket(uint32_t number) : number_(number) {}
  void send(std::shared_ptr<const std::string> message) override {
    page_send(number_, message->data(), static_cast<uint32_t>(message->size()));
  }
  void close(int code, std::string_view) override { page_close(number_, code); }

 private:
  uint32_t number_;
};

class Alone final : public server::Hub {
 public:
  Alone(store::Memory& store, server::Settings settings, const server::Log& log,
        server::Helpers helpers)
      : Hub(store, std::move(settings), log, std::move(helpers)),
        routes_(context_, people_, clients_, tables_, lobby_) {}
  void http(const server::HttpRequest& request, server::HttpReply reply) {
    routes_.http(request, std::move(reply));
  }

 private:
  server::Routes routes_;
};

// A change for the page: "4:name3:row" for each row that is put, then a 0 byte and the names that
// go, as "4:name".
std::string write_change(const store::Change& change) {
  std::string text;
  const auto add = [&](std::string_view field) {
    text += std::to_string(field.size());
    text += ':';
    text += field;
  };
  for (const auto& [name, row] : change.put) {
    add(name);
    add(row);
  }
  text += '\0';
  for (const std::string& name : change.remove) add(name);
  return text;
}

// All of it. There is one, and it is never taken down: its worker ends with it.
struct World {
  store::MemoryOptions options;
  std::function<void(const std::string&)> kept;  // the change that the page is keeping
  std::unique_ptr<store::Memory> store;
  server::Log log;
  Queue* queue = nullptr;
  Elsewhere* elsewhere = nullptr;
  std::unique_ptr<Alone> hub;
  std::string puzzles;  // of all games, as they lie beside the module
  std::unordered_map<uint32_t, std::shared_ptr<Socket>> sockets;
};
World& world() {
  static World* const the_one = new World;
  return *the_one;
}

void begin(int cores) {
  World& all = world();
  auto queue = std::make_unique<Queue>();
  auto elsewhere = std::make_unique<Elsewhere>(*queue, cores);
  all.queue = queue.get();
  all.elsewhere = elsewhere.get();
  all.options.deliver = [&all](Job batch) { all.queue->post(std::move(batch)); };
  all.options.journal = [&all](const store::Change& change,
                               std::function<void(const std::string&)> done) {
    all.kept = std::move(done);
    const std::string text = write_change(change);
    page_keep(text.data(), static_cast<uint32_t>(text.size()));
  };
  all.store = std::make_unique<store::Memory>(std::move(all.options));
  server::Settings settings;
  settings.lift_limits();
  settings.bot_pause = server::Settings{}.bot_pause;
  settings.frame = 1 << 20;
  settings.own_editions = true;
  settings.records = true;
  settings.unfinished_records = true;
  settings.ratings = false;     // nobody else is there to say what they are worth
  settings.table_prefix = "0";  // which no id of a server begins with
  settings.kept_bytes = 8 << 20;
  settings.now = server::system_now;
  settings.steady = server::steady_now;
  settings.puzzles = [&all] { return std::exchange(all.puzzles, {}); };
  settings.post = [&all](Job job) { all.queue->post(std::move(job)); };
  all.hub = std::make_unique<Alone>(*all.store, std::move(settings), all.log,
                                    server::Helpers{std::move(queue), std::move(elsewhere)});
  all.hub->resume();
}

// "PUT /api/me?x=y", a line with the cookie, one with the languages, and the body.
server::HttpRequest request_of(std::string_view text) {
  const auto line = [&] {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view found = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return found;
  };
  server::HttpRequest request;
  std::string_view first = line();
  request.method = first.substr(0, first.find(' '));
  first.remove_prefix(std::min(request.method.size() + 1, first.size()));
  request.path = first.substr(0, first.find('?'));
  first.remove_prefix(std::min(request.path.size() + 1, first.size()));
  request.query = first;
  request.cookie = line();
  request.accept_language = line();
  request.body = text;
  request.content_type = "application/json";
  request.host = "localhost";
  return request;
}

}  // namespace
}  // namespace alone

// --- what the worker calls

using alone::Given;

STAMTAFEL_EXPORT(room) char* alone_room(uint32_t size) {
  return static_cast<char*>(std::malloc(size == 0 ? 1 : size));
}

// The puzzles, when somebody wants to solve some; before the hub is asked for them.
STAMTAFEL_EXPORT(puzzles) void alone_puzzles(char* text, uint32_t size) {
  const Given given(text, size);
  alone::world().puzzles = given.view();
}

// A row that the page has kept; all of them come before `begin`.
STAMTAFEL_EXPORT(row)
void alone_row(char* name, uint32_t name_size, char* row, uint32_t row_size) {
  const Given of(name, name_size), what(row, row_size);
  alone::world().options.rows.emplace(of.view(), what.view());
}

// The net of a game, whether it was asked for or not; empty: there is none to be had. Returns
// whether bots go by it from now on.
STAMTAFEL_EXPORT(net)
int32_t alone_net(char* game, uint32_t game_size, char* text, uint32_t size) {
  const Given of(game, game_size), what(text, size);
  const engine::AnyGame* found = games::find(of.view());
  if (found == nullptr) return 0;
  const bool good = !bots::give_net(*found, what.view());
  if (alone::Elsewhere* hub = alone::world().elsewhere) hub->net_came(*found);
  return good ? 1 : 0;
}

STAMTAFEL_EXPORT(begin) void alone_begin(int32_t cores) { alone::begin(cores); }

STAMTAFEL_EXPORT(http) void alone_http(uint32_t number, char* text, uint32_t size) {
  const Given given(text, size);
  alone::world().hub->http(
      alone::request_of(given.view()), [number](const server::HttpResponse& response) {
        std::string_view cookie;
        for (const auto& [name, value] : response.headers) {
          if (name == "Set-Cookie") cookie = std::string_view(value).substr(0, value.find(';'));
        }
        const std::string_view body =
            response.fixed.empty() ? std::string_view(response.body) : response.fixed;
        page_reply(number, response.status, cookie.data(), static_cast<uint32_t>(cookie.size()),
                   body.data(), static_cast<uint32_t>(body.size()));
      });
}

STAMTAFEL_EXPORT(connect) void alone_connect(uint32_t number, char* cookie, uint32_t size) {
  const Given given(cookie, size);
  server::HttpRequest request;
  request.path = "/ws";
  request.cookie = given.view();
  const auto socket = std::make_shared<alone::Socket>(number);
  alone::world().sockets[number] = socket;
  alone::world().hub->opened(socket, request);
}

STAMTAFEL_EXPORT(message) void alone_message(uint32_t number, char* text, uint32_t size) {
  const Given given(text, size);
  const auto found = alone::world().sockets.find(number);
  if (found != alone::world().sockets.end()) {
    alone::world().hub->message(*found->second, given.view());
  }
}

STAMTAFEL_EXPORT(disconnect) void alone_disconnect(uint32_t number) {
  const auto found = alone::world().sockets.find(number);
  if (found == alone::world().sockets.end()) return;
  alone::world().hub->closed(*found->second);
  alone::world().sockets.erase(found);
}

// One thing that waits to be done; 0: there is none.
STAMTAFEL_EXPORT(work) int32_t alone_work() { return alone::world().queue->work() ? 1 : 0; }

STAMTAFEL_EXPORT(tick) void alone_tick() { alone::world().hub->tick(); }

// The change is kept, or why it is not.
STAMTAFEL_EXPORT(kept) void alone_kept(char* problem, uint32_t size) {
  const Given given(problem, size);
  const auto done = std::exchange(alone::world().kept, nullptr);
  if (done) done(std::string(given.view()));
}

STAMTAFEL_EXPORT(thought)
void alone_thought(uint32_t number, char* answer, uint32_t size) {
  const Given given(answer, size);
  alone::world().elsewhere->answered(number, given.view());
}

// In a worker for bots: the answer to a question, as page_reply number 0. Status 400: its error.
STAMTAFEL_EXPORT(think) void alone_think(char* question, uint32_t size) {
  const Given given(question, size);
  const engine::Result<std::string> answer = alone::answer_question(given.view());
  const std::string& text = answer ? *answer : answer.error.text;
  page_reply(0, answer ? 200 : 400, nullptr, 0, text.data(), static_cast<uint32_t>(text.size()));
}
