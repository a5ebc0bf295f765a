// `then odds`: how likely each outcome was when chance was asked.
#include <algorithm>
#include <numeric>

#include "engine/case_checks.h"

namespace engine {
namespace {

// A fraction "1/6" or a percentage "4.16 %".
struct Share {
  int64_t parts = 0;
  int64_t of = 1;
};

bool parse_share(std::string_view text, Share& share) {
  constexpr int64_t kLimit = 1'000'000'000;
  if (const size_t slash = text.find('/'); slash != std::string_view::npos) {
    return parse_int(trim(text.substr(0, slash)), 0, kLimit, share.parts) &&
           parse_int(trim(text.substr(slash + 1)), 1, kLimit, share.of);
  }
  if (!text.ends_with('%')) return false;
  text = trim(text.substr(0, text.size() - 1));
  share.of = 100;
  std::string digits(text);
  if (const size_t point = digits.find('.'); point != std::string::npos) {
    digits.erase(point, 1);
    if (point == 0 || point == digits.size() || digits.size() > 9) return false;
    for (size_t i = point; i < digits.size(); ++i) share.of *= 10;
  }
  return parse_int(digits, 0, kLimit, share.parts);
}

std::string fraction(uint64_t weight, uint64_t total) {
  const uint64_t common = std::gcd(weight, total);
  return common == 0 ? "0" : std::to_string(weight / common) + "/" + std::to_string(total / common);
}

}  // namespace

void CaseChecker::check_odds(const CaseBlock& then, const Words& words) {
  int64_t number = 1;
  if (words.size() < 2 || (words.size() == 3 && !parse_int(words[2], 1, 1000, number))) {
    return wrong(then.line, "'then odds CHANCE' or 'then odds CHANCE NUMBER' is expected");
  }
  if (!expect_lines(then)) return;
  const auto& chances = game_.spec().chances;
  const auto is_named = [&](const ChanceSpec& chance) { return chance.id == words[1]; };
  if (std::none_of(chances.begin(), chances.end(), is_named)) {
    return wrong(then.line, "there is no chance '" + std::string(words[1]) + "'");
  }
  int64_t asked = 0;
  for (const Script::Question& question : now_.questions) {
    if (!is_named(chances[question.kind])) continue;
    if (++asked == number) return check_shares(then, question);
  }
  differ(then.line, "odds of " + std::string(words[1]),
         "asked " + std::to_string(number) + " times", "asked " + std::to_string(asked) + " times");
}

void CaseChecker::check_shares(const CaseBlock& then, const Script::Question& question) {
  const DomainId domain = game_.spec().chances[question.kind].domain;
  std::vector<Script::Candidate> left = question.candidates;
  int64_t total = 0;
  for (const Script::Candidate& candidate : left) total += candidate.weight;
  const auto compare = [&](const CaseLine& line, const Script::Candidate& candidate,
                           const Share& share) {
    if (candidate.weight * share.of == share.parts * total) return;
    differ(line.number, "odds of " + game_.value_name(*table_.edition(), domain, candidate.value),
           fraction(static_cast<uint64_t>(share.parts), static_cast<uint64_t>(share.of)),
           fraction(candidate.weight, static_cast<uint64_t>(total)));
  };
  for (const CaseLine& line : then.lines) {
    const size_t blank = line.text.find_first_of(" \t");
    Share share;
    if (blank == std::string::npos ||
        !parse_share(trim(std::string_view(line.text).substr(blank)), share)) {
      return wrong(line.number, "'OUTCOME SHARE' is expected, the share as 1/6 or 36 %");
    }
    const std::string outcome = line.text.substr(0, blank);
    if (outcome == "others") {
      if (left.empty()) return wrong(line.number, "there are no other outcomes");
      for (const Script::Candidate& candidate : left) compare(line, candidate, share);
      left.clear();
      continue;
    }
    const int value = game_.parse_value(*table_.edition(), domain, outcome);
    const auto at = std::find_if(left.begin(), left.end(),
                                 [&](const Script::Candidate& c) { return c.value == value; });
    if (value < 0 || at == left.end()) {
      return differ(line.number, "odds of " + outcome, std::string(trim(line.text.substr(blank))),
                    "not possible, or listed before");
    }
    compare(line, *at, share);
    left.erase(at);
  }
  for (const Script::Candidate& candidate : left) {
    differ(then.line, "odds of " + game_.value_name(*table_.edition(), domain, candidate.value),
           "not listed", fraction(candidate.weight, static_cast<uint64_t>(total)));
  }
}

}  // namespace engine
