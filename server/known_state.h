// The position as a client knows it: whole, or put together from what has changed since
// (docs/protocol.md §3, `change`).
#pragma once

#include <string>

#include "engine/describe_difference.h"
#include "engine/json.h"

namespace server_test {

class KnownState {
 public:
  // Takes what a `table` or `news` tells of the position, and puts the whole into the message in
  // the place of what has changed. What is wrong with it; empty: nothing.
  std::string take(engine::Json& message) {
    if (const engine::Json* state = message.find("state")) {
      state_ = *state;
      remember();
    }
    const engine::Json* change = message.find("change");
    if (change == nullptr) return {};
    if (!state_.is_object()) return "a change of nothing";
    std::string wrong = apply(*change);
    std::erase_if(message.members, [](const auto& member) { return member.first == "change"; });
    message.set("state", state_);
    return wrong;
  }
  const engine::Json& state() const { return state_; }

 private:
  std::string apply(const engine::Json& change) {
    for (const auto& [name, value] : change.members) {
      if (name == "view") {
        if (const engine::Error error = engine::apply_difference(*state_.find("view"), value))
          return error.text;
      } else if (name == "choices") {
        if (!choose(value, change.find("rules"))) return "there is no such choice";
      } else if (name != "rules") {
        state_.set(name, value);
      }
    }
    remember();
    return {};
  }
  bool choose(const engine::Json& list, const engine::Json* new_rules) {
    engine::Json choices = engine::Json::array();
    engine::Json rules = engine::Json::object();
    for (const engine::Json& item : list.items) {
      const bool known = item.is_integer();
      if (known && (item.integer < 0 || static_cast<size_t>(item.integer) >= choices_.items.size()))
        return false;
      choices.items.push_back(known ? choices_.items[static_cast<size_t>(item.integer)] : item);
      const engine::Json* no = choices.items.back().find("no");
      if (no == nullptr || rules.find(no->text) != nullptr) continue;
      const engine::Json* rule = new_rules != nullptr ? new_rules->find(no->text) : nullptr;
      if (rule == nullptr) rule = rules_.find(no->text);
      if (rule == nullptr) return false;
      rules.set(no->text, *rule);
    }
    state_.set("choices", std::move(choices));
    state_.set("rules", std::move(rules));
    return true;
  }
  // The last choices there were stay known.
  void remember() {
    const engine::Json* choices = state_.find("choices");
    if (choices == nullptr || choices->items.empty()) return;
    choices_ = *choices;
    rules_ = *state_.find("rules");
  }

  engine::Json state_;
  engine::Json choices_;
  engine::Json rules_;
};

}  // namespace server_test
