// Nothing hidden in any message: every view, event and choice a client got during a game is
// compared with what the engine lets that seat see, once the record is open.
#include <set>

#include "server/testing.h"
#include "server/truth.h"

namespace server_test {
namespace {

void check_keys(const Json& json, const std::set<std::string>& known) {
  for (const auto& [key, value] : json.members) EXPECT_TRUE(known.contains(key)) << key;
}

void check_state(const Json& state, const Truth& truth, engine::Seat seat) {
  check_keys(state, {"step", "over", "acting", "view", "asked", "choices", "rules", "undo",
                     "clocks", "outcome", "board"});
  const engine::AnyTable& position = truth.at(number_of(state, "step"));
  EXPECT_EQ(state.find("view")->dump(), position.view_text(engine::Viewer::at(seat)));
  engine::Offer offer(engine::Offer::Keep::kAll);
  if (seat != engine::Seat::kNone) position.offer(seat, offer);
  const Json& choices = *state.find("choices");
  ASSERT_EQ(choices.items.size(), static_cast<size_t>(offer.size()));
  for (size_t i = 0; i < choices.items.size(); ++i) {
    check_keys(choices.items[i], {"action", "verb", "args", "text", "no", "missing"});
    EXPECT_EQ(text_of(choices.items[i], "action"),
              position.game().action_id(*position.edition(), offer[static_cast<int>(i)].action));
  }
}

// What has changed is told by the names that the whole has.
void check_change(const Json& change) {
  check_keys(change, {"step", "over", "acting", "view", "asked", "choices", "rules", "undo",
                      "clocks", "outcome", "board"});
  if (const Json* view = change.find("view")) check_keys(*view, {"drop", "set"});
}

void check_item(const Json& item, const Truth& truth, engine::Seat seat, bool over) {
  check_keys(item, {"n", "at", "is", "seat", "step", "action", "by", "events", "person", "text",
                    "kind", "bot", "count", "word", "yes", "table", "showed"});
  const Json* events = item.find("events");
  if (events == nullptr) return;
  const int64_t step = number_of(item, "step");
  const engine::AnyTable& position = truth.at(step);
  const bool mine =
      seat != engine::Seat::kNone &&
      text_of(item, "seat") ==
          position.game().spec().seat_ids[static_cast<size_t>(engine::index_of(seat))];
  EXPECT_TRUE(item.find("action") == nullptr || mine || over) << item.dump();
  const auto [first, last] = position.event_range(static_cast<int>(step) - 1);
  ASSERT_EQ(events->items.size(), last - first);
  const std::vector<std::string> texts = position.game().event_texts(
      *position.edition(), std::span(position.events()).subspan(first, last - first),
      engine::Viewer::at(seat), position.game().texts(engine::Language::kEnglish));
  for (size_t i = first; i < last; ++i) {
    const Json& told = events->items[i - first];
    check_keys(told, {"id", "args", "text"});
    std::string id = text_of(told, "id");
    for (const Json& arg : told.find("args")->items) id += " " + arg.text;
    EXPECT_EQ(id, position.game().event_id(*position.edition(), position.events()[i],
                                           engine::Viewer::at(seat)));
    EXPECT_EQ(text_of(told, "text"), texts[i - first]);
  }
}

void check_client(const Player& player, const Truth& truth, engine::Seat seat) {
  bool over = false;
  KnownState position;
  for (const std::string& text : player.socket->texts) {
    auto message = engine::parse_json(text, "message");
    ASSERT_TRUE(message);
    Json& json = *message;
    if (const Json* change = json.find("change")) check_change(*change);
    ASSERT_EQ(position.take(json), "") << text;
    check_keys(json,
               {"is",       "re",      "table",         "n",        "from",       "to",
                "done",     "items",   "log",           "log_from", "chat",       "game",
                "variants", "edition", "rules_version", "public",   "created",    "now",
                "clock",    "status",  "host",          "you",      "seats",      "spectators",
                "fair",     "request", "rematch",       "state",    "here",       "protocol",
                "server",   "me",      "lang",          "limits",   "orders",     "take_back",
                "door",     "guests",  "tables",        "hints",    "differences"});
    EXPECT_TRUE(json.find("tables") == nullptr || text_of(json, "is") == "turns");
    EXPECT_TRUE(json.find("orders") == nullptr || seat != engine::Seat::kNone) << "one's own only";
    EXPECT_TRUE(json.find("guests") == nullptr || seat == engine::seat_at(0)) << "the host's only";
    over = over || text_of(json, "status") == "over";
    if (const Json* fair = json.find("fair")) {
      EXPECT_EQ(fair->find("secret") != nullptr, over);
      EXPECT_EQ(fair->find("key") != nullptr, over);
    }
    if (const Json* state = json.find("state"); state != nullptr && state->is_object()) {
      check_state(*state, truth, seat);
    }
    for (const char* list : {"items", "log"}) {
      const Json* items = json.find(list);
      if (items == nullptr) continue;
      for (const Json& item : items->items) check_item(item, truth, seat, over);
    }
  }
}

// The guest reads along: who doesn't is dropped when too much waits for them.
void play_all(const std::vector<Player*>& players, Player& guest) {
  size_t which = 0;
  while (!players[0]->over()) {
    ASSERT_TRUE(guest.until([&] { return guest.n >= players[0]->n; }));
    for (Player* player : players) {
      for (Player* other : players) {
        ASSERT_TRUE(player->until([&] { return player->n >= other->n; }));
      }
    }
    bool acted = false;
    for (Player* player : players) {
      if (!player->my_turn() || player->over()) continue;
      ASSERT_EQ(text_of(player->act(player->choice(which++)), "is"), "news");
      acted = true;
    }
    if (!acted && !players[0]->over()) {
      const int64_t n = players[0]->n;
      ASSERT_TRUE(players[0]->until([&] { return players[0]->n > n; }));
    }
  }
}

// One evening of every game there is.
TEST(Secrets, EveryMessageTellsWhatTheSeatMaySeeAndNothingElse) {
  FreshServer server;
  for (const engine::AnyGame* one : games::all()) {
    const std::string id(one->spec().id);
    Player anna(server.port, "Anna");   // takes differences,
    Player bram(server.port, "Bram");   // doesn't,
    Player guest(server.port, "Gast");  // does
    ASSERT_TRUE(anna.differences && !bram.differences && guest.differences);
    const int seats = std::max(3, one->spec().min_seats);
    std::string chairs = "{\"kind\":\"me\"},{\"kind\":\"open\"}";
    for (int i = 2; i < seats; ++i) chairs += ",{\"kind\":\"bot\",\"bot\":\"random\"}";
    const HttpAnswer made =
        anna.device.post("/api/tables", "{\"game\":\"" + id + "\",\"seats\":[" + chairs + "]}");
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string table = text_of(made.json(), "table");
    for (Player* player : {&anna, &bram, &guest}) player->watch(table);
    bram.about("sit", ",\"seat\":\"" + std::string(one->spec().seat_ids[1]) + "\"");
    anna.about("start");
    play_all({&anna, &bram}, guest);
    ASSERT_TRUE(guest.until([&] { return guest.over(); }));
    const Truth truth(guest.device.get("/api/tables/" + table + "/record").body);
    // What came before Bram sat down he saw as a spectator: nothing was dealt then.
    check_client(anna, truth, engine::seat_at(0));
    check_client(bram, truth, engine::seat_at(1));
    check_client(guest, truth, engine::Seat::kNone);
  }
}

}  // namespace
}  // namespace server_test
