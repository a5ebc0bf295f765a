// What there is to read about fields: the figures that their texts name.
#include "games/dicebrewing/dicebrewing.h"

namespace dicebrewing {
namespace {

using engine::Texts;

void add(std::string more, std::string& list) {
  if (!list.empty()) list += ", ";
  list += more;
}

std::string colour_name(size_t colour, const Texts& texts) {
  return std::string(texts.get("colour." + std::string(kColourIds[colour])));
}

std::string offered(int copies, int price, const Texts& texts) {
  return texts.format("details.offered", std::to_string(copies), std::to_string(price));
}

// The values of a blue die from which on it saves more than the ones below.
std::string discounts(const std::array<uint8_t, kFaces + 1>& discount, const Texts& texts) {
  std::string text;
  for (size_t face = 1; face < discount.size(); ++face) {
    if (discount[face] == discount[face - 1]) continue;
    text +=
        " " + texts.format("about.discount", std::to_string(face), std::to_string(discount[face]));
  }
  return text;
}

std::string gold_and_points(int gold, int points, const Texts& texts) {
  std::string list;
  if (points > 0) add(texts.format("words.points", std::to_string(points)), list);
  if (gold > 0) add(texts.format("words.gold", std::to_string(gold)), list);
  return list;
}

std::string recipe_in_words(const Edition& edition, const RecipeData& recipe, const Texts& texts) {
  std::string needs;
  for (size_t colour = 0; colour < kColours; ++colour) {
    for (size_t i = 0; i < recipe.needed[colour]; ++i)
      add(colour_name(colour, texts) + " " + std::to_string(recipe.need[colour][i]), needs);
  }
  std::string reward = gold_and_points(recipe.gold, recipe.points + edition.brew_points, texts);
  if (recipe.tokens > 0) add(std::string(texts.get("words.token")), reward);
  if (recipe.gives_die) {
    add(texts.format("words.die", colour_name(static_cast<size_t>(recipe.die), texts)), reward);
  }
  std::string better;
  for (size_t extra = 0; extra < kExtras; ++extra) {
    const Bonus& bonus = recipe.bonus[extra];
    if (!bonus.printed) continue;
    const std::string name =
        bonus.min > 0 ? texts.format("words.from", colour_name(3, texts), std::to_string(bonus.min))
                      : std::string(texts.get("extra." + std::string(kExtraIds[extra])));
    add(name + " (" + gold_and_points(bonus.gold, bonus.points, texts) + ")", better);
  }
  return texts.format("about.recipe", needs, reward) + " " + texts.format("web.better", better);
}

}  // namespace

// The values that go in, the one that accelerates, and what comes out: seeds, or gold for a blue
// and for a black die.
std::vector<std::string> DiceBrewing::amounts(const Edition& edition, engine::DomainId domain,
                                              int value) {
  if (domain != domain::kField) return {};
  const FieldData& field = edition.fields[static_cast<size_t>(value)];
  const auto gold = [&](Colour colour) {
    return std::to_string(field.gold[static_cast<size_t>(colour)]);
  };
  const bool sells = field.effect == Effect::kSell;
  return {std::to_string(field.min), std::to_string(field.max),
          std::to_string(field.accelerate_min),
          sells ? gold(Colour::kBlue) : std::to_string(field.seeds), gold(Colour::kBlack)};
}

std::string DiceBrewing::details(const Edition& edition, engine::DomainId domain, int value,
                                 const engine::Texts& texts) {
  const auto at = static_cast<size_t>(value);
  switch (domain) {
    case domain::kColour:
      return texts.format("details.dice", std::to_string(edition.dice[at]),
                          std::to_string(edition.die_points[at]));
    case domain::kBuilding:
      return texts.format("details.opens", std::to_string(edition.opens[at]));
    case domain::kIngredient: {
      const IngredientData& ingredient = edition.ingredients[at];
      return offered(ingredient.copies, ingredient.price, texts) +
             discounts(ingredient.discount, texts);
    }
    case domain::kToken:
      return offered(edition.tokens[at].copies, edition.tokens[at].price, texts);
    case domain::kRecipe:
      return recipe_in_words(edition, edition.recipes[at], texts);
    default:
      return "";
  }
}

}  // namespace dicebrewing
