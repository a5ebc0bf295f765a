#include "server/hint_text.h"

#include "bots/advice_words.h"

namespace server {
namespace {

// Below that nobody is told what a choice gives away.
constexpr float kLittle = 0.02F;

void write_share(std::string_view key, float share, engine::JsonWriter& out) {
  out.key(key);
  out.value(static_cast<double>(share), 3);
}

struct HintWriter {
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

std::string hint_text(const Task& task, const bots::Advice& advice) {
  engine::Texts texts = task.match->game().texts_at(*task.match, task.language);
  for (size_t i = 0; i < task.names.size(); ++i) {
    texts.set("seat." + std::to_string(i), task.names[i]);
  }
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  HintWriter{*task.match, {*task.match, texts, task.language, task.seat}, advice}.write(out);
  out.end_object();
  return text.substr(1, text.size() - 2);
}

}  // namespace server
