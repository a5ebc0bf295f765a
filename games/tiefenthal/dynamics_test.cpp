// What holds over a whole game, action by action (§11): gains, limits, the course of play.
#include <algorithm>
#include <bit>
#include <numeric>

#include "games/tiefenthal/test_table.h"

namespace tiefenthal::dynamics_test {

using namespace tiefenthal::test;

int cards_of(const Tavern& t) {
  int count = t.deck.size() + t.nobles;
  for (uint8_t staff : t.staff) count += staff;
  for (Card card : t.tables) count += card != Card::kNone && card != Card::kNoble ? 1 : 0;
  return count;
}

EventKind kind_of(const Event& event) { return static_cast<EventKind>(event.kind); }

// What the events say one player got and did.
struct Ledger {
  int cards = 0;
  int points = 0;
  int upgrades = 0;
  int flips = 0;
  int turns = 0;
};

class Log {
 public:
  explicit Log(const State& start) : s_(start) {
    for (size_t i = 0; i < s_.players; ++i) {
      books_[i].cards = cards_of(s_.taverns[i]);
      books_[i].points = s_.card_points(s_.taverns[i]);
    }
  }
  void read(const Event& event) {
    Ledger& book = books_[static_cast<size_t>(event.args[0]) % kMaxPlayers];
    switch (kind_of(event)) {
      case EventKind::kGained:
      case EventKind::kBought:
      case EventKind::kRecruited:
        gain(book, card_at(event.args[1]), 1);
        break;
      case EventKind::kBanned:
        gain(book, card_at(event.args[1]), -1);
        break;
      case EventKind::kReturned:
        gain(book, card_at(event.args[1]), -event.args[2]);
        break;
      case EventKind::kUpgraded:
        ++book.upgrades;
        break;
      case EventKind::kFlipped:
        ++book.flips;
        break;
      case EventKind::kTurn:
        ++book.turns;
        break;
      default:
        break;
    }
  }
  const Ledger& of(int seat) const { return books_[static_cast<size_t>(seat)]; }

 private:
  void gain(Ledger& book, Card card, int count) {
    book.cards += count;
    book.points += count * s_.data(card).points;
  }
  State s_;
  std::array<Ledger, kMaxPlayers> books_{};
};

template <class Watch>
void over_all_games(Watch watch) {
  for (const std::string& variants : all_variants()) {
    for (int players = 2; players <= kMaxPlayers; ++players) {
      for (uint64_t seed = 1; seed <= 6; ++seed) watch(players, variants_of(variants), seed);
    }
  }
}

// Invariants 12, 13 and 14.
TEST(TiefenthalDynamics, TheLogOfGainsAgreesWithTheDecksAndThePoints) {
  over_all_games([](int players, const engine::Variants& variants, uint64_t seed) {
    Log log(dealt(players, variants, seed));
    const bool drafted = variants.values[0] >= 3;  // decks are dealt by start cards
    bool dealt_yet = !drafted;
    const State last = play_random(players, variants, seed, [&](const Moment& moment) {
      if (!dealt_yet && moment.after.round > 0) {
        log = Log(moment.after);
        dealt_yet = true;
        return;
      }
      for (const Event& event : moment.events) log.read(event);
      if (!dealt_yet) return;
      for (int i = 0; i < players; ++i) {
        EXPECT_EQ(cards_of(moment.after.at(seat_at(i))), log.of(i).cards);
      }
    });
    const engine::Outcome outcome = Tiefenthal::outcome(last);
    for (int i = 0; i < players; ++i) {
      const Tavern& t = last.at(seat_at(i));
      const int bar = t.host_flipped != 0 ? edition().host_points[t.reputation] : 0;
      EXPECT_EQ(outcome.score[static_cast<size_t>(i)], log.of(i).points + bar);
      EXPECT_EQ(std::popcount(t.upgraded), log.of(i).upgrades + log.of(i).flips);
      EXPECT_LE(log.of(i).flips, 1);
      EXPECT_EQ(log.of(i).turns, last.rounds());
    }
  });
}

int crowns(const Reward& reward) { return reward.effect == Effect::kCrown ? reward.amount : 0; }

// The nobles that an action ought to bring, by all else it moved and told.
int nobles_due(const Moment& moment) {
  const State& s = moment.before;
  std::array<size_t, kMaxPlayers> signatures{};
  std::array<bool, kMaxPlayers> flipped{};
  int due = 0;
  for (size_t i = 0; i < s.players; ++i) {
    const Tavern& t = s.taverns[i];
    signatures[i] = static_cast<size_t>(std::popcount(t.signatures));
    flipped[i] = t.host_flipped != 0;
    for (int at = t.monastery; at != moment.after.taverns[i].monastery;) {
      at = at == edition().monastery_last ? 0 : at + 1;
      due += crowns(edition().monastery[s.winter() ? 1 : 0][static_cast<size_t>(at)]);
    }
  }
  for (const Event& event : moment.events) {
    const auto seat = static_cast<size_t>(event.args[0]) % kMaxPlayers;
    const auto what = static_cast<size_t>(event.args[1]);
    if (kind_of(event) == EventKind::kUpgraded) due += edition().upgrade_nobles;
    if (kind_of(event) == EventKind::kNobles) due += event.args[1];
    if (kind_of(event) == EventKind::kRecruited) due += crowns(edition().cards[what].bonus);
    if (kind_of(event) == EventKind::kReputation && !flipped[seat])
      due += crowns(edition().reputation[what]);
    if (kind_of(event) == EventKind::kHostFlipped) flipped[seat] = true;
    if (kind_of(event) == EventKind::kSigned) due += crowns(edition().book[++signatures[seat]]);
  }
  return due;
}

// Invariant 8: with every upgrade, even one that costs nothing, by crowns and for beer; a free flip
// brings none.
TEST(TiefenthalDynamics, NoblesComeFromUpgradesCrownsAndBeer) {
  int by_crowns = 0;
  over_all_games([&](int players, const engine::Variants& variants, uint64_t seed) {
    play_random(players, variants, seed, [&](const Moment& moment) {
      int gained = 0;
      bool paid = false;
      for (const Event& event : moment.events) {
        gained +=
            kind_of(event) == EventKind::kGained && event.args[1] == index(Card::kNoble) ? 1 : 0;
        paid =
            paid || kind_of(event) == EventKind::kUpgraded || kind_of(event) == EventKind::kNobles;
      }
      EXPECT_EQ(gained, std::min<int>(nobles_due(moment), moment.before.nobles));
      by_crowns += paid ? 0 : gained;
    });
  });
  EXPECT_GT(by_crowns, 20);
}

// Invariants 4, 5 and 9: dice, purse, limits of a turn.
TEST(TiefenthalDynamics, DiceAndPursesStayInBounds) {
  over_all_games([](int players, const engine::Variants& variants, uint64_t seed) {
    play_random(players, variants, seed, [&](const Moment& moment) {
      const State& s = moment.after;
      for (int i = 0; i < players; ++i) {
        const Tavern& t = s.at(seat_at(i));
        const bool credit = s.variant(Variant::kCredit) != 0;
        EXPECT_TRUE(credit || !in_debt(t));
        EXPECT_FALSE(t.ducats < 0 && t.beer < 0);
        EXPECT_GE(s.dishwashers(t), 0);
        EXPECT_LE(t.recruited, 1);
      }
      for (const Event& event : moment.events) {
        if (kind_of(event) != EventKind::kStored) continue;
        EXPECT_LE(event.args[1], 5);
        EXPECT_LE(event.args[2], 5);
      }
    });
  });
}

// The monastery steps that the events of an action announce.
void count_steps(const Moment& moment, std::array<int, kMaxPlayers>& steps) {
  for (const Event& event : moment.events) {
    const auto seat = static_cast<size_t>(event.args[0]) % kMaxPlayers;
    const auto what = static_cast<size_t>(event.args[1]);
    const auto count = [&](const Reward& reward) {
      if (reward.effect == Effect::kMonastery) steps[seat] += reward.amount;
    };
    if (kind_of(event) == EventKind::kPrayed) steps[seat] += event.args[2];
    if (kind_of(event) == EventKind::kBarGuestUsed) ++steps[seat];
    if (kind_of(event) == EventKind::kRecruited) count(edition().cards[what].bonus);
    if (kind_of(event) != EventKind::kSchnappsUsed) continue;
    const Side side = moment.before.taverns[seat].sides[what];
    count(edition().entertainers[what][static_cast<size_t>(side)]);
  }
}

// Invariant 7: every step of the monastery comes from a die, a bar guest, an entertainer or a
// reward.
TEST(TiefenthalDynamics, EveryMonasteryStepIsAccountedFor) {
  for (const char* variants : {"", "modules=2", "modules=5"}) {
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      std::array<int, kMaxPlayers> steps{};
      const State last = play_random(3, variants_of(variants), seed,
                                     [&](const Moment& moment) { count_steps(moment, steps); });
      for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(last.at(seat_at(i)).monastery, steps[static_cast<size_t>(i)] % 23) << seed;
      }
    }
  }
}

// Invariant 6: a bar guest comes with rounds 1, 4 and 6, and every use spends one.
TEST(TiefenthalDynamics, BarGuestsAreSpentOnce) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    std::array<int, kMaxPlayers> bar{};
    bar.fill(1);  // that of round 1 came at set-up
    play_random(4, variants_of("modules=2"), seed, [&](const Moment& moment) {
      for (const Event& event : moment.events) {
        const auto seat = static_cast<size_t>(event.args[0]) % kMaxPlayers;
        if (kind_of(event) == EventKind::kGotBarGuest) ++bar[seat];
        if (kind_of(event) == EventKind::kRedrew || kind_of(event) == EventKind::kBarGuestUsed)
          --bar[seat];
      }
      for (size_t i = 0; i < bar.size(); ++i) {
        EXPECT_EQ(moment.after.taverns[i].bar_guests, bar[i]);
      }
    });
  }
}

TEST(TiefenthalDynamics, TilesNeverFlipBack) {
  over_all_games([](int players, const engine::Variants& variants, uint64_t seed) {
    play_random(players, variants, seed, [&](const Moment& moment) {
      for (int i = 0; i < players; ++i) {
        const uint16_t before = moment.before.at(seat_at(i)).upgraded;
        EXPECT_EQ(before & moment.after.at(seat_at(i)).upgraded, before);
      }
    });
  });
}

}  // namespace tiefenthal::dynamics_test
