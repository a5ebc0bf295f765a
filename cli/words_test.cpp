// The texts of the client, and how text gets onto a screen.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cli/choices.h"
#include "cli/client_testing.h"
#include "cli/stage.h"
#include "cli/surface.h"
#include "cli/words.h"
#include "tests/typography.h"

namespace cli {
namespace words_test {

namespace fs = std::filesystem;
using engine::Language;
using namespace client_testing;

TEST(WordsTest, EveryLanguageHasTheSameKeysAndPlaceholders) {
  const engine::Texts& english = words(Language::kEnglish);
  for (size_t i = 1; i < engine::kLanguages.size(); ++i) {
    const engine::Texts& other = words(static_cast<Language>(i));
    EXPECT_EQ(other.all().size(), english.all().size());
    for (const auto& [key, text] : english.all()) {
      ASSERT_TRUE(other.has(key)) << engine::kLanguages[i] << ": " << key;
      for (const char* place : {"{0}", "{1}", "{2}", "{3}"}) {
        EXPECT_EQ(text.find(place) == std::string::npos,
                  other.get(key).find(place) == std::string::npos)
            << engine::kLanguages[i] << ": " << key;
      }
    }
  }
}

TEST(WordsTest, PunctuationIsThatOfTheLanguage) {
  for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
    const auto language = static_cast<Language>(i);
    for (const auto& [key, text] : words(language).all())
      EXPECT_EQ(typography::misprint(language, text), "") << engine::kLanguages[i] << ": " << key;
  }
}

TEST(WordsTest, LinesOfKeysFitInEightyColumns) {
  for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
    for (const auto& [key, text] : words(static_cast<Language>(i)).all()) {
      if (!key.starts_with("keys.")) continue;
      Surface surface(200, 1);
      EXPECT_LE(write_keys(surface, 1, 0, text), 80) << engine::kLanguages[i] << ": " << key;
    }
  }
}

// The keys of one character in a line of keys; the others have names of their language.
std::string short_keys(std::string_view text) {
  std::string keys;
  for (size_t open = 0; (open = text.find('[', open)) != std::string_view::npos;) {
    const size_t close = text.find(']', open);
    const std::string_view key = text.substr(open + 1, close - open - 1);
    if (engine::columns(key) == 1) keys += key;
    open = close;
  }
  return keys;
}

TEST(WordsTest, NoLanguageLeavesAKeyOut) {
  for (const auto& [key, text] : words(Language::kEnglish).all()) {
    if (!key.starts_with("keys.")) continue;
    for (const std::string_view code : engine::kLanguages) {
      const engine::Texts& other = words(*engine::parse_language(code));
      EXPECT_EQ(short_keys(other.get(key)), short_keys(text)) << code << ": " << key;
    }
  }
}

TEST(WordsTest, EveryKeyInTheSourcesExists) {
  const engine::Texts& english = words(Language::kEnglish);
  int found = 0;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(STAMTAFEL_SOURCE_DIR) / "cli")) {
    if (entry.path().extension() != ".cpp" || entry.path().stem().string().ends_with("_test"))
      continue;
    std::ifstream file(entry.path());
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    for (const std::string call :
         {"words().get(\"", "words().format(\"", "words.get(\"", "words.format(\""}) {
      for (size_t at = 0; (at = source.find(call, at)) != std::string::npos;) {
        at += call.size();
        const std::string key = source.substr(at, source.find('"', at) - at);
        if (key.ends_with('.')) continue;  // the rest is put on at run time
        EXPECT_TRUE(english.has(key)) << entry.path() << ": " << key;
        ++found;
      }
    }
  }
  EXPECT_GT(found, 40);
}

TEST(SurfaceTest, EveryGlyphOfTheTextsHasAnAsciiStandIn) {
  for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
    for (const auto& [key, text] : words(static_cast<Language>(i)).all()) {
      Surface surface(std::max(1, engine::columns(text)), 1);
      surface.write(0, 0, text);
      for (int x = 0; x < surface.width(); ++x) {
        const char32_t glyph = surface.at(x, 0).glyph;
        EXPECT_TRUE(glyph == U'?' || ascii_for(glyph) != '?')
            << key << ": " << engine::to_utf8(glyph);
      }
    }
  }
}

// What the games put together themselves has the language's punctuation, too.
TEST(WordsTest, TablesAreToldInThePunctuationOfTheLanguage) {
  for (const engine::AnyGame* game : games::all()) {
    SCOPED_TRACE(game->spec().id);
    const engine::Texts& texts = game->texts(Language::kFrench);
    for (const engine::Component& part : game->components(*game->default_edition(), texts))
      EXPECT_EQ(typography::misprint(Language::kFrench, part.details), "");
    Session session = started(*game, people_and_bots(0, game->spec().max_seats), 1);
    for (int step = 0; step < 300 && !session.table().over(); ++step) {
      const std::string told = session.table().tell(engine::Viewer::everything(), texts);
      ASSERT_EQ(typography::misprint(Language::kFrench, told), "") << told;
      session.act_bot(session.next());
    }
  }
}

// What a card's text says, what the rules tell of it besides doesn't say again.
TEST(WordsTest, PartsAreToldOnce) {
  for (const engine::AnyGame* game : games::all()) {
    for (const engine::Component& part :
         game->components(*game->default_edition(), game->texts(Language::kEnglish))) {
      for (size_t begin = 0; begin < part.details.size();) {
        const size_t end = std::min(part.details.find(". ", begin), part.details.size());
        const std::string sentence = part.details.substr(begin, end - begin);
        EXPECT_EQ(part.text.find(sentence), std::string::npos)
            << game->spec().id << ", " << part.id << ": " << sentence;
        begin = end + 2;
      }
    }
  }
}

// What the boards draw, too: a die is its number, not a question mark.
TEST(SurfaceTest, EveryGlyphOfTheBoardsHasAnAsciiStandIn) {
  for (const engine::AnyGame* game : games::all()) {
    Session session = started(*game, people_and_bots(0, game->spec().max_seats), 1);
    for (int step = 0; step < 300 && !session.table().over(); ++step) {
      engine::Canvas board(engine::kBoardWidth, engine::kBoardHeight);
      session.table().draw(engine::Viewer::everything(), session.texts(Language::kEnglish), board);
      for (int y = 0; y < board.height(); ++y) {
        for (int x = 0; x < board.width(); ++x) {
          const char32_t glyph = board.at(x, y).glyph;
          ASSERT_TRUE(glyph == U'?' || ascii_for(glyph) != '?')
              << game->spec().id << ": " << engine::to_utf8(glyph);
        }
      }
      session.act_bot(session.next());
    }
  }
  EXPECT_EQ(ascii_for(U'⚂'), '3');
}

TEST(ChoicesTest, FilterIgnoresCaseAndAccents) {
  ChoiceMenu menu;
  menu.ask({{{0, 0, 0, 0}, "Grüner Kobold", ""},
            {{1, 0, 0, 0}, "Zwerg", ""},
            {{2, 0, 0, 0}, "rot", "no"}});
  menu.start_filter();
  for (const char key : std::string("grun")) menu.handle({Key::kChar, static_cast<char32_t>(key)});
  ASSERT_EQ(menu.shown_count(), 1u);
  EXPECT_EQ(menu.highlighted()->text, "Grüner Kobold");
  menu.handle({Key::kEscape});
  EXPECT_EQ(menu.shown_count(), 3u);
}

TEST(ChoicesTest, LongListGoesIntoColumnsAndPagesAndKeysArePerPage) {
  std::vector<Choice> choices;
  for (uint8_t i = 0; i < 60; ++i)
    choices.push_back({{i, 0, 0, 0}, "choice " + std::to_string(i), ""});
  ChoiceMenu menu;
  menu.ask(choices);
  Surface surface(44, 8);
  menu.draw(surface, {0, 0, 44, 8});
  EXPECT_EQ(menu.page_text(), "1/3 →");
  EXPECT_EQ(menu.by_key(U'1')->text, "choice 0");
  menu.handle({Key::kEnd});
  menu.draw(surface, {0, 0, 44, 8});
  EXPECT_EQ(menu.page_text(), "← 3/3");
  EXPECT_EQ(menu.by_key(U'1')->text, "choice 48");
  EXPECT_EQ(menu.by_key(U'u'), nullptr) << "commands are no keys of choices";
}

TEST(ChoicesTest, ReasonsShowSomethingHoweverManyChoicesAreAllowed) {
  std::vector<Choice> choices;
  for (uint8_t i = 0; i < 60; ++i)
    choices.push_back({{i, 0, 0, 0}, "choice " + std::to_string(i), i < 50 ? "" : "too late"});
  ChoiceMenu menu;
  menu.ask(choices);
  menu.handle({Key::kDown});
  menu.toggle_reasons();
  Surface surface(44, 8);
  menu.draw(surface, {0, 0, 44, 8});
  EXPECT_NE(surface.text().find("too late"), std::string::npos) << surface.text();
  EXPECT_EQ(menu.highlighted()->text, "choice 50");
  menu.toggle_reasons();
  EXPECT_EQ(menu.highlighted()->text, "choice 1");
}

TEST(ChoicesTest, PagesOfForbiddenChoicesCountOnlyForWhoLooksAtThem) {
  std::vector<Choice> choices;
  for (uint8_t i = 0; i < 60; ++i)
    choices.push_back({{i, 0, 0, 0}, "choice " + std::to_string(i), i < 20 ? "" : "no"});
  ChoiceMenu menu;
  menu.ask(choices);
  Surface surface(44, 8);
  menu.draw(surface, {0, 0, 44, 8});
  EXPECT_EQ(menu.page_text(), "");
  menu.handle({Key::kEnd});
  menu.draw(surface, {0, 0, 44, 8});
  EXPECT_EQ(menu.page_text(), "← 3/3");
}

}  // namespace words_test
}  // namespace cli
