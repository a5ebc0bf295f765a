#include "server/devices.h"

#include "server/fair.h"
#include "server/user_agent.h"

namespace server {
namespace {

constexpr int64_t kDay = 24 * 3600 * 1000;
constexpr size_t kLongestToken = 100;

}  // namespace

std::string Devices::hash_of(const HttpRequest& request) {
  const std::string_view token = request.cookie_value("stamtafel");
  return token.empty() || token.size() > kLongestToken ? std::string() : blake2b(token);
}

bool Devices::renew(const HttpRequest& request) {
  const std::string hash = hash_of(request);
  std::optional<store::Device> device = context_.store.device(hash);
  if (!device || device->token.empty()) return false;
  const int64_t now = context_.wall();
  const auto noting = noting_.find(hash);
  const UserAgent agent = read_user_agent(request.user_agent);
  const bool tells = !agent.browser.empty() || !agent.system.empty();
  const bool new_day = now - (noting == noting_.end() ? device->seen : noting->second) >= kDay;
  // One that has just been made has not told yet what it is.
  const bool unknown =
      noting == noting_.end() && device->browser.empty() && device->system.empty() && tells;
  if (!new_day && !unknown) return false;
  noting_[hash] = device->seen = now;
  device->browser = agent.browser;
  device->system = agent.system;
  context_.store.see_device(*device, [this, alive = context_.alive, hash](const store::Result&) {
    if (*alive) noting_.erase(hash);
  });
  return new_day;
}

store::Then Devices::gone(const std::string& hash, Gone then) {
  return [alive = context_.alive, hash, then = std::move(then)](const store::Result& result) {
    if (!*alive) return;
    if (result.outcome == store::Outcome::kDone) return then({}, hash);
    then(result.outcome == store::Outcome::kConflict ? refusal(Code::kUnknown, "unknown-device")
                                                     : refusal(Code::kStorage, "storage"),
         "");
  };
}

void Devices::revoke(const std::string& person, std::string_view id, Gone then) {
  const std::optional<std::vector<store::Device>> devices = of(person);
  if (!devices) return then(refusal(Code::kStorage, "storage"), "");
  for (const store::Device& device : *devices) {
    if (id_of(device.token) != id) continue;
    return context_.store.remove_device(person, device.token, gone(device.token, std::move(then)));
  }
  then(refusal(Code::kUnknown, "unknown-device"), "");
}

void Devices::revoke_others(const std::string& person, const std::string& hash, Gone then) {
  context_.store.remove_other_devices(person, hash, gone(hash, std::move(then)));
}

}  // namespace server
