#include "server/hints.h"

#include "bots/advice_words.h"
#include "bots/characters.h"
#include "server/fair.h"
#include "server/names.h"

namespace server {
namespace {

// With a bot that begins to think right behind it, it is done before the bot's answer is due
// (tables_bots.cpp): others don't notice.
constexpr uint32_t kMilliseconds = 400;
// Below that nobody is told what a choice gives away.
constexpr float kLittle = 0.02F;

void write_share(std::string_view key, float share, engine::JsonWriter& out) {
  out.key(key);
  out.value(static_cast<double>(share), 3);
}

struct Told {
  const engine::AnyTable& match;
  const bots::AdviceWords words;
  const bots::Advice& advice;

  std::string_view seat_id(engine::Seat of) const {
    return match.game().spec().seat_ids[static_cast<size_t>(engine::index_of(of))];
  }
  std::string action_id(engine::Action action) const {
    return match.game().action_id(*match.edition(), action);
  }

  void write_choice(const bots::AdvisedChoice& choice, engine::JsonWriter& out) const {
    out.begin_object();
    out.member("action", std::string_view(action_id(choice.action)));
    out.member("text", std::string_view(
                           match.game().action_text(*match.edition(), choice.action, words.texts)));
    write_share("share", choice.share, out);
    write_share("error", choice.error, out);
    out.key("shares");
    out.begin_object();
    for (int i = 0; i < match.seats(); ++i)
      write_share(seat_id(engine::seat_at(i)), choice.shares[static_cast<size_t>(i)], out);
    out.end_object();
    out.key("reasons");
    out.begin_array(false);
    for (const bots::Reason& reason : choice.reasons) {
      out.begin_object();
      out.member("feature", reason.feature);
      out.member("seat", seat_id(reason.seat));
      write_share("more", reason.difference, out);
      write_share("effect", reason.effect, out);
      out.end_object();
    }
    out.end_array();
    out.key("why");
    out.begin_array();
    for (const std::string& text : words.reasons(advice, choice)) out.value(std::string_view(text));
    out.end_array();
    out.key("line");
    out.begin_array();
    for (const engine::Action action : choice.line) out.value(std::string_view(action_id(action)));
    out.end_array();
    if (!choice.line.empty()) out.member("then", std::string_view(words.line(choice)));
    out.end_object();
  }

  void write(engine::JsonWriter& out) const {
    out.member("iterations", static_cast<int64_t>(advice.iterations));
    out.key("choices");
    out.begin_array(false);
    for (const bots::AdvisedChoice& choice : advice.best()) write_choice(choice, out);
    out.end_array();
    write_share("much", bots::much(match.seats()), out);
    out.key("losses");
    out.begin_object();
    for (const bots::AdvisedChoice& choice : advice.choices) {
      const float loss = advice.loss(choice.action);
      if (loss >= kLittle) write_share(action_id(choice.action), loss, out);
    }
    out.end_object();
  }
};

}  // namespace

Hints::Hints(Context& context, People& people, Clients& clients, Tables& tables)
    : context_(context), people_(people), clients_(clients), tables_(tables) {
  clients.on(
      "hint", [this](const Ask& ask, engine::FieldReader& fields) { hint(ask, fields); },
      Clients::Weight::kHeavy);
}

void Hints::hint(const Ask& ask, engine::FieldReader& fields) {
  const std::string id(fields.string("table"));
  fields.finish();
  if (!fields.ok()) return;
  tables_.when_free(id, [this, asker = asker_of(ask)](Place& there) { think(there, asker); });
}

engine::Texts Hints::texts_at(const Place& place, engine::Language language) const {
  const Table& table = *place.table;
  engine::Texts texts = table.game().texts_at(*table.match(), language);
  const NameOf name_of = names_at(place.sitters, people_.names());
  for (size_t i = 0; i < table.chairs().size(); ++i) {
    const Chair& chair = table.chairs()[i];
    texts.set("seat." + std::to_string(i),
              chair.kind == SeatKind::kPerson
                  ? name_of(chair.person)
                  : std::string(bots::character_at(place.id, static_cast<int>(i)).name));
  }
  return texts;
}

void Hints::think(Place& place, const Asker& asker) {
  Client* client = clients_.find(asker.client);
  if (client == nullptr) return;
  const std::string person = client->me.id;
  if (const Refusal why = Tables::enter(place, person)) return clients_.refuse(asker, why);
  const Table& table = *place.table;
  if (const Refusal why = table.may_ask_hint(person)) return clients_.refuse(asker, why);
  if (!thinking_.take(person, 1))
    return clients_.refuse(asker, refusal(Code::kTooFast, "hint-under-way"));
  if (!context_.quotas.hints.take(client->who, context_.now())) {
    thinking_.give(person);
    return clients_.refuse(asker, refusal(Code::kTooFast, "too-fast"));
  }
  const auto told = [this, alive = context_.alive, post = context_.settings.post, asker,
                     person](std::string message) {
    post([this, alive, asker, person, message = std::move(message)] {
      if (!*alive) return;
      ++context_.metrics.thoughts;
      thinking_.give(person);
      if (Client* there = clients_.find(asker.client)) clients_.send(*there, message);
    });
  };
  context_.thinking.lend(
      {.milliseconds = kMilliseconds},
      [match = std::shared_ptr<const engine::AnyTable>(table.match()->clone()),
       seat = table.seat_of(person), language = client->language,
       texts = texts_at(place, client->language), seed = random_word(), n = table.n(),
       id = place.id, re = asker.re, told](const bots::Budget& budget) {
        engine::Chance chance(seed);
        const bots::Advice advice = bots::advise(*match, seat, {.budget = budget}, chance);
        std::string message;
        engine::JsonWriter out(message);
        begin_message(out, "hint", re);
        out.member("table", std::string_view(id));
        out.member("n", n);
        Told{*match, {*match, texts, language, seat}, advice}.write(out);
        out.end_object();
        told(std::move(message));
      });
}

}  // namespace server
