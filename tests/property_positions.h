// Properties of what follows from the description of a position: every byte is described, and what
// is made of it (text, bytes, key, numbers, differences) agrees.
#pragma once

#include <map>

#include "engine/position.h"
#include "tests/properties.h"

namespace properties {

// Marks the bytes of a position that are described; each must be, once.
class CoverageOut final : public engine::Out {
 public:
  CoverageOut(const engine::Lexicon& lexicon, const void* position, size_t size)
      : Out(lexicon, Viewer::everything()),
        begin_(static_cast<const char*>(position)),
        marks_(size) {}

  // The first byte that is not described once; the size of all: each is.
  size_t first_wrong() const {
    return static_cast<size_t>(
        std::find_if(marks_.begin(), marks_.end(), [](int times) { return times != 1; }) -
        marks_.begin());
  }
  int times(size_t byte) const { return marks_[byte]; }

  bool takes_all_branches() const override { return true; }
  void covers(const void* address, size_t size) override {
    const auto from = static_cast<const char*>(address) - begin_;
    if (lists_ > 0) return;  // covered as a whole
    if (from < 0 || from >= static_cast<std::ptrdiff_t>(marks_.size())) return;  // a local copy
    for (size_t i = 0; i < size; ++i) ++marks_[static_cast<size_t>(from) + i];
  }
  void write_head(int, const Variants&) override {}
  void begin_member(std::string_view) override {}
  void end_member() override {}
  void begin_object() override {}
  void end_object() override {}
  void begin_map(const engine::Leaf&) override {}
  void begin_entry(const engine::Leaf&, int) override {}
  void end_entry() override {}
  void end_map() override {}
  void begin_list(int, int, bool) override { ++lists_; }
  void end_list() override { --lists_; }
  void begin_phrase() override {}
  void end_phrase() override {}
  void leaf(const engine::Leaf&, int) override {}
  void null() override {}
  bool keeps_none() const override { return true; }

 private:
  const char* begin_;
  std::vector<int> marks_;
  int lists_ = 0;
};

template <Game G>
std::string undescribed_bytes(const typename G::State& state) {
  const typename G::Position& position = state;
  CoverageOut out(state.edition->lexicon, &position, sizeof position);
  G::describe(out, state);
  const size_t wrong = out.first_wrong();
  if (wrong == sizeof position) return "";
  return "byte " + std::to_string(wrong) + " of the position is described " +
         std::to_string(out.times(wrong)) + " times";
}

template <Game G>
std::vector<float> numbers_of(const typename G::State& state, Seat seat) {
  std::vector<float> numbers(engine::observe<G>(state, seat, {}));
  engine::observe<G>(state, seat, numbers);
  return numbers;
}

// What a seat has of a position, in three forms that must agree.
struct Observed {
  std::string text;
  uint64_t key = 0;
  std::vector<float> numbers;
};
template <Game G>
Observed observed(const typename G::State& state, Seat seat) {
  return {knowledge_of<G>(state, seat), engine::observation_key<G>(state, seat),
          numbers_of<G>(state, seat)};
}

// Bytes, text, key and numbers of two positions must differ together.
template <Game G>
void expect_agreement(const typename G::State& one, const typename G::State& other,
                      const std::string& where, Findings& findings) {
  if (view_of<G>(one, Viewer::everything()) == view_of<G>(other, Viewer::everything()))
    findings.add(where, "different positions have the same text");
  for (int i = 0; i < G::seats(one); ++i) {
    const Observed a = observed<G>(one, engine::seat_at(i));
    const Observed b = observed<G>(other, engine::seat_at(i));
    const std::string who = name_of(Viewer::at(engine::seat_at(i)));
    const std::string same = a.text == b.text ? "the same view" : "different views";
    if ((a.text == b.text) != (a.key == b.key))
      findings.add(where, who + " has " + same + ", but its keys say otherwise");
    if ((a.text == b.text) != (a.numbers == b.numbers))
      findings.add(where, who + " has " + same + ", but its numbers say otherwise");
  }
}

// The position with one leaf changed in its bytes; false: they can't be read.
template <Game G>
bool with_changed_leaf(const typename G::State& state, const std::string& bytes,
                       const engine::BinaryOut::Place& place, int by, typename G::State& changed) {
  std::string copy = bytes;
  const auto bit = [&](size_t n) -> bool { return (copy[n / 8] >> n % 8 & 1) != 0; };
  int code = 0;
  for (int i = 0; i < place.bits; ++i) code |= bit(place.bit + static_cast<size_t>(i)) ? 1 << i : 0;
  code = (code + by) % place.size;
  for (int i = 0; i < place.bits; ++i) {
    const size_t n = place.bit + static_cast<size_t>(i);
    copy[n / 8] = static_cast<char>((copy[n / 8] & ~(1 << n % 8)) | (code >> i & 1) << n % 8);
  }
  return !engine::unpack_position<G>(copy, *state.edition, changed);
}

// Every leaf changed, one at a time. A changed position may be one that cannot be, but a view of it
// can be made.
template <Game G>
void check_every_leaf(const typename G::State& state, const std::string& where,
                      Findings& findings) {
  std::vector<engine::BinaryOut::Place> places;
  engine::BinaryOut out(state.edition->lexicon);
  out.note_places(places);
  G::describe(out, state);
  for (const engine::BinaryOut::Place& place : places) {
    if (!place.leaf || findings.full()) continue;
    typename G::State changed;
    for (int by = 1; by < place.size; ++by) {
      if (!with_changed_leaf<G>(state, out.bytes(), place, by, changed)) continue;
      if (engine::same_position<G>(state, changed)) continue;
      expect_agreement<G>(state, changed, where + ", " + place.path + " changed", findings);
      break;  // one other value is enough
    }
  }
}

// The lists in a text, wherever they lie.
inline void collect_lists(engine::Json& json, std::vector<engine::Json*>& lists) {
  if (json.is_array()) lists.push_back(&json);
  for (engine::Json& item : json.items) collect_lists(item, lists);
  for (auto& [key, member] : json.members) collect_lists(member, lists);
}

// Every list with one item less, at its beginning and its end, and with its last item twice: how
// many there are is no leaf.
template <Game G>
void check_every_list(const typename G::State& state, const std::string& where,
                      Findings& findings) {
  using Items = std::vector<engine::Json>;
  constexpr void (*kChanges[])(Items&){[](Items& items) { items.erase(items.begin()); },
                                       [](Items& items) { items.pop_back(); },
                                       [](Items& items) { items.push_back(items.back()); }};
  engine::Json json = *engine::parse_json(view_of<G>(state, Viewer::everything()), "position");
  std::vector<engine::Json*> lists;
  collect_lists(json, lists);
  for (engine::Json* list : lists) {
    if (list->items.empty() || findings.full()) continue;
    for (const auto change : kChanges) {
      Items items = list->items;
      change(items);
      list->items.swap(items);
      const engine::Json other = json;
      list->items.swap(items);
      typename G::State changed;
      if (engine::read_position<G>(other, *state.edition, changed)) continue;
      if (engine::same_position<G>(state, changed)) continue;
      expect_agreement<G>(state, changed, where + ", a list changed in " + other.dump(), findings);
    }
  }
}

// Bytes with some bits turned over are refused, or a position like any other.
template <Game G>
void check_damaged_bytes(const typename G::State& state, Chance chance, const std::string& where,
                         Findings& findings) {
  const std::string bytes = engine::pack_position<G>(state);
  for (int n = 0; n < 8; ++n) {
    std::string damaged = bytes;
    for (uint32_t flips = 1 + chance.below(3); flips > 0; --flips) {
      const uint32_t bit = chance.below(static_cast<uint32_t>(bytes.size() * 8));
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
    }
    if (chance.below(4) == 0) damaged.resize(chance.below(static_cast<uint32_t>(damaged.size())));
    typename G::State read;
    if (engine::unpack_position<G>(damaged, *state.edition, read)) continue;
    typename G::State back;
    const engine::Error error =
        engine::unpack_position<G>(engine::pack_position<G>(read), *state.edition, back);
    if (error || !engine::same_position<G>(read, back))
      findings.add(where, "damaged bytes are read as a position that isn't sound");
  }
}

// The same position seen from the next seat: to that, it is what it was to the first.
template <Game G>
void check_turned(const typename G::State& state, const std::string& where, Findings& findings) {
  engine::BinaryOut out(state.edition->lexicon);
  out.turn(1);
  G::describe(out, state);
  typename G::State turned;
  if (const engine::Error error = engine::unpack_position<G>(out.bytes(), *state.edition, turned))
    return findings.add(where, "the turned table can't be read: " + error.text);
  const std::vector<std::string> names = engine::observation_names<G>(state);
  for (int i = 0; i < G::seats(state); ++i) {
    const Seat seat = engine::seat_at(i);
    const std::vector<float> a = numbers_of<G>(state, engine::next_seat(seat, G::seats(state)));
    const std::vector<float> b = numbers_of<G>(turned, seat);
    for (size_t n = 0; n < a.size(); ++n) {
      // What `for_nets` adds belongs to the seats' own pieces, which stay where they are.
      if (a[n] == b[n] || names[n].starts_with("types")) continue;
      return findings.add(where, "turning the table changes " + names[n]);
    }
  }
}

template <Game G>
void check_differences(const Moment<G>& moment, Findings& findings) {
  for (const Viewer viewer : viewers(moment.deal.seats)) {
    const engine::FlatView before = engine::flat_view<G>(moment.before, viewer);
    const engine::FlatView after = engine::flat_view<G>(moment.after, viewer);
    if (after.text != view_of<G>(moment.after, viewer))
      return findings.add(moment.where(), "the flat view is another one");
    const std::string text = engine::difference(before, after);
    const auto difference = engine::parse_json(text, "difference");
    if (!difference)
      return findings.add(moment.where(), "a difference is no JSON: " + difference.error.text);
    engine::Json view = *engine::parse_json(before.text, "view");
    const engine::Error error = engine::apply_difference(view, *difference);
    if (error) return findings.add(moment.where(), error.text);
    if (view.dump() != after.text)
      return findings.add(moment.where(), "a difference of views leads elsewhere: " + text);
    if (engine::difference(after, after) != "{}")
      return findings.add(moment.where(), "a view differs from itself");
  }
}

// All of it at some moments of a random game.
template <Game G>
void check_description(const Deal& deal, Findings& findings) {
  std::map<uint64_t, std::string> views;  // by key, of seat 0
  size_t size = 0;
  play<G>(deal, findings, [&](const Moment<G>& m) {
    if (m.step % 8 != deal.seed % 8) return;
    const uint64_t key = engine::observation_key<G>(m.after, engine::seat_at(0));
    std::string view = knowledge_of<G>(m.after, engine::seat_at(0));
    const auto [known, added] = views.try_emplace(key, view);
    if (!added && known->second != view) findings.add(m.where(), "two views have the same key");
    if (!engine::is_sound<G>(m.after))
      findings.add(m.where(), "the position doesn't survive its bytes");
    check_differences<G>(m, findings);
    if (m.step % 16 != deal.seed % 16) return;
    for (int i = 0; i < deal.seats; ++i) {
      const Seat seat = engine::seat_at(i);
      typename G::State world = m.after;
      Chance fancy = m.dice(static_cast<uint64_t>(i));
      G::reimagine(world, seat, fancy);
      const Observed a = observed<G>(m.after, seat);
      const Observed b = observed<G>(world, seat);
      if (a.key != b.key) findings.add(m.where(), "the key tells what is hidden");
      if (a.numbers != b.numbers) findings.add(m.where(), "the numbers tell what is hidden");
      if (size != 0 && size != a.numbers.size())
        findings.add(m.where(), "the numbers are not always as many");
      size = a.numbers.size();
    }
    if (engine::observation_names<G>(m.after).size() != size)
      findings.add(m.where(), "not every number has a name");
    if (m.step % 128 != deal.seed % 128) return;
    check_damaged_bytes<G>(m.after, m.dice(99), m.where(), findings);
    check_every_leaf<G>(m.after, m.where(), findings);
    check_every_list<G>(m.after, m.where(), findings);
  });
}

}  // namespace properties
