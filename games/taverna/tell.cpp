// The whole table in sentences, for plain terminals and screen readers.
#include "games/taverna/rules.h"
#include "games/taverna/taverna.h"

namespace taverna {

using engine::Texts;
using engine::Viewer;

namespace {

std::string people_text(People people, const Texts& texts) {
  return std::string(texts.get("people." + std::string(kPeopleIds[static_cast<size_t>(people)])));
}

std::string symbols_text(const Symbols& symbols, const Texts& texts) {
  std::string out;
  for (int i = 0; i < kSymbols; ++i) {
    if (!symbols.contains(static_cast<Symbol>(i))) continue;
    out += (out.empty() ? "" : ", ") +
           std::string(texts.get("symbol." + std::string(kSymbolIds[static_cast<size_t>(i)])));
  }
  return out.empty() ? "—" : out;
}

class Teller {
 public:
  Teller(const State& s, Viewer viewer, const Texts& texts, std::string& out)
      : s_(s), viewer_(viewer), texts_(texts), out_(out) {}

  void run() {
    if (s_.over != 0) {
      line(get("board.over"));
    } else if (s_.round == 0) {
      line(get("board.setup"));
    } else {
      line(format("tell.turn", number(s_.round), seat_text(s_.active)));
      tell_turn();
    }
    if (s_.king != People::kNone) line(format("tell.king", people(s_.king)));
    if (s_.queen != People::kNone) line(format("tell.queen", people(s_.queen)));
    if (s_.blocked != Scoring::kNone) line(format("tell.blocked", scoring(index(s_.blocked))));
    for (int t = 0; t < kTaverns; ++t) tell_tavern(t);
    for (int i = 0; i < kPeoples; ++i) tell_track(people_at(i));
    tell_market();
    for (int i = 0; i < s_.players; ++i) tell_player(engine::seat_at(i));
    tell_scorings();
    tell_claims();
    tell_own();
  }

  // What the board shows beside a choice.
  std::string note(engine::Action action) const {
    switch (static_cast<Verb>(action.verb)) {
      case Verb::kDeed:
        return deed(action.a, action.b - 1, deed_price(s_, action.a, action.b - 1));
      case Verb::kPick:
      case Verb::kReturn:
        return symbols_text((*s_.edition)[static_cast<Customer>(action.a)].symbols, texts_);
      case Verb::kSeat:
      case Verb::kReplace:
      case Verb::kTile:
      case Verb::kTable:
        return table(place_of(action.a, action.b - 1));
      case Verb::kCast:
      case Verb::kCastSecond:
        return format("note.costs", number(s_.edition->spells[static_cast<size_t>(action.a)].cost));
      case Verb::kSell:
        return format("note.brings", number(s_.edition->sell_spell));
      case Verb::kHire:
      case Verb::kSendFor:
      case Verb::kDignitary:
        return tavern(s_.dignitary[action.a]);
      default:
        return "";
    }
  }

 private:
  std::string get(const std::string& key) const { return std::string(texts_.get(key)); }
  template <class... Args>
  std::string format(std::string_view key, const Args&... args) const {
    return texts_.format(key, args...);
  }
  void line(const std::string& text) { out_ += text + "\n"; }
  static std::string number(int value) { return std::to_string(value); }
  std::string seat_text(Seat seat) const { return get("seat." + number(index(seat))); }
  std::string people(People value) const { return people_text(value, texts_); }
  std::string tavern(int t) const {
    return get("tavern." + s_.edition->taverns[static_cast<size_t>(t)].id);
  }
  std::string symbol(int value) const {
    return get("symbol." + std::string(kSymbolIds[static_cast<size_t>(value)]));
  }
  std::string spell(int card) const { return get("spell." + s_.edition->of(card).id + ".name"); }
  std::string favour(int kind) const {
    return get("favour." + std::string(kFavourIds[static_cast<size_t>(kind)]) + ".name");
  }
  std::string scoring(int value) const {
    return get("scoring." + std::string(kScoringIds[static_cast<size_t>(value)]) + ".name");
  }
  std::string dignitary(int value) const {
    return get("dignitary." + std::string(kDignitaryIds[static_cast<size_t>(value)]) + ".name");
  }

  // Names and deeds have commas of their own.
  class List {
   public:
    explicit List(const Texts& texts) : between_(texts.get("board.semicolon")) {}
    void add(const std::string& item) {
      if (!text_.empty()) text_ += between_;
      text_ += item;
    }
    bool empty() const { return text_.empty(); }
    std::string text() const { return text_.empty() ? "—" : text_; }

   private:
    std::string_view between_;
    std::string text_;
  };

  void tell_turn() {
    if (s_.card != Customer::kNone) {
      line(format("tell.card", get("customer." + (*s_.edition)[s_.card].id), people(s_.people),
                  symbols_text(s_.symbols, texts_)));
    }
    if (s_.tavern != kNoTavern) line(format("tell.visited", tavern(s_.tavern)));
    if (s_.closed != kNoTavern) line(format("tell.closed", tavern(s_.closed)));
  }

  std::string table(Place place) const {
    const People seated = s_.at_place(place);
    return seated == People::kNone
               ? format("tell.free_table", people(s_.colour(place)))
               : format("tell.taken_table", people(s_.colour(place)), people(seated));
  }
  std::string deed(int t, int i, int price) const {
    const Seat owner = s_.deed[static_cast<size_t>(t)][static_cast<size_t>(i)];
    const std::string points = number(s_.board(t).deed[static_cast<size_t>(i)].points);
    return owner == Seat::kNone
               ? format("tell.free_deed", number(price), points)
               : format("tell.owned_deed", number(price), points, seat_text(owner));
  }
  void tell_tavern(int t) {
    List tables(texts_);
    for (int i = 0; i < s_.board(t).tables; ++i) {
      tables.add(table(place_of(t, i)));
    }
    line(format("tell.tavern", tavern(t), tables.text()));
    List deeds(texts_);
    for (int i = 0; i < s_.board(t).deeds; ++i) {
      deeds.add(deed(t, i, s_.board(t).deed[static_cast<size_t>(i)].price));
    }
    line("  " + format("tell.deeds", deeds.text()));
    List there(texts_);
    for (int i = 0; i < kGuilds; ++i) {
      if (s_.symbols_in(t).contains(static_cast<Symbol>(i))) there.add(symbol(i));
    }
    if (s_.privilege_there[static_cast<size_t>(t)] != 0) there.add(get("tell.privilege"));
    for (int d = 0; d < kDignitaries; ++d) {
      if (s_.dignitary[static_cast<size_t>(d)] == t) there.add(dignitary(d));
    }
    line("  " + format("tell.there", there.text()));
  }

  // What the levels of a track bring whoever reaches them.
  void tell_track(People track) {
    static constexpr const char* kBonuses[]{"", "tell.spells", "tell.privileges", "tell.coins",
                                            "tell.points"};
    List bonuses(texts_);
    for (size_t level = 0; level < kLevels; ++level) {
      const Bonus& bonus = s_.edition->bonus[static_cast<size_t>(track)][level];
      if (bonus.kind == BonusKind::kNothing) continue;
      bonuses.add(format("tell.level", number(static_cast<int>(level)),
                         format(kBonuses[static_cast<size_t>(bonus.kind)], number(bonus.amount))));
    }
    line(format("tell.track", people(track), bonuses.text()));
  }

  void tell_market() {
    List row(texts_);
    for (Customer customer : s_.row) {
      if (customer != Customer::kNone) row.add(customer_text(customer));
    }
    line(format("tell.row", row.text(), number(s_.customer_deck().size())));
    List castle(texts_);
    for (Favour shown : s_.display) castle.add(favour(index(shown)));
    int reserve = 0;
    for (uint8_t tiles : s_.favour_reserve()) reserve += tiles;
    line(format("tell.castle", castle.text(), number(reserve)));
    List tiles(texts_);
    for (int i = 0; i < kPeoples; ++i)
      tiles.add(people(people_at(i)) + " " + number(s_.tiles_left(people_at(i))));
    line(format("tell.supply", tiles.text(), number(s_.privileges_left()),
                number(s_.spell_pile().size()), number(s_.discard.size())));
  }

  std::string customer_text(Customer customer) const {
    const CustomerData& data = (*s_.edition)[customer];
    return get("customer." + data.id) + " (" + symbols_text(data.symbols, texts_) + ")";
  }

  void tell_player(Seat seat) {
    const bool open = s_.open_coins() || viewer_.may_see(seat);
    const std::string coins = open                    ? number(s_.coins_of(seat))
                              : s_.coins_of(seat) > 0 ? std::string("?")
                                                      : number(0);
    line(format("tell.player", seat_text(seat), number(State::at(s_.points, seat)), coins,
                number(State::at(s_.privileges, seat)), number(s_.hand_size(seat))));
    List levels(texts_);
    for (int i = 0; i < kPeoples; ++i)
      levels.add(people(people_at(i)) + " " + number(s_.level_of(seat, people_at(i))));
    line("  " + format("tell.levels", levels.text()));
    List cast(texts_);
    for (int card : State::at(s_.cast, seat)) cast.add(spell(card));
    if (!cast.empty()) line("  " + format("tell.cast", cast.text()));
    List up(texts_);
    List used(texts_);
    for (int kind = 0; kind < kFavours; ++kind) {
      for (int i = 0; i < State::at(s_.face_up, seat)[static_cast<size_t>(kind)]; ++i)
        up.add(favour(kind));
      for (int i = 0; i < State::at(s_.used, seat)[static_cast<size_t>(kind)]; ++i)
        used.add(favour(kind));
    }
    if (!up.empty()) line("  " + format("tell.favours", up.text()));
    if (!used.empty()) line("  " + format("tell.used", used.text()));
    if (s_.mode() != ReactionMode::kOff)
      line("  " +
           format("tell.order",
                  get("order." +
                      std::string(kOrderIds[static_cast<size_t>(State::at(s_.order, seat))]))));
  }

  void tell_scorings() {
    for (int i = 0; i < kScorings; ++i) {
      const Seat seat = s_.scored_by[static_cast<size_t>(i)];
      if (seat != Seat::kNone) line(format("tell.scored", scoring(i), seat_text(seat)));
    }
  }

  void tell_claims() {
    for (const Claim& claim : s_.claims) {
      const std::string what = claim.source == Source::kSpell    ? spell(claim.what)
                               : claim.source == Source::kFavour ? favour(claim.what)
                                                                 : dignitary(claim.what);
      List picks(texts_);
      const bool hidden = hides_picks(s_, claim) && !viewer_.may_see(claim.actor);
      const bool given = claim.source > Source::kFavour;
      for (int i = given ? 1 : 0; !hidden && i < claim.picks.size(); ++i)
        picks.add(pick_text(claim, i));
      line(picks.empty() ? format("tell.claim", seat_text(claim.actor), what)
                         : format("tell.claim_on", seat_text(claim.actor), what, picks.text()));
    }
  }
  std::string pick_text(const Claim& claim, int i) const {
    const engine::Action action = pick_action(s_, claim, i);
    const engine::VerbSpec& verb = spec().verbs[action.verb];
    std::array<std::string, 2> args;
    for (size_t n = 0; n < 2; ++n) {
      const int value = action.arg(static_cast<int>(n));
      if (verb.args[n] == engine::kNoArg) continue;
      args[n] = verb.args[n] == engine::kNumber    ? number(value)
                : verb.args[n] == engine::kSeatArg ? seat_text(engine::seat_at(value))
                                                   : value_text(verb.args[n], value);
    }
    return format("verb." + std::string(verb.id), args[0], args[1]);
  }
  std::string value_text(engine::DomainId domain, int value) const {
    const std::string_view pattern = spec().domains[domain - engine::kFirstDomain].text;
    const size_t star = pattern.find('*');
    return get(std::string(pattern.substr(0, star)) + value_id(*s_.edition, domain, value) +
               std::string(pattern.substr(star + 1)));
  }

  void tell_own() {
    if (viewer_.seat == Seat::kNone) return;
    List hand(texts_);
    for (int card : State::at(s_.hand, viewer_.seat)) {
      const SpellData& data = s_.edition->of(card);
      hand.add(
          format(data.lightning ? "tell.lightning" : "tell.spell", spell(card), number(data.cost)));
    }
    line(format("tell.hand", hand.text()));
    for (int i = 0; i < s_.players; ++i) {
      List known(texts_);
      for (int card : s_.hand[static_cast<size_t>(i)] & State::at(s_.known, viewer_.seat))
        known.add(spell(card));
      if (!known.empty()) line(format("tell.known", seat_text(engine::seat_at(i)), known.text()));
    }
  }

  const State& s_;
  Viewer viewer_;
  const Texts& texts_;
  std::string& out_;
};

}  // namespace

void Taverna::tell(const State& s, Viewer viewer, const Texts& texts, std::string& out) {
  Teller(s, viewer, texts, out).run();
}

std::string Taverna::note(const State& s, Seat seat, engine::Action action, const Texts& texts) {
  std::string nothing;
  return Teller(s, Viewer::at(seat), texts, nothing).note(action);
}

}  // namespace taverna
