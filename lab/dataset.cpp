#include "lab/dataset.h"

#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <optional>

#include "bots/any_bot.h"
#include "bots/thread_crew.h"
#include "lab/ordered_farm.h"
#include "lab/play_game.h"
#include "lab/played.h"
#include "lab/result_head.h"

namespace lab {
namespace {

static_assert(std::endian::native == std::endian::little, "the file is written as memory has it");

template <class T>
void put(std::string& out, T value) {
  std::array<char, sizeof value> bytes;
  std::memcpy(bytes.data(), &value, sizeof value);
  out.append(bytes.data(), bytes.size());
}

engine::TableSpec table_spec_of(const DatasetSpec& spec, uint64_t game) {
  return {spec.edition, spec.variants, static_cast<int>(spec.seats.size()),
          engine::ChanceSource::of_seed(spec.seeds.of_block(game))};
}

// A decision without the end of its game.
void put_decision(const engine::AnyTable& table, engine::Seat seat, const engine::Offer& offer,
                  const bots::Decision& decision, const engine::ActionIndex& actions,
                  std::vector<float>& observed, std::string& out) {
  put(out, static_cast<uint32_t>(table.steps().size()));
  put(out, static_cast<uint8_t>(engine::index_of(seat)));
  put(out, uint8_t{0});
  put(out, static_cast<uint16_t>(offer.size()));
  table.observe(seat, observed);
  for (const float number : observed) put(out, number);
  float tries = 0;
  for (const bots::Choice& choice : decision.choices) tries += static_cast<float>(choice.visits);
  for (const engine::Option& option : offer) {
    float share = tries == 0 && option.action == decision.action() ? 1.F : 0.F;
    for (const bots::Choice& choice : decision.choices) {
      if (tries > 0 && choice.action == option.action) {
        share = static_cast<float>(choice.visits) / tries;
      }
    }
    put(out, static_cast<uint32_t>(actions.index(option.action)));
    put(out, share);
  }
}

std::optional<std::string> play(const DatasetSpec& spec, uint64_t game,
                                const engine::ActionIndex& actions,
                                const std::atomic<bool>& give_up) {
  const engine::TableSpec dealt = table_spec_of(spec, game);
  const auto made = spec.game->new_table(dealt);
  if (!made) return std::nullopt;
  engine::AnyTable& table = *made.value;
  const size_t players = spec.seats.size();
  bots::ThreadCrew crew;
  std::vector<std::unique_ptr<bots::AnyBot>> bots;
  std::vector<bots::Budget> budgets;
  std::vector<engine::Chance> dice;
  for (size_t i = 0; i < players; ++i) {
    const bots::BotSpec& bot = spec.seats[(i + players - game % players) % players];
    const engine::Seat seat = engine::seat_at(static_cast<int>(i));
    bots.push_back(bots::make_bot(bot, *spec.game, seat));
    budgets.push_back(bot.budget());
    budgets.back().crew = &crew;
    dice.push_back(bot_chance(dealt.chance.seed, seat));
  }
  const auto tell = [&](int step) {
    const auto [from, to] = table.event_range(step);
    for (size_t i = 0; i < players; ++i) {
      if (!bots[i]->listens()) continue;
      bots[i]->hear(bots::heard_by(engine::seat_at(static_cast<int>(i)), spec.game->spec(),
                                   std::span(table.events()).subspan(from, to - from)));
    }
  };
  std::vector<float> observed(table.observation_names().size());
  std::string decisions;
  uint32_t count = 0;
  tell(-1);
  while (!table.over()) {
    if (give_up) return std::nullopt;
    const engine::Seat seat = table.acting().front();
    const auto at = static_cast<size_t>(engine::index_of(seat));
    engine::Offer offer(engine::Offer::Keep::kLegal);
    table.offer(seat, offer);
    const bots::Decision decision = bots[at]->decide(table, budgets[at], dice[at]);
    if (offer.size() > 1) {
      put_decision(table, seat, offer, decision, actions, observed, decisions);
      ++count;
    }
    if (table.act(seat, decision.action())) return std::nullopt;
    tell(static_cast<int>(table.steps().size()) - 1);
  }
  const engine::Outcome outcome = table.outcome();
  std::string out;
  put(out, static_cast<uint64_t>(dealt.chance.seed));
  put(out, count);
  put(out, static_cast<uint32_t>(decisions.size()));
  for (size_t i = 0; i < players; ++i) {
    put(out,
        static_cast<float>(win_share(outcome, static_cast<int>(players), static_cast<int>(i))));
    put(out, static_cast<float>(outcome.score[i]));
  }
  return out + decisions;
}

}  // namespace

std::string dataset_head(const DatasetSpec& spec) {
  const ResultHead head = head_of(*spec.game, spec.edition, spec.variants,
                                  static_cast<int>(spec.seats.size()), spec.seats, spec.seeds);
  const engine::EditionPtr edition = edition_or_own(*spec.game, spec.edition);
  const engine::ActionIndex actions = spec.game->action_index(*edition);
  const auto table = spec.game->new_table(table_spec_of(spec, spec.first_game));
  return line_of([&](engine::JsonWriter& out) {
    write_head("dataset", 1, head, out);
    out.key("observation");
    out.begin_array();
    for (const std::string& name : table.value->observation_names()) out.value(name);
    out.end_array();
    out.key("actions");
    out.begin_array();
    for (int i = 0; i < actions.size(); ++i) {
      out.value(spec.game->action_id(*edition, actions.action(i)));
    }
    out.end_array();
  });
}

uint64_t write_dataset(const DatasetSpec& spec, const std::atomic<bool>& stop,
                       const std::function<void(std::string_view)>& write,
                       const std::function<void(uint64_t games)>& progress) {
  const engine::EditionPtr edition = edition_or_own(*spec.game, spec.edition);
  const engine::ActionIndex actions = spec.game->action_index(*edition);
  write(dataset_head(spec));
  uint64_t games = 0;
  const auto work = [&](uint64_t job, const std::atomic<bool>& give_up) {
    return play(spec, spec.first_game + job, actions, give_up);
  };
  const auto take = [&](const std::string& bytes) {
    write(bytes);
    ++games;
    return true;
  };
  OrderedFarm<std::string>(work, take, [&] {
    if (progress) progress(games);
  }).run(spec.games, spec.threads, stop);
  return games;
}

}  // namespace lab
