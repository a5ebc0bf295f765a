// HTTP: the analysis board. What is asked for is reckoned on the workers, after the bots; how much
// may wait is bounded, all in all and for each address.
#include "server/analysis.h"
#include "server/routes.h"

namespace server {
namespace {

constexpr size_t kMostAnalyses = 32;
constexpr size_t kMostAnalysesOfOne = 4;

}  // namespace

void Routes::post_analysis(const Call& call) {
  engine::Result<AnalysisWish> wish = read_analysis_wish(call.request.body);
  if (!wish)
    return refuse(call, {Code::kMessage, "bad-message", {wish.error.text}, nullptr, "", ""});
  wish->language = call.language;
  const Who who{call.me.id, call.request.address};
  if (!context_.quotas.heavy.take(who, context_.now()))
    return refuse(call, refusal(Code::kTooFast, "too-fast"));
  if (!wish->table.empty()) return analyse_table(call, std::move(*wish));
  const engine::AnyGame* game = nullptr;
  engine::EditionPtr edition;
  if (const Refusal why = find_box(wish->game, wish->edition, context_.editions, game, edition))
    return refuse(call, why);
  auto start = read_position(wish->position, *game, edition);
  if (!start)
    return refuse(call, {Code::kMessage, "bad-position", {start.error.text}, nullptr, "", ""});
  try_on(later(call), call.request.address,
         [start = std::shared_ptr(std::move(*start)), wish = std::move(*wish)] {
           return analyse(*start, wish, 0);
         });
}

// Nothing of a table that isn't over leaves it this way, whoever asks.
void Routes::analyse_table(const Call& call, AnalysisWish wish) {
  const std::string id = wish.table;
  tables_.when_free(id, [this, to = later(call), who = call.request.address,
                         wish = std::move(wish)](Place& there) {
    if (const Refusal why = Tables::asleep(there)) return refuse(to, why);
    if (there.table->status() != store::Status::kOver || there.table->match() == nullptr)
      return refuse(to, refusal(Code::kState, "not-over"));
    const std::shared_ptr<const engine::AnyTable> match = there.table->repeatable().clone();
    if (static_cast<size_t>(wish.step) > match->steps().size())
      return refuse(to, refusal(Code::kUnknown, "unknown-step"));
    try_on(to, who, [match, wish]() -> AnalysisAnswer {
      const auto start = engine::trial_from(*match, static_cast<size_t>(wish.step));
      if (!start) return {refusal(Code::kState, "other-rules"), ""};
      return analyse(**start, wish, wish.step);
    });
  });
}

void Routes::try_on(const Later& to, const std::string& who, std::function<AnalysisAnswer()> work) {
  if (analyses_ >= kMostAnalyses || !analyses_of_one_.take(who, kMostAnalysesOfOne))
    return refuse(to, refusal(Code::kTooFast, "busy"));
  ++analyses_;
  context_.workers.submit_later([this, alive = context_.alive, post = context_.settings.post, to,
                                 who, work = std::move(work)] {
    post([this, alive, to, who, answer = std::make_shared<const AnalysisAnswer>(work())] {
      if (!*alive) return;
      --analyses_;
      analyses_of_one_.give(who);
      if (answer->refused) return refuse(to, answer->refused);
      this->answer(to, 200, answer->text);
    });
  });
}

}  // namespace server
