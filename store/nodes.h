// Several servers over one store. Each is a node: it says every second that it is there, and is
// told what the others have done. Nobody owns a table; the store decides between those who append.
// Only what must happen once (a bot's move, a clock that runs out) is done by the node that has the
// table's lease. It is for not doing work twice, never for what is true: whoever acts without one
// can only append after the number it knows.
//
// Everything is asked for without waiting, and answered through the store's `Deliver`.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace store {

class Nodes {
 public:
  virtual ~Nodes() = default;

  // A lease ends so long after its node was last heard of, by the clock of the store.
  static constexpr int64_t kLease = 5000;  // milliseconds

  // Who is at a table, at one node or at all others together.
  struct Company {
    int64_t seats = 0;   // a bit for each
    int64_t guests = 0;  // how many
    friend bool operator==(const Company&, const Company&) = default;
  };
  // A table that is in use here.
  struct Here {
    std::string table;
    bool drives = false;  // wants its lease, or has it
    Company company;
  };
  // The same as the store and the others have it.
  struct There {
    std::string table;
    int64_t n = 0;        // the last entry
    bool driven = false;  // by this node
    Company company;
  };

  struct Round {
    std::vector<Here> tables;
    std::vector<std::string> released;  // tables whose leases are given back
    std::vector<std::string> people;    // connected here
    std::vector<std::string> sought;    // are these connected elsewhere?
  };
  // A question to workers, and how far it has come.
  struct Asked {
    int64_t id = 0;
    int64_t done = 0;
  };
  struct Beat {
    bool well = false;   // otherwise nothing of it is known
    bool fresh = false;  // this node was taken for dead: it has no leases any more
    int64_t clock = 0;   // of the store; milliseconds since 1970
    int64_t others = 0;  // nodes that are there, too
    std::vector<There> tables;
    std::vector<std::string> elsewhere;   // of the sought
    int64_t workers = 0;                  // threads of workers that are there (store/work.h)
    std::vector<int64_t> waiting;         // in the queue, of all nodes, by kind
    std::vector<Asked> asked;             // that have no answer yet, of this node
    std::vector<std::string> unattended;  // tables against the clock that nobody drives; not all
  };
  // Says that this node is there. To be called every second.
  virtual void beat(Round round, std::function<void(const Beat&)> then) = 0;
  // Takes the lease of a table, unless a node that is there has it. REQUIRES: beat() was called.
  virtual void drive(std::string table, std::function<void(bool)> then) = 0;

  // Something that another node has done, soon after. None of it can be relied on: whoever has
  // heard nothing looks every second.
  struct News {
    enum class Is : uint8_t {
      kTable,    // entries up to number `n`
      kPerson,   // another name
      kBlocks,   // of a person
      kDevices,  // of a person; one was removed
      kMutes,
      kAddresses,  // of a person
      kAnswers,    // of workers; never told to the server, which gets them
    };
    Is is = Is::kTable;
    std::string id;  // of the table or the person
    int64_t n = 0;
    bool listed = false;  // lists show something else of the table; `people` sit there
    std::vector<std::string> people{};
  };
  virtual void on_news(std::function<void(const std::vector<News>&)> heard) = 0;

  // --- thinking that workers do (store/work.h). What is asked, and answered, only they and the
  // server understand.
  struct Question {
    int64_t id = 0;  // drawn at random: unique to all nodes
    int64_t kind = 0;
    std::string task;
  };
  struct Answer {
    int64_t id = 0;
    int64_t waited = 0;  // milliseconds, until somebody has taken it
    std::string text;
  };
  // Kinds from this one on take long: others go before them.
  static constexpr int kFirstSlow = 2;
  static constexpr int kKinds = 3;
  // And one that no server asks: blocks of a study, after all others (asking.h).
  static constexpr int kStudy = kKinds;
  // Puts it into the queue; false: it could not be. REQUIRES: beat() was called.
  virtual void ask(Question question, std::function<void(bool)> then) = 0;
  // Nobody waits for it any more.
  virtual void forget(std::vector<int64_t> ids) = 0;
  // Each comes once, and perhaps none: whoever asks knows how long to wait.
  virtual void on_answers(std::function<void(const std::vector<Answer>&)> heard) = 0;
};

}  // namespace store
