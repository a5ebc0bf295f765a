#include "store/asking.h"
#include "store/postgres_nodes.h"
#include "store/postgres_queue.h"

namespace store {
namespace {

constexpr Sql kAnswersChannel{"answers_channel",
                              "select 'stamtafel_' || current_schema()::regnamespace::oid"};
constexpr Sql kThreads{"threads", R"sql(
select coalesce(sum(threads), 0)::bigint from worker where until > clock_timestamp()
)sql"};

class PostgresAsking final : public Asking {
 public:
  explicit PostgresAsking(const std::string& address)
      : name_(kAskingName + std::to_string(static_cast<uint64_t>(random_id()))),
        link_(address, name_, kAnswersChannel,
              {kReport, kRegister, kTidy, kThreads, kAsk, kWake, kFetch, kForget, kGoodbye}) {}
  ~PostgresAsking() override {
    if (id_ != 0) link_.ask(kGoodbye, Values::of(id_));
  }
  PostgresAsking(const PostgresAsking&) = delete;
  PostgresAsking& operator=(const PostgresAsking&) = delete;

  int64_t beat(bool& fresh) override {
    fresh = false;
    std::optional<Rows> there;
    if (id_ != 0) {
      there = link_.ask(kReport, Values::of(id_));
      if (!there) return -1;
    }
    if (!there || there->size() == 0) {
      const int64_t id = random_id();
      if (!link_.ask(kRegister, Values::of(id, name_))) return -1;
      id_ = id;
      fresh = true;
      link_.ask(kTidy, {});
    }
    const std::optional<Rows> threads = link_.ask(kThreads, {});
    return threads ? threads->integer(0, 0) : -1;
  }

  bool ask(const Nodes::Question& question) override {
    if (!link_.ask(kAsk, Values::of(id_, question.id, question.kind, question.task))) return false;
    link_.ask(kWake, {});
    return true;
  }

  std::vector<Nodes::Answer> answers() override {
    std::vector<Nodes::Answer> all;
    const std::optional<Rows> rows = link_.ask(kFetch, Values::of(id_));
    for (int row = 0; rows && row < rows->size(); ++row) {
      all.push_back({rows->integer(row, 0), rows->integer(row, 1), rows->text(row, 2)});
    }
    return all;
  }

  void forget(const std::vector<int64_t>& ids) override {
    if (!ids.empty()) link_.ask(kForget, Values::of(id_, ids));
  }

  void wait(int milliseconds) override { link_.wait(-1, milliseconds); }

 private:
  const std::string name_;
  QueueLink link_;
  int64_t id_ = 0;
};

}  // namespace

std::unique_ptr<Asking> open_asking(const std::string& address) {
  return std::make_unique<PostgresAsking>(address);
}

}  // namespace store
