// What would become of it? Actions tried out on a copy of the table that the seat can imagine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/messages.h"

namespace server {

// The whole message `what-if`. REQUIRES: the table is being played and reader have a seat.
std::string what_if(const Table& table, const Reader& reader,
                    const std::vector<std::string>& actions, std::optional<int64_t> re);

// What is asked for by `ahead`, after the actions.
struct AheadWish {
  std::vector<std::string> actions;
  std::vector<std::string> verbs;            // every choice with one of these
  std::vector<std::vector<std::string>> of;  // and these, of one step or several
};

// The whole message `ahead`: what each of these choices would bring. REQUIRES: the same.
std::string look_ahead(const Table& table, const Reader& reader, const AheadWish& wish,
                       std::optional<int64_t> re);

}  // namespace server
