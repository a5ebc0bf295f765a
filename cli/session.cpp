#include "cli/session.h"

#include <algorithm>
#include <utility>

#include "bots/any_bot.h"
#include "bots/thread_crew.h"
#include "cli/words.h"
#include "engine/record.h"
#include "outside/outside_bot.h"

namespace cli {

using engine::Error;
using engine::ErrorCode;
using engine::Result;
using engine::Seat;

namespace {

// Remarks of a record begin with "| ", so a bar without a blank is ours.
constexpr std::string_view kSittersLine = "|seats ";

// One number from all that a table's chance is made of.
uint64_t fingerprint(const engine::ChanceSource& chance, uint64_t salt) {
  return chance.kind == engine::ChanceSource::Kind::kSeed
             ? engine::hash_bytes(&chance.seed, sizeof chance.seed, salt)
             : engine::hash_bytes(chance.key.data(), chance.key.size(), salt);
}

std::string_view saved_sitters(std::string_view text) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (line.starts_with(kSittersLine)) return engine::trim(line.substr(kSittersLine.size()));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return {};
}

Error wrong_count(size_t sitters, int seats) {
  return {ErrorCode::kUsage,
          "--seats names " + std::to_string(sitters) + ", but the table has " +
              std::to_string(seats) + " seats",
          ""};
}

}  // namespace

std::string sitter_id(const Sitter& sitter) {
  if (sitter.human) return std::string(kHumanId);
  const std::string_view level = bots::level_of(sitter.bot);
  return level.empty() ? sitter.bot.text() : std::string(level);
}

std::string sitter_name(const Sitter& sitter, engine::Language language) {
  if (sitter.human) return std::string(words(language).get("sitter.human.name"));
  const std::string_view level = bots::level_of(sitter.bot);
  return level.empty() ? sitter_id(sitter) : std::string(bots::level_name(level, language));
}

Result<Sitter> parse_sitter(std::string_view id, bots::Outside outside) {
  if (id == kHumanId) return Sitter::person();
  const Result<bots::BotSpec> bot = bots::BotSpec::parse(id, outside);
  if (bot) return Sitter::of(*bot);
  if (id.find(':') != std::string_view::npos) return bot.error;
  return Error{ErrorCode::kUsage,
               "nobody called '" + std::string(id) + "' can sit at the table; there are " +
                   std::string(kHumanId) + ", " + bots::bot_names(),
               ""};
}

std::string sitter_ids(const std::vector<Sitter>& sitters) {
  std::string out;
  for (const Sitter& sitter : sitters) out += (out.empty() ? "" : ",") + sitter_id(sitter);
  return out;
}

Result<std::vector<Sitter>> parse_sitters(std::string_view ids, bots::Outside outside) {
  std::vector<Sitter> sitters;
  for (std::string_view id : bots::split_bots(ids)) {
    const Result<Sitter> sitter = parse_sitter(id, outside);
    if (!sitter) return sitter.error;
    sitters.push_back(*sitter);
  }
  return sitters;
}

std::vector<Sitter> default_sitters(int seats) {
  std::vector<Sitter> sitters(static_cast<size_t>(seats), Sitter::of(bots::usual_bot()));
  sitters.front() = Sitter::person();
  return sitters;
}

const bots::Character& character_at(const engine::ChanceSource& chance, int seat) {
  constexpr uint64_t kSalt = 0x6e616d65;
  return bots::character_at(engine::hex64(fingerprint(chance, kSalt)), seat);
}

Session::Session(std::unique_ptr<engine::AnyTable> table, std::vector<Sitter> sitters)
    : table_(std::move(table)), sitters_(std::move(sitters)) {
  for (const Sitter& sitter : sitters_) {
    const int seat = static_cast<int>(names_.size());
    names_.push_back(sitter.human ? "" : character_at(table_->chance(), seat).name);
  }
}

Result<Session> Session::start(const engine::AnyGame& game, const engine::TableSpec& spec,
                               std::vector<Sitter> sitters) {
  auto table = game.new_table(spec);
  if (!table) return table.error;
  if (sitters.size() != static_cast<size_t>(spec.seats))
    return wrong_count(sitters.size(), spec.seats);
  return Session(std::move(*table), std::move(sitters));
}

Result<Session> Session::resume(std::string_view text, const FindGame& find_game,
                                engine::EditionPtr edition, std::vector<Sitter> sitters) {
  Result<engine::Reading> reading = engine::replay_record(text, find_game, std::move(edition));
  if (!reading) return reading.error;
  if (reading->disagreement) return std::move(reading->disagreement);
  if (reading->other_edition && !reading->table->over()) {
    return Error{ErrorCode::kOutdated,
                 "the game began with another edition than '" + reading->table->edition()->name() +
                     "' and has to go on with it; give its file with --edition",
                 ""};
  }
  const int seats = reading->table->seats();
  if (sitters.empty()) {
    // A file may come from anybody: no program is started because it says so.
    Result<std::vector<Sitter>> saved = parse_sitters(saved_sitters(text));
    if (!saved) {
      return Error{ErrorCode::kRecord,
                   "the line '|seats …': " + saved.error.text + " (--seats says who plays on)", ""};
    }
    sitters = saved->empty() ? default_sitters(seats) : std::move(*saved);
    if (sitters.size() != static_cast<size_t>(seats)) {
      return Error{ErrorCode::kRecord,
                   "the line '|seats …' names " + std::to_string(sitters.size()) +
                       ", but the table has " + std::to_string(seats) + " seats",
                   ""};
    }
  }
  if (sitters.size() != static_cast<size_t>(seats)) return wrong_count(sitters.size(), seats);
  return Session(std::move(reading->table), std::move(sitters));
}

const engine::Texts& Session::texts(engine::Language language) const {
  const auto found = texts_.find(language);
  if (found != texts_.end()) return found->second;
  engine::Texts& texts = texts_.emplace(language, game().texts_at(*table_, language)).first->second;
  for (size_t i = 0; i < names_.size(); ++i) {
    if (!names_[i].empty()) texts.set("seat." + std::to_string(i), names_[i]);
  }
  return texts;
}

bool Session::human(Seat seat) const {
  return seat != Seat::kNone && sitters_[static_cast<size_t>(engine::index_of(seat))].human;
}

int Session::humans() const {
  return static_cast<int>(std::ranges::count_if(sitters_, [](const Sitter& s) { return s.human; }));
}

Seat Session::only_human() const {
  if (humans() != 1) return Seat::kNone;
  const auto found = std::ranges::find_if(sitters_, [](const Sitter& s) { return s.human; });
  return engine::seat_at(static_cast<int>(found - sitters_.begin()));
}

Seat Session::next(Seat holder) const {
  const engine::SeatSet acting = table_->acting();
  if (human(holder) && acting.contains(holder)) return holder;
  for (const Seat seat : acting) {
    if (human(seat)) return seat;
  }
  return acting.front();
}

Error Session::act(Seat seat, engine::Action action) { return table_->act(seat, action); }

std::string Session::act_bot(Seat seat) {
  constexpr uint64_t kSalt = 0x626f7473;  // apart from the table's own chance
  const uint64_t step = table_->steps().size() * engine::kMaxSeats + static_cast<uint64_t>(seat);
  engine::Chance chance(fingerprint(table_->chance(), kSalt), step);
  const bots::BotSpec& bot = sitters_[static_cast<size_t>(engine::index_of(seat))].bot;
  std::string complaint;
  const engine::Action action = bot.from_outside() ? guest_choice(seat, chance, complaint)
                                                   : bots::choose(bot, *table_, seat, chance);
  const Error error = table_->act(seat, action);
  assert(!error && "a bot chooses what is allowed");
  (void)error;
  return complaint;
}

engine::Action Session::guest_choice(Seat seat, engine::Chance& chance, std::string& complaint) {
  const bots::BotSpec& spec = sitters_[static_cast<size_t>(engine::index_of(seat))].bot;
  Guest& guest = guests_[seat];
  if (guest.bot == nullptr) {
    guest.bot = outside::make_bot(
        spec, game(), seat, [box = guest.complaint](const std::string& text) { *box = text; });
  }
  const std::span events(table_->events());
  guest.heard = std::min(guest.heard, events.size());  // steps may have been taken back
  guest.bot->hear(bots::heard_by(seat, game().spec(), events.subspan(guest.heard)));
  guest.heard = events.size();
  bots::ThreadCrew crew;
  bots::Budget budget = spec.budget();
  budget.crew = &crew;
  const engine::Action action = guest.bot->decide(*table_, budget, chance).action();
  complaint = std::exchange(*guest.complaint, {});
  return action;
}

UndoAnswer Session::can_undo(Seat seat) const {
  if (table_->steps().empty()) return UndoAnswer::kNothing;
  const engine::Step& last = table_->steps().back();
  if (table_->can_undo(seat)) return UndoAnswer::kDone;
  if (last.seat != seat) return UndoAnswer::kOtherSeat;
  return last.used_chance ? UndoAnswer::kChance : UndoAnswer::kShown;
}

UndoAnswer Session::undo(Seat seat) {
  const UndoAnswer answer = can_undo(seat);
  if (answer == UndoAnswer::kDone) {
    const Error error = table_->undo(seat);
    assert(!error);
    (void)error;
  }
  return answer;
}

std::vector<LogLine> Session::log(engine::Viewer viewer, const engine::Texts& texts) const {
  std::vector<LogLine> lines;
  const int steps = static_cast<int>(table_->steps().size());
  for (int step = -1; step < steps; ++step) {
    const Seat seat = step < 0 ? Seat::kNone : table_->steps()[static_cast<size_t>(step)].seat;
    for (std::string& text : table_->told(step, viewer, texts)) {
      lines.push_back({step, seat, std::move(text)});
    }
  }
  return lines;
}

std::string Session::save() const {
  std::string text = engine::write_record(*table_);
  const size_t first_line = text.find('\n') + 1;
  text.insert(first_line, std::string(kSittersLine) + sitter_ids(sitters_) + "\n");
  return text;
}

Session Session::imagined(Seat seat) const {
  constexpr uint64_t kSalt = 0x706c616e;
  const uint64_t seed = fingerprint(table_->chance(), kSalt + table_->steps().size());
  Session copy(table_->imagine(seat, engine::ChanceSource::of_seed(seed)), sitters_);
  copy.names_ = names_;
  return copy;
}

Session Session::tried_out(Seat seat, const std::vector<engine::Action>& steps) const {
  Session copy = imagined(seat);
  for (const engine::Action& action : steps) {
    if (copy.act(seat, action)) break;
  }
  return copy;
}

uint64_t Session::rematch_seed() const {
  constexpr uint64_t kSalt = 0x72656d61;
  return fingerprint(table_->chance(), kSalt);
}

std::vector<LogLine> collapsed(std::vector<LogLine> lines) {
  std::vector<LogLine> out;
  for (size_t i = 0; i < lines.size();) {
    size_t same = i + 1;
    while (same < lines.size() && lines[same].step == lines[i].step &&
           lines[same].text == lines[i].text)
      ++same;
    out.push_back(std::move(lines[i]));
    if (same > i + 1) out.back().text += " ×" + std::to_string(same - i);
    i = same;
  }
  return out;
}

std::string seat_name(const engine::Texts& texts, Seat seat) {
  return std::string(texts.get("seat." + std::to_string(engine::index_of(seat))));
}

}  // namespace cli
