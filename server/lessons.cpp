#include "server/lessons.h"

#include "server/messages.h"

namespace server {
namespace {

using engine::JsonWriter;
using engine::LessonMoment;
using engine::LessonText;

std::string_view in(engine::Language language, const LessonText& text) {
  return text[static_cast<size_t>(language)];
}

class LessonWriter {
 public:
  LessonWriter(const engine::AnyGame& game, const engine::Lesson& lesson, engine::Language language,
               JsonWriter& out)
      : game_(game), lesson_(lesson), language_(language), out_(out) {}

  void write() {
    const engine::AnyEdition& edition = *game_.default_edition();
    out_.begin_object();
    out_.member("id", lesson_.id());
    out_.member("game", game_.spec().id);
    out_.member("title", lesson_.title(language_));
    out_.member("minutes", static_cast<int>(lesson_.file.minutes));
    out_.member("steps", static_cast<int>(lesson_.steps.size()));
    out_.key("edition");
    write_edition(game_, edition, language_, out_);
    out_.key("moments");
    out_.begin_array(false);
    for (const LessonMoment& moment : lesson_.moments) write_moment(moment);
    out_.end_array();
    out_.key("play");
    if (lesson_.play) {
      out_.begin_object();
      out_.member("seats", lesson_.play->seats);
      write_variants(game_.spec(), lesson_.play->variants, out_);
      out_.end_object();
    } else {
      out_.null();
    }
    out_.end_object();
  }

 private:
  std::string_view seat_id(engine::Seat seat) const {
    return game_.spec().seat_ids[static_cast<size_t>(engine::index_of(seat))];
  }
  std::string action_id(engine::Action action) const {
    return game_.action_id(*game_.default_edition(), action);
  }

  void write_state(const engine::AnyTable& table, const Reader& reader, bool asks) {
    out_.begin_object();
    out_.member("step", static_cast<int>(table.steps().size()));
    out_.member("over", table.over());
    write_position(table, reader, asks, out_);
    out_.end_object();
  }

  void write_moment(const LessonMoment& moment) {
    const engine::LessonStep& step = lesson_.step_of(moment);
    const Reader reader{moment.learner, language_, false, {}};
    out_.begin_object();
    out_.member("scene", static_cast<int>(moment.scene));
    out_.member("step", static_cast<int>(moment.step));
    out_.member("seats", moment.table->seats());
    out_.member("you", seat_id(moment.learner));
    write_variants(game_.spec(), moment.table->variants(), out_);
    out_.member("say", in(language_, step.say));
    out_.key("look");
    out_.begin_array();
    for (const std::string& thing : step.look) out_.value(std::string_view(thing));
    out_.end_array();
    out_.key("beats");
    out_.begin_array(false);
    for (const engine::LessonBeat& beat : moment.beats) write_beat(beat, reader);
    out_.end_array();
    out_.key("state");
    write_state(*moment.table, reader, !step.wanted.empty());
    write_leads(moment);
    out_.end_object();
  }

  void write_beat(const engine::LessonBeat& beat, const Reader& reader) {
    const std::vector<engine::Event>& events = beat.table->events();
    out_.begin_object();
    out_.member("seat", seat_id(beat.seat));
    if (beat.seat == reader.seat) out_.member("action", std::string_view(action_id(beat.action)));
    out_.key("events");
    write_events(*beat.table,
                 {events.begin() + static_cast<std::ptrdiff_t>(beat.first_event), events.end()},
                 viewer(reader), language_, out_);
    out_.key("state");
    write_state(*beat.table, reader, false);
    out_.end_object();
  }

  // What counts as done, and what is said to the rest.
  void write_leads(const LessonMoment& moment) {
    out_.key("leads");
    out_.begin_array(false);
    for (const LessonMoment::Lead& lead : moment.leads) {
      out_.begin_object();
      if (lead.action) out_.member("action", std::string_view(action_id(*lead.action)));
      if (lead.to) out_.member("to", static_cast<int>(*lead.to));
      out_.end_object();
    }
    out_.end_array();
    out_.key("answers");
    out_.begin_object();
    engine::Offer offer(engine::Offer::Keep::kLegal);
    if (moment.leads.front().action) moment.table->offer(moment.learner, offer);
    for (const engine::Option& option : offer) {
      if (moment.lead(option.action) != nullptr) continue;
      if (const LessonText* text = lesson_.answer(moment, option.action))
        out_.member(action_id(option.action), in(language_, *text));
    }
    out_.end_object();
  }

  const engine::AnyGame& game_;
  const engine::Lesson& lesson_;
  const engine::Language language_;
  JsonWriter& out_;
};

}  // namespace

std::string write_lesson(const engine::AnyGame& game, const engine::Lesson& lesson,
                         engine::Language language) {
  std::string text;
  JsonWriter out(text);
  LessonWriter(game, lesson, language, out).write();
  return text;
}

void write_lessons(const engine::AnyGame& game, engine::Language language, JsonWriter& out) {
  out.begin_array(false);
  for (const engine::Lesson& lesson : engine::lessons_of(game)) {
    out.begin_object();
    out.member("id", lesson.id());
    out.member("title", lesson.title(language));
    out.member("minutes", static_cast<int>(lesson.file.minutes));
    out.end_object();
  }
  out.end_array();
}

}  // namespace server
