// HTTP: the catalogue, and what belongs to a game. None of it changes while the server runs.
#include "engine/record.h"
#include "engine/schema.h"
#include "games/registry.h"
#include "server/catalogue.h"
#include "server/compress.h"
#include "server/diagrams.h"
#include "server/lessons.h"
#include "server/routes.h"

namespace server {

Routes::StaticText Routes::static_text(std::string plain) {
  StaticText text{std::move(plain), {}, {}};
  text.gzipped = gzip(text.plain);
  text.etag = "\"" + blake2b(text.plain).substr(0, 16) + "\"";
  return text;
}

void Routes::static_json(const Call& call, const TextKey& key,
                         const std::function<std::string()>& make) {
  // Editions that people bring along are many; their texts can be made again.
  constexpr size_t kMostKept = 400;
  if (static_texts_.size() >= kMostKept) {
    std::erase_if(static_texts_, [](const auto& entry) {
      return entry.first.kind == TextKind::kEdition || entry.first.kind == TextKind::kTexts;
    });
  }
  auto known = static_texts_.find(key);
  if (known == static_texts_.end()) known = static_texts_.emplace(key, static_text(make())).first;
  const StaticText& text = known->second;
  HttpResponse response;
  response.headers.emplace_back("Cache-Control", "no-cache");
  response.headers.emplace_back("ETag", text.etag);
  response.headers.emplace_back("Vary", "Accept-Encoding, Accept-Language");
  if (call.request.if_none_match == text.etag) {
    response.status = 304;
  } else if (accepts(call.request.accept_encoding, "gzip")) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.fixed = text.gzipped;
  } else {
    response.fixed = text.plain;
  }
  call.reply(std::move(response));
}

void Routes::route_games(const Call& call, const std::vector<std::string_view>& path) {
  if (path.size() == 1) {
    return static_json(call, {TextKind::kCatalogue, nullptr, call.language}, [&] {
      return write_catalogue(context_.settings, context_.editions, call.language);
    });
  }
  const engine::AnyGame* game = games::find(path[1]);
  if (game == nullptr) return refuse(call, refusal(Code::kUnknown, "unknown-game"));
  const engine::EditionPtr current = context_.editions.current(*game);
  if (path.size() == 3 && path[2] == "edition") return get_edition(call, *game, *current);
  if (path.size() == 3 && path[2] == "schema") return get_schema(call, *game);
  if (path.size() == 4 && path[2] == "texts") return get_texts(call, *game, *current, path[3]);
  if (path.size() == 4 && path[2] == "diagrams") return get_diagrams(call, *game, current, path[3]);
  if (path.size() == 5 && path[2] == "lessons") return get_lesson(call, *game, path[3], path[4]);
  if (path.size() == 5 && path[2] == "puzzles") return get_puzzle(call, *game, path[3], path[4]);
  if (path.size() >= 4 && path[2] == "editions") {
    const engine::EditionPtr edition = context_.editions.known(*game, path[3]);
    if (edition != nullptr && path.size() == 4) return get_edition(call, *game, *edition);
    if (edition != nullptr && path.size() == 6 && path[4] == "texts") {
      return get_texts(call, *game, *edition, path[5]);
    }
    if (edition != nullptr && path.size() == 6 && path[4] == "diagrams") {
      return get_diagrams(call, *game, edition, path[5]);
    }
  }
  refuse(call, refusal(Code::kUnknown, "unknown-path"));
}

// An edition that somebody brings along, for a table they are about to make.
void Routes::post_edition(const Call& call, std::string_view id) {
  const engine::AnyGame* game = games::find(id);
  if (game == nullptr) return refuse(call, refusal(Code::kUnknown, "unknown-game"));
  if (!context_.editions.open()) return refuse(call, refusal(Code::kForbidden, "no-editions"));
  if (call.me.id.empty()) return refuse(call, refusal(Code::kPerson, "needs-person"));
  const Who who{call.me.id, call.request.address};
  if (!context_.quotas.tables.take(who, context_.now())) {
    return refuse(call, refusal(Code::kTooFast, "too-fast"));
  }
  if (call.request.body.size() > Editions::kLargestFile) {
    return refuse(call, refusal(Code::kSize, "large-edition"));
  }
  const auto edition = context_.editions.bring(*game, call.request.body);
  if (!edition) {
    return refuse(call, {Code::kMessage, "bad-edition", {edition.error.text}, nullptr, "", ""});
  }
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.key("edition");
  write_edition(*game, **edition, call.language, out, true);
  out.key("warnings");
  out.begin_array(false);
  for (const std::string& warning : (*edition)->warnings()) out.value(std::string_view(warning));
  out.end_array();
  out.end_object();
  answer(call, 201, std::move(text));
}

void Routes::get_edition(const Call& call, const engine::AnyGame& game,
                         const engine::AnyEdition& edition) {
  static_json(call, {TextKind::kEdition, &game, {}, edition.hash()}, [&] {
    const bool own = edition.hash() == game.default_edition()->hash();
    return own ? std::string(game.edition_json()) : edition.text();
  });
}

void Routes::get_texts(const Call& call, const engine::AnyGame& game,
                       const engine::AnyEdition& edition, std::string_view language) {
  const auto wanted = engine::parse_language(language);
  if (!wanted) return refuse(call, refusal(Code::kUnknown, "unknown-path"));
  static_json(call, {TextKind::kTexts, &game, *wanted, edition.hash()},
              [&] { return write_texts(game, edition, *wanted); });
}

void Routes::get_diagrams(const Call& call, const engine::AnyGame& game,
                          const engine::EditionPtr& edition, std::string_view language) {
  const auto wanted = engine::parse_language(language);
  if (!wanted) return refuse(call, refusal(Code::kUnknown, "unknown-path"));
  static_json(call, {TextKind::kDiagrams, &game, *wanted, edition->hash()},
              [&] { return write_diagrams(game, edition, *wanted); });
}

void Routes::get_lesson(const Call& call, const engine::AnyGame& game, std::string_view id,
                        std::string_view language) {
  const auto wanted = engine::parse_language(language);
  if (!wanted) return refuse(call, refusal(Code::kUnknown, "unknown-path"));
  const TextKey key{TextKind::kLesson, &game, *wanted, 0, std::string(id)};
  if (static_texts_.contains(key)) return static_json(call, key, nullptr);
  for (const engine::Lesson& lesson : engine::lessons_of(game)) {
    if (lesson.id() != id) continue;
    return static_json(call, key, [&] { return write_lesson(game, lesson, *wanted); });
  }
  refuse(call, refusal(Code::kUnknown, "unknown-path"));
}

void Routes::get_puzzles(const Call& call) {
  constexpr int64_t kMilliseconds = 1000;
  answer(call, 200, write_puzzles(puzzles_.sets(), bots::day_of(context_.wall() / kMilliseconds)));
}

// There are many, and each is made in no time: they aren't kept.
void Routes::get_puzzle(const Call& call, const engine::AnyGame& game, std::string_view number,
                        std::string_view language) {
  const auto wanted = engine::parse_language(language);
  const bots::PuzzleSet* set = puzzles_.of(game);
  int64_t place = 0;
  if (!wanted || set == nullptr ||
      !engine::parse_int(number, 0, static_cast<int64_t>(set->puzzles.size()) - 1, place)) {
    return refuse(call, refusal(Code::kUnknown, "unknown-path"));
  }
  answer(call, 200, write_puzzle(*set, static_cast<size_t>(place), *wanted));
}

// Found by playing, which takes a moment the first time.
void Routes::get_schema(const Call& call, const engine::AnyGame& game) {
  const TextKey key{TextKind::kSchema, &game, {}};
  if (static_texts_.contains(key)) return static_json(call, key, nullptr);
  const auto made = [this, key, request = call.request, reply = call.reply,
                     language = call.language](const SlowTexts::Text& text) {
    static_json(Call{request, reply, language, {}}, key, [&] { return *text; });
  };
  const std::string name = "schema " + std::string(game.spec().id);
  if (slow_texts_.ask(name, made) ||
      slow_texts_.make(
          name, call.request.address, [&game] { return engine::write_schema(game); }, made)) {
    return;
  }
  refuse(call, refusal(Code::kTooFast, "busy"));
}

}  // namespace server
