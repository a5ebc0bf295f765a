// The table in sentences, for plain terminals and screen readers.
#include <algorithm>
#include <ranges>

#include "games/tiefenthal/rules.h"
#include "games/tiefenthal/screen.h"
#include "games/tiefenthal/tiefenthal.h"

namespace tiefenthal {

using engine::Texts;
using engine::Viewer;

std::string Words::reward_in_words(const Reward& reward) const {
  switch (reward.effect) {
    case Effect::kGainCard:
      return card(reward.card);
    case Effect::kDucats:
      return amount(reward.amount, "board.ducats");
    case Effect::kBeer:
      return amount(reward.amount, "board.beers");
    case Effect::kSchnapps:
      return amount(reward.amount, "board.schnapps");
    case Effect::kMonastery:
      return amount(reward.amount, "reward.monastery");
    case Effect::kReputation:
      return amount(reward.amount, "reward.reputation");
    case Effect::kBan:
      return get("reward.ban");
    case Effect::kSetDie:
      return get("reward.set_die");
    case Effect::kReroll:
      return get("reward.reroll");
    default:
      return amount(reward.amount, "reward.crown");
  }
}

namespace {

class Teller {
 public:
  Teller(const State& s, const Texts& texts, std::string& out)
      : s_(s), words_(*s.edition, texts), texts_(texts), out_(out) {}

  void run() {
    line(texts_.format("board.round", std::to_string(s_.round), std::to_string(s_.rounds())) +
         ". " + texts_.format("board.mug", words_.seat(s_.start)) + ".");
    tell_supply();
    for (int i = 0; i < s_.players; ++i) tell_tavern(engine::seat_at(i));
  }

 private:
  void line(const std::string& text) { out_ += indent_ + text + "\n"; }
  template <class... Args>
  void say(std::string_view key, const Args&... args) {
    line(texts_.format(key, args...));
  }
  static void list(std::string& all, const std::string& item) {
    all += (all.empty() ? "" : ", ") + item;
  }
  // What has commas of its own.
  void join(std::string& all, const std::string& item) const {
    if (!all.empty()) all += texts_.get("board.semicolon");
    all += item;
  }
  std::string none_if_empty(const std::string& text) const {
    return text.empty() ? std::string(texts_.get("board.none")) : text;
  }

  void tell_supply() {
    std::string piles;
    for (int i = 0; i < s_.staff_kinds(); ++i) {
      join(piles, texts_.format("board.pile", words_.card(card_at(i)),
                                words_.amount(s_.data(card_at(i)).price, "board.ducats"),
                                std::to_string(s_.supply[static_cast<size_t>(i)])));
    }
    say("board.tell_piles", piles);
    tell_upgrades();
    tell_monastery();
    std::string nobles;
    for (const NoblePrice& price : s_.edition->noble_prices) {
      list(nobles, texts_.format("board.price", std::to_string(price.nobles),
                                 words_.amount(price.beer, "board.beers")));
    }
    say("board.nobles_left", std::to_string(s_.nobles), nobles);
    for (int slot = 0; slot <= s_.edition->display; ++slot) {
      const Card guest = s_.guest_at(slot);
      if (guest == Card::kNone) continue;
      const CardData& data = s_.data(guest);
      std::string bonus;
      if (data.bonus.effect != Effect::kNothing)
        bonus = ", " + texts_.format("board.tell_bonus", words_.reward_in_words(data.bonus));
      say("board.tell_guest", words_.card(guest), words_.amount(data.price, "board.beers"),
          std::to_string(data.die), words_.amount(data.pays, "board.ducats"),
          words_.amount(data.points, "board.points") + bonus);
    }
    for (uint8_t card : s_.start_cards) {
      line(words_.start_card(card) + words_.colon() + words_.start_card_contents(card));
    }
  }

  void tell_upgrades() {
    std::string all;
    for (int i = 0; i < kTileCount; ++i) {
      const TileData& tile = (*s_.edition)[tile_at(i)];
      const std::string price = words_.amount(tile.cost, "board.ducats");
      join(all, tile.card == Card::kNone
                    ? texts_.format("board.price", words_.tile(tile_at(i)), price)
                    : texts_.format("board.price_less", words_.tile(tile_at(i)), price,
                                    std::to_string(tile.discount), words_.card(tile.card)));
    }
    say("board.tell_upgrades", all);
  }
  void tell_monastery() {
    std::string all;
    const auto& track = s_.edition->monastery[s_.winter() ? 1 : 0];
    for (int i = 1; i <= s_.edition->monastery_last; ++i) {
      const Reward& reward = track[static_cast<size_t>(i)];
      if (reward.effect == Effect::kNothing) continue;
      join(all,
           texts_.format("board.tell_space", std::to_string(i), words_.reward_in_words(reward)));
    }
    say("board.tell_monastery", all);
  }

  void tell_tavern(Seat seat) {
    const Tavern& t = s_.at(seat);
    say("board.tell_player", words_.seat(seat), words_.amount(s_.points(seat), "board.points"),
        words_.amount(t.ducats, "board.ducats"), words_.amount(t.beer, "board.beers"),
        words_.amount(t.bar_guests, "board.bar_guests"), std::to_string(t.monastery));
    indent_ = "  ";  // all of it is this player's
    tell_modules(t);
    tell_tables(t);
    std::string staff;
    for (int i = 0; i < kStaffKinds; ++i) {
      const int count = t.staff[static_cast<size_t>(i)];
      if (count > 0) list(staff, words_.card(card_at(i)) + " ×" + std::to_string(count));
    }
    if (!staff.empty()) say("board.tell_staff", staff);
    std::string dice;
    for (Die die : t.dice) {
      list(dice, std::string(texts_.get("die." + value_id(*s_.edition, domain::kDie, index(die)))));
    }
    if (!dice.empty()) say("board.tell_dice", dice);
    std::string coaster;
    for (uint8_t face : t.coaster) list(coaster, std::to_string(face));
    if (!coaster.empty()) say("board.tell_coaster", coaster);
    std::string tiles;
    for (int i = 0; i < kTileCount; ++i) {
      if (t.flipped(tile_at(i))) list(tiles, words_.tile(tile_at(i)));
    }
    say("board.tell_tiles", none_if_empty(tiles));
    tell_deck(t);
    indent_.clear();
  }
  void tell_modules(const Tavern& t) {
    if (!s_.winter()) return;
    std::string all = words_.amount(t.schnapps, "board.schnapps");
    for (int i = 0; i < kEntertainers; ++i) {
      const Side side = t.sides[static_cast<size_t>(i)];
      if (side != Side::kNone) list(all, words_.entertainer(i) + (side == Side::kA ? " A" : " B"));
    }
    if (in_play(s_, Part::kReputation)) {
      list(all, texts_.format("board.reputation", t.host_flipped != 0 ? "B" : "A",
                              std::to_string(t.reputation)));
    }
    if (in_play(s_, Part::kGuestBook)) {
      list(all, words_.amount(std::popcount(t.signatures), "board.signatures"));
    }
    line(all + ".");
  }
  void tell_tables(const Tavern& t) {
    std::string all;
    for (int i = 0; i < t.tables.size(); ++i) {
      const Card card = t.tables[i];
      if (card == Card::kNone) continue;
      const CardData& data = s_.data(card);
      const std::string who =
          words_.card(card) +
          (card == Card::kNoble && t.nobles > 1 ? " ×" + std::to_string(t.nobles) : "");
      const bool served = (t.served >> i & 1) != 0;
      join(all,
           texts_.format(served ? "board.table_served" : "board.table", std::to_string(i + 1), who,
                         std::to_string(data.die), words_.amount(data.pays, "board.ducats")));
    }
    if (!all.empty()) say("board.tell_tables", all);
  }
  // R41: what lies in a deck everybody knows.
  void tell_deck(const Tavern& t) {
    line(texts_.format("board.draw", std::to_string(t.deck.draw_size()),
                       std::to_string(t.deck.discards().size())) +
         ".");
    std::string top;
    for (Card card : std::views::reverse(t.deck.known_top())) list(top, words_.card(card));
    if (!top.empty()) line(texts_.format("board.top", top) + ".");
  }

  const State& s_;
  Words words_;
  const Texts& texts_;
  std::string& out_;
  std::string indent_;
};

}  // namespace

void Tiefenthal::tell(const State& s, Viewer, const Texts& texts, std::string& out) {
  Teller(s, texts, out).run();
}

std::string Tiefenthal::note(const State& s, Seat seat, engine::Action action, const Texts& texts) {
  const Words words(*s.edition, texts);
  const auto ducats = [&](int price) { return words.amount(price, "board.ducats"); };
  switch (static_cast<Verb>(action.verb)) {
    case Verb::kServe:
    case Verb::kBan: {
      const auto& tables = s.at(seat).tables;
      if (action.a == 0 || action.a > tables.size()) return "";
      const Card card = tables[action.a - 1];
      if (card == Card::kNone) return "";
      const CardData& data = s.data(card);
      return texts.format("note.person", words.card(card), std::to_string(data.die),
                          ducats(data.pays));
    }
    case Verb::kBuy:
      return ducats(s.data(card_at(action.a)).price);
    case Verb::kUpgrade:
      return ducats(upgrade_price(s, tile_at(action.a), 0));
    case Verb::kReturn:
      return ducats(upgrade_price(s, tile_at(s.agenda.top().b), action.a));
    case Verb::kRecruit: {
      const CardData& data = s.data(card_at(action.a));
      std::string bonus;
      if (data.bonus.effect != Effect::kNothing)
        bonus = ", " + texts.format("board.tell_bonus", words.reward_in_words(data.bonus));
      return texts.format("note.guest", words.amount(data.price, "board.beers"),
                          std::to_string(data.die), ducats(data.pays),
                          words.amount(data.points, "board.points")) +
             bonus;
    }
    case Verb::kNobles:
      for (const NoblePrice& price : s.edition->noble_prices) {
        if (price.nobles == action.a) return words.amount(price.beer, "board.beers");
      }
      return "";
    default:
      return "";
  }
}

}  // namespace tiefenthal
