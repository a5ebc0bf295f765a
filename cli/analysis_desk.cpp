#include "cli/analysis_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/common.h"
#include "cli/locale.h"
#include "cli/session.h"
#include "cli/words.h"
#include "engine/base64url.h"

namespace cli {

using engine::Seat;

namespace {

constexpr int64_t kSlice = 50'000;  // microseconds, while somebody may begin to type

int64_t percent(float share) { return std::lround(100 * share); }

}  // namespace

const engine::Texts& AnalysisDesk::words() const { return cli::words(settings_.language); }

void AnalysisDesk::say(std::string_view line) { say_on(settings_.paper, line, out_); }

std::string AnalysisDesk::action_text(engine::Action action) const {
  return table_->game().action_text(*table_->edition(), action, texts());
}

void AnalysisDesk::run() {
  replay();
  say(texts().get("game.name"));
  say(words().get("analyse.welcome"));
  show();
  std::string line;
  while (!leaving_) {
    think();
    out_ << "> " << std::flush;
    if (!std::getline(in_, line)) {
      out_ << '\n';
      break;
    }
    obey(engine::trim(line));
  }
}

void AnalysisDesk::replay() {
  table_ = start_->clone();
  for (const engine::TriedMove& move : moves_) {
    [[maybe_unused]] const engine::Error error = engine::try_move(*table_, move);
  }
  seat_ = table_->over() || table_->acting().empty() ? Seat::kNone : table_->acting().front();
  choices_ = seat_ == Seat::kNone ? std::vector<Choice>{} : choices_of(*table_, seat_, texts());
  analyst_ = nullptr;
}

void AnalysisDesk::show() {
  out_ << '\n';
  std::string where = match_ == nullptr ? std::string(words().get("analyse.position"))
                                        : words().format("analyse.step", std::to_string(step_));
  for (const engine::TriedMove& move : moves_) {
    where += fmt::format(" · {}: {}", seat_name(texts(), move.seat), action_text(move.action));
    if (move.luck > 0) where += fmt::format(" ({})", move.luck);
  }
  say(where);
  out_ << for_people(board_text(*table_, settings_.viewer, texts())) << "\n\n";
  if (seat_ == Seat::kNone) return say(words().get("analyse.over"));
  show_choices();
}

void AnalysisDesk::show_choices() {
  const std::string_view prompt =
      table_->game().spec().prompts[static_cast<size_t>(table_->prompt(seat_))];
  say(words().format("plain.pair", seat_name(texts(), seat_),
                     texts().get("prompt." + std::string(prompt))));
  for (size_t i = 0; i < choices_.size() && choices_[i].allowed(); ++i)
    say(fmt::format("{:>4}  {}", i + 1, choices_[i].text));
}

// So much as was asked for; with somebody who watches, on and on until they type.
void AnalysisDesk::think() {
  if (seat_ == Seat::kNone) return;
  const bots::Sees sees = settings_.viewer.all ? bots::Sees::kEverything : bots::Sees::kSeat;
  if (analyst_ == nullptr) analyst_ = bots::make_analyst(table_, seat_, sees);
  const uint32_t most = settings_.typed ? std::max(settings_.iterations, bots::kMostIterations)
                                        : settings_.iterations;
  while (analyst_->iterations() < most) {
    const uint32_t look = std::min(bots::next_look(analyst_->iterations()), most);
    analyst_->think(look - analyst_->iterations(), settings_.typed ? kSlice : 0);
    if (analyst_->iterations() == look) show_lines(analyst_->look());
    if (settings_.typed && settings_.typed()) return;
  }
}

void AnalysisDesk::show_lines(const bots::Analysis& analysis) {
  say(words().format(settings_.viewer.all ? "analyse.open" : "analyse.seat",
                     seat_name(texts(), seat_), std::to_string(analysis.iterations)));
  for (const bots::AnalysedChoice& choice : analysis.choices) {
    const auto found = std::ranges::find(choices_, choice.action, &Choice::action);
    std::string shares;
    for (int i = 0; i < table_->seats(); ++i) {
      if (engine::seat_at(i) == seat_) continue;
      shares += fmt::format("{}{} {} %", shares.empty() ? "" : ", ",
                            seat_name(texts(), engine::seat_at(i)),
                            percent(choice.shares[static_cast<size_t>(i)]));
    }
    say(fmt::format("{:>4}  {:.1f} % ± {:.1f}  {} ({})", found - choices_.begin() + 1,
                    100 * choice.share, 100 * choice.error, action_text(choice.action), shares));
    std::string line;
    for (const bots::Move& move : choice.line)
      line += (line.empty() ? "" : "; ") + seat_name(texts(), move.seat) + ": " +
              action_text(move.action);
    if (!line.empty()) say("      " + words().format("review.then", line));
  }
}

void AnalysisDesk::obey(std::string_view line) {
  if (line.empty()) {  // thinks on, four times as long
    if (analyst_ == nullptr) return;
    settings_.iterations = std::max(settings_.iterations, bots::next_look(analyst_->iterations()));
    return;
  }
  const size_t end = std::min(line.find(' '), line.size());
  if (!obey_word(line.substr(0, end), engine::trim(line.substr(end)))) make(line);
}

bool AnalysisDesk::obey_word(std::string_view word, std::string_view rest) {
  const auto is = [&](std::string_view name) { return word == name || word == name.substr(0, 1); };
  if (is("quit") || word == "exit") {
    leaving_ = true;
  } else if (is("back")) {
    back();
  } else if (is("forward")) {
    forward();
  } else if (is("luck")) {
    other_luck();
  } else if (is("eyes")) {
    look_through(rest);
  } else if (is("step")) {
    go_to(rest);
  } else if (is("table")) {
    show();
  } else if (word == "json") {
    say(table_->position_text());
  } else if (word == "link") {
    say(fmt::format("/analysis?game={}&edition={}&position={}", table_->game().spec().id,
                    engine::hex64(table_->edition()->hash()),
                    engine::to_base64url(table_->bytes())));
  } else if (is("help") || word == "?") {
    say(words().get("analyse.help"));
  } else {
    return false;
  }
  return true;
}

// A number of the list, an action, or SEAT:ACTION where several are to choose.
void AnalysisDesk::make(std::string_view text) {
  if (seat_ == Seat::kNone) return say(words().get("analyse.over"));
  int64_t number = 0;
  if (engine::parse_int(text, 1, static_cast<int64_t>(choices_.size()), number)) {
    const Choice& choice = choices_[static_cast<size_t>(number - 1)];
    return try_out({seat_, choice.action, 0});
  }
  Seat seat = seat_;
  if (const size_t colon = text.find(':'); colon != std::string_view::npos) {
    const auto named = engine::parse_seat(table_->game().spec(), table_->seats(),
                                          engine::trim(text.substr(0, colon)));
    if (!named) return say(named.error.text);
    seat = *named;
    text = engine::trim(text.substr(colon + 1));
  }
  const auto action = table_->game().parse_action(*table_->edition(), text);
  if (!action) {
    say(action.error.text);
    return say(words().get("analyse.help"));
  }
  try_out({seat, *action, 0});
}

void AnalysisDesk::try_out(const engine::TriedMove& move) {
  const std::unique_ptr<engine::AnyTable> tried = table_->clone();
  if (const engine::Error error = engine::try_move(*tried, move)) {
    const auto why = std::ranges::find(choices_, move.action, &Choice::action);
    const bool known = move.seat == seat_ && why != choices_.end() && !why->allowed();
    return say(known ? why->reason : error.text);
  }
  moves_.push_back(move);
  gone_back_.clear();
  replay();
  for (const std::string& line :
       table_->told(static_cast<int>(moves_.size()) - 1, settings_.viewer, texts()))
    say("- " + line);
  show();
}

void AnalysisDesk::back() {
  if (moves_.empty()) return say(words().get("analyse.nothing_back"));
  gone_back_.push_back(moves_.back());
  moves_.pop_back();
  replay();
  show();
}

void AnalysisDesk::forward() {
  if (gone_back_.empty()) return say(words().get("analyse.nothing_forward"));
  moves_.push_back(gone_back_.back());
  gone_back_.pop_back();
  replay();
  show();
}

void AnalysisDesk::other_luck() {
  if (moves_.empty() || !table_->steps().back().used_chance)
    return say(words().get("analyse.no_chance"));
  engine::TriedMove move = moves_.back();
  ++move.luck;
  moves_.pop_back();
  replay();
  try_out(move);
}

void AnalysisDesk::look_through(std::string_view eyes) {
  if (eyes == "all") {
    settings_.viewer = engine::Viewer::everything();
  } else {
    const auto viewer = parse_viewer(*table_, eyes);
    if (!viewer) return say(viewer.error.text + ", all");
    settings_.viewer = *viewer;
  }
  analyst_ = nullptr;
  show();
}

void AnalysisDesk::go_to(std::string_view text) {
  if (match_ == nullptr) return say(words().get("analyse.no_game"));
  const auto last = static_cast<int64_t>(match_->steps().size());
  int64_t step = 0;
  if (!engine::parse_int(text, 0, last, step))
    return say(words().format("analyse.which_step", std::to_string(last)));
  auto start = engine::trial_from(*match_, static_cast<size_t>(step));
  if (!start) return say(start.error.text);
  start_ = std::move(*start);
  step_ = static_cast<size_t>(step);
  moves_.clear();
  gone_back_.clear();
  replay();
  show();
}

}  // namespace cli
