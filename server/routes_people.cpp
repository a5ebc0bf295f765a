// HTTP: who one is, and one's devices.
#include "server/routes.h"

namespace server {
namespace {

constexpr size_t kLongestCode = 100;

std::string write_me(const store::Person& me) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.key("me");
  if (me.id.empty()) {
    out.null();
  } else {
    out.begin_object();
    out.member("id", std::string_view(me.id));
    out.member("name", std::string_view(me.name));
    out.end_object();
  }
  out.end_object();
  return text;
}

}  // namespace

void Routes::get_me(const Call& call) { answer(call, 200, write_me(call.me)); }

// Who one is now; a new device gets its cookie.
People::Named Routes::answer_me(const Call& call) {
  return [this, to = later(call), secure = call.request.secure](
             const Refusal& refused, const store::Person& me, const std::string& token) {
    if (refused) return refuse(to, refused);
    HttpResponse response;
    response.headers.emplace_back("Cache-Control", "no-store");
    if (!token.empty()) {
      response.headers.emplace_back("Set-Cookie", People::cookie(token, secure));
    }
    response.body = write_me(me);
    to.reply(std::move(response));
  };
}

void Routes::put_me(const Call& call) {
  const auto json = engine::parse_json(call.request.body, "body");
  engine::Error error;
  std::string name;
  if (json) {
    engine::FieldReader fields(*json, "body", error, engine::ErrorCode::kUsage);
    name = fields.string("name");
    fields.finish();
  } else {
    error = json.error;
  }
  if (error) return refuse(call, {Code::kMessage, "bad-message", {error.text}, nullptr, "", ""});
  people_.name(call.me, name, call.request.address,
               [this, told = answer_me(call)](const Refusal& refused, const store::Person& me,
                                              const std::string& token) {
                 if (!refused) renamed(me);
                 told(refused, me, token);
               });
}

// Whoever shows the name is told.
void Routes::renamed(const store::Person& me) {
  lobby_.renamed(me.id);
  tables_.renamed(me.id);
  std::string text = write_me(me);
  text = "{\"is\":\"me\"," + text.substr(1);
  const auto told = std::make_shared<const std::string>(std::move(text));
  clients_.each([&](Client& client) {
    if (client.me.id == me.id && client.greeted) clients_.send(client, told);
  });
}

void Routes::post_link(const Call& call) {
  people_.link(call.me, [this, to = later(call)](const Refusal& refused, const std::string& code,
                                                 int64_t until) {
    if (refused) return refuse(to, refused);
    std::string text;
    engine::JsonWriter out(text);
    out.begin_object();
    out.member("code", std::string_view(code));
    out.member("path", std::string_view("/link#" + code));
    out.member("until", until);
    out.end_object();
    answer(to, 200, std::move(text));
  });
}

void Routes::post_claim(const Call& call) {
  const auto json = engine::parse_json(call.request.body, "body");
  const engine::Json* code = json ? (*json).find("code") : nullptr;
  if (code == nullptr || !code->is_string() || code->text.size() > kLongestCode) {
    return refuse(call, {Code::kMessage, "bad-message", {"code"}, nullptr, "", ""});
  }
  people_.claim(code->text, call.request.address, answer_me(call));
}

}  // namespace server
