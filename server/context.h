// What the parts of the hub share. It belongs to one thread, their home; only the workers and the
// store run elsewhere, and hand their results back to it.
#pragma once

#include <memory>

#include "server/editions.h"
#include "server/house.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/quotas.h"
#include "server/settings.h"
#include "server/workers.h"
#include "store/store.h"

namespace server {

struct Context {
  Context(store::Store& its_store, Settings its_settings, const Log& its_log)
      : store(its_store),
        settings(with_clocks(std::move(its_settings))),
        log(its_log),
        editions(store, settings.game, settings.editions, settings.own_editions),
        quotas(settings),
        workers(settings.workers) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() { *alive = false; }

  // For deadlines and limits: milliseconds on a clock that nobody sets.
  int64_t now() const { return settings.steady(); }
  // For people and files: milliseconds since 1970, on the clock of the system.
  int64_t wall() const { return settings.now(); }

  store::Store& store;
  const Settings settings;
  const Log& log;
  Editions editions;
  Quotas quotas;
  Metrics metrics;
  House house;
  bool stopping = false;  // nothing is taken any more
  // Results of jobs may arrive after the hub has gone; they look at this first.
  std::shared_ptr<bool> alive = std::make_shared<bool>(true);
  Workers workers;
};

}  // namespace server
