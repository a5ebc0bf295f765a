// What the parts of the hub share. It belongs to one thread, their home; only the workers and the
// store run elsewhere, and hand their results back to it.
#pragma once

#include <chrono>
#include <memory>

#include "server/editions.h"
#include "server/house.h"
#include "server/house_bots.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/phrases.h"
#include "server/quotas.h"
#include "server/ratings.h"
#include "server/settings.h"
#include "server/thinking.h"
#include "server/workers.h"
#include "store/store.h"

namespace server {

// Who does for the hub what takes long.
struct Helpers {
  std::unique_ptr<Workers> workers;
  std::unique_ptr<Thinking> thinking;
};

struct Context {
  Context(store::Store& its_store, Settings its_settings, const Log& its_log, Helpers its_helpers)
      : store(its_store),
        nodes(its_store.nodes()),
        settings(with_clocks(std::move(its_settings))),
        log(its_log),
        editions(store, settings.game, settings.editions, settings.own_editions),
        house_bots(settings.house_bots),
        ratings(store, log),
        quotas(settings),
        helpers(std::move(its_helpers)),
        workers(*helpers.workers),
        thinking(*helpers.thinking) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() { *alive = false; }

  // For deadlines and limits: milliseconds on a clock that nobody sets.
  int64_t now() const { return settings.steady(); }
  // For people and files: milliseconds since 1970, on the clock of the system.
  // With several servers, on the store's.
  int64_t wall() const { return settings.now() + ahead; }

  store::Store& store;
  store::Nodes* const nodes;  // nullptr: this server is alone
  bool others = false;        // it isn't just now
  int64_t ahead = 0;          // so much the store's clock is before the system's
  // This server's leases hold until then (neighbours.h).
  std::chrono::steady_clock::time_point drives_until;
  const Settings settings;
  const Log& log;
  Editions editions;
  const HouseBots house_bots;
  Ratings ratings;
  Quotas quotas;
  Metrics metrics;
  House house;
  Phrases phrases;
  bool stopping = false;     // nothing is taken any more
  bool leaving = false;      // others do what must be done once (leaving.h),
  bool handed_over = false;  // and know that they do
  // Results of jobs may arrive after the hub has gone; they look at this first.
  std::shared_ptr<bool> alive = std::make_shared<bool>(true);
  const Helpers helpers;
  Workers& workers;
  Thinking& thinking;
};

}  // namespace server
