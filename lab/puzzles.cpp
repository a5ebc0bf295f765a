#include "lab/puzzles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "bots/advice.h"
#include "bots/any_bot.h"
#include "bots/appraiser.h"
#include "engine/any_game_of.h"
#include "engine/record.h"
#include "games/registry.h"
#include "lab/ordered_farm.h"
#include "lab/play_game.h"
#include "lab/progress_of.h"
#include "lab/result_head.h"
#include "lab/sort_stably.h"

namespace lab {
namespace {

using bots::Puzzle;
using bots::PuzzleChoice;
using engine::Action;
using engine::AnyTable;
using engine::Seat;

constexpr int kLadderTries = 4;  // of each of the ladder
constexpr size_t kMustMiss = 2;  // so many of the weakest: one of them
constexpr size_t kCompared = 3;  // choices beside the best; and the tempting one
constexpr size_t kMostRight = 2;
constexpr double kClearly = 3;            // standard errors
constexpr double kNotSure = 2;            // standard errors
constexpr double kNobodyTells = 0.015;    // of the wins: nobody could tell
constexpr double kRoughly = 0.6;          // of the margin is enough for a screen
constexpr uint32_t kGlance = 5;           // that part of a deep search
constexpr uint32_t kBlink = 20;           // that part: a look before the glance
constexpr uint32_t kLeastOfABlink = 200;  // iterations; with fewer all is chance
constexpr double kHardly = 0.25;          // of the margin: nothing to be seen
constexpr uint32_t kTriedEnough = 12;     // tries, below which nothing is known of a choice

size_t place_of(Seat seat) { return static_cast<size_t>(engine::index_of(seat)); }

struct HuntedGame {
  uint64_t number = 0;
  HuntCounts counts;
  std::vector<Puzzle> puzzles;
};

// One decision, looked into from what its seat knows.
class DecisionLook {
 public:
  DecisionLook(const PuzzleHunt& hunt, const AnyTable& table, Seat seat, uint64_t seed)
      : hunt_(hunt),
        seat_(seat),
        seed_(seed),
        // All further questions are about this world, which is what is kept.
        world_(table.imagine(seat, engine::ChanceSource::of_seed(engine::mix64(seed)))) {
    world_->offer(seat, offer_);
  }

  // What `first` says that the weak miss. False: they find it.
  bool tempts(Action first) {
    for (size_t rung = 0; rung < kMustMiss; ++rung) ask(rung);
    return missed_by(first);
  }

  // None: nothing else.
  std::optional<Action> taken_instead_of(Action first) const {
    return most_taken([&](Action action) { return action != first; });
  }

  // Is it far from what tempts, as far as a short search can tell? Most are not, and most of these
  // show it in a shorter one.
  bool glance(bots::Appraiser& appraiser, Action first) const {
    const std::optional<Action> tempting = taken_instead_of(first);
    if (!tempting) return false;
    const uint32_t blink = std::max(hunt_.deep / kBlink, kLeastOfABlink);
    const uint32_t glance = std::max(hunt_.deep / kGlance, 1u);
    return far_from(appraiser, *tempting, blink, kHardly, engine::mix64(seed_ + kBlink)) &&
           far_from(appraiser, *tempting, glance, kRoughly, engine::mix64(seed_ + 1));
  }

  bool compare(bots::Appraiser& appraiser, Action first) {
    engine::Chance chance(seed_, 1);
    const std::optional<Action> tempting = taken_instead_of(first);
    if (!tempting) return false;
    bots::AdviceWish wish;
    wish.budget.iterations = std::max(hunt_.deep / 2, 1u);
    wish.about = tempting;
    const bots::Advice advice = bots::advise(*world_, seat_, wish, chance);
    const Action best = advice.choices.front().action;
    std::vector<Action> others = next_best(advice);
    if (others.empty() || hopeless(advice, others)) return false;
    if (*tempting != best && std::ranges::find(others, *tempting) == others.end())
      others.push_back(*tempting);
    std::vector<PuzzleChoice> right, wrong;
    for (size_t i = 0; i < others.size(); ++i) {
      const auto beside = ahead(appraiser, best, others[i], engine::mix64(seed_ + 2 + i));
      if (!beside) return false;
      const auto [share, difference, error] = *beside;
      if (i == 0) right.push_back({best, share, 0});
      const PuzzleChoice other{others[i], right.front().share - difference, error};
      if (difference >= hunt_.margin && difference >= kClearly * error) {
        wrong.push_back(other);
      } else if (std::abs(difference) <= std::max(kNobodyTells, 2 * error) &&
                 std::abs(difference) < hunt_.margin / 2 && right.size() < kMostRight) {
        right.push_back(other);
      } else {
        return false;
      }
    }
    if (wrong.empty()) return false;
    for (std::vector<PuzzleChoice>* list : {&right, &wrong}) {
      sort_stably(list->begin() + (list == &right ? 1 : 0), list->end(),
                  [](const auto& a, const auto& b) { return a.share > b.share; });
    }
    puzzle_.right = right.size();
    puzzle_.choices = right;
    puzzle_.choices.insert(puzzle_.choices.end(), wrong.begin(), wrong.end());
    puzzle_.for_best = kept(advice.choices.front().reasons);
    advised_ = advice;
    return true;
  }

  // What all of the ladder make of it. False: it isn't missed by the weakest.
  bool grade() {
    for (size_t rung = kMustMiss; rung < kPuzzleLadder.size(); ++rung) ask(rung);
    double all = 0;
    bool missed = false;
    for (size_t rung = 0; rung < kPuzzleLadder.size(); ++rung) {
      const auto misses = static_cast<int>(std::ranges::count_if(
          taken_[rung], [&](Action action) { return !puzzle_.is_right(action); }));
      puzzle_.missed.push_back(100 * misses / kLadderTries);
      all += static_cast<double>(misses) / kLadderTries / static_cast<double>(kPuzzleLadder.size());
      missed = missed || (rung < kMustMiss && 2 * misses >= kLadderTries);
    }
    puzzle_.level =
        std::clamp(static_cast<int>(std::ceil(bots::kPuzzleLevels * all)), 1, bots::kPuzzleLevels);
    return missed && tempt();
  }

  Puzzle finish(std::string id) {
    puzzle_.id = std::move(id);
    puzzle_.seat = seat_;
    puzzle_.asked = world_->game().spec().prompts[static_cast<size_t>(world_->prompt(seat_))];
    puzzle_.progress =
        std::clamp(static_cast<int>(std::lround(100 * progress_of(*world_))), 0, 100);
    puzzle_.table = std::move(world_);
    return std::move(puzzle_);
  }

 private:
  struct Beside {
    double share;  // of the best
    double difference;
    double error;
  };

  void ask(size_t rung) {
    for (int i = 0; i < kLadderTries; ++i) {
      engine::Chance dice(seed_, 100 * (rung + 1) + static_cast<uint64_t>(i));
      taken_[rung].push_back(
          bots::choose(bots::BotSpec::of(kPuzzleLadder[rung]), *world_, seat_, dice));
    }
  }

  bool missed_by(Action first) const {
    for (size_t rung = 0; rung < kMustMiss; ++rung) {
      const auto found = std::ranges::count(taken_[rung], first);
      if (2 * found <= kLadderTries) return true;
    }
    return false;
  }

  // Of what the weak have taken, the wrong choice that was taken most; none: they were all right.
  template <class Wrong>
  std::optional<Action> most_taken(Wrong wrong) const {
    std::optional<Action> most;
    int64_t times = 0;
    for (const engine::Option& option : offer_) {
      if (!wrong(option.action)) continue;
      int64_t count = 0;
      for (const std::vector<Action>& rung : taken_)
        count += std::ranges::count(rung, option.action);
      if (count <= times) continue;
      times = count;
      most = option.action;
    }
    return most;
  }
  std::vector<Action> next_best(const bots::Advice& advice) const {
    std::vector<bots::AdvisedChoice> others(advice.choices.begin() + 1, advice.choices.end());
    std::erase_if(others,
                  [](const bots::AdvisedChoice& choice) { return choice.visits < kTriedEnough; });
    sort_stably(others.begin(), others.end(),
                [](const auto& a, const auto& b) { return a.share > b.share; });
    std::vector<Action> actions;
    for (size_t i = 0; i < others.size() && i < kCompared; ++i) actions.push_back(others[i].action);
    return actions;
  }

  // Does the advice show already that a comparison would end in no puzzle? Too many seem no worse
  // than right ones may be, or one lies between right and wrong.
  bool hopeless(const bots::Advice& advice, const std::vector<Action>& others) const {
    const bots::AdvisedChoice& best = advice.choices.front();
    size_t near = 0;
    for (const Action action : others) {
      const bots::AdvisedChoice& other = *advice.find(action);
      const double behind = static_cast<double>(best.share) - static_cast<double>(other.share);
      const double unsure = kNotSure * std::hypot(best.error, other.error);
      if (behind + unsure >= hunt_.margin) continue;
      ++near;
      if (behind - unsure > hunt_.margin / 2) return true;
    }
    return near >= kMostRight;
  }

  bool far_from(bots::Appraiser& appraiser, Action tempting, uint32_t iterations,
                double part_of_margin, uint64_t seed) const {
    const bots::Appraisal found = appraiser.appraise(*world_, seat_, tempting, iterations, seed);
    const double difference = found.with_best[place_of(seat_)] - found.with_made[place_of(seat_)];
    return found.best != tempting && difference >= part_of_margin * hunt_.margin;
  }

  // How far `best` is ahead of `other` by a search of its own; nothing where that wants a third.
  std::optional<Beside> ahead(bots::Appraiser& appraiser, Action best, Action other,
                              uint64_t seed) const {
    const bots::Appraisal found = appraiser.appraise(*world_, seat_, other, hunt_.deep, seed);
    const double with_best = found.with_best[place_of(seat_)];
    const double with_other = found.with_made[place_of(seat_)];
    if (found.best == best) return Beside{with_best, with_best - with_other, found.error};
    if (found.best != other) return std::nullopt;
    const bots::Appraisal turned = appraiser.appraise(*world_, seat_, best, hunt_.deep, seed);
    const double share = turned.with_made[place_of(seat_)];
    return Beside{share, share - turned.with_best[place_of(seat_)], turned.error};
  }

  static std::vector<bots::PuzzleReason> kept(const std::vector<bots::Reason>& reasons) {
    std::vector<bots::PuzzleReason> all;
    all.reserve(reasons.size());
    for (const bots::Reason& reason : reasons) {
      all.push_back({std::string(reason.feature), reason.seat, reason.difference, reason.counted,
                     reason.effect});
    }
    return all;
  }

  // Which wrong choice the weak take; it must be one of those that were compared.
  bool tempt() {
    const std::optional<Action> most =
        most_taken([&](Action action) { return !puzzle_.is_right(action); });
    const PuzzleChoice* choice = most ? puzzle_.find(*most) : nullptr;
    if (choice == nullptr) return false;
    puzzle_.tempting = static_cast<size_t>(choice - puzzle_.choices.data());
    puzzle_.against_tempting = kept(advised_.find(*most)->reasons);
    return true;
  }

  const PuzzleHunt& hunt_;
  const Seat seat_;
  const uint64_t seed_;
  std::unique_ptr<AnyTable> world_;
  engine::Offer offer_{engine::Offer::Keep::kLegal};
  std::array<std::vector<Action>, kPuzzleLadder.size()> taken_;
  bots::Advice advised_;
  Puzzle puzzle_;
};

// A game of the bot with itself.
class Hunter {
 public:
  Hunter(const PuzzleHunt& hunt, uint64_t number)
      : hunt_(hunt),
        number_(number),
        seed_(hunt.seeds.of_block(number)),
        players_(hunt.players[number % hunt.players.size()]),
        bot_(bots::BotSpec::of("search:ms=0,iterations=" + std::to_string(hunt.play))),
        appraiser_(bots::make_appraiser(bots::BotSpec::of("search"), *hunt.game)) {}

  // Nothing: it was given up.
  std::optional<HuntedGame> run(const std::atomic<bool>& give_up) {
    HuntedGame result;
    result.number = number_;
    result.counts.games = 1;
    const auto table =
        std::move(*hunt_.game->new_table({nullptr, engine::default_variants(hunt_.game->spec()),
                                          players_, engine::ChanceSource::of_seed(seed_)}));
    std::vector<std::unique_ptr<bots::AnyBot>> bots;
    std::vector<engine::Chance> dice;
    for (int i = 0; i < players_; ++i) {
      bots.push_back(bots::make_bot(bot_, *hunt_.game, engine::seat_at(i)));
      dice.push_back(bot_chance(seed_, engine::seat_at(i)));
    }
    int last = -1;  // the quarter that the last puzzle was in
    engine::Offer offer(engine::Offer::Keep::kLegal);
    while (!table->over()) {
      if (give_up) return std::nullopt;
      const Seat seat = table->acting().front();
      const bots::Decision decision =
          bots[place_of(seat)]->decide(*table, bot_.budget(), dice[place_of(seat)]);
      table->offer(seat, offer);
      const int quarter = engine::quarter_of(progress_of(*table));
      if (offer.size() > 1) ++result.counts.decisions;
      if (offer.size() > 1 && quarter > last && look(*table, seat, decision, result))
        last = quarter;
      [[maybe_unused]] const engine::Error error = table->act(seat, decision.action());
    }
    return result;
  }

 private:
  // Few are good, and there are others.
  bool screen(const bots::Decision& decision) const {
    const auto best = static_cast<double>(decision.choices[0].value);
    size_t good = 0;
    for (const bots::Choice& choice : decision.choices) {
      if (choice.visits >= kTriedEnough &&
          static_cast<double>(choice.value) > best - kRoughly * hunt_.margin)
        ++good;
    }
    return good <= kMostRight && static_cast<int>(good) < decision.choices.size();
  }

  // Does the search that plays see hardly a difference between the best and what tempts?
  bool even_at_first_sight(const bots::Decision& decision, std::optional<Action> tempting) const {
    const double best = static_cast<double>(decision.choices[0].value);
    return std::ranges::any_of(decision.choices, [&](const bots::Choice& choice) {
      return choice.action == tempting && choice.visits >= kTriedEnough &&
             static_cast<double>(choice.value) > best - kHardly * hunt_.margin;
    });
  }

  bool look(const AnyTable& table, Seat seat, const bots::Decision& decision, HuntedGame& result) {
    if (!screen(decision)) return false;
    ++result.counts.screened;
    const auto step = static_cast<uint64_t>(table.steps().size());
    DecisionLook look(hunt_, table, seat, engine::mix64(seed_ ^ engine::mix64(step + 1)));
    if (!look.tempts(decision.action())) return false;
    ++result.counts.missed;
    if (even_at_first_sight(decision, look.taken_instead_of(decision.action())) ||
        !look.glance(*appraiser_, decision.action()))
      return false;
    ++result.counts.glanced;
    if (!look.compare(*appraiser_, decision.action()) || !look.grade()) return false;
    ++result.counts.puzzles;
    result.puzzles.push_back(look.finish(fmt::format("{}-{}", number_, step)));
    return true;
  }

  const PuzzleHunt& hunt_;
  const uint64_t number_;
  const uint64_t seed_;
  const int players_;
  const bots::BotSpec bot_;
  const std::unique_ptr<bots::Appraiser> appraiser_;
};

// --- the file ---

std::string hunt_head(const PuzzleHunt& hunt) {
  return line_of([&](engine::JsonWriter& out) {
    out.member("stamtafel", "hunt for puzzles");
    out.member("format", 1);
    out.member("game", hunt.game->spec().id);
    out.member("rules_version", hunt.game->spec().rules_version);
    out.member("edition", std::string_view(engine::hex64(hunt.game->default_edition()->hash())));
    out.key("players");
    out.begin_array();
    for (const int players : hunt.players) out.value(players);
    out.end_array();
    out.member("world", kWorldIds[static_cast<size_t>(hunt.seeds.world)]);
    out.member("series", std::string_view(std::to_string(hunt.seeds.series)));
    out.member("from", static_cast<int64_t>(hunt.first_game));
    out.member("play", static_cast<int64_t>(hunt.play));
    out.member("deep", static_cast<int64_t>(hunt.deep));
    out.member("margin", std::string_view(fmt::format("{}", hunt.margin)));
    out.key("ladder");
    out.begin_array();
    for (const std::string_view bot : kPuzzleLadder) out.value(bot);
    out.end_array();
  });
}

std::string line_of_game(const HuntedGame& game) {
  std::string line = line_of([&](engine::JsonWriter& out) {
    out.member("game", static_cast<int64_t>(game.number));
    out.member("decisions", static_cast<int64_t>(game.counts.decisions));
    out.member("screened", static_cast<int64_t>(game.counts.screened));
    out.member("missed", static_cast<int64_t>(game.counts.missed));
    out.member("glanced", static_cast<int64_t>(game.counts.glanced));
    out.key("puzzles");
    out.begin_array(false);
    for (const Puzzle& puzzle : game.puzzles)
      out.value(*engine::parse_json(bots::write_puzzle(puzzle), ""));
    out.end_array();
  });
  return line;
}

}  // namespace

void HuntCounts::add(const HuntCounts& other) {
  games += other.games;
  decisions += other.decisions;
  screened += other.screened;
  missed += other.missed;
  glanced += other.glanced;
  puzzles += other.puzzles;
}

engine::Result<std::unique_ptr<PuzzleSession>> PuzzleSession::open(const PuzzleHunt& hunt,
                                                                   const SessionFiles& files) {
  std::unique_ptr<PuzzleSession> session(new PuzzleSession(hunt));
  if (files.result.empty()) return session;
  const std::string head = hunt_head(hunt);
  const auto read = [&](std::string_view text, size_t& good_bytes) {
    return session->read(text, files.result, head, good_bytes);
  };
  auto file = LineFile::open(files.result, files.resume, head, read, session->torn_);
  if (!file) return file.error;
  session->file_ = std::move(*file);
  return session;
}

engine::Error PuzzleSession::read(std::string_view text, const std::string& name,
                                  std::string_view head, size_t& good_bytes) {
  constexpr int kMany = 1'000'000'000;
  const auto first_line = engine::parse_json(head, "");
  return each_line(text, name, good_bytes, [&](const engine::Json& json, bool is_first) {
    if (is_first) {
      if (json == *first_line) return engine::Error{};
      return engine::Error{engine::ErrorCode::kUsage,
                           "it holds what another hunt has found, of another game, other rules, "
                           "seeds or settings",
                           ""};
    }
    engine::Error error;
    engine::FieldReader in(json, "game", error, engine::ErrorCode::kRecord);
    const int number = in.integer("game", 0, kMany);
    HuntCounts counts;
    counts.games = 1;
    counts.decisions = static_cast<uint64_t>(in.integer("decisions", 0, kMany));
    counts.screened = static_cast<uint64_t>(in.integer("screened", 0, kMany));
    counts.missed = static_cast<uint64_t>(in.integer("missed", 0, kMany));
    counts.glanced = static_cast<uint64_t>(in.integer("glanced", 0, kMany));
    if (in.ok() && static_cast<uint64_t>(number) != hunt_.first_game + counts_.games)
      in.fail("game", "is not the next one");
    for (const engine::Json& item : in.array("puzzles").items) {
      auto puzzle = bots::read_puzzle(item, *hunt_.game);
      if (!puzzle) return puzzle.error;
      found_.push_back(std::move(*puzzle));
      ++counts.puzzles;
    }
    in.finish();
    counts_.add(counts);
    return error;
  });
}

engine::Error PuzzleSession::run(const std::atomic<bool>& stop,
                                 const std::function<void()>& progress) {
  const uint64_t before = counts_.games;
  if (before >= hunt_.games) return {};
  engine::Error error;
  const auto work = [&](uint64_t job, const std::atomic<bool>& give_up) {
    return Hunter(hunt_, hunt_.first_game + before + job).run(give_up);
  };
  const auto take = [&](HuntedGame& game) {
    counts_.add(game.counts);
    if (file_ != nullptr) error = file_->append(line_of_game(game));
    for (Puzzle& puzzle : game.puzzles) found_.push_back(std::move(puzzle));
    return !error;
  };
  OrderedFarm<HuntedGame>(work, take, progress).run(hunt_.games - before, hunt_.threads, stop);
  return error;
}

}  // namespace lab
