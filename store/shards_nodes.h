// Several servers over several databases: each table's lease, company and news are in its database,
// all else is in the first one.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "store/nodes.h"

namespace store {

class ShardsNodes final : public Nodes {
 public:
  // REQUIRES: `all` lives longer.
  ShardsNodes(std::vector<Nodes*> all, std::function<size_t(std::string_view table)> of);

  // As well as the first one is. The tables of another that does not answer are left out: nothing
  // is known of them.
  void beat(Round round, std::function<void(const Beat&)> then) override;
  void drive(std::string table, std::function<void(bool)> then) override;
  void on_news(std::function<void(const std::vector<News>&)> heard) override;
  void ask(Question question, std::function<void(bool)> then) override;
  void forget(std::vector<int64_t> ids) override;
  void on_answers(std::function<void(const std::vector<Answer>&)> heard) override;

 private:
  struct Waiting;
  static void add(const Beat& one, bool first, Beat& all);

  const std::vector<Nodes*> all_;
  const std::function<size_t(std::string_view table)> of_;
  // Which of them have not answered yet. Shared with what they are asked for.
  struct Silent {
    std::mutex mutex;
    std::vector<bool> is;
  };
  const std::shared_ptr<Silent> silent_;
};

}  // namespace store
