// HTTP: where a person wants to hear that it is their move.
#include "server/public_routes.h"

namespace server {

std::string PublicRoutes::write_addresses(const std::string& person) const {
  const PostOffice& office = post_.office();
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.key("kinds");
  out.begin_array();
  for (std::string_view kind : {"mail", "webhook"}) {
    if (office.takes(kind)) out.value(kind);
  }
  out.end_array();
  out.key("hosts");
  out.begin_array();
  for (const HostRule& rule : office.hosts) out.value(std::string_view(rule.text));
  out.end_array();
  out.key("addresses");
  out.begin_array(false);
  for (const store::Address& address : post_.addresses_of(person)) {
    out.begin_object();
    out.member("kind", std::string_view(address.kind));
    out.member("target", std::string_view(address.target));
    out.member("confirmed", address.code.empty());
    out.end_object();
  }
  out.end_array();
  out.end_object();
  return text;
}

Post::Then PublicRoutes::answer_addresses(const Call& call) {
  return [this, to = later(call), person = call.me.id](const Refusal& refused) {
    if (refused) return refuse(to, refused);
    answer(to, 200, write_addresses(person));
  };
}

void PublicRoutes::get_addresses(const Call& call) {
  if (call.me.id.empty()) return refuse(call, refusal(Code::kPerson, "needs-person"));
  answer(call, 200, write_addresses(call.me.id));
}

void PublicRoutes::post_address(const Call& call) {
  if (call.me.id.empty()) return refuse(call, refusal(Code::kPerson, "needs-person"));
  const auto json = engine::parse_json(call.request.body, "body");
  engine::Error error = json ? engine::Error{} : json.error;
  std::string kind, target;
  if (json) {
    engine::FieldReader fields(*json, "body", error, engine::ErrorCode::kUsage);
    kind = fields.string("kind");
    target = fields.string_or("target", "");
    fields.finish();
  }
  if (error) return refuse(call, {Code::kMessage, "bad-message", {error.text}, nullptr, "", ""});
  if (target.empty()) return post_.remove(call.me.id, kind, answer_addresses(call));
  post_.add({call.me.id, call.request.address}, kind, target, call.language,
            answer_addresses(call));
}

void PublicRoutes::post_confirm(const Call& call) {
  if (call.me.id.empty()) return refuse(call, refusal(Code::kPerson, "needs-person"));
  const auto json = engine::parse_json(call.request.body, "body");
  engine::Error error = json ? engine::Error{} : json.error;
  std::string kind, code;
  if (json) {
    engine::FieldReader fields(*json, "body", error, engine::ErrorCode::kUsage);
    kind = fields.string("kind");
    code = fields.string("code");
    fields.finish();
  }
  if (error) return refuse(call, {Code::kMessage, "bad-message", {error.text}, nullptr, "", ""});
  post_.confirm(call.me.id, kind, code, answer_addresses(call));
}

void PublicRoutes::post_stop(const Call& call, std::string_view token) {
  post_.stop(token, [this, to = later(call)](const Refusal& refused) {
    if (refused) return refuse(to, refused);
    answer(to, 200, "{\"stopped\":true}");
  });
}

}  // namespace server
