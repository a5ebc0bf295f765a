#include "engine/describe_binary.h"

#include <bit>

namespace engine {
namespace {

int bits_for(int size) { return size <= 1 ? 0 : std::bit_width(static_cast<uint32_t>(size - 1)); }

// Options are written like leaves: by the place in their table, or as a number.
Leaf variant_leaf(const VariantSpec& variant) {
  return variant.values.empty() ? number(variant.low, variant.high)
                                : number(0, static_cast<int>(variant.values.size()) - 1);
}

}  // namespace

// A code that cannot be, of a damaged position, becomes another: reading it back shows that.
void BinaryOut::put(int code, int size, bool leaf) {
  const int bits = bits_for(size);
  if (places_ != nullptr && bits > 0) places_->push_back({bit_, bits, size, leaf, path_});
  for (int i = 0; i < bits; ++i, ++bit_) {
    if (bit_ % 8 == 0) bytes_ += '\0';
    if ((code >> i & 1) != 0)
      bytes_.back() = static_cast<char>(static_cast<uint8_t>(bytes_.back()) | 1u << bit_ % 8);
  }
}

void BinaryOut::write_head(int players, const Variants& variants) {
  const GameSpec& spec = lexicon().spec();
  path_ = "players";
  put(players - spec.min_seats, spec.max_seats - spec.min_seats + 1);
  for (size_t i = 0; i < spec.variants.size(); ++i) {
    path_ = spec.variants[i].id;
    leaf(variant_leaf(spec.variants[i]), variants.values[i]);
  }
  path_.clear();
}

void BinaryOut::begin_member(std::string_view name) {
  if (places_ == nullptr) return;
  if (!path_.empty()) path_ += '.';
  path_ += name;
}

void BinaryOut::end_member() {
  if (places_ == nullptr) return;
  const size_t dot = path_.rfind('.');
  path_.resize(dot == std::string::npos ? 0 : dot);
}

// What is stored at the turned table. (Codes of seats, and of what belongs to them, are no others.)
int BinaryOut::turned(const Leaf& leaf, int stored) const {
  if (turn_ == 0 || leaf.is_none(stored)) return stored;
  const auto one = [&](int seat) {
    return seat < seats() ? (seat - turn_ + seats()) % seats() : seat;
  };
  if (leaf.kind == Leaf::Kind::kSeat) return one(stored);
  if (leaf.kind == Leaf::Kind::kSeats) {
    SeatSet all;
    for (Seat seat : SeatSet::from_bits(static_cast<uint32_t>(stored)))
      all.insert(seat_at(one(index_of(seat))));
    return all.bits();
  }
  if (leaf.each > 0 && stored < leaf.each * seats())
    return one(stored / leaf.each) * leaf.each + stored % leaf.each;
  return stored;
}

void BinaryOut::leaf(const Leaf& leaf, int stored) {
  const int size = leaf.size(lexicon());
  const int code = leaf.is_none(stored) ? size : leaf.code_of(turned(leaf, stored));
  put(code, size + (leaf.nullable ? 1 : 0), true);
}

void BinaryOut::leaf_as(const Leaf& number, std::span<const Leaf> kinds, int which, int stored) {
  leaf(number, turned(kinds[static_cast<size_t>(which)], stored));
}

void BinaryOut::known(const Cards& form, const Held& card) {
  leaf(form.card, card.value);
  if (form.by_all) presence(card.all);
  if (!card.all) leaf(engine::seats(), card.knowers.bits());
}

void BinaryIn::fail(std::string_view what, std::string_view) {
  if (ok())
    error_ = {ErrorCode::kPosition, "the bytes are no position: it " + std::string(what), ""};
}

int BinaryIn::get(int size) {
  int code = 0;
  for (int i = 0; i < bits_for(size); ++i, ++bit_) {
    if (bit_ / 8 >= bytes_.size()) {
      fail("is cut off");
      return 0;
    }
    code |= (static_cast<uint8_t>(bytes_[bit_ / 8]) >> bit_ % 8 & 1) << i;
  }
  if (code < size) return code;
  fail("has a value that cannot be");
  return 0;
}

void BinaryIn::finish() {
  while (ok() && bit_ < bytes_.size() * 8) {
    if (bytes_.size() * 8 - bit_ >= 8 || get(2) != 0) fail("goes on after its end");
  }
}

int BinaryIn::read_head(Variants& variants) {
  const GameSpec& spec = lexicon().spec();
  const int players = spec.min_seats + get(spec.max_seats - spec.min_seats + 1);
  for (size_t i = 0; i < spec.variants.size(); ++i)
    variants.values[i] = static_cast<int16_t>(leaf(variant_leaf(spec.variants[i])));
  return players;
}

int BinaryIn::begin_list(int least, int most) {
  const int size = get(most + 1);
  if (size < least) fail("has a list that is too short");
  return size;
}

int BinaryIn::leaf(const Leaf& leaf) {
  const int size = leaf.size(lexicon());
  const int code = get(size + (leaf.nullable ? 1 : 0));
  if (code == size && leaf.nullable) return leaf.none;
  const int stored = leaf.stored_of(code);
  // Seats that are not at the table, and values without a word, have a code as well.
  if (!leaf.holds(lexicon(), seats(), stored)) fail("has a value that cannot be");
  return stored;
}

Held BinaryIn::known(const Cards& form) {
  Held held;
  held.value = leaf(form.card);
  held.all = form.by_all && get(2) != 0;
  if (!held.all) held.knowers = SeatSet::from_bits(static_cast<uint32_t>(leaf(engine::seats())));
  return held;
}

std::string bytes_head(const GameSpec& spec, uint64_t edition_hash) {
  std::string head{1};  // the form
  const auto add = [&](uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) head += static_cast<char>(value >> 8 * i & 0xff);
  };
  add(static_cast<uint64_t>(spec.rules_version), 2);
  add(edition_hash, 8);
  return head;
}

Error check_bytes_head(const GameSpec& spec, uint64_t edition_hash, std::string_view bytes) {
  const std::string mine = bytes_head(spec, edition_hash);
  const auto wrong = [](std::string_view what) {
    return Error{ErrorCode::kPosition, "the bytes are " + std::string(what), ""};
  };
  if (bytes.size() < mine.size() || bytes[0] != mine[0]) return wrong("no position");
  if (bytes.substr(1, 2) != std::string_view(mine).substr(1, 2))
    return wrong("a position by other rules");
  if (bytes.substr(3, 8) != std::string_view(mine).substr(3, 8))
    return wrong("a position of another edition");
  return {};
}

}  // namespace engine
