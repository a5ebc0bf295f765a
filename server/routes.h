// HTTP (docs/protocol.md §1): the catalogue of games, people, tables. What a server answers besides
// is in public_routes.h.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "server/analysis.h"
#include "server/bring.h"
#include "server/clients.h"
#include "server/devices.h"
#include "server/history.h"
#include "server/lobby.h"
#include "server/puzzles.h"
#include "server/reviews.h"
#include "server/slow_texts.h"
#include "server/tables.h"

namespace server {

inline constexpr std::string_view kReview = "review";  // what a finished table may be asked for

class Routes {
 public:
  Routes(Context& context, People& people, Clients& clients, Tables& tables, Lobby& lobby);
  virtual ~Routes() = default;

  void http(const HttpRequest& request, HttpReply reply) {
    route(call_of(request, std::move(reply)));
  }
  // Whoever shows the name of the person is told the new one.
  void renamed(const store::Person& me);

 protected:
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
  Call call_of(const HttpRequest& request, HttpReply reply) const;
  // What lies below /api/.
  void route(const Call& call);
  // A path below /api/ that the hub itself doesn't know; false: nobody does.
  virtual bool route_more(const Call& /*call*/, std::string_view /*method*/,
                          const std::vector<std::string_view>& /*path*/) {
    return false;
  }

  // --- games (routes_games.cpp)
  void route_games(const Call& call, const std::vector<std::string_view>& path);
  void post_edition(const Call& call, std::string_view id);
  void get_edition(const Call& call, const engine::AnyGame& game,
                   const engine::AnyEdition& edition);
  void get_texts(const Call& call, const engine::AnyGame& game, const engine::AnyEdition& edition,
                 std::string_view language);
  void get_diagrams(const Call& call, const engine::AnyGame& game,
                    const engine::EditionPtr& edition, std::string_view language);
  void get_lesson(const Call& call, const engine::AnyGame& game, std::string_view id,
                  std::string_view language);
  void get_puzzles(const Call& call);
  void get_puzzle(const Call& call, const engine::AnyGame& game, std::string_view number,
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

  // --- one's own games (routes_history.cpp)
  void get_games(const Call& call);
  void get_figures(const Call& call);
  void get_records(const Call& call);
  bool may_look_back(const Call& call);
  History::Then answer_history(const Call& call);

  // --- devices (routes_devices.cpp)
  HttpReply renewing(const Call& call);
  void get_devices(const Call& call);
  void post_revoke(const Call& call);

  // --- blocks (routes_blocks.cpp)
  void get_blocks(const Call& call);
  void post_block(const Call& call);
  std::string write_blocks(const std::string& person, engine::Language language);

  // --- tables (routes_tables.cpp)
  void get_tables(const Call& call);
  void post_table(const Call& call);
  // One that comes as a record (routes_bring.cpp). Whoever may has used up one of their turns.
  Refusal may_bring(const Call& call);
  // REQUIRES: they may.
  void bring_table(const Call& call, const engine::Json& body);
  void bring_checked(const Later& to, const BringWish& wish, const std::string& person);
  void answer_made(const Later& to, const std::string& table);
  // The record of a table that need not be over (Settings::unfinished_records).
  void get_record_so_far(const Call& call, std::string_view table);
  void get_finished(const Call& call, std::string_view table, std::string_view what);
  void finished(const Call& call, const std::string& key, const Table& table,
                std::string_view what);
  // Its review, or how far that is; asked for by POST it is made (routes_review.cpp).
  void review(const Call& call, const std::string& key, const Table& table);
  // `file`: the name it is to be kept under; empty: it isn't a file.
  void answer_kept(const Later& to, const SlowTexts::Text& text, const std::string& file);

  // --- the analysis board (routes_analysis.cpp)
  void post_analysis(const Call& call);
  void analyse_table(const Call& call, AnalysisWish wish);
  void try_on(const Later& to, const std::string& who, std::function<AnalysisAnswer()> work);

  Context& context_;
  People& people_;
  Clients& clients_;
  Tables& tables_;
  Lobby& lobby_;
  Devices devices_;
  History history_;
  std::map<TextKey, StaticText> static_texts_;
  size_t compressing_ = 0;  // answers that are on the workers
  size_t analyses_ = 0;     // that are on the workers
  Counts analyses_of_one_;  // by address
  SlowTexts slow_texts_;
  Reviews reviews_;
  Puzzles puzzles_;
  static constexpr size_t kUsualBody = 16 << 10;  // of what isn't a file

  std::unordered_set<std::string> bringing_;  // people whose record is being looked at
};

}  // namespace server
