#include "server/editions.h"

#include "engine/record.h"
#include "games/registry.h"

namespace server {
namespace {

// No table has such a name: theirs are random letters and digits.
constexpr std::string_view kPrefix = "edition-";
std::string list_of(std::string_view hash) { return std::string(kPrefix) + std::string(hash); }

}  // namespace

bool is_edition(std::string_view list) { return list.starts_with(kPrefix); }

Editions::Editions(store::Store& store, engine::FindGame find_game, Chosen chosen)
    : store_(store), chosen_(std::move(chosen)) {
  boxes_.game = find_game ? std::move(find_game) : games::find;
  boxes_.edition = [this](const engine::AnyGame& game, std::string_view hash) {
    return find(game, hash);
  };
}

engine::EditionPtr Editions::current(const engine::AnyGame& game) const {
  const auto found = chosen_.find(game.spec().id);
  return found != chosen_.end() ? found->second : game.default_edition();
}

void Editions::keep(const engine::AnyGame& game, int64_t now) {
  const engine::EditionPtr edition = current(game);
  if (kept_.contains(edition->hash())) return;
  const std::string list = list_of(engine::hex64(edition->hash()));
  if (store_.load(list).is != store::Loaded::Is::kNone) {
    kept_.insert(edition->hash());
    return;
  }
  // If it can't be written now, the next table tries again.
  store_.append(list, 0, {{now, edition->text()}}, std::nullopt, [](const store::Result&) {});
}

void Editions::keep_all(int64_t now) {
  for (const engine::AnyGame* game : games::all()) keep(*boxes_.game(game->spec().id), now);
}

engine::EditionPtr Editions::find(const engine::AnyGame& game, std::string_view hash) {
  if (engine::EditionPtr own = built_in_boxes().edition(game, hash)) return own;
  if (engine::EditionPtr now = current(game); hash == engine::hex64(now->hash())) return now;
  if (const auto found = old_.find(hash); found != old_.end()) return found->second;
  const store::Loaded loaded = store_.load(list_of(hash));
  if (loaded.is != store::Loaded::Is::kEntries || loaded.entries.empty()) return nullptr;
  const auto edition = game.load_edition(loaded.entries.front().text, "edition");
  if (!edition) return nullptr;
  return old_[std::string(hash)] = *edition;
}

}  // namespace server
