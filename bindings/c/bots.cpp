// The C interface: bots.
#include "bindings/c/calls.h"
#include "bots/any_bot.h"
#include "bots/nets.h"

// C functions stand in no namespace.
using namespace bindings;  // NOLINT(google-build-using-namespace)

namespace {

struct Bot {
  const AnyGame* game = nullptr;
  bots::BotSpec spec;
  engine::Seat seat = engine::Seat::kNone;
  std::unique_ptr<bots::AnyBot> bot;
};

Handles<Bot, Kind::kBot> bots_made;

}  // namespace

extern "C" {

stamtafel_status stamtafel_bot_names(char** lines, stamtafel_error* error) {
  if (lines == nullptr) return report(null("lines"), error);
  std::string text;
  for (const bots::BotInfo* bot : bots::all_bots()) text += std::string(bot->id) + "\n";
  give(lines, text);
  return done(error);
}

stamtafel_status stamtafel_bot_new(const char* bot, const char* game, int seat, stamtafel_bot* made,
                                   stamtafel_error* error) {
  if (bot == nullptr) return report(null("the bot's name"), error);
  if (made == nullptr) return report(null("made"), error);
  const Result<const AnyGame*> found = game_of(game);
  if (!found) return report(found.error, error);
  const Result<bots::BotSpec> spec = bots::BotSpec::parse(bot);
  if (!spec) return report(spec.error, error);
  const int seats = found.value->spec().max_seats;
  if (seat < 0 || seat >= seats) {
    return usage("there is no seat " + std::to_string(seat) + ": they are numbered from 0 to " +
                     std::to_string(seats - 1),
                 error);
  }
  return give_handle(
      bots_made.add(std::make_unique<Bot>(
          Bot{*found, *spec, seat_at(seat), bots::make_bot(*spec, **found, seat_at(seat))})),
      made, error);
}

stamtafel_status stamtafel_bot_free(stamtafel_bot bot) { return free_handle(bots_made, bot.id); }

stamtafel_status stamtafel_net_give(const char* game, const char* json, stamtafel_error* error) {
  const Result<const AnyGame*> found = game_of(game);
  if (!found) return report(found.error, error);
  if (json == nullptr) return report(null("json"), error);
  if (const Error wrong = bots::give_net(**found, json)) return report(wrong, error);
  return done(error);
}

stamtafel_status stamtafel_bot_decide(stamtafel_bot bot, stamtafel_table table, uint32_t iterations,
                                      uint32_t milliseconds, uint64_t seed,
                                      stamtafel_choice* choices, size_t room, size_t* count,
                                      stamtafel_error* error) {
  Bot* player = bots_made.find(bot.id);
  if (player == nullptr) return report(no_handle("bot"), error);
  return with_table(table, error, [&](const Table& found) -> Error {
    if (count == nullptr) return null("count");
    if (choices == nullptr && room > 0) return null("choices");
    if (&found.table->game() != player->game) {
      return {ErrorCode::kUsage,
              "this is a bot for " + std::string(player->game->spec().id) + ", the table plays " +
                  std::string(found.table->game().spec().id),
              ""};
    }
    if (Error wrong = check_acting(*found.table, engine::index_of(player->seat))) return wrong;
    const bots::Budget budget = iterations == 0 && milliseconds == 0
                                    ? player->spec.budget()
                                    : bots::Budget{iterations, milliseconds};
    engine::Chance dice(seed, found.table->acted());
    const bots::Decision decision = player->bot->decide(*found.table, budget, dice);
    *count = 0;
    for (const bots::Choice& choice : decision.choices) {
      if (*count < room) {
        choices[*count] = {found.known->actions.index(choice.action), choice.value, choice.visits};
      }
      ++*count;
    }
    return {};
  });
}

}  // extern "C"
