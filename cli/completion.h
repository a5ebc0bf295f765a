// What the words of a command line may go on with, for the shells: taken from the same tables as
// the parser and the help, so that a new option is completed as soon as it is there.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cli {

struct Candidate {
  std::string word;   // the whole word, with what was typed of it
  std::string about;  // one sentence, or nothing
};

// Which files of the disk may stand there as well: the shell knows those.
enum class Files : uint8_t { kNone, kAny, kFolders };

struct Completion {
  std::vector<Candidate> candidates;
  Files files = Files::kNone;
};

// The last word is the one being typed, perhaps empty. REQUIRES: there is one.
Completion complete(const CLI::App& app, std::span<const std::string> words);

// As the scripts in completion/ read it: a line for each candidate, its sentence behind a tab; then
// ":files" or ":folders" if such may follow.
std::string completion_text(const CLI::App& app, std::span<const std::string> words);

// How an option's value, or an argument, is called: "N", "FILE", "slow|fast", "BOT,BOT,…". Its
// words in capitals are kinds of things, others stand for themselves.
std::string value_name(const CLI::Option& option);
// A part of such a name that `complete` doesn't know: neither what to offer, nor that there is
// nothing to offer. Empty: it knows all. For the tests.
std::string unknown_kind(const CLI::Option& option);

}  // namespace cli
