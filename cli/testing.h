// What the tests of the command share: running it, and positions of whatever game there is.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "engine/any_game.h"
#include "games/registry.h"
#include "tests/folder.h"
#include "tests/matchers.h"
#include "tests/plain_table.h"

namespace cli_test {

using namespace matchers;

namespace fs = std::filesystem;

inline std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

using tests::Folder;

struct Ran {
  int code = -1;
  std::string out;
  std::string err;
};

// Whatever the wrapping: the words with one blank between them.
inline std::string words_only(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::string out;
  for (std::string_view word : engine::split(text, ' '))
    out += (out.empty() ? "" : " ") + std::string(word);
  return out;
}

// Runs the command until it has said something on standard error (it is surely at it then), presses
// Ctrl-C, and gives what it said and its exit code.
inline Ran interrupted(const Folder& folder, const std::vector<std::string>& args) {
  const pid_t child = ::fork();
  if (child == 0) {
    FILE* out = std::freopen(folder.at("out").c_str(), "w", stdout);
    FILE* err = std::freopen(folder.at("err").c_str(), "w", stderr);
    if (out == nullptr || err == nullptr) ::_exit(99);
    std::vector<char*> words{const_cast<char*>("stamtafel")};
    for (const std::string& arg : args) words.push_back(const_cast<char*>(arg.c_str()));
    words.push_back(nullptr);
    ::execv(STAMTAFEL_COMMAND, words.data());
    ::_exit(99);
  }
  EXPECT_GE(child, 0);
  while (slurp(folder.at("err")).empty())
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ::kill(child, SIGINT);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, slurp(folder.at("out")),
          slurp(folder.at("err"))};
}

inline std::string quoted(const std::string& word) {
  std::string out = "'";
  for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// Runs the program in a plain environment: English, no terminal.
inline Ran stamtafel(const std::vector<std::string>& arguments, std::string_view input = "",
                     const std::string& environment = "") {
  const Folder folder;
  std::string line = "LC_ALL= LC_MESSAGES= LC_CTYPE= LANG=C.UTF-8 " + environment + " " +
                     quoted(STAMTAFEL_COMMAND);
  for (const std::string& argument : arguments) line += " " + quoted(argument);
  line += " < " + folder.file("in", input) + " > " + folder.at("out") + " 2> " + folder.at("err");
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, slurp(folder.at("out")),
          slurp(folder.at("err"))};
}

// The record of a game in which one of the seats plays at random: its file.
inline std::string record_in(const Folder& folder, const std::string& game_name) {
  const std::string path = folder.at(game_name + ".record");
  const Ran made = stamtafel(
      {"record", game_name, "--seats", "greedy,random,greedy", "--seed", "4", "--out", path});
  EXPECT_EQ(made.code, 0) << made.err;
  return path;
}

// The game the tests are made with; none of them knows which it is.
inline const engine::AnyGame& game() { return *games::all().front(); }
inline std::string game_id() { return std::string(game().spec().id); }

inline std::unique_ptr<engine::AnyTable> new_table(uint64_t seed = 1) {
  return tests::plain_table(game(), seed);
}

inline std::string seat_name(engine::Seat seat) {
  return std::string(game().spec().seat_ids[static_cast<size_t>(engine::index_of(seat))]);
}
inline std::string action_name(const engine::AnyTable& table, engine::Action action) {
  return game().action_id(*table.edition(), action);
}
inline engine::Option first_option(const engine::AnyTable& table) {
  engine::Offer offer(engine::Offer::Keep::kLegal);
  table.offer(table.acting().front(), offer);
  return offer[0];
}

// Plays on from a deal until `found` is content with a table; tries the choices in turn.
inline std::unique_ptr<engine::AnyTable> table_where(
    const std::function<bool(const engine::AnyTable&)>& found) {
  for (uint64_t seed = 1; seed < 100; ++seed) {
    std::unique_ptr<engine::AnyTable> table = new_table(seed);
    for (int step = 0; !table->over() && step < 2000; ++step) {
      if (found(*table)) return table;
      engine::Offer offer(engine::Offer::Keep::kLegal);
      const engine::Seat seat = table->acting().front();
      table->offer(seat, offer);
      const engine::Error error = table->act(seat, offer[step % offer.size()].action);
      if (error) break;
    }
  }
  ADD_FAILURE() << "no such table in a hundred games";
  return new_table();
}

// Every value in a JSON tree that is no object and no list.
inline void for_each_leaf(engine::Json& json, const std::function<void(engine::Json&)>& visit) {
  for (auto& [key, member] : json.members) for_each_leaf(member, visit);
  for (engine::Json& item : json.items) for_each_leaf(item, visit);
  if (!json.is_object() && !json.is_array()) visit(json);
}

}  // namespace cli_test
