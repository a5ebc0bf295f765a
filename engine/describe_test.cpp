// The forms of a description and its archives, on a small position of no game.
#include <gtest/gtest.h>

#include "engine/chance.h"
#include "engine/position.h"

namespace engine::describe_test {
namespace {

constexpr std::array<std::string_view, 3> kBirds{"owl", "jay", "tit"};
constexpr std::array<std::string_view, 2> kShortLong{"short", "long"};
constexpr std::array<VariantSpec, 2> kNestOptions{
    {{"length", kShortLong}, {"rounds", {}, 10, 1, 99}}};
constexpr std::array<DomainSpec, 1> kNestDomains{{{"seed", ""}}};
constexpr std::array<std::string_view, 2> kNestPrompts{"where", "when"};
constexpr DomainId kSeedDomain = kFirstDomain;

enum class Seed : uint8_t { kNone = 255 };
enum class Stage : uint8_t { kFly, kAsk, kSing };

struct Nest {
  int16_t eggs;
  uint8_t warm;
  Seed best;
  friend bool operator==(const Nest&, const Nest&) = default;
};

struct NestPosition {
  Variants variants;
  std::array<Nest, 3> nests;
  std::array<int16_t, 3> songs;
  std::array<Seed, 3> secret;
  SmallVec<Seed, 4> row;
  SmallVec<uint8_t, 3> picks;
  Bag<Seed, 5> heap;
  Agenda<Stage, 4> agenda;
  std::array<uint8_t, 4> seeds;
  uint8_t set;
  uint8_t players;
  Seat turn;
  Seat away;
};

struct NestEdition {
  Lexicon lexicon;
};

// What position.h needs of a game.
struct NestGame {
  using Position = NestPosition;
  using Edition = NestEdition;
  struct State : NestPosition {
    const NestEdition* edition;
  };
  static const GameSpec& spec() {
    static const GameSpec table = [] {
      GameSpec made;
      made.id = "nest";
      made.min_seats = 2;
      made.max_seats = 3;
      made.seat_ids = kBirds;
      made.variants = kNestOptions;
      made.domains = kNestDomains;
      made.prompts = kNestPrompts;
      return made;
    }();
    return table;
  }
  static int domain_size(const Edition&, DomainId) { return 4; }
  static std::string value_id(const Edition&, DomainId, int value) {
    return std::string(1, static_cast<char>('a' + value));
  }

  static constexpr Leaf kSeed = word(kSeedDomain, "seed");
  static constexpr Leaf kSeat = seat();
  static constexpr Leaf kTimes = number(1, 9);
  static constexpr Leaf kAll = seats();
  static constexpr std::array kPicks{kSeed.or_null(20), number(0, 20), kSeat};
  static constexpr ItemForm kSteps[]{
      {"fly", {&kSeat, &kTimes}}, {"ask", {&kPromptLeaf}, {0, 7}}, {"sing", {&kAll}}};

  template <class A, class S>
  static void describe_all(A& a, S& s) {
    a.head(s.players, s.variants);
    a("turn", s.turn, kSeat);
    a.optional("away", s.away, seat_or("nobody"));
    a("nests", s.nests, by_seat(object([](auto& in, auto& nest) {
        in("eggs", nest.eggs, number(-5, 500));
        in.optional("warm", nest.warm, flag());
        in.when(nest.warm != 0, "best", nest.best, kSeed.or_null(Seed::kNone));
      })));
    a("songs", s.songs, by_seat(number(0, 900)).left_out(false));
    a.optional("secret", s.secret, by_seat(kSeed.or_null(Seed::kNone)).only_some().owners());
    a("row", s.row, list(kSeed));
    // With a row the picks are a seed, a number and a seat.
    const auto kind = [&](int i) { return s.row.empty() ? 1 : i; };
    a.veiled("picks", s.picks, list(one_of(kPicks[1], kPicks, kind)),
             [&](int i) { return i != 1; });
    a.face_down("heap", "heap_size", s.heap, engine::heap(kSeed));
    a.optional("seeds", s.seeds, tally(kSeed, 3));
    a.optional("set", s.set, set_of(kSeed));
    a.shows(
        "double", [&](Seat seat) { return 2 * s.songs[static_cast<size_t>(index_of(seat))]; },
        by_seat(number(0, 1800)));
    a("agenda", s.agenda, course(kSteps, 4));
  }
  static void describe(Out& out, const State& s) { describe_all(out, s); }
  static void describe(In& in, State& s) { describe_all(in, s); }
  static void describe(KeyOut& out, const State& s) { describe_all(out, s); }
  static void describe(TensorOut& out, const State& s) { describe_all(out, s); }
};

const NestEdition& nest_edition() {
  static const NestEdition edition = [] {
    NestEdition made;
    made.lexicon = Lexicon::of<NestGame>(made);
    return made;
  }();
  return edition;
}

constexpr std::string_view kNestText =
    R"({"game":"nest","players":2,"variants":{"length":"long","rounds":"7"},"turn":"jay",)"
    R"("away":"nobody","nests":{"owl":{"eggs":300,"warm":true,"best":"b"},)"
    R"("jay":{"eggs":-2,"warm":false}},"songs":{"owl":5,"jay":6},"secret":{"jay":"d"},)"
    R"("row":["a","c"],"picks":[3,4,1],"heap":["b","b","d"],"seeds":["a","c","c"],)"
    R"("set":["b","d"],"agenda":["fly jay 3","ask when","sing owl jay"]})";

NestGame::State nest(std::string_view text = kNestText) {
  NestGame::State state;
  const Error error = read_position<NestGame>(*parse_json(text, "nest"), nest_edition(), state);
  EXPECT_FALSE(error) << error.text;
  return state;
}

std::string nest_text(const NestGame::State& state, Viewer viewer) {
  std::string text;
  JsonWriter writer(text);
  write_position<NestGame>(state, viewer, writer);
  return text;
}

// Why the text is refused after one replacement.
std::string nest_error(std::string_view from, std::string_view to) {
  std::string text(kNestText);
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  NestGame::State state;
  return read_position<NestGame>(*parse_json(text, "nest"), nest_edition(), state).text;
}

TEST(Describe, APositionIsReadAndWrittenBack) {
  const NestGame::State state = nest();
  EXPECT_EQ(nest_text(state, Viewer::everything()), kNestText);
  EXPECT_EQ(state.nests[0].eggs, 300);
  EXPECT_EQ(state.nests[1].best, Seed::kNone) << "what is not there is none";
  EXPECT_EQ(state.secret[2], Seed::kNone) << "also at seats that nobody has";
  EXPECT_EQ(state.agenda.begin()[1].b, 7) << "what no word says is fixed";
  EXPECT_EQ(state.agenda.top().a, 3) << "both seats";
}

TEST(Describe, AViewHidesLeavesOutAndAdds) {
  EXPECT_EQ(nest_text(nest(), Viewer::at(seat_at(0))),
            R"({"game":"nest","players":2,"variants":{"length":"long","rounds":"7"},"turn":"jay",)"
            R"("away":"nobody","nests":{"owl":{"eggs":300,"warm":true,"best":"b"},)"
            R"("jay":{"eggs":-2,"warm":false}},"songs":{"owl":5},"secret":{"jay":null},)"
            R"("row":["a","c"],"picks":[3,null,1],"heap_size":3,"seeds":["a","c","c"],)"
            R"("set":["b","d"],"double":{"owl":10,"jay":12},)"
            R"("agenda":["fly jay 3","ask when","sing owl jay"]})");
}

TEST(Describe, ErrorsNameThePlaceByItsPath) {
  EXPECT_EQ(nest_error(R"("eggs":-2)", R"("eggs":-6)"),
            "nests.jay.eggs must be from -5 to 500, not -6 (line 1)");
  EXPECT_EQ(nest_error(R"(["a","c"])", R"(["a","x"])"),
            "row[1] names 'x', which is no seed: it must be a, b, c or d (line 1)");
  EXPECT_EQ(nest_error(R"(["a","c"])", R"(["a","b","c","d","a"])"),
            "row lists 5, but at most 4 can be there (line 1)");
  EXPECT_EQ(nest_error(R"("jay":"d")", R"("tit":"d")"),
            "secret is wrong: there is no seat 'tit' at this table; seats: 0 (owl), 1 (jay) "
            "(line 1)");
  EXPECT_EQ(nest_error(R"("jay":"d")", R"("jay":"d","1":"d")"), "secret names '1' twice (line 1)");
  EXPECT_EQ(nest_error(R"("warm":false)", R"("warm":false,"cold":1)"),
            "nests.jay.cold is an unknown field (line 1)");
  EXPECT_EQ(nest_error(R"("warm":false)", R"("best":"a")"),
            "nests.jay.best is an unknown field (line 1)")
      << "it is there only where it is warm";
  EXPECT_EQ(nest_error(R"("row":["a","c"],)", ""), "row is missing (line 1)");
  EXPECT_EQ(nest_error(R"(["b","d"])", R"(["b","b"])"), "set[1] is there twice (line 1)");
  EXPECT_EQ(nest_error(R"(["a","c","c"])", R"(["c","c","c","c"])"),
            "seeds[3] is one more than there are of its kind (line 1)");
  EXPECT_EQ(nest_error("[3,4,1]", "[4,4,1]"), "picks[0] is 4, which is no seed (line 1)");
  EXPECT_EQ(nest_error("[3,4,1]", "[20,4,2]"), "picks[2] is 2, which is no seat (line 1)");
  EXPECT_EQ(nest_error("[3,4,1]", "[3,21,1]"), "picks[1] must be from 0 to 20, not 21 (line 1)");
  EXPECT_EQ(nest_error("fly jay 3", "fly jay 10"),
            "agenda[0] holds 'fly jay 10': '10' is no number from 1 to 9 (line 1)");
  EXPECT_EQ(nest_error("ask when", "ask"),
            "agenda[1] holds 'ask', which lacks a question (line 1)");
  EXPECT_EQ(nest_error("ask when", "ask when now"),
            "agenda[1] holds 'ask when now', which has words too many (line 1)");
  EXPECT_EQ(nest_error("ask when", "ask why"),
            "agenda[1] holds 'ask why': 'why' is no question (line 1)");
  EXPECT_EQ(nest_error("ask when", "nod"), "agenda[1] holds 'nod', which is no item (line 1)");
  EXPECT_EQ(nest_error(R"("game":"nest")", R"("game":"birds")"), "game must be 'nest' (line 1)");
  EXPECT_EQ(nest_error(R"("players":2)", R"("players":4)"),
            "players must be from 2 to 3, not 4 (line 1)");
  EXPECT_EQ(nest_error(R"("length":"long")", R"("length":"wide")"),
            "variants are wrong: variant length takes one of short, long, not 'wide' (line 1)");
}

TEST(Describe, WhatMayBeLeftOutMayBeNullToo) {
  std::string text(kNestText);
  const std::string away = R"("away":"nobody",)";
  text.erase(text.find(away), away.size());
  text.replace(text.find(R"({"jay":"d"})"), 11, "null");
  const NestGame::State state = nest(text);
  EXPECT_EQ(state.away, Seat::kNone);
  EXPECT_EQ(state.secret[1], Seed::kNone);
}

TEST(Describe, BytesReadBackAndRefuseWhatCannotBe) {
  const NestGame::State state = nest();
  const std::string bytes = pack_position<NestGame>(state);
  EXPECT_LT(bytes.size(), 32u);
  NestGame::State back;
  EXPECT_FALSE(unpack_position<NestGame>(bytes, nest_edition(), back));
  EXPECT_EQ(nest_text(back, Viewer::everything()), kNestText);
  EXPECT_TRUE(unpack_position<NestGame>(bytes.substr(0, bytes.size() - 1), nest_edition(), back));
  EXPECT_TRUE(unpack_position<NestGame>(bytes + '\0', nest_edition(), back));
  EXPECT_TRUE(unpack_position<NestGame>("", nest_edition(), back));
  NestGame::State wrong = state;
  wrong.turn = seat_at(2);
  EXPECT_FALSE(is_sound<NestGame>(wrong)) << "there are two seats";
  wrong = state;
  wrong.nests[2].eggs = 1;
  EXPECT_FALSE(is_sound<NestGame>(wrong)) << "the third is empty";
  wrong = state;
  wrong.nests[0].eggs = 501;
  EXPECT_FALSE(is_sound<NestGame>(wrong));
  EXPECT_TRUE(is_sound<NestGame>(state));
}

TEST(Describe, WhatANumberMeansMayDependOnThePosition) {
  const NestGame::State state = nest();
  BinaryOut out(nest_edition().lexicon);
  out.turn(1);
  NestGame::describe(out, state);
  NestGame::State turned;
  ASSERT_FALSE(unpack_position<NestGame>(out.bytes(), nest_edition(), turned));
  EXPECT_EQ(turned.picks[0], 3);
  EXPECT_EQ(turned.picks[2], 0) << "a seat, which turns with the table";
  NestGame::State wrong = state;
  wrong.picks[2] = 2;
  EXPECT_FALSE(is_sound<NestGame>(wrong)) << "there are two seats";
  wrong.row.clear();
  EXPECT_TRUE(is_sound<NestGame>(wrong)) << "now it is a number";
}

TEST(Describe, TheHeadOfBytesTellsOtherRulesAndEditions) {
  const GameSpec& spec = NestGame::spec();
  GameSpec next = spec;
  ++next.rules_version;
  const std::string head = bytes_head(spec, 77);
  EXPECT_EQ(head.size(), kBytesHead);
  EXPECT_FALSE(check_bytes_head(spec, 77, head));
  EXPECT_EQ(check_bytes_head(next, 77, head).text, "the bytes are a position by other rules");
  EXPECT_EQ(check_bytes_head(spec, 78, head).text, "the bytes are a position of another edition");
  EXPECT_EQ(check_bytes_head(spec, 77, "abc").text, "the bytes are no position");
}

TEST(Describe, ADifferenceSetsAndDropsMembersOfMembers) {
  NestGame::State after = nest();
  after.songs[0] = 9;
  after.secret[1] = Seed::kNone;
  after.turn = seat_at(0);
  const Viewer owl = Viewer::at(seat_at(0));
  const FlatView from = flat_view<NestGame>(nest(), owl);
  const FlatView to = flat_view<NestGame>(after, owl);
  const std::string text = difference(from, to);
  EXPECT_EQ(text, R"({"drop":["secret.jay"],"set":{"turn":"owl","songs.owl":9,"double.owl":18}})");
  Json view = *parse_json(from.text, "view");
  EXPECT_FALSE(apply_difference(view, *parse_json(text, "difference")));
  EXPECT_EQ(view.dump(), to.text) << "byte by byte";
  EXPECT_EQ(difference(to, to), "{}");
  EXPECT_FALSE(apply_difference(view, Json::object()));
  const Json before = view;
  const auto error = [&](std::string_view difference) {
    return apply_difference(view, *parse_json(difference, "difference")).text;
  };
  EXPECT_EQ(error(R"({"set":{"turn":"jay"},"drop":["secret.jay"]})"),
            "the difference doesn't fit the view: there is no 'secret.jay'");
  EXPECT_EQ(error(R"({"set":{"birds.jay":1}})"),
            "the difference doesn't fit the view: there is no 'birds.jay'");
  EXPECT_EQ(error("[]"), "a difference is an object of 'drop' and 'set'");
  EXPECT_EQ(error(R"({"set":[]})"), "a difference is an object of 'drop' and 'set'");
  EXPECT_EQ(view, before) << "an error changes nothing";
}

// Members that come, go and change their places: views of games have hardly any, yet a difference
// leads to every byte of whatever it is to lead to.
TEST(Describe, ADifferenceKeepsTheOrderOfMembers) {
  constexpr std::array<std::string_view, 5> kNames{"ash", "birch", "cedar", "fir", "oak"};
  Chance random(7);
  const auto names = [&] {
    std::vector<std::string_view> some;
    for (const std::string_view name : kNames) {
      const auto at =
          static_cast<std::ptrdiff_t>(random.below(static_cast<uint32_t>(some.size()) + 1));
      if (random.below(4) != 0)
        some.insert(random.below(3) == 0 ? some.begin() + at : some.end(), name);
    }
    return some;
  };
  const auto make = [&] {
    FlatView view;
    JsonWriter out(view.text);
    out.begin_object();
    for (const std::string_view name : names()) {
      out.key(name);
      const size_t at = view.parts.size();
      view.parts.push_back({name, static_cast<uint32_t>(view.text.size()), 0, false, false});
      if (random.below(2) == 0) {
        out.value(static_cast<int>(random.below(2)));
      } else {
        view.parts[at].object = true;
        out.begin_object();
        for (const std::string_view inner : names()) {
          out.key(inner);
          view.parts.push_back({inner, static_cast<uint32_t>(view.text.size()), 0, true, false});
          out.value(static_cast<int>(random.below(2)));
          view.parts.back().end = static_cast<uint32_t>(view.text.size());
        }
        out.end_object();
      }
      view.parts[at].end = static_cast<uint32_t>(view.text.size());
    }
    out.end_object();
    return view;
  };
  for (int i = 0; i < 20000; ++i) {
    const FlatView from = make();
    const FlatView to = make();
    const std::string text = difference(from, to);
    Json view = *parse_json(from.text, "view");
    ASSERT_FALSE(apply_difference(view, *parse_json(text, "difference"))) << text;
    ASSERT_EQ(view.dump(), to.text) << from.text << " by " << text;
  }
}

TEST(Describe, TheKeyIsOfWhatASeatKnows) {
  const NestGame::State state = nest();
  const auto key = [](const NestGame::State& s, int seat) {
    return observation_key<NestGame>(s, seat_at(seat));
  };
  NestGame::State other = state;
  other.secret[1] = static_cast<Seed>(0);
  EXPECT_EQ(key(state, 0), key(other, 0)) << "hidden";
  EXPECT_NE(key(state, 1), key(other, 1)) << "its own";
  other.secret[1] = Seed::kNone;
  EXPECT_NE(key(state, 0), key(other, 0)) << "that there is something is known";
  other = state;
  other.songs[1] = 7;
  EXPECT_NE(key(state, 0), key(other, 0)) << "left out of views, but counted";
  EXPECT_NE(key(state, 0), key(state, 1));
  other = state;
  other.nests[0].eggs = static_cast<int16_t>(300 - 256);
  EXPECT_NE(key(state, 0), key(other, 0)) << "wide numbers count whole";
}

TEST(Describe, TheNumbersBeginWithTheViewer) {
  const NestGame::State state = nest();
  const std::vector<std::string> names = observation_names<NestGame>(state);
  std::vector<float> numbers(observe<NestGame>(state, seat_at(1), {}));
  ASSERT_EQ(numbers.size(), names.size());
  observe<NestGame>(state, seat_at(1), numbers);
  const auto at = [&](std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    EXPECT_NE(found, names.end()) << name;
    return numbers[static_cast<size_t>(found - names.begin())];
  };
  EXPECT_EQ(at("turn=0"), 1) << "it is the viewer's turn";
  EXPECT_EQ(at("nests.0.eggs"), -2.0f / 500);
  EXPECT_EQ(at("nests.1.eggs"), 300.0f / 500);
  EXPECT_EQ(at("nests.2.eggs"), 0) << "an empty seat";
  EXPECT_EQ(at("row.1=2"), 1);
  EXPECT_EQ(at("agenda.0=0"), 1);
  EXPECT_EQ(at("picks.0.0=3"), 1) << "a seed";
  EXPECT_EQ(at("picks.0.1"), 0) << "no number";
  EXPECT_EQ(at("picks.1.1"), 0) << "hidden";
  EXPECT_EQ(at("picks.2.2=0"), 1) << "the viewer's own seat";
  // The room given is never exceeded.
  std::vector<float> few(5, -1);
  EXPECT_EQ(observe<NestGame>(state, seat_at(1), std::span(few).first(4)), names.size());
  EXPECT_EQ(few[4], -1);
}

}  // namespace
}  // namespace engine::describe_test
