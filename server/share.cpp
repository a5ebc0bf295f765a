#include "server/share.h"

#include <algorithm>
#include <array>

#include "bots/characters.h"
#include "engine/shorten.h"
#include "engine/text.h"
#include "server/ending.h"
#include "server/picture.h"

namespace server {
namespace {

constexpr Colour kWood{0x2b, 0x1a, 0x0e};
constexpr Colour kCream{0xff, 0xf6, 0xe3};
constexpr Colour kGold{0xe8, 0xa9, 0x2b};
constexpr Colour kSoft{0xd8, 0xc3, 0xa5};
constexpr Colour kNight{0x17, 0x0f, 0x09};
constexpr Colour kDim{0x9a, 0x86, 0x6d};
constexpr Colour kGood{0x8f, 0xc9, 0x7a};
constexpr Colour kBad{0xe8, 0x7d, 0x6a};
constexpr double kLeft = 60;
constexpr double kRoom = 500;

// Like the page's: by the seat's own colour, where it is one, else in this order.
struct SeatColour {
  std::string_view id;
  Colour colour;
};
constexpr std::array<SeatColour, 8> kSeatColours{{{"green", {0x3f, 0x8f, 0x4a}},
                                                  {"purple", {0x80, 0x52, 0xa8}},
                                                  {"yellow", {0xe8, 0xb9, 0x23}},
                                                  {"red", {0xc7, 0x40, 0x2d}},
                                                  {"blue", {0x2f, 0x6f, 0xb3}},
                                                  {"black", {0x3c, 0x3a, 0x40}},
                                                  {"white", {0xef, 0xe9, 0xdd}},
                                                  {"orange", {0xd9, 0x75, 0x1e}}}};

Colour colour_of(std::string_view seat, size_t index) {
  const auto known = std::find_if(kSeatColours.begin(), kSeatColours.end(),
                                  [&](const SeatColour& one) { return one.id == seat; });
  return known != kSeatColours.end() ? known->colour
                                     : kSeatColours[index % kSeatColours.size()].colour;
}

// Dark colours are lit up: letters of them would not show on the dark board.
Colour lit(Colour colour) {
  const int light = (colour.red * 3 + colour.green * 6 + colour.blue) / 10;
  const int least = 120;
  if (light >= least) return colour;
  const auto up = [&](uint8_t part) {
    return static_cast<uint8_t>(part + (255 - part) * (least - light) / (255 - light));
  };
  return {up(colour.red), up(colour.green), up(colour.blue)};
}

// How what the board means is painted.
Colour ink_of(engine::Style style, const engine::GameSpec& spec) {
  switch (style) {
    case engine::Style::kPlain:
    case engine::Style::kBold:
      return kCream;
    case engine::Style::kDim:
    case engine::Style::kNeutral:
      return kDim;
    case engine::Style::kGood:
      return kGood;
    case engine::Style::kBad:
      return kBad;
    case engine::Style::kTitle:
      return kGold;
    default:
      break;
  }
  const auto seat = static_cast<size_t>(style) - static_cast<size_t>(engine::Style::kSeat0);
  return lit(colour_of(seat < spec.seat_ids.size() ? spec.seat_ids[seat] : "", seat));
}

std::string say(engine::Language language, std::string_view key, const std::string& value) {
  return texts(language).fill(texts(language).get(key), &value, 1);
}

std::string listed(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

// How it stands, in one sentence; empty where that is told nobody.
std::string standing(const Shared& shared, engine::Language language) {
  if (!shared.open) return {};
  if (shared.status == store::Status::kGathering) {
    const auto free = std::count_if(shared.sitters.begin(), shared.sitters.end(),
                                    [](const auto& sitter) { return sitter.name.empty(); });
    return say(language, "share-gathering", std::to_string(free));
  }
  if (shared.status != store::Status::kOver)
    return std::string(texts(language).get("share-playing"));
  std::vector<std::string> winners;
  for (const Shared::Sitter& sitter : shared.sitters) {
    if (sitter.won) winners.push_back(sitter.name);
  }
  if (winners.empty()) return std::string(texts(language).get("share-over"));
  const std::array<std::string, 2> values{listed(winners), std::to_string(winners.size())};
  return texts(language).fill(texts(language).get("share-won"), values.data(), values.size());
}

// The game's texts, with who sits there instead of colours; not so long that a board has no room
// for the rest.
engine::Texts with_names(const Shared& shared, engine::Texts texts) {
  constexpr int kLongest = 7;
  for (size_t i = 0; i < shared.sitters.size(); ++i) {
    const std::string& name = shared.sitters[i].name;
    if (!name.empty()) texts.set("seat." + std::to_string(i), engine::shorten(name, kLongest));
  }
  return texts;
}

}  // namespace

Shared shared_of(const Table& table, const NameOf& name_of, engine::Language language) {
  Shared shared = shared_of(table.game());
  shared.open = table.head().listed && !table.door().named_only();
  shared.status = table.status();
  if (!shared.open) return shared;
  const bool over = shared.status == store::Status::kOver;
  const bool scored = over && table.match() != nullptr && table.over_by() == "end";
  const engine::SeatSet winners = over ? winners_of(table) : engine::SeatSet{};
  for (size_t i = 0; i < table.chairs().size(); ++i) {
    const Chair& chair = table.chairs()[i];
    const engine::Seat seat = engine::seat_at(static_cast<int>(i));
    Shared::Sitter sitter;
    sitter.seat = table.seat_id(seat);
    if (chair.kind == SeatKind::kPerson) sitter.name = shown_name(name_of(chair.person), language);
    if (chair.kind == SeatKind::kBot) {
      sitter.name = bots::character_at(table.id(), static_cast<int>(i)).name;
    }
    sitter.won = winners.contains(seat);
    sitter.acting = !over && table.match() != nullptr && table.match()->acting().contains(seat);
    if (scored) sitter.score = ending_of(table).outcome.score[i];
    shared.sitters.push_back(std::move(sitter));
  }
  return shared;
}

std::string share_title(const Shared& shared, engine::Language language) {
  const std::string game(shared.game->texts(language).get("game.name"));
  if (!shared.open) return game + " · Stamtafel";
  return game + ": " + standing(shared, language);
}

std::string share_text(const Shared& shared, engine::Language language) {
  const std::string tagline(shared.game->texts(language).get("game.tagline"));
  std::vector<std::string> names;
  for (const Shared::Sitter& sitter : shared.sitters) {
    if (sitter.name.empty()) continue;
    const std::string score = sitter.score ? " (" + std::to_string(*sitter.score) + ")" : "";
    names.push_back(sitter.name + score);
  }
  return names.empty() ? tagline : listed(names) + ". " + tagline;
}

std::string with_share(std::string_view html, const Shared& shared, engine::Language language,
                       std::string_view page, std::string_view picture) {
  const std::string title = engine::escaped(share_title(shared, language));
  const std::string text = engine::escaped(share_text(shared, language));
  std::string tags;
  const auto tag = [&](const char* kind, const char* name, const std::string& value) {
    tags += std::string("<meta ") + kind + "=\"" + name + "\" content=\"" + value + "\" />\n";
  };
  tag("name", "description", text);
  tag("property", "og:site_name", "Stamtafel");
  tag("property", "og:type", "website");
  tag("property", "og:title", title);
  tag("property", "og:description", text);
  tag("property", "og:url", engine::escaped(page));
  tag("property", "og:locale", std::string(engine::kLanguages[static_cast<size_t>(language)]));
  tag("property", "og:image", engine::escaped(picture));
  tag("property", "og:image:type", "image/png");
  tag("property", "og:image:width", std::to_string(kShareWidth));
  tag("property", "og:image:height", std::to_string(kShareHeight));
  tag("property", "og:image:alt", title);
  tag("name", "twitter:card", "summary_large_image");
  const size_t end = html.find("</head>");
  if (end == std::string_view::npos) return std::string(html);
  // Some who show links know no more than the title; the page itself gives it another.
  constexpr std::string_view kTitle = "<title>Stamtafel</title>";
  std::string page_of_it(html.substr(0, end));
  if (const size_t own = page_of_it.find(kTitle); own != std::string::npos)
    page_of_it.replace(own, kTitle.size(), "<title>" + title + "</title>");
  return page_of_it + tags + std::string(html.substr(end));
}

std::string share_picture(const Shared& shared, engine::Language language, std::string_view board) {
  Picture picture(kShareWidth, kShareHeight, kWood);
  picture.lay(board);  // without one it is words on wood
  picture.write("Stamtafel", kLeft, 92, 30, kRoom, kGold);
  double y = 168;
  constexpr double kTitle = 58;
  const std::string name(shared.game->texts(language).get("game.name"));
  for (const std::string& line : Picture::lines_of(name, kTitle, kRoom, 2)) {
    picture.write(line, kLeft, y, kTitle, kRoom, kCream);
    y += 66;
  }
  if (!shared.open) {
    const std::string tagline(shared.game->texts(language).get("game.tagline"));
    for (const std::string& line : Picture::lines_of(tagline, 30, kRoom, 5)) {
      picture.write(line, kLeft, y, 30, kRoom, kSoft);
      y += 42;
    }
    return picture.png();
  }
  for (const std::string& line : Picture::lines_of(standing(shared, language), 32, kRoom, 2)) {
    picture.write(line, kLeft, y, 32, kRoom, kGold);
    y += 42;
  }
  y += 16;
  for (size_t i = 0; i < shared.sitters.size(); ++i) {
    const Shared::Sitter& sitter = shared.sitters[i];
    const std::string score = sitter.score ? std::to_string(*sitter.score) : "";
    const double score_width = Picture::width_of(score, 32);
    picture.disc(kLeft + 14, y - 11, 16, kCream);
    picture.disc(kLeft + 14, y - 11, 13, colour_of(sitter.seat, i));
    const bool free = sitter.name.empty();
    picture.write(free ? std::string(texts(language).get("share-free")) : sitter.name, kLeft + 46,
                  y, 32, kRoom - 70 - score_width, sitter.won ? kGold : (free ? kSoft : kCream));
    picture.write(score, kLeft + kRoom - score_width, y, 32, kRoom, sitter.won ? kGold : kCream);
    y += 50;
  }
  return picture.png();
}

std::string share_position(const Shared& shared, const engine::AnyTable& match,
                           engine::Language language) {
  Picture picture(kShareWidth, kShareHeight, kWood);
  constexpr int kEdge = 40;
  constexpr double kWide = kShareWidth - 2 * kEdge;
  const std::string name(shared.game->texts(language).get("game.name"));
  picture.write(name, kEdge, 66, 46, kWide - 220, kCream);
  picture.write("Stamtafel", kShareWidth - kEdge - Picture::width_of("Stamtafel", 28), 62, 28, 200,
                kGold);
  picture.write(standing(shared, language), kEdge, 104, 24, kWide, kGold);
  const double column = kWide / static_cast<double>(shared.sitters.size());
  for (size_t i = 0; i < shared.sitters.size(); ++i) {
    const Shared::Sitter& sitter = shared.sitters[i];
    const double x = kEdge + column * static_cast<double>(i);
    const std::string score = sitter.score ? " " + std::to_string(*sitter.score) : "";
    const double room = column - 52 - Picture::width_of(score, 26);
    const Colour ink = sitter.won || sitter.acting ? kGold : kCream;
    picture.disc(x + 14, 139, 14, ink);
    picture.disc(x + 14, 139, 11, colour_of(sitter.seat, i));
    picture.write(sitter.name, x + 38, 148, 26, room, ink);
    const double end = std::min(room, Picture::width_of(sitter.name, 26));
    picture.write(score, x + 38 + end, 148, 26, column, ink);
  }
  constexpr int kTop = 172;
  constexpr int kCell = static_cast<int>(kWide) / engine::kBoardWidth;
  constexpr int kRows = (kShareHeight - kTop - 16) / Picture::cell_height(kCell);
  static_assert(kRows >= engine::kBoardHeight);
  picture.box(0, kTop - 8, kShareWidth, kShareHeight - kTop + 8, kNight);
  engine::Canvas canvas(engine::kBoardWidth, kRows);
  match.draw(engine::Viewer::spectator(), with_names(shared, match.texts(language)), canvas);
  for (int y = 0; y < canvas.height(); ++y) {
    for (int x = 0; x < canvas.width(); ++x) {
      const engine::Cell& cell = canvas.at(x, y);
      if (cell.glyph == U' ') continue;
      picture.put(cell.glyph, kEdge + x * kCell, kTop + y * Picture::cell_height(kCell), kCell,
                  ink_of(cell.style, shared.game->spec()));
    }
  }
  return picture.png();
}

}  // namespace server
