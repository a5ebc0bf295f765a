// `record`, and what `record --verify` says about damaged records.
#include "cli/testing.h"
#include "engine/record.h"

namespace cli_test {
namespace {

std::string good_record() {
  static const std::string text =
      stamtafel({"record", game_id(), "--seed", "3", "--seats",
                 std::string("random,random,random,random,random,random")
                     .substr(0, static_cast<size_t>(game().spec().min_seats) * 7 - 1)})
          .out;
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::stringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}
std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

Ran verify(const std::string& text) { return stamtafel({"record", "--verify", "-"}, text); }

TEST(Record, IsPlayedToTheEndAndGood) {
  EXPECT_THAT(good_record(), StartsWith("stamtafel-record 3\n"));
  const Ran ran = verify(good_record());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("good. " + game_id()));
  EXPECT_THAT(ran.out, HasSubstr("played to the end"));
}

TEST(Record, TheSameSeedIsTheSameGame) {
  EXPECT_EQ(stamtafel({"record", game_id(), "--seed", "9", "--players", "3"}).out,
            stamtafel({"record", game_id(), "--seed", "9", "--players", "3"}).out);
}

TEST(Record, RemarksAreReadOver) {
  const Folder folder;
  const std::string file = folder.at("evening.record");
  const Ran ran = stamtafel({"record", game_id(), "--seed", "3", "--remarks", "--out", file});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, IsEmpty());
  EXPECT_THAT(slurp(file), HasSubstr("\n| "));
  EXPECT_EQ(stamtafel({"record", "--verify", file}).code, 0);
}

TEST(Record, AGameBrokenOffBetweenTwoActionsIsCutUnlessItSaysThatItIsUnfinished) {
  std::vector<std::string> lines = lines_of(good_record());
  lines.resize(lines.size() / 2);
  const Ran cut = verify(joined(lines));
  EXPECT_EQ(cut.code, 4);
  EXPECT_THAT(cut.err, HasSubstr("the record breaks off"));
  const std::string last = lines.back().substr(0, lines.back().find(' '));
  lines.push_back("unfinished " + last);
  const Ran ran = verify(joined(lines));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("actions, not finished\n"));
  // Before format 3 nothing could be said.
  lines.pop_back();
  lines.front() = "stamtafel-record 2";
  EXPECT_THAT(verify(joined(lines)).out, HasSubstr("not finished, or cut off"));
}

TEST(Record, OneThatIsCutOffIsRefused) {
  const std::string text = good_record();
  EXPECT_EQ(verify(text.substr(0, text.size() / 2 - 3)).code, 4);
  // Without its last line the game is over, but nothing says so.
  std::vector<std::string> lines = lines_of(text);
  lines.pop_back();
  const Ran ran = verify(joined(lines));
  EXPECT_EQ(ran.code, 4);
  EXPECT_THAT(ran.err, HasSubstr("the line 'end …' is missing"));
}

// Every line changed by one letter, in turn: refused, and never later than at that line. The name
// of the edition alone is of no account where everything replays.
TEST(Record, AnyEditedLineIsFound) {
  const std::vector<std::string> good = lines_of(good_record());
  for (size_t i = 0; i < good.size(); ++i) {
    if (good[i].starts_with("edition ")) continue;
    std::vector<std::string> edited = good;
    std::string& line = edited[i];
    line[line.size() / 2] = line[line.size() / 2] == 'x' ? 'y' : 'x';
    const auto read = engine::read_record(joined(edited), games::find);
    ASSERT_FALSE(read) << good[i] << " -> " << line;
    EXPECT_EQ(read.error.code, engine::ErrorCode::kRecord);
    EXPECT_THAT(read.error.text, HasSubstr("line "));
  }
}

TEST(Record, AnActionLeftOutIsRefusedWithLineAndReason) {
  std::vector<std::string> lines = lines_of(good_record());
  const auto first =
      std::find_if(lines.begin(), lines.end(), [](const auto& l) { return l.starts_with("1 "); });
  const auto number = first - lines.begin() + 1;
  lines.erase(first);
  const Ran ran = verify(joined(lines));
  EXPECT_EQ(ran.code, 4);
  EXPECT_THAT(ran.err, HasSubstr("line " + std::to_string(number) + ": action 1 is expected here"));
}

TEST(Record, OfAFileWithSeveralEachIsCheckedAndOneIsShown) {
  const Folder folder;
  const std::string file = folder.at("all.records");
  std::vector<std::string> lines = lines_of(good_record());
  lines.erase(lines.end() - 3);
  std::ofstream(file) << good_record() << "\n" << joined(lines) << "\n" << good_record();
  const Ran ran = stamtafel({"record", "--verify", file});
  EXPECT_EQ(ran.code, 4);
  EXPECT_THAT(ran.out, HasSubstr("record 1: good. "));
  EXPECT_THAT(ran.out, HasSubstr("record 3: good. "));
  EXPECT_THAT(ran.err, HasSubstr("record 2: line "));
  EXPECT_EQ(stamtafel({"replay", "--plain", "--game", "3", file}).code, 0);
  const Ran which = stamtafel({"replay", "--plain", file});
  EXPECT_EQ(which.code, 2);
  EXPECT_THAT(which.err, HasSubstr("it holds 3 records; say which with --game N"));
  EXPECT_THAT(stamtafel({"replay", "--plain", "--game", "4", file}).err,
              HasSubstr("it holds 3 records, there is no number 4"));
}

TEST(Record, OneOfAnUnknownGameIsRefused) {
  std::vector<std::string> lines = lines_of(good_record());
  lines[1] = "game quux 1";
  EXPECT_THAT(verify(joined(lines)).err, HasSubstr("line 2: there is no game 'quux"));
}

TEST(Record, OneOfOtherRulesIsGoodWhereItReplaysAllTheSame) {
  std::vector<std::string> lines = lines_of(good_record());
  lines[1] = "game " + game_id() + " 9999";
  const Ran ran = verify(joined(lines));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("good. "));
  EXPECT_THAT(ran.out, HasSubstr("of version 9999 of the rules"));
}

// The fingerprint of step 5 stands for rules that did something else there.
TEST(Record, OneOfOtherRulesIsShownAsFarAsItAgrees) {
  std::vector<std::string> lines = lines_of(good_record());
  lines[1] = "game " + game_id() + " 9999";
  const auto fifth =
      std::find_if(lines.begin(), lines.end(), [](const auto& l) { return l.starts_with("5 "); });
  ASSERT_NE(fifth, lines.end());
  fifth->replace(fifth->find('#'), std::string::npos, "#0123456789abcdef");
  const std::string where = "line " + std::to_string(fifth - lines.begin() + 1) + ": ";
  const Ran verified = verify(joined(lines));
  EXPECT_EQ(verified.code, 5);
  EXPECT_THAT(verified.out, IsEmpty());
  EXPECT_THAT(verified.err, HasSubstr(where));
  EXPECT_THAT(verified.err, HasSubstr("of version 9999 of the rules"));
  EXPECT_THAT(verified.err, HasSubstr("The first 4 of "));
  const Ran shown = stamtafel({"replay", "--plain", "-"}, joined(lines));
  EXPECT_EQ(shown.code, 5);
  EXPECT_THAT(shown.err, HasSubstr(where));
  lines.resize(static_cast<size_t>(fifth - lines.begin()));
  lines.push_back("unfinished 4");
  EXPECT_EQ(shown.out, stamtafel({"replay", "--plain", "-"}, joined(lines)).out);
}

TEST(Record, OneOfAnotherEditionNeedsItsFile) {
  const Folder folder;
  engine::Json edition = *engine::parse_json(game().edition_json(), "edition");
  edition.set("edition", engine::Json::of("mine"));
  edition.find("money")->set("start_gold", engine::Json::of(2));
  const std::string file = folder.file("mine.json", edition.dump());
  const std::string record = folder.at("mine.record");
  ASSERT_EQ(stamtafel({"record", game_id(), "--edition", file, "--out", record}).code, 0);
  const Ran without = stamtafel({"record", "--verify", record});
  EXPECT_EQ(without.code, 5);
  EXPECT_THAT(without.err, HasSubstr("made with another edition"));
  EXPECT_EQ(stamtafel({"record", "--verify", record, "--edition", file}).code, 0);
}

TEST(Record, AFullDiskLeavesTheOldFileAsItWas) {
  const Folder folder;
  const std::string file = folder.file("old.record", "precious");
  // A limit on the size of files stands for the full disk; the shell ignores the signal that comes
  // with it.
  const std::string line = "trap '' XFSZ; ulimit -f 0; " + quoted(STAMTAFEL_COMMAND) + " record " +
                           game_id() + " --out " + quoted(file) + " 2> /dev/full";
  const int status = std::system(("sh -c " + quoted(line)).c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_EQ(slurp(file), "precious");
  EXPECT_EQ(folder.size(), 1u) << "a temporary file was left behind";
}

}  // namespace
}  // namespace cli_test
