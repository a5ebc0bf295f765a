#include "bots/any_bot.h"

#include "bots/make_bot.h"
#include "engine/any_game_of.h"
#include "games/registry.h"

namespace bots {
namespace {

template <engine::Game G>
class AnyBotOf final : public AnyBot {
 public:
  AnyBotOf(std::unique_ptr<Bot<G>> bot, engine::Seat seat) : bot_(std::move(bot)), seat_(seat) {}

  Decision decide(const engine::AnyTable& table, const Budget& budget,
                  engine::Chance& chance) override {
    const auto& typed = static_cast<const engine::TableOf<G>&>(table);
    return bot_->decide(Knowledge<G>(typed.state(), seat_), budget, chance);
  }
  bool listens() const override { return bot_->listens(); }
  void hear(std::span<const engine::Event> events) override { bot_->hear(events); }

 private:
  std::unique_ptr<Bot<G>> bot_;
  engine::Seat seat_;
};

}  // namespace

std::unique_ptr<AnyBot> make_bot(const BotSpec& spec, const engine::AnyGame& game,
                                 engine::Seat seat) {
  std::unique_ptr<AnyBot> made;
  games::AllGames::visit(game.spec().id, [&]<class G>() {
    made = std::make_unique<AnyBotOf<G>>(make_bot<G>(spec), seat);
  });
  return made;
}

engine::Action choose(const BotSpec& spec, const engine::AnyTable& table, engine::Seat seat,
                      engine::Chance& chance) {
  return make_bot(spec, table.game(), seat)->decide(table, spec.budget(), chance).action();
}

}  // namespace bots
