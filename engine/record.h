// A record: variants, chance and actions. Replays a table exactly, on any machine, and proves it by
// a fingerprint of the position after every action. The text format is docs/record-format.md.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"

namespace engine {

// A game by its id; nullptr: there is no such game.
using FindGame = std::function<const AnyGame*(std::string_view id)>;

// With remarks, what happened stands in English under each action (readers skip these lines).
enum class Remarks : uint8_t { kNone, kEvents };
std::string write_record(const AnyTable& table, Remarks remarks = Remarks::kNone);

// A record as the rules and the edition of this program repeat it.
struct Reading {
  // After the last step that agrees; nullptr when not even the beginning does.
  std::unique_ptr<AnyTable> table;
  int steps = 0;  // that the record holds
  // Where and why the replay stops being the recorded game (kOutdated); none: it is, to the end.
  Error disagreement;
  // What was different when it was made, in a sentence or two; empty: nothing that matters.
  std::string made_with;
  // It says itself how it ends: played to the end, or not finished yet. Formats 1 and 2 couldn't
  // say the latter, and what was cut off between two lines looked like it.
  bool says_its_end = false;
  // The record names another edition than the one it was repeated with. (Format 1 names the whole
  // file with its notes, which says nothing for certain: false.)
  bool other_edition = false;
};

// Replays a record as far as it agrees. `find_game` looks a game up by id; `edition` is the edition
// to use (nullptr: the game's own). What was made with other rules or another edition and still
// gives the same fingerprints agrees by that very fact. An error names the line: it is no record,
// or one of these very rules that was edited or damaged.
Result<Reading> replay_record(std::string_view text, const FindGame& find_game,
                              EditionPtr edition = nullptr);
// The same, where only a record that agrees to its end is of use.
Result<std::unique_ptr<AnyTable>> read_record(std::string_view text, const FindGame& find_game,
                                              EditionPtr edition = nullptr);

// What a record names, to look its edition up before it is read; empty: it names none.
struct RecordNames {
  std::string_view game;
  std::string_view edition;  // the fingerprint
};
RecordNames names_in_record(std::string_view text);

// Where chance comes from, as the line of a record says it: "seed 3", "key HEX", and behind it how
// many actions came before, if any did. What was drawn anew later is not in it.
std::string write_chance(const ChanceSource& chance);
bool read_chance(std::string_view text, ChanceSource& chance);
std::string hex_key(const ChanceKey& key);
bool read_key(std::string_view text, ChanceKey& key);

// The records of a file that holds several, one after the other. What stands before the first one
// belongs to it: reading it will say what is wrong. Never empty.
std::vector<std::string_view> split_records(std::string_view text);

std::string hex64(uint64_t value);

}  // namespace engine
