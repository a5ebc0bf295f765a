// All there is to read about a game: the chapters of its rules, its components, its variants, and
// why something may not be allowed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"

namespace cli {

struct Entry {
  std::string group;  // "rules" for a chapter; a component's domain; "variant"; "ruling"
  std::string id;
  std::string title;
  std::string text;
  std::string drawn = {};  // with boards, where it has diagrams
};

// Chapters in the order of their ids; components, domain by domain, and variants by name; rulings
// by number, each with the reasons that cite it.
std::vector<Entry> entries_of(const engine::AnyGame& game, const engine::EditionPtr& edition,
                              const engine::Texts& texts, const engine::Texts& words);

// What stands above the entries of a group; empty above the chapters.
std::string_view heading_of(std::string_view group, const engine::Texts& texts);

}  // namespace cli
