// Describing a position to somebody who is told of it. Writing<Self> brings every form down to a
// few primitives of the archive `Self`; Out has these as virtual functions, so that a game's
// description is compiled once for all archives that need not be quick. Those that must be (key and
// tensor, observe.h) are archives of their own.
#pragma once

#include <memory>

#include "engine/describe.h"
#include "engine/game.h"

namespace engine {

template <class Self>
class Writing {
 public:
  static constexpr bool kReads = false;

  // The head of every position: game, players, variants. First of all.
  void head(const uint8_t& players, const Variants& variants) {
    self().covers(&players, sizeof players);
    self().covers(&variants, sizeof variants);
    self().begin(players, variants);
  }

  // A member.
  template <class T, class Form>
  void operator()(std::string_view name, const T& value, const Form& form) {
    if constexpr (describing::kWhole<Form> && !describing::kElsewhere<T>) marks(value);
    self().begin_member(name);
    put(value, form);
    self().end_member();
  }
  // One that a position may leave out; was it there?
  template <class T, class Form>
  bool optional(std::string_view name, const T& value, const Form& form) {
    may_be_left_out();
    (*this)(name, value, form);
    return true;
  }
  // A value that is null to those who don't see it.
  template <class T>
  bool veiled(std::string_view name, const T& value, const Leaf& leaf, bool sees) {
    may_be_left_out();
    marks(value);
    self().begin_member(name);
    self().veil(true, self().viewer().all || sees, [&] { put(value, leaf); });
    self().end_member();
    return true;
  }
  // A list in which the viewer sees null where sees(place) is false.
  template <class T, class Item, class Sees>
  void veiled(std::string_view name, const T& value, const List<Item>& form, Sees sees) {
    may_be_left_out();
    marks(value);
    self().begin_member(name);
    put_items(value, form, [&](int i, const auto& item) {
      self().veil(true, self().viewer().all || sees(i), [&] { put_at(i, item, form.item); });
    });
    self().end_member();
  }
  // A member that is there only if `present`, which follows from what stands above it.
  template <class T, class Form>
  void when(bool present, std::string_view name, const T& value, const Form& form) {
    self().branch(present, [&] { (*this)(name, value, form); });
  }
  // One that is left out unless `present`, because it is nothing then; a position may have it.
  template <class T, class Form>
  void optional_when(bool present, std::string_view name, const T& value, const Form& form) {
    self().sparse(present, [&] { (*this)(name, value, form); });
  }
  // A member that is left out when it is none; its bytes must be marked apart.
  template <class T>
  void if_any(std::string_view name, const T& value, const Leaf& leaf) {
    const bool present = !leaf.is_none(describing::stored(value));
    self().sparse(present, [&] {
      self().begin_member(name);
      put(value, there(leaf, true));
      self().end_member();
    });
  }
  // One thing for those who see it, another in its place for the others. A position has the first.
  template <class Shown, class Instead>
  void either(bool sees, Shown shown, Instead instead) {
    self().choose(self().viewer().all || sees, shown, instead);
  }
  // Is what follows from the rest told, too? To viewers, not in positions as files have them.
  bool derives() {
    if constexpr (Self::kForPeople) return !self().viewer().all || self().opened();
    return true;
  }
  // What boards show and only the rules can say: in views like shows(), but no part of what a seat
  // observes, which has all it follows from.
  template <class Get, class Form>
  void explains(std::string_view name, Get get, const Form& form) {
    if constexpr (Self::kForPeople) {
      if (self().explaining()) shows(name, get, form);
    }
  }
  // What follows from the rest, for views only: value() is asked for no position.
  template <class Get, class Form>
  void shows(std::string_view name, Get get, const Form& form) {
    if (!derives()) return;
    self().begin_member(name);
    if constexpr (describing::Callable<Get>) {
      put(get, form);
    } else {
      self().absent() ? put(std::invoke_result_t<Get>{}, form) : put(get(), form);
    }
    self().end_member();
  }
  template <class Get, class Form>
  void shows_when(bool present, std::string_view name, Get get, const Form& form) {
    if (derives()) self().branch(present, [&] { shows(name, get, form); });
  }
  // In positions alone: nobody sees it.
  template <class T, class Form>
  bool unseen(std::string_view name, const T& value, const Form& form) {
    if (self().viewer().all) optional(name, value, form);
    return true;
  }
  // Cards face down: a position lists them, views say how many there are.
  template <class T, class Form>
  bool face_down(std::string_view name, std::string_view size_name, const T& value,
                 const Form& form) {
    unseen(name, value, form);
    shows(
        size_name, [&] { return value.size(); }, number(0, describing::room_in(value, form.most)));
    return true;
  }
  // An object of members that `body` describes.
  template <class Body>
  void group(std::string_view name, Body body) {
    self().begin_member(name);
    self().begin_object();
    body();
    self().end_object();
    self().end_member();
  }
  template <class Body>
  void optional_group(std::string_view name, Body body) {
    may_be_left_out();
    group(name, body);
  }
  template <class Body>
  void shows_group(std::string_view name, Body body) {
    if (derives()) group(name, body);
  }
  // Of each word what a net can't know of it any more, because words that belong to seats are
  // turned with these: value(word).
  template <class Get>
  void for_nets(std::string_view name, const Leaf& key, const Leaf& value, Get get) {
    if constexpr (Self::kForNets) self().for_each_turned(name, key, value, get);
  }
  // Bytes that are described through something else, or follow from the rest.
  template <class T>
  void marks(const T& value) {
    if constexpr (requires { value.size_bytes(); }) {
      self().covers(value.data(), value.size_bytes());
    } else {
      self().covers(&value, sizeof value);
    }
  }

 private:
  friend Self;
  Writing() = default;  // of an archive that is no Self nobody could ask anything
  Self& self() { return static_cast<Self&>(*this); }
  void may_be_left_out() {
    if constexpr (requires { self().left_out_follows(); }) self().left_out_follows();
  }

  template <class T, class Form>
  void put(const T& value, const Form& form) {
    if constexpr (Self::kTakesBytes && describing::kBytesSayAll<T, Form> &&
                  !std::is_same_v<Form, Leaf>) {
      if (!describing::hides(form)) return self().bytes(&value, sizeof value);
    }
    put_parts(value, form);
  }
  template <class T>
  void put_parts(const T& value, const Leaf& leaf) {
    self().leaf(leaf, describing::stored(value));
  }

  // An item of a list, at its place.
  template <class T, class Item>
  void put_at(int, const T& item, const Item& form) {
    put(item, form);
  }
  template <class T, class Which>
  void put_at(int i, const T& item, const OneOf<Which>& form) {
    const int which = self().absent() ? 0 : form.which(i);
    self().leaf_as(form.number, form.kinds, which, describing::stored(item));
  }
  template <class T, class Item, class Put>
  void put_items(const T& items, const List<Item>& form, Put put_one) {
    const auto n = static_cast<int>(items.size());
    const int most = describing::room_in(items, form.most);
    self().begin_list(n, most, !form.lines);
    self().each_item(
        n, most, [&](int i) { put_one(i, items.begin()[i]); },
        [&] { put_one(0, describing::ItemOf<const T>{}); });
    self().end_list();
  }
  template <class T, class Item>
  void put_parts(const T& items, const List<Item>& form) {
    if constexpr (Self::kCounts && std::is_same_v<Item, Leaf>) {
      if (form.order != ListOrder::kOrdered) {
        const auto n = static_cast<int>(items.size());
        return self().count(form.item, n,
                            [&](int i) { return describing::stored(items.begin()[i]); });
      }
    }
    if constexpr (Self::kTakesBytes && std::is_same_v<Item, Leaf> &&
                  describing::kBytesSayAll<describing::ItemOf<const T>, Item>) {
      self().begin_list(static_cast<int>(items.size()), 0, true);
      return self().bytes(std::to_address(items.begin()),
                          static_cast<size_t>(items.size()) * sizeof *items.begin());
    }
    put_items(items, form, [&](int i, const auto& item) { put_at(i, item, form.item); });
  }
  template <class T, class Item>
  void put_parts(const T& items, const Row<Item>& form) {
    self().begin_list(form.count, form.count, true);
    self().each_item(
        form.count, form.places, [&](int i) { put(items[static_cast<size_t>(i)], form.item); },
        [&] { put(items[0], form.item); });
    self().end_list();
  }

  // The value at a place that may not be there: functions are not asked then.
  template <class Container, class Use>
  void with_value(const Container& values, int i, Use use) {
    if constexpr (describing::Callable<Container> && Self::kForNets) {
      if (self().absent()) return use(describing::ValueOf<const Container>{});
    }
    use(describing::value_at(values, i));
  }
  // The form of what is left out when it is none, where forms alone are asked.
  template <class Item>
  Item there(Item item, bool some) {
    if constexpr (std::is_same_v<Item, Leaf> && requires { self().samples(); })
      item.nullable = item.nullable && !(some && self().samples());
    return item;
  }
  // What is left out where only some are listed: none, 0, an empty list, nothing of all that.
  template <class T, class Item>
  static bool is_there(const T& value, const Item& item) {
    if constexpr (std::is_same_v<Item, Leaf>) {
      return item.nullable ? !item.is_none(describing::stored(value))
                           : describing::stored(value) != 0;
    } else if constexpr (requires { item.item; } && requires { std::tuple_size<T>::value; }) {
      return std::any_of(value.begin(), value.end(),
                         [&](const auto& one) { return is_there(one, item.item); });
    } else if constexpr (requires { value.empty(); }) {
      return !value.empty();
    } else {
      return true;
    }
  }

  template <class T, class Item>
  void put_parts(const T& values, const BySeat<Item>& form) {
    static constexpr Leaf kKey = seat();
    self().begin_map(kKey);
    self().each_seat([&](int i) {
      with_value(values, i, [&](const auto& value) {
        const bool owner = self().viewer().may_see(seat_at(i)) || form.open;
        const bool left_out = form.leaves && !owner && !self().knows_left_out();
        const bool present = !form.some || is_there(value, form.item);
        self().entry(kKey, i, form.some, present && !left_out, [&] {
          self().veil(form.hides, !form.hides || owner,
                      [&] { put(value, there(form.item, form.some)); });
        });
      });
    });
    self().end_map();
  }
  template <class T, class Item>
  void put_parts(const T& values, const ByWord<Item>& form) {
    self().begin_map(form.key);
    self().each_word(form.key, form.key_now(), [&](int i) {
      with_value(values, i, [&](const auto& value) {
        const bool present = !form.some || is_there(value, form.item);
        self().entry(form.key, i, form.some, present,
                     [&] { put(value, there(form.item, form.some)); });
      });
    });
    self().end_map();
  }
  template <class T>
  void put_parts(const T& set, const SetOf& form) {
    if constexpr (requires { self().members(form.item, describing::bits_of(set)); })
      return self().members(form.item, describing::bits_of(set));
    self().set(form.item, [&](int i) { return describing::has(set, i); });
  }
  template <class T>
  void put_parts(const T& counts, const Tally& form) {
    self().tally(form.item, form.most,
                 [&](int i) { return static_cast<int>(counts[static_cast<size_t>(i)]); });
  }
  template <class T, class Body>
  void put_parts(const T& value, const Object<Body>& form) {
    self().begin_object();
    form.body(self(), value);
    self().end_object();
  }
  template <class T>
  void put_parts(const T& held, const Cards& form) {
    const Viewer viewer = self().viewer();
    const bool own = viewer.may_see(held.holder());
    const auto sees = [&](const Held& card) {
      return own || card.all || viewer.may_see(card.knowers);
    };
    self().held(form, held.size(), [&](int i) { return held[i]; }, sees);
  }
  template <class Entry>
  void put_phrase(const Entry& entry, const Leaf& item, std::span<const ItemForm> items) {
    self().begin_phrase();
    self().leaf(item, describing::stored(entry.item));
    const std::array<uint8_t, 3> values{entry.a, entry.b, entry.c};
    const auto args = [&](const ItemForm& words) {
      for (size_t i = 0; i < values.size() && words.args[i] != nullptr; ++i)
        self().leaf(*words.args[i], values[i]);
    };
    const auto which = static_cast<size_t>(describing::stored(entry.item));
    if constexpr (Self::kForNets) {
      for (size_t i = 0; i < items.size(); ++i) self().branch(i == which, [&] { args(items[i]); });
    } else if (which < items.size()) {
      args(items[which]);
    }
    self().end_phrase();
  }
  template <class Agenda>
  void put_parts(const Agenda& agenda, const Course& form) {
    const Leaf item = word(WordTable(form.items), "item");
    self().begin_list(agenda.size(), form.most, true);
    self().each_item(
        agenda.size(), form.most, [&](int i) { put_phrase(agenda.begin()[i], item, form.items); },
        [&] { put_phrase(describing::ItemOf<const Agenda>{}, item, form.items); });
    self().end_list();
  }
  template <class Entry>
  void put_parts(const Entry& entry, const Phrase& form) {
    self().maybe(!entry.empty(), [&] { put_phrase(entry, form.item, form.items); });
  }
};

// The primitives of archives that are not in a hurry.
class Out : public Writing<Out> {
 public:
  static constexpr bool kCounts = false;   // lists without an order as numbers by kind
  static constexpr bool kForNets = false;  // a place for everything that could be there
  static constexpr bool kForPeople = true;
  static constexpr bool kTakesBytes = false;  // where they say all that the form does

  virtual ~Out() = default;
  Viewer viewer() const { return viewer_; }
  const Lexicon& lexicon() const { return *lexicon_; }
  int seats() const { return seats_; }
  // Is only the form of things asked, not what they are now? Then every branch is taken, and of
  // lists one item.
  virtual bool samples() const { return false; }
  virtual bool takes_all_branches() const { return samples(); }
  bool absent() const { return samples(); }
  // Has the viewer followed the game, and so knows what a view leaves out?
  bool knows_left_out() const { return knows_left_out_; }
  // Is it told what only the rules can say?
  bool explaining() const { return explaining_; }
  // Does one who sees everything look at a table, all cards open, and not at a file?
  bool opened() const { return opened_; }

  void begin(int players, const Variants& variants) {
    seats_ = players;
    write_head(players, variants);
  }
  virtual void write_head(int players, const Variants& variants) = 0;
  virtual void covers(const void*, size_t) {}
  virtual void begin_member(std::string_view name) = 0;
  virtual void end_member() = 0;
  virtual void begin_object() = 0;
  virtual void end_object() = 0;
  virtual void begin_map(const Leaf& key) = 0;
  virtual void presence(bool) {}  // of the entry that would follow, where it may be left out
  virtual void begin_entry(const Leaf& key, int value) = 0;
  virtual void end_entry() = 0;
  virtual void end_map() = 0;
  virtual void begin_list(int size, int most, bool in_line) = 0;
  virtual void begin_item() {}
  virtual void end_list() = 0;
  virtual void begin_phrase() = 0;
  virtual void end_phrase() = 0;
  virtual void leaf(const Leaf& leaf, int stored) = 0;
  // A number that means what one of the kinds does.
  virtual void leaf_as(const Leaf& number, std::span<const Leaf>, int /*which*/, int stored) {
    leaf(number, stored);
  }
  virtual void null() = 0;
  virtual void known(const Cards& form, const Held& card) { leaf(form.card, card.value); }
  // Is a member written that is none?
  virtual bool keeps_none() const { return false; }
  // What is described until then is there only sometimes.
  virtual void begin_branch() {}
  virtual void end_branch() {}
  // A position that is read may leave out the member that follows.
  virtual void left_out_follows() {}
  // What follows is what those see who see more (1), what the others see in its place (2), or is
  // there for both (0).
  virtual void side(int) {}

  template <class Body, class Sample>
  void each_item(int size, int, Body body, Sample sample) {
    if (samples()) {
      begin_item();
      return sample();
    }
    for (int i = 0; i < size; ++i) {
      begin_item();
      body(i);
    }
  }
  template <class Body>
  void each_seat(Body body) {
    for (int i = 0; i < (samples() ? 1 : seats_); ++i) body((i + turn_) % seats_);
  }
  template <class Body>
  void each_word(const Leaf&, const Leaf& now, Body body) {
    const int size = samples() ? 1 : now.size(lexicon());
    for (int i = 0; i < size; ++i) body(i);
  }
  template <class Body>
  void entry(const Leaf& key, int value, bool some, bool present, Body body) {
    if (some) presence(present);
    if (!present && !samples()) return;
    begin_entry(key, value);
    body();
    end_entry();
  }
  template <class Body>
  void veil(bool hides, bool sees, Body body) {
    if (hides && (samples() ? !viewer_.all : !sees)) null();
    if (sees || samples()) body();
  }
  template <class Body>
  void branch(bool present, Body body) {
    if (!present && !takes_all_branches()) return;
    begin_branch();
    body();
    end_branch();
  }
  template <class Body>
  void sparse(bool present, Body body) {
    branch(present || keeps_none(), body);
  }
  template <class Body>
  void maybe(bool present, Body body) {
    presence(present);
    if (!present || samples()) null();
    if (present || samples()) body();
  }
  template <class Shown, class Instead>
  void choose(bool sees, Shown shown, Instead instead) {
    if (!samples() || viewer_.all) return sees ? shown() : instead();
    side(1);
    shown();
    side(2);
    instead();
    side(0);
  }
  template <class Has>
  void set(const Leaf& item, Has has) {
    const int all = item.size(lexicon());
    int size = 0;
    for (int i = 0; i < all; ++i) size += has(i) ? 1 : 0;
    begin_list(size, all, true);
    for (int i = 0; i < all; ++i) {
      if (!has(i) && !samples()) continue;
      begin_item();
      leaf(item, item.stored_of(i));
      if (samples()) break;
    }
    end_list();
  }
  template <class Count>
  void tally(const Leaf& item, int most, Count count) {
    const int kinds = item.size(lexicon());
    int size = 0;
    for (int i = 0; i < kinds; ++i) size += count(i);
    begin_list(size, most * kinds, true);
    for (int i = 0; i < kinds; ++i) {
      for (int n = samples() ? 1 : count(i); n > 0; --n) {
        begin_item();
        leaf(item, item.stored_of(i));
      }
      if (samples()) break;
    }
    end_list();
  }
  template <class At, class Sees>
  void held(const Cards& form, int size, At at, Sees sees) {
    int seen = 0;
    for (int i = 0; i < size; ++i) seen += sees(at(i)) ? 1 : 0;
    begin_list(seen, form.most, true);
    if (samples()) {
      begin_item();
      viewer_.all ? known(form, {}) : leaf(form.card, 0);
    }
    for (int i = 0; i < size && !samples(); ++i) {
      if (!sees(at(i))) continue;
      begin_item();
      viewer_.all ? known(form, at(i)) : leaf(form.card, at(i).value);
    }
    end_list();
  }

 protected:
  Out(const Lexicon& lexicon, Viewer viewer) : lexicon_(&lexicon), viewer_(viewer) {}

  bool knows_left_out_ = false;
  bool explaining_ = true;
  bool opened_ = false;
  int turn_ = 0;  // the seat that is written first

 private:
  const Lexicon* lexicon_;
  Viewer viewer_;
  int seats_ = 0;
};

}  // namespace engine
