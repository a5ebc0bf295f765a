// Bytes become a table and what people do at it: allowed choices are carried out; anything else is
// refused and changes nothing; what may be taken back is as it was.
#include "fuzz/fuzz.h"

namespace {

using engine::Action;
using engine::AnyTable;
using engine::Error;
using engine::Offer;
using engine::Seat;

void act_or_be_refused(AnyTable& table, Seat seat, Action action) {
  const uint64_t before = table.hash();
  const size_t steps = table.steps().size();
  Offer all(Offer::Keep::kAll);
  table.offer(seat, all);
  const std::optional<engine::Option> option = all.find(action);
  const bool allowed = table.acting().contains(seat) && option && option->verdict.allowed();
  const Error error = table.act(seat, action);
  fuzz::require(allowed == !error, "exactly what is offered is done: " + error.text);
  fuzz::require(allowed || !error.text.empty(), "a refusal says why");
  fuzz::require(allowed || (table.hash() == before && table.steps().size() == steps),
                "what is refused changes nothing");
}

void take_back(AnyTable& table, Seat seat) {
  const uint64_t before = table.fingerprint();
  const size_t steps = table.steps().size();
  const bool may = table.can_undo(seat);
  const uint64_t expected = !may         ? before
                            : steps == 1 ? table.start_fingerprint()
                                         : table.steps()[steps - 2].fingerprint;
  const Error error = table.undo(seat);
  fuzz::require(may == !error, "undo does what can_undo says");
  fuzz::require(table.fingerprint() == expected, "undo restores the position, or changes nothing");
}

void one_choice(AnyTable& table, fuzz::Bytes& bytes) {
  const int seats = table.seats();
  const uint8_t kind = bytes.next() % 8;
  const Seat any_seat =
      engine::seat_at(static_cast<int>(bytes.below(static_cast<size_t>(seats) + 2)) - 1);
  if (kind == 0) {
    const Action any{bytes.next(), bytes.next(), bytes.next(), bytes.next()};
    act_or_be_refused(table, any_seat, any);
  } else if (kind == 1) {
    take_back(table, any_seat);
  } else if (kind == 2) {
    const auto parsed = table.game().parse_action(*table.edition(), bytes.text(bytes.next() % 32));
    fuzz::require(static_cast<bool>(parsed) || !parsed.error.text.empty(),
                  "a malformed action is refused");
    if (parsed) act_or_be_refused(table, any_seat, *parsed);
  } else {
    const Seat seat = table.acting().front();
    Offer all(Offer::Keep::kAll);
    table.offer(seat, all);
    fuzz::require(!all.empty(), "who acts has a choice");
    const Action action =
        all[static_cast<int>(bytes.below(static_cast<size_t>(all.size())))].action;
    const auto parsed = table.game().parse_action(*table.edition(),
                                                  table.game().action_id(*table.edition(), action));
    fuzz::require(parsed && *parsed == action, "an action survives its text");
    act_or_be_refused(table, seat, action);
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  return fuzz::set_flags(argc, argv, "1000");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Bytes bytes(data, size);
  const uint64_t seed = uint64_t{bytes.next()} << 8 | bytes.next();
  const auto table = fuzz::any_table(fuzz::any_game(seed), seed);
  while (!bytes.done() && !table->over()) {
    one_choice(*table, bytes);
    fuzz::require(table->broken_invariant().empty(),
                  "the invariant holds: " + std::string(table->broken_invariant()));
    fuzz::require(table->over() == table->acting().empty(), "somebody acts until the game is over");
  }
  fuzz::require_position_survives(*table);
  const std::string record = engine::write_record(*table);
  const auto again = engine::read_record(record, games::find);
  fuzz::require(static_cast<bool>(again), "the record is read: " + again.error.text);
  fuzz::require(again.value->hash() == table->hash(), "the record replays to the same position");
  return 0;
}
