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

// The whole message `ahead`: what each choice with one of these verbs would bring, after the
// actions. REQUIRES: the same.
std::string look_ahead(const Table& table, const Reader& reader,
                       const std::vector<std::string>& actions,
                       const std::vector<std::string>& verbs, std::optional<int64_t> re);

}  // namespace server
