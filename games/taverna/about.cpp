// What there is to read about spells, favours, dignitaries and royal scorings: the figures that
// their texts name.
#include "games/taverna/taverna.h"

namespace taverna {
namespace {

std::vector<int> of_spell(const Edition& edition, const SpellData& spell) {
  switch (spell.effect) {
    case Effect::kMoveCustomer:
      return {edition.moved_customer};
    case Effect::kPlaceGuild:
      return {edition.guild_points};
    default:
      return {spell.amount, spell.amount_large};
  }
}

std::vector<int> of_favour(const Edition& edition, Favour favour) {
  if (favour == Favour::kPlaceGuild) return {edition.guild_points};
  if (favour == Favour::kMoveCustomer) return {edition.moved_customer};
  return {};
}

std::vector<int> of_dignitary(const Edition& edition, Dignitary dignitary) {
  if (dignitary == Dignitary::kNotary) return {edition.takeover};
  const auto& prices = edition.prices[static_cast<size_t>(dignitary)];
  if (dignitary == Dignitary::kGobtrotter) return {prices[0], prices[1], edition.guild_points};
  return {prices.begin(), prices.end()};
}

// The points first, then what they are for.
std::vector<int> of_scoring(const ScoringData& scoring) {
  std::vector<int> found(scoring.points.begin(), scoring.points.end());
  found.insert(found.end(), scoring.threshold.begin(), scoring.threshold.end());
  return found;
}

std::vector<int> figures_of(const Edition& edition, engine::DomainId domain, int value) {
  switch (domain) {
    case domain::kSpell:
      return of_spell(edition, edition.spells[static_cast<size_t>(value)]);
    case domain::kFavour:
      return of_favour(edition, static_cast<Favour>(value));
    case domain::kDignitary:
      return of_dignitary(edition, static_cast<Dignitary>(value));
    case domain::kScoring:
      return of_scoring(edition.scoring[static_cast<size_t>(value)]);
    default:
      return {};
  }
}

using engine::Texts;

void add(std::string_view more, std::string_view between, std::string& list) {
  if (!list.empty()) list += between;
  list += more;
}

// Cost, copies, and when it may be cast: at which steps of one's own turn, at which moments of
// other players' turns.
std::string spell_details(const SpellData& spell, const Texts& texts) {
  std::string copies = texts.format("details.copies", std::to_string(spell.copies));
  if (spell.effect == Effect::kCurse) return copies;
  std::string text = texts.format("details.cost", std::to_string(spell.cost));
  std::string own;
  int steps = 0;
  for (size_t i = 0; i < kPhaseIds.size(); ++i) {
    if (!spell.in_phase(static_cast<Phase>(i + 1))) continue;
    ++steps;
    add(texts.get("details.step." + std::string(kPhaseIds[i])), texts.get("board.semicolon"), own);
  }
  if (steps == static_cast<int>(kPhaseIds.size())) own = texts.get("details.step.any");
  if (steps > 0) text += " " + texts.format("details.own", own);
  std::string others;
  for (size_t i = 0; i < kWindowIds.size(); ++i) {
    if (spell.in_window(static_cast<Window>(i)))
      add(texts.get("details.window." + std::string(kWindowIds[i])), texts.get("board.semicolon"),
          others);
  }
  if (!others.empty()) text += " " + texts.format("details.others", others);
  return text + " " + copies;
}

std::string side_details(const TavernSide& side, std::string_view key, const Texts& texts) {
  std::string tables;
  for (size_t i = 0; i < side.tables; ++i) {
    const auto people = static_cast<size_t>(side.people[i]);
    add(texts.get("people." + std::string(kPeopleIds[people])), ", ", tables);
  }
  std::string deeds;
  for (size_t i = 0; i < side.deeds; ++i) {
    add(texts.format("details.deed", std::to_string(side.deed[i].price),
                     std::to_string(side.deed[i].points)),
        ", ", deeds);
  }
  return texts.format(key, tables, deeds);
}

std::string tavern_details(const Tavern& tavern, const Texts& texts) {
  const auto guild = static_cast<size_t>(tavern.guild);
  return texts.format("details.guild",
                      std::string(texts.get("symbol." + std::string(kSymbolIds[guild])))) +
         " " + side_details(tavern.side[0], "details.few", texts) + " " +
         side_details(tavern.side[1], "details.many", texts);
}

std::string customer_details(const CustomerData& customer, const Texts& texts) {
  std::string symbols;
  for (size_t i = 0; i < kSymbols; ++i) {
    if (customer.symbols.contains(static_cast<Symbol>(i)))
      add(texts.get("symbol." + std::string(kSymbolIds[i])), ", ", symbols);
  }
  std::string text = texts.format("details.symbols", symbols);
  if (customer.from_players > 2)
    text += " " + texts.format("details.from", std::to_string(customer.from_players));
  return text;
}

std::string bonus_in_words(const Bonus& bonus, const Texts& texts) {
  constexpr std::array<std::string_view, 5> kKinds{"", "spell", "privilege", "coins", "points"};
  const std::string kind(kKinds[static_cast<size_t>(bonus.kind)]);
  return texts.format("told.bonus." + kind, std::to_string(bonus.amount));
}

}  // namespace

std::vector<std::string> Taverna::amounts(const Edition& edition, engine::DomainId domain,
                                          int value) {
  std::vector<std::string> found;
  for (int figure : figures_of(edition, domain, value)) found.push_back(std::to_string(figure));
  return found;
}

std::string Taverna::details(const Edition& edition, engine::DomainId domain, int value,
                             const engine::Texts& texts) {
  const auto at = static_cast<size_t>(value);
  switch (domain) {
    case domain::kSpell:
      return spell_details(edition.spells[at], texts);
    case domain::kFavour:
      return texts.format("details.copies", std::to_string(edition.favour_copies[at]));
    case domain::kTavern:
      return tavern_details(edition.taverns[at], texts);
    case domain::kCustomer:
      return customer_details(edition.customers[at], texts);
    default:
      return "";
  }
}

// "bonuses": those of all tracks.
std::string Taverna::told(const Edition& edition, std::string_view what,
                          const engine::Texts& texts) {
  if (what != "bonuses") return "";
  std::string text;
  for (size_t people = 0; people < kPeoples; ++people) {
    std::string levels;
    for (size_t level = 0; level < kLevels; ++level) {
      const Bonus& bonus = edition.bonus[people][level];
      if (bonus.kind == BonusKind::kNothing) continue;
      add(texts.format("told.level", std::to_string(level), bonus_in_words(bonus, texts)), ", ",
          levels);
    }
    const std::string name(texts.get("people." + std::string(kPeopleIds[people])));
    if (!levels.empty()) add(texts.format("told.track", name, levels), "\n", text);
  }
  return text;
}

}  // namespace taverna
