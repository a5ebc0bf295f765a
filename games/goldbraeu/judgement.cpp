// How well the seats stand (§13): money, what the coming paydays would bring with bosses and shares
// as they are, what bosses can still make of their terraces, what the turns that the chosen action
// cards promise are worth, and the danger of the purge. In hundredths of a thaler; weights and
// figures are in judgement.json.
#include <algorithm>
#include <array>

#include "engine/named.h"
#include "games/goldbraeu/goldbraeu.h"
#include "games/goldbraeu/rules.h"

namespace goldbraeu {
namespace {

enum class Feature : uint8_t {
  kMoney,
  kPaydays,
  kGrowth,
  kBosses,
  kPurge,
  kPending,
  kTaverns,
  kBreweries,
  kSafe,
  kHidden,
  kLoose,
  kPurse,
  kMajorities,
};

constexpr auto kFeatures = engine::table<Feature, engine::FeatureSpec>({
    {Feature::kMoney, {"money"}},      // thalers
    {Feature::kPaydays, {"paydays"}},  // as things are
    {Feature::kGrowth, {"growth"}},    // fields that may be added some day
    {Feature::kBosses, {"bosses"}},
    {Feature::kPurge, {"purge"}},      // stones that are about to vanish
    {Feature::kPending, {"pending"}},  // turns of this round
    // For each round to come: taverns and breweries whose boss the seat is, and those of them that
    // nobody can take
    {Feature::kTaverns, {"taverns", false, true, 30}},
    {Feature::kBreweries, {"breweries", false, true, 30}},
    {Feature::kSafe, {"safe", false, true, 30}},
    {Feature::kHidden, {"hidden", false, true, 100}},  // shares
    {Feature::kLoose, {"loose", false, true, 10}},     // stones still to be laid
    {Feature::kPurse, {"purse", false, true, 4}},      // thalers while there is something to buy
    {Feature::kMajorities,
     {"majorities", false, true, 150}},  // businesses in which nobody has more
});

// What the features are made with.
enum class Figure : uint8_t {
  kSomeDay,
  kPromised,
  kFromPile,
  kBoss,
  kBossOfAll,
  kIrremovable,
  kLastButOne,
  kLast,
  kShare,
};
constexpr auto kMadeWith = engine::table<Figure, engine::FigureSpec>({
    {Figure::kSomeDay, {"some_day"}},    // percent: fields that may be added some day
    {Figure::kPromised, {"promised"}},   // percent: turns of this round, which others may spoil
    {Figure::kFromPile, {"from_pile"}},  // percent: a card drawn unseen
    {Figure::kBoss, {"boss"}},           // of anything
    {Figure::kBossOfAll, {"of_all"}},    // more, if all the shares were one's own
    {Figure::kIrremovable, {"irremovable"}},
    {Figure::kLastButOne, {"last_but_one"}},  // a lone stone where two shares are left, or one
    {Figure::kLast, {"last"}},
    {Figure::kShare, {"share"}},  // beside what it earns
});
using Figures = engine::FiguresBy<Figure>;

constexpr int kRoundsAField = 4;  // one boss adds a field in so many rounds
constexpr int kThaler = 100;

// Parts of a thaler, in hundredths: kParts[all][some]. A division takes longer than all the rest.
constexpr int kMostStones = 32;
constexpr auto kParts = [] {
  std::array<std::array<uint8_t, kMostStones>, kMostStones> parts{};
  for (size_t all = 1; all < kMostStones; ++all) {
    for (size_t some = 0; some <= all; ++some)
      parts[all][some] = static_cast<uint8_t>(kThaler * some / all);
  }
  return parts;
}();
int part_of_thaler(int some, int all) {
  if (all == 0) return 0;
  if (all >= kMostStones) return kThaler * some / all;
  return kParts[static_cast<size_t>(all)][static_cast<size_t>(some)];
}

class Outlook {
 public:
  // Hidden shares that the viewer knows count as opened, as far as their owner's stones go.
  Outlook(const State& s, engine::Viewer viewer, const Figures& figures)
      : s_(s), viewer_(viewer), figures_(figures), owned_(s.owned()) {
    const Edition& e = *s.edition;
    paydays_ = e.weeks - (s.round == 0 ? 0 : (s.round - 1) / e.rounds_per_week);
    rounds_left_ = std::max(0, e.rounds() - s.round);
    for (int t = 0; t < e.taverns; ++t) {
      const int half = s.income(business_at(t)) / 2;
      amount_[static_cast<size_t>(t)] = half;
      amount_[brewery_of(t)] += half;
    }
    for (int n = 0; n < s.businesses(); ++n) {
      count_stones(business_at(n));
      rest_[static_cast<size_t>(n)] = rest(business_at(n));
    }
  }

  void judge(Seat seat, engine::FeatureRow& row) const {
    int payday = 0;
    for (int n = 0; n < s_.businesses(); ++n) payday += payout(business_at(n), seat);
    row[Feature::kMoney] = s_.money_of(seat);
    row[Feature::kPaydays] = paydays_ * payday;
    row[Feature::kGrowth] = growth(seat);
    row[Feature::kBosses] = bosses(seat);
    row[Feature::kPurge] = purge_danger(seat);
    row[Feature::kPending] = pending_turns(seat);
  }
  // What only learned figures weigh.
  void count(Seat seat, engine::FeatureRow& row) const {
    int taverns = 0;
    int breweries = 0;
    int safe = 0;
    int hidden = 0;
    int majorities = 0;
    for (int n = 0; n < s_.businesses(); ++n) {
      const Business b = business_at(n);
      if (viewer_.may_see(seat)) hidden += s_.held(seat, b);
      const auto& here = stones_[static_cast<size_t>(n)];
      const int own = here[static_cast<size_t>(index(seat))];
      if (own > 0 && own == *std::max_element(here.begin(), here.begin() + s_.players))
        ++majorities;
      if (s_.boss_of(b) != seat) continue;
      ++(s_.is_tavern(b) ? taverns : breweries);
      if (roof_after(s_, b, seat, 0).majority(seat)) ++safe;
    }
    row[Feature::kTaverns] = rounds_left_ * taverns;
    row[Feature::kBreweries] = rounds_left_ * breweries;
    row[Feature::kSafe] = rounds_left_ * safe;
    row[Feature::kHidden] = hidden;
    row[Feature::kLoose] = rounds_left_ * s_.stones(seat);
    row[Feature::kPurse] = rounds_left_ * std::min<int>(s_.money_of(seat), 20);
    row[Feature::kMajorities] = majorities;
  }

 private:
  size_t brewery_of(int tavern) const {
    return static_cast<size_t>(s_.edition->taverns + s_.contract[static_cast<size_t>(tavern)]);
  }
  int amount(Business b) const { return amount_[static_cast<size_t>(index(b))]; }
  int stones(Business b, Seat seat) const {
    return stones_[static_cast<size_t>(index(b))][static_cast<size_t>(index(seat))];
  }
  // What the seat gets of each thaler that the business pays out, in hundredths.
  int fraction(Business b, Seat seat) const {
    return part_of_thaler(stones(b, seat), all_[static_cast<size_t>(index(b))]);
  }
  void count_stones(Business b) {
    const auto n = static_cast<size_t>(index(b));
    for (int i = 0; i < s_.players; ++i) {
      const Seat seat = engine::seat_at(i);
      int count = s_.stones_on(b, seat);
      if (viewer_.may_see(seat)) count += std::min(s_.held(seat, b), s_.stones(seat));
      stones_[n][static_cast<size_t>(i)] = count;
      all_[n] += count;
    }
  }

  // Of one payday; the rest of a division, which changes with every field, counts half.
  int payout(Business b, Seat seat) const {
    const int rest = s_.boss_of(b) == seat ? rest_[static_cast<size_t>(index(b))] : 0;
    return amount(b) * fraction(b, seat) + kThaler * rest / 2;
  }
  int rest(Business b) const {
    const int all = all_[static_cast<size_t>(index(b))];
    return all > 0 ? amount(b) % all : amount(b);
  }

  // Half of what a field brings goes to the tavern and half to its brewery.
  int field_value(int tavern, int income, Seat seat) const {
    const Business brewery = business_at(static_cast<int>(brewery_of(tavern)));
    return income * (fraction(business_at(tavern), seat) + fraction(brewery, seat)) / 2;
  }
  Fields room(int tavern) const {
    return frontier(s_, s_.terrace_of(business_at(tavern))) - owned_;
  }
  // What `fields` more fields of the tavern are worth at each payday, the best first.
  int terrace_value(int tavern, int fields, Seat seat) const {
    const Fields free = room(tavern);
    const int shade = std::min(fields, (free & s_.edition->parasols).size());
    const int plain = std::min(fields, free.size()) - shade;
    return field_value(tavern,
                       s_.edition->parasol_income * shade + s_.edition->field_income * plain, seat);
  }

  // A boss will enlarge the terrace he profits from most, and another one.
  int growth(Seat seat) const {
    const int fields = 1 + rounds_left_ / kRoundsAField;
    int best = 0;
    int second = 0;
    for (int t = 0; t < s_.edition->taverns; ++t) {
      if (s_.boss_of(business_at(t)) != seat) continue;
      const int value = terrace_value(t, fields, seat);
      second = std::max(second, std::min(value, best));
      best = std::max(best, value);
    }
    return (best + second / 2) * paydays_ * figures_[Figure::kSomeDay] / 100;
  }

  int boss_value(Business b, Seat seat) const {
    return figures_[Figure::kBoss] + figures_[Figure::kBossOfAll] * fraction(b, seat) / 100;
  }
  int bosses(Seat seat) const {
    int value = 0;
    for (int n = 0; n < s_.businesses(); ++n) {
      const Business b = business_at(n);
      if (s_.boss_of(b) != seat) continue;
      value += boss_value(b, seat);
      if (roof_after(s_, b, seat, 0).majority(seat)) value += figures_[Figure::kIrremovable];
    }
    return value * std::min(rounds_left_, 7) / 7;
  }

  // A single stone on a roof that is nearly complete is about to vanish (§7).
  int purge_danger(Seat seat) const {
    int danger = 0;
    for (int n = 0; n < s_.businesses(); ++n) {
      const Business b = business_at(n);
      const int left = s_.setup().shares_per_business - s_.opened[static_cast<size_t>(n)];
      if (stones(b, seat) == 1 && left > 0 && left <= 2)
        danger += figures_[left == 1 ? Figure::kLast : Figure::kLastButOne];
    }
    return danger;
  }

  // --- turns still to come this round ---

  int pending_turns(Seat seat) const {
    int value = 0;
    for (const auto& entry : s_.agenda) {
      if (entry.a != index(seat)) continue;
      if (entry.item == Item::kExpand) value += expansion_turn(seat, entry.b);
      if (entry.item == Item::kBoss) value += boss_turn(seat, entry.b);
      if (entry.item == Item::kBuy) value += buying_turn(seat);
    }
    return value * figures_[Figure::kPromised] / 100;
  }
  int expansion_turn(Seat seat, int actions) const {
    int best = 0;
    for (int t = 0; t < s_.edition->taverns; ++t) {
      if (s_.boss_of(business_at(t)) == seat)
        best = std::max(best, terrace_value(t, actions, seat));
    }
    return best * paydays_;
  }
  bool within_reach(Business b, Seat seat) const {
    const Seat boss = s_.boss_of(b);
    if (boss == seat || s_.figures(seat) == 0 || stones(b, seat) == 0) return false;
    return (s_.new_bosses & bit(b)) == 0 &&
           (boss == Seat::kNone || !roof_after(s_, b, boss, 0).majority(boss));
  }
  int boss_turn(Seat seat, int actions) const {
    int best = 0;
    int second = 0;
    const auto consider = [&](int value) {
      second = std::max(second, std::min(value, best));
      best = std::max(best, value);
    };
    for (int n = 0; n < s_.businesses(); ++n) {
      const Business b = business_at(n);
      if (within_reach(b, seat)) {
        const int terrace = s_.is_tavern(b) ? terrace_value(n, 2, seat) * paydays_ / 2 : 0;
        consider(boss_value(b, seat) * std::min(rounds_left_, 7) / 7 +
                 (rounds_left_ > 0 ? terrace : 0));
      }
      if (!s_.is_tavern(b) || s_.boss_of(b) != seat) continue;
      for (int w = 0; w < s_.edition->breweries; ++w) {
        const Business brewery = business_at(s_.edition->taverns + w);
        if (s_.boss_of(brewery) != seat || s_.store(w) == 0) continue;
        const int gain =
            fraction(brewery, seat) - fraction(business_at(static_cast<int>(brewery_of(n))), seat);
        consider(amount(b) * gain * paydays_);
      }
    }
    return actions > 1 ? best + second : best;
  }
  // One share more of a business.
  int share_value(Business b, Seat seat) const {
    const int all = all_[static_cast<size_t>(index(b))];
    const int more = part_of_thaler(stones(b, seat) + 1, all + 1);
    const bool lone = stones(b, seat) == 0 && s_.opened[static_cast<size_t>(index(b))] + 1 >=
                                                  s_.setup().shares_per_business;
    return lone ? 0 : amount(b) * (more - fraction(b, seat)) * paydays_ + figures_[Figure::kShare];
  }
  int chip_value(Chip chip, Seat seat) const {
    const bool drunk = chip == Chip::kDrunk;
    const int income = drunk ? s_.edition->drunk_income : s_.edition->waitress_income;
    const int now = field_value(drunk ? s_.drunk : s_.waitress, income, seat);
    int best = 0;
    for (int steps = 1; steps <= 2; ++steps)
      best = std::max(best, field_value(chip_target(s_, chip, steps), income, seat) - now);
    return best;  // for the next payday; then others will have moved it
  }
  int buying_turn(Seat seat) const {
    int best = 0;
    for (Card card : s_.face_up) {
      if (card == Card::kNone) continue;
      best = std::max(
          best, is_share(card)
                    ? share_value(business_of(card), seat)
                    : chip_value(card == Card::kDrunk ? Chip::kDrunk : Chip::kWaitress, seat));
    }
    int sum = 0;
    for (int n = 0; n < s_.businesses(); ++n) sum += share_value(business_at(n), seat);
    best = std::max(best, sum / s_.businesses() * figures_[Figure::kFromPile] / 100);
    const int cost = price(s_);
    return s_.money_of(seat) < cost ? 0 : std::max(0, best - kThaler * cost);
  }

  const State& s_;
  engine::Viewer viewer_;
  const Figures figures_;
  Fields owned_;
  int paydays_ = 0;
  int rounds_left_ = 0;
  PerBusiness<int> amount_{};  // what a payday would pay out now
  PerBusiness<PerSeat<int>> stones_{};
  PerBusiness<int> all_{};
  PerBusiness<int> rest_{};  // of a payday's division, for the boss
};

}  // namespace

std::span<const engine::FeatureSpec> Goldbraeu::features() { return kFeatures; }
std::span<const engine::FigureSpec> Goldbraeu::figures() { return kMadeWith; }

void Goldbraeu::judge(const State& s, engine::Viewer viewer, engine::SeatSet seats,
                      engine::Features& out) {
  const Outlook outlook(s, viewer, Figures(out));
  for (Seat seat : seats) {
    outlook.judge(seat, out[seat]);
    if (out.learned) outlook.count(seat, out[seat]);
  }
}

// A turn has one entry on the agenda, and what it leads to takes its place; a nomination that is
// contested lies above it.
engine::Turn Goldbraeu::turn(const State& s) {
  if (s.over != 0) return {255, 0, Seat::kNone};
  const auto& top = s.agenda.top();
  const bool contested = top.item == Item::kVeto || top.item == Item::kCounter;
  const bool together = top.item == Item::kHide || top.item == Item::kChoose;
  return {s.round, static_cast<uint8_t>(s.agenda.size() - (contested ? 1 : 0)),
          together ? Seat::kNone : engine::seat_at(top.a)};
}

float Goldbraeu::progress(const State& s) {
  if (s.over != 0) return 1;
  return static_cast<float>(std::max(0, s.round - 1)) / static_cast<float>(s.edition->rounds());
}

}  // namespace goldbraeu
