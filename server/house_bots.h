// Bots of the house: programs that the operator has brought along (docs/bot-protocol.md), by a name
// each. People choose them by that name, "house:Name"; what starts them stays here. Nobody but the
// operator can name a command.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bots/bot_spec.h"

namespace server {

struct HouseBot {
  std::string name;  // as people see it
  bots::BotSpec program;
};

// "NAME=exec:COMMAND", as the operator writes it. The name may be what that of a person may be, but
// not one of those `known` or of our levels: errors say what would be right.
engine::Result<HouseBot> read_house_bot(std::string_view text, const std::vector<HouseBot>& known);

// The bot in a seat, by what its chair and its clients call it: one of ours, or one of the house;
// then `bot` is the one of ours that plays where that can't.
struct SeatBot {
  bots::BotSpec bot;
  std::string house{};  // its name; empty: it is one of ours

  SeatBot() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): most are ours
  SeatBot(bots::BotSpec ours) : bot(std::move(ours)) {}
  // Whether the house has it is not looked at.
  static engine::Result<SeatBot> parse(std::string_view text);
  static SeatBot of_house(std::string name);
  std::string text() const;  // "search:level=regular", "house:Name"
  friend bool operator==(const SeatBot&, const SeatBot&) = default;
};

class HouseBots {
 public:
  explicit HouseBots(std::vector<HouseBot> bots = {}) : bots_(std::move(bots)) {}

  const std::vector<HouseBot>& all() const { return bots_; }
  // nullptr: there is none of that name.
  const HouseBot* find(std::string_view name) const;
  // What a client may name: one of ours, or one of these.
  engine::Result<SeatBot> choice(std::string_view text) const;

 private:
  std::vector<HouseBot> bots_;
};

}  // namespace server
