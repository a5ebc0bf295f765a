// People, their devices and addresses, whom they have blocked and who is muted, in the SQLite file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/sqlite_statement.h"
#include "store/store.h"

namespace store {

// On the writer's connection, inside its transaction.
class PeopleWriter {
 public:
  explicit PeopleWriter(sqlite3* db);

  Outcome put_person(const Person& person);
  Outcome put_device(const Device& device);
  Outcome see_device(const Device& device);
  Outcome remove_device(const std::string& person, const std::string& token);
  Outcome remove_other_devices(const std::string& person, const std::string& token);
  Outcome put_link(const std::string& code, const std::string& person, int64_t until);
  Outcome use_link(const std::string& code, Device device);
  Outcome put_block(const std::string& person, const std::string& other, bool on);
  Outcome put_mute(const std::string& person, int64_t until);
  Outcome put_address(const Address& address);
  Outcome remove_address(const std::string& person, const std::string& kind);
  Outcome put_notice(const Notice& notice);
  Outcome remove_notice(const Notice& notice);

 private:
  Statement put_person_, put_device_, see_device_, remove_device_, remove_others_, put_link_,
      take_link_, old_links_, block_, unblock_, mute_, unmute_, put_address_, remove_address_,
      put_notice_, remove_notice_;
};

class PeopleReader {
 public:
  explicit PeopleReader(sqlite3* db);

  std::optional<Person> person(std::string_view id);
  std::optional<Person> person_of_device(std::string_view token);
  std::optional<Device> device(std::string_view token);
  std::optional<std::vector<Device>> devices_of(std::string_view person);
  std::optional<std::vector<std::string>> blocked_by(std::string_view person);
  std::optional<std::vector<Mute>> mutes();
  std::optional<std::vector<Address>> addresses();
  std::optional<std::vector<Notice>> notices();
  // Of a statement that selects token, person, made, seen, browser, system.
  static Device device_in(const Statement& row);

 private:
  static std::optional<Person> one(Statement& statement);

  Statement person_, of_device_, device_, devices_, blocked_, mutes_, addresses_, notices_;
};

}  // namespace store
