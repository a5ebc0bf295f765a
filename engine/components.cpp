#include "engine/components.h"

namespace engine {
namespace {

constexpr int kFew = 64;  // ways to choose the arguments of a verb

}  // namespace

Components::Components(const AnyGame& game, const AnyEdition& edition)
    : game_(game), edition_(edition), explained_(game.spec().domains.size()) {
  for (const Component& part : game.components(edition, edition.texts(Language::kEnglish))) {
    for (size_t i = 0; i < explained_.size(); ++i) {
      if (game.spec().domains[i].id == part.domain) explained_[i] = true;
    }
  }
  for (const VerbSpec& spec : game.spec().verbs) {
    Verb verb;
    verb.first = size_;
    int ways = 1;
    size_t about = spec.args.size();  // the first argument that is a component
    for (size_t i = 0; i < spec.args.size(); ++i) {
      const DomainId domain = spec.args[i];
      if (domain == kNumber) {
        verb.lows[i] = spec.numbers.low;
        verb.sizes[i] = spec.numbers.high - spec.numbers.low + 1;
      } else if (domain >= kFirstDomain) {
        verb.sizes[i] = game.domain_size(edition, domain);
        if (about == spec.args.size()) about = i;
      }
      ways *= verb.sizes[i];
    }
    int count = 1;
    for (size_t i = spec.args.size(); i-- > 0;) {
      const bool counts = verb.sizes[i] > 1 && (ways <= kFew || i == about);
      if (!counts) {
        verb.sizes[i] = 1;
        continue;
      }
      verb.strides[i] = count;
      count *= verb.sizes[i];
    }
    verb.base = verb.first;
    for (size_t i = 0; i < spec.args.size(); ++i) verb.base -= verb.lows[i] * verb.strides[i];
    verbs_.push_back(verb);
    size_ += count;
  }
}

Components::Which Components::which(int component) const {
  Which found;
  while (found.verb + 1 < verbs_.size() && verbs_[found.verb + 1].first <= component) ++found.verb;
  const Verb& verb = verbs_[found.verb];
  int rest = component - verb.first;
  for (size_t i = 0; i < found.args.size(); ++i) {
    found.args[i] = verb.lows[i];
    if (verb.strides[i] == 0) continue;
    found.args[i] += rest / verb.strides[i];
    rest %= verb.strides[i];
  }
  return found;
}

bool Components::whole(size_t verb) const {
  const VerbSpec& spec = game_.spec().verbs[verb];
  for (size_t i = 0; i < spec.args.size(); ++i) {
    const bool single =
        spec.args[i] >= kFirstDomain && game_.domain_size(edition_, spec.args[i]) == 1;
    if (spec.args[i] != kNoArg && verbs_[verb].strides[i] == 0 && !single) return false;
  }
  return true;
}

std::string Components::id(int component) const {
  const Which found = which(component);
  const VerbSpec& spec = game_.spec().verbs[found.verb];
  std::string text(spec.id);
  for (size_t i = 0; i < spec.args.size(); ++i) {
    if (verbs_[found.verb].strides[i] == 0) continue;
    text += ' ' + game_.value_name(edition_, spec.args[i], found.args[i]);
  }
  return text;
}

std::string Components::name(int component, const Texts& texts) const {
  const Which found = which(component);
  const VerbSpec& spec = game_.spec().verbs[found.verb];
  if (whole(found.verb)) {
    return game_.action_text(
        edition_, action(found.verb, found.args[0], found.args[1], found.args[2]), texts);
  }
  std::string text(spec.id);
  for (size_t i = 0; i < spec.args.size(); ++i) {
    if (verbs_[found.verb].strides[i] == 0) continue;
    text += ' ' + game_.value_text(edition_, spec.args[i], found.args[i], texts);
  }
  return text + " …";
}

bool Components::is_thing(int component) const {
  const size_t verb = which(component).verb;
  const VerbSpec& spec = game_.spec().verbs[verb];
  for (size_t i = 0; i < spec.args.size(); ++i) {
    if (spec.args[i] < kFirstDomain || verbs_[verb].strides[i] == 0) continue;
    if (explained_[spec.args[i] - size_t{kFirstDomain}]) return true;
  }
  return false;
}

std::string Components::thing(int component, const Texts& texts) const {
  const Which found = which(component);
  if (whole(found.verb)) return name(component, texts);
  const VerbSpec& spec = game_.spec().verbs[found.verb];
  std::string text;
  for (size_t i = 0; i < spec.args.size(); ++i) {
    if (verbs_[found.verb].strides[i] == 0) continue;
    text +=
        (text.empty() ? "" : ", ") + game_.value_text(edition_, spec.args[i], found.args[i], texts);
  }
  return text;
}

}  // namespace engine
