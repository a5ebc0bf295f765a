// HTTP: tables that come as records (bring.h), and the record of one that is still being played.
#include "games/registry.h"
#include "server/bring.h"
#include "server/replay.h"
#include "server/routes.h"

namespace server {
namespace {

constexpr int kLookedAt = 1000;  // of one's finished tables, to count those that were brought

// What lists say of a table; reading all of it would take longer than bringing one.
size_t brought_among(const std::vector<store::Summary>& tables, bool over) {
  size_t count = 0;
  for (const store::Summary& table : tables) {
    if ((table.status == store::Status::kOver) != over) continue;
    if (table.about.find("\"brought\":true") != std::string::npos) ++count;
  }
  return count;
}

Refusal refused_by(const engine::Error& error) {
  const bool usage = error.code == engine::ErrorCode::kUsage;
  return {Code::kMessage, usage ? "bad-message" : "bad-record", {error.text}, nullptr, "", ""};
}

}  // namespace

Refusal Routes::may_bring(const Call& call) {
  if (!context_.settings.records) return refusal(Code::kForbidden, "no-records");
  const Who who{call.me.id, call.request.address};
  // One after the other, so that nobody has more than they may.
  if (bringing_.contains(call.me.id) || !context_.quotas.brought.take(who, context_.now())) {
    return refusal(Code::kTooFast, "too-fast");
  }
  return {};
}

void Routes::bring_table(const Call& call, const engine::Json& body) {
  const engine::Result<BringWish> wish = read_bring_wish(body, context_.house_bots);
  if (!wish) return refuse(call, refused_by(wish.error));
  if (wish.value.record.size() > kLargestRecord) {
    return refuse(call, refusal(Code::kSize, "large-record"));
  }
  if (context_.settings.most_brought == 0) return bring_checked(later(call), *wish, call.me.id);
  bringing_.insert(call.me.id);
  context_.store.finished(
      call.me.id, std::nullopt, kLookedAt,
      [this, alive = context_.alive, to = later(call), wish = *wish,
       me = call.me.id](const std::optional<std::vector<store::Summary>>& over) {
        if (!*alive) return;
        bringing_.erase(me);
        const auto all = context_.store.of_person(me, kLookedAt);
        if (!over || !all) return refuse(to, refusal(Code::kStorage, "storage"));
        if (brought_among(*over, true) + brought_among(*all, false) >=
            context_.settings.most_brought) {
          return refuse(to, refusal(Code::kState, "too-many-brought"));
        }
        bring_checked(to, wish, me);
      });
}

void Routes::bring_checked(const Later& to, const BringWish& wish, const std::string& person) {
  bringing_.insert(person);
  BringTo made{tables_.new_id(), random_hex(32), person, nullptr, context_.now()};
  const engine::RecordNames names = engine::names_in_record(wish.record);
  if (const engine::AnyGame* game = games::find(names.game)) {
    made.edition = context_.editions.choice(*game, names.edition);
    if (made.edition == nullptr) made.edition = context_.editions.known(*game, names.edition);
  }
  context_.workers.submit([this, alive = context_.alive, post = context_.settings.post, to, wish,
                           made = std::move(made),
                           find = context_.editions.boxes().game]() mutable {
    const std::string me = made.person;
    const auto brought = std::make_shared<engine::Result<std::unique_ptr<Table>>>(
        server::bring_table(wish, std::move(made), find));
    post([this, alive, to, me, brought] {
      if (!*alive) return;
      if (!*brought || context_.stopping) {
        bringing_.erase(me);
        return refuse(to,
                      *brought ? refusal(Code::kStorage, "storage") : refused_by(brought->error));
      }
      tables_.add(std::move(brought->value),
                  [this, to, me](const Refusal& refused, const std::string& id) {
                    bringing_.erase(me);
                    if (refused) return refuse(to, refused);
                    answer_made(to, id);
                  });
    });
  });
}

void Routes::get_record_so_far(const Call& call, std::string_view id) {
  tables_.when_free(std::string(id), [this, to = later(call)](Place& there) {
    if (const Refusal why = Tables::asleep(there)) return refuse(to, why);
    const Table& table = *there.table;
    if (table.match() == nullptr) return refuse(to, refusal(Code::kState, "not-over"));
    RecordNotes notes;
    if (table.status() == store::Status::kOver) notes = record_notes(table);
    notes.front = write_sitters(table) + notes.front;
    HttpResponse response;
    response.type = "text/plain; charset=utf-8";
    response.body = full_record(table.repeatable(), notes);
    to.reply(std::move(response));
  });
}

}  // namespace server
