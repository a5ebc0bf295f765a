#include "cli/tutor.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <mutex>

#include "bots/advice_words.h"
#include "cli/words.h"

namespace cli {
namespace {

constexpr uint32_t kMilliseconds = 600;

// Which question it is: the number of the action is never used twice, nor is a seat asked twice
// before one.
uint64_t question_of(const engine::AnyTable& table, engine::Seat seat) {
  return table.hash() ^ (table.acted() + 1) * 0x9e3779b97f4a7c15 ^
         static_cast<uint64_t>(engine::index_of(seat));
}

}  // namespace

struct Tutor::Thought {
  uint64_t question = 0;
  std::mutex mutex;
  std::condition_variable arrived;
  std::optional<bots::Advice> advice;

  bool ready() {
    const std::lock_guard guard(mutex);
    return advice.has_value();
  }
};

Tutor::~Tutor() {
  for (std::thread& thread : threads_) thread.join();
}

void Tutor::attend(const engine::AnyTable& table, engine::Seat seat) {
  const uint64_t question = question_of(table, seat);
  if (thought_ != nullptr && thought_->question == question) return;
  if (thought_ == nullptr || thought_->ready()) {
    for (std::thread& thread : threads_) thread.join();  // each has said what it had to say
    threads_.clear();
  }
  thought_ = std::make_shared<Thought>();
  thought_->question = question;
  threads_.emplace_back(
      [thought = thought_, world = std::shared_ptr<const engine::AnyTable>(table.clone()), seat] {
        engine::Chance chance(thought->question);
        bots::Advice advice =
            bots::advise(*world, seat, {.budget = {.milliseconds = kMilliseconds}}, chance);
        const std::lock_guard guard(thought->mutex);
        thought->advice = std::move(advice);
        thought->arrived.notify_all();
      });
}

const bots::Advice& Tutor::advice(const engine::AnyTable& table, engine::Seat seat) {
  attend(table, seat);
  std::unique_lock guard(thought_->mutex);
  thought_->arrived.wait(guard, [this] { return thought_->advice.has_value(); });
  return *thought_->advice;
}

bool Tutor::doubts(const Session& session, engine::Seat seat, engine::Action action, bool patient) {
  if (!on || session.humans() != 1) return false;
  const uint64_t question = question_of(session.table(), seat);
  if (warned_ == question) return false;
  if (patient) {
    advice(session.table(), seat);
  } else if (thought_ == nullptr || thought_->question != question || !thought_->ready()) {
    return false;
  }
  if (thought_->advice->loss(action) < bots::much(session.table().seats())) return false;
  warned_ = question;
  return true;
}

std::vector<std::string> advice_lines(const Session& session, engine::Seat seat,
                                      const bots::Advice& advice, engine::Language language,
                                      const std::vector<engine::Action>& order) {
  const engine::Texts& texts = words(language);
  if (advice.choices.empty()) return {std::string(texts.get("hint.nothing"))};
  const bots::AdviceWords told{session.table(), session.texts(language), language, seat};
  std::vector<std::string> lines;
  int place = 0;
  for (const bots::AdvisedChoice& choice : advice.best()) {
    ++place;
    const auto found = std::ranges::find(order, choice.action);
    const auto number = found == order.end() ? place : found - order.begin() + 1;
    lines.push_back(texts.format(
        "hint.choice", std::to_string(number),
        session.game().action_text(*session.table().edition(), choice.action, told.texts),
        std::to_string(std::lround(100 * choice.share))));
    std::string why;
    for (const std::string& reason : told.reasons(advice, choice))
      why += (why.empty() ? "   " : "; ") + reason;
    lines.push_back(std::move(why));
    if (const std::string then = told.line(choice); !then.empty()) lines.push_back("   " + then);
  }
  return lines;
}

}  // namespace cli
