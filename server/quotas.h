// What one person may do, and what one address: as many sockets as somebody opens, it is counted
// once. Those without a name are counted by their address alone.
#pragma once

#include <string>

#include "server/limits.h"
#include "server/settings.h"

namespace server {

// Whom something is counted for.
struct Who {
  std::string person;   // by id; empty: nobody
  std::string address;  // the key of it (address.h)
  bool seated = false;  // at a table it watches

  // The person, or else the address.
  std::string key() const { return person.empty() ? "@" + address : person; }
};

// How often: an allowance for each person, and a larger one for each address. The last half of the
// latter is kept for people with a seat, so that a noisy neighbour doesn't end their game.
class Quota {
 public:
  Quota(Allowance each, double address_factor)
      : people_(each),
        addresses_({each.burst * address_factor, each.per_second * address_factor}) {}
  bool take(const Who& who, int64_t now) {
    const double kept = who.seated ? 0 : addresses_.allowance().burst / 2;
    return people_.take(who.key(), now) && addresses_.take(who.address, now, kept);
  }
  size_t size() const { return people_.size() + addresses_.size(); }

 private:
  Buckets people_;
  Buckets addresses_;
};

// How many at a time.
class Share {
 public:
  Share(size_t each, size_t nameless) : each_(each), nameless_(nameless) {}
  bool take(const Who& who) {
    return counts_.take(who.key(), who.person.empty() ? nameless_ : each_);
  }
  void give(const Who& who) { counts_.give(who.key()); }
  size_t size() const { return counts_.size(); }

 private:
  size_t each_, nameless_;
  Counts counts_;
};

struct Quotas {
  explicit Quotas(const Settings& settings)
      : messages(settings.messages, settings.address_factor),
        heavy(settings.heavy, settings.address_factor),
        tables(settings.tables, settings.address_factor),
        brought(settings.brought, settings.address_factor),
        finished(settings.finished, settings.address_factor),
        hints(settings.hints, settings.address_factor),
        thoughts(settings.thoughts, settings.address_factor),
        chat(settings.chat),
        table_chat(settings.table_chat),
        sockets(settings.sockets, 0),
        watched(settings.watched, settings.watched * 8),
        lobbies(settings.lobbies, settings.lobbies * 8) {}

  Quota messages;
  Quota heavy;     // messages that cost more than others
  Quota tables;    // new ones, rematches too
  Quota brought;   // tables from records
  Quota finished;  // replays and the like, to be reckoned
  Quota hints;     // thoughts on somebody's behalf
  Quota thoughts;  // positions of the analysis board
  Buckets chat;    // lines, by person
  Buckets table_chat;
  Share sockets, watched, lobbies;

  // What is kept about people and addresses, all in all.
  size_t size() const {
    return messages.size() + heavy.size() + tables.size() + brought.size() + finished.size() +
           hints.size() + thoughts.size() + chat.size() + table_chat.size() + sockets.size() +
           watched.size() + lobbies.size();
  }
};

}  // namespace server
