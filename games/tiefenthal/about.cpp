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
      return texts.format("about.regular", die, pays, points);
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

void add(std::string_view more, std::string_view between, std::string& list) {
  if (!list.empty()) list += between;
  list += more;
}

std::string round_in_words(const Edition& e, const RoundData& round, const Texts& texts) {
  const Words words(e, texts);
  std::string bonuses;
  for (Bonus bonus : round.choices) {
    const std::string name = value_id(e, domain::kBonus, static_cast<int>(bonus));
    add(texts.get("bonus." + name), texts.get("told.or"), bonuses);
  }
  std::string text;
  if (round.schnapps > 0) add(words.amount(round.schnapps, "board.schnapps"), ", ", text);
  if (round.bar_guest) add(texts.get("told.bar_guest"), ", ", text);
  if (round.entertainer != Entertainer::kNone)
    add(words.entertainer(static_cast<int>(round.entertainer)), ", ", text);
  if (!bonuses.empty()) add(bonuses, ", ", text);
  if (round.free_upgrade) add(texts.get("told.free_upgrade"), ", ", text);
  return text;
}

std::string rounds_in_words(const Edition& e, const std::array<RoundData, kMaxRounds + 1>& track,
                            const Texts& texts) {
  std::string text;
  for (int round = 1; round <= e.rounds; ++round) {
    const std::string bonus = round_in_words(e, track[static_cast<size_t>(round)], texts);
    if (!bonus.empty()) add(texts.format("told.round", std::to_string(round), bonus), " ", text);
  }
  return text;
}

// Of a track: on which space which reward is.
template <class Track>
std::string spaces_in_words(const Edition& e, const Track& track, const Texts& texts) {
  const Words words(e, texts);
  std::string text;
  for (size_t space = 0; space < track.size(); ++space) {
    if (track[space].effect == Effect::kNothing) continue;
    add(texts.format("told.space", std::to_string(space), words.reward_in_words(track[space])),
        texts.get("board.semicolon"), text);
  }
  return text;
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

std::string Tiefenthal::details(const Edition& edition, engine::DomainId domain, int value,
                                const engine::Texts& texts) {
  if (domain != domain::kCard) return "";
  const CardData& card = edition[card_at(value)];
  const bool own = card.kind == CardClass::kRegular;
  std::string text =
      texts.format(own ? "details.each" : "details.copies", std::to_string(card.count));
  if (card.module > 1) text += " " + texts.format("details.module", std::to_string(card.module));
  return text;
}

// "start": the staff of the first deck; "rounds", "monastery" and their "winter" forms (module 2);
// "reputation"; "book": the guest book.
std::string Tiefenthal::told(const Edition& edition, std::string_view what,
                             const engine::Texts& texts) {
  if (what == "start") {
    std::string staff;
    for (Card card : edition.start_deck) add(Words(edition, texts).card(card), ", ", staff);
    return staff;
  }
  if (what == "rounds") return rounds_in_words(edition, edition.track[0], texts);
  if (what == "rounds winter") return rounds_in_words(edition, edition.track[1], texts);
  if (what == "monastery") return spaces_in_words(edition, edition.monastery[0], texts);
  if (what == "monastery winter") return spaces_in_words(edition, edition.monastery[1], texts);
  if (what == "reputation") return spaces_in_words(edition, edition.reputation, texts);
  if (what == "book") return spaces_in_words(edition, edition.book, texts);
  return "";
}

}  // namespace tiefenthal
