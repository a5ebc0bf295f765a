// What is written to PostgreSQL, and one try to do it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "store/postgres_connection.h"
#include "store/store.h"

namespace store {

// Entries for a table, and what lists show of it.
struct Append {
  std::string table;
  int64_t after = 0;
  std::vector<Entry> entries;
  std::optional<Summary> summary;
  int64_t writer = 0;  // no other append has this number
  int64_t last() const { return after + static_cast<int64_t>(entries.size()); }
};

// Anything else: one statement.
struct Change {
  const Sql* sql = nullptr;
  Values values;
  // It gives a row when it was done, and none when somebody else was quicker. Its last value says
  // whether it was sent before: what it finds done then, it did itself.
  bool races = false;
  std::string news{};  // for other nodes; empty: none
};

Change put_person(const Person& person);
Change put_device(const Device& device);
Change see_device(const Device& device);
Change remove_device(const std::string& person, const std::string& token);
Change remove_other_devices(const std::string& person, const std::string& token);
Change put_link(const std::string& code, const std::string& person, int64_t until);
Change use_link(const std::string& code, const Device& device);
Change put_block(const std::string& person, const std::string& other, bool on);
Change put_mute(const std::string& person, int64_t until);
Change put_address(const Address& address);
Change remove_address(const std::string& person, const std::string& kind);
Change put_notice(const Notice& notice);
Change remove_notice(const Notice& notice);

struct Job {
  std::optional<Append> append;  // or
  Change change;
  Then then;
  Result result;
  bool told = true;  // false: nobody knows how it ended, and nobody is told
};

std::vector<Sql> write_statements();

// One try to carry out all of the batch in a transaction.
struct Try {
  enum class Is : uint8_t {
    kDone,     // each job has its result
    kRefused,  // nothing of it was saved: `state` and `problem`
    kLost,     // sent, and no answer
  };
  Is is = Is::kDone;
  std::string state, problem;
};
// `again`: it was sent before, and nobody knows what became of it. Other nodes are told of it in
// the name of `teller`, if there is one.
Try attempt(Connection& connection, std::span<Job> batch, bool again, const std::string& teller);

}  // namespace store
