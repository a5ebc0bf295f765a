// The small parts: entries, fair chance, texts people type, limits, HTTP headers.
#include <zlib.h>

#include <set>

#include "games/registry.h"
#include "server/compress.h"
#include "server/entry.h"
#include "server/fair.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/plain_text.h"
#include "server/refusal.h"
#include "server/table.h"
#include "tests/matchers.h"
#include "tests/typography.h"

namespace server {
namespace {

using namespace matchers;

TEST(Entry, EveryKindSurvivesItsTextForm) {
  for (size_t kind = 0; kind < kEntryIds.size(); ++kind) {
    for (By by : {By::kPerson, By::kBot, By::kClock, By::kOrders}) {
      const Entry entry{
          static_cast<EntryKind>(kind), 12345, engine::seat_at(2), by, 77, 0, "p1", "play  a b"};
      const auto read = read_entry(write_entry(entry));
      ASSERT_TRUE(read) << read.error.text;
      EXPECT_EQ(read.value.kind, entry.kind);
      EXPECT_EQ(read.value.at, entry.at);
      EXPECT_EQ(read.value.seat, entry.seat);
      EXPECT_EQ(read.value.by, by);
      EXPECT_EQ(read.value.number, 77);
      EXPECT_EQ(read.value.who, "p1");
      EXPECT_EQ(read.value.text, "play  a b");
    }
  }
  const auto empty = read_entry(write_entry({}));
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty.value.seat, engine::Seat::kNone);
  EXPECT_EQ(empty.value.text, "");
}

TEST(Entry, OtherLinesAreRefused) {
  for (const char* line : {"", "act", "dance 0 p 0 - x", "act 9 p 0 - x", "act x p 0 - x",
                           "act 0 q 0 - x", "act 0 p -1 - x", "act 0 p", "act 0 pb 0 - x"}) {
    EXPECT_FALSE(read_entry({1, line})) << line;
  }
}

TEST(Fair, HashesAreThoseOfB2sum) {
  // printf 'stamtafel-commitment 1 table 00ff\n' | b2sum -l 256
  EXPECT_EQ(commitment("table", "00ff"),
            "e552f85148320c52d26208cc86ea81de65365dd98f87d46a81afc95708093709");
  // printf 'stamtafel-key 1 table 00ff\ngreen peer\nred pomme de terre\n' | b2sum -l 256
  EXPECT_EQ(hex(chance_key(WordRules::kPublic, "table", "00ff",
                           {{"green", "", "peer"}, {"red", "", "pomme de terre"}})),
            "6c189920a9f1d3975588b16d01d9718edee5038359cf2538c561789c92f9a16a");
  // printf 'stamtafel-word 1 table green peer\n' | b2sum -l 256
  EXPECT_EQ(word_commitment("table", "green", "peer"),
            "8da8f82cdb163a41072f666de6c914918acd56cd2e1e597e26507b7749e6d07e");
  // printf 'stamtafel-key 2 table 00ff\nopen green peer\nmissing red 0a\n' | b2sum -l 256
  EXPECT_EQ(hex(chance_key(WordRules::kCommitted, "table", "00ff",
                           {{"green", "c", "peer"}, {"red", "0a", ""}, {"blue", "", ""}})),
            "e1db8ad68f409f14fc6142dd6f4c6d3fc39101017cac122ac685ae9719a591e1");
}

TEST(Fair, ACommitmentIsSixtyFourDigits) {
  EXPECT_TRUE(is_commitment(std::string(64, 'a')));
  for (const std::string& bad : {std::string(63, 'a'), std::string(65, 'a'), std::string(64, 'A'),
                                 std::string(64, '\0'), std::string(64, ' '), std::string()}) {
    EXPECT_FALSE(is_commitment(bad)) << bad;
  }
}

TEST(Fair, ProofsSurviveTheRecord) {
  const Proof old{
      WordRules::kPublic, "t", "c", "s", {{"green", "", "peer"}, {"red", "", "pomme de terre"}}};
  Proof read;
  ASSERT_TRUE(read_proof(write_proof(old), read));
  EXPECT_EQ(read.rules, WordRules::kPublic);
  EXPECT_EQ(read.words, old.words);
  const Proof proof{WordRules::kCommitted,
                    "t",
                    "c",
                    "s",
                    {{"green", "0a", "peer, of course"}, {"red", "0b", ""}, {"blue", "", ""}}};
  ASSERT_TRUE(read_proof("stamtafel-record 1\n" + write_proof(proof) + "game x 1\n", read));
  EXPECT_EQ(read.rules, WordRules::kCommitted);
  EXPECT_EQ(read.table, "t");
  EXPECT_EQ(read.commitment, "c");
  EXPECT_EQ(read.secret, "s");
  EXPECT_EQ(read.words, proof.words);
  for (const char* bad : {"", "| fair table t\n", "| fair\n", "| fair word x\n",
                          "| fair table t\n| fair commitment c\n| fair other s\n"}) {
    Proof part;
    EXPECT_FALSE(read_proof(bad, part)) << bad;
  }
}

TEST(Fair, IdsAreLongAndDiffer) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(random_id(16));
  EXPECT_EQ(seen.size(), 1000u);
  EXPECT_EQ(seen.begin()->size(), 16u);
  EXPECT_EQ(random_hex(32).size(), 64u);
}

TEST(PlainText, IsOneTrimmedLineOfValidCharacters) {
  EXPECT_EQ(plain_line("  Anna \n", 24), "Anna");
  EXPECT_EQ(plain_line("a\tb\nc", 24), "a b c");
  EXPECT_EQ(plain_line("Zoë €uro 𝄞", 24), "Zoë €uro 𝄞");
  EXPECT_EQ(plain_line(std::string(24, 'x'), 24), std::string(24, 'x'));
  EXPECT_EQ(plain_line("\u202Eabc", 24), "abc");
  const std::vector<std::string> refused{
      "",         "   ",          std::string(25, 'x'), "\xff",        "\xc3",
      "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80",   "\xe2\x28\xa1"};
  for (const std::string& bad : refused) EXPECT_EQ(plain_line(bad, 24), std::nullopt) << bad;
}

TEST(Limits, ABucketGivesABurstAndThenSoManyASecond) {
  Bucket bucket;
  const Allowance allowance{3, 2};
  int64_t now = 1000;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.take(allowance, now));
  EXPECT_FALSE(bucket.take(allowance, now));
  now += 499;
  EXPECT_FALSE(bucket.take(allowance, now));
  now += 2;
  EXPECT_TRUE(bucket.take(allowance, now));
  now += 1000000;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.take(allowance, now));
  EXPECT_FALSE(bucket.take(allowance, now));
}

TEST(Limits, EachAddressHasItsOwnAndFullOnesAreForgotten) {
  Buckets buckets({1, 1});
  EXPECT_TRUE(buckets.take("a", 1));
  EXPECT_FALSE(buckets.take("a", 1));
  EXPECT_TRUE(buckets.take("b", 1));
  for (int i = 0; i < 20000; ++i) EXPECT_TRUE(buckets.take(std::to_string(i), 1 + i));
  EXPECT_TRUE(buckets.take("a", 100000));
}

TEST(Http, HeadersAreRead) {
  HttpRequest request;
  request.query = "seat=green&from=3&empty=&flag";
  EXPECT_EQ(request.parameter("seat"), "green");
  EXPECT_EQ(request.parameter("from"), "3");
  EXPECT_EQ(request.parameter("flag"), "");
  EXPECT_EQ(request.parameter("none"), "");
  request.cookie = "other=1; stamtafel=abc; more=x";
  EXPECT_EQ(request.cookie_value("stamtafel"), "abc");
  EXPECT_EQ(request.cookie_value("amtafel"), "");
  EXPECT_TRUE(accepts("gzip, deflate, br", "br"));
  EXPECT_TRUE(accepts("gzip;q=0.5", "gzip"));
  EXPECT_FALSE(accepts("gzip;q=0", "gzip"));
  EXPECT_FALSE(accepts("gzip;q=0.000", "gzip"));
  EXPECT_FALSE(accepts("", "gzip"));
}

TEST(Http, GzipIsUnpackedAgain) {
  const std::string text(100000, 'x');
  const std::string packed = gzip(text);
  ASSERT_LT(packed.size(), 1000u);
  std::string out(text.size() + 1, '\0');
  z_stream stream{};
  ASSERT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  EXPECT_EQ(out, text);
}

TEST(Refusal, EverySentenceIsThereInEveryLanguage) {
  const engine::Texts& english = texts(engine::Language::kEnglish);
  EXPECT_GT(english.all().size(), 30u);
  for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
    const engine::Texts& other = texts(static_cast<engine::Language>(i));
    EXPECT_EQ(other.all().size(), english.all().size()) << engine::kLanguages[i];
    for (const auto& [key, text] : english.all()) {
      EXPECT_TRUE(other.has(key)) << key;
      EXPECT_EQ(other.get(key).find("{0}") == std::string::npos,
                text.find("{0}") == std::string::npos)
          << key;
      EXPECT_EQ(typography::misprint(static_cast<engine::Language>(i), other.get(key)), "") << key;
    }
  }
}

TEST(Head, SurvivesItsTextFormAndOtherRulesAreRefused) {
  Head head;
  head.game = games::all().front();
  head.variants = engine::default_variants(head.game->spec());
  head.clock = {1000, 60000};
  head.listed = true;
  head.secret = "abc";
  head.host = engine::seat_at(0);
  head.chairs.resize(3);
  head.chairs[0].kind = SeatKind::kPerson;
  head.chairs[0].person = "p1";
  head.chairs[1].kind = SeatKind::kBot;
  head.chairs[1].bot = bots::BotSpec::of("greedy");
  const std::string text = write_head(head);
  const auto read = read_head(text);
  ASSERT_TRUE(read) << read.error.text;
  EXPECT_EQ(write_head(*read), text);
  std::string other = text;
  const size_t rules = other.find("\"rules\":") + 8;
  other.insert(rules, "9");
  const auto older = read_head(other);
  ASSERT_TRUE(older) << "tables of other rules are opened, too: " << older.error.text;
  EXPECT_EQ(older.value.rules, 91);
  EXPECT_EQ(write_head(older.value), other) << "and keep saying what they were made with";
  for (const char* bad : {"", "{}", "[]", "{\"game\":\"none\"}"}) {
    EXPECT_FALSE(read_head(bad)) << bad;
  }
}

}  // namespace
}  // namespace server
