// Delivers a letter: posts it to a webhook, or hands it to the mail relay. Blocking; for threads
// that may wait.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/dial.h"
#include "server/postal.h"

namespace server {

// How letters go out, as the operator has set it up. Nothing goes out unless something is.
struct PostOffice {
  std::vector<HostRule> hosts;  // webhooks may be there
  bool own_network = false;     // names may lead to addresses that are not public
  MailRelay relay;              // none: no mail
  Dialing dialing;
  bool takes(std::string_view kind) const {
    return kind == "mail" ? relay.on() : kind == "webhook" && !hosts.empty();
  }
};

struct Letter {
  std::string kind;  // "mail" or "webhook"
  std::string to;
  std::string subject;  // of a mail
  std::string text;     // of a mail
  std::string json;     // what a webhook gets
  std::string stop;     // where one more click ends it, for the programs that read mail
  int64_t at = 0;       // milliseconds since 1970
};

struct Delivery {
  std::string problem;    // empty: it is delivered
  bool for_good = false;  // trying again is of no use
};
Delivery deliver(const PostOffice& office, const Letter& letter);

}  // namespace server
