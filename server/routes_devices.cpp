// HTTP: the devices of a person.
#include <algorithm>

#include "server/routes.h"

namespace server {

// A cookie that is used goes on for another year.
HttpReply Routes::renewing(const Call& call) {
  if (call.me.id.empty() || !devices_.renew(call.request)) return call.reply;
  std::string cookie =
      People::cookie(std::string(call.request.cookie_value("stamtafel")), call.request.secure);
  return [reply = call.reply, cookie = std::move(cookie)](HttpResponse response) {
    const bool has_one =
        std::any_of(response.headers.begin(), response.headers.end(),
                    [](const auto& header) { return header.first == "Set-Cookie"; });
    if (!has_one) response.headers.emplace_back("Set-Cookie", cookie);
    reply(std::move(response));
  };
}

void Routes::get_devices(const Call& call) {
  if (call.me.id.empty()) return refuse(call, refusal(Code::kPerson, "needs-person"));
  const std::optional<std::vector<store::Device>> devices = devices_.of(call.me.id);
  if (!devices) return refuse(call, refusal(Code::kStorage, "storage"));
  const std::string own = Devices::hash_of(call.request);
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.key("devices");
  out.begin_array(false);
  for (const store::Device& device : *devices) {
    out.begin_object();
    out.member("device", std::string_view(Devices::id_of(device.token)));
    out.member("this", device.token == own);
    out.member("made", device.made);
    out.member("seen", device.token == own ? context_.wall() : device.seen);
    out.member("browser", std::string_view(device.browser));
    out.member("system", std::string_view(device.system));
    out.end_object();
  }
  out.end_array();
  out.end_object();
  answer(call, 200, std::move(text));
}

void Routes::post_revoke(const Call& call) {
  if (call.me.id.empty()) return refuse(call, refusal(Code::kPerson, "needs-person"));
  const auto json = engine::parse_json(call.request.body, "body");
  engine::Error error;
  std::string device;
  bool others = false;
  if (json) {
    engine::FieldReader fields(*json, "body", error, engine::ErrorCode::kUsage);
    device = fields.string_or("device", "");
    others = fields.boolean_or("others", false);
    fields.finish();
    if (fields.ok() && device.empty() != others) {
      fields.fail("device", "or others must say which");
    }
  } else {
    error = json.error;
  }
  if (error) return refuse(call, {Code::kMessage, "bad-message", {error.text}, nullptr, "", ""});
  const std::string own = Devices::hash_of(call.request);
  const auto revoked = [this, to = later(call), person = call.me.id, own, others,
                        secure = call.request.secure](const Refusal& refused,
                                                      const std::string& hash) {
    if (refused) return refuse(to, refused);
    clients_.each([&](Client& client) {
      if (client.me.id != person || (client.device == hash) == others) return;
      client.peer->close(kLoggedOut, "logged out");
    });
    HttpResponse response;
    response.headers.emplace_back("Cache-Control", "no-store");
    if (!others && hash == own) {
      response.headers.emplace_back("Set-Cookie", People::cookie("", secure));
    }
    response.body = "{}";
    to.reply(std::move(response));
  };
  if (others) {
    devices_.revoke_others(call.me.id, own, revoked);
  } else {
    devices_.revoke(call.me.id, device, revoked);
  }
}

}  // namespace server
