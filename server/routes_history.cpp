// HTTP: one's own games.
#include "server/routes.h"

namespace server {
namespace {

Refusal bad_parameter(const char* what) {
  return {Code::kMessage, "bad-message", {what}, nullptr, "", ""};
}

// As `next` says it: when it was made, and which it is.
std::optional<store::Behind> read_behind(std::string_view text) {
  const size_t dash = text.find('-');
  store::Behind behind;
  if (dash == std::string_view::npos ||
      !engine::parse_int(text.substr(0, dash), 0, INT64_MAX, behind.created)) {
    return std::nullopt;
  }
  behind.table = text.substr(dash + 1);
  return behind;
}

}  // namespace

bool Routes::may_look_back(const Call& call) {
  if (call.me.id.empty()) {
    refuse(call, refusal(Code::kPerson, "needs-person"));
    return false;
  }
  const Who who{call.me.id, call.request.address};
  if (context_.quotas.finished.take(who, context_.now())) return true;
  refuse(call, refusal(Code::kTooFast, "too-fast"));
  return false;
}

History::Then Routes::answer_history(const Call& call) {
  return [this, to = later(call)](std::optional<std::string> text) {
    if (!text) return refuse(to, refusal(Code::kStorage, "storage"));
    answer(to, 200, std::move(*text));
  };
}

void Routes::get_games(const Call& call) {
  if (!may_look_back(call)) return;
  std::optional<store::Behind> behind;
  if (const std::string_view after = call.request.parameter("after"); !after.empty()) {
    behind = read_behind(after);
    if (!behind) return refuse(call, bad_parameter("after: as `next` says"));
  }
  int64_t limit = History::kPage;
  const std::string_view wanted = call.request.parameter("limit");
  if (!wanted.empty() && !engine::parse_int(wanted, 1, History::kMostPage, limit)) {
    return refuse(call, bad_parameter("limit: from 1 to 100"));
  }
  history_.page(call.me.id, std::move(behind), static_cast<int>(limit), call.language,
                answer_history(call));
}

void Routes::get_figures(const Call& call) {
  if (!may_look_back(call)) return;
  history_.figures(call.me.id, call.language, answer_history(call));
}

void Routes::get_records(const Call& call) {
  if (!may_look_back(call)) return;
  const bool begun =
      history_.records(call.me.id, [this, to = later(call)](std::optional<std::string> text) {
        if (!text) return refuse(to, refusal(Code::kStorage, "storage"));
        HttpResponse response;
        response.type = "text/plain; charset=utf-8";
        response.headers.emplace_back("Content-Disposition",
                                      "attachment; filename=\"stamtafel.records\"");
        response.headers.emplace_back("Cache-Control", "no-store");
        response.body = std::move(*text);
        to.reply(std::move(response));
      });
  if (!begun) refuse(call, refusal(Code::kTooFast, "busy"));
}

}  // namespace server
