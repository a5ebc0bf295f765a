// One's own games: those that are over, page by page; figures about them; their records in one
// file. What lists and figures need stands in the summaries of the tables. Tables that ended under
// an old version have no result there: it is reckoned when somebody looks at their games, one table
// after the other, and kept.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "server/people.h"
#include "server/summary_line.h"

namespace server {

class History {
 public:
  History(Context& context, People& people) : context_(context), people_(people) {}

  static constexpr int kPage = 20;
  static constexpr int kMostPage = 100;
  // So many games count for figures, and are in the file of records: the newest.
  static constexpr int kMost = 10000;

  // Each calls `then` once; without a text when nothing can be read just now.
  using Then = std::function<void(std::optional<std::string>)>;
  // {"games": […], "next": "…"}
  void page(const std::string& me, std::optional<store::Behind> behind, int limit,
            engine::Language language, Then then);
  // {"unknown": 0, "games": 12, "by": […], "favourites": […], "ratings": […]}
  void figures(const std::string& me, engine::Language language, Then then);
  // All of them, the newest first (docs/record-format.md); one file at a time for a person: false,
  // if there is one being made.
  bool records(const std::string& me, Then then);

 private:
  struct Export {
    std::string me;
    std::vector<store::Summary> tables;
    size_t next = 0;
    std::string text;
    Then then;
  };
  std::string write_page(const std::vector<store::Summary>& tables, const std::string& me,
                         size_t limit, engine::Language language);
  void write_ratings(const std::string& me, engine::Language language, engine::JsonWriter& out);
  // Ratings of all games, as they are now.
  void with_ratings(const std::function<void()>& then);
  // Of those without a result.
  void find_out(const std::vector<store::Summary>& tables);
  void find_out_next();
  void found_out(const std::string& table, const store::Loaded& loaded);
  std::unique_ptr<Table> open(const std::string& table, const store::Loaded& loaded) const;
  void go_on(const std::shared_ptr<Export>& file);

  Context& context_;
  People& people_;
  std::deque<std::string> unknown_;            // tables whose result is to be found out
  std::unordered_set<std::string> looked_at_;  // those, and those of which nothing can be
  bool finding_out_ = false;
  std::unordered_set<std::string> exporting_;  // people
};

}  // namespace server
