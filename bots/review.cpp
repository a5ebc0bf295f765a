#include "bots/review.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bots/cpu_clock.h"

namespace bots {
namespace {

using engine::AnyTable;
using engine::Error;
using engine::ErrorCode;

constexpr double kSmallest = 1e-4;  // what shares are rounded to: sums come out exactly
constexpr int kDecimals = 4;
constexpr uint32_t kFewestOfOne = 100;  // iterations a decision, however little there is
constexpr uint32_t kFirstOne = 1000;    // of the first decision, where time is what counts
constexpr uint32_t kMostOfOne = 1u << 20;
constexpr uint32_t kOutlookPart = 5;   // one of so many iterations goes into the curve
constexpr int kTurns = 5;              // that are told
constexpr double kSwingFrom = 0.08;    // what is smaller is no turn
constexpr double kHalfAsGood = 0.005;  // who loses so much a decision has half of 100

double rounded(double share) { return std::round(share / kSmallest) * kSmallest; }

size_t at(engine::Seat seat) { return static_cast<size_t>(engine::index_of(seat)); }

bool had_a_choice(const AnyTable& table, engine::Seat seat) {
  engine::Offer offer(engine::Offer::Keep::kLegal);
  table.offer(seat, offer);
  return offer.size() > 1;
}

uint32_t iterations_of_one(uint64_t iterations, int decisions) {
  const uint64_t each = iterations / static_cast<uint64_t>(std::max(decisions, 1));
  return static_cast<uint32_t>(std::clamp<uint64_t>(each, kFewestOfOne, kMostOfOne));
}

Review::Choice judge(const Appraisal& appraisal, int step, const engine::Step& done) {
  Review::Choice choice;
  choice.step = step;
  choice.seat = done.seat;
  choice.made = done.action;
  choice.best = appraisal.best;
  choice.line = appraisal.line;
  choice.error = rounded(appraisal.error);
  const size_t me = at(done.seat);
  choice.share = rounded(appraisal.with_best[me]);
  if (choice.best == choice.made) return choice;
  const double apart = appraisal.with_best[me] - appraisal.with_made[me];
  if (apart <= 0) return choice;
  choice.grade = Grade::kGood;
  if (apart < kSure * appraisal.error) return choice;
  for (size_t i = 0; i < choice.play.size(); ++i) {
    choice.play[i] = rounded(appraisal.with_made[i] - appraisal.with_best[i]);
  }
  choice.lost = -choice.play[me];
  choice.grade = std::max(Grade::kGood, grade_of(choice.lost));
  return choice;
}

// How much the shares changed between two points of the curve: what changed hands.
double swing_between(const SeatShares& before, const SeatShares& after) {
  double sum = 0;
  for (size_t i = 0; i < before.size(); ++i) sum += std::abs(after[i] - before[i]);
  return sum / 2;
}

void find_turns(Review& review) {
  for (size_t i = 0; i < review.choices.size(); ++i) {
    const SeatShares& before = review.curve[i].shares;
    const SeatShares& after = review.curve[i + 1].shares;
    const double swing = swing_between(before, after);
    if (swing < kSwingFrom) continue;
    SeatShares without_play = before;
    for (size_t s = 0; s < before.size(); ++s) without_play[s] += review.choices[i].play[s];
    const bool luck = swing_between(without_play, after) > swing_between(before, without_play);
    review.turns.push_back({review.choices[i].step, rounded(swing), luck});
  }
  const auto bigger = [](const Review::Turn& a, const Review::Turn& b) {
    return a.swing != b.swing ? a.swing > b.swing : a.step < b.step;
  };
  std::sort(review.turns.begin(), review.turns.end(), bigger);
  if (review.turns.size() > kTurns) review.turns.resize(kTurns);
  std::sort(review.turns.begin(), review.turns.end(),
            [](const Review::Turn& a, const Review::Turn& b) { return a.step < b.step; });
}

void sum_up(const AnyTable& table, Review& review) {
  const SeatShares result = shares_at_the_end(table);
  review.seats.resize(static_cast<size_t>(table.seats()));
  for (size_t i = 0; i < review.seats.size(); ++i) {
    Review::Seat& seat = review.seats[i];
    seat.start = review.curve.front().shares[i];
    seat.result = result[i];
    for (const Review::Choice& choice : review.choices) {
      const bool own = at(choice.seat) == i;
      (own ? seat.play : seat.others) += choice.play[i];
      if (!own) continue;
      ++seat.decisions;
      ++seat.grades[static_cast<size_t>(choice.grade)];
    }
    seat.luck = seat.result - seat.start - seat.play - seat.others;
    if (seat.decisions > 0) seat.figure = figure_of(-seat.play / seat.decisions);
  }
}

}  // namespace

Grade grade_of(double lost) {
  if (lost >= kBlunderFrom) return Grade::kBlunder;
  if (lost >= kMistakeFrom) return Grade::kMistake;
  if (lost >= kImpreciseFrom) return Grade::kImprecise;
  return lost > 0 ? Grade::kGood : Grade::kBest;
}

int figure_of(double mean) {
  return static_cast<int>(std::lround(100 * std::exp2(-std::max(mean, 0.0) / kHalfAsGood)));
}

Error for_each_decision(const AnyTable& table, const AtDecision& visit) {
  const std::unique_ptr<AnyTable> replay = table.clone();
  if (Error error = replay->rewind(0)) return error;
  for (size_t i = 0; i < table.steps().size(); ++i) {
    const engine::Step& step = table.steps()[i];
    if (had_a_choice(*replay, step.seat) && !visit(*replay, static_cast<int>(i) + 1, step)) break;
    engine::Chance chance = table.chance().at(step.nth);
    if (Error error = replay->act(step.seat, step.action, chance)) return error;
  }
  return {};
}

SeatShares shares_at_the_end(const AnyTable& table) {
  SeatShares shares{};
  const engine::SeatSet winners = table.outcome().winners;
  for (const engine::Seat seat : winners) shares[at(seat)] = rounded(1.0 / winners.size());
  return shares;
}

uint32_t iterations_of_outlook(uint64_t iterations, int decisions) {
  return iterations_of_one(iterations, decisions) / kOutlookPart;
}

int decisions_of(const AnyTable& table) {
  int count = 0;
  const Error error = for_each_decision(table, [&](const AnyTable&, int, const engine::Step&) {
    ++count;
    return true;
  });
  return error ? 0 : count;
}

// How many iterations each decision gets.
class Reviewer::Spread {
 public:
  Spread(const ReviewSettings& settings, int decisions)
      : settings_(settings), left_(static_cast<uint32_t>(decisions)), begin_(cpu_microseconds()) {
    each_ =
        settings.milliseconds != 0 ? kFirstOne : iterations_of_one(settings.iterations, decisions);
  }
  uint32_t next() {
    if (settings_.milliseconds != 0 && given_ > 0) {
      const auto used = static_cast<double>(cpu_microseconds() - begin_);
      const double time = 1000.0 * settings_.milliseconds - used;
      const double wanted = time / left_ * static_cast<double>(given_) / std::max(used, 1.0);
      each_ = static_cast<uint64_t>(std::clamp<double>(wanted, kFewestOfOne, kMostOfOne));
    }
    given_ += each_;
    --left_;
    return static_cast<uint32_t>(each_);
  }

 private:
  const ReviewSettings& settings_;
  uint32_t left_;
  int64_t begin_;
  uint64_t each_ = 0;
  uint64_t given_ = 0;
};

Reviewer::Reviewer(const AnyTable& table, const ReviewSettings& settings)
    : table_(table),
      settings_(settings),
      all_(decisions_of(table)),
      replay_(table.clone()),
      spread_(std::make_unique<Spread>(settings_, all_)) {
  [[maybe_unused]] const Error error = replay_->rewind(0);
  review_.steps = static_cast<int>(table.steps().size());
  review_.seed = settings.seed;
}

Reviewer::~Reviewer() = default;

bool Reviewer::step() {
  if (appraiser_ == nullptr) appraiser_ = make_appraiser(BotSpec::of("search"), table_.game());
  for (bool judged = false; !judged && done() < all_;) {
    const engine::Step& next = table_.steps()[replay_->steps().size()];
    if (had_a_choice(*replay_, next.seat)) {
      const auto number = static_cast<int>(replay_->steps().size()) + 1;
      const uint32_t iterations = spread_->next();
      const uint32_t for_outlook = iterations / kOutlookPart;
      const uint64_t seed =
          engine::mix64(engine::mix64(settings_.seed) + static_cast<uint64_t>(number));
      SeatShares open = appraiser_->outlook(*replay_, for_outlook, seed);
      for (double& share : open) share = rounded(share);
      review_.curve.push_back({number - 1, open});
      const Appraisal appraisal =
          appraiser_->appraise(*replay_, next.seat, next.action, iterations - for_outlook, seed);
      review_.choices.push_back(judge(appraisal, number, next));
      review_.iterations += for_outlook + appraisal.iterations;
      judged = true;
    }
    engine::Chance chance = table_.chance().at(next.nth);
    [[maybe_unused]] const Error error = replay_->act(next.seat, next.action, chance);
  }
  return done() < all_;
}

Review Reviewer::finish() {
  Review review = std::move(review_);
  review.curve.push_back({review.steps, shares_at_the_end(table_)});
  find_turns(review);
  sum_up(table_, review);
  return review;
}

Error can_be_reviewed(const AnyTable& table) {
  if (!table.over())
    return {ErrorCode::kUsage, "the game isn't over: only finished games are reviewed", ""};
  int decisions = 0;
  if (Error error = for_each_decision(table, [&](const AnyTable&, int, const engine::Step&) {
        ++decisions;
        return true;
      })) {
    return error;
  }
  if (decisions == 0)
    return {ErrorCode::kUsage, "there is nothing to review: nobody had a choice", ""};
  return {};
}

engine::Result<Review> review(const AnyTable& table, const ReviewSettings& settings,
                              const ReviewProgress& progress) {
  if (Error error = can_be_reviewed(table)) return error;
  Reviewer reviewer(table, settings);
  for (bool more = true; more;) {
    more = reviewer.step();
    if (progress && !progress(reviewer.done(), reviewer.all()))
      return Error{ErrorCode::kUsage, "the review was left off", ""};
  }
  return reviewer.finish();
}

namespace {

class Writer {
 public:
  Writer(const AnyTable& table, engine::JsonWriter& out) : table_(table), out_(out) {}

  void share(std::string_view name, double value) {
    out_.key(name);
    out_.value(value, kDecimals);
  }
  void shares(std::string_view name, const SeatShares& all) {
    out_.key(name);
    out_.begin_array();
    for (size_t i = 0; i < static_cast<size_t>(table_.seats()); ++i) out_.value(all[i], kDecimals);
    out_.end_array();
  }
  void seat(engine::Seat seat) { out_.member("seat", table_.game().spec().seat_ids[at(seat)]); }
  void action(engine::Action action) {
    out_.member("action", std::string_view(table_.game().action_id(*table_.edition(), action)));
  }
  void action(std::string_view name, engine::Action action) {
    out_.key(name);
    out_.begin_object();
    this->action(action);
    out_.end_object();
  }
  template <class List, class Each>
  void list(std::string_view name, const List& items, Each each) {
    out_.key(name);
    out_.begin_array(false);
    for (const auto& item : items) {
      out_.begin_object();
      each(item);
      out_.end_object();
    }
    out_.end_array();
  }

 private:
  const AnyTable& table_;
  engine::JsonWriter& out_;
};

}  // namespace

std::string write_review(const Review& review, const AnyTable& table, int indent) {
  std::string text;
  engine::JsonWriter out(text, indent);
  Writer write(table, out);
  out.begin_object();
  out.member("game", table.game().spec().id);
  out.member("steps", review.steps);
  out.member("iterations", static_cast<int64_t>(review.iterations));
  out.member("seed", static_cast<int64_t>(review.seed));
  write.list("seats", std::vector<int>(review.seats.size()), [&, i = 0](int) mutable {
    const Review::Seat& seat = review.seats[static_cast<size_t>(i)];
    write.seat(engine::seat_at(i++));
    write.share("start", seat.start);
    write.share("play", seat.play);
    write.share("others", seat.others);
    write.share("luck", seat.luck);
    write.share("result", seat.result);
    out.member("decisions", seat.decisions);
    out.key("grades");
    out.begin_object();
    for (size_t g = 0; g < kGrades.size(); ++g) out.member(kGrades[g], seat.grades[g]);
    out.end_object();
    out.member("figure", seat.figure);
  });
  write.list("turns", review.turns, [&](const Review::Turn& turn) {
    out.member("step", turn.step);
    write.share("swing", turn.swing);
    out.member("by", turn.luck ? "luck" : "play");
  });
  write.list("curve", review.curve, [&](const Review::Point& point) {
    out.member("step", point.step);
    write.shares("shares", point.shares);
  });
  write.list("choices", review.choices, [&](const Review::Choice& choice) {
    out.member("step", choice.step);
    write.seat(choice.seat);
    out.member("grade", kGrades[static_cast<size_t>(choice.grade)]);
    write.action("made", choice.made);
    write.action("best", choice.best);
    write.share("share", choice.share);
    write.share("lost", choice.lost);
    write.share("error", choice.error);
    write.shares("play", choice.play);
    write.list("line", choice.line, [&](const Move& move) {
      write.seat(move.seat);
      write.action(move.action);
    });
  });
  out.end_object();
  return text;
}

void add_texts(engine::Json& review, const AnyTable& table, const engine::Texts& texts) {
  for (auto& [key, member] : review.members) add_texts(member, table, texts);
  for (engine::Json& item : review.items) add_texts(item, table, texts);
  const engine::Json* action = review.find("action");
  if (action == nullptr) return;
  const engine::Result<engine::Action> read =
      table.game().parse_action(*table.edition(), action->text);
  if (!read) return;
  const std::string text = table.game().action_text(*table.edition(), *read, texts);
  review.set("text", engine::Json::of(std::string_view(text)));
}

}  // namespace bots
