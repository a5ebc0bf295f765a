#include "server/thoughts.h"

#include <atomic>

#include "server/analysis.h"

namespace server {
namespace {

// Others on the workers never wait for more.
constexpr int64_t kSlice = 40'000;  // microseconds
constexpr size_t kOfOne = 2;        // clients of a person, that think at a time
constexpr size_t kOfNobody = 4;     // of an address, without a name
constexpr size_t kOfAddress = 6;    // and all in all: with many names nobody takes it from others

struct ThoughtWriter {
  const engine::AnyTable& table;
  engine::Seat seat;
  const engine::Texts& texts;

  void write_shares(const std::array<float, engine::kMaxSeats>& shares,
                    engine::JsonWriter& out) const {
    out.key("shares");
    out.begin_object();
    for (int i = 0; i < table.seats(); ++i) {
      out.key(seat_id(table, engine::seat_at(i)));
      out.value(static_cast<double>(shares[static_cast<size_t>(i)]), 4);
    }
    out.end_object();
  }
  void write_action(engine::Action action, engine::JsonWriter& out) const {
    const engine::AnyGame& game = table.game();
    out.member("action", std::string_view(game.action_id(*table.edition(), action)));
    out.member("text", std::string_view(game.action_text(*table.edition(), action, texts)));
  }
  void write_choice(const bots::AnalysedChoice& choice, engine::JsonWriter& out) const {
    out.begin_object();
    write_action(choice.action, out);
    out.key("share");
    out.value(static_cast<double>(choice.share), 4);
    out.key("error");
    out.value(static_cast<double>(choice.error), 4);
    out.member("visits", static_cast<int64_t>(choice.visits));
    write_shares(choice.shares, out);
    out.key("line");
    out.begin_array(false);
    for (const bots::Move& move : choice.line) {
      out.begin_object();
      out.member("seat", seat_id(table, move.seat));
      write_action(move.action, out);
      out.end_object();
    }
    out.end_array();
    out.end_object();
  }
  void write(const bots::Analysis& analysis, engine::JsonWriter& out) const {
    out.member("seat", seat_id(table, seat));
    out.member("iterations", static_cast<int64_t>(analysis.iterations));
    write_shares(analysis.shares, out);
    out.key("choices");
    out.begin_array(false);
    for (const bots::AnalysedChoice& choice : analysis.choices) write_choice(choice, out);
    out.end_array();
  }
};

}  // namespace

struct Thoughts::Job {
  std::optional<int64_t> of;  // the number of the request
  std::shared_ptr<const engine::AnyTable> table;
  engine::Seat seat = engine::Seat::kNone;
  bots::Sees sees = bots::Sees::kSeat;
  engine::Language language{};
  uint32_t most = bots::kMostIterations;
  std::atomic<bool> wanted{true};
  std::unique_ptr<bots::Analyst> analyst = nullptr;  // made by the first slice

  // A slice. Empty: there is nothing new to tell.
  std::string go_on() {
    if (!wanted) return "";
    if (analyst == nullptr) analyst = bots::make_analyst(table, seat, sees);
    const uint32_t look = std::min(bots::next_look(analyst->iterations()), most);
    analyst->think(look - analyst->iterations(), kSlice);
    return analyst->iterations() == look ? message() : "";
  }
  bool more() const { return wanted && analyst->iterations() < most; }
  std::string message() const {
    std::string text;
    engine::JsonWriter out(text);
    begin_message(out, "thought", std::nullopt);
    if (of) out.member("of", *of);
    out.member("open", sees == bots::Sees::kEverything);
    ThoughtWriter{*table, seat, table->texts(language)}.write(analyst->look(), out);
    out.member("more", more());
    out.end_object();
    return text;
  }
};

Thoughts::Thoughts(Context& context, Clients& clients)
    : context_(context),
      clients_(clients),
      of_one_(context.settings.thoughts.burst > 0 ? kOfOne : 0,
              context.settings.thoughts.burst > 0 ? kOfNobody : 0),
      most_of_address_(context.settings.thoughts.burst > 0 ? kOfAddress : 0) {
  clients.on(
      "think", [this](const Ask& ask, engine::FieldReader& fields) { think(ask, fields); },
      Clients::Weight::kHeavy);
  clients.on_leaving([this](Client& client) { leave(client.id); });
}

void Thoughts::think(const Ask& ask, engine::FieldReader& fields) {
  const bool on = fields.boolean_or("on", true);
  if (!on) {
    fields.finish();
    if (fields.ok()) stop(ask);
    return;
  }
  const std::string game_id(fields.string("game"));
  const std::string hash(fields.string_or("edition", ""));
  const engine::Json position = fields.any("position");
  const std::string seat_name(fields.string_or("seat", ""));
  const bool open = fields.boolean_or("open", false);
  fields.finish();
  if (!fields.ok()) return;
  Client& client = *ask.client;
  if (!context_.quotas.thoughts.take(client.who, context_.now()))
    return clients_.refuse(ask, refusal(Code::kTooFast, "too-fast"));
  const engine::AnyGame* game = nullptr;
  engine::EditionPtr edition;
  if (const Refusal why = find_box(game_id, hash, context_.editions, game, edition))
    return clients_.refuse(ask, why);
  auto table = read_position(position, *game, edition);
  if (!table) {
    return clients_.refuse(ask,
                           {Code::kMessage, "bad-position", {table.error.text}, nullptr, "", ""});
  }
  const auto seat = seat_to_choose(**table, seat_name);
  if (!seat)
    return clients_.refuse(
        ask, {Code::kMessage, "bad-message", {"seat: " + seat.error.text}, nullptr, "", ""});
  if (*seat == engine::Seat::kNone) return clients_.refuse(ask, refusal(Code::kState, "over"));
  const auto job = std::make_shared<Job>();
  job->of = ask.re;
  job->table = std::move(*table);
  job->seat = *seat;
  job->sees = open ? bots::Sees::kEverything : bots::Sees::kSeat;
  job->language = client.language;
  job->most = std::max(context_.settings.analysis_iterations, 1u);
  const auto found = thinkers_.find(client.id);
  if (found != thinkers_.end()) {
    found->second.job->wanted = false;
    found->second.next = job;
    return clients_.ok(asker_of(ask));
  }
  if (thinkers_.size() >= kMost) return clients_.refuse(ask, refusal(Code::kTooFast, "busy"));
  if (!of_one_.take(client.who))
    return clients_.refuse(ask, refusal(Code::kTooFast, "thinking-elsewhere"));
  if (!of_address_.take(client.who.address, most_of_address_)) {
    of_one_.give(client.who);
    return clients_.refuse(ask, refusal(Code::kTooFast, "busy"));
  }
  thinkers_[client.id] = {client.who, job, nullptr};
  clients_.ok(asker_of(ask));
  context_.thinking.prepare(*game, [this, id = client.id, job, alive = context_.alive] {
    if (*alive) go_on(id, job);
  });
}

void Thoughts::stop(const Ask& ask) {
  leave(ask.client->id);
  clients_.ok(asker_of(ask));
}

void Thoughts::leave(uint64_t client) {
  const auto found = thinkers_.find(client);
  if (found == thinkers_.end()) return;
  found->second.job->wanted = false;
  found->second.next = nullptr;
}

void Thoughts::go_on(uint64_t client, const std::shared_ptr<Job>& job) {
  context_.workers.submit_later(
      [this, client, job, alive = context_.alive, post = context_.settings.post] {
        std::string message = job->go_on();
        const bool more = job->more();
        if (!more) job->analyst = nullptr;  // its tree goes here, not on the home thread
        post([this, alive, client, job, message = std::move(message), more] {
          if (*alive) came_back(client, job, message, more);
        });
      });
}

void Thoughts::came_back(uint64_t client, const std::shared_ptr<Job>& job,
                         const std::string& message, bool more) {
  Thinker& thinker = thinkers_.at(client);
  if (job->wanted && !message.empty()) {
    ++context_.metrics.thoughts;
    if (Client* there = clients_.find(client)) clients_.send(*there, message);
  }
  if (job->wanted && more) return go_on(client, job);
  thinker.job = std::exchange(thinker.next, nullptr);
  if (thinker.job != nullptr) return go_on(client, thinker.job);
  of_one_.give(thinker.who);
  of_address_.give(thinker.who.address);
  thinkers_.erase(client);
}

}  // namespace server
