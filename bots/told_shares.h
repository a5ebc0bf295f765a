// Shares of wins as people are told them. What a search reckons may lie too close to even, or too
// far from it, and `stamtafel trust` measures how far (docs/review.md). So before a share is told
// all of them are raised to a power, and made to add up again: above 1 they move away from even,
// below 1 towards it; who is sure to win or lose stays so, and nobody overtakes anybody. Choices
// are made by what was reckoned: this is for telling alone.
//
// The power is data of the game, the member `told_shares` of its judgement.json: in hundredths at
// the start of a game and at its end, on a straight line between them. Shares that come from a
// learned value or net have their own.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace bots {

class ToldShares {
 public:
  // How shares come about that are to be told.
  enum class From { kJudgement, kValue, kNet };

  ToldShares() = default;  // as they are
  ToldShares(double start, double end) : start_(start), end_(end) {}
  // REQUIRES: the file is good (it is embedded).
  static ToldShares of(std::string_view judgement_json, From from);

  double power(float progress) const {
    return start_ + (end_ - start_) * static_cast<double>(std::clamp(progress, 0.0F, 1.0F));
  }

  // Of all seats, at a position that far into the game.
  template <class Shares>
  void tell(Shares& shares, float progress) const {
    using Share = typename Shares::value_type;
    const double to = power(progress);
    if (to == 1) return;
    double before = 0;
    double after = 0;
    std::array<double, std::tuple_size_v<Shares>> raised{};
    for (size_t i = 0; i < shares.size(); ++i) {
      if (shares[i] <= 0) continue;
      before += static_cast<double>(shares[i]);
      after += raised[i] = std::pow(static_cast<double>(shares[i]), to);
    }
    if (after <= 0) return;
    for (size_t i = 0; i < shares.size(); ++i)
      shares[i] = static_cast<Share>(raised[i] * before / after);
  }
  // Of one seat, where nothing is known of the others: as if they were even.
  double tell_one(double share, int seats, float progress) const;
  // A choice that was thought over for a seat: the shares of all after it, and its own with its
  // error.
  template <class Choice>
    requires requires(Choice choice) { choice.shares, choice.share, choice.error; }
  void tell(Choice& choice, size_t seat, float progress) const {
    tell(choice.shares, progress);
    const float told = choice.shares[seat];
    choice.error = static_cast<float>(error_of(choice.error, choice.share, told, progress));
    choice.share = told;
  }

 private:
  // What a small error of a share becomes.
  double error_of(double error, double share, double told, float progress) const;

  double start_ = 1;
  double end_ = 1;
};

}  // namespace bots
