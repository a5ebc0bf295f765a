// What a seat observes, by the description of its position: a key of 64 bits for search (two worlds
// that look alike to the seat have the same key) and numbers for learning. Both are archives of
// their own, inlined into a game's description: nothing here is virtual.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
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

// How many numbers each part of an observation takes up, in the order of the description: the same
// in all positions of an edition. Who knows it passes over what isn't there.
class ObservationLayout {
 public:
  // How many there are in all.
  size_t size() const { return size_; }

 private:
  template <bool kQuick>
  friend class Tensor;
  struct Part {
    uint32_t numbers = 0;
    uint32_t parts = 0;  // within it
  };
  std::vector<Part> parts_;
  size_t size_ = 0;
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
//
// Quickly: by the layout, over what is there alone. Nothing is asked twice, and what the forms say
// can be known when a game's description is compiled.
template <bool kQuick>
class Tensor : public Writing<Tensor<kQuick>> {
 public:
  static constexpr bool kCounts = true;
  static constexpr bool kForNets = true;
  static constexpr bool kForPeople = false;
  static constexpr bool kTakesBytes = false;
  static constexpr int kOneHot = 16;
  static constexpr float kOften = 4;  // of what is counted by kind

  // How many there are, also beyond the room given.
  size_t size() const { return size_; }
  // A name for each: "wealth.1" is of the seat to the viewer's left.
  void note_names(std::vector<std::string>& names) { names_ = &names; }
  void note_layout(ObservationLayout& layout) { noted_ = &layout; }
  // After the last member; where it stopped noting.
  uint32_t* finish() {
    if (noted_ != nullptr) noted_->size_ = size_;
    assert(!kQuick || (size_ == layout_->size_ && part_ == layout_->parts_.size()));
    return written_;
  }

  Viewer viewer() const { return viewer_; }
  bool absent() const { return blank(); }
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
    if (names()) enter(name);
  }
  void end_member() {
    if (names()) leave();
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
    if (leaf.kind == Leaf::Kind::kFlag) return put(stored != 0 ? 1.0f : 0.0f);
    if (leaf.kind == Leaf::Kind::kSeats) {
      for (int i = 0; i < max_seats_; ++i)
        put(i < seats_ && (stored >> absolute(i) & 1) != 0 ? 1.0f : 0.0f);
      return;
    }
    const int size = leaf.size(*lexicon_);
    const bool none = leaf.is_none(stored);
    if (leaf.parts > 0) {
      std::array<float, kOneHot> numbers{};
      if (leaf.nullable) put(none ? 1.0f : 0.0f);
      if (!none && !blank()) leaf.split(stored, numbers.data());
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
      if constexpr (kQuick) {
        if (i >= size) return pass(1, most - i);
      }
      under(i, [&] {
        put(i < size ? 1.0f : 0.0f);
        unless(i < size, [&] { i < size ? body(i) : sample(); });
      });
    }
  }
  template <class Body>
  void each_seat(Body body) {
    for (int i = 0; i < max_seats_; ++i) {
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
      if (names()) enter(key.word(*lexicon_, i));
      unless(i < there, [&] { body(i); });
      if (names()) leave();
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
    if (!blank()) {
      // A seat's own come first here too.
      const bool rotates = item.kind == Leaf::Kind::kSeat;
      const int there = rotates ? std::min(size, seats_) : size;
      for (int i = 0; i < there; ++i) {
        if (has(rotates ? absolute(i) : i)) mark(size_ + static_cast<size_t>(i), 1);
      }
    }
    fill(size);
  }
  // A set whose members are bits: those that aren't there need not be asked for.
  void members(const Leaf& item, uint64_t bits) {
    if (!kQuick || item.kind == Leaf::Kind::kSeat)
      return set(item, [&](int i) { return (bits >> i & 1) != 0; });
    for (; bits != 0; bits &= bits - 1)
      mark(size_ + static_cast<size_t>(std::countr_zero(bits)), 1);
    fill(item.size(*lexicon_));
  }
  template <class Count>
  void tally(const Leaf& item, int most, Count count) {
    const int kinds = item.size(*lexicon_);
    const auto scale = static_cast<float>(std::max(1, item.scale > 0 ? item.scale : most));
    for (int i = 0; i < kinds && !blank(); ++i) {
      if (const int n = count(i); n != 0)
        mark(size_ + static_cast<size_t>(i), static_cast<float>(n) / scale);
    }
    fill(kinds);
  }
  // A list by kinds.
  template <class At>
  void count(const Leaf& item, int size, At at) {
    const int kinds = item.size(*lexicon_);
    const size_t first = size_;
    fill(kinds + (item.nullable ? 1 : 0));
    for (int i = 0; i < size && !blank(); ++i) {
      const int kind = item.is_none(at(i)) ? kinds : turned(item, item.code_of(at(i)));
      const size_t place = first + static_cast<size_t>(kind);
      add(place, 1.0f / kOften);
    }
  }
  template <class Get>
  void for_each_turned(std::string_view name, const Leaf& key, const Leaf& value, Get get) {
    const int size = key.size(*lexicon_);
    under(name, [&] {
      for (int i = 0; i < size; ++i) {
        const int seat = i / std::max(1, key.each);
        const bool owned = key.each > 0 && seat < max_seats_;
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
    fill(kinds);
    for (int i = 0; i < size && !blank(); ++i) {
      const Held card = at(i);
      if (sees(card)) add(first + static_cast<size_t>(card.value), 1.0f / kOften);
    }
  }

 protected:
  Tensor(const Lexicon& lexicon, Seat seat, std::span<float> out, const ObservationLayout* layout,
         uint32_t* written)
      : lexicon_(&lexicon),
        viewer_(Viewer::at(seat)),
        base_(seat == Seat::kNone ? 0 : index_of(seat)),
        max_seats_(lexicon.spec().max_seats),
        out_(out),
        layout_(layout),
        written_(written) {}

 private:
  // REQUIRES: there is such a seat.
  int absolute(int relative) const {
    const int seat = base_ + relative;
    return seat < seats_ ? seat : seat - seats_;
  }
  int relative(int seat) const {
    if (seat >= seats_) return seat;
    return seat >= base_ ? seat - base_ : seat - base_ + seats_;
  }
  int turned(const Leaf& leaf, int code) const {
    if (leaf.kind == Leaf::Kind::kSeat) return relative(code);
    if (leaf.each > 0 && code < leaf.each * max_seats_)
      return relative(code / leaf.each) * leaf.each + code % leaf.each;
    return code;
  }

  void put(float value) {
    if (value != 0 && !blank()) mark(size_, value);
    fill(1);
  }
  // At a place that is 0 until then.
  void mark(size_t place, float value) {
    if constexpr (kQuick) {
      assert(place < out_.size());
      *written_++ = static_cast<uint32_t>(place);
      out_.data()[place] = value;
    } else if (place < out_.size()) {
      out_[place] = value;
    }
  }
  // To what stands there already, perhaps.
  void add(size_t place, float value) {
    if (place >= out_.size()) return;
    float& number = out_.data()[place];
    number == 0 ? mark(place, value) : static_cast<void>(number += value);
  }
  // Places that are 0, as far as nobody adds to them.
  void fill(int count) {
    size_ += static_cast<size_t>(count);
    if (names()) [[unlikely]]
      names_->insert(names_->end(), static_cast<size_t>(count), path_);
  }
  void one_hot(int size, int which) {
    if (names()) [[unlikely]] {
      for (int i = 0; i < size; ++i) names_->push_back(path_ + "=" + std::to_string(i));
    }
    if (!blank() && which >= 0 && which < size) mark(size_ + static_cast<size_t>(which), 1);
    size_ += static_cast<size_t>(size);
  }
  // Takes up the places of what isn't there.
  template <class Body>
  void unless(bool there, Body body) {
    if constexpr (kQuick) {
      if (!there) return pass(0, 1);
      [[maybe_unused]] const size_t first = size_;
      [[maybe_unused]] const size_t part = part_++;
      body();
      assert(size_ == first + layout_->parts_[part].numbers &&
             part_ == part + 1 + layout_->parts_[part].parts);
      return;
    }
    const size_t first = size_;
    const size_t parts = noted_ != nullptr ? noted_->parts_.size() : 0;
    if (noted_ != nullptr) noted_->parts_.emplace_back();
    const bool was = blank_;
    blank_ = was || !there;
    body();
    blank_ = was;
    if (noted_ != nullptr) {
      noted_->parts_[parts] = {static_cast<uint32_t>(size_ - first),
                               static_cast<uint32_t>(noted_->parts_.size() - parts - 1)};
    }
  }
  // Passes over as many parts like the next one, with so many numbers before each.
  void pass(uint32_t before, int count) {
    const ObservationLayout::Part part = layout_->parts_[part_];
    size_ += size_t{before + part.numbers} * static_cast<size_t>(count);
    part_ += size_t{1 + part.parts} * static_cast<size_t>(count);
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
    if (names()) enter(name);
    body();
    if (names()) leave();
  }
  template <class Body>
  void under(int place, Body body) {
    if (names()) enter(std::to_string(place));
    body();
    if (names()) leave();
  }

  bool blank() const { return !kQuick && blank_; }
  bool names() const { return !kQuick && names_ != nullptr; }

  const Lexicon* lexicon_;
  Viewer viewer_;
  int base_;  // of the seats: the viewer's, which comes first
  int max_seats_;
  std::span<float> out_;
  const ObservationLayout* layout_;
  uint32_t* written_;
  size_t size_ = 0;
  size_t part_ = 0;  // of the layout: the next
  int seats_ = 0;
  bool blank_ = false;
  ObservationLayout* noted_ = nullptr;
  std::vector<std::string>* names_ = nullptr;
  std::string path_;
};

class TensorOut final : public Tensor<false> {
 public:
  // Only what isn't 0 is written. REQUIRES: all of `out` is 0.
  TensorOut(const Lexicon& lexicon, Seat seat, std::span<float> out)
      : Tensor(lexicon, seat, out, nullptr, nullptr) {}
};

// The same in a fraction of the time; notes from `written` on where it wrote.
// REQUIRES: besides, there is room for all, here and there.
class QuickTensorOut final : public Tensor<true> {
 public:
  QuickTensorOut(const Lexicon& lexicon, Seat seat, std::span<float> out,
                 const ObservationLayout& layout, uint32_t* written)
      : Tensor(lexicon, seat, out, &layout, written) {}
};

}  // namespace engine
