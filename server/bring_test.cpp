// Tables from records: what they are, by themselves, and what a server makes of them.
#include "server/bring.h"

#include <atomic>
#include <thread>

#include "engine/record.h"
#include "server/replay.h"
#include "server/testing.h"

namespace server_test {
namespace {

using engine::Seat;
using server::Table;
using store::Status;

constexpr int64_t kNow = 1'000'000;

// Somebody chooses, by lot.
void play_on(engine::AnyTable& table, int steps, uint64_t lots = 7) {
  engine::Chance lot(lots);
  for (int i = 0; i < steps && !table.over(); ++i) {
    const Seat seat = table.acting().front();
    engine::Offer offer(engine::Offer::Keep::kLegal);
    table.offer(seat, offer);
    ASSERT_FALSE(table.act(
        seat, offer[static_cast<int>(lot.below(static_cast<uint32_t>(offer.size())))].action));
  }
}

constexpr int kToTheEnd = 100'000;

std::unique_ptr<engine::AnyTable> played(int steps, const engine::AnyGame& of = game(),
                                         uint64_t seed = 3) {
  auto table = of.new_table({nullptr, engine::default_variants(of.spec()), of.spec().min_seats,
                             engine::ChanceSource::of_seed(seed)});
  EXPECT_TRUE(table) << table.error.text;
  play_on(**table, steps);
  return std::move(*table);
}

engine::Result<std::unique_ptr<Table>> bring(const std::string& record,
                                             const std::string& secret = "00",
                                             std::vector<server::BringWish::Seat> seats = {}) {
  return server::bring_table({record, std::move(seats)}, {"table", secret, "p0", nullptr, kNow},
                             games::find);
}

std::unique_ptr<Table> opened_again(Table& table) {
  auto again = Table::open("table", table.take_unsaved(), kNow);
  EXPECT_TRUE(again) << again.error.text;
  return std::move(*again);
}

std::string without_line(const std::string& text, int line) {
  size_t from = 0;
  for (int i = 1; i < line; ++i) from = text.find('\n', from) + 1;
  return text.substr(0, from) + text.substr(text.find('\n', from) + 1);
}

TEST(Bring, AFinishedGameOfAnyKindIsTheSameHere) {
  for (const engine::AnyGame* one : games::all()) {
    const auto before = played(kToTheEnd, *one);
    ASSERT_TRUE(before->over());
    const auto table = bring(engine::write_record(*before));
    ASSERT_TRUE(table) << one->spec().id << ": " << table.error.text;
    const auto again = opened_again(**table);
    for (const Table* here : std::initializer_list<const Table*>{table.value.get(), again.get()}) {
      EXPECT_EQ(here->status(), Status::kOver);
      EXPECT_EQ(here->over_by(), "end");
      EXPECT_TRUE(here->whole());
      EXPECT_TRUE(here->head().brought);
      EXPECT_FALSE(here->head().rated);
      EXPECT_EQ(here->match()->fingerprint(), before->fingerprint());
      EXPECT_EQ(here->match()->events(), before->events());
      EXPECT_EQ(here->seat_of("p0"), engine::seat_at(0));
      // Nothing is proven of its chance, and nothing is said to be.
      EXPECT_FALSE(here->draws_chance());
      const std::string record = server::full_record(*here);
      EXPECT_THAT(record, HasSubstr("\n| brought " + std::to_string(before->acted()) + "\n"));
      EXPECT_THAT(record, Not(HasSubstr("| fair")));
      EXPECT_TRUE(engine::read_record(record, games::find));
    }
    // Lists know neither the secret nor the beginning.
    const store::Summary summary = table.value->summary(kNow);
    EXPECT_THAT(summary.about, HasSubstr("\"brought\":true"));
    EXPECT_THAT(summary.about, Not(HasSubstr("seed")));
    EXPECT_EQ(summary.people, std::vector<std::string>{"p0"});
  }
}

TEST(Bring, WhatIsStillToComeIsDrawnHere) {
  const auto before = played(12);
  const std::string record = engine::write_record(*before);
  const auto one = bring(record, "01");
  const auto other = bring(record, "02");
  ASSERT_TRUE(one && other) << one.error.text;
  EXPECT_EQ(one.value->status(), Status::kPlaying);
  EXPECT_TRUE(one.value->draws_chance());
  EXPECT_EQ(one.value->drawn_from(), static_cast<int64_t>(before->acted()) + 1);
  EXPECT_EQ(one.value->match()->fingerprint(), before->fingerprint());
  // Whoever knows the seed of the record knows nothing of what comes now.
  std::vector<std::string> ends;
  for (const engine::AnyTable* from :
       {before.get(), const_cast<engine::AnyTable*>(one.value->match()),
        const_cast<engine::AnyTable*>(other.value->match())}) {
    const auto to_the_end = from->clone();
    play_on(*to_the_end, kToTheEnd);
    ends.push_back(engine::hex64(to_the_end->fingerprint()));
  }
  EXPECT_NE(ends[0], ends[1]);
  EXPECT_NE(ends[1], ends[2]);
  EXPECT_NE(ends[0], ends[2]);
}

// Plays the table itself to its end.
void finish(Table& table) {
  for (int i = 0; table.status() == Status::kPlaying && i < 5000; ++i) {
    const Seat seat = table.match()->acting().front();
    const engine::Action action = table.match()->fallback(seat);
    if (table.bot_plays(seat)) {
      ASSERT_FALSE(table.bot_act(seat, action, table.n(), kNow));
    } else {
      const std::string id = table.game().action_id(*table.match()->edition(), action);
      ASSERT_EQ(table.act("p0", table.n(), {id}, kNow).done, 1);
    }
  }
  ASSERT_EQ(table.status(), Status::kOver);
}

TEST(Bring, AGameThatIsPlayedOnProvesItsOwnPartAndCanBeBroughtAgain) {
  const auto before = played(12);
  const auto table = bring(engine::write_record(*before), "0a");
  ASSERT_TRUE(table) << table.error.text;
  // Stopped and read again in between.
  std::vector<store::Entry> entries = table.value->take_unsaved();
  const auto again = Table::open("table", entries, kNow);
  ASSERT_TRUE(again) << again.error.text;
  EXPECT_EQ(again.value->disagreement(), "");
  finish(**again);
  EXPECT_EQ(again.value->match()->chance().anew.size(), 1u);
  const std::string record = server::full_record(**again);
  EXPECT_THAT(record, StartsWith("stamtafel-record 4\n| brought 12\n| fair rules 2\n"));
  EXPECT_THAT(record, HasSubstr("\nanew " + server::hex(again.value->key()) + "\n13 "));
  server::Proof proof;
  ASSERT_TRUE(server::read_proof(record, proof));
  EXPECT_EQ(server::chance_key(proof.rules, proof.table, proof.secret, proof.words),
            again.value->key());
  const auto read = engine::read_record(record, games::find);
  ASSERT_TRUE(read) << read.error.text;
  EXPECT_EQ(read.value->fingerprint(), again.value->match()->fingerprint());
  // Somewhere else it is a game of elsewhere again, all of it.
  const auto next = bring(record, "0b");
  ASSERT_TRUE(next) << next.error.text;
  EXPECT_FALSE(next.value->draws_chance());
  const auto there = opened_again(**next);
  EXPECT_EQ(there->match()->fingerprint(), again.value->match()->fingerprint());
}

TEST(Bring, StepsOfTheRecordCanBeTakenBackAndThenChanceIsOurs) {
  const auto before = played(12);
  ASSERT_FALSE(before->rewind(9, engine::seat_at(0)));
  const std::string record = engine::write_record(*before);
  const auto table = bring(record, "0c");
  ASSERT_TRUE(table) << table.error.text;
  EXPECT_EQ(table.value->steps(), 9);
  EXPECT_EQ(table.value->match()->acted(), 12u);
  EXPECT_EQ(table.value->drawn_from(), 13);
  EXPECT_EQ(table.value->seen_and_taken_back(), before->seen_and_taken_back());
}

TEST(Bring, FromAPosition) {
  const auto middle = played(8);
  auto begun = game().table_at(*engine::parse_json(middle->position_text(), ""), nullptr,
                               engine::ChanceSource::of_seed(9));
  ASSERT_TRUE(begun);
  play_on(**begun, 5);
  const auto table = bring(engine::write_record(**begun));
  ASSERT_TRUE(table) << table.error.text;
  const auto again = opened_again(**table);
  EXPECT_EQ(again->match()->fingerprint(), begun.value->fingerprint());
  EXPECT_EQ(again->steps(), 5);
}

TEST(Bring, WhatIsDamagedIsRefusedWithItsLine) {
  const auto before = played(12);
  const std::string record = engine::write_record(*before);
  const auto lines = static_cast<int>(std::count(record.begin(), record.end(), '\n'));
  for (int line = 1; line <= lines; ++line) {
    const auto table = bring(without_line(record, line));
    ASSERT_FALSE(table) << "line " << line;
    EXPECT_THAT(table.error.text, StartsWith("line ")) << "line " << line;
  }
  // Cut off anywhere.
  for (size_t size = 0; size < record.size(); size += 97) {
    EXPECT_FALSE(bring(record.substr(0, size))) << size;
  }
  EXPECT_THAT(bring("").error.text, StartsWith("line 1: this is no record"));
}

TEST(Bring, ARecordThatWouldKeepUsBusyIsRefusedUnread) {
  const auto before = played(6);
  std::string record = engine::write_record(*before);
  const size_t last = record.find("unfinished");
  std::string wavering;
  for (size_t i = 0; i <= server::kMostBacks; ++i) wavering += "back 0\n";
  EXPECT_THAT(bring(record.substr(0, last) + wavering).error.text, HasSubstr("100 times"));
  std::string endless;
  for (size_t i = 0; i <= server::kMostDeeds; ++i) endless += "x\n";
  EXPECT_THAT(bring(record + endless).error.text, HasSubstr("4000 lines"));
}

TEST(Bring, SeatsAreThoseOfTheRecordUnlessSomebodyChooses) {
  const auto open = played(12);
  const auto over = played(kToTheEnd);
  const std::string remarks = "\n|seats regular,human,newcomer\n| you ignored\n";
  const auto with = [&](const engine::AnyTable& table, const std::string& what) {
    std::string record = engine::write_record(table);
    return record.replace(record.find('\n'), 1, what);
  };
  const auto saved = bring(with(*open, remarks));
  ASSERT_TRUE(saved) << saved.error.text;
  EXPECT_EQ(saved.value->seat_of("p0"), engine::seat_at(1));
  EXPECT_EQ(bots::level_of(saved.value->chairs()[2].bot.bot), "newcomer");
  const auto exported = bring(with(*over, "\n| you " + seat_name(2) + "\n"));
  ASSERT_TRUE(exported) << exported.error.text;
  EXPECT_EQ(exported.value->seat_of("p0"), engine::seat_at(2));
  EXPECT_EQ(exported.value->chairs()[0].kind, server::SeatKind::kPerson);
  EXPECT_EQ(exported.value->chairs()[0].person, "");
  // Nobody is made to play on who isn't here.
  using Sitter = server::BringWish::Sitter;
  const std::vector<server::BringWish::Seat> others{
      {Sitter::kMe, {}}, {Sitter::kOther, {}}, {Sitter::kOther, {}}};
  EXPECT_TRUE(bring(engine::write_record(*over), "00", others));
  EXPECT_EQ(bring(engine::write_record(*open), "00", others).error.code, engine::ErrorCode::kUsage);
  EXPECT_EQ(bring(engine::write_record(*open), "00", {{Sitter::kMe, {}}}).error.code,
            engine::ErrorCode::kUsage);
}

// Whoever writes a record by hand can't have it say more than what can be repeated.
TEST(Bring, ARecordThatLiesIsRefused) {
  const auto over = played(kToTheEnd);
  const std::string record = engine::write_record(*over);
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string text = record;
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  const std::string game_line = "game " + std::string(game().spec().id) + " ";
  for (const std::string& lie :
       {with("chance seed 3", "chance seed 4"), with("chance seed 3", "chance seed 3 1"),
        with("chance seed 3", "chance key " + std::string(64, '0')), with("winners=", "winners=x"),
        with("end ", "unfinished "), with(game_line, "game chess ")}) {
    const auto table = bring(lie);
    EXPECT_FALSE(table);
    EXPECT_EQ(table.error.code, engine::ErrorCode::kRecord) << table.error.text;
  }
  // Another edition may agree so far; what it would lead to is not known here.
  const std::string hash = engine::hex64(over->edition()->hash());
  EXPECT_FALSE(bring(with(hash, "0123456789abcdef")));
  // A proof in its remarks is of elsewhere, and isn't repeated as ours.
  const server::Proof proof{
      server::WordRules::kCommitted, "table", server::commitment("table", "00ff"), "00ff", {}};
  const auto claims = bring(with("\n", "\n" + server::write_proof(proof)));
  ASSERT_TRUE(claims) << claims.error.text;
  EXPECT_FALSE(claims.value->draws_chance());
  EXPECT_THAT(server::full_record(*claims.value), Not(HasSubstr("| fair")));
}

TEST(Bring, WhatWasDrawnBeforeIsNotToBeCountedOutFromOurKey) {
  const auto before = played(12);
  const auto table = bring(engine::write_record(*before), "0d");
  ASSERT_TRUE(table) << table.error.text;
  finish(*table.value);
  const auto draws =
      engine::parse_json(server::write_draws("table", *table.value->match(), {}), "draws");
  ASSERT_TRUE(draws) << draws.error.text;
  for (const Json& draw : draws.value.find("draws")->items) EXPECT_GT(number_of(draw, "nonce"), 12);
}

TEST(Bring, ARecordSaysWhoSatWhereWithoutNames) {
  const auto over = played(kToTheEnd);
  using Sitter = server::BringWish::Sitter;
  const auto table = bring(
      engine::write_record(*over), "00",
      {{Sitter::kOther, {}}, {Sitter::kBot, *bots::BotSpec::parse("newcomer")}, {Sitter::kMe, {}}});
  ASSERT_TRUE(table) << table.error.text;
  const std::string sitters = server::write_sitters(*table.value);
  EXPECT_EQ(sitters, "|seats other," + table.value->chairs()[1].bot.text() + ",human\n");
  std::string record = engine::write_record(*over);
  const auto again = bring(record.insert(record.find('\n') + 1, sitters));
  ASSERT_TRUE(again) << again.error.text;
  EXPECT_EQ(again.value->seat_of("p0"), engine::seat_at(2));
  EXPECT_EQ(server::write_sitters(*again.value), sitters);
}

// --- over sockets

TestServer::Adjust with_records(server::Allowance rate = {0, 0}, size_t most = 0) {
  return [rate, most](server::ServerOptions& options) {
    options.settings.records = true;
    options.settings.brought = rate;
    options.settings.most_brought = most;
  };
}

std::string body_of(const std::string& record, const std::string& more = "") {
  std::string text;
  engine::JsonWriter out(text, -1);
  out.begin_object();
  out.member("record", std::string_view(record));
  out.end_object();
  text.pop_back();
  return text + more + "}";
}

HttpAnswer send(Player& player, const std::string& record, const std::string& more = "") {
  return player.device.post("/api/tables", body_of(record, more));
}

constexpr const char* kMeLast =
    ",\"seats\":[{\"kind\":\"other\"},{\"kind\":\"bot\",\"bot\":\"regular\"},{\"kind\":\"me\"}]";

TEST(Bring, AFinishedGameStandsAmongOnesOwnAndCountsForNothing) {
  const Folder folder;
  const std::string record = engine::write_record(*played(kToTheEnd));
  std::string id, cookie;
  {
    TestServer server(folder.at("t.db"), with_records());
    Player anna(server.port, "Anna");
    EXPECT_NE(anna.device.get("/api/games").json().find("records"), nullptr);
    const HttpAnswer made = send(anna, record, kMeLast);
    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().find("commitment"), nullptr);
    id = text_of(made.json(), "table");
    cookie = anna.device.cookie;
  }
  TestServer server(folder.at("t.db"), with_records());
  Player anna(server.port, "");
  anna.device.cookie = cookie;
  anna.connect();
  anna.watch(id);
  EXPECT_TRUE(anna.over());
  EXPECT_NE(anna.known.find("brought"), nullptr);
  EXPECT_EQ(text_of(anna.known, "you"), seat_name(2));
  EXPECT_EQ(text_of(*at(anna.known.find("seats")->items[0], "person"), "name"),
            "somebody elsewhere");
  for (const char* member : {"commitment", "secret", "key", "from"}) {
    EXPECT_EQ(anna.known.find("fair")->find(member), nullptr) << member;
  }
  // Nobody is the somebody elsewhere, least of all whoever has no name.
  Player stranger(server.port, "");
  stranger.watch(id);
  EXPECT_EQ(text_of(stranger.known, "you"), "");
  const Json games = anna.device.get("/api/me/games").json();
  ASSERT_EQ(games.find("games")->items.size(), 1u);
  const Json& mine = games.find("games")->items.front();
  EXPECT_NE(mine.find("brought"), nullptr);
  EXPECT_EQ(text_of(mine, "you"), seat_name(2));
  EXPECT_EQ(text_of(mine.find("seats")->items[0], "name"), "somebody elsewhere");
  EXPECT_EQ(number_of(anna.device.get("/api/me/figures").json(), "games"), 0);
  const std::string path = "/api/tables/" + id;
  EXPECT_EQ(anna.device.get(path + "/replay").status, 200);
  EXPECT_EQ(anna.device.get(path + "/luck").status, 200);
  const int review = anna.device.post(path + "/review", "{}").status;
  EXPECT_TRUE(review == 200 || review == 202) << review;
  // The next game is one like any other.
  const Json next = anna.about("rematch");
  anna.watch(text_of(next, "table"));
  EXPECT_EQ(anna.known.find("brought"), nullptr);
  EXPECT_EQ(text_of(anna.known.find("seats")->items[0], "kind"), "bot");
}

TEST(Bring, AnUnfinishedGameGoesOnAgainstBotsAndNobodyElseCanSitDown) {
  FreshServer server(with_records());
  Player anna(server.port, "Anna");
  Player bram(server.port, "Bram");
  const HttpAnswer made =
      send(anna, engine::write_record(*played(12)),
           ",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"bot\":\"random\"},"
           "{\"kind\":\"bot\",\"bot\":\"random\"}]");
  ASSERT_EQ(made.status, 201) << made.body;
  EXPECT_NE(made.json().find("commitment"), nullptr);
  const std::string id = text_of(made.json(), "table");
  anna.watch(id);
  EXPECT_EQ(number_of(*anna.known.find("fair"), "from"), 13);
  EXPECT_EQ(anna.known.find("fair")->find("key"), nullptr);
  // What the record told whoever brought it, the table doesn't.
  const auto view =
      engine::parse_json(played(12)->view_text(engine::Viewer::at(engine::seat_at(0))), "view");
  EXPECT_EQ(number_of(*anna.known.find("state"), "step"), 12);
  EXPECT_EQ(*at(anna.known, "state.view"), *view);
  // Somebody else may look, and nothing more; there is no record to be had before the end.
  bram.watch(id);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NE(refused(bram.about("sit", ",\"seat\":\"" + seat_name(i) + "\"")), "");
  }
  EXPECT_EQ(bram.device.get("/api/tables/" + id + "/record").status, 409);
  for (size_t which = 0; !anna.over(); ++which) {
    ASSERT_TRUE(anna.until([&] { return anna.over() || anna.my_turn(); }));
    if (!anna.over()) anna.act(anna.choice(which));
  }
  EXPECT_NE(anna.known.find("fair")->find("key"), nullptr);
  EXPECT_THAT(anna.device.get("/api/tables/" + id + "/record").body, HasSubstr("\nanew "));
}

TEST(Bring, WhatIsRefusedLeavesNothing) {
  FreshServer server(with_records());
  Player anna(server.port, "Anna");
  Player nobody(server.port, "");
  const std::string record = engine::write_record(*played(kToTheEnd));
  EXPECT_EQ(send(nobody, record).status, 401);
  const HttpAnswer damaged = send(anna, without_line(record, 20));
  EXPECT_EQ(damaged.status, 400);
  EXPECT_THAT(damaged.body, HasSubstr("This record can't be used: line 20: "));
  EXPECT_EQ(send(anna, record, ",\"rated\":true").status, 400);
  EXPECT_EQ(send(anna, record, ",\"seats\":[{\"kind\":\"me\"}]").status, 400);
  EXPECT_EQ(send(anna, record, ",\"seats\":[{\"kind\":\"open\"}]").status, 400);
  EXPECT_EQ(send(anna, record + std::string(server::kLargestRecord, '|')).status, 413);
  // Nothing else may be as large as a record.
  EXPECT_EQ(anna.device.request("PUT", "/api/me", "{\"name\":\"" + std::string(20000, 'a') + "\"}")
                .status,
            413);
  EXPECT_TRUE(anna.device.get("/api/tables").json().find("mine")->items.empty());
  EXPECT_TRUE(anna.device.get("/api/me/games").json().find("games")->items.empty());
}

TEST(Bring, NobodyFillsAServerWithThem) {
  const std::string record = engine::write_record(*played(kToTheEnd));
  const std::string open = engine::write_record(*played(12));
  {
    FreshServer closed;
    Player anna(closed.port, "Anna");
    EXPECT_EQ(anna.device.get("/api/games").json().find("records"), nullptr);
    EXPECT_EQ(send(anna, engine::write_record(*played(4))).status, 403);
  }
  {
    FreshServer quick(with_records({2, 0.01}));
    Player anna(quick.port, "Anna");
    EXPECT_EQ(send(anna, record).status, 201);
    EXPECT_EQ(send(anna, record).status, 201);
    EXPECT_EQ(send(anna, record).status, 429);
    // What is large and no record has been read for nothing, and counts.
    Player bram(quick.port, "Bram");
    const std::string large = "{\"game\":\"" + std::string(20000, 'a') + "\"}";
    EXPECT_EQ(bram.device.post("/api/tables", large).status, 413);
    EXPECT_EQ(bram.device.post("/api/tables", large).status, 413);
    EXPECT_EQ(bram.device.post("/api/tables", large).status, 429);
  }
  FreshServer full(with_records({0, 0}, 3));
  Player anna(full.port, "Anna");
  EXPECT_EQ(send(anna, record).status, 201);
  EXPECT_EQ(send(anna, open).status, 201);
  EXPECT_EQ(send(anna, open).status, 201);
  EXPECT_EQ(send(anna, record).status, 409);
  // Nor by asking at once.
  Player carl(full.port, "Carl");
  std::vector<std::thread> all;
  std::atomic<int> made = 0;
  for (int i = 0; i < 8; ++i) {
    all.emplace_back([&] {
      Device device(full.port);
      device.cookie = carl.device.cookie;
      if (device.post("/api/tables", body_of(open)).status == 201) ++made;
    });
  }
  for (std::thread& one : all) one.join();
  EXPECT_GE(made, 1);
  EXPECT_LE(made, 3);
  Player bram(full.port, "Bram");
  EXPECT_EQ(send(bram, record).status, 201);
}

TEST(Bring, TheRecordOfATableInPlayIsGivenOnlyWhereNobodyElseIs) {
  FreshServer server([](server::ServerOptions& options) {
    options.settings.records = options.settings.unfinished_records = true;
  });
  Player anna(server.port, "Anna");
  const std::string id = new_table(anna, 1, 2, ",\"start\":true");
  const HttpAnswer record = anna.device.get("/api/tables/" + id + "/record");
  ASSERT_EQ(record.status, 200);
  EXPECT_THAT(record.body, HasSubstr("\n|seats human,"));
  EXPECT_THAT(record.body, HasSubstr("\nunfinished "));
  EXPECT_EQ(send(anna, record.body).status, 201);
}

}  // namespace
}  // namespace server_test
