// Cards and tiles in sentences made of the edition's figures.
#include "games/tiefenthal/screen.h"
#include "games/tiefenthal/tiefenthal.h"

namespace tiefenthal {
namespace {

using engine::Texts;

std::string about_card(const Edition& e, Card card, const Texts& texts) {
  const Words words(e, texts);
  const CardData& data = e[card];
  const std::string die = std::to_string(data.die);
  const std::string pays = words.amount(data.pays, "board.ducats");
  const std::string points = words.amount(data.points, "board.points");
  switch (data.kind) {
    case CardClass::kStaff:
      return texts.format("about.card." + data.id, std::to_string(e.coloured_dice)) + " " +
             texts.format("about.staff", words.amount(data.price, "board.ducats"), points);
    case CardClass::kNoble:
      return texts.format("about.noble", points, die, pays);
    case CardClass::kRegular:
      return texts.format("about.regular", die, pays);
    default:
      break;
  }
  std::string text =
      texts.format("about.guest", words.amount(data.price, "board.beers"), die, pays, points);
  if (data.bonus.effect != Effect::kNothing)
    text += " " + texts.format("about.bonus", words.reward_in_words(data.bonus));
  if (data.white_reputation > 0) {
    text +=
        " " + texts.format("about.white", words.amount(data.white_reputation, "reward.reputation"));
  }
  return text;
}

std::string about_tile(const Edition& e, Tile tile, const Texts& texts) {
  const TileData& data = e[tile];
  std::string faces;
  for (int face = 1; face <= kFaces; ++face) {
    if ((data.accepts >> face & 1) != 0) faces += (faces.empty() ? "" : "/") + std::to_string(face);
  }
  std::string text = texts.format("about.tile." + std::string(kTileIds[static_cast<size_t>(tile)]),
                                  std::to_string(data.base), std::to_string(data.upgraded), faces);
  const Words words(e, texts);
  const std::string price = words.amount(data.cost, "board.ducats");
  return text + " " +
         (data.card == Card::kNone
              ? texts.format("about.upgrade", price)
              : texts.format("about.upgrade_less", price, std::to_string(data.discount),
                             words.card(data.card)));
}

}  // namespace

std::string Tiefenthal::about(const Edition& edition, engine::DomainId domain, int value,
                              const engine::Texts& texts) {
  switch (domain) {
    case domain::kCard:
      return about_card(edition, card_at(value), texts);
    case domain::kTile:
      return about_tile(edition, tile_at(value), texts);
    case domain::kEntertainer: {
      const Words words(edition, texts);
      const auto& sides = edition.entertainers[static_cast<size_t>(value)];
      return texts.format("about.entertainer", words.reward_in_words(sides[0]),
                          words.reward_in_words(sides[1]));
    }
    case domain::kStartCard:
      return Words(edition, texts).start_card_contents(value) + ".";
    default:
      return "";
  }
}

}  // namespace tiefenthal
