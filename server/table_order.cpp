// How order is kept at a table: it is closed by the operator.
#include "server/table.h"

namespace server {

using engine::Seat;
using store::Status;

Refusal Table::close(int64_t now) {
  if (status_ == Status::kOver) return refusal(Code::kState, "over");
  Entry entry;
  entry.kind = EntryKind::kOver;
  entry.at = now;
  entry.text = "closed";
  return apply(std::move(entry), now);
}

}  // namespace server
