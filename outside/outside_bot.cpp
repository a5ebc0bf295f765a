#include "outside/outside_bot.h"

#include <cstdio>

#include "outside/program.h"

namespace outside {
namespace {

constexpr std::string_view kFallback = "greedy";

class OutsideBot final : public bots::AnyBot {
 public:
  OutsideBot(const bots::BotSpec& spec, const engine::AnyGame& game, engine::Seat seat,
             Complain complain)
      : program_(std::make_unique<Program>(spec, game, seat)),
        game_(game),
        seat_(seat),
        complain_(std::move(complain)) {}

  bots::Decision decide(const engine::AnyTable& table, const bots::Budget& budget,
                        engine::Chance& chance) override {
    if (fallback_ == nullptr) {
      engine::Result<bots::Decision> decision = program_->decide(table, budget);
      if (decision) return *decision;
      give_up(decision.error.text);
    }
    return fallback_->decide(table, {}, chance);
  }

  bool listens() const override { return fallback_ == nullptr || fallback_->listens(); }
  void hear(std::span<const engine::Event> events) override {
    if (fallback_ != nullptr) return fallback_->hear(events);
    program_->hear(events);
  }

 private:
  void give_up(const std::string& why) {
    fallback_ = bots::make_bot(bots::BotSpec::of(kFallback), game_, seat_);
    complain_("the bot '" + program_->spec().text() + "' " + why + "; " + std::string(kFallback) +
              " plays on for it at " +
              std::string(game_.spec().seat_ids[static_cast<size_t>(engine::index_of(seat_))]));
    program_.reset();
  }

  std::unique_ptr<Program> program_;
  const engine::AnyGame& game_;
  const engine::Seat seat_;
  const Complain complain_;
  std::unique_ptr<bots::AnyBot> fallback_;
};

}  // namespace

void complain_to_stderr(const std::string& text) {
  const std::string line = "stamtafel: " + text + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

std::unique_ptr<bots::AnyBot> make_bot(const bots::BotSpec& spec, const engine::AnyGame& game,
                                       engine::Seat seat, const Complain& complain) {
  if (!spec.from_outside()) return bots::make_bot(spec, game, seat);
  return std::make_unique<OutsideBot>(spec, game, seat, complain);
}

}  // namespace outside
