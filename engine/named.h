// Tables whose rows stand in the order of an enumeration: each row is written with its enumerator,
// and a row that is missing, doubled or out of order doesn't compile.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace engine {

template <class Key, class Row>
struct Named {
  Key key;
  Row row;
};

namespace named {

// Not constant expressions: to reach one of them is the error.
void a_row_is_out_of_order();
void the_last_rows_are_missing();

// Compilers write a value that is no enumerator as a cast, "(Verb)22".
template <auto value>
consteval bool is_enumerator() {
  const std::string_view name = __PRETTY_FUNCTION__;
  return name[name.find("value = ") + 8] != '(';
}

}  // namespace named

// table<Verb, VerbSpec>({{Verb::kPlay, {"play"}}, ...}). The first row belongs to the enumerator
// `first`. Keys may also be numbers; then nobody knows how many there should be.
template <class Key, class Row, int first = 0, size_t count>
consteval std::array<Row, count> table(const Named<Key, Row> (&rows)[count]) {
  std::array<Row, count> all{};
  for (size_t i = 0; i < count; ++i) {
    if (static_cast<size_t>(rows[i].key) != i + first) named::a_row_is_out_of_order();
    all[i] = rows[i].row;
  }
  if constexpr (std::is_enum_v<Key>) {
    if (named::is_enumerator<static_cast<Key>(count + first)>()) {
      named::the_last_rows_are_missing();
    }
  }
  return all;
}

}  // namespace engine
