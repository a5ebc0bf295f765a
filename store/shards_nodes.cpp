#include "store/shards_nodes.h"

#include <algorithm>

namespace store {

// A beat that goes to several, until all have answered.
struct ShardsNodes::Waiting {
  std::mutex mutex;
  size_t awaited = 0;
  Beat beat;
  std::function<void(const Beat&)> then;
};

ShardsNodes::ShardsNodes(std::vector<Nodes*> all, std::function<size_t(std::string_view)> of)
    : all_(std::move(all)), of_(std::move(of)), silent_(std::make_shared<Silent>()) {
  silent_->is.resize(all_.size());
}

void ShardsNodes::add(const Beat& one, bool first, Beat& all) {
  if (first) {
    all.well = one.well;
    all.clock = one.clock;
    all.elsewhere = one.elsewhere;
    all.workers = one.workers;
    all.waiting = one.waiting;
    all.asked = one.asked;
  }
  if (!one.well) return;
  all.fresh = all.fresh || one.fresh;
  all.others = std::max(all.others, one.others);
  all.tables.insert(all.tables.end(), one.tables.begin(), one.tables.end());
  all.unattended.insert(all.unattended.end(), one.unattended.begin(), one.unattended.end());
}

void ShardsNodes::beat(Round round, std::function<void(const Beat&)> then) {
  std::vector<Round> rounds(all_.size());
  for (Here& here : round.tables) {
    rounds[of_(here.table)].tables.push_back(std::move(here));
  }
  for (std::string& table : round.released) {
    rounds[of_(table)].released.push_back(std::move(table));
  }
  rounds.front().people = std::move(round.people);
  rounds.front().sought = std::move(round.sought);

  const auto waiting = std::make_shared<Waiting>();
  waiting->then = std::move(then);
  // Whoever hasn't answered the beat before holds up nobody; but the first must.
  std::vector<size_t> asked;
  {
    const std::lock_guard guard(silent_->mutex);
    for (size_t i = 0; i < all_.size(); ++i) {
      if (i > 0 && silent_->is[i]) continue;
      silent_->is[i] = true;
      asked.push_back(i);
    }
  }
  waiting->awaited = asked.size();
  for (const size_t i : asked) {
    all_[i]->beat(std::move(rounds[i]), [waiting, silent = silent_, i](const Beat& one) {
      {
        const std::lock_guard guard(silent->mutex);
        silent->is[i] = false;
      }
      {
        const std::lock_guard guard(waiting->mutex);
        add(one, i == 0, waiting->beat);
        if (--waiting->awaited > 0) return;
      }
      waiting->then(waiting->beat);
    });
  }
}

void ShardsNodes::drive(std::string table, std::function<void(bool)> then) {
  Nodes& nodes = *all_[of_(table)];
  nodes.drive(std::move(table), std::move(then));
}

void ShardsNodes::on_news(std::function<void(const std::vector<News>&)> heard) {
  for (Nodes* nodes : all_) nodes->on_news(heard);
}

void ShardsNodes::ask(Question question, std::function<void(bool)> then) {
  all_.front()->ask(std::move(question), std::move(then));
}

void ShardsNodes::forget(std::vector<int64_t> ids) { all_.front()->forget(std::move(ids)); }

void ShardsNodes::on_answers(std::function<void(const std::vector<Answer>&)> heard) {
  all_.front()->on_answers(std::move(heard));
}

}  // namespace store
