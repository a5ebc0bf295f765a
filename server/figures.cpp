#include "server/figures.h"

#include <algorithm>
#include <cmath>

#include "engine/components.h"
#include "games/registry.h"

namespace server {
namespace {

constexpr double kNormal = 1.959964;  // 95 %
constexpr size_t kFavourites = 6;     // told of a game
constexpr int kGames = 3;             // before that, nothing is a habit
constexpr int kDecimals = 4;

void write_interval(const char* name, double value, const Interval& interval,
                    engine::JsonWriter& out) {
  out.key(name);
  out.begin_object();
  const auto number = [&](const char* key, double figure) {
    out.key(key);
    out.value(figure, kDecimals);
  };
  number("mean", value);
  number("low", interval.low);
  number("high", interval.high);
  out.end_object();
}

}  // namespace

Interval share_interval(double successes, int trials) {
  const double n = trials;
  const double share = successes / n;
  const double z2 = kNormal * kNormal;
  const double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  const double reach =
      kNormal / (1 + z2 / n) * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n));
  return {std::max(0.0, middle - reach), std::min(1.0, middle + reach)};
}

Interval place_interval(const std::vector<double>& places, int players) {
  const auto n = static_cast<double>(places.size());
  double mean = 0;
  for (double place : places) mean += place / n;
  double squares = (players * players - 1) / 12.0;  // the variance of a place by lot
  for (double place : places) squares += (place - mean) * (place - mean);
  const double reach = kNormal * std::sqrt(squares / n / n);
  return {std::max(1.0, mean - reach), std::min(static_cast<double>(players), mean + reach)};
}

void Figures::add(const Head& head, size_t me) {
  const TableResult& result = *head.result;
  GameFigures& game = games_[head.game];
  Played& played = game.by_players[static_cast<int>(result.seats.size())];
  ++played.games;
  played.wins += result.share(me);
  played.places.push_back(result.rank(me));
  if (result.seats[me].left) return;  // a bot has taken some of it
  ++game.games;
  for (size_t i = 0; i < result.seats.size(); ++i) {
    if (result.seats[i].left) continue;
    if (i != me) ++game.other_seats;
    for (const auto& [thing, times] : result.seats[i].taken) {
      Taken& taken = game.taken[thing];
      (i == me ? taken.mine : taken.others) += times;
      if (i == me) ++taken.games;
    }
  }
}

std::vector<Favourite> favourites(const GameFigures& figures, size_t most) {
  std::vector<Favourite> all;
  if (figures.games < kGames) return all;
  for (const auto& [thing, taken] : figures.taken) {
    const Favourite one{thing, taken.mine / figures.games,
                        figures.other_seats == 0 ? 0 : taken.others / figures.other_seats};
    if (taken.games > 1 && one.mine > one.others) all.push_back(one);
  }
  std::sort(all.begin(), all.end(), [](const Favourite& a, const Favourite& b) {
    const double more = a.mine - a.others;
    const double less = b.mine - b.others;
    return more != less ? more > less : a.thing < b.thing;
  });
  if (all.size() > most) all.resize(most);
  return all;
}

void Figures::write(engine::Language language, engine::JsonWriter& out) const {
  const auto begin = [&](const engine::AnyGame& game) {
    out.begin_object();
    out.member("game", game.spec().id);
    out.member("name", game.texts(language).get("game.name"));
  };
  int games = 0;
  for (const auto& [game, figures] : games_) {
    for (const auto& [players, played] : figures.by_players) games += played.games;
  }
  out.member("games", games);
  out.key("by");
  out.begin_array(false);
  for (const engine::AnyGame* game : games::all()) {
    const auto found = games_.find(game);
    if (found == games_.end()) continue;
    for (const auto& [players, played] : found->second.by_players) {
      double places = 0;
      for (double place : played.places) places += place;
      begin(*game);
      out.member("players", players);
      out.member("games", played.games);
      write_interval("wins", played.wins / played.games, share_interval(played.wins, played.games),
                     out);
      write_interval("place", places / played.games, place_interval(played.places, players), out);
      out.end_object();
    }
  }
  out.end_array();
  out.key("favourites");
  out.begin_array(false);
  for (const engine::AnyGame* game : games::all()) {
    const auto found = games_.find(game);
    if (found == games_.end()) continue;
    const std::vector<Favourite> liked = favourites(found->second, kFavourites);
    if (liked.empty()) continue;
    const engine::EditionPtr edition = game->default_edition();
    const engine::Components components(*game, *edition);
    std::map<std::string, int> numbers;
    for (int i = 0; i < components.size(); ++i) numbers.emplace(components.id(i), i);
    begin(*game);
    out.member("games", found->second.games);
    out.key("things");
    out.begin_array(false);
    for (const Favourite& one : liked) {
      const auto number = numbers.find(one.thing);
      if (number == numbers.end()) continue;  // of another edition, or of other rules
      out.begin_object();
      out.member("id", std::string_view(one.thing));
      out.member("text",
                 std::string_view(components.thing(number->second, edition->texts(language))));
      out.key("mine");
      out.value(one.mine, kDecimals);
      out.key("others");
      out.value(one.others, kDecimals);
      out.end_object();
    }
    out.end_array();
    out.end_object();
  }
  out.end_array();
}

}  // namespace server
