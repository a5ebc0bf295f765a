// Advice (advice.h) in words: what makes the difference, by the names that features have in the
// game's texts (feature.<id>.more, feature.<id>.less).
#pragma once

#include <string>
#include <vector>

#include "bots/advice.h"
#include "engine/text.h"

namespace bots {

// What sentences are made of: the texts of the table, in which seats may have names of their own.
struct AdviceWords {
  const engine::AnyTable& table;
  const engine::Texts& texts;
  engine::Language language;
  engine::Seat me;  // who is advised

  // "more coins (+4)", "Purple: less silver (−3)"
  std::string reason(const Reason& reason) const;
  // All that is to be said of a choice that was looked into: what speaks for it, then what speaks
  // against it; that there is hardly a difference, or no single reason for it, where that is so.
  std::vector<std::string> reasons(const Advice& advice, const AdvisedChoice& choice) const;
  // "then: Old Friends, green goblin"; empty where nothing is known.
  std::string line(const AdvisedChoice& choice) const;
};

}  // namespace bots
