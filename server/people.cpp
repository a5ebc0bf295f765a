#include "server/people.h"

#include "server/names.h"

namespace server {
namespace {

constexpr int64_t kLinkLife = 15 * 60 * 1000;
constexpr size_t kLongestToken = 100;
constexpr size_t kManyNames = 50000;
constexpr int kTablesLookedAt = 100;

}  // namespace

People::People(Context& context)
    : context_(context),
      made_(context.settings.people),
      renamed_(context.settings.renames),
      blocks_(context) {
  lookup_ = [this](const std::string& person) { return name_of(person); };
}

std::string People::name_of(const std::string& person) {
  if (const auto known = names_.find(person); known != names_.end()) return known->second;
  const std::optional<store::Person> found = context_.store.person(person);
  if (!found) return {};  // just now
  remember(person, found->name);
  return found->name;
}

void People::remember(const std::string& person, const std::string& name) {
  if (names_.size() >= kManyNames) names_.clear();
  names_[person] = name;
}

store::Person People::person_of(const HttpRequest& request) {
  const std::string_view token = request.cookie_value("stamtafel");
  if (token.empty() || token.size() > kLongestToken) return {};
  std::optional<store::Person> person = context_.store.person_of_device(blake2b(token));
  if (!person || person->id.empty()) return {};
  remember(person->id, person->name);
  return *person;
}

std::optional<store::Person> People::sender(const HttpRequest& request) {
  store::Person me = person_of(request);
  if (!me.id.empty() || request.cookie_value("stamtafel").empty()) return me;
  if (!context_.store.person("")) return std::nullopt;
  return person_of(request);
}

std::string People::cookie(const std::string& token, bool secure) {
  return "stamtafel=" + token +
         "; HttpOnly; SameSite=Strict; Path=/; Max-Age=" + (token.empty() ? "0" : "31536000") +
         (secure ? "; Secure" : "");
}

// At a table names that look alike are told apart by numbers; nobody shall take another's on
// purpose while they sit together.
Refusal People::may_rename(const store::Person& me, const std::string& name) {
  if (!renamed_.take(me.id, context_.now())) return refusal(Code::kTooFast, "too-fast");
  const auto tables = context_.store.of_person(me.id, kTablesLookedAt);
  if (!tables) return refusal(Code::kStorage, "storage");
  const Look look = look_of(name);
  for (const store::Summary& summary : *tables) {
    if (summary.status == store::Status::kOver) continue;
    for (const std::string& mate : summary.people) {
      if (mate != me.id && alike(look, look_of(name_of(mate)))) {
        return refusal(Code::kTaken, "name-alike");
      }
    }
  }
  return {};
}

void People::name(const store::Person& me, std::string_view name, const std::string& address,
                  Named then) {
  std::string kept;
  if (Refusal refused = read_name(name, kept)) return then(refused, {}, "");
  const bool fresh = me.id.empty();
  if (fresh && !made_.take(address, context_.now())) {
    return then(refusal(Code::kTooFast, "too-fast"), {}, "");
  }
  if (!fresh && kept == me.name) return then({}, me, "");
  if (Refusal refused = fresh ? Refusal{} : may_rename(me, kept)) return then(refused, {}, "");
  const store::Person person{fresh ? "p" + random_id(12) : me.id, kept};
  const std::string token = fresh ? random_hex(32) : std::string();
  const auto saved = [this, alive = context_.alive, then = std::move(then), person,
                      token](const store::Result& result) {
    if (!*alive) return;
    if (result.outcome != store::Outcome::kDone) {
      return then(refusal(Code::kStorage, "storage"), {}, "");
    }
    remember(person.id, person.name);
    then({}, person, token);
  };
  // The device is saved after the person, in the same order: its answer speaks for both.
  if (fresh) {
    context_.store.put_person(person, [](const store::Result&) {});
    const int64_t now = context_.wall();
    context_.store.put_device({blake2b(token), person.id, now, now, "", ""}, saved);
  } else {
    context_.store.put_person(person, saved);
  }
}

void People::link(const store::Person& me, Linked then) {
  if (me.id.empty()) return then(refusal(Code::kPerson, "needs-person"), "", 0);
  const std::string code = random_id(20);
  const int64_t until = context_.wall() + kLinkLife;
  context_.store.put_link(
      blake2b(code), me.id, until,
      [alive = context_.alive, then = std::move(then), code, until](const store::Result& result) {
        if (!*alive) return;
        const bool done = result.outcome == store::Outcome::kDone;
        then(done ? Refusal{} : refusal(Code::kStorage, "storage"), code, until);
      });
}

void People::claim(std::string_view code, const std::string& address, Named then) {
  if (!made_.take(address, context_.now())) {
    return then(refusal(Code::kTooFast, "too-fast"), {}, "");
  }
  const std::string token = random_hex(32);
  context_.store.use_link(
      blake2b(code), {blake2b(token), "", context_.wall(), context_.wall(), "", ""},
      [this, alive = context_.alive, then = std::move(then), token](const store::Result& result) {
        if (!*alive) return;
        if (result.outcome == store::Outcome::kConflict) {
          return then(refusal(Code::kUnknown, "used-link"), {}, "");
        }
        const std::optional<store::Person> me = context_.store.person_of_device(blake2b(token));
        if (result.outcome != store::Outcome::kDone || !me) {
          return then(refusal(Code::kStorage, "storage"), {}, "");
        }
        then({}, *me, token);
      });
}

}  // namespace server
