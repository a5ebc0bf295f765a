// At which tables somebody who is connected has to choose, over all of them: they are told when
// they come and whenever it changes, wherever in the page they are.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/tables.h"

namespace server {

class Turns {
 public:
  Turns(Context& context, Clients& clients, const Tables& tables);

  // Others have to choose at the table than before.
  void turned(const Place& place, const std::vector<Turn>& former);
  // Tells those for whom something has changed.
  void tick();
  // Is the person connected?
  bool here(const std::string& person) const { return here_.contains(person); }
  // Does somebody who is connected play at the table?
  bool concerns(const std::string& table) const { return interest_.contains(table); }
  // Adds all who are connected.
  void report(std::vector<std::string>& people) const {
    for (const auto& [person, there] : here_) people.push_back(person);
  }

 private:
  struct Person {
    std::vector<Client*> clients;
    std::set<std::string> tables;
    std::set<std::string> plays;  // wherever they do, so that nothing is missed
  };
  void came(Client& client);
  void went(Client& client);
  void look_up(const std::string& id, Person& person);
  void plays_at(Person& person, const std::string& table) {
    if (person.plays.insert(table).second) ++interest_[table];
  }
  static std::string message(const std::set<std::string>& tables);

  Context& context_;
  Clients& clients_;
  const Tables& tables_;
  std::unordered_map<std::string, Person> here_;
  std::unordered_map<std::string, int> interest_;  // tables, with how many of them play there
  std::unordered_set<std::string> news_;           // people to be told
};

}  // namespace server
