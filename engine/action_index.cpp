#include "engine/action_index.h"

#include <algorithm>

namespace engine {

int ActionIndex::index(Action action) const {
  if (action.verb >= verbs_.size()) return -1;
  const Verb& verb = verbs_[action.verb];
  int offset = 0;
  for (int i = 0; i < 3; ++i) {
    const Arg& arg = verb.args[static_cast<size_t>(i)];
    const int value = action.arg(i) - arg.low;
    if (value < 0 || value >= arg.size) return -1;
    offset = offset * arg.size + value;
  }
  return verb.first + offset;
}

Action ActionIndex::action(int index) const {
  assert(index >= 0 && index < size_);
  // The last verb that begins at the index or before; one with an empty domain has no actions.
  const auto after = std::upper_bound(verbs_.begin(), verbs_.end(), index,
                                      [](int i, const Verb& verb) { return i < verb.first; });
  const Verb& verb = *(after - 1);
  int rest = index - verb.first;
  std::array<uint8_t, 3> values{};
  for (size_t i = 3; i-- > 0;) {
    const Arg& arg = verb.args[i];
    values[i] = static_cast<uint8_t>(arg.low + rest % arg.size);
    rest /= arg.size;
  }
  return {static_cast<uint8_t>(&verb - verbs_.data()), values[0], values[1], values[2]};
}

}  // namespace engine
