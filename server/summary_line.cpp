#include "server/summary_line.h"

#include "server/messages.h"

namespace server {

void write_summary(const store::Summary& summary, const Head& head, const SummaryWords& words,
                   const MoreOfSummary& more, engine::JsonWriter& out,
                   const MoreOfSeat& more_of_seat) {
  constexpr std::array<std::string_view, 3> kStatusIds{"gathering", "playing", "over"};
  const engine::GameSpec& spec = head.game->spec();
  const engine::Language language = words.language;
  out.begin_object();
  out.member("table", std::string_view(summary.table));
  out.member("game", spec.id);
  out.member("name", head.edition->texts(language).get("game.name"));
  out.member("status", kStatusIds[static_cast<size_t>(summary.status)]);
  out.member("public", summary.listed);
  out.member("created", summary.created);
  if (head.ended != 0) {
    out.member("ended", head.ended);
    out.key("winners");
    out.begin_array();
    for (engine::Seat seat : head.winners) {
      out.value(spec.seat_ids[static_cast<size_t>(engine::index_of(seat))]);
    }
    out.end_array();
  }
  out.member("variants", std::string_view(engine::describe_variants(spec, head.variants)));
  out.key("edition");
  write_edition(*head.game, *head.edition, language, out);
  if (head.rated) out.member("rated", true);
  if (head.brought) out.member("brought", true);
  out.key("clock");
  if (head.clock.on()) {
    out.begin_object();
    out.member("move", head.clock.move);
    out.member("bank", head.clock.bank);
    out.end_object();
  } else {
    out.null();
  }
  std::vector<std::string> sitters;
  sitters.reserve(head.chairs.size());
  for (const Chair& chair : head.chairs) sitters.push_back(chair.person);
  const NameOf shown = names_at(sitters, words.name_of);
  out.key("seats");
  out.begin_array(false);
  for (size_t i = 0; i < head.chairs.size(); ++i) {
    const Chair& chair = head.chairs[i];
    out.begin_object();
    out.member("seat", spec.seat_ids[i]);
    write_kind(chair, out);
    if (chair.kind == SeatKind::kPerson) {
      out.member("name", head.brought && chair.person.empty()
                             ? texts(language).get("elsewhere")
                             : std::string_view(shown_name(shown(chair.person), language)));
      // While it matters: how strong those are one would play with.
      if (head.rated && summary.status != store::Status::kOver) {
        out.key("rating");
        write_rating(words.ratings.of(*head.game, chair.person), out);
      }
    } else if (chair.kind == SeatKind::kBot) {
      write_character(summary.table, static_cast<int>(i), out);
    }
    if (more_of_seat) more_of_seat(i, out);
    out.end_object();
  }
  out.end_array();
  if (more) more(out);
  out.end_object();
}

}  // namespace server
