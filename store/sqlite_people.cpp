#include "store/sqlite_people.h"

namespace store {
namespace {

Outcome done(bool well) { return well ? Outcome::kDone : Outcome::kFailed; }

}  // namespace

PeopleWriter::PeopleWriter(sqlite3* db)
    : put_person_(db, "insert or replace into person values(?1, ?2)"),
      put_device_(db,
                  "insert or replace into device(token, person, made, seen, browser, system) "
                  "values(?1, ?2, ?3, ?4, ?5, ?6)"),
      see_device_(db,
                  "update device set seen = ?2, browser = iif(?3 || ?4 = '', browser, ?3), "
                  "system = iif(?3 || ?4 = '', system, ?4) where token = ?1"),
      remove_device_(db, "delete from device where person = ?1 and token = ?2 returning 1"),
      remove_others_(db, "delete from device where person = ?1 and token <> ?2"),
      put_link_(db, "insert or replace into link values(?1, ?2, ?3)"),
      take_link_(db, "delete from link where code = ?1 and until >= ?2 returning person"),
      old_links_(db, "delete from link where until < ?1"),
      block_(db, "insert or ignore into block values(?1, ?2)"),
      unblock_(db, "delete from block where person = ?1 and other = ?2"),
      mute_(db, "insert or replace into mute values(?1, ?2)"),
      unmute_(db, "delete from mute where person = ?1"),
      put_address_(db, "insert or replace into address values(?1, ?2, ?3, ?4, ?5, ?6, ?7)"),
      remove_address_(db, "delete from address where person = ?1 and kind = ?2"),
      put_notice_(db, "insert or replace into notice values(?1, ?2, ?3, ?4, ?5, ?6)"),
      remove_notice_(db, "delete from notice where person = ?1 and tbl = ?2 and kind = ?3") {}

Outcome PeopleWriter::put_person(const Person& person) {
  return done(put_person_.bind(person.id, person.name).run());
}

Outcome PeopleWriter::put_device(const Device& device) {
  return done(put_device_
                  .bind(device.token, device.person, device.made, device.seen, device.browser,
                        device.system)
                  .run());
}

Outcome PeopleWriter::see_device(const Device& device) {
  return done(see_device_.bind(device.token, device.seen, device.browser, device.system).run());
}

Outcome PeopleWriter::remove_device(const std::string& person, const std::string& token) {
  const bool found = remove_device_.bind(person, token).row();
  remove_device_.reset();
  if (remove_device_.failed()) return Outcome::kFailed;
  return found ? Outcome::kDone : Outcome::kConflict;
}

Outcome PeopleWriter::remove_other_devices(const std::string& person, const std::string& token) {
  return done(remove_others_.bind(person, token).run());
}

Outcome PeopleWriter::put_link(const std::string& code, const std::string& person, int64_t until) {
  return done(put_link_.bind(code, person, until).run());
}

Outcome PeopleWriter::use_link(const std::string& code, Device device) {
  device.person.clear();
  if (take_link_.bind(code, device.made).row()) device.person = take_link_.text(0);
  take_link_.reset();
  if (take_link_.failed() || !old_links_.bind(device.made).run()) return Outcome::kFailed;
  return device.person.empty() ? Outcome::kConflict : put_device(device);
}

Outcome PeopleWriter::put_block(const std::string& person, const std::string& other, bool on) {
  return done((on ? block_ : unblock_).bind(person, other).run());
}

Outcome PeopleWriter::put_mute(const std::string& person, int64_t until) {
  return done(until > 0 ? mute_.bind(person, until).run() : unmute_.bind(person).run());
}

Outcome PeopleWriter::put_address(const Address& address) {
  return done(put_address_
                  .bind(address.person, address.kind, address.target, address.language,
                        address.code, address.until, address.stop)
                  .run());
}

Outcome PeopleWriter::remove_address(const std::string& person, const std::string& kind) {
  return done(remove_address_.bind(person, kind).run());
}

Outcome PeopleWriter::put_notice(const Notice& notice) {
  return done(put_notice_
                  .bind(notice.person, notice.table, notice.kind, notice.due, notice.tries,
                        static_cast<int64_t>(notice.sent ? 1 : 0))
                  .run());
}

Outcome PeopleWriter::remove_notice(const Notice& notice) {
  return done(remove_notice_.bind(notice.person, notice.table, notice.kind).run());
}

PeopleReader::PeopleReader(sqlite3* db)
    : person_(db, "select id, name from person where id = ?1"),
      of_device_(db,
                 "select p.id, name from device join person p on p.id = person where token = ?1"),
      device_(db, "select token, person, made, seen, browser, system from device where token = ?1"),
      devices_(db,
               "select token, person, made, seen, browser, system from device where person = ?1 "
               "order by seen desc, made desc, token"),
      blocked_(db, "select other from block where person = ?1 order by other"),
      mutes_(db, "select person, until from mute order by person"),
      addresses_(db,
                 "select person, kind, target, language, code, until, stop from address "
                 "order by person, kind"),
      notices_(db,
               "select person, tbl, kind, due, tries, sent from notice "
               "order by person, tbl, kind") {}

std::optional<Person> PeopleReader::one(Statement& statement) {
  Person person;
  if (statement.row()) person = {statement.text(0), statement.text(1)};
  statement.reset();
  if (statement.failed()) return std::nullopt;
  return person;
}

Device PeopleReader::device_in(const Statement& row) {
  // A device of an older schema has been seen when it was made, as far as is known.
  return {row.text(0),    row.text(1),
          row.integer(2), row.integer(3) > 0 ? row.integer(3) : row.integer(2),
          row.text(4),    row.text(5)};
}

std::optional<Person> PeopleReader::person(std::string_view id) { return one(person_.bind(id)); }

std::optional<Person> PeopleReader::person_of_device(std::string_view token) {
  return one(of_device_.bind(token));
}

std::optional<Device> PeopleReader::device(std::string_view token) {
  Device device;
  if (device_.bind(token).row()) device = device_in(device_);
  device_.reset();
  if (device_.failed()) return std::nullopt;
  return device;
}

std::optional<std::vector<Device>> PeopleReader::devices_of(std::string_view person) {
  std::vector<Device> devices;
  devices_.bind(person);
  while (devices_.row()) devices.push_back(device_in(devices_));
  if (devices_.failed()) return std::nullopt;
  return devices;
}

std::optional<std::vector<std::string>> PeopleReader::blocked_by(std::string_view person) {
  std::vector<std::string> others;
  blocked_.bind(person);
  while (blocked_.row()) others.push_back(blocked_.text(0));
  if (blocked_.failed()) return std::nullopt;
  return others;
}

std::optional<std::vector<Mute>> PeopleReader::mutes() {
  std::vector<Mute> all;
  mutes_.bind();
  while (mutes_.row()) all.push_back({mutes_.text(0), mutes_.integer(1)});
  if (mutes_.failed()) return std::nullopt;
  return all;
}

std::optional<std::vector<Address>> PeopleReader::addresses() {
  std::vector<Address> all;
  Statement& row = addresses_.bind();
  while (row.row()) {
    all.push_back({row.text(0), row.text(1), row.text(2), row.text(3), row.text(4), row.integer(5),
                   row.text(6)});
  }
  if (row.failed()) return std::nullopt;
  return all;
}

std::optional<std::vector<Notice>> PeopleReader::notices() {
  std::vector<Notice> all;
  Statement& row = notices_.bind();
  while (row.row()) {
    all.push_back({row.text(0), row.text(1), row.text(2), row.integer(3), row.integer(4),
                   row.integer(5) == 1});
  }
  if (row.failed()) return std::nullopt;
  return all;
}

}  // namespace store
