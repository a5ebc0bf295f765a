#include "server/refusal.h"

#include <cassert>

#include "server/embedded.h"

namespace server {
namespace {

// Allowed when no rule of the game is why.
engine::Verdict verdict_of(const Refusal& refusal) {
  if (refusal.game == nullptr) return {};
  const auto rules = refusal.game->spec().rules;
  for (size_t i = 0; i < rules.size(); ++i) {
    if (rules[i].id == refusal.rule) return {static_cast<uint8_t>(i + 1), refusal.missing};
  }
  return {};
}

}  // namespace

const engine::Texts& texts(engine::Language language) {
  static const engine::TextsByLanguage all = engine::load_embedded(embedded::texts, "server/texts");
  return all[static_cast<size_t>(language)];
}

std::string sentence(const Refusal& refusal, engine::Language language) {
  if (const engine::Verdict verdict = verdict_of(refusal); !verdict.allowed()) {
    const engine::Texts& told =
        refusal.edition ? refusal.edition->texts(language) : refusal.game->texts(language);
    return refusal.game->reason(verdict, told);
  }
  return texts(language).fill(texts(language).get(refusal.key), refusal.args.data(),
                              refusal.args.size());
}

void write_refusal(const Refusal& refusal, engine::Language language, engine::JsonWriter& out) {
  out.member("code", kCodeIds[static_cast<size_t>(refusal.code)]);
  if (!refusal.action.empty()) out.member("action", std::string_view(refusal.action));
  if (!refusal.rule.empty()) out.member("rule", std::string_view(refusal.rule));
  if (const engine::Verdict verdict = verdict_of(refusal); !verdict.allowed())
    out.member("ruling", refusal.game->spec().rules[verdict.rule - 1u].ruling);
  out.member("text", std::string_view(sentence(refusal, language)));
}

}  // namespace server
