#include "server/post.h"

#include <algorithm>
#include <array>

#include "bots/characters.h"
#include "server/fair.h"
#include "server/names.h"

namespace server {
namespace {

constexpr int kCarriers = 2;
constexpr size_t kMostUnderWay = 32;
constexpr int64_t kLookEvery = 1000;
constexpr int64_t kCodeLife = 3600 * 1000;
constexpr int kMostWrongCodes = 5;
// Milliseconds until it is tried again; after the last it is given up.
constexpr std::array<int64_t, 3> kTryAgain{60'000, 600'000, 3'600'000};
// Without the letters and digits that look like others; what people type is put into its form.
constexpr size_t kCodeLength = 8;
constexpr int64_t kFresh = 120'000;
constexpr std::array<std::string_view, 2> kKinds{"mail", "webhook"};

const std::vector<store::Address> kNone;

// A letter and no more for whoever reads it aloud or types it: small letters and digits alone.
std::string read_code(std::string_view typed) {
  std::string code;
  for (char c : typed) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) code += c;
  }
  return code;
}

engine::Language language_of(const store::Address& address) {
  const auto known = engine::parse_language(address.language);
  return known ? *known : engine::Language::kEnglish;
}

PostOffice office_for(const PostOffice& set_up, const std::atomic<bool>& stop) {
  PostOffice office = set_up;
  office.dialing.stop = &stop;
  return office;
}

// What a webhook gets. Chat services show `text` or `content`.
template <class More>
void write_json(Letter& letter, std::string_view is, const std::string& shown, More more) {
  std::string json;
  engine::JsonWriter out(json);
  out.begin_object();
  out.member("is", is);
  out.member("text", std::string_view(shown));
  out.member("content", std::string_view(shown));
  more(out);
  out.member("stop", std::string_view(letter.stop));
  out.end_object();
  letter.json = std::move(json);
}

}  // namespace

Post::Post(Context& context, const PublicSettings& settings, People& people, Clients& clients,
           Tables& tables, const Turns& turns)
    : context_(context),
      settings_(settings),
      people_(people),
      tables_(tables),
      turns_(turns),
      office_(office_for(settings.office, stop_)),
      asked_(settings.codes),
      asked_from_({settings.codes.burst * 3, settings.codes.per_second * 3}),
      asked_for_(settings.codes_to),
      letters_(settings.letters),
      carriers_(office_.hosts.empty() && !office_.relay.on() ? 0 : kCarriers) {
  clients.on_greeted([this](Client& client) { came(client.me.id); });
  clients.on_leaving([this](Client& client) { went(client.me.id); });
}

void Post::read_addresses() {
  const auto addresses = context_.store.addresses();
  if (!addresses) return;
  addresses_.clear();
  for (const store::Address& address : *addresses) addresses_[address.person].push_back(address);
}

void Post::report(std::vector<std::string>& people) const {
  for (const auto& [key, notice] : notices_) {
    if (people.empty() || people.back() != key[0]) people.push_back(key[0]);
  }
}

void Post::resume() {
  read_addresses();
  const auto notices = context_.store.notices();
  for (const store::Notice& notice : notices.value_or(std::vector<store::Notice>{})) {
    notices_[{notice.person, notice.table, notice.kind}] = notice;
  }
}

const std::vector<store::Address>& Post::addresses_of(const std::string& person) const {
  const auto found = addresses_.find(person);
  return found == addresses_.end() ? kNone : found->second;
}

std::string Post::root() const { return settings_.public_address; }

const store::Address* Post::reachable(const std::string& person, std::string_view kind) const {
  for (const store::Address& address : addresses_of(person)) {
    if (address.kind == kind && address.code.empty() && office_.takes(kind)) return &address;
  }
  return nullptr;
}

// --- notices

void Post::save(const store::Notice& notice) {
  context_.store.put_notice(notice, [](const store::Result&) {});
}

void Post::forget(const Key& key) {
  const auto found = notices_.find(key);
  if (found == notices_.end()) return;
  context_.store.remove_notice(found->second, [](const store::Result&) {});
  notices_.erase(found);
}

// Who is here sees it; from the next time on they are told again.
void Post::came(const std::string& person) {
  if (person.empty()) return;
  auto next = notices_.lower_bound({person, "", ""});
  while (next != notices_.end() && next->first[0] == person) {
    const Key key = (next++)->first;
    forget(key);
  }
}

void Post::went(const std::string& person) {
  if (person.empty() || turns_.here(person)) return;
  auto next = fresh_.lower_bound({person, ""});
  while (next != fresh_.end() && next->first.first == person) {
    const auto [key, since] = *next;
    next = fresh_.erase(next);
    if (context_.now() - since < kFresh) expect(person, key.second);
  }
}

void Post::expect(const std::string& person, const std::string& table) {
  for (std::string_view kind : kKinds) {
    const Key key{person, table, std::string(kind)};
    if (reachable(person, kind) == nullptr || notices_.contains(key)) continue;
    if (turns_.here(person)) {
      fresh_[{person, table}] = context_.now();
      continue;
    }
    const int64_t due = context_.wall() + settings_.notify_after;
    save(notices_[key] = {person, table, std::string(kind), due, 0, false});
  }
}

void Post::turned(const Place& place, const std::vector<Turn>& former, bool ours) {
  for (const Turn& turn : former) {
    const bool still = std::any_of(place.turns.begin(), place.turns.end(),
                                   [&](const Turn& now) { return now.person == turn.person; });
    if (still) continue;
    fresh_.erase({turn.person, place.id});
    for (std::string_view kind : kKinds) {
      const Key key{turn.person, place.id, std::string(kind)};
      const auto found = notices_.find(key);
      if (found != notices_.end() && !found->second.sent) forget(key);
    }
  }
  if (!ours) return;
  // Bots wait without sighing: whoever plays with them alone is not called back.
  const auto people = std::count_if(place.sitters.begin(), place.sitters.end(),
                                    [](const std::string& sitter) { return !sitter.empty(); });
  if (people < 2) return;
  for (const Turn& turn : place.turns) expect(turn.person, place.id);
}

void Post::tick() {
  if (context_.now() - looked_ < kLookEvery) return;
  looked_ = context_.now();
  std::erase_if(fresh_, [&](const auto& item) { return looked_ - item.second >= kFresh; });
  const int64_t time = context_.wall();
  std::vector<Key> due;
  for (const auto& [key, notice] : notices_) {
    if (!notice.sent && notice.due <= time) due.push_back(key);
  }
  for (const Key& key : due) send_due(key);
}

void Post::send_due(const Key& key) {
  const auto& [person, table, kind] = key;
  if (under_way_ >= kMostUnderWay) return;
  const store::Address* address = reachable(person, kind);
  if (turns_.here(person) || address == nullptr) return forget(key);
  tables_.when_free(table, [this, key](Place& place) { send_due(key, place); });
}

void Post::send_due(const Key& key, const Place& place) {
  const auto& [person, table, kind] = key;
  const auto found = notices_.find(key);
  const store::Address* address = reachable(person, kind);
  if (found == notices_.end() || found->second.sent || address == nullptr) return;
  if (const Refusal why = Tables::asleep(place)) {
    if (why.code != Code::kStorage) forget(key);
    return;
  }
  const bool theirs = std::any_of(place.turns.begin(), place.turns.end(),
                                  [&](const Turn& turn) { return turn.person == key[0]; });
  if (!theirs) return forget(key);
  if (!letters_.take(person, context_.now())) return;  // later
  store::Notice& notice = found->second;
  notice.sent = true;
  // What is sent is known to be before it goes: a server that is killed meanwhile doesn't repeat
  // it.
  context_.store.put_notice(notice, [this, alive = context_.alive, address = *address,
                                     table](const store::Result& result) {
    if (!*alive) return;
    const Key there{address.person, table, address.kind};
    if (result.outcome == store::Outcome::kConflict) return;
    if (result.outcome != store::Outcome::kDone) return delivered(there, {result.problem});
    tables_.when_free(table, [this, address, there](Place& now) {
      if (!Tables::asleep(now)) return send(address, now);
      delivered(there, {"the table could not be read"});
    });
  });
}

std::string Post::mover_at(const Place& place, engine::Language language) const {
  if (place.table == nullptr) return {};
  const auto& log = place.table->log();
  const auto act = std::find_if(log.rbegin(), log.rend(), [](const Logged& logged) {
    return logged.entry.kind == EntryKind::kAct;
  });
  if (act == log.rend()) return {};
  const auto seat = static_cast<size_t>(engine::index_of(act->entry.seat));
  const std::string& sitter = place.sitters[seat];
  if (sitter.empty()) {
    return std::string(bots::character_at(place.id, static_cast<int>(seat)).name);
  }
  return shown_name(names_at(place.sitters, people_.names())(sitter), language);
}

void Post::send(const store::Address& address, const Place& place) {
  const engine::Language language = language_of(address);
  const std::string mover = mover_at(place, language);
  const std::string game(place.game->texts(language).get("game.name"));
  const std::string link = root() + "/t/" + place.id;
  Letter letter = letter_of(address, "post-turn-subject",
                            mover.empty() ? "post-turn" : "post-moved", {game, link, mover});
  write_json(letter, "turn", letter.subject + "\n" + link, [&](engine::JsonWriter& out) {
    out.member("game", place.game->spec().id);
    out.member("name", std::string_view(game));
    out.member("table", std::string_view(place.id));
    out.member("link", std::string_view(link));
    if (!mover.empty()) out.member("moved", std::string_view(mover));
  });
  hand_over(std::move(letter), [this, key = Key{address.person, place.id, address.kind}](
                                   const Delivery& done) { delivered(key, done); });
}

void Post::delivered(const Key& key, const Delivery& delivery) {
  if (delivery.problem.empty()) {
    ++context_.metrics.letters;
    return;
  }
  ++context_.metrics.letter_failures;
  context_.log.warn("post.failed", {{"why", delivery.problem}});
  const auto found = notices_.find(key);
  // They have come back meanwhile, or it was tried often enough; until they come it stays as it is.
  if (found == notices_.end() || delivery.for_good) return;
  store::Notice& notice = found->second;
  if (notice.tries >= static_cast<int64_t>(kTryAgain.size())) return;
  notice.due = context_.wall() + kTryAgain[static_cast<size_t>(notice.tries++)];
  notice.sent = false;
  save(notice);
}

Letter Post::letter_of(const store::Address& address, std::string_view subject_key,
                       std::string_view text_key, const std::vector<std::string>& values) const {
  const engine::Language language = language_of(address);
  const auto fill = [&](std::string_view key, const std::vector<std::string>& with) {
    return texts(language).fill(texts(language).get(key), with.data(), with.size());
  };
  Letter letter;
  letter.kind = address.kind;
  letter.to = address.target;
  letter.at = context_.wall();
  letter.stop = root() + "/api/stop/" + address.stop;
  letter.subject = fill(subject_key, values);
  letter.text =
      fill(text_key, values) + "\n\n-- \n" + fill("post-foot", {root() + "/stop/" + address.stop});
  return letter;
}

void Post::hand_over(Letter letter, std::function<void(const Delivery&)> then) {
  ++under_way_;
  carriers_.submit([this, alive = context_.alive, post = context_.settings.post,
                    letter = std::move(letter), then = std::move(then)] {
    if (stop_) return;
    const Delivery done = deliver(office_, letter);
    post([this, alive, then, done] {
      if (!*alive) return;
      --under_way_;
      then(done);
    });
  });
}

// --- addresses

void Post::add(const Who& who, const std::string& kind, std::string_view typed,
               engine::Language language, Then then) {
  if (who.person.empty()) return then(refusal(Code::kPerson, "needs-person"));
  if (!office_.takes(kind)) return then(refusal(Code::kState, "post-off"));
  std::string target;
  if (kind == "mail") {
    const std::optional<std::string> mail = read_mail_address(typed);
    if (!mail) return then(refusal(Code::kMessage, "post-bad-mail"));
    target = *mail;
  } else {
    const std::optional<Url> url = read_url(typed);
    if (!url) return then(refusal(Code::kMessage, "post-bad-webhook"));
    if (allows(office_.hosts, *url) == nullptr) {
      return then({Code::kForbidden, "post-host", {url->host}, nullptr, "", ""});
    }
    target = url->text();
  }
  if (!asked_.take(who.person, context_.now()) || !asked_from_.take(who.address, context_.now()) ||
      !asked_for_.take(target, context_.now()) || under_way_ >= kMostUnderWay) {
    return then(refusal(Code::kTooFast, "post-often"));
  }
  const std::string code = random_id(kCodeLength);
  const store::Address address{
      who.person,    kind,
      target,        std::string(engine::kLanguages[static_cast<size_t>(language)]),
      blake2b(code), context_.wall() + kCodeLife,
      random_id(26)};
  wrong_codes_.erase({who.person, kind});
  context_.store.put_address(address, [this, alive = context_.alive, address, code,
                                       then = std::move(then)](const store::Result& result) {
    if (!*alive) return;
    if (result.outcome != store::Outcome::kDone) return then(refusal(Code::kStorage, "storage"));
    std::vector<store::Address>& all = addresses_[address.person];
    std::erase_if(all, [&](const store::Address& old) { return old.kind == address.kind; });
    all.push_back(address);
    Letter letter = letter_of(address, "post-code-subject", "post-code",
                              {code, people_.name_of(address.person), root() + "/me"});
    write_json(letter, "code", letter.subject + ": " + code,
               [&](engine::JsonWriter& out) { out.member("code", std::string_view(code)); });
    hand_over(std::move(letter), [this, then](const Delivery& done) {
      if (done.problem.empty()) return then({});
      context_.log.warn("post.failed", {{"why", done.problem}});
      // What the other end says is for the operator: it might tell what stands in our network.
      then(refusal(Code::kState, "post-unreachable"));
    });
  });
}

void Post::confirm(const std::string& person, const std::string& kind, std::string_view typed,
                   const Then& then) {
  std::vector<store::Address>& all = addresses_[person];
  const auto found = std::find_if(all.begin(), all.end(), [&](const store::Address& address) {
    return address.kind == kind && !address.code.empty();
  });
  if (found == all.end() || found->until < context_.wall() ||
      wrong_codes_[{person, kind}] >= kMostWrongCodes) {
    return then(refusal(Code::kState, "post-no-code"));
  }
  if (blake2b(read_code(typed)) != found->code) {
    ++wrong_codes_[{person, kind}];
    return then(refusal(Code::kForbidden, "post-wrong-code"));
  }
  store::Address confirmed = *found;
  confirmed.code.clear();
  confirmed.until = 0;
  wrong_codes_.erase({person, kind});
  context_.store.put_address(
      confirmed, [this, alive = context_.alive, confirmed, then](const store::Result& result) {
        if (!*alive) return;
        if (result.outcome != store::Outcome::kDone)
          return then(refusal(Code::kStorage, "storage"));
        for (store::Address& address : addresses_[confirmed.person]) {
          if (address.kind == confirmed.kind) address = confirmed;
        }
        then({});
      });
}

void Post::remove(const std::string& person, const std::string& kind, const Then& then) {
  context_.store.remove_address(
      person, kind,
      [this, alive = context_.alive, person, kind, then](const store::Result& result) {
        if (!*alive) return;
        if (result.outcome != store::Outcome::kDone)
          return then(refusal(Code::kStorage, "storage"));
        const auto found = addresses_.find(person);
        if (found != addresses_.end()) {
          std::erase_if(found->second,
                        [&](const store::Address& address) { return address.kind == kind; });
          if (found->second.empty()) addresses_.erase(found);
        }
        wrong_codes_.erase({person, kind});
        then({});
      });
}

void Post::stop(std::string_view token, const Then& then) {
  for (const auto& [person, all] : addresses_) {
    for (const store::Address& address : all) {
      if (address.stop == token && !token.empty()) return remove(person, address.kind, then);
    }
  }
  then(refusal(Code::kUnknown, "post-stopped"));
}

}  // namespace server
