#include "lab/lessons.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "bots/make_bot.h"
#include "bots/search_settings.h"
#include "bots/tuned.h"
#include "engine/any_game_of.h"
#include "games/registry.h"
#include "lab/each_game.h"
#include "lab/play_game.h"
#include "lab/played.h"

namespace lab {
namespace {

template <bots::Learned G>
Lesson lesson_of(const bots::Knowledge<G>& knowledge, const engine::Offer& offer,
                 const bots::Decision& decision, uint32_t game, engine::Chance& chance) {
  const bots::PolicyShape& shape = bots::PolicyOf<G>::shape();
  const typename G::State world = knowledge.imagine(chance);
  Lesson lesson{game, G::progress(world), {}, {}};
  float tries = 0;
  for (const bots::Choice& choice : decision.choices) tries += static_cast<float>(choice.visits);
  const typename bots::PolicyOf<G>::Glance glance(true, world, knowledge.seat());
  typename bots::PolicyOf<G>::Change change;
  for (const engine::Option& option : offer) {
    Lesson::Choice choice;
    choice.action =
        shape.actions.index(shape.seen_by(knowledge.seat(), G::seats(world), option.action));
    choice.verb = option.action.verb;
    for (const bots::Choice& tried : decision.choices) {
      if (tried.action == option.action) choice.share = static_cast<float>(tried.visits) / tries;
    }
    lesson.choices.push_back(choice);
    glance.look(option.action, chance, change);
    for (size_t k = 0; k < glance.width(); ++k) {
      lesson.changes.push_back(static_cast<float>(change[k]));
    }
  }
  return lesson;
}

// What seats observe along a game, and in the end who won it, counted from each of them.
template <bots::Netted G>
class Observing {
 public:
  explicit Observing(const typename G::State& state)
      : layout_(engine::observation_layout<G>(state)),
        numbers_(layout_.size()),
        places_(layout_.size()) {}

  void look(const typename G::State& state, engine::Seat seat, uint32_t game, Sights& sights) {
    const int seats = G::seats(state);
    const uint32_t* end = engine::observe<G>(state, seat, layout_, numbers_, places_.data());
    Sights::Point point;
    point.game = game;
    point.progress = G::progress(state);
    point.players = static_cast<uint8_t>(seats);
    const bots::Value::Judged judged = bots::judged_by(bots::JudgeInUse<G>::own(), state);
    for (int i = 0; i < seats; ++i) {
      point.judged[static_cast<size_t>(i)] =
          judged[static_cast<size_t>((engine::index_of(seat) + i) % seats)];
    }
    const std::span<const uint32_t> places(places_.data(), end);
    sights.add(point, places, numbers_);
    for (const uint32_t place : places) numbers_[place] = 0;
    observers_.push_back(seat);
  }
  void tell(const bots::Value::Shares& won, int seats, Sights& sights) const {
    for (size_t p = 0; p < observers_.size(); ++p) {
      for (int i = 0; i < seats; ++i) {
        sights.at(p).won[static_cast<size_t>(i)] =
            won[static_cast<size_t>((engine::index_of(observers_[p]) + i) % seats)];
      }
    }
  }

 private:
  const engine::ObservationLayout layout_;
  std::vector<float> numbers_;
  std::vector<uint32_t> places_;
  std::vector<engine::Seat> observers_;
};

template <bots::Learned G>
Lessons play(const LessonSpec& spec, uint64_t number, const std::atomic<bool>& stop) {
  constexpr uint32_t kBest = 3;
  const uint64_t seed = spec.seeds.of_block(number);
  const int players = spec.players[number % spec.players.size()];
  const auto& edition = engine::AnyGameOf<G>::data(*edition_or_own(*spec.game, spec.edition));
  std::vector<std::unique_ptr<bots::Bot<G>>> bots;
  std::vector<engine::Chance> dice;
  for (int i = 0; i < players; ++i) {
    bots.push_back(bots::make_bot<G>(spec.teacher));
    dice.push_back(bot_chance(seed, engine::seat_at(i)));
  }
  engine::Chance own = bot_chance(seed, engine::seat_at(0), 1);
  engine::Events silent;
  engine::Chance deal(seed, 0);
  typename G::State state =
      G::setup(edition, engine::default_variants(G::spec()), players, deal, silent);
  // As often as a search that ends its playouts there: at the end of a turn, or after any decision.
  const bool by_turns = bots::read_search_settings(G::judgement_json()).decisions == 0;
  constexpr uint64_t kEvery = 3;
  constexpr uint32_t kSeen = 3;  // one point in so many is looked at through somebody's eyes
  engine::Turn turn = G::turn(state);
  Lessons lessons;
  std::optional<Observing<G>> observing;
  if (spec.sights) observing.emplace(state);
  for (uint64_t decisions = 1; !G::over(state); ++decisions) {
    if (stop) return {};
    const engine::Seat seat = G::acting(state).front();
    const auto at = static_cast<size_t>(engine::index_of(seat));
    const bots::Knowledge<G> knowledge(state, seat);
    const bots::Decision decision = bots[at]->decide(knowledge, spec.teacher.budget(), dice[at]);
    engine::Action action = decision.action();
    engine::Offer offer(engine::Offer::Keep::kLegal);
    knowledge.options(offer);
    if (offer.size() > 1) {
      if (spec.decisions) {
        lessons.decisions.push_back(
            lesson_of<G>(knowledge, offer, decision, static_cast<uint32_t>(number), own));
      }
      // A policy must also know what to do where the teacher would not have gone.
      if (static_cast<int>(own.below(100)) < spec.astray) {
        const uint32_t best = std::min(kBest, static_cast<uint32_t>(decision.choices.size()));
        action = decision.choices[static_cast<int>(own.below(best))].action;
      }
    }
    engine::Chance chance(seed, decisions);
    G::apply(state, seat, action, chance, silent);
    if (G::over(state)) break;
    const engine::Turn now = G::turn(state);
    if (by_turns ? engine::border(turn, now) != engine::Border::kInside : decisions % kEvery == 0) {
      const auto game = static_cast<uint32_t>(number);
      if (spec.points) lessons.points.push_back(standpoint_of<G>(state, game));
      if (observing && own.below(kSeen) == 0) {
        const auto eyes = static_cast<int>(own.below(static_cast<uint32_t>(players)));
        observing->look(state, engine::seat_at(eyes), game, lessons.sights);
      }
    }
    turn = now;
  }
  if (observing) observing->tell(won_by(G::outcome(state), players), players, lessons.sights);
  for (Standpoint& point : lessons.points) point.won = won_by(G::outcome(state), players);
  return lessons;
}

}  // namespace

void Lessons::add(const Lessons& more) {
  decisions.insert(decisions.end(), more.decisions.begin(), more.decisions.end());
  points.insert(points.end(), more.points.begin(), more.points.end());
  crossroads.insert(crossroads.end(), more.crossroads.begin(), more.crossroads.end());
  sights.add(more.sights);
}

Lessons play_lessons(const LessonSpec& spec, const std::atomic<bool>& stop,
                     const std::function<void(uint64_t done)>& progress) {
  std::vector<Lessons> games(spec.games);
  each_game(spec.games, spec.threads, stop, progress, [&](uint64_t i) {
    games::AllGames::visit(spec.game->spec().id,
                           [&]<class G>() { games[i] = play<G>(spec, i, stop); });
  });
  Lessons lessons;
  for (const Lessons& game : games) lessons.add(game);
  return lessons;
}

const bots::PolicyShape& policy_shape_of(const engine::AnyGame& game) {
  const bots::PolicyShape* shape = nullptr;
  games::AllGames::visit(game.spec().id, [&]<class G>() { shape = &bots::PolicyOf<G>::shape(); });
  return *shape;
}

std::span<const engine::FeatureSpec> features_of(const engine::AnyGame& game) {
  return policy_shape_of(game).features;
}

engine::JudgementNames judgement_names_of(const engine::AnyGame& game) {
  engine::JudgementNames names;
  games::AllGames::visit(game.spec().id, [&]<class G>() { names = engine::judgement_names<G>(); });
  return names;
}
const engine::Weights& judgement_of(const engine::AnyGame& game) {
  const engine::Weights* weights = nullptr;
  games::AllGames::visit(game.spec().id,
                         [&]<class G>() { weights = &engine::Judge<G>::standard().weights(); });
  return *weights;
}
const engine::Weights& tuned_judgement_of(const engine::AnyGame& game) {
  const engine::Weights* weights = nullptr;
  games::AllGames::visit(game.spec().id,
                         [&]<class G>() { weights = &bots::JudgeInUse<G>::own().weights(); });
  return *weights;
}

bots::Net net_of(const engine::AnyGame& game) {
  bots::Net net;
  games::AllGames::visit(game.spec().id, [&]<class G>() {
    if (auto own = bots::Net::load(G::net_json(), "net.json")) net = std::move(*own);
  });
  return net;
}

engine::Error check_figures(const engine::AnyGame& game, bots::Figures figures,
                            std::string_view text, std::string_view what) {
  if (figures == bots::Figures::kPolicy) {
    return bots::Policy::load(policy_shape_of(game), text, what).error;
  }
  if (figures == bots::Figures::kNet) return bots::Net::load(text, what).error;
  if (figures == bots::Figures::kTuned) {
    if (text.empty()) return {};
    return engine::Weights::load(judgement_names_of(game), text, what).error;
  }
  return bots::Value::load(features_of(game), text, what).error;
}

}  // namespace lab
