// The lobby: the public tables, and one's own. Who wants to hear of it gets both lists once and
// then, at most once a second, what has changed: of the public tables the same text for all who
// read the same language, of one's own only what concerns oneself.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/summary_line.h"
#include "server/tables.h"

namespace server {

class Lobby {
 public:
  Lobby(Context& context, People& people, Clients& clients, const Tables& tables);

  // {"public": […], "mine": […]}
  std::string write(const store::Person& me, engine::Language language);
  // A table is listed as this from now on; `former`: who had a seat there before.
  void changed(const store::Summary& summary, const std::vector<std::string>& former);
  void renamed(const std::string& person);
  // Others may have changed the lists.
  void look_again() { stale_ = true; }
  // Others have to choose there.
  void turned(const Place& place);
  // One of the two has blocked the other, or no longer does.
  void blocked(const std::string& one, const std::string& other);
  void tick();

 private:
  static constexpr size_t kTexts = engine::kLanguages.size();
  // A table as the list shows it, written once for each language.
  struct Line {
    store::Summary summary;
    std::string host;  // the person
    std::array<std::string, kTexts> texts;
  };
  using Changes = std::map<std::string, std::optional<store::Summary>>;  // by table; none: gone

  // Whether the client hears of it; false when too many sockets of its person do.
  bool set(Client& client, bool on);
  void subscribe(const Ask& ask, engine::FieldReader& fields);
  // Brings the public list up to date, and notes what has changed.
  void refresh();
  void forget_changes();
  const std::string& text_of(Line& line, engine::Language language);
  SummaryWords words(engine::Language language) const;
  std::string text_of(const store::Summary& summary, engine::Language language);
  // The same for somebody who has a seat there: whose turn it is, too.
  std::string text_for(const store::Summary& summary, const std::string& me,
                       engine::Language language);
  void write_turns(const store::Summary& summary, const Head& head, const std::string& me,
                   engine::JsonWriter& out);
  std::string write_public(const std::string& me, engine::Language language);
  std::string public_news(engine::Language language);
  // The same for somebody to whom not all is shown, or something else than before; empty: nothing.
  std::string public_news_for(const std::string& me, engine::Language language);
  // Is the table kept from this person? Those of people they have blocked, or who have blocked
  // them.
  bool hidden(const Line& line, const std::string& me);
  bool has_own_news(const std::string& me, const std::vector<const Line*>& changed);
  std::string own_news(const Changes& changes, const std::string& me, engine::Language language);

  Context& context_;
  People& people_;
  Clients& clients_;
  const Tables& tables_;
  std::unordered_set<Client*> subscribers_;
  std::unordered_map<std::string, int> subscribed_;  // people, with how many sockets
  bool stale_ = true;
  std::set<std::string> renamed_;
  std::vector<Line> public_;
  std::set<std::string> public_changed_, public_removed_;          // since it was last told
  std::unordered_map<std::string, Changes> own_;                   // of those who are subscribed
  std::unordered_map<std::string, std::set<std::string>> unsure_;  // tables to tell a person anew
  int64_t told_ = 0;
};

}  // namespace server
