// What really happened at a table, once its record is open: to compare with what people were told.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/record.h"
#include "games/registry.h"

namespace server_test {

// The positions of a finished game, step by step.
class Truth {
 public:
  explicit Truth(const std::string& record) {
    auto read = engine::read_record(record, [](std::string_view id) { return games::find(id); });
    EXPECT_TRUE(read) << read.error.text;
    match_ = std::move(*read);
    std::unique_ptr<engine::AnyTable> replay = match_->clone();
    EXPECT_FALSE(replay->rewind(0));
    positions_.push_back(replay->clone());
    for (const engine::Step& step : match_->steps()) {
      engine::Chance chance = match_->chance().at(step.nth);
      EXPECT_FALSE(replay->act(step.seat, step.action, chance));
      positions_.push_back(replay->clone());
    }
  }
  const engine::AnyTable& at(int64_t step) const {
    return *positions_.at(static_cast<size_t>(step));
  }

 private:
  std::unique_ptr<engine::AnyTable> match_;
  std::vector<std::unique_ptr<engine::AnyTable>> positions_;
};

}  // namespace server_test
