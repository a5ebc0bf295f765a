// What a seat cannot know, imagined anew (§7).
//
// The order of the deck is nowhere in the state, so with open tokens nothing is hidden. With hidden
// tokens (R44) a seat does not know the kinds of the others' action tokens, nor the stock by kind
// except while it chooses from it. It knows how many tokens each has, what was paid for them, and
// which were played. All unseen tokens are dealt out again at random under these conditions.
#include <array>

#include "games/dicebrewing/dicebrewing.h"
#include "games/dicebrewing/rules.h"

namespace dicebrewing {
namespace {

class Redeal {
 public:
  Redeal(State& s, Seat me, engine::Chance& chance) : s_(s), me_(me), chance_(chance) {}

  void run() {
    // While the seat looks at the stock, only what the others hold is unseen.
    const bool sees_stock = sees_black_market(s_, me_);
    for (size_t k = 0; k < kTokens; ++k) {
      const auto token = static_cast<Token>(k);
      const int unseen = s_.edition->tokens[k].copies - s_.removed[k] - s_.held(me_, token);
      pool_[k] = static_cast<uint8_t>(unseen - (sees_stock ? s_.stock(token) : 0));
    }
    // Bought tokens first: the price narrows them down, and there are enough of each price.
    for (int i = 0; i < s_.seats; ++i) {
      if (engine::seat_at(i) != me_) deal_bought(s_.players[static_cast<size_t>(i)]);
    }
    for (int i = 0; i < s_.seats; ++i) {
      if (engine::seat_at(i) != me_) deal_won(s_.players[static_cast<size_t>(i)]);
    }
  }

 private:
  using Kinds = std::array<uint8_t, kTokens>;

  int price(size_t kind) const { return s_.edition->tokens[kind].price; }

  // One of the unseen tokens that `may` accepts, each equally likely.
  template <class May>
  size_t take(May may) {
    uint32_t count = 0;
    for (size_t k = 0; k < kTokens; ++k) count += may(k) ? pool_[k] : 0u;
    uint32_t at = chance_.below(count);
    for (size_t k = 0;; ++k) {
      if (!may(k)) continue;
      if (at < pool_[k]) {
        --pool_[k];
        return k;
      }
      at -= pool_[k];
    }
  }

  void deal_bought(Player& player) {
    Kinds by_price{};  // counted at the first kind of that price
    for (size_t k = 0; k < kTokens; ++k) {
      size_t first = 0;
      while (price(first) != price(k)) ++first;
      by_price[first] = static_cast<uint8_t>(by_price[first] + player.tokens[k]);
    }
    player.tokens.fill(0);
    for (size_t first = 0; first < kTokens; ++first) {
      for (int n = by_price[first]; n > 0; --n)
        ++player.tokens[take([&](size_t k) { return price(k) == price(first); })];
    }
  }

  void deal_won(Player& player) {
    int count = 0;
    for (uint8_t n : player.won) count += n;
    player.won.fill(0);
    for (; count > 0; --count) ++player.won[take([](size_t) { return true; })];
  }

  State& s_;
  Seat me_;
  engine::Chance& chance_;
  Kinds pool_{};
};

}  // namespace

void DiceBrewing::reimagine(State& s, Seat seat, engine::Chance& chance) {
  if (s.hidden_tokens()) Redeal(s, seat, chance).run();
}

}  // namespace dicebrewing
