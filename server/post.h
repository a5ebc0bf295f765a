// "Your move", by mail or to a webhook, for people who are away. Nothing goes out unless the
// operator has set something up (settings.office), and to no address that its person has not
// confirmed with a code that was sent there. While somebody is away they hear of each table once;
// what is due and what was sent is kept in the store, so that a restart neither forgets nor
// repeats it. A notice that was being sent when the server was killed counts as sent.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/deliver.h"
#include "server/public_settings.h"
#include "server/threads.h"
#include "server/turns.h"

namespace server {

class Post {
 public:
  Post(Context& context, const PublicSettings& settings, People& people, Clients& clients,
       Tables& tables, const Turns& turns);
  ~Post() { stop_ = true; }

  // Reads what is kept.
  void resume();
  void tick();
  // Others have to choose at the table. `ours`: by what was saved here; of what another server
  // saved, that one tells people.
  void turned(const Place& place, const std::vector<Turn>& former, bool ours);
  // Somebody is here, or at another server: they need no letter.
  void came(const std::string& person);
  // Adds those to whom there are letters to be sent, or were.
  void report(std::vector<std::string>& people) const;
  void read_addresses();

  const std::vector<store::Address>& addresses_of(const std::string& person) const;
  const PostOffice& office() const { return office_; }

  // Each calls `then` once. Sends a code to an address (checked and put into its usual form).
  using Then = std::function<void(const Refusal&)>;
  void add(const Who& who, const std::string& kind, std::string_view target,
           engine::Language language, Then then);
  void confirm(const std::string& person, const std::string& kind, std::string_view code,
               const Then& then);
  void remove(const std::string& person, const std::string& kind, const Then& then);
  // Whoever has got a letter may end them.
  void stop(std::string_view token, const Then& then);

 private:
  using Key = std::array<std::string, 3>;  // person, table, kind of address

  void went(const std::string& person);
  // The address of this kind, if letters go there.
  const store::Address* reachable(const std::string& person, std::string_view kind) const;
  void expect(const std::string& person, const std::string& table);
  void forget(const Key& key);
  void save(const store::Notice& notice);
  // Sends what is due, if it is still their move.
  void send_due(const Key& key);
  void send_due(const Key& key, const Place& place);
  void send(const store::Address& address, const Place& place);
  // The last who did something there; nothing is said about what.
  std::string mover_at(const Place& place, engine::Language language) const;
  void delivered(const Key& key, const Delivery& delivery);
  Letter letter_of(const store::Address& address, std::string_view subject_key,
                   std::string_view text_key, const std::vector<std::string>& values) const;
  // On a thread that may wait.
  void hand_over(Letter letter, std::function<void(const Delivery&)> then);
  std::string root() const;

  Context& context_;
  const PublicSettings& settings_;
  People& people_;
  Tables& tables_;
  const Turns& turns_;
  std::atomic<bool> stop_{false};
  PostOffice office_;
  std::unordered_map<std::string, std::vector<store::Address>> addresses_;
  std::map<Key, store::Notice> notices_;
  std::map<std::pair<std::string, std::string>, int> wrong_codes_;  // by person and kind
  // When it became the move of somebody who is here; a connection that is lost soon after that has
  // perhaps shown it to nobody.
  std::map<std::pair<std::string, std::string>, int64_t> fresh_;  // by person and table
  Buckets asked_;                                                 // codes, by person
  Buckets asked_from_;                                            // by the address they came from
  Buckets asked_for_;  // by where the code goes: nobody is flooded by strangers
  Buckets letters_;    // by person
  size_t under_way_ = 0;
  int64_t looked_ = 0;
  Threads carriers_;  // goes first: its jobs know all the rest
};

}  // namespace server
