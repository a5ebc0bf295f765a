#include "server/told.h"

namespace server {

using engine::JsonWriter;
using engine::Seat;
using store::Status;

namespace {

void write_clocks(const Scene& scene, JsonWriter& out) {
  const Table& table = scene.table;
  out.begin_object();
  for (size_t i = 0; i < table.chairs().size(); ++i) {
    const Seat seat = engine::seat_at(static_cast<int>(i));
    if (table.chair(seat).kind != SeatKind::kPerson) continue;
    const SeatClock clock = table.clock(seat, scene.now);
    out.key(table.seat_id(seat));
    out.begin_object();
    out.member("move", clock.move);
    out.member("bank", clock.bank);
    out.member("running", clock.running);
    out.end_object();
  }
  out.end_object();
}

// Writes the members of a state; with `told` it keeps them, and with `before` leaves out what is
// the same.
class StateOut {
 public:
  StateOut(const Scene& scene, const Reader& reader, const Told* before, Told* told,
           JsonWriter& out)
      : scene_(scene), reader_(reader), before_(before), told_(told), out_(out) {}

  void write() {
    const Table& table = scene_.table;
    const engine::AnyTable& match = *table.match();
    const bool over = table.status() == Status::kOver;
    out_.begin_object();
    member(Told::kStep, [&](JsonWriter& out) { out.value(table.steps()); });
    member(Told::kOver, [&](JsonWriter& out) { out.value(over); });
    member(Told::kActing, [&](JsonWriter& out) { write_acting(match, out); });
    view(match);
    question(match);
    member(Told::kUndo, [&](JsonWriter& out) {
      constexpr std::array<const char*, 3> kUndo{nullptr, "now", "ask"};
      const char* undo = kUndo[static_cast<size_t>(table.undo_for(reader_.seat))];
      undo != nullptr ? out.value(undo) : out.null();
    });
    if (table.head().clock.on()) {
      member(Told::kClocks, [&](JsonWriter& out) { write_clocks(scene_, out); });
    }
    if (over) {
      member(Told::kOutcome, [&](JsonWriter& out) {
        std::string& ending = table.endings()[static_cast<size_t>(reader_.language)];
        if (ending.empty()) {
          JsonWriter to(ending);
          write_outcome(match, ending_of(table), reader_.language, to);
        }
        out.written(ending);
      });
    }
    if (reader_.board) {
      member(Told::kBoard, [&](JsonWriter& out) {
        out.value(std::string_view(match.tell(viewer(reader_), match.texts(reader_.language))));
      });
    }
    out_.end_object();
  }

 private:
  template <class Write>
  void member(Told::Member which, Write write) {
    if (told_ == nullptr) {
      out_.key(Told::kNames[which]);
      return write(out_);
    }
    std::string& text = told_->members[which];
    JsonWriter out(text);
    write(out);
    if (before_ != nullptr && before_->members[which] == text) return;
    out_.key(Told::kNames[which]);
    out_.written(text);
  }

  void view(const engine::AnyTable& match) {
    if (told_ == nullptr) {
      out_.key("view");
      return match.write(viewer(reader_), out_);
    }
    told_->view = match.flat_view(viewer(reader_));
    if (before_ == nullptr) {
      out_.key("view");
      return out_.written(told_->view.text);
    }
    if (before_->view.text == told_->view.text) return;
    out_.key("view");
    engine::write_difference(before_->view, told_->view, out_);
  }

  void question(const engine::AnyTable& match) {
    const Table& table = scene_.table;
    const bool asked = table.status() == Status::kPlaying && reader_.seat != Seat::kNone &&
                       !table.bot_plays(reader_.seat) && match.acting().contains(reader_.seat);
    member(Told::kAsked, [&](JsonWriter& out) {
      asked ? write_asked(match, reader_.seat, reader_.language, out) : out.null();
    });
    Choices choices;
    if (asked) choices = choices_of(match, reader_.seat);
    const bool same = before_ != nullptr && before_->asked == asked &&
                      (!asked || same_choices(before_->choices, choices));
    if (!same) {
      static const Choices kNothing;
      const Choices& known = before_ != nullptr ? before_->choices : kNothing;
      out_.key("choices");
      write_choices(match, choices, reader_.language, out_, known, scene_.phrases);
      out_.key("rules");
      write_rules(match, choices, reader_.language, out_, known);
    }
    if (told_ == nullptr) return;
    told_->asked = asked;
    if (asked) {
      told_->choices = std::move(choices);
    } else if (before_ != nullptr) {
      told_->choices = before_->choices;
    }
  }

  const Scene& scene_;
  const Reader& reader_;
  const Told* before_;
  Told* told_;
  JsonWriter& out_;
};

}  // namespace

bool Told::is_of(const Reader& reader) const {
  return seat == reader.seat && language == reader.language && board == reader.board;
}

bool Told::leads_to(const Scene& scene) const {
  const Table& table = scene.table;
  return edition == table.match()->edition() &&
         (members[kOutcome].empty() || table.status() == Status::kOver) &&
         (members[kClocks].empty() || table.head().clock.on());
}

bool Told::same_as(const Told& other) const {
  return seat == other.seat && language == other.language && board == other.board &&
         asked == other.asked && members == other.members && view.text == other.view.text &&
         edition == other.edition && same_choices(choices, other.choices);
}

void write_state(const Scene& scene, const Reader& reader, JsonWriter& out) {
  if (scene.table.match() == nullptr) return out.null();
  StateOut(scene, reader, nullptr, nullptr, out).write();
}

ToldPtr tell_state(const Scene& scene, const Reader& reader, const Told* before, JsonWriter& out) {
  const engine::AnyTable* match = scene.table.match();
  if (before != nullptr && match != nullptr && !before->leads_to(scene)) before = nullptr;
  out.key(before != nullptr && match != nullptr ? "change" : "state");
  if (match == nullptr) {
    out.null();
    return nullptr;
  }
  auto told = std::make_shared<Told>();
  told->seat = reader.seat;
  told->language = reader.language;
  told->board = reader.board;
  told->edition = match->edition();
  StateOut(scene, reader, before, told.get(), out).write();
  return told;
}

}  // namespace server
