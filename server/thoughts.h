// The bot beside the analysis board: it thinks a position over for as long as its client looks at
// it, and tells what it thinks so far whenever it has thought four times as long. It does so on the
// workers, a little at a time after whatever else they have to do, and never of a table: only of
// positions that the client sends.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "bots/analyst.h"
#include "server/clients.h"

namespace server {

class Thoughts {
 public:
  Thoughts(Context& context, Clients& clients);

  size_t under_way() const { return thinkers_.size(); }

 private:
  static constexpr size_t kMost = 12;  // all in all

  // Belongs to one worker after the other.
  struct Job;
  // A client has one thing thought over at a time. When it wants another one, that begins as soon
  // as the worker lets go of the one before: so nobody has more than one on the workers, however
  // quickly they change their mind.
  struct Thinker {
    Who who;
    std::shared_ptr<Job> job;
    std::shared_ptr<Job> next;
  };

  void think(const Ask& ask, engine::FieldReader& fields);
  void stop(const Ask& ask);
  void leave(uint64_t client);
  void go_on(uint64_t client, const std::shared_ptr<Job>& job);
  void came_back(uint64_t client, const std::shared_ptr<Job>& job, const std::string& message,
                 bool more);

  Context& context_;
  Clients& clients_;
  std::unordered_map<uint64_t, Thinker> thinkers_;
  Share of_one_;
  Counts of_address_;
  const size_t most_of_address_;
};

}  // namespace server
