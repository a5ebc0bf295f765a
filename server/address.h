// Addresses of clients, and the names under which they reach the server.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace server {

// What limits are counted by. IPv6 by /64, since a household or a rented machine has a whole one;
// IPv4 as it is, also where it comes written as IPv6. Anything else is its own key, cut short.
std::string address_key(std::string_view address);

// The address of the client behind `hops` proxies of our own: the hop so many from the end of
// X-Forwarded-For (all its lines, joined in order by commas). Those further in front anybody can
// write. `peer` when there are too few, or it is no address.
std::string client_address(std::string_view peer, std::string_view forwarded_for, int hops);

// Did the client speak TLS with the first of our own `hops` proxies? (X-Forwarded-Proto; a proxy
// may add to it, or write its own over it.)
bool forwarded_https(std::string_view forwarded_proto, int hops);

// May the server be reached under this `Host`? Addresses and localhost always: a page that was
// pointed at us by its own name server comes with a name. Names must be those of `origins`
// ("https://games.example") or the machine's own.
bool host_allowed(std::string_view host, const std::vector<std::string>& origins);

}  // namespace server
