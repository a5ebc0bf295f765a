// Standing orders: what they may say, what they answer, and that nobody else learns of them. Played
// with whatever game asks out of turn.
#include "server/orders.h"

#include <algorithm>

#include "server/table.h"
#include "server/testing.h"

namespace server_test {
namespace {

using engine::Seat;
using server::By;
using server::Orders;
using server::Table;

constexpr int64_t kNoon = 1'000'000;

const engine::AnyGame& reacting_game() {
  for (const engine::AnyGame* game : games::all()) {
    if (game->spec().reactions.orders_on.given()) return *game;
  }
  ADD_FAILURE() << "no game asks out of turn";
  return game();
}

std::string sitter(Seat seat) { return "p" + std::to_string(engine::index_of(seat)); }

// Three people at a table where all begin with orders, if the game can; then these are switched
// off, or not.
std::unique_ptr<Table> correspondence(const std::string& secret, bool off = true,
                                      server::ClockRule clock = {},
                                      const engine::AnyGame& game = reacting_game()) {
  server::Head head;
  head.clock = clock;
  head.game = &game;
  const engine::GameSpec& spec = game.spec();
  head.variants = engine::default_variants(spec);
  const engine::Reactions& reactions = spec.reactions;
  if (reactions.orders_on.given()) reactions.orders_on.choose_in(head.variants);
  if (clock.on() && reactions.seconds.given()) {
    engine::VariantRef{reactions.seconds.variant, 7}.choose_in(head.variants);
  }
  head.secret = secret;
  head.host = engine::seat_at(0);
  for (int i = 0; i < 3; ++i) {
    server::Chair chair;
    chair.kind = server::SeatKind::kPerson;
    chair.person = sitter(engine::seat_at(i));
    head.chairs.push_back(chair);
  }
  auto table = Table::create("table", head, kNoon);
  EXPECT_TRUE(table) << table.error.text;
  EXPECT_FALSE((*table)->start(sitter(head.host), std::nullopt, kNoon));
  for (int i = 0; i < 3 && off; ++i) {
    EXPECT_FALSE((*table)->set_orders(sitter(engine::seat_at(i)), {}, kNoon));
  }
  return std::move(*table);
}

std::vector<std::string> allowed_for(const Table& table, Seat seat) {
  engine::Offer offer(engine::Offer::Keep::kLegal);
  table.match()->offer(seat, offer);
  std::vector<std::string> actions;
  for (const engine::Option& option : offer) {
    actions.push_back(table.game().action_id(*table.match()->edition(), option.action));
  }
  return actions;
}

std::string default_of(const Table& table, Seat seat) {
  return table.game().action_id(*table.match()->edition(), table.match()->fallback(seat));
}

// Something else that the seat could answer; empty: nothing.
std::string other_answer(const Table& table, Seat seat) {
  for (const std::string& action : allowed_for(table, seat)) {
    if (action != default_of(table, seat)) return action;
  }
  return "";
}

Seat asked_seat(const Table& table) { return table.match()->acting().front(); }

// Plays at random until the seat that is asked out of turn suits; false: the game ended before.
bool play_until(Table& table, uint64_t seed, const std::function<bool(Seat)>& suits) {
  engine::Chance will(seed);
  while (table.status() == store::Status::kPlaying) {
    const Seat seat = asked_seat(table);
    if (table.match()->out_of_turn(seat) && suits(seat)) return true;
    const std::vector<std::string> actions = allowed_for(table, seat);
    const auto pick = will.below(static_cast<uint32_t>(actions.size()));
    EXPECT_EQ(table.act(sitter(seat), table.n(), {actions[pick]}, kNoon).done, 1);
  }
  return false;
}

// The same table, read from the list that a store would have.
std::unique_ptr<Table> copy_of(const std::vector<store::Entry>& entries) {
  auto table = Table::open("table", entries, kNoon);
  EXPECT_TRUE(table) << table.error.text;
  return std::move(*table);
}

std::string told(const Table& table, const engine::Event& event, Seat seat) {
  return table.game().event_id(*table.match()->edition(), event, engine::Viewer::at(seat));
}

// What the orders do with the question the table waits with.
std::string answer_with(const std::vector<store::Entry>& entries, const Orders& orders) {
  const std::unique_ptr<Table> table = copy_of(entries);
  const Seat seat = asked_seat(*table);
  EXPECT_FALSE(table->set_orders(sitter(seat), orders, kNoon));
  EXPECT_TRUE(table->answer_by_orders(kNoon));
  const server::Entry& last = table->log().back().entry;
  EXPECT_EQ(last.kind, server::EntryKind::kAct);
  EXPECT_EQ(last.seat, seat);
  EXPECT_EQ(last.by, By::kOrders);
  return last.text;
}

// For who is silent the clock passes soon, and it costs nothing of the bank.
TEST(Reactions, HaveTheirOwnTimeAtATableWithAClock) {
  const std::unique_ptr<Table> table = correspondence("1", true, {1000, 5000});
  ASSERT_FALSE(table->match()->out_of_turn(asked_seat(*table)));
  EXPECT_EQ(table->deadline(), kNoon + 6000);
  ASSERT_TRUE(play_until(*table, 1, [](Seat) { return true; }));
  const Seat seat = asked_seat(*table);
  const std::string usual = default_of(*table, seat);
  EXPECT_EQ(table->deadline(), kNoon + 7000);
  EXPECT_EQ(table->clock(seat, kNoon + 2000).move, 5000);
  EXPECT_EQ(table->clock(seat, kNoon + 2000).bank, 5000);
  const int64_t asked = table->n();
  table->time_out(kNoon + 6999);
  EXPECT_EQ(table->n(), asked);
  table->time_out(kNoon + 7000);
  ASSERT_EQ(table->n(), asked + 1);
  const server::Entry& last = table->log().back().entry;
  EXPECT_EQ(last.seat, seat);
  EXPECT_EQ(last.by, By::kClock);
  EXPECT_EQ(last.text, usual);
  EXPECT_EQ(table->clock(seat, kNoon + 7000).bank, 5000);
}

TEST(StandingOrders, FitTheBeginningWordByWord) {
  EXPECT_TRUE(server::fits("cast ward", "cast ward"));
  EXPECT_TRUE(server::fits("cast", "cast ward"));
  EXPECT_TRUE(server::fits("rose * elf", "rose red elf 4"));
  EXPECT_TRUE(server::fits("* red", "rose red elf 4"));
  EXPECT_FALSE(server::fits("cast war", "cast ward"));
  EXPECT_FALSE(server::fits("rose * orc", "rose red elf 4"));
  EXPECT_FALSE(server::fits("cast ward now", "cast ward"));
  EXPECT_FALSE(server::fits("", "cast ward"));
}

TEST(StandingOrders, AreRefusedWithWordsTheGameHasNot) {
  const engine::AnyGame& game = reacting_game();
  const auto refused = [&](const server::StandingOrder& order) {
    Orders orders{true, {order}};
    return server::check_orders(game, *game.default_edition(), orders).key;
  };
  const std::string verb(game.spec().verbs.front().id);
  const std::string event(game.spec().events.front().id);
  EXPECT_EQ(refused({verb, event}), "");
  EXPECT_EQ(refused({verb + " *", event}), "");
  EXPECT_EQ(refused({"", ""}), "bad-action");
  EXPECT_EQ(refused({"*", ""}), "bad-action");
  EXPECT_EQ(refused({"dance", ""}), "bad-action");
  EXPECT_EQ(refused({verb + " nonsense", ""}), "bad-action");
  EXPECT_EQ(refused({verb + " * * * *", ""}), "bad-action");
  EXPECT_EQ(refused({verb, "rained"}), "bad-event");
  EXPECT_EQ(refused({verb, " "}), "bad-event");
  EXPECT_EQ(refused({verb, event + " nonsense"}), "bad-event");
  EXPECT_EQ(refused({std::string(200, 'x'), ""}), "too-large");
  Orders many{true, std::vector<server::StandingOrder>(server::kMaxOrders + 1, {verb, ""})};
  EXPECT_EQ(server::check_orders(game, *game.default_edition(), many).key, "too-large");
}

TEST(StandingOrders, TheFirstThatFitsIsCarriedOutOtherwiseTheDefault) {
  const std::unique_ptr<Table> table = correspondence("1");
  ASSERT_TRUE(play_until(*table, 1, [&](Seat seat) {
    return !other_answer(*table, seat).empty() && !table->match()->events().empty();
  }));
  const Seat seat = asked_seat(*table);
  const std::string usual = default_of(*table, seat);
  const std::string other = other_answer(*table, seat);
  EXPECT_FALSE(table->answer_by_orders(kNoon)) << "switched off: the person is asked";

  const std::vector<store::Entry> entries = table->take_unsaved();
  EXPECT_EQ(answer_with(entries, {true, {}}), usual);
  EXPECT_EQ(answer_with(entries, {true, {{other, ""}}}), other);
  EXPECT_EQ(answer_with(entries, {true, {{usual, ""}, {other, ""}}}), usual);
  const std::string verb = other.substr(0, other.find(' '));
  EXPECT_TRUE(server::fits(verb, answer_with(entries, {true, {{verb, ""}}})));
  for (const engine::EventSpec& event : table->game().spec().events) {
    const auto& all = table->match()->events();
    const bool never = std::none_of(all.begin(), all.end(), [&](const engine::Event& one) {
      return server::fits(event.id, told(*table, one, seat));
    });
    if (never) {
      EXPECT_EQ(answer_with(entries, {true, {{other, std::string(event.id)}}}), usual);
    }
  }
}

// Somebody reacts between what happened and the seat's own question.
TEST(StandingOrders, LookAtWhatHappenedBeforeTheOthersReacted) {
  std::unique_ptr<Table> table;
  std::string happened;
  const auto suits = [&](Seat seat) {
    const std::vector<server::Logged>& log = table->log();
    const server::Logged& last = log.back();
    const server::Logged& before = log[log.size() - 2];
    const bool passed = last.out_of_turn && table->events_of(last).empty();
    if (!passed || last.entry.seat == seat || before.out_of_turn) return false;
    if (before.entry.kind != server::EntryKind::kAct || before.entry.seat == seat) return false;
    const std::vector<engine::Event> events = table->events_of(before);
    if (!events.empty()) happened = told(*table, events.front(), seat);
    return !events.empty() && !other_answer(*table, seat).empty();
  };
  bool found = false;
  for (uint64_t seed = 1; seed <= 50 && !found; ++seed) {
    table = correspondence(std::to_string(seed));
    found = play_until(*table, seed, suits);
  }
  ASSERT_TRUE(found);
  const std::string other = other_answer(*table, asked_seat(*table));
  EXPECT_EQ(answer_with(table->take_unsaved(), {true, {{other, happened}}}), other);
}

// Plays at random to the end; every question out of turn is answered by orders, with what a silent
// seat does. Returns how many there were.
int play_by_orders(Table& table, uint64_t seed) {
  engine::Chance will(seed);
  int answered = 0;
  while (table.status() == store::Status::kPlaying && !testing::Test::HasFailure()) {
    const Seat seat = asked_seat(table);
    const bool reaction = table.match()->out_of_turn(seat);
    const std::string usual = reaction ? default_of(table, seat) : "";
    EXPECT_EQ(table.answer_by_orders(kNoon), reaction);
    if (reaction) {
      ++answered;
      // An answer that ends the game is followed by its end.
      const size_t last = table.log().size() - (table.status() == store::Status::kOver ? 2 : 1);
      EXPECT_EQ(table.log()[last].entry.text, usual);
      EXPECT_NE(table.undo_for(seat), Table::Undo::kNow) << "they would do it again";
      continue;
    }
    const std::vector<std::string> actions = allowed_for(table, seat);
    const auto pick = will.below(static_cast<uint32_t>(actions.size()));
    EXPECT_EQ(table.act(sitter(seat), table.n(), {actions[pick]}, kNoon).done, 1);
  }
  return answered;
}

TEST(StandingOrders, AllBeginWithThemWhereTheOptionSaysSo) {
  const std::unique_ptr<Table> table = correspondence("3", false);
  EXPECT_GT(play_by_orders(*table, 3), 0);
  EXPECT_TRUE(table->match()->over());
}

TEST(StandingOrders, WithoutAListMeanAlwaysPassInEveryGameThatAsksOutOfTurn) {
  int games = 0;
  for (const engine::AnyGame* game : games::all()) {
    if (!game->spec().reactions.asked) continue;
    const std::unique_ptr<Table> table = correspondence("9", true, {}, *game);
    for (int i = 0; i < 3; ++i)
      ASSERT_FALSE(table->set_orders(sitter(engine::seat_at(i)), {true, {}}, kNoon));
    EXPECT_GT(play_by_orders(*table, 9), 0) << game->spec().id;
    ++games;
  }
  EXPECT_GE(games, 2);
}

TEST(StandingOrders, ABotThatStandsInDecidesForItself) {
  const std::unique_ptr<Table> table = correspondence("4", false);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(table->leave(sitter(engine::seat_at(i)), kNoon));
  engine::Chance will(4);
  while (!table->match()->out_of_turn(asked_seat(*table))) {
    engine::Offer offer(engine::Offer::Keep::kLegal);
    table->match()->offer(asked_seat(*table), offer);
    const auto pick = static_cast<int>(will.below(static_cast<uint32_t>(offer.size())));
    ASSERT_FALSE(table->bot_act(asked_seat(*table), offer[pick].action, table->n(), kNoon));
  }
  EXPECT_FALSE(table->answer_by_orders(kNoon));
}

TEST(StandingOrders, AreInTheStoresListButNotInTheTablesNumbers) {
  const std::unique_ptr<Table> table = correspondence("5");
  const Seat seat = engine::seat_at(1);
  const std::string verb(table->game().spec().verbs.front().id);
  const Orders orders{true, {{verb, ""}}};
  const int64_t before = table->n();
  EXPECT_FALSE(table->set_orders(sitter(seat), orders, kNoon));
  EXPECT_FALSE(table->set_orders(sitter(seat), orders, kNoon)) << "nothing new";
  EXPECT_EQ(table->n(), before);
  const std::vector<store::Entry> entries = table->take_unsaved();
  EXPECT_EQ(table->stored(), static_cast<int64_t>(entries.size()));
  EXPECT_EQ(table->stored(), before + 4) << "three switched off, one set";
  const std::unique_ptr<Table> again = copy_of(entries);
  EXPECT_EQ(again->orders(seat), orders);
  EXPECT_EQ(again->n(), before);
  EXPECT_EQ(again->stored(), table->stored());
  EXPECT_FALSE(again->has_unsaved());
}

TEST(StandingOrders, AreForPeopleAtATableThatIsBeingPlayed) {
  const std::unique_ptr<Table> table = correspondence("6");
  EXPECT_EQ(table->set_orders("stranger", {true, {}}, kNoon).key, "not-seated");
  EXPECT_EQ(table->set_orders(sitter(engine::seat_at(0)), {true, {{"dance", ""}}}, kNoon).key,
            "bad-action");
  for (int i = 0; i < 3; ++i) {
    [[maybe_unused]] const auto gone = table->concede(sitter(engine::seat_at(i)), kNoon);
  }
  EXPECT_EQ(table->set_orders(sitter(engine::seat_at(0)), {true, {}}, kNoon).key, "not-playing");
}

// --- over sockets

std::string correspondence_over(Player& host, Player& guest) {
  const engine::GameSpec& spec = reacting_game().spec();
  engine::Variants variants = engine::default_variants(spec);
  spec.reactions.orders_on.choose_in(variants);
  const auto variant = static_cast<size_t>(spec.reactions.orders_on.variant);
  const HttpAnswer made = host.device.post(
      "/api/tables", "{\"game\":\"" + std::string(spec.id) + "\",\"variants\":{\"" +
                         std::string(spec.variants[variant].id) + "\":\"" +
                         engine::variant_value(spec, variants, variant) +
                         "\"},\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}");
  EXPECT_EQ(made.status, 201) << made.body;
  const std::string id = text_of(made.json(), "table");
  host.watch(id);
  guest.watch(id);
  guest.about("sit", ",\"seat\":\"" + std::string(spec.seat_ids[1]) + "\"");
  EXPECT_EQ(text_of(host.about("start"), "is"), "news");
  EXPECT_TRUE(guest.until([&] { return guest.n >= host.n; }));
  return id;
}

std::string order_list(const std::string& act, const std::string& when = "") {
  return ",\"list\":[{\"do\":\"" + act + "\"" + (when.empty() ? "" : ",\"when\":\"" + when + "\"") +
         "}]";
}

TEST(StandingOrdersOverSockets, BadOnesAreRefusedAndChangeNothing) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  Player carla(server.port, "Carla");
  const std::string id = correspondence_over(anna, bram);
  const std::string verb(reacting_game().spec().verbs.front().id);
  for (const std::string& bad :
       {order_list("dance"), order_list(verb + " nonsense"), order_list(verb, "rained"),
        std::string(",\"list\":[1]"), std::string(",\"list\":[{\"when\":\"x\"}]")}) {
    const Json answer = anna.about("orders", bad);
    EXPECT_EQ(text_of(answer, "code"), "message") << bad;
    EXPECT_NE(text_of(answer, "text"), "");
  }
  EXPECT_TRUE(at(anna.known, "orders.list")->items.empty());
  EXPECT_TRUE(at(anna.known, "orders.on")->boolean);
  carla.watch(id);
  EXPECT_EQ(text_of(carla.about("orders", order_list(verb)), "code"), "forbidden");
  EXPECT_EQ(at(carla.known, "orders"), nullptr);

  const std::string other = new_table(carla, 1, 2, ",\"start\":true");
  carla.watch(other);
  EXPECT_EQ(text_of(carla.about("orders", ",\"list\":[]"), "code"), "state")
      << "a game that asks nobody out of turn";
}

// Nothing that somebody else reads says that there are any, or what they did.
TEST(StandingOrdersOverSockets, AreToldToTheSeatAloneAndSurviveARestart) {
  const Folder folder;
  const std::string verb(reacting_game().spec().verbs.back().id);
  const std::string event(reacting_game().spec().events.front().id);
  std::string id;
  std::string cookie;
  {
    TestServer server(folder.at("t.db"));
    Player anna(server.port, "Anna");
    Player bram(server.port, "Bram");
    id = correspondence_over(anna, bram);
    cookie = anna.device.cookie;
    // Whose move it is since the deal is told a moment later.
    const auto told = [&] {
      const std::vector<std::string>& texts = bram.socket->texts;
      return std::count_if(texts.begin(), texts.end(), [](const std::string& text) {
        return text.find("\"is\":\"turns\"") == std::string::npos;
      });
    };
    const auto heard = told();
    const Json answer = anna.about("orders", order_list(verb, event));
    EXPECT_EQ(text_of(answer, "is"), "news");
    EXPECT_EQ(number_of(answer, "from"), number_of(answer, "to"));
    const Json& order = at(anna.known, "orders.list")->items.front();
    EXPECT_EQ(text_of(order, "do"), verb);
    EXPECT_EQ(text_of(order, "when"), event);
    EXPECT_NE(text_of(order, "text"), "");
    EXPECT_NE(text_of(order, "when_text"), "");
    bram.ask("{\"do\":\"ping\"");
    EXPECT_EQ(told(), heard + 1) << "only the pong";
    bram.about("watch", ",\"from\":" + std::to_string(bram.n));
    EXPECT_TRUE(at(bram.known, "orders.list")->items.empty()) << "his own";
    for (const std::string& text : bram.socket->texts) {
      EXPECT_EQ(text.find("\"do\":\"" + verb), std::string::npos);
    }
  }
  TestServer server(folder.at("t.db"));
  Player anna(server.port, "");
  anna.device.cookie = cookie;
  anna.connect();
  anna.watch(id);
  ASSERT_EQ(at(anna.known, "orders.list")->items.size(), 1u);
  EXPECT_EQ(text_of(at(anna.known, "orders.list")->items.front(), "do"), verb);
  EXPECT_TRUE(at(anna.known, "orders.on")->boolean);
  anna.about("orders", ",\"on\":false" + order_list(verb));
  EXPECT_FALSE(at(anna.known, "orders.on")->boolean);
}

// Plays to the end; nobody may be asked out of turn.
void play_by_correspondence(Player& anna, Player& bram, size_t which) {
  while (!anna.over()) {
    for (Player* player : {&anna, &bram}) {
      while (player->my_turn() && !player->over()) {
        ASSERT_EQ(at(player->known, "state.asked.out_of_turn"), nullptr);
        ASSERT_EQ(text_of(player->act(player->choice(which++)), "is"), "news");
      }
    }
    ASSERT_TRUE(bram.until([&] { return bram.n >= anna.n; }));
    ASSERT_TRUE(anna.until([&] { return anna.n >= bram.n; }));
  }
}

// How much of what the client was told of its own seat the orders did.
int done_by_orders(Player& player) {
  player.watch(player.table);
  int count = 0;
  for (const Json& item : at(player.known, "log")->items) {
    if (text_of(item, "is") != "act") continue;
    const bool own = text_of(item, "seat") == text_of(player.known, "you");
    EXPECT_TRUE(own || item.find("by") == nullptr) << item.dump();
    count += text_of(item, "by") == "orders" ? 1 : 0;
  }
  return count;
}

TEST(StandingOrdersOverSockets, NobodyWaitsAndNobodySeesWhoAnswered) {
  FreshServer server;
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  // Whatever there is to do besides passing.
  std::string all;
  for (const engine::VerbSpec& verb : reacting_game().spec().verbs) {
    if (verb.args[0] == engine::kNoArg || all.size() > 900) continue;
    all += std::string(all.empty() ? "" : ",") + "{\"do\":\"" + std::string(verb.id) + "\"}";
  }
  int annas = 0;
  int brams = 0;
  // Whether anybody is asked out of turn at all is up to chance.
  for (size_t game = 0; game < 40 && (annas == 0 || brams == 0); ++game) {
    correspondence_over(anna, bram);
    ASSERT_EQ(text_of(anna.about("orders", ",\"list\":[" + all + "]"), "is"), "news");
    play_by_correspondence(anna, bram, game);
    annas += done_by_orders(anna);
    brams += done_by_orders(bram);
  }
  EXPECT_GT(annas, 0);
  EXPECT_GT(brams, 0);
}

}  // namespace
}  // namespace server_test
