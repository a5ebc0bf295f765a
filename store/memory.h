// A store in memory: rows of text by name. What it keeps lasts as long as it does, unless a journal
// takes the changes; a store that is given the rows of a journal goes on where the old one was.
// That is how a browser keeps tables (alone/).
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/store.h"

namespace store {

// MemoryRows by name, in the order of their names.
using MemoryRows = std::map<std::string, std::string, std::less<>>;

// What one request changes, all of it or nothing.
struct Change {
  std::vector<std::pair<std::string, std::string>> put;
  std::vector<std::string> remove;
};

// Makes a change durable and calls `done` once, from the thread of the store: what went wrong, or
// empty. It has one at a time, and must have called `done` of it before the store ends.
using Journal = std::function<void(const Change&, std::function<void(const std::string&)> done)>;

struct MemoryOptions {
  Deliver deliver = [](const std::function<void()>& batch) { batch(); };
  Journal journal;  // none: what is in memory is kept
  MemoryRows rows;  // of a journal, to begin with
};

class Memory final : public Store {
 public:
  explicit Memory(MemoryOptions options = {});
  ~Memory() override;

  void append(std::string table, int64_t after, std::vector<Entry> entries,
              std::optional<Summary> summary, Then then) override;
  void load_after(std::string table, int64_t after, ThenLoaded then) override;
  Loaded load(std::string_view table) override;
  std::optional<std::vector<Summary>> listed(int limit) override;
  std::optional<std::vector<Summary>> of_person(std::string_view person, int limit) override;
  std::optional<std::vector<std::string>> clocked() override;
  void finished(std::string person, std::optional<Behind> behind, int limit,
                ThenListed then) override;
  std::optional<Person> person(std::string_view id) override;
  std::optional<Person> person_of_device(std::string_view token_hash) override;
  void put_person(Person person, Then then) override;
  std::optional<Device> device(std::string_view token_hash) override;
  std::optional<std::vector<Device>> devices_of(std::string_view person) override;
  void put_device(Device device, Then then) override;
  void see_device(Device device, Then then) override;
  void remove_device(std::string person, std::string token_hash, Then then) override;
  void remove_other_devices(std::string person, std::string token_hash, Then then) override;
  void put_link(std::string code_hash, std::string person, int64_t until, Then then) override;
  void use_link(std::string code_hash, Device device, Then then) override;
  std::optional<std::vector<std::string>> blocked_by(std::string_view person) override;
  void put_block(std::string person, std::string other, bool on, Then then) override;
  std::optional<std::vector<Mute>> mutes() override;
  void put_mute(std::string person, int64_t until, Then then) override;
  std::optional<std::vector<Address>> addresses() override;
  void put_address(Address address, Then then) override;
  void remove_address(std::string person, std::string kind, Then then) override;
  std::optional<std::vector<Notice>> notices() override;
  void put_notice(Notice notice, Then then) override;
  void remove_notice(Notice notice, Then then) override;
  bool healthy() const override { return healthy_; }
  Figures figures() const override;

  const MemoryRows& rows() const { return rows_; }

 private:
  // What a request wants to change, found when its turn has come; or why it can't be.
  using Work = std::function<Outcome(Change&)>;
  struct Request {
    Work work;
    Then then;
  };

  void ask(Work work, Then then);
  void put(std::string name, std::string row, Then then);
  void remove(std::string name, Then then);
  void work();
  void finish(const Change& change, Outcome outcome, const std::string& problem);
  // The rows whose name begins so.
  void each(std::string_view prefix,
            const std::function<void(std::string_view rest, std::string_view row)>& visit) const;
  std::vector<Summary> summaries(const std::function<bool(const Summary&)>& wanted,
                                 int limit) const;
  // How many entries the table has.
  int64_t last(std::string_view table) const;

  Deliver deliver_;
  Journal journal_;
  MemoryRows rows_;
  std::deque<Request> requests_;  // the first is being carried out
  bool working_ = false;
  bool writing_ = false;  // the journal has it
  bool healthy_ = true;
};

}  // namespace store
