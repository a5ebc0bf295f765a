// Studies that others help with: the same to the last digit, whoever played what, and whatever
// became of them.
#include <deque>

#include "engine/chance.h"
#include "games/registry.h"
#include "lab/study_task.h"
#include "lab/sweep.h"
#include "tests/folder.h"
#include "tests/matchers.h"

namespace shared_study_test {

using namespace matchers;

const std::atomic<bool> kGoOn{false};

lab::StudySpec study_of(std::string_view game, int players, std::string_view bot, uint64_t blocks) {
  lab::StudySpec spec;
  spec.game = games::find(game);
  spec.variants = engine::default_variants(spec.game->spec());
  spec.seats.assign(static_cast<size_t>(players), bots::BotSpec::of(bot));
  spec.arms.push_back({"standard", spec.game->default_edition()});
  spec.blocks = blocks;
  return spec;
}

lab::StudySpec sweep_of(uint64_t blocks) {
  lab::StudySpec spec = study_of("taverna", 2, "random", blocks);
  spec.question = lab::Question::kSweep;
  const auto varied = lab::parse_varied("start.coins=2,9", *spec.arms[0].edition);
  auto arms = lab::arms_of(*spec.game, spec.arms[0].edition, {*varied});
  EXPECT_TRUE(arms) << arms.error.text;
  spec.arms = std::move(*arms);
  return spec;
}

// Helpers that answer out of order, and of whom many a one is never heard of again.
class Unreliable final : public lab::Helpers {
 public:
  int wanted() override { return std::max(0, 5 - static_cast<int>(tasks_.size())); }
  void ask(uint64_t number, std::string_view task) override {
    ++asked;
    tasks_.push_back({number, std::string(task)});
  }
  std::vector<Answer> answers(int) override {
    std::vector<Answer> all;
    if (tasks_.empty()) return all;
    const size_t at = chance_.below(static_cast<uint32_t>(tasks_.size()));
    const auto [number, task] = tasks_[at];
    tasks_.erase(tasks_.begin() + static_cast<std::ptrdiff_t>(at));
    const auto played = player_.play(task, kGoOn);
    EXPECT_TRUE(played) << played.error.text;
    const uint32_t fate = chance_.below(8);
    if (fate == 0) {  // taken for dead, and yet it answers
      all.push_back({number, true, ""});
      all.push_back({number, false, *played});
    } else if (fate == 1) {
      all.push_back({number, true, "I would play otherwise"});
    } else if (fate == 2) {
      all.push_back({number, false, played.value.substr(0, played.value.size() / 2)});
    } else {
      ++answered;
      all.push_back({number, false, *played});
    }
    return all;
  }
  void forget() override { tasks_.clear(); }

  int asked = 0;
  int answered = 0;

 private:
  std::deque<std::pair<uint64_t, std::string>> tasks_;
  lab::StudyPlayer player_{lab::BotFiles::kRefused};
  engine::Chance chance_{11, 0};
};

lab::StudySums alone(lab::StudySpec spec,
                     const std::function<bool(const lab::StudySums&)>& enough) {
  spec.threads = 1;
  const auto session = lab::StudySession::open(spec, {});
  const auto ask = [&] { return enough(session.value->sums()); };
  EXPECT_FALSE(session.value->run(kGoOn, nullptr, enough ? std::function<bool()>(ask) : nullptr));
  return session.value->sums();
}

TEST(SharedStudy, IsTheSameAsOneThatIsPlayedAlone) {
  for (const lab::StudySpec& spec :
       {study_of("koenig", 3, "random", 700), sweep_of(200), study_of("koenig", 3, "greedy", 20)}) {
    Unreliable helpers;
    const auto session = lab::StudySession::open(spec, {});
    session.value->helped_by(&helpers);
    EXPECT_FALSE(session.value->run(kGoOn, nullptr));
    EXPECT_EQ(session.value->sums(), alone(spec, nullptr));
    EXPECT_GT(helpers.asked, 0);
  }
}

TEST(SharedStudy, EndsAtTheSameBlockWhenItIsSureEnough) {
  const lab::StudySpec spec = study_of("koenig", 3, "random", 100'000);
  const auto enough = [](const lab::StudySums& sums) {
    return sums.arms[0].measures[lab::Measures::kSeatAdvantage].first().half_width() < 0.02;
  };
  Unreliable helpers;
  const auto session = lab::StudySession::open(spec, {});
  session.value->helped_by(&helpers);
  EXPECT_FALSE(session.value->run(kGoOn, nullptr, [&] { return enough(session.value->sums()); }));
  EXPECT_GT(helpers.answered, 0);
  EXPECT_EQ(session.value->sums(), alone(spec, enough));
}

TEST(SharedStudy, ARaceIsTheSame) {
  lab::StudySpec spec = sweep_of(1024);
  const auto raced = [&](lab::Helpers* helpers) {
    const auto session = lab::StudySession::open(spec, {});
    session.value->helped_by(helpers);
    lab::Race race;
    const auto wish = lab::parse_wish("seat_advantage=0", session.value->study().measures());
    EXPECT_FALSE(lab::race(*session.value, *wish, kGoOn, nullptr, race));
    return std::pair(race.left, session.value->sums());
  };
  Unreliable helpers;
  EXPECT_EQ(raced(&helpers), raced(nullptr));
  EXPECT_GT(helpers.answered, 0);
}

TEST(SharedStudy, WhoWouldPlayOtherwiseRefuses) {
  lab::StudySpec spec = study_of("koenig", 3, "random", 1);
  lab::WantedBlocks wanted(1);
  wanted[0].add(0, 1);
  const auto answer = [&](const std::string& from, const std::string& to) {
    std::string task = lab::write_task(lab::task_of_study(spec), {wanted}, false);
    const size_t at = task.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    task.replace(at, from.size(), to);
    lab::StudyPlayer player(lab::BotFiles::kRefused);
    return player.play(task, kGoOn);
  };
  EXPECT_TRUE(answer("", ""));
  EXPECT_THAT(answer("\"rules_version\":", "\"rules_version\":9").error.text, HasSubstr("rules"));
  EXPECT_FALSE(answer("\"apart\"", "\"apar\""));
  EXPECT_FALSE(answer("random", "exec:./mine"));
  EXPECT_FALSE(answer("\n", ""));
}

}  // namespace shared_study_test
