// HTTP: the review of a finished table, and asking for one.
#include "bots/review.h"
#include "server/compress.h"
#include "server/routes.h"

namespace server {
namespace {

// In the words of a language, for the page.
std::string told(const std::string& table, const std::string& text, const engine::AnyTable& match,
                 engine::Language language) {
  engine::Result<engine::Json> review = engine::parse_json(text, "review");
  bots::add_texts(*review, match, match.game().texts_at(match, language));
  std::string out;
  engine::JsonWriter writer(out);
  writer.begin_object();
  writer.member("table", std::string_view(table));
  writer.member("made", true);
  for (const auto& [key, member] : review->members) {
    writer.key(key);
    writer.value(member);
  }
  writer.end_object();
  return out;
}

}  // namespace

void Routes::review(const Call& call, const std::string& key, const Table& table) {
  const engine::AnyTable& match = table.repeatable();
  // Conceded or closed, or a game of other rules: it can't be followed to its end.
  if (bots::can_be_reviewed(match)) return refuse(call, refusal(Code::kState, "no-review"));
  const Reviews::Look look = reviews_.look(table.id(), match.steps().size());
  if (look.unreadable) return refuse(call, refusal(Code::kStorage, "storage"));
  const std::string& who = call.request.address;
  if (look.text != nullptr) {
    const auto answer_it = [this, to = later(call)](const SlowTexts::Text& text) {
      answer_kept(to, text, "");
    };
    if (slow_texts_.ask(key, answer_it)) return;
    const bool begun = slow_texts_.make(
        key, who,
        [text = look.text, id = table.id(), language = call.language,
         copy = std::shared_ptr<const engine::AnyTable>(match.clone()),
         zip = accepts(call.request.accept_encoding, "gzip")] {
          const std::string said = told(id, *text, *copy, language);
          return zip ? gzip(said) : said;
        },
        answer_it);
    if (!begun) refuse(call, refusal(Code::kTooFast, "busy"));
    return;
  }
  if (call.request.method == "POST" && !look.under_way && !reviews_.make(table, who)) {
    return refuse(call, refusal(Code::kTooFast, "busy"));
  }
  const Reviews::Look now = reviews_.look(table.id(), match.steps().size());
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("table", std::string_view(table.id()));
  out.member("made", false);
  if (now.under_way) {
    out.member("done", now.done);
    out.member("all", now.all);
  }
  out.end_object();
  answer(call, now.under_way ? 202 : 200, std::move(text));
}

}  // namespace server
