// What a seat observes, by the description of its position: a key of 64 bits for search (two worlds
// that look alike to the seat have the same key) and numbers for learning. Both are archives of
// their own, inlined into a game's description: nothing here is virtual.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "engine/describe_out.h"

namespace engine {

// A fingerprint of all that the viewer sees. What is there, what is hidden and what is missing have
// codes of their own: that somebody has chosen is known before what.
class KeyOut : public Writing<KeyOut> {
 public:
  static constexpr bool kCounts = false;
  static constexpr bool kForNets = false;
  static constexpr bool kForPeople = false;
  static constexpr bool kTakesBytes = true;

  KeyOut(const Lexicon& lexicon, Seat seat)
      : lexicon_(&lexicon), viewer_(Viewer::at(seat)), hash_(mix64(index_of(seat) + 2u)) {}
  uint64_t key() const {
    return mix64(mix64(hash_ ^ word_) + static_cast<uint64_t>(filled_) + whole_);
  }

  Viewer viewer() const { return viewer_; }
  bool absent() const { return false; }
  bool knows_left_out() const { return true; }
  void covers(const void*, size_t) {}
  void begin(int players, const Variants& variants) {
    seats_ = players;
    add(static_cast<uint32_t>(players), 1);
    hash_ = hash_bytes(&variants, sizeof variants, hash_);
  }
  void begin_member(std::string_view) {}
  void end_member() {}
  void begin_object() {}
  void end_object() {}
  void begin_map(const Leaf&) {}
  void end_map() {}
  void begin_list(int size, int, bool) { add(static_cast<uint32_t>(size), 1); }
  void end_list() {}
  void begin_phrase() {}
  void end_phrase() {}
  void leaf(const Leaf& leaf, int stored) {
    const bool wide = leaf.kind == Leaf::Kind::kNumber && leaf.high - leaf.low > 254;
    add(static_cast<uint32_t>(stored), wide ? 2 : 1);
  }
  void leaf_as(const Leaf& number, std::span<const Leaf>, int, int stored) { leaf(number, stored); }
  // Much at once: eight bytes cost what one does. How many there are follows from the rest.
  void bytes(const void* data, size_t size) {
    const auto* from = static_cast<const unsigned char*>(data);
    for (; size >= sizeof(uint64_t); size -= sizeof(uint64_t), from += sizeof(uint64_t)) {
      uint64_t eight;
      std::memcpy(&eight, from, sizeof eight);
      add_whole(eight);
    }
    uint64_t last = 0;
    for (size_t i = 0; i < size; ++i) last |= uint64_t{from[i]} << 8 * i;
    if (size > 0) add_whole(last);
  }

  template <class Body, class Sample>
  void each_item(int size, int, Body body, Sample) {
    for (int i = 0; i < size; ++i) body(i);
  }
  template <class Body>
  void each_seat(Body body) {
    for (int i = 0; i < seats_; ++i) body(i);
  }
  template <class Body>
  void each_word(const Leaf&, const Leaf& now, Body body) {
    const int size = now.size(*lexicon_);
    for (int i = 0; i < size; ++i) body(i);
  }
  template <class Body>
  void entry(const Leaf&, int, bool some, bool present, Body body) {
    if (some) add(present ? 1 : 0, 1);
    if (present) body();
  }
  template <class Body>
  void veil(bool hides, bool sees, Body body) {
    if (hides) add(sees ? 1 : 0, 1);
    if (sees) body();
  }
  template <class Body>
  void branch(bool present, Body body) {
    add(present ? 1 : 0, 1);
    if (present) body();
  }
  template <class Body>
  void sparse(bool, Body body) {
    body();
  }
  template <class Body>
  void maybe(bool present, Body body) {
    branch(present, body);
  }
  template <class Shown, class Instead>
  void choose(bool sees, Shown shown, Instead instead) {
    add(sees ? 1 : 0, 1);
    sees ? shown() : instead();
  }
  template <class Has>
  void set(const Leaf& item, Has has) {
    const int size = item.size(*lexicon_);
    uint32_t byte = 0;
    for (int i = 0; i < size; ++i) {
      byte |= (has(i) ? 1u : 0u) << i % 8;
      if (i % 8 == 7 || i == size - 1) add(std::exchange(byte, 0), 1);
    }
  }
  template <class Count>
  void tally(const Leaf& item, int, Count count) {
    const int kinds = item.size(*lexicon_);
    for (int i = 0; i < kinds; ++i) add(static_cast<uint32_t>(count(i)), 1);
  }
  template <class At, class Sees>
  void held(const Cards&, int size, At at, Sees sees) {
    uint32_t seen = 0;
    for (int i = 0; i < size; ++i) {
      const Held card = at(i);
      if (!sees(card)) continue;
      add(static_cast<uint32_t>(card.value), 1);
      ++seen;
    }
    add(seen, 1);
  }

 private:
  void add(uint32_t value, int bytes) {
    const uint32_t low = bytes == 1 ? value & 0xff : value & 0xffff;
    word_ |= uint64_t{low} << 8 * filled_;
    filled_ += bytes;
    if (filled_ < 8) return;
    hash_ = mix64(hash_ ^ word_) + 0x9e3779b97f4a7c15u;
    filled_ -= 8;
    word_ = filled_ > 0 ? low >> 8 : 0;  // what didn't fit
  }

  void add_whole(uint64_t eight) { whole_ = mix64(whole_ ^ eight) + 0x9e3779b97f4a7c15u; }

  const Lexicon* lexicon_;
  Viewer viewer_;
  int seats_ = 0;
  uint64_t hash_;
  uint64_t word_ = 0;
  int filled_ = 0;      // bytes of word_ in use
  uint64_t whole_ = 0;  // of what comes eight bytes at a time: a chain beside hash_
};

// The same as numbers, mostly from 0 to 1, in the order of the description. Every place is always
// there, for as many seats as the game can have and as many items as a list can hold; what is
// missing or hidden is 0. Seats count from the viewer clockwise: the viewer is the first of them.
//
//   a word, a seat, a number of up to 16 values: one place for each, and for none if there is such
//   a thing; any other number: its value by its scale, in front of it whether it is none
//   a list: for each place whether it is there, then its item; without an order: how often each
//   kind
//   something that may be hidden or left out: first whether it is
//   one of several kinds: the places of all of them, those of the others 0
class TensorOut : public Writing<TensorOut> {
 public:
  static constexpr bool kCounts = true;
  static constexpr bool kForNets = true;
  static constexpr bool kForPeople = false;
  static constexpr bool kTakesBytes = false;
  static constexpr int kOneHot = 16;
  static constexpr float kOften = 4;  // of what is counted by kind

  TensorOut(const Lexicon& lexicon, Seat seat, std::span<float> out)
      : lexicon_(&lexicon), viewer_(Viewer::at(seat)), out_(out) {}
  // How many there are, also beyond the room given.
  size_t size() const { return size_; }
  // A name for each: "wealth.1" is of the seat to the viewer's left.
  void note_names(std::vector<std::string>& names) { names_ = &names; }

  Viewer viewer() const { return viewer_; }
  bool absent() const { return blank_; }
  bool knows_left_out() const { return true; }
  void covers(const void*, size_t) {}
  void begin(int players, const Variants& variants) {
    const GameSpec& spec = lexicon_->spec();
    seats_ = players;
    under("players", [&] { leaf(number(spec.min_seats, spec.max_seats), players); });
    for (size_t i = 0; i < spec.variants.size(); ++i) {
      const VariantSpec& variant = spec.variants[i];
      const int high =
          variant.values.empty() ? variant.high : static_cast<int>(variant.values.size()) - 1;
      under(variant.id, [&] {
        leaf(number(variant.values.empty() ? variant.low : 0, high).scaled(high),
             variants.values[i]);
      });
    }
  }
  void begin_member(std::string_view name) {
    if (names_ != nullptr) enter(name);
  }
  void end_member() {
    if (names_ != nullptr) leave();
  }
  void begin_object() {}
  void end_object() {}
  void begin_map(const Leaf&) {}
  void end_map() {}
  void begin_list(int, int, bool) {}
  void end_list() {}
  void begin_phrase() {}
  void end_phrase() {}

  void leaf(const Leaf& leaf, int stored) {
    const int size = leaf.size(*lexicon_);
    if (leaf.kind == Leaf::Kind::kFlag) return put(stored != 0 ? 1.0f : 0.0f);
    if (leaf.kind == Leaf::Kind::kSeats) {
      for (int i = 0; i < lexicon_->spec().max_seats; ++i)
        put(i < seats_ && (stored >> absolute(i) & 1) != 0 ? 1.0f : 0.0f);
      return;
    }
    const bool none = leaf.is_none(stored);
    if (leaf.parts > 0) {
      std::array<float, kOneHot> numbers{};
      if (leaf.nullable) put(none ? 1.0f : 0.0f);
      if (!none && !blank_) leaf.split(stored, numbers.data());
      for (int i = 0; i < leaf.parts; ++i) put(numbers[static_cast<size_t>(i)]);
      return;
    }
    if (leaf.kind == Leaf::Kind::kNumber && size > kOneHot) {
      if (leaf.nullable) put(none ? 1.0f : 0.0f);
      const int scale = leaf.scale > 0 ? leaf.scale : std::max(leaf.high, -leaf.low);
      return put(none ? 0.0f : static_cast<float>(stored) / static_cast<float>(scale));
    }
    one_hot(size + (leaf.nullable ? 1 : 0), none ? size : turned(leaf, leaf.code_of(stored)));
  }

  void leaf_as(const Leaf&, std::span<const Leaf> kinds, int which, int stored) {
    for (int kind = 0; kind < static_cast<int>(kinds.size()); ++kind) {
      under(kind, [&] {
        unless(kind == which, [&] { leaf(kinds[static_cast<size_t>(kind)], stored); });
      });
    }
  }

  template <class Body, class Sample>
  void each_item(int size, int most, Body body, Sample sample) {
    for (int i = 0; i < most; ++i) {
      under(i, [&] {
        put(i < size ? 1.0f : 0.0f);
        if (i < size) {
          body(i);
        } else {
          unless(false, sample);
        }
      });
    }
  }
  template <class Body>
  void each_seat(Body body) {
    for (int i = 0; i < lexicon_->spec().max_seats; ++i) {
      under(i, [&] {
        const bool there = i < seats_;
        unless(there, [&] { body(there ? absolute(i) : i); });
      });
    }
  }
  template <class Body>
  void each_word(const Leaf& key, const Leaf& now, Body body) {
    const int size = key.size(*lexicon_);
    const int there = now.size(*lexicon_);
    for (int i = 0; i < size; ++i) {
      if (names_ != nullptr) enter(key.word(*lexicon_, i));
      unless(i < there, [&] { body(i); });
      if (names_ != nullptr) leave();
    }
  }
  template <class Body>
  void entry(const Leaf&, int, bool some, bool present, Body body) {
    if (some) put(present ? 1.0f : 0.0f);
    unless(present, body);
  }
  template <class Body>
  void veil(bool hides, bool sees, Body body) {
    if (hides) put(sees ? 0.0f : 1.0f);
    unless(sees, body);
  }
  template <class Body>
  void branch(bool present, Body body) {
    unless(present, body);
  }
  template <class Body>
  void sparse(bool, Body body) {
    body();
  }
  template <class Body>
  void maybe(bool present, Body body) {
    put(present ? 1.0f : 0.0f);
    unless(present, body);
  }
  template <class Shown, class Instead>
  void choose(bool sees, Shown shown, Instead instead) {
    put(sees ? 1.0f : 0.0f);
    unless(sees, shown);
    unless(!sees, instead);
  }
  template <class Has>
  void set(const Leaf& item, Has has) {
    const int size = item.size(*lexicon_);
    // A seat's own come first here too.
    for (int i = 0; i < size; ++i) {
      const bool rotates = item.kind == Leaf::Kind::kSeat;
      if (rotates && i >= seats_) {
        put(0);
      } else {
        put(has(rotates ? absolute(i) : i) ? 1.0f : 0.0f);
      }
    }
  }
  template <class Count>
  void tally(const Leaf& item, int most, Count count) {
    const int kinds = item.size(*lexicon_);
    const auto scale = static_cast<float>(std::max(1, item.scale > 0 ? item.scale : most));
    for (int i = 0; i < kinds; ++i) put(static_cast<float>(count(i)) / scale);
  }
  // A list by kinds.
  template <class At>
  void count(const Leaf& item, int size, At at) {
    const int kinds = item.size(*lexicon_);
    const size_t first = size_;
    for (int i = 0; i < kinds + (item.nullable ? 1 : 0); ++i) put(0);
    for (int i = 0; i < size && !blank_; ++i) {
      const int kind = item.is_none(at(i)) ? kinds : turned(item, item.code_of(at(i)));
      const size_t place = first + static_cast<size_t>(kind);
      if (place < out_.size()) out_[place] += 1.0f / kOften;
    }
  }
  template <class Get>
  void for_each_turned(std::string_view name, const Leaf& key, const Leaf& value, Get get) {
    const int size = key.size(*lexicon_);
    under(name, [&] {
      for (int i = 0; i < size; ++i) {
        const int seat = i / std::max(1, key.each);
        const bool owned = key.each > 0 && seat < lexicon_->spec().max_seats;
        const bool there = !owned || seat < seats_;
        const int word = owned && there ? absolute(seat) * key.each + i % key.each : i;
        unless(there, [&] { leaf(value, describing::stored(get(word))); });
      }
    });
  }
  template <class At, class Sees>
  void held(const Cards& form, int size, At at, Sees sees) {
    const int kinds = form.card.size(*lexicon_);
    const size_t first = size_;
    for (int i = 0; i < kinds; ++i) put(0);
    for (int i = 0; i < size && !blank_; ++i) {
      const Held card = at(i);
      const size_t place = first + static_cast<size_t>(card.value);
      if (sees(card) && place < out_.size()) out_[place] += 1.0f / kOften;
    }
  }

 private:
  int base() const { return viewer_.seat == Seat::kNone ? 0 : index_of(viewer_.seat); }
  int absolute(int relative) const { return (base() + relative) % seats_; }
  int relative(int seat) const { return seat < seats_ ? (seat - base() + seats_) % seats_ : seat; }
  int turned(const Leaf& leaf, int code) const {
    if (leaf.kind == Leaf::Kind::kSeat) return relative(code);
    if (leaf.each > 0 && code < leaf.each * lexicon_->spec().max_seats)
      return relative(code / leaf.each) * leaf.each + code % leaf.each;
    return code;
  }

  void put(float value) {
    if (size_ < out_.size()) out_[size_] = blank_ ? 0.0f : value;
    ++size_;
    if (names_ != nullptr) names_->push_back(path_);
  }
  void one_hot(int size, int which) {
    if (names_ != nullptr) {
      for (int i = 0; i < size; ++i) names_->push_back(path_ + "=" + std::to_string(i));
    }
    const auto end = std::min(out_.size(), size_ + static_cast<size_t>(size));
    if (size_ < end)
      std::fill(out_.begin() + static_cast<std::ptrdiff_t>(size_),
                out_.begin() + static_cast<std::ptrdiff_t>(end), 0.0f);
    const size_t place = size_ + static_cast<size_t>(which);
    if (!blank_ && which >= 0 && which < size && place < out_.size()) out_[place] = 1.0f;
    size_ += static_cast<size_t>(size);
  }
  // Takes up the places of what isn't there.
  template <class Body>
  void unless(bool there, Body body) {
    const bool was = blank_;
    blank_ = blank_ || !there;
    body();
    blank_ = was;
  }

  void enter(std::string_view name) {
    if (!path_.empty()) path_ += '.';
    path_ += name;
  }
  void leave() {
    const size_t dot = path_.rfind('.');
    path_.resize(dot == std::string::npos ? 0 : dot);
  }
  template <class Body>
  void under(std::string_view name, Body body) {
    if (names_ != nullptr) enter(name);
    body();
    if (names_ != nullptr) leave();
  }
  template <class Body>
  void under(int place, Body body) {
    if (names_ != nullptr) enter(std::to_string(place));
    body();
    if (names_ != nullptr) leave();
  }

  const Lexicon* lexicon_;
  Viewer viewer_;
  std::span<float> out_;
  size_t size_ = 0;
  int seats_ = 0;
  bool blank_ = false;
  std::vector<std::string>* names_ = nullptr;
  std::string path_;
};

}  // namespace engine
