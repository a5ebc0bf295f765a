#include "bots/told_shares.h"

#include <array>
#include <cassert>
#include <string>

#include "engine/json.h"

namespace bots {

ToldShares ToldShares::of(std::string_view judgement_json, From from) {
  constexpr int kLeast = 10;
  constexpr int kMost = 1000;
  constexpr double kHundred = 100;
  const engine::Result<engine::Json> json = engine::parse_json(judgement_json, "judgement.json");
  const engine::Json* member = json ? (*json).find("told_shares") : nullptr;
  ToldShares told;
  if (member == nullptr) return told;
  engine::Error error;
  engine::FieldReader in(*member, "told_shares", error, engine::ErrorCode::kEdition);
  constexpr std::array<std::string_view, 3> kNames{"judgement", "value", "net"};
  for (const From way : {From::kJudgement, From::kValue, From::kNet}) {
    const std::string_view name = kNames[static_cast<size_t>(way)];
    if (!in.has(name)) continue;
    engine::FieldReader of(in.object(name), "told_shares." + std::string(name), error,
                           engine::ErrorCode::kEdition);
    const int start = of.integer("start", kLeast, kMost);
    const int end = of.integer("end", kLeast, kMost);
    of.finish();
    if (way == from) told = {start / kHundred, end / kHundred};
  }
  in.finish();
  assert(!error && "what the game says about telling shares is good");
  return told;
}

double ToldShares::tell_one(double share, int seats, float progress) const {
  if (seats < 2) return share;
  const double to = power(progress);
  const double own = std::pow(std::clamp(share, 0.0, 1.0), to);
  const double others = (seats - 1) * std::pow((1 - std::clamp(share, 0.0, 1.0)) / (seats - 1), to);
  return own / (own + others);
}

double ToldShares::error_of(double error, double share, double told, float progress) const {
  const double room = share * (1 - share);
  if (room <= 0) return error;
  return error * power(progress) * told * (1 - told) / room;
}

}  // namespace bots
