// HTTP: the page of a table, a game or a replay, with what a link to it shows; and the picture.
#include "games/registry.h"
#include "server/assets.h"
#include "server/public_routes.h"
#include "server/share.h"

namespace server {
namespace {

constexpr std::string_view kPicture = ".png";

// Where others find this server: what the operator says, or how it was asked for (which was
// checked: foreign_host).
std::string root_of(const HttpRequest& request, const std::vector<std::string>& origins) {
  if (!origins.empty()) return origins.front();
  return (request.secure ? "https://" : "http://") + request.host;
}

std::string_view board_of(const engine::AnyGame& game) {
  const Asset* found = find_asset("/share/" + std::string(game.spec().id) + ".jpg");
  return found == nullptr ? std::string_view{} : found->plain;
}

}  // namespace

bool PublicRoutes::route_shared(const Call& call) {
  const std::vector<std::string_view> path =
      engine::split(std::string_view(call.request.path).substr(1), '/');
  if (path.size() != 2 || path[1].empty()) return false;
  std::string_view id = path[1];
  if (path[0] == "share" && id.ends_with(kPicture)) {
    id.remove_suffix(kPicture.size());
    if (const engine::AnyGame* game = games::find(id)) {
      picture_of(call, shared_of(*game), nullptr, std::string(id));
    } else {
      at_table(call, id, [this](const Call& there, const Shared& shared, const Table& table) {
        picture_of(there, shared, shared.open ? table.match() : nullptr,
                   shared.open ? table.id() + " " + std::to_string(table.n())
                               : std::string(shared.game->spec().id));
      });
    }
    return true;
  }
  if (path[0] == "t" || path[0] == "replay") {
    at_table(call, id, [this](const Call& there, const Shared& shared, const Table& table) {
      // A picture is kept by whoever has seen its address: a private table has none of its own.
      page_of(there, shared,
              shared.open ? table.id() + std::string(kPicture) + "?n=" + std::to_string(table.n())
                          : std::string(shared.game->spec().id) + std::string(kPicture));
    });
    return true;
  }
  const engine::AnyGame* game = path[0] == "new" || path[0] == "rules" ? games::find(id) : nullptr;
  if (game != nullptr) page_of(call, shared_of(*game), std::string(id) + std::string(kPicture));
  return game != nullptr;
}

void PublicRoutes::at_table(const Call& call, std::string_view id, AtTable then) {
  // What a stranger asks for must not fill the memory with tables; a page without words will do.
  tables_.when_free(std::string(id),
                    [this, request = call.request, reply = call.reply, language = call.language,
                     then = std::move(then)](Place& there) {
                      const Call again{request, reply, language, {}};
                      if (Tables::asleep(there)) return plain_page(again);
                      const NameOf names = names_at(there.sitters, people_.names());
                      then(again, shared_of(*there.table, names, language), *there.table);
                    });
}

void PublicRoutes::plain_page(const Call& call) {
  HttpResponse response;
  if (!serve_asset(call.request, response)) {
    return refuse(call, refusal(Code::kUnknown, "unknown-path"));
  }
  call.reply(std::move(response));
}

void PublicRoutes::page_of(const Call& call, const Shared& shared, const std::string& picture) {
  const Asset* page = find_asset("/index.html");
  if (page == nullptr) return plain_page(call);
  const std::string root = root_of(call.request, settings_.origins);
  const std::string lang(engine::kLanguages[static_cast<size_t>(call.language)]);
  const std::string words = (picture.find('?') == std::string::npos ? "?" : "&") + ("lang=" + lang);
  HttpResponse response;
  response.type = page->type;
  response.headers.emplace_back("Cache-Control", "no-cache");
  response.headers.emplace_back("Vary", "Accept-Language");
  response.body = with_share(page->plain, shared, call.language, root + call.request.path,
                             root + "/share/" + picture + words);
  call.reply(std::move(response));
}

void PublicRoutes::picture_of(const Call& call, const Shared& shared, const engine::AnyTable* match,
                              const std::string& of) {
  const std::string key =
      "share " + of + " " + std::string(engine::kLanguages[static_cast<size_t>(call.language)]);
  const auto answer_it = [reply = call.reply](const SlowTexts::Text& text) {
    HttpResponse response;
    response.type = "image/png";
    response.headers.emplace_back("Cache-Control", "public, max-age=300");
    response.fixed = *text;
    response.kept = text;
    reply(std::move(response));
  };
  if (slow_texts_.ask(key, answer_it)) return;
  const auto draw = [shared, language = call.language, board = board_of(*shared.game),
                     position = std::shared_ptr<const engine::AnyTable>(
                         match == nullptr ? nullptr : match->clone())] {
    return position == nullptr ? share_picture(shared, language, board)
                               : share_position(shared, *position, language);
  };
  if (!slow_texts_.make(key, call.request.address, draw, answer_it)) {
    refuse(call, refusal(Code::kTooFast, "busy"));
  }
}

}  // namespace server
