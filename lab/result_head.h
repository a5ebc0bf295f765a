// What a file of results is about, whether of the arena or of the lab: its first line. Equal heads
// are results of the same question, which may be put together. Everything is text or a number: it
// is understood without the game it is about.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bots/bot_spec.h"
#include "engine/json.h"
#include "lab/arena.h"
#include "lab/played.h"
#include "lab/seeds.h"

namespace lab {

struct ResultHead : WhatIsPlayed {
  std::vector<std::string> bots;  // with all their settings
  // How they play: a fingerprint of each one's first choices in a fixed game. A bot whose program
  // was changed is another bot by the same name.
  std::vector<uint64_t> plays;
  BudgetKind budget = BudgetKind::kNone;
  Seeds seeds;

  friend bool operator==(const ResultHead&, const ResultHead&) = default;
};

// `edition` nullptr: the game's own. REQUIRES: bots of one kind of budget.
ResultHead head_of(const engine::AnyGame& game, const engine::EditionPtr& edition,
                   const engine::Variants& variants, int players,
                   const std::vector<bots::BotSpec>& bots, const Seeds& seeds);

// Why results of `there` can't be put together with ours: a sentence. Empty: they can.
std::string difference(const ResultHead& there, const ResultHead& ours);
// "Another game: koenig there, taverna here"; empty where they are equal.
std::string differs(std::string_view what, std::string_view there, std::string_view here);

// The members of a head, the first ones say what kind of file it is.
void write_head(std::string_view kind, int format, const ResultHead& head, engine::JsonWriter& out);
void read_head(std::string_view kind, int format, engine::FieldReader& in, ResultHead& head,
               engine::Error& error);

// --- what lines are made of ---

// An object in one line, with its end of line.
template <class Write>
std::string line_of(Write write) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  write(out);
  out.end_object();
  return text + "\n";
}

// A number that is written as text, since it may use all 64 bits.
uint64_t read_number(engine::FieldReader& in, std::string_view key, int base);

template <size_t N>
size_t read_word(engine::FieldReader& in, std::string_view key,
                 const std::array<std::string_view, N>& words) {
  const std::string_view text = in.string(key);
  const auto found = std::ranges::find(words, text);
  if (in.ok() && found == words.end()) in.fail(key, "is unknown");
  return static_cast<size_t>(found == words.end() ? 0 : found - words.begin());
}

// The whole numbers of a list, each in range.
std::vector<int64_t> read_list(engine::FieldReader& in, std::string_view key, int64_t low,
                               int64_t high);

// Calls line(json, is_first) for every whole line, which answers with an error or none. How many
// bytes were whole lines goes to `good_bytes`; the rest is torn off. Errors name the line; `name`
// is the file's.
template <class Line>
engine::Error each_line(std::string_view text, std::string_view name, size_t& good_bytes,
                        Line line) {
  int number = 0;
  const auto wrong = [&](std::string_view what) {
    return engine::Error{
        engine::ErrorCode::kRecord,
        std::string(name) + ", line " + std::to_string(number) + ": " + std::string(what), ""};
  };
  good_bytes = 0;
  while (good_bytes < text.size()) {
    ++number;
    const size_t end = text.find('\n', good_bytes);
    if (end == std::string_view::npos) break;
    const auto json = engine::parse_json(text.substr(good_bytes, end - good_bytes), "");
    if (!json) return wrong("it is no JSON");
    if (const engine::Error error = line(*json, number == 1)) return wrong(error.text);
    good_bytes = end + 1;
  }
  if (good_bytes == 0) {
    number = text.empty() ? 0 : 1;
    return wrong("it holds no results");
  }
  return {};
}

}  // namespace lab
