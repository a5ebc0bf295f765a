// HTTP: whom one has blocked.
#include "server/routes.h"

namespace server {

std::string Routes::write_blocks(const std::string& person, engine::Language language) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.key("blocks");
  out.begin_array(false);
  if (const Blocks::Others blocked = people_.blocks().of(person)) {
    for (const std::string& other : *blocked) {
      out.begin_object();
      out.member("id", std::string_view(other));
      out.member("name", std::string_view(shown_name(people_.name_of(other), language)));
      out.end_object();
    }
  }
  out.end_array();
  out.end_object();
  return text;
}

void Routes::get_blocks(const Call& call) {
  if (call.me.id.empty()) return refuse(call, refusal(Code::kPerson, "needs-person"));
  answer(call, 200, write_blocks(call.me.id, call.language));
}

void Routes::post_block(const Call& call) {
  if (call.me.id.empty()) return refuse(call, refusal(Code::kPerson, "needs-person"));
  const auto json = engine::parse_json(call.request.body, "body");
  engine::Error error = json.error;
  std::string other;
  bool on = true;
  if (json) {
    engine::FieldReader fields(*json, "body", error, engine::ErrorCode::kUsage);
    other = fields.string("person");
    on = fields.boolean_or("on", true);
    fields.finish();
  }
  if (error) return refuse(call, {Code::kMessage, "bad-message", {error.text}, nullptr, "", ""});
  const Who who{call.me.id, call.request.address};
  if (!context_.quotas.heavy.take(who, context_.now())) {
    return refuse(call, refusal(Code::kTooFast, "too-fast"));
  }
  people_.blocks().put(call.me.id, other, on,
                       [this, to = later(call), me = call.me.id, other](const Refusal& refused) {
                         if (refused) return refuse(to, refused);
                         lobby_.blocked(me, other);
                         // What the person's pages show was written before; they ask for it anew.
                         const auto told =
                             std::make_shared<const std::string>("{\"is\":\"blocks\"}");
                         clients_.each([&](Client& client) {
                           if (client.me.id == me && client.greeted) clients_.send(client, told);
                         });
                         answer(to, 200, write_blocks(me, to.language));
                       });
}

}  // namespace server
