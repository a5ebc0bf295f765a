#include "cli/start_menu.h"

#include <algorithm>

#include "bots/levels.h"
#include "cli/common.h"
#include "cli/saves.h"
#include "cli/table_client.h"
#include "games/registry.h"

namespace cli {

using engine::Style;
using engine::Texts;

namespace {

constexpr int kTop = 6;  // the first row below the heading

void draw_heading(Surface& surface, std::string_view title, std::string_view below) {
  surface.write_centred(1, title, Style::kTitle);
  surface.write_centred(3, below, Style::kDim);
}

std::string player_range(const engine::GameSpec& spec, const Texts& words) {
  return spec.min_seats == spec.max_seats
             ? words.format("menu.players", std::to_string(spec.min_seats))
             : words.format("menu.players",
                            std::to_string(spec.min_seats) + "–" + std::to_string(spec.max_seats));
}

// The first page: the games and what was saved.
class GameMenu {
 public:
  explicit GameMenu(Stage& stage) : stage_(stage), saved_(unfinished_games()) {
    constexpr size_t kMostSaved = 8;
    if (saved_.size() > kMostSaved) saved_.resize(kMostSaved);
  }

  // The number of a game, or of a saved game after them; -1 to leave.
  int ask() {
    const int count = static_cast<int>(games::all().size() + saved_.size());
    for (;;) {
      const Key key = stage_.ask([&](Surface& surface) { paint(surface); });
      if (key.kind == Key::kUp) cursor_ = (cursor_ + count - 1) % count;
      if (key.kind == Key::kDown) cursor_ = (cursor_ + 1) % count;
      if (key.kind == Key::kEnter) return cursor_;
      if (key.kind == Key::kHangUp || key.kind == Key::kEscape || key.is(U'q')) return -1;
      if (key.kind == Key::kChar && key.glyph > U'0' && key.glyph <= U'9') {
        const int number = static_cast<int>(key.glyph - U'1');
        if (number < count) return number;
      }
      if (key.is(U'L')) stage_.next_language();
      if (key.is(U'h')) stage_.read([&] { return help_page(stage_.settings().language); });
      if (key.is(U'r') && cursor_ < static_cast<int>(games::all().size())) {
        const engine::AnyGame& game = *games::all()[static_cast<size_t>(cursor_)];
        stage_.read([&] { return rules_page(game, nullptr, stage_.settings().language); });
      }
    }
  }
  const SavedGame& saved(int index) const { return saved_[static_cast<size_t>(index)]; }

 private:
  void paint(Surface& surface) const {
    const Texts& words = stage_.words();
    draw_heading(surface, "S T A M T A F E L", words.get("menu.subtitle"));
    const int width = std::min(surface.width() - 8, 84);
    const int x = (surface.width() - width) / 2;
    const bool roomy = kTop + rows_with_taglines(width) <= surface.height() - 1;
    int y = kTop - 1;
    int number = 0;
    surface.write(x, y++, words.get("menu.games"), Style::kBold);
    for (const engine::AnyGame* game : games::all()) {
      const Texts& texts = game->texts(stage_.settings().language);
      const bool told = roomy || number == cursor_;
      entry(surface, {x, y++, width, 1}, number++, std::string(texts.get("game.name")),
            player_range(game->spec(), words));
      if (!told) continue;
      for (const std::string& line : tagline(*game, width)) {
        surface.write(x + 4, y++, line, Style::kDim);
      }
    }
    if (!saved_.empty()) surface.write(x, ++y, words.get("menu.saved"), Style::kBold);
    for (const SavedGame& saved : saved_) {
      const Texts& texts = saved.game->texts(stage_.settings().language);
      entry(surface, {x, ++y, width, 1}, number++,
            words.format("menu.saved_game", std::string(texts.get("game.name")),
                         std::to_string(saved.seats), std::to_string(saved.steps)),
            saved.when);
    }
    write_keys(surface, 1, surface.height() - 1, words.get("keys.menu"));
  }
  std::vector<std::string> tagline(const engine::AnyGame& game, int width) const {
    return engine::wrap(game.texts(stage_.settings().language).get("game.tagline"), width - 4);
  }
  // Where they don't fit with what was saved, only the game under the cursor tells what it is.
  int rows_with_taglines(int width) const {
    size_t rows = saved_.empty() ? 0 : 2 + saved_.size();
    for (const engine::AnyGame* game : games::all()) rows += 1 + tagline(*game, width).size();
    return static_cast<int>(rows);
  }
  void entry(Surface& surface, const Rect& row, int number, const std::string& text,
             const std::string& right) const {
    const bool here = number == cursor_;
    if (here) surface.fill(row, {Style::kPlain, true});
    if (number < 9)
      surface.write(row.x + 1, row.y, std::to_string(number + 1), {Style::kTitle, here});
    surface.write_in(row.x + 4, row.y, row.width - 26, text, {Style::kPlain, here});
    surface.write(row.x + row.width - engine::columns(right) - 1, row.y, right,
                  {Style::kDim, here});
  }

  Stage& stage_;
  std::vector<SavedGame> saved_;
  int cursor_ = 0;
};

// The second page: a form for the table.
class TableForm {
 public:
  TableForm(Stage& stage, Setup setup, uint64_t seed)
      : stage_(stage),
        setup_(std::move(setup)),
        editions_(editions_of(*setup_.game)),
        chance_(engine::ChanceSource::of_seed(seed)) {}

  enum class End { kStart, kBack };
  End ask() {
    for (;;) {
      const Key key = stage_.ask([&](Surface& surface) { paint(surface); });
      const int count = row_count();
      switch (key.kind) {
        case Key::kUp:
          cursor_ = (cursor_ + count - 1) % count;
          break;
        case Key::kDown:
          cursor_ = (cursor_ + 1) % count;
          break;
        case Key::kLeft:
          change(-1);
          break;
        case Key::kRight:
          change(1);
          break;
        case Key::kPageUp:
          change(10);
          break;
        case Key::kPageDown:
          change(-10);
          break;
        case Key::kHome:
          cursor_ = 0;
          break;
        case Key::kEnd:
          cursor_ = count - 1;
          break;
        case Key::kEnter:
          return End::kStart;
        case Key::kHangUp:
        case Key::kEscape:
          return End::kBack;
        default:
          break;
      }
      if (key.is(U' ')) change(1);
      if (key.is(U'q')) return End::kBack;
      if (key.is(U'L')) stage_.next_language();
      if (key.is(U'h')) stage_.read([&] { return help_page(stage_.settings().language); });
      if (key.is(U'r'))
        stage_.read(
            [&] { return rules_page(*setup_.game, setup_.edition, stage_.settings().language); });
    }
  }
  const Setup& setup() const { return setup_; }

 private:
  // Rows: start, players, a seat each, the bots' pace, language, edition, a variant each.
  enum class RowKind { kStart, kPlayers, kSeat, kPace, kLanguage, kEdition, kOption };
  struct Row {
    RowKind kind;
    int index = 0;
  };
  int seats() const { return static_cast<int>(setup_.sitters.size()); }
  int row_count() const {
    return 5 + seats() + static_cast<int>(setup_.game->spec().variants.size());
  }
  Row row_at(int row) const {
    if (row == 0) return {RowKind::kStart};
    if (row == 1) return {RowKind::kPlayers};
    if (row < 2 + seats()) return {RowKind::kSeat, row - 2};
    if (row == 2 + seats()) return {RowKind::kPace};
    if (row == 3 + seats()) return {RowKind::kLanguage};
    if (row == 4 + seats()) return {RowKind::kEdition};
    return {RowKind::kOption, row - 5 - seats()};
  }

  void change(int by);
  std::string label(Row row) const;
  std::string value(Row row) const;
  std::string explanation(Row row) const;
  std::string edition_text() const;
  void paint(Surface& surface) const;
  const engine::AnyEdition& edition() const { return *editions_.offered[edition_]; }
  const Texts& texts() const { return edition().texts(stage_.settings().language); }
  const Sitter& sitter(Row row) const { return setup_.sitters[static_cast<size_t>(row.index)]; }
  const engine::VariantSpec& variant(Row row) const {
    return setup_.game->spec().variants[static_cast<size_t>(row.index)];
  }
  int16_t& variant_value(Row row) { return setup_.variants.values[static_cast<size_t>(row.index)]; }

  Stage& stage_;
  Setup setup_;
  Editions editions_;
  size_t edition_ = 0;
  engine::ChanceSource chance_;
  int cursor_ = 0;
};

int turned(int value, int by, int count) { return ((value + by) % count + count) % count; }

void TableForm::change(int by) {
  const Row row = row_at(cursor_);
  const engine::GameSpec& spec = setup_.game->spec();
  switch (row.kind) {
    case RowKind::kStart:
      break;
    case RowKind::kPlayers: {
      const int wish = std::clamp(seats() + by, spec.min_seats, spec.max_seats);
      setup_.sitters.resize(static_cast<size_t>(wish), Sitter::of(bots::usual_bot()));
      break;
    }
    case RowKind::kSeat: {
      // A person, then the levels from the weakest. Other bots are for the command line.
      const std::span<const std::string_view> levels = bots::levels();
      const auto level = std::ranges::find(levels, bots::level_of(sitter(row).bot));
      const int now = sitter(row).human ? 0 : static_cast<int>(level - levels.begin()) + 1;
      const int next = turned(now, by, static_cast<int>(levels.size()) + 1);
      setup_.sitters[static_cast<size_t>(row.index)] =
          next == 0 ? Sitter::person()
                    : Sitter::of(*bots::level_bot(levels[static_cast<size_t>(next - 1)]));
      break;
    }
    case RowKind::kPace: {
      const int pace =
          turned(static_cast<int>(pace_of(stage_.settings())), by, static_cast<int>(kPaces.size()));
      stage_.settings().pause_ms = kPaces[static_cast<size_t>(pace)].pause_ms;
      break;
    }
    case RowKind::kLanguage: {
      const auto count = static_cast<int>(engine::kLanguages.size());
      stage_.settings().language = static_cast<engine::Language>(
          turned(static_cast<int>(stage_.settings().language), by, count));
      break;
    }
    case RowKind::kEdition: {
      const auto count = static_cast<int>(editions_.offered.size());
      edition_ = static_cast<size_t>(turned(static_cast<int>(edition_), by, count));
      setup_.edition = edition_ == 0 ? nullptr : editions_.offered[edition_];
      break;
    }
    case RowKind::kOption: {
      const engine::VariantSpec& spec_row = variant(row);
      int16_t& now = variant_value(row);
      now = static_cast<int16_t>(spec_row.values.empty()
                                     ? std::clamp<int>(now + by, spec_row.low, spec_row.high)
                                     : turned(now, by, static_cast<int>(spec_row.values.size())));
      break;
    }
  }
}

std::string TableForm::label(Row row) const {
  const Texts& words = stage_.words();
  switch (row.kind) {
    case RowKind::kStart:
      return std::string(words.get("form.start"));
    case RowKind::kPlayers:
      return std::string(words.get("form.players"));
    case RowKind::kSeat:
      return seat_name(texts(), engine::seat_at(row.index));
    case RowKind::kPace:
      return std::string(words.get("form.pace"));
    case RowKind::kLanguage:
      return std::string(words.get("form.language"));
    case RowKind::kEdition:
      return std::string(words.get("form.edition"));
    case RowKind::kOption:
      break;
  }
  return std::string(texts().get("variant." + std::string(variant(row).id) + ".name"));
}

std::string TableForm::value(Row row) const {
  const Texts& words = stage_.words();
  switch (row.kind) {
    case RowKind::kStart:
      return {};
    case RowKind::kPlayers:
      return std::to_string(seats());
    case RowKind::kSeat:
      return sitter(row).human ? sitter_name(sitter(row), stage_.settings().language)
                               : std::string(character_at(chance_, row.index).name) + ", " +
                                     sitter_name(sitter(row), stage_.settings().language);
    case RowKind::kPace:
      return std::string(words.get("pace." + std::string(kPaces[pace_of(stage_.settings())].id)));
    case RowKind::kLanguage:
      return std::string(words.get("language.name"));
    case RowKind::kEdition:
      return edition_title(edition(), stage_.settings().language);
    case RowKind::kOption:
      break;
  }
  std::string id =
      engine::variant_value(setup_.game->spec(), setup_.variants, static_cast<size_t>(row.index));
  if (variant(row).values.empty()) return id;
  return std::string(texts().get("variant." + std::string(variant(row).id) + ".value." + id));
}

std::string TableForm::explanation(Row row) const {
  const Texts& words = stage_.words();
  switch (row.kind) {
    case RowKind::kStart:
      return std::string(texts().get("game.about"));
    case RowKind::kPlayers:
      return words.format("form.players_text", std::to_string(setup_.game->spec().min_seats),
                          std::to_string(setup_.game->spec().max_seats));
    case RowKind::kSeat:
      return std::string(sitter(row).human ? words.get("sitter.human.text")
                                           : bots::level_text(bots::level_of(sitter(row).bot),
                                                              stage_.settings().language));
    case RowKind::kPace:
      return std::string(words.get("form.pace_text"));
    case RowKind::kLanguage:
      return std::string(words.get("form.language_text"));
    case RowKind::kEdition:
      return edition_text();
    case RowKind::kOption:
      break;
  }
  return std::string(texts().get("variant." + std::string(variant(row).id) + ".text"));
}

// What it says of itself, where others can be put, and what is wrong with those that are there.
std::string TableForm::edition_text() const {
  std::string text;
  if (const std::string* own = texts().find("edition.text")) text = *own + "\n";
  text +=
      stage_.words().format("form.edition_text", editions_folder(),
                            edition_title(*editions_.offered.front(), stage_.settings().language));
  for (const std::string& problem : editions_.problems) text += "\n" + problem;
  return text;
}

void TableForm::paint(Surface& surface) const {
  constexpr int kExplanation = 7;
  const Texts& words = stage_.words();
  surface.wear(setup_.game->spec());
  draw_heading(surface, texts().get("game.name"), texts().get("game.tagline"));
  const int width = std::min(surface.width() - 6, 84);
  const int x = (surface.width() - width) / 2;
  const int label_width = width / 2 - 2;
  const int rule = surface.height() - 2 - kExplanation;
  const int rows = rule - kTop + 1;
  const int top = std::clamp(cursor_ - rows / 2, 0, std::max(0, row_count() - rows));
  for (int i = 0; i < rows && top + i < row_count(); ++i) {
    const int y = kTop - 1 + i;
    const Row row = row_at(top + i);
    const bool here = top + i == cursor_;
    if (here) surface.fill({x, y, width, 1}, {Style::kPlain, true});
    const Style style = row.kind == RowKind::kSeat    ? engine::seat_style(row.index)
                        : row.kind == RowKind::kStart ? Style::kGood
                                                      : Style::kPlain;
    surface.write_in(x + 2, y, label_width, label(row), {style, here});
    if (row.kind == RowKind::kStart) continue;
    const int value_x = x + label_width + 3;
    surface.put(value_x, y, U'◂', {Style::kDim, here});
    const int end =
        surface.write_in(value_x + 2, y, width - label_width - 7, value(row), {Style::kBold, here});
    surface.put(end + 1, y, U'▸', {Style::kDim, here});
  }
  if (top > 0) surface.put(x + width, kTop - 1, U'▲', Style::kDim);
  if (top + rows < row_count()) surface.put(x + width, rule - 1, U'▼', Style::kDim);
  surface.rule(0, rule, surface.width());
  int y = rule + 1;
  for (const std::string& line :
       engine::wrap(explanation(row_at(cursor_)), std::min(surface.width() - 4, 110))) {
    if (y <= rule + kExplanation) surface.write(2, y++, line);
  }
  write_keys(surface, 1, surface.height() - 1, words.get("keys.form"));
}

}  // namespace

Setup Setup::of(const engine::AnyGame& game) {
  return {&game, nullptr, engine::default_variants(game.spec()),
          default_sitters(game.spec().min_seats)};
}

std::optional<StartChoice> start_menu(Stage& stage, uint64_t seed) {
  GameMenu menu(stage);
  for (;;) {
    const int chosen = menu.ask();
    if (chosen < 0) return std::nullopt;
    const int saved = chosen - static_cast<int>(games::all().size());
    if (saved >= 0) return StartChoice{menu.saved(saved).path, {}};
    TableForm form(stage, Setup::of(*games::all()[static_cast<size_t>(chosen)]), seed);
    if (form.ask() == TableForm::End::kStart) return StartChoice{{}, form.setup()};
    if (stage.hung_up()) return std::nullopt;
  }
}

}  // namespace cli
