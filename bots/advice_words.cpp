#include "bots/advice_words.h"

#include <cmath>

#include "bots/bot_texts.h"

namespace bots {
namespace {

constexpr float kSame = 0.01F;  // of the wins: nobody needs to know why

// With a real minus sign; empty below one.
std::string signed_number(float number) {
  const auto whole = static_cast<int>(std::lround(number));
  if (whole == 0) return {};
  return (whole > 0 ? "+" : "−") + std::to_string(std::abs(whole));
}

}  // namespace

std::string AdviceWords::reason(const Reason& reason) const {
  const engine::Texts& frames = bot_texts(language);
  std::string text(texts.get("feature." + std::string(reason.feature) +
                             (reason.difference > 0 ? ".more" : ".less")));
  const std::string number = reason.counted ? signed_number(reason.difference) : "";
  if (!number.empty()) text = frames.format("advice.counted", text, number);
  if (reason.seat == me) return text;
  const std::string seat = "seat." + std::to_string(engine::index_of(reason.seat));
  return frames.format("advice.of", texts.get(seat), text);
}

std::vector<std::string> AdviceWords::reasons(const Advice& advice,
                                              const AdvisedChoice& choice) const {
  const engine::Texts& frames = bot_texts(language);
  std::vector<std::string> speak_for;
  std::vector<std::string> speak_against;
  for (const Reason& one : choice.reasons)
    (one.effect > 0 ? speak_for : speak_against).push_back(reason(one));
  // What the figures say and no reason does.
  const bool best = choice.action == advice.choices.front().action;
  const AdvisedChoice& other = advice.choices[best ? 1 : 0];
  std::vector<std::string>& expected = best ? speak_for : speak_against;
  if (std::abs(choice.share - other.share) < kSame) {
    if (choice.reasons.empty()) expected.emplace_back(frames.get("advice.same"));
  } else if (expected.empty()) {
    expected.emplace_back(frames.get(best ? "advice.better" : "advice.worse"));
  }
  std::vector<std::string> all = std::move(speak_for);
  const bool mixed = !all.empty();
  for (const std::string& text : speak_against)
    all.push_back(mixed ? frames.format("advice.but", text) : text);
  return all;
}

std::string AdviceWords::line(const AdvisedChoice& choice) const {
  if (choice.line.empty()) return {};
  std::string all;
  for (const engine::Action action : choice.line) {
    if (!all.empty()) all += ", ";
    all += table.game().action_text(*table.edition(), action, texts);
  }
  return bot_texts(language).format("advice.then", all);
}

}  // namespace bots
