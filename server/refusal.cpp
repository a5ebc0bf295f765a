#include "server/refusal.h"

#include <cassert>

#include "server/embedded.h"

namespace server {
namespace {

const engine::RuleSpec* find_rule(const Refusal& refusal) {
  if (refusal.game == nullptr) return nullptr;
  for (const engine::RuleSpec& rule : refusal.game->spec().rules) {
    if (rule.id == refusal.rule) return &rule;
  }
  return nullptr;
}

}  // namespace

const engine::Texts& texts(engine::Language language) {
  static const engine::TextsByLanguage all = engine::load_embedded(embedded::texts, "server/texts");
  return all[static_cast<size_t>(language)];
}

std::string sentence(const Refusal& refusal, engine::Language language) {
  if (find_rule(refusal) != nullptr) {
    const engine::Texts& told =
        refusal.edition ? refusal.edition->texts(language) : refusal.game->texts(language);
    return std::string(told.get("rule." + refusal.rule));
  }
  return texts(language).fill(texts(language).get(refusal.key), refusal.args.data(),
                              refusal.args.size());
}

void write_refusal(const Refusal& refusal, engine::Language language, engine::JsonWriter& out) {
  out.member("code", kCodeIds[static_cast<size_t>(refusal.code)]);
  if (!refusal.action.empty()) out.member("action", std::string_view(refusal.action));
  if (!refusal.rule.empty()) out.member("rule", std::string_view(refusal.rule));
  if (const engine::RuleSpec* rule = find_rule(refusal)) out.member("ruling", rule->ruling);
  out.member("text", std::string_view(sentence(refusal, language)));
}

}  // namespace server
