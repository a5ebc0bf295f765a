#include "server/bring.h"

#include <algorithm>
#include <cassert>

#include "bots/levels.h"

namespace server {
namespace {

using engine::Seat;
using Sitter = BringWish::Sitter;

engine::Error unfit(const std::string& why) { return {engine::ErrorCode::kRecord, why, ""}; }
engine::Error usage(const std::string& why) { return {engine::ErrorCode::kUsage, why, ""}; }

// Cheap, before anything is carried out: how much there is to do.
engine::Error check_length(std::string_view record) {
  size_t deeds = 0, backs = 0;
  for (std::string_view line : engine::split(record, '\n')) {
    if (line.empty() || line.front() == '|') continue;
    ++deeds;
    if (line.starts_with("back ")) ++backs;
  }
  if (deeds > kMostDeeds) {
    return unfit("it has more than " + std::to_string(kMostDeeds) + " lines");
  }
  if (backs > kMostBacks) {
    return unfit("steps were taken back more than " + std::to_string(kMostBacks) + " times");
  }
  return {};
}

// Who sat where, where a remark tells: "| you green" in files of the page, "|seats human,regular"
// in saved games of the terminal.
std::vector<BringWish::Seat> seats_in(std::string_view record, const engine::AnyTable& played) {
  std::vector<BringWish::Seat> seats(static_cast<size_t>(played.seats()));
  const auto mine = [&] {
    return std::any_of(seats.begin(), seats.end(),
                       [](const BringWish::Seat& seat) { return seat.who == Sitter::kMe; });
  };
  for (std::string_view line : engine::split(record, '\n')) {
    if (!line.starts_with('|')) continue;
    line = engine::trim(line.substr(1));
    if (line.starts_with("you ")) {
      const auto seat = engine::parse_seat(played.game().spec(), played.seats(), line.substr(4));
      if (seat && !mine()) seats[static_cast<size_t>(engine::index_of(*seat))].who = Sitter::kMe;
    } else if (line.starts_with("seats ")) {
      const std::vector<std::string_view> names = bots::split_bots(line.substr(6));
      for (size_t i = 0; i < std::min(names.size(), seats.size()); ++i) {
        const auto bot = bots::BotSpec::parse(names[i]);
        if (bot) seats[i] = {Sitter::kBot, *bot};
        if (names[i] == "human" && !mine()) seats[i].who = Sitter::kMe;
      }
    }
  }
  if (!mine()) {
    const auto first = std::find_if(seats.begin(), seats.end(), [](const BringWish::Seat& seat) {
      return seat.who == Sitter::kOther;
    });
    (first == seats.end() ? seats.front() : *first) = {Sitter::kMe, {}};
  }
  // Nobody else can be asked to play on.
  for (BringWish::Seat& seat : seats) {
    if (seat.who == Sitter::kOther && !played.over()) seat = {Sitter::kBot, bots::usual_bot()};
  }
  return seats;
}

engine::Error seat_all(const std::vector<BringWish::Seat>& seats, const engine::AnyTable& played,
                       const std::string& me, Head& head) {
  if (seats.size() != static_cast<size_t>(played.seats())) {
    return usage("seats: the record has " + std::to_string(played.seats()));
  }
  for (const BringWish::Seat& wish : seats) {
    Chair chair;
    chair.kind = wish.who == Sitter::kBot ? SeatKind::kBot : SeatKind::kPerson;
    chair.bot = wish.bot;
    if (wish.who == Sitter::kMe) {
      chair.person = me;
      head.host = engine::seat_at(static_cast<int>(head.chairs.size()));
    }
    if (wish.who == Sitter::kOther && !played.over()) {
      return usage("seats: this game isn't over, and goes on against bots alone");
    }
    head.chairs.push_back(std::move(chair));
  }
  return {};
}

}  // namespace

engine::Result<BringWish> read_bring_wish(const engine::Json& body, const HouseBots& house) {
  engine::Error error;
  engine::FieldReader fields(body, "body", error, engine::ErrorCode::kUsage);
  BringWish wish;
  wish.record = fields.string("record");
  bool mine = false;
  for (const engine::Json& item : fields.array_or_empty("seats").items) {
    engine::FieldReader of(item, "seats", error, engine::ErrorCode::kUsage);
    const std::string_view kind = of.string("kind");
    BringWish::Seat seat;
    if (kind == "me" && !mine) {
      seat.who = Sitter::kMe;
      mine = true;
    } else if (kind == "bot") {
      const auto bot = house.choice(of.string("bot"));
      if (!error && !bot) return bot.error;
      seat = {Sitter::kBot, *bot};
    } else if (kind != "other") {
      of.fail("kind", "must be me (once), bot or other");
    }
    if (error) return error;
    wish.seats.push_back(seat);
  }
  fields.finish();
  if (error) return error;
  if (!wish.seats.empty() && !mine) return usage("seats: one must be for you (me)");
  return wish;
}

std::string write_sitters(const Table& table) {
  std::string out = "|seats ";
  for (const Chair& chair : table.chairs()) {
    if (&chair != &table.chairs().front()) out += ',';
    out += chair.kind == SeatKind::kBot ? chair.bot.bot.text()
           : chair.person.empty()       ? "other"
                                        : "human";
  }
  return out + "\n";
}

engine::Result<std::unique_ptr<Table>> bring_table(const BringWish& wish, BringTo to,
                                                   const engine::FindGame& find_game) {
  if (engine::Error error = check_length(wish.record)) return error;
  auto reading = engine::replay_record(wish.record, find_game, to.edition);
  if (!reading) return reading.error;
  if (reading->disagreement) return std::move(reading->disagreement);
  // It may agree so far, and not in what is still to come.
  if (reading->other_edition) return unfit(reading->made_with);
  const engine::AnyTable& played = *reading->table;
  Head head;
  head.game = &played.game();
  head.edition = played.edition();
  head.variants = played.variants();
  head.secret = std::move(to.secret);
  const std::vector<BringWish::Seat> seats =
      wish.seats.empty() ? seats_in(wish.record, played) : wish.seats;
  if (engine::Error error = seat_all(seats, played, to.person, head)) return error;
  return Table::bring(std::move(to.id), std::move(head), played, to.now);
}

engine::Result<std::unique_ptr<Table>> Table::bring(std::string id, Head head,
                                                    const engine::AnyTable& played, int64_t now) {
  head.brought = true;
  head.beginning = {played.chance(), played.start_position()};
  auto made = create(std::move(id), head, now);
  if (!made) return made;
  Table& table = **made;
  const auto add = [&](EntryKind kind, Seat seat, int64_t number, std::string text,
                       uint64_t fingerprint) {
    Entry entry;
    entry.kind = kind;
    entry.at = now;
    entry.seat = seat;
    entry.by = seat != Seat::kNone && table.bot_plays(seat) ? By::kBot : By::kPerson;
    entry.number = number;
    entry.text = std::move(text);
    entry.fingerprint = fingerprint;
    return !table.apply(std::move(entry), now);
  };
  bool good = add(EntryKind::kStart, Seat::kNone, 1, "", played.start_fingerprint());
  for (const engine::Deed& deed : played.course()) {
    if (!good) break;
    if (deed.back != nullptr) {
      good = add(EntryKind::kBack, deed.back->by, static_cast<int64_t>(deed.back->to), "", 0);
      continue;
    }
    good =
        add(EntryKind::kAct, deed.step->seat, 0,
            played.game().action_id(*played.edition(), deed.step->action), deed.step->fingerprint);
  }
  // What was carried out once can be carried out again.
  assert(good);
  if (!good) return unfit("it can't be repeated");
  table.finish_if_over(now);
  if (table.status_ == store::Status::kPlaying) {
    add(EntryKind::kAnew, Seat::kNone, table.steps(), "", 0);
  }
  return made;
}

}  // namespace server
