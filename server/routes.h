// HTTP (docs/protocol.md §1): the page, the catalogue of games, people, tables, operation. Also
// decides who may open a WebSocket.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "server/clients.h"
#include "server/devices.h"
#include "server/lobby.h"
#include "server/post.h"
#include "server/share.h"
#include "server/slow_texts.h"
#include "server/tables.h"

namespace server {

class Routes {
 public:
  Routes(Context& context, People& people, Clients& clients, Tables& tables, Lobby& lobby,
         Post& post);

  void http(const HttpRequest& request, HttpReply reply);
  // A WebSocket: is it let in?
  bool admit(const HttpRequest& request, HttpResponse& refusal);

 private:
  // A request, and who makes it.
  struct Call {
    const HttpRequest& request;
    HttpReply reply;
    engine::Language language{};
    store::Person me;
  };
  // A text that never changes while the server runs. Its key has no word of the client in it, so
  // there are never more of them than editions, languages and kinds.
  enum class TextKind : uint8_t { kCatalogue, kEdition, kSchema, kTexts, kDiagrams, kLesson };
  struct TextKey {
    TextKind kind{};
    const engine::AnyGame* game = nullptr;
    engine::Language language{};
    uint64_t edition = 0;  // its hash, where it matters
    std::string lesson = {};
    auto operator<=>(const TextKey&) const = default;
  };
  struct StaticText {
    std::string plain, gzipped, etag;
  };
  // Answers later, when the request itself is gone.
  struct Later {
    HttpReply reply;
    engine::Language language{};
    std::string accept_encoding;
  };
  static Later later(const Call& call) {
    return {call.reply, call.language, call.request.accept_encoding};
  }

  // Large texts are compressed on the workers.
  void answer(const Later& to, int status, std::string body);
  void answer(const Call& call, int status, std::string body) {
    answer(later(call), status, std::move(body));
  }
  void refuse(const Later& to, const Refusal& refusal);
  void refuse(const Call& call, const Refusal& refusal) { refuse(later(call), refusal); }
  // Is it sent to a name of ours, and by a page of ours?
  Refusal foreign_host(const HttpRequest& request) const;
  Refusal foreign_origin(const HttpRequest& request) const;

  void route(const Call& call);
  void get_health(const Call& call);
  void get_metrics(const Call& call);

  // --- games (routes_games.cpp)
  void route_games(const Call& call, const std::vector<std::string_view>& path);
  void post_edition(const Call& call, std::string_view id);
  engine::EditionPtr edition_of(const engine::AnyGame& game, std::string_view hash) const;
  void get_edition(const Call& call, const engine::AnyGame& game,
                   const engine::AnyEdition& edition);
  void get_texts(const Call& call, const engine::AnyGame& game, const engine::AnyEdition& edition,
                 std::string_view language);
  void get_diagrams(const Call& call, const engine::AnyGame& game,
                    const engine::EditionPtr& edition, std::string_view language);
  void get_lesson(const Call& call, const engine::AnyGame& game, std::string_view id,
                  std::string_view language);
  void get_schema(const Call& call, const engine::AnyGame& game);
  static StaticText static_text(std::string plain);
  void static_json(const Call& call, const TextKey& key, const std::function<std::string()>& make);

  // --- people (routes_people.cpp)
  void get_me(const Call& call);
  void put_me(const Call& call);
  void post_link(const Call& call);
  void post_claim(const Call& call);
  People::Named answer_me(const Call& call);
  void renamed(const store::Person& me);

  // --- devices (routes_devices.cpp)
  HttpReply renewing(const Call& call);
  void get_devices(const Call& call);
  void post_revoke(const Call& call);

  // --- blocks (routes_blocks.cpp)
  void get_blocks(const Call& call);
  void post_block(const Call& call);
  std::string write_blocks(const std::string& person, engine::Language language);

  // --- where "your move" goes (routes_post.cpp)
  void get_addresses(const Call& call);
  void post_address(const Call& call);
  void post_confirm(const Call& call);
  void post_stop(const Call& call, std::string_view token);
  std::string write_addresses(const std::string& person) const;
  Post::Then answer_addresses(const Call& call);

  // --- shared links (routes_share.cpp)
  // False: the path is none that says more than the page itself.
  bool route_shared(const Call& call);
  using AtTable = std::function<void(const Call&, const Shared&, const Table&)>;
  void at_table(const Call& call, std::string_view id, AtTable then);
  void page_of(const Call& call, const Shared& shared, const std::string& picture);
  void plain_page(const Call& call);
  void picture_of(const Call& call, const Shared& shared, const engine::AnyTable* match,
                  const std::string& of);

  // --- tables (routes_tables.cpp)
  void get_tables(const Call& call);
  void post_table(const Call& call);
  void get_finished(const Call& call, std::string_view table, std::string_view what);
  void finished(const Call& call, const std::string& key, const Table& table,
                std::string_view what);
  // `file`: the name it is to be kept under; empty: it isn't a file.
  void answer_kept(const Later& to, const SlowTexts::Text& text, const std::string& file);

  Context& context_;
  People& people_;
  Clients& clients_;
  Tables& tables_;
  Lobby& lobby_;
  Post& post_;
  Devices devices_;
  std::map<TextKey, StaticText> static_texts_;
  size_t compressing_ = 0;  // answers that are on the workers
  SlowTexts slow_texts_;
  Buckets requests_;  // by address
};

}  // namespace server
