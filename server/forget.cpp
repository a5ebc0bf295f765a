#include "server/forget.h"

#include <future>
#include <limits>

#include "server/editions.h"
#include "server/entry.h"
#include "server/ratings.h"
#include "server/table.h"
#include "store/data.h"
#include "store/open.h"

namespace server {
namespace {

// Leaves the table, as the person could have. False: it could not be saved.
bool leave(store::Store& store, const Boxes& boxes, const store::Summary& summary,
           const std::string& person, int64_t now, Forgotten& forgotten) {
  const store::Loaded loaded = store.load(summary.table);
  if (loaded.is != store::Loaded::Is::kEntries) return true;  // nobody plays there any more
  const auto table = Table::open(summary.table, loaded.entries, now, boxes);
  if (!table || table.value->leave(person, now) || !table.value->has_unsaved()) return true;
  const int64_t after = table.value->stored();
  std::promise<store::Result> saved;
  store.append(summary.table, after, table.value->take_unsaved(), table.value->summary(now),
               [&](const store::Result& result) { saved.set_value(result); });
  const store::Result result = saved.get_future().get();
  forgotten.problem = result.problem;
  if (result.outcome == store::Outcome::kDone) ++forgotten.tables_left;
  return result.outcome == store::Outcome::kDone;
}

bool leave_all(const std::string& file, Forgotten& forgotten, int64_t now) {
  store::OpenOptions options;
  options.data = file;
  const store::Opened opened = store::open(options);
  forgotten.problem = opened.problem;
  if (opened.store == nullptr) return false;
  const auto tables = opened.store->of_person(forgotten.id, std::numeric_limits<int>::max());
  if (!tables) {
    forgotten.problem = store::without_password(file) + ": the list of tables can't be read";
    return false;
  }
  Editions editions(*opened.store);
  for (const store::Summary& summary : *tables) {
    if (summary.status == store::Status::kOver) continue;
    if (!leave(*opened.store, editions.boxes(), summary, forgotten.id, now, forgotten))
      return false;
  }
  return true;
}

// Finds whom is meant. False: nobody, or several.
bool find(store::Care& care, const std::string& person, Forgotten& forgotten) {
  const auto found = care.find_people(person);
  if (!found) {
    forgotten.problem = care.problem();
  } else if (found->empty()) {
    forgotten.problem = "there is nobody of the id or name '" + person + "'";
  } else if (found->size() > 1) {
    forgotten.problem = "several people are called '" + person + "'; say which by id:";
    for (const store::Person& one : *found) forgotten.problem += " " + one.id;
  } else {
    forgotten.id = found->front().id;
    forgotten.name = found->front().name;
    return true;
  }
  return false;
}

}  // namespace

Forgotten forget(const std::string& file, const std::string& person, int64_t now) {
  Forgotten forgotten;
  {
    const store::Care::Opened opened = store::Care::open(file);
    forgotten.problem = opened.problem;
    if (opened.care == nullptr || !find(*opened.care, person, forgotten)) return forgotten;
  }
  if (!leave_all(file, forgotten, now)) return forgotten;
  const store::Care::Opened opened = store::Care::open(file);
  forgotten.problem = opened.problem;
  if (opened.care == nullptr) return forgotten;
  const auto lines = opened.care->forget(
      forgotten.id, [&](const store::Entry& stored) -> std::optional<std::string> {
        if (auto rating = without_person(stored.text, forgotten.id)) return rating;
        engine::Result<Entry> entry = read_entry(stored);
        if (!entry || entry.value.kind != EntryKind::kSay || entry.value.who != forgotten.id) {
          return std::nullopt;
        }
        entry.value.text.clear();
        return write_entry(*entry).text;
      });
  if (!lines || !opened.care->shrink()) {
    forgotten.problem = opened.care->problem();
    return forgotten;
  }
  forgotten.lines = *lines;
  return forgotten;
}

}  // namespace server
