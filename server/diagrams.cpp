#include "server/diagrams.h"

#include "engine/diagrams.h"
#include "server/messages.h"

namespace server {
namespace {

using engine::JsonWriter;

void write_picture(const engine::DiagramPicture& picture, engine::Language language,
                   JsonWriter& out) {
  const engine::AnyTable& table = *picture.table;
  const engine::GameSpec& spec = table.game().spec();
  out.begin_object();
  out.member("part", std::string_view(picture.part));
  if (picture.viewer.seat != engine::Seat::kNone) {
    out.member("you", spec.seat_ids[static_cast<size_t>(engine::index_of(picture.viewer.seat))]);
  }
  out.key("marks");
  out.begin_array();
  for (const std::string& thing : picture.marks) out.value(std::string_view(thing));
  out.end_array();
  out.key("acting");
  out.begin_array();
  for (engine::Seat seat : table.acting()) {
    out.value(spec.seat_ids[static_cast<size_t>(engine::index_of(seat))]);
  }
  out.end_array();
  out.key("view");
  table.write(picture.viewer, out);
  out.key("events");
  write_events(table,
               {table.events().begin() + static_cast<std::ptrdiff_t>(picture.first_event),
                table.events().end()},
               picture.viewer, language, out);
  out.end_object();
}

}  // namespace

std::string write_diagrams(const engine::AnyGame& game, const engine::EditionPtr& edition,
                           engine::Language language) {
  std::string text;
  JsonWriter out(text);
  out.begin_object();
  for (const engine::Diagram& diagram : engine::diagrams_of(game, edition)) {
    out.key(diagram.id);
    out.begin_object();
    out.member("seats", diagram.pictures.front().table->seats());
    out.key("edition");
    write_edition(game, *diagram.edition(), language, out);
    out.key("pictures");
    out.begin_array(false);
    for (const engine::DiagramPicture& picture : diagram.pictures) {
      write_picture(picture, language, out);
    }
    out.end_array();
    out.end_object();
  }
  out.end_object();
  return text;
}

}  // namespace server
