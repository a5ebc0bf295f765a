#include "server/editions.h"

#include <charconv>

#include "engine/record.h"
#include "games/registry.h"

namespace server {
namespace {

// No table has such a name: theirs are random letters and digits.
constexpr std::string_view kPrefix = "edition-";
std::string list_of(std::string_view hash) { return std::string(kPrefix) + std::string(hash); }

}  // namespace

bool is_edition(std::string_view list) { return list.starts_with(kPrefix); }

Editions::Editions(store::Store& store, engine::FindGame find_game, Offered offered, bool open)
    : store_(store), offered_(std::move(offered)), open_(open) {
  boxes_.game = find_game ? std::move(find_game) : games::find;
  boxes_.edition = [this](const engine::AnyGame& game, std::string_view hash) {
    return find(game, hash);
  };
}

std::vector<engine::EditionPtr> Editions::offered(const engine::AnyGame& game) const {
  const auto found = offered_.find(game.spec().id);
  if (found != offered_.end() && !found->second.empty()) return found->second;
  return {game.default_edition()};
}

engine::EditionPtr Editions::choice(const engine::AnyGame& game, std::string_view hash) {
  for (const engine::EditionPtr& edition : offered(game)) {
    if (hash == engine::hex64(edition->hash())) return edition;
  }
  return open_ ? find(game, hash) : nullptr;
}

engine::EditionPtr Editions::known(const engine::AnyGame& game, std::string_view hash) const {
  uint64_t number = 0;
  const auto [end, wrong] = std::from_chars(hash.data(), hash.data() + hash.size(), number, 16);
  const bool is_hash =
      wrong == std::errc() && end == hash.data() + hash.size() && engine::hex64(number) == hash;
  if (is_hash && number == game.default_edition()->hash()) return game.default_edition();
  return is_hash ? boxes_.edition(game, hash) : nullptr;
}

engine::Result<engine::EditionPtr> Editions::bring(const engine::AnyGame& game,
                                                   std::string_view file) {
  constexpr size_t kRemembered = 16;
  engine::Result<engine::EditionPtr> edition = game.load_edition(file, "edition");
  if (!edition) return edition;
  if (const engine::EditionPtr known = find(game, engine::hex64((*edition)->hash()))) return known;
  brought_.emplace_back(&game, *edition);
  if (brought_.size() > kRemembered) brought_.pop_front();
  return edition;
}

void Editions::keep(const engine::AnyEdition& edition, int64_t now) {
  if (kept_.contains(edition.hash())) return;
  const std::string list = list_of(engine::hex64(edition.hash()));
  const store::Loaded::Is there = store_.load(list).is;
  if (there == store::Loaded::Is::kUnreadable) return;  // the next table tries again
  if (there != store::Loaded::Is::kNone) {
    kept_.insert(edition.hash());
    return;
  }
  // If it can't be written now, the next table tries again.
  store_.append(list, 0, {{now, edition.text()}}, std::nullopt, [](const store::Result&) {});
}

void Editions::keep_all(int64_t now) {
  for (const engine::AnyGame* game : games::all()) {
    for (const engine::EditionPtr& edition : offered(*boxes_.game(game->spec().id)))
      keep(*edition, now);
  }
}

engine::EditionPtr Editions::find(const engine::AnyGame& game, std::string_view hash) {
  constexpr size_t kMostOld = 64;  // besides those that tables in memory use
  if (engine::EditionPtr own = built_in_boxes().edition(game, hash)) return own;
  for (const engine::EditionPtr& edition : offered(game)) {
    if (hash == engine::hex64(edition->hash())) return edition;
  }
  for (const auto& [of, edition] : brought_) {
    if (of == &game && hash == engine::hex64(edition->hash())) return edition;
  }
  if (const auto found = old_.find(hash); found != old_.end()) return found->second;
  const store::Loaded loaded = store_.load(list_of(hash));
  if (loaded.is != store::Loaded::Is::kEntries || loaded.entries.empty()) return nullptr;
  const auto edition = game.load_edition(loaded.entries.front().text, "edition");
  if (!edition) return nullptr;
  if (old_.size() >= kMostOld)
    std::erase_if(old_, [](const auto& entry) { return entry.second.use_count() == 1; });
  return old_[std::string(hash)] = *edition;
}

}  // namespace server
