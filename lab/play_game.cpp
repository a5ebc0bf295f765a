#include "lab/play_game.h"

#include <algorithm>
#include <cassert>
#include <chrono>

#include "bots/cpu_clock.h"
#include "bots/make_bot.h"
#include "bots/thread_crew.h"
#include "engine/any_game_of.h"
#include "games/registry.h"
#include "lab/played.h"
#include "outside/outside_bot.h"

namespace lab {
namespace {

// The bots of one game, each with its dice. `B` is a bot for a bare state or for a table.
template <class B>
struct Players {
  template <class Make>
  Players(const GamePlan& plan, Make make) : game(plan.game->spec()) {
    for (size_t i = 0; i < plan.seats.size(); ++i) {
      const engine::Seat seat = engine::seat_at(static_cast<int>(i));
      bots.push_back(make(plan.seats[i], seat));
      budgets.push_back(plan.seats[i].budget());
      budgets.back().crew = &crew;
      chances.push_back(bot_chance(plan.seed, seat, plan.dice.empty() ? 0 : plan.dice[i]));
      listen = listen || bots.back()->listens();
    }
  }

  template <class What>
  bots::Decision decide(engine::Seat seat, const What& what) {
    const auto at = static_cast<size_t>(engine::index_of(seat));
    return bots[at]->decide(what, budgets[at], chances[at]);
  }
  void hear(std::span<const engine::Event> events) {
    for (size_t i = 0; listen && i < bots.size(); ++i) {
      if (!bots[i]->listens()) continue;
      bots[i]->hear(bots::heard_by(engine::seat_at(static_cast<int>(i)), game, events));
    }
  }

  const engine::GameSpec& game;
  bots::ThreadCrew crew;
  std::vector<std::unique_ptr<B>> bots;
  std::vector<bots::Budget> budgets;
  std::vector<engine::Chance> chances;
  bool listen = false;
};

// Tells a watcher how a game goes.
template <class G>
class CourseTeller {
 public:
  explicit CourseTeller(GameWatcher* watcher)
      : watcher_(watcher != nullptr && watcher->wants_course() ? watcher : nullptr) {}
  bool listens() const { return watcher_ != nullptr; }

  void dealt(const typename G::State& state, const std::vector<engine::Event>& events) {
    if (watcher_ == nullptr) return;
    watcher_->dealt(events);
    turn_ = G::turn(state);
  }
  void chose(const typename G::State& state, engine::Seat seat, engine::Action action) {
    if (watcher_ == nullptr) return;
    engine::Offer offer(engine::Offer::Keep::kLegal);
    G::options(state, seat, offer);
    watcher_->chose(seat, offer, action);
  }
  void moved(const typename G::State& state) {
    if (watcher_ == nullptr || G::over(state)) return;
    const engine::Turn now = G::turn(state);
    if (engine::border(turn_, now) == engine::Border::kInside) return;
    turn_ = now;
    watcher_->turn_ended(engine::Judge<G>::standard().values(state));
  }

 private:
  GameWatcher* watcher_;
  engine::Turn turn_;
};

template <engine::Game G>
std::optional<GameResult> play(const GamePlan& plan, const typename G::Edition& edition,
                               GameWatcher* watcher, const std::atomic<bool>* stop) {
  GameResult result;
  result.seed = plan.seed;
  Players<bots::Bot<G>> players(
      plan, [](const bots::BotSpec& bot, engine::Seat) { return bots::make_bot<G>(bot); });
  const bool show_events = watcher != nullptr && watcher->wants_events();
  const bool show_decisions = watcher != nullptr && watcher->wants_decisions();
  CourseTeller<G> course(watcher);
  std::vector<engine::Event> told;
  engine::Events events = show_events || players.listen ? engine::Events(told) : engine::Events();
  const auto tell = [&] {
    if (show_events) watcher->happened(told);
    players.hear(told);
    told.clear();
  };
  const auto decide = [&](engine::Seat seat, const bots::Knowledge<G>& knowledge) {
    if (!show_decisions) return players.decide(seat, knowledge).action();
    engine::Offer offer(engine::Offer::Keep::kLegal);
    knowledge.options(offer);
    const int64_t begin = bots::cpu_microseconds();
    const bots::Decision decision = players.decide(seat, knowledge);
    const int64_t end = bots::cpu_microseconds();
    if (offer.size() > 1) watcher->decided(seat, decision, end - begin);
    return decision.action();
  };
  engine::Chance deal(plan.seed, 0);
  engine::Events at_first = course.listens() ? engine::Events(told) : events;
  typename G::State state =
      G::setup(edition, plan.variants, static_cast<int>(plan.seats.size()), deal, at_first);
  course.dealt(state, told);
  tell();
  while (!G::over(state)) {
    if (stop != nullptr && *stop) return std::nullopt;
    const engine::Seat seat = G::acting(state).front();
    const auto sees = plan.cheats.contains(seat) ? bots::Sees::kEverything : bots::Sees::kSeat;
    const engine::Action action = decide(seat, bots::Knowledge<G>(state, seat, sees));
    course.chose(state, seat, action);
    engine::Chance chance(plan.seed, ++result.decisions);
    G::apply(state, seat, action, chance, events);
    course.moved(state);
    tell();
  }
  result.outcome = G::outcome(state);
  return result;
}

int64_t wall_microseconds() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// The same on a table; as far as it got when it was stopped.
engine::Result<std::unique_ptr<engine::AnyTable>> play_on_table(const GamePlan& plan,
                                                                GameWatcher* watcher,
                                                                const std::atomic<bool>* stop) {
  engine::Result<std::unique_ptr<engine::AnyTable>> dealt =
      plan.game->new_table({plan.edition, plan.variants, static_cast<int>(plan.seats.size()),
                            engine::ChanceSource::of_seed(plan.seed)});
  if (!dealt) return dealt;
  engine::AnyTable& table = **dealt;
  Players<bots::AnyBot> players(plan, [&](const bots::BotSpec& bot, engine::Seat seat) {
    return outside::make_bot(bot, *plan.game, seat);
  });
  const bool show_events = watcher != nullptr && watcher->wants_events();
  const bool show_decisions = watcher != nullptr && watcher->wants_decisions();
  const auto tell = [&](int step) {
    const auto [from, to] = table.event_range(step);
    const std::span told = std::span(table.events()).subspan(from, to - from);
    if (show_events) watcher->happened({told.begin(), told.end()});
    players.hear(told);
  };
  const auto decide = [&](engine::Seat seat) {
    if (!show_decisions) return players.decide(seat, table).action();
    engine::Offer offer(engine::Offer::Keep::kLegal);
    table.offer(seat, offer);
    // Whoever is outside thinks on a processor time we don't know.
    const bool apart = plan.seats[static_cast<size_t>(engine::index_of(seat))].from_outside();
    const auto now = [apart] { return apart ? wall_microseconds() : bots::cpu_microseconds(); };
    const int64_t begin = now();
    const bots::Decision decision = players.decide(seat, table);
    if (offer.size() > 1) watcher->decided(seat, decision, now() - begin);
    return decision.action();
  };
  tell(-1);
  while (!table.over() && !(stop != nullptr && *stop)) {
    const engine::Seat seat = table.acting().front();
    const engine::Action action = decide(seat);
    if (engine::Error error = table.act(seat, action)) return error;
    tell(static_cast<int>(table.steps().size()) - 1);
  }
  return dealt;
}

}  // namespace

engine::Chance bot_chance(uint64_t seed, engine::Seat seat, uint8_t dice) {
  return engine::Chance(~seed,
                        static_cast<uint64_t>(engine::index_of(seat) + dice * engine::kMaxSeats));
}

std::optional<GameResult> play_game(const GamePlan& plan, GameWatcher* watcher,
                                    const std::atomic<bool>* stop) {
  assert(static_cast<int>(plan.seats.size()) >= plan.game->spec().min_seats &&
         static_cast<int>(plan.seats.size()) <= plan.game->spec().max_seats);
  std::optional<GameResult> result;
  // Bots from outside are shown tables, which takes longer and is the same game.
  if (std::ranges::any_of(plan.seats, &bots::BotSpec::from_outside)) {
    const auto table = play_on_table(plan, watcher, stop);
    if (!table || !table.value->over()) return result;
    result = GameResult{plan.seed, static_cast<uint32_t>(table.value->steps().size()), 0,
                        table.value->outcome()};
    return result;
  }
  const engine::EditionPtr edition = edition_or_own(*plan.game, plan.edition);
  games::AllGames::visit(plan.game->spec().id, [&]<class G>() {
    result = play<G>(plan, engine::AnyGameOf<G>::data(*edition), watcher, stop);
  });
  return result;
}

engine::Result<std::unique_ptr<engine::AnyTable>> play_at_table(const GamePlan& plan) {
  return play_on_table(plan, nullptr, nullptr);
}

}  // namespace lab
