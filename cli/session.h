// A match at one keyboard: people and bots on the seats, whose turn it is, undo, the log in
// somebody's eyes, save and resume. Knows no terminal.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bots/any_bot.h"
#include "bots/characters.h"
#include "bots/levels.h"
#include "engine/any_game.h"

namespace cli {

// Who sits on a seat.
struct Sitter {
  bool human = true;
  bots::BotSpec bot = bots::usual_bot();

  static Sitter person() { return {}; }
  static Sitter of(const bots::BotSpec& bot) { return {false, bot}; }
  static Sitter of(std::string_view bot) { return of(bots::BotSpec::of(bot)); }
  friend bool operator==(const Sitter& a, const Sitter& b) {
    return a.human == b.human && (a.human || a.bot == b.bot);
  }
};

inline constexpr std::string_view kHumanId = "human";
std::string sitter_id(const Sitter& sitter);
engine::Result<Sitter> parse_sitter(std::string_view id,
                                    bots::Outside outside = bots::Outside::kRefused);
// "human,regular,greedy"
std::string sitter_ids(const std::vector<Sitter>& sitters);
engine::Result<std::vector<Sitter>> parse_sitters(std::string_view ids,
                                                  bots::Outside outside = bots::Outside::kRefused);
// How people read it: "a person", "regular", or the name of a bot for programs.
std::string sitter_name(const Sitter& sitter, engine::Language language);
// One person, and the usual bots on the other seats.
std::vector<Sitter> default_sitters(int seats);

// Who a bot on a seat of the table with this chance is.
const bots::Character& character_at(const engine::ChanceSource& chance, int seat);

// Why a seat can't take back its last step.
enum class UndoAnswer : uint8_t { kDone, kNothing, kOtherSeat, kChance, kShown };

struct LogLine {
  int step = -1;  // -1: set-up
  engine::Seat seat = engine::Seat::kNone;
  std::string text;
};

class Session {
 public:
  using FindGame = std::function<const engine::AnyGame*(std::string_view)>;

  static engine::Result<Session> start(const engine::AnyGame& game, const engine::TableSpec& spec,
                                       std::vector<Sitter> sitters);
  // From what save() wrote, or from any record: then `sitters` says who plays on (empty: the
  // default). Given sitters always take the place of the saved ones.
  static engine::Result<Session> resume(std::string_view text, const FindGame& find_game,
                                        engine::EditionPtr edition,
                                        std::vector<Sitter> sitters = {});

  const engine::AnyTable& table() const { return *table_; }
  const engine::AnyGame& game() const { return table_->game(); }
  // What is said at this table: its edition's figures, cards as its variants have them, bots by
  // their names.
  const engine::Texts& texts(engine::Language language) const;
  const std::vector<Sitter>& sitters() const { return sitters_; }
  bool human(engine::Seat seat) const;
  int humans() const;
  // The only person at the table, or kNone.
  engine::Seat only_human() const;

  // Who is asked next: `holder`, who has the keyboard, if it may; else the first person, else the
  // first bot. In simultaneous steps people come before bots. kNone when the game is over.
  engine::Seat next(engine::Seat holder = engine::Seat::kNone) const;
  engine::Error act(engine::Seat seat, engine::Action action);
  // The bot on an acting seat chooses and acts. Its dice come from the table's seed, the seat and
  // the number of the step: a seeded game with bots that don't go by time is repeatable, undo
  // included. What is wrong with a bot from outside that had to be given up; empty: nothing.
  std::string act_bot(engine::Seat seat);

  UndoAnswer can_undo(engine::Seat seat) const;
  UndoAnswer undo(engine::Seat seat);

  // A copy to try choices on, as the seat can imagine the table: what it can't know is replaced by
  // a possibility, the same one each time. Its steps begin anew.
  Session imagined(engine::Seat seat) const;
  // The same after these steps of the seat, as far as they go.
  Session tried_out(engine::Seat seat, const std::vector<engine::Action>& steps) const;

  // What happened since set-up, as the viewer may know it.
  std::vector<LogLine> log(engine::Viewer viewer, const engine::Texts& texts) const;
  // A record that `stamtafel replay` reads as well, with the sitters in a line that readers skip.
  std::string save() const;

  // What the next table between the same people is dealt from; follows from this table's chance.
  uint64_t rematch_seed() const;

 private:
  Session(std::unique_ptr<engine::AnyTable> table, std::vector<Sitter> sitters);
  friend struct engine::Result<Session>;
  Session() = default;

  // A bot from outside, which stays for the whole match.
  struct Guest {
    std::unique_ptr<bots::AnyBot> bot;
    size_t heard = 0;                                                          // events
    std::shared_ptr<std::string> complaint = std::make_shared<std::string>();  // about it
  };
  engine::Action guest_choice(engine::Seat seat, engine::Chance& chance, std::string& complaint);

  std::unique_ptr<engine::AnyTable> table_;
  mutable std::map<engine::Language, engine::Texts> texts_;
  std::vector<Sitter> sitters_;
  std::vector<std::string_view> names_;  // of the bots; empty: a person
  std::map<engine::Seat, Guest> guests_;
};

// The same line several times over in one step becomes one, with a count.
std::vector<LogLine> collapsed(std::vector<LogLine> lines);
std::string seat_name(const engine::Texts& texts, engine::Seat seat);

}  // namespace cli
