// How well the seats stand (§14): the points there are, what the tavern will earn in the evenings
// to come, and what this evening's dice, ducats and beer can still be turned into. All amounts are
// in hundredths of a point; weights and figures are in judgement.json.
#include <algorithm>
#include <array>
#include <bit>

#include "engine/named.h"
#include "games/tiefenthal/rules.h"
#include "games/tiefenthal/tiefenthal.h"

namespace tiefenthal {
namespace {

enum class Feature : uint8_t {
  kPoints,
  kEvenings,
  kTracks,
  kBarGuests,
  kSchnapps,
  kSignatures,
  kTonight,
  kStock,
  kPay,
  kFirstStaff,
  kFirstTile = kFirstStaff + kStaffKinds,
};

constexpr Feature staff(int kind) {
  return static_cast<Feature>(static_cast<int>(Feature::kFirstStaff) + kind);
}
constexpr Feature tile(int which) {
  return static_cast<Feature>(static_cast<int>(Feature::kFirstTile) + which);
}

constexpr auto kFeatures = engine::table<Feature, engine::FeatureSpec>({
    {Feature::kPoints, {"points"}},
    {Feature::kEvenings, {"evenings"}},  // what the tavern earns in those to come
    {Feature::kTracks, {"tracks"}},      // rewards ahead
    {Feature::kBarGuests, {"bar_guests"}},
    {Feature::kSchnapps, {"schnapps"}},
    {Feature::kSignatures, {"signatures"}},
    {Feature::kTonight, {"tonight"}},  // the best use of this evening's dice, ducats and beer
    {Feature::kStock, {"stock"}},      // ducats and beer that are kept
    // What `evenings` is made of, one by one: for each evening to come
    {Feature::kPay, {"pay", false, true}},  // what a person pays, in hundredths
    {staff(0), {"beer_merchants", false, true}},
    {staff(1), {"dishwashers", false, true}},
    {staff(2), {"waitresses", false, true}},
    {staff(3), {"tables", false, true}},
    {staff(4), {"suppliers", false, true}},
    {staff(5), {"bards", false, true}},
    {tile(0), {"table_tile", false, true}},
    {tile(1), {"waitress_tile", false, true}},
    {tile(2), {"cashbox_tile", false, true}},
    {tile(3), {"monk_tile", false, true}},
    {tile(4), {"dishwashing_tile", false, true}},
    {tile(5), {"safe_tile", false, true}},
    {tile(6), {"barrel_tile", false, true}},
    {tile(7), {"supplier_tile", false, true}},
    {tile(8), {"beer_storage_tile", false, true}},
});

// What the features are made with, in hundredths of a point.
enum class Figure : uint8_t {
  kFirstStaff,                             // what a card brings in every evening in which it works
  kFirstTile = kFirstStaff + kStaffKinds,  // the same of a tile
  kPay = kFirstTile + kTileCount,          // what is paid: about so many tables are served
  kEarly,                                  // percent more for each evening beyond the third last
  kStep,                                   // on a track
  kDucat,
  kBeer,
  kSchnapps,
  kCard,       // that a reward gives, beside its points
  kBan,        // somebody who need not come back
  kWashed,     // ducats, in hundredths, that a dishwasher finds
  kInSafe,     // a ducat that is kept
  kInStorage,  // a beer that is kept
};

constexpr Figure staff_figure(int kind) {
  return static_cast<Figure>(static_cast<int>(Figure::kFirstStaff) + kind);
}
constexpr Figure tile_figure(int which) {
  return static_cast<Figure>(static_cast<int>(Figure::kFirstTile) + which);
}

constexpr auto kFigures = engine::table<Figure, engine::FigureSpec>({
    {staff_figure(0), {"beer_merchant"}},
    {staff_figure(1), {"dishwasher"}},
    {staff_figure(2), {"waitress"}},
    {staff_figure(3), {"table"}},
    {staff_figure(4), {"supplier"}},
    {staff_figure(5), {"bard"}},
    {tile_figure(0), {"table_tile"}},
    {tile_figure(1), {"waitress_tile"}},
    {tile_figure(2), {"cashbox_tile"}},
    {tile_figure(3), {"monk_tile"}},
    {tile_figure(4), {"dishwashing_tile"}},
    {tile_figure(5), {"safe_tile"}},
    {tile_figure(6), {"barrel_tile"}},
    {tile_figure(7), {"supplier_tile"}},
    {tile_figure(8), {"beer_storage_tile"}},
    {Figure::kPay, {"pay"}},
    {Figure::kEarly, {"early", 30}},
    {Figure::kStep, {"step"}},
    {Figure::kDucat, {"ducat"}},
    {Figure::kBeer, {"beer"}},
    {Figure::kSchnapps, {"schnapps"}},
    {Figure::kCard, {"card"}},
    {Figure::kBan, {"ban"}},
    {Figure::kWashed, {"washed"}},
    {Figure::kInSafe, {"in_safe"}},
    {Figure::kInStorage, {"in_storage"}},
});

constexpr int kOne = 256;  // probabilities are in 256ths
constexpr int kMaxBudget = 40;

using Figures = engine::FiguresBy<Figure>;

int reward_worth(const State& s, const Figures& figures, const Reward& reward) {
  switch (reward.effect) {
    case Effect::kGainCard:
      return figures[Figure::kCard] + 100 * s.data(reward.card).points;
    case Effect::kDucats:
      return figures[Figure::kDucat] * reward.amount;
    case Effect::kBeer:
      return figures[Figure::kBeer] * reward.amount;
    case Effect::kSchnapps:
      return figures[Figure::kSchnapps] * reward.amount;
    case Effect::kMonastery:
    case Effect::kReputation:
      return figures[Figure::kStep] * reward.amount;
    case Effect::kBan:
      return figures[Figure::kBan];
    case Effect::kCrown:
      return 1000 * reward.amount;
    default:
      return 0;
  }
}

// One tavern, looked at once.
class Outlook {
 public:
  Outlook(const State& s, Seat seat, const Figures& figures)
      : s_(s), e_(*s.edition), t_(s.at(seat)), seat_(seat), figures_(figures) {
    measure_turn();
    measure_deck();
  }

  void judge(engine::FeatureRow& row) const {
    row.values.fill(0);
    row[Feature::kPoints] = s_.points(seat_);
    row[Feature::kEvenings] = in_evenings(evening_worth());
    if (!pending_ && evenings_ == 0) {
      row[Feature::kStock] = t_.ducats + t_.beer;  // R24: for ties only
      return;
    }
    row[Feature::kTracks] = tracks_worth();
    row[Feature::kBarGuests] = t_.bar_guests;
    row[Feature::kSchnapps] = t_.schnapps;
    row[Feature::kSignatures] = std::popcount(t_.signatures);
    if (pending_) {
      row[Feature::kTonight] = tonight();
    } else {
      row[Feature::kStock] =
          (figures_[Figure::kDucat] * t_.ducats + figures_[Figure::kBeer] * t_.beer) * 2 / 3;
    }
  }
  // What only learned figures weigh.
  void count(engine::FeatureRow& row) const {
    row[Feature::kPay] = evenings_ * 100 * pay_ / std::max(1, persons_);
    for (int i = 0; i < kStaffKinds; ++i) {
      row[staff(i)] = evenings_ * seen_ * staff_[static_cast<size_t>(i)];
    }
    for (int i = 0; i < kTileCount; ++i) row[tile(i)] = t_.flipped(tile_at(i)) ? evenings_ : 0;
  }

 private:
  // Has this seat still something to do this evening, and how many evenings come after it?
  void measure_turn() {
    evenings_ = s_.rounds() - s_.round;
    if (s_.agenda.empty()) return;
    const auto& lowest = *s_.agenda.begin();
    const auto turn = [&](Seat seat) {
      return (index(seat) - index(s_.start) + s_.players) % s_.players;
    };
    pending_ = lowest.item != Item::kServe || turn(seat_) >= turn(engine::seat_at(lowest.a));
    // Before the tavern has filled this evening is one like all to come.
    if (t_.tables.empty() && pending_) {
      pending_ = false;
      ++evenings_;
    }
  }
  void add(Card card) {
    const CardData& data = s_.data(card);
    if (data.kind == CardClass::kStaff) {
      ++staff_[static_cast<size_t>(card)];
    } else if (card != Card::kNoble) {
      ++persons_;
      pay_ += data.pays;
    } else {
      nobles_ = true;
    }
  }
  void measure_deck() {
    for (Card card : t_.deck) add(card);
    for (Card card : t_.tables) {
      if (card != Card::kNone) add(card);
    }
    for (size_t i = 0; i < staff_.size(); ++i) staff_[i] += t_.staff[i];
    if (nobles_) {
      ++persons_;
      pay_ += e_[Card::kNoble].pays;
    }
    const int tables =
        2 * (t_.flipped(Tile::kTables) ? e_[Tile::kTables].upgraded : e_[Tile::kTables].base) +
        staff_[index(Card::kTable)];
    seen_ = std::min(kOne, kOne * tables / std::max(1, 2 * persons_));
  }

  // What brings so much in every evening, in those to come.
  int in_evenings(int worth) const {
    return evenings_ * worth * (100 + figures_[Figure::kEarly] * (evenings_ - 3)) / 100;
  }
  int staff_worth(int kind) const { return seen_ * figures_[staff_figure(kind)] / kOne; }
  int pay_worth(int more_pay, int more_persons) const {
    return figures_[Figure::kPay] * (pay_ + more_pay) / std::max(1, persons_ + more_persons);
  }
  int evening_worth() const {
    int sum = pay_worth(0, 0);
    for (int i = 0; i < kStaffKinds; ++i) {
      const int most = card_at(i) == Card::kWaitress ? 5 : 8;
      sum += std::min(staff_[static_cast<size_t>(i)], most) * staff_worth(i);
    }
    for (int i = 0; i < kTileCount; ++i) {
      if (t_.flipped(tile_at(i))) sum += figures_[tile_figure(i)];
    }
    return sum;
  }

  // Rewards ahead count the more the nearer they are.
  int tracks_worth() const {
    int sum = 0;
    int weight = kOne;
    int space = t_.monastery;
    for (int step = 0; step < 8; ++step) {
      weight = weight * 4 / 5;
      space = space == e_.monastery_last ? 0 : space + 1;
      sum += weight *
             reward_worth(s_, figures_,
                          e_.monastery[s_.winter() ? 1 : 0][static_cast<size_t>(space)]) /
             kOne;
    }
    if (s_.modules() < 3 || t_.host_flipped != 0) return sum;
    weight = kOne;
    for (int ahead = t_.reputation + 1; ahead <= e_.reputation_last; ++ahead) {
      weight = weight * 4 / 5;
      sum += weight * reward_worth(s_, figures_, e_.reputation[static_cast<size_t>(ahead)]) / kOne;
    }
    return sum;
  }

  // --- this evening ---
  struct Takings {
    int ducats = 0;
    int beer = 0;
    int other = 0;  // steps, dice still to come
  };

  // The best of a few ways to lay the dice: for ducats, for beer, for both.
  int tonight() const {
    const int missing =
        e_.white_dice - static_cast<int>(std::count_if(t_.dice.begin(), t_.dice.end(), is_white));
    const bool drafting = s_.agenda.begin()->item != Item::kServe;
    constexpr std::array<std::array<int, 2>, 3> kPrices{{{100, 100}, {150, 60}, {60, 150}}};
    std::array<Takings, kPrices.size()> takings;
    int most = 0;
    for (size_t i = 0; i < kPrices.size(); ++i) {
      takings[i] = lay_dice(kPrices[i][0], kPrices[i][1], drafting ? missing : 0);
      takings[i].ducats = std::clamp(takings[i].ducats, 0, kMaxBudget);
      most = std::max(most, takings[i].ducats);
    }
    std::array<int16_t, kMaxBudget + 1> bargains;
    list_bargains(bargains, most);
    int best = 0;
    for (const Takings& got : takings) {
      best = std::max(best,
                      got.other + bargains[static_cast<size_t>(got.ducats)] + beer_worth(got.beer));
    }
    return best;
  }

  // What a die of this face earns on its best free space, by these prices.
  struct Space {
    int worth = 0;
    int table = -1;
    Takings gain;
  };
  Space best_space(int face, uint32_t served, int ducat, int beer) const {
    Space best;
    for (int i = 0; i < t_.tables.size(); ++i) {
      if (t_.tables[i] == Card::kNone || (served >> i & 1) != 0) continue;
      const CardData& person = s_.data(t_.tables[i]);
      if (person.die == face && person.pays * ducat > best.worth) {
        best = {person.pays * ducat, i, {person.pays, 0, 0}};
      }
    }
    if ((e_[Tile::kSupplier].accepts >> face & 1) != 0 && s_.delivery(t_) * beer > best.worth) {
      best = {s_.delivery(t_) * beer, -1, {0, s_.delivery(t_), 0}};
    }
    const int steps = figures_[Figure::kStep] * s_.value(t_, Tile::kMonk);
    if ((e_[Tile::kMonk].accepts >> face & 1) != 0 && steps > best.worth) {
      best = {steps, -1, {0, 0, steps}};
    }
    return best;
  }
  Takings lay_dice(int ducat, int beer, int missing) const {
    Takings sum{t_.ducats, t_.beer, 0};
    uint32_t served = t_.served;
    int idle = 0;
    for (Die die : t_.dice) {
      const Space space = best_space(face_of(die), served, ducat, beer);
      if (space.table >= 0) served |= 1u << space.table;
      sum.ducats += space.gain.ducats;
      sum.beer += space.gain.beer;
      sum.other += space.gain.other;
      idle += space.worth == 0 ? 1 : 0;
    }
    // Dishwashers mostly find a die a better place; dice without one go to cash box and barrel.
    const int helped = std::min({s_.dishwashers(t_), idle, 2});
    sum.ducats += figures_[Figure::kWashed] * helped / 100;
    idle += missing - helped;
    if (idle > 0 && t_.cashbox_used == 0) {
      sum.ducats += s_.value(t_, Tile::kCashbox);
      --idle;
    }
    if (idle > 0 && t_.barrel_used == 0) sum.beer += s_.value(t_, Tile::kBarrel);
    if (missing == 0) return sum;
    int by_face = 0;  // a die still to be drafted is one of the better ones
    for (int face = 1; face <= kFaces; ++face)
      by_face += best_space(face, served, ducat, beer).worth;
    sum.other += missing * by_face / (kFaces - 1);
    return sum;
  }

  // What so many ducats can be turned into at best, for every sum up to `most`.
  void list_bargains(std::array<int16_t, kMaxBudget + 1>& best, int most) const {
    const auto offer = [&](int price, int worth) {
      for (int budget = most; budget >= price; --budget) {
        const auto at = static_cast<size_t>(budget);
        best[at] =
            std::max(best[at], static_cast<int16_t>(best[at - static_cast<size_t>(price)] + worth));
      }
    };
    const int kept = evenings_ > 0 ? s_.value(t_, Tile::kSafe) : 0;
    for (int i = 0; i <= most; ++i) {
      best[static_cast<size_t>(i)] = static_cast<int16_t>(
          i + (evenings_ > 0 ? figures_[Figure::kInSafe] * std::min(i, kept) : 0));
    }
    const int noble = s_.nobles > 0 ? 1000 * e_.upgrade_nobles : 0;
    for (int i = 0; i < kTileCount; ++i) {
      const TileData& tile = e_[tile_at(i)];
      if (t_.flipped(tile_at(i))) continue;
      const int cards = tile.card == Card::kNone ? 0 : t_.staff_of(tile.card);
      const int price = std::max(0, tile.cost - cards * tile.discount);
      const int lost =
          tile.card == Card::kNone
              ? 0
              : (tile.cost - price) / std::max<int>(1, tile.discount) *
                    (in_evenings(staff_worth(index(tile.card))) + 100 * s_.data(tile.card).points);
      offer(price, std::max(0, noble + in_evenings(figures_[tile_figure(i)]) - lost));
    }
    for (int i = 0; i < s_.staff_kinds(); ++i) {
      const CardData& card = s_.data(card_at(i));
      if (s_.supply[static_cast<size_t>(i)] == 0 ||
          t_.bought[static_cast<size_t>(i)] >= e_.buys_per_kind)
        continue;
      offer(card.price, 100 * card.points + in_evenings(staff_worth(i)));
    }
  }

  // What so much beer is worth at one of the prices; `left`: what is left over of it, by amount.
  int one_price_for(int beer, const int* left) const {
    int best = beer + (evenings_ > 0 ? figures_[Figure::kInStorage] *
                                           std::min(beer, s_.value(t_, Tile::kBeerStorage))
                                     : 0);
    for (const NoblePrice& price : e_.noble_prices) {
      if (beer < price.beer || s_.nobles < price.nobles) continue;
      const int rest = left != nullptr && beer >= 2 * price.beer ? left[beer - price.beer] : 0;
      best = std::max(best, 1000 * price.nobles + rest);
    }
    return best;
  }
  // From the least beer on: a made-up position may have any amount of it, and all ways to spend
  // that are more than can be gone through.
  int nobles_for(int beer) const {
    constexpr int kMost = 400;  // more than anybody ever has; beyond it counts as it is
    int cheapest = kMost;
    for (const NoblePrice& price : e_.noble_prices) cheapest = std::min<int>(cheapest, price.beer);
    if (beer < 2 * cheapest) return one_price_for(beer, nullptr);
    if (beer > kMost) return nobles_for(kMost) + beer - kMost;
    std::array<int, kMost + 1> left;
    for (int b = 0; b <= beer; ++b) left[static_cast<size_t>(b)] = one_price_for(b, left.data());
    return left[static_cast<size_t>(beer)];
  }
  int beer_worth(int beer) const {
    int best = nobles_for(beer);
    if (t_.recruited >= e_.recruits_per_turn) return best;
    for (int slot = 0; slot <= e_.display; ++slot) {
      const Card guest = s_.guest_at(slot);
      if (guest == Card::kNone || s_.data(guest).price > beer) continue;
      const CardData& data = s_.data(guest);
      const int pays = in_evenings(pay_worth(data.pays, 1) - pay_worth(0, 0));
      best = std::max(best, 100 * data.points + pays + reward_worth(s_, figures_, data.bonus) +
                                nobles_for(beer - data.price));
    }
    return best;
  }

  const State& s_;
  const Edition& e_;
  const Tavern& t_;
  const Seat seat_;
  const Figures figures_;
  int evenings_ = 0;
  bool pending_ = false;
  bool nobles_ = false;
  int persons_ = 0;
  int pay_ = 0;
  int seen_ = 0;  // how likely a card is to turn up in an evening
  std::array<int, kStaffKinds> staff_{};
};

}  // namespace

std::span<const engine::FeatureSpec> Tiefenthal::features() { return kFeatures; }
std::span<const engine::FigureSpec> Tiefenthal::figures() { return kFigures; }

void Tiefenthal::judge(const State& s, engine::Viewer, engine::SeatSet seats,
                       engine::Features& out) {
  const Figures figures(out);
  for (Seat seat : seats) {
    const Outlook outlook(s, seat, figures);
    outlook.judge(out[seat]);
    if (out.learned) outlook.count(out[seat]);
  }
}

// The menu of a serving turn lies under all that it leads to.
engine::Turn Tiefenthal::turn(const State& s) {
  if (s.agenda.empty()) return {255, 0, Seat::kNone};
  const auto& lowest = *s.agenda.begin();
  const bool together = !asked_together(s).empty();
  return {s.round, static_cast<uint8_t>(together ? s.agenda.top().item : lowest.item),
          together ? Seat::kNone : engine::seat_at(s.agenda.top().a)};
}

float Tiefenthal::progress(const State& s) {
  if (s.agenda.empty()) return 1;
  return static_cast<float>(std::max(0, s.round - 1)) / static_cast<float>(s.rounds());
}

}  // namespace tiefenthal
