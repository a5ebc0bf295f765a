// What there is to read about cards and actions: the figures that their texts name.
#include "games/goldbraeu/goldbraeu.h"

namespace goldbraeu {
namespace {

int business_called(const Edition& edition, std::string_view id) {
  for (size_t i = 0; i < edition.business_ids.size(); ++i) {
    if (edition.business_ids[i] == id) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

std::vector<std::string> Goldbraeu::amounts(const Edition& edition, engine::DomainId domain,
                                            int value) {
  if (domain == domain::kCard && static_cast<Card>(value) == Card::kDrunk) {
    return {std::to_string(-edition.drunk_income)};
  }
  if (domain == domain::kCard && static_cast<Card>(value) == Card::kWaitress) {
    return {std::to_string(edition.waitress_income)};
  }
  std::vector<std::string> found;
  if (domain == domain::kAction && static_cast<Choice>(value) == Choice::kBuy) {
    for (int price : edition.price_by_choosers) found.push_back(std::to_string(price));
  }
  return found;
}

std::string Goldbraeu::details(const Edition& edition, engine::DomainId domain, int value,
                               const engine::Texts& texts) {
  if (domain != domain::kCard) return "";
  const auto copies = [&](int players) {
    const PlayerSetup& setup = edition.players[static_cast<size_t>(players)];
    return std::to_string(is_share(static_cast<Card>(value)) ? setup.shares_per_business
                                                             : setup.specials_each);
  };
  const engine::GameSpec& game = spec();
  return texts.format("details.copies", std::to_string(game.min_seats), copies(game.min_seats),
                      std::to_string(game.max_seats), copies(game.max_seats));
}

// "start krug": its start field; "corner mayer": where it stands; "chip drunk": where it begins;
// "payday": who settles first; "parasols"; "fields": how many; "last_row", "last_column".
std::string Goldbraeu::told(const Edition& edition, std::string_view what,
                            const engine::Texts& texts) {
  const std::vector<std::string_view> words = engine::split(what, ' ');
  const auto name = [&](int business) {
    const std::string& id = edition.business_ids[static_cast<size_t>(business)];
    return std::string(texts.get("business." + id + ".name"));
  };
  if (what == "chip drunk") return name(edition.drunk_start);
  if (what == "chip waitress") return name(edition.waitress_start);
  if (what == "payday") return name(edition.payday_first);
  if (words.size() == 2) {
    const int business = business_called(edition, words[1]);
    if (business < 0) return "";
    if (words[0] == "start" && business < edition.taverns) {
      const Field field = edition.start[static_cast<size_t>(business)];
      return edition.field_ids[static_cast<size_t>(field)];
    }
    if (words[0] == "corner" && business >= edition.taverns) {
      const Corner corner = edition.corner[static_cast<size_t>(business - edition.taverns)];
      return std::string(texts.get(std::string("told.corner.") +
                                   (corner.south ? "south" : "north") +
                                   (corner.east ? "_east" : "_west")));
    }
    return "";
  }
  if (what == "fields") return std::to_string(edition.fields);
  if (what == "last_row") return std::to_string(edition.rows);
  if (what == "last_column") return {static_cast<char>('A' + edition.columns - 1)};
  if (what != "parasols") return "";
  std::string list;
  for (size_t i = 0; i < edition.field_ids.size(); ++i) {
    if (!edition.parasols.contains(static_cast<Field>(i))) continue;
    if (!list.empty()) list += ", ";
    list += edition.field_ids[i];
  }
  return list;
}

}  // namespace goldbraeu
