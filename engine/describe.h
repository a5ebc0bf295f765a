// How a position is described: the forms its fields can have. A game says once, for each field, its
// name, its form and who may see it; an archive makes of that what it is for: JSON (describe_json),
// a difference of views (describe_difference), their schema (describe_schema), bytes
// (describe_binary), the key and the numbers a seat observes (observe). docs/describe.md shows how.
//
//   a("line", s.line, list(kHero));
//   a("wealth", s.wealth, by_seat(number(0, 10000)));
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/bag.h"
#include "engine/lexicon.h"
#include "engine/small_vec.h"
#include "engine/types.h"

namespace engine {

struct Leaf;

// An item of the agenda in words: its name, and what belongs to it.
struct ItemForm {
  std::string_view id;
  std::array<const Leaf*, 3> args{};
  std::array<uint8_t, 3> fixed{};  // of arguments that are no words
};

// A table of words that stands in a game's code, each the first member of a row.
class WordTable {
 public:
  constexpr WordTable() = default;
  constexpr WordTable(std::span<const std::string_view> words)  // NOLINT: it is one
      : first_(words.data()), stride_(sizeof(std::string_view)), size_(words.size()) {}
  constexpr WordTable(std::span<const ItemForm> items)  // NOLINT
      : first_(&items.data()->id), stride_(sizeof(ItemForm)), size_(items.size()) {}

  constexpr int size() const { return static_cast<int>(size_); }
  std::string_view operator[](int i) const {
    const void* row = reinterpret_cast<const char*>(first_) + stride_ * static_cast<size_t>(i);
    return *static_cast<const std::string_view*>(row);
  }

 private:
  const std::string_view* first_ = nullptr;
  size_t stride_ = 0;
  size_t size_ = 0;
};

// One value: a number, yes or no, a word or a seat, perhaps none. What a position stores for it is
// a small whole number: that of an enumerator, the index of a word.
struct Leaf {
  enum class Kind : uint8_t { kNumber, kFlag, kWord, kSeat, kSeats };

  Kind kind = Kind::kNumber;
  DomainId domain = kNoArg;  // the words of the edition; kNoArg: those of `table`
  bool nullable = false;
  int16_t none = 0;              // what is stored for none,
  std::string_view none_word{};  // and its word; empty: null
  int low = 0;                   // of a number; of words: the first of those that are meant,
  int high = -1;                 // and the last; -1: to the end
  int shift = 0;                 // a number is shown so much higher than it is stored
  int scale = 0;                 // what is 1 to a net, for numbers of a wide range
  int each = 0;                  // the first values belong to seats, so many to each
  int missing = 0;               // what is stored when a position leaves it out
  // What a net gets in the place of one number for each value: so many, of what is stored.
  int parts = 0;
  void (*split)(int stored, float* numbers) = nullptr;
  std::string_view what{};  // what a wrong one is not: "card"
  WordTable table{};

  // The same leaf, but
  template <class T>
  constexpr Leaf or_null(T stands_for_none) const {
    return or_word(stands_for_none, {});
  }
  template <class T>
  constexpr Leaf or_word(T stands_for_none, std::string_view word) const {
    Leaf leaf = *this;
    leaf.nullable = true;
    leaf.none = static_cast<int16_t>(stands_for_none);
    leaf.none_word = word;
    return leaf;
  }
  // a part of the words, stored as if it were all: count words from `first` on.
  constexpr Leaf part(int first, int count, std::string_view name) const {
    Leaf leaf = *this;
    leaf.low = first;
    leaf.high = first + count - 1;
    return leaf.called(name);
  }
  constexpr Leaf scaled(int one) const { return with(&Leaf::scale, one); }
  constexpr Leaf stored_from_zero() const { return with(&Leaf::shift, low); }
  constexpr Leaf of_seats(int so_many) const { return with(&Leaf::each, so_many); }
  constexpr Leaf in_parts(int count, void (*into)(int stored, float* numbers)) const {
    Leaf leaf = *this;
    leaf.parts = count;
    leaf.split = into;
    return leaf;
  }
  constexpr Leaf called(std::string_view name) const {
    Leaf leaf = *this;
    leaf.what = name;
    return leaf;
  }
  constexpr Leaf or_else(int value) const { return with(&Leaf::missing, value); }
  constexpr Leaf with(int Leaf::* member, int value) const {
    Leaf leaf = *this;
    leaf.*member = value;
    return leaf;
  }

  constexpr bool is_none(int stored) const { return nullable && stored == none; }
  // How many values there are, none not counted.
  int size(const Lexicon& lexicon) const {
    switch (kind) {
      case Kind::kNumber:
        return high - low + 1;
      case Kind::kFlag:
        return 2;
      case Kind::kSeat:
        return lexicon.spec().max_seats;
      case Kind::kSeats:
        return 1 << lexicon.spec().max_seats;
      default:
        break;
    }
    if (high >= 0) return high - low + 1;
    return domain == kNoArg ? table.size() : static_cast<int>(lexicon[domain].words.size());
  }
  // The word of a stored value; empty when it is none of them.
  std::string_view word(const Lexicon& lexicon, int stored) const {
    const int i = stored + low;
    const int size =
        domain == kNoArg ? table.size() : static_cast<int>(lexicon[domain].words.size());
    if (i < 0 || i >= size) return {};
    return domain == kNoArg ? table[i] : lexicon[domain].words[static_cast<size_t>(i)];
  }
  // Can this be stored for it, at a table of so many seats?
  bool holds(const Lexicon& lexicon, int seats, int stored) const {
    if (is_none(stored)) return true;
    const int code = code_of(stored);
    if (code < 0 || code >= size(lexicon)) return false;
    if (kind == Kind::kSeat) return code < seats;
    if (kind == Kind::kSeats) return code >> seats == 0;
    return kind != Kind::kWord || !word(lexicon, code).empty();
  }
  // Values count from 0 in codes: of numbers from `low`.
  constexpr int code_of(int stored) const {
    return kind == Kind::kNumber ? stored + shift - low : stored;
  }
  constexpr int stored_of(int code) const {
    return kind == Kind::kNumber ? code + low - shift : code;
  }
};

constexpr Leaf number(int low, int high) {
  Leaf leaf;
  leaf.low = low;
  leaf.high = high;
  return leaf;
}
constexpr Leaf flag() {
  Leaf leaf;
  leaf.kind = Leaf::Kind::kFlag;
  return leaf;
}
constexpr Leaf seat() {
  Leaf leaf;
  leaf.kind = Leaf::Kind::kSeat;
  leaf.what = "seat";
  return leaf;
}
constexpr Leaf seat_or(std::string_view nobody) { return seat().or_word(Seat::kNone, nobody); }
constexpr Leaf seat_or_null() { return seat().or_null(Seat::kNone); }
// Several seats, as words of a phrase; always the last of them.
constexpr Leaf seats() {
  Leaf leaf;
  leaf.kind = Leaf::Kind::kSeats;
  leaf.what = "seat";
  return leaf;
}
constexpr Leaf word(DomainId domain, std::string_view what) {
  Leaf leaf;
  leaf.kind = Leaf::Kind::kWord;
  leaf.domain = domain;
  leaf.what = what;
  return leaf;
}
constexpr Leaf word(WordTable words, std::string_view what) {
  Leaf leaf;
  leaf.kind = Leaf::Kind::kWord;
  leaf.table = words;
  leaf.what = what;
  return leaf;
}
inline constexpr Leaf kPromptLeaf = word(kPromptWords, "question");

// --- forms made of others ---

// Several of a kind, one after the other: a list whose order says something, one whose order means
// nothing to a net (`counted`), or one without an order, which is kept sorted (`heap`).
enum class ListOrder : uint8_t { kOrdered, kCounted, kHeap };
template <class Item>
struct List {
  Item item;
  ListOrder order = ListOrder::kOrdered;
  int most = 0;        // how many there can be, where the container doesn't say
  bool lines = false;  // each on a line of its own in indented text

  constexpr List counted() const { return {item, ListOrder::kCounted, most, lines}; }
  constexpr List up_to(int count) const { return {item, order, count, lines}; }
  constexpr List on_lines() const { return {item, order, most, true}; }
};
template <class Item>
constexpr List<Item> list(Item item) {
  return {item};
}
template <class Item>
constexpr List<Item> heap(Item item) {
  return {item, ListOrder::kHeap};
}

// What an item of a list is follows from its place and from what stands above the list: one of
// `kinds`, by which(place). Text and bytes have the number that is stored, whatever it means, but
// what is read must be of its kind; seats among them turn with the table, and a net gets a place
// for each kind.
template <class Which>
struct OneOf {
  Leaf number;  // all of them
  std::span<const Leaf> kinds;
  Which which;
};
template <class Which>
constexpr OneOf<Which> one_of(Leaf number, std::span<const Leaf> kinds, Which which) {
  return {number, kinds, which};
}

// A place for each: exactly `count` of them, in an array that may have room for more.
template <class Item>
struct Row {
  Item item;
  int count;
  int least;
  int places;  // with the most players

  constexpr Row or_fewer() const { return {item, count, 0, places}; }
};
template <class Item>
constexpr Row<Item> row(Item item, int count, int places = 0) {
  return {item, count, count, places > 0 ? places : count};
}

// An object with a member for each seat.
template <class Item>
struct BySeat {
  Item item;
  bool some = false;      // those with none are left out
  bool hides = false;     // others see null in the place of a seat's own,
  bool open = false;      // but not now
  bool leaves = false;    // a view leaves out those of others, though whoever followed knows them
  bool complete = false;  // a position must name them all

  constexpr BySeat only_some() const { return with(&BySeat::some, true); }
  constexpr BySeat owners(bool open_now = false) const {
    return with(&BySeat::hides, true).with(&BySeat::open, open_now);
  }
  constexpr BySeat left_out(bool open_now) const {
    return with(&BySeat::leaves, true).with(&BySeat::open, open_now);
  }
  constexpr BySeat every() const { return with(&BySeat::complete, true); }
  constexpr BySeat with(bool BySeat::* member, bool value) const {
    BySeat form = *this;
    form.*member = value;
    return form;
  }
};
template <class Item>
constexpr BySeat<Item> by_seat(Item item) {
  return {item};
}

// An object with a member for each word of a kind.
template <class Item>
struct ByWord {
  Leaf key;
  Item item;
  bool some = false;
  bool complete = false;
  int first = -1;  // only so many of the words are in the game now; -1: all

  constexpr ByWord only_some() const { return {key, item, true, complete, first}; }
  constexpr ByWord every() const { return {key, item, some, true, first}; }
  constexpr ByWord only_first(int count) const { return {key, item, some, complete, count}; }
  constexpr Leaf key_now() const { return first < 0 ? key : key.part(key.low, first, key.what); }
};
template <class Item>
constexpr ByWord<Item> by_word(Leaf key, Item item) {
  return {key, item};
}

// A list of the words whose bit is set.
struct SetOf {
  Leaf item;
};
constexpr SetOf set_of(Leaf item) { return {item}; }

// A list that has each word as often as an array counts it.
struct Tally {
  Leaf item;
  int most;  // of one kind
};
constexpr Tally tally(Leaf item, int most) { return {item, most}; }

// Members with names of their own: `body(archive, value)` describes them.
template <class Body>
struct Object {
  Body body;
};
template <class Body>
constexpr Object<Body> object(Body body) {
  return {body};
}

// A card, and who knows that it lies there: its holder does.
struct Held {
  int value = 0;
  SeatSet knowers;
  bool all = false;
};
// What a seat holds, of which others see what they know. The container says holder(), size(),
// operator[] (a Held) and, to be read, add(const Held&), which says what is wrong, or nothing.
struct Cards {
  Leaf card;
  int most;
  bool by_all = false;  // may a card be known by all?
};
constexpr Cards cards(Leaf card, int most) { return {card, most}; }

// The agenda, each entry a phrase.
struct Course {
  std::span<const ItemForm> items;
  int most;
};
// One such entry, or null. The value has members like an agenda's entry, and bool empty().
struct Phrase {
  Leaf item;
  std::span<const ItemForm> items;  // by what is stored for the item
};
constexpr Phrase phrase(Leaf item, std::span<const ItemForm> items) { return {item, items}; }
constexpr Course course(std::span<const ItemForm> items, int most) { return {items, most}; }

// --- what the forms ask of values and containers ---

namespace describing {

template <class T>
constexpr int stored(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return static_cast<int>(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<int>(value);
  } else if constexpr (requires { value.code(); }) {
    return value.code();
  } else {
    return value.bits();
  }
}
template <class T>
constexpr void store(T& value, int read) {
  if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
    value = static_cast<T>(read);
  } else if constexpr (requires { value.code(); }) {
    value = T::of_code(static_cast<uint8_t>(read));
  } else {
    value = T::from_bits(static_cast<uint8_t>(read));
  }
}

// The value of a seat or a word: of an array, or of a function of it.
template <class Container>
concept Callable = std::invocable<const Container&, Seat> || std::invocable<const Container&, int>;
template <class Container>
decltype(auto) value_at(Container& values, int i) {
  if constexpr (std::invocable<Container&, Seat>) {
    return values(seat_at(i));
  } else if constexpr (std::invocable<Container&, int>) {
    return values(i);
  } else {
    return (values[static_cast<size_t>(i)]);
  }
}
template <class Container>
using ValueOf =
    std::remove_cvref_t<decltype(value_at(std::declval<Container&>(), std::declval<int>()))>;

template <class Container>
using ItemOf = std::remove_cvref_t<decltype(*std::declval<Container&>().begin())>;
template <class Container>
int room_in(const Container& items, int most) {
  if constexpr (requires { Container::capacity(); }) {
    return most > 0 ? std::min(most, Container::capacity()) : Container::capacity();
  } else {
    static_cast<void>(items);
    return most;
  }
}
template <class T, int kCapacity>
int room_in(const Bag<T, kCapacity>&, int) {
  return kCapacity;
}
template <class T, int kCapacity>
void append(SmallVec<T, kCapacity>& items, const T& item, ListOrder order) {
  if constexpr (requires { item < item; }) {
    if (order == ListOrder::kHeap) return items.insert_sorted(item);
  }
  items.push_back(item);
}
template <class T, int kCapacity>
void append(Bag<T, kCapacity>& pile, const T& item, ListOrder) {
  pile.add(item);
}

// All members of a set at once, where it has them as bits.
template <class Set>
  requires std::is_integral_v<Set> || requires(const Set& set) { set.bits(); }
uint64_t bits_of(const Set& set) {
  if constexpr (std::is_integral_v<Set>) {
    return static_cast<std::make_unsigned_t<Set>>(set);
  } else {
    return set.bits();
  }
}
template <class Set>
bool has(const Set& set, int i) {
  if constexpr (std::is_integral_v<Set>) {
    return (static_cast<uint64_t>(set) >> i & 1) != 0;
  } else if constexpr (requires { set.contains(i); }) {
    return set.contains(i);
  } else {
    return set.contains(static_cast<typename Set::Item>(i));
  }
}
template <class Set>
void insert(Set& set, int i) {
  if constexpr (std::is_integral_v<Set>) {
    set = static_cast<Set>(set | Set{1} << i);
  } else if constexpr (requires { set.insert(i); }) {
    set.insert(i);
  } else {
    set.insert(static_cast<typename Set::Item>(i));
  }
}

// Do the bytes of a value say all that its form does? Places that nobody has hold what a position
// that says nothing would, so that they may be taken with the rest.
template <class T, class Form>
inline constexpr bool kBytesSayAll = false;
template <class T>
inline constexpr bool kBytesSayAll<T, Leaf> = std::has_unique_object_representations_v<T>;
template <class T>
inline constexpr bool kBytesSayAll<T, SetOf> =
    std::has_unique_object_representations_v<T> && !Callable<T>;
template <class T, size_t kSize>
inline constexpr bool kBytesSayAll<std::array<T, kSize>, Tally> = std::is_integral_v<T>;
template <class T, size_t kSize, class Item>
inline constexpr bool kBytesSayAll<std::array<T, kSize>, Row<Item>> = kBytesSayAll<T, Item>;
template <class T, size_t kSize, class Item>
inline constexpr bool kBytesSayAll<std::array<T, kSize>, BySeat<Item>> = kBytesSayAll<T, Item>;
template <class T, size_t kSize, class Item>
inline constexpr bool kBytesSayAll<std::array<T, kSize>, ByWord<Item>> = kBytesSayAll<T, Item>;

// Is a part of it hidden from some?
template <class Form>
constexpr bool hides(const Form& form) {
  if constexpr (requires { form.hides; }) {
    if (form.hides && !form.open) return true;
  }
  if constexpr (requires { form.item; }) return hides(form.item);
  return false;
}

// Functions and spans lead to bytes that must be marked apart.
template <class T>
inline constexpr bool kElsewhere = Callable<T> || requires(const T& value) { value.size_bytes(); };
// Objects are covered member by member, all else as a whole.
template <class Form>
inline constexpr bool kWhole = true;
template <class Body>
inline constexpr bool kWhole<Object<Body>> = false;
template <class Item>
inline constexpr bool kWhole<BySeat<Item>> = kWhole<Item>;
template <class Item>
inline constexpr bool kWhole<ByWord<Item>> = kWhole<Item>;
template <class Item>
inline constexpr bool kWhole<Row<Item>> = kWhole<Item>;

}  // namespace describing
}  // namespace engine
