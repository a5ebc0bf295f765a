// Sorts so that equals keep their order, for short lists. std::stable_sort asks g++'s library for a
// buffer in a way that clang warns of.
#pragma once

#include <algorithm>

namespace lab {

template <class Iterator, class Less>
void sort_stably(Iterator first, Iterator last, Less less) {
  for (Iterator next = first; next != last; ++next)
    std::rotate(std::upper_bound(first, next, *next, less), next, next + 1);
}

}  // namespace lab
