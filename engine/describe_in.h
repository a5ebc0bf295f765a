// Reading a position by its description: the same calls as for writing (describe_out.h). What goes
// wrong is reported once, by its path; after that nothing more is read.
#pragma once

#include <string>

#include "engine/describe.h"
#include "engine/error.h"
#include "engine/game.h"

namespace engine {

class In {
 public:
  static constexpr bool kReads = true;
  static constexpr bool kForNets = false;

  virtual ~In() = default;
  Viewer viewer() const { return Viewer::everything(); }
  const Lexicon& lexicon() const { return *lexicon_; }
  int seats() const { return seats_; }
  bool ok() const { return !error_; }
  const Error& error() const { return error_; }
  // Says what is wrong with what is being read; with a member of it, if a name is given.
  virtual void fail(std::string_view what, std::string_view member = {}) = 0;

  void head(uint8_t& players, Variants& variants) {
    seats_ = read_head(variants);
    players = static_cast<uint8_t>(seats_);
  }
  template <class T, class Form>
  void operator()(std::string_view name, T&& value, const Form& form) {
    member(name, true, value, form);
  }
  template <class T, class Form>
  bool optional(std::string_view name, T&& value, const Form& form) {
    return member(name, false, value, form);
  }
  template <class T>
  bool veiled(std::string_view name, T& value, const Leaf& leaf, bool) {
    return member(name, false, value, leaf);
  }
  template <class T, class Item, class Sees>
  void veiled(std::string_view name, T& value, const List<Item>& form, Sees) {
    member(name, false, value, form);
  }
  template <class T, class Form>
  void when(bool present, std::string_view name, T& value, const Form& form) {
    if (present || resetting_) member(name, true, value, form);
  }
  template <class T, class Form>
  void optional_when(bool, std::string_view name, T& value, const Form& form) {
    member(name, false, value, form);
  }
  template <class T>
  void if_any(std::string_view name, T& value, const Leaf& leaf) {
    member(name, false, value, leaf);
  }
  template <class Shown, class Instead>
  void either(bool, Shown shown, Instead) {
    shown();
  }
  template <class Get, class Form>
  void shows(std::string_view, Get, const Form&) {}
  template <class Get, class Form>
  void shows_when(bool, std::string_view, Get, const Form&) {}
  // What nobody sees may be left out: it can mostly be computed. Was it there?
  template <class T, class Form>
  bool unseen(std::string_view name, T& value, const Form& form) {
    return member(name, false, value, form);
  }
  template <class T, class Form>
  bool face_down(std::string_view name, std::string_view, T& value, const Form& form) {
    return member(name, false, value, form);
  }
  template <class Body>
  void group(std::string_view name, Body body) {
    read_group(name, true, body);
  }
  template <class Body>
  void optional_group(std::string_view name, Body body) {
    read_group(name, false, body);
  }
  template <class Body>
  void shows_group(std::string_view, Body) {}
  template <class Get, class Form>
  void explains(std::string_view, Get, const Form&) {}
  template <class Get>
  void for_nets(std::string_view, const Leaf&, const Leaf&, Get) {}
  template <class T>
  void marks(const T&) {}

 protected:
  explicit In(const Lexicon& lexicon) : lexicon_(&lexicon) {}

  virtual int read_head(Variants& variants) = 0;  // the number of players
  // Is the member there? An error when it must be and isn't.
  virtual bool begin_member(std::string_view name, bool required) = 0;
  virtual void end_member() = 0;
  virtual void begin_object() = 0;
  virtual void end_object() = 0;
  // The number of entries to ask for; each has its key, or -1 when it isn't there after all.
  virtual int begin_map(const Leaf& key, bool some, bool complete) = 0;
  virtual int begin_entry(const Leaf& key, int i, bool some) = 0;
  virtual void end_entry() = 0;
  virtual void end_map() = 0;
  virtual int begin_list(int least, int most) = 0;  // the number of items
  virtual void begin_item(int i) = 0;
  virtual void end_item() = 0;
  virtual void end_list() = 0;
  virtual bool begin_maybe() = 0;  // false: there is nothing
  virtual void begin_phrase() = 0;
  virtual void end_phrase() = 0;
  virtual int leaf(const Leaf& leaf) = 0;  // what is stored for it
  virtual Held known(const Cards& form) = 0;

  Error error_;

 private:
  template <class T, class Form>
  bool member(std::string_view name, bool required, T& value, const Form& form) {
    reset(value, form);
    if (resetting_ || !ok() || !begin_member(name, required)) return false;
    take(value, form);
    end_member();
    return true;
  }

  template <class Body>
  void read_group(std::string_view name, bool required, Body body) {
    const bool there = !resetting_ && ok() && begin_member(name, required);
    const bool was = std::exchange(resetting_, !there);
    if (there) begin_object();
    body();
    if (there) {
      end_object();
      end_member();
    }
    resetting_ = was;
  }

  // What a position says nothing of: none where there is such a thing, otherwise nothing.
  template <class T>
  void reset(T& value, const Leaf& leaf) {
    describing::store(value, leaf.nullable ? leaf.none : leaf.missing);
  }
  template <class T, class Item>
  void reset_all(T& values, const Item& item) {
    if constexpr (!describing::Callable<T>) {
      for (auto& value : values) reset(value, item);
    }
  }
  template <class T, class Item>
  void reset(T& values, const Row<Item>& form) {
    reset_all(values, form.item);
  }
  template <class T, class Item>
  void reset(T& values, const BySeat<Item>& form) {
    reset_all(values, form.item);
  }
  template <class T, class Item>
  void reset(T& values, const ByWord<Item>& form) {
    reset_all(values, form.item);
  }
  template <class T, class Body>
  void reset(T& value, const Object<Body>& form) {
    const bool was = std::exchange(resetting_, true);
    form.body(*this, value);
    resetting_ = was;
  }
  template <class T, class Form>
  void reset(T&, const Form&) {}

  template <class T>
  void take(T& value, const Leaf& form) {
    const int read = leaf(form);
    if (ok()) describing::store(value, read);
  }
  // An item of a list, at its place.
  template <class T, class Item>
  void take_at(int, T& item, const Item& form) {
    take(item, form);
  }
  template <class T, class Which>
  void take_at(int i, T& item, const OneOf<Which>& form) {
    take(item, form.number);
    const Leaf& kind = form.kinds[static_cast<size_t>(form.which(i))];
    if (const int read = describing::stored(item); ok() && !kind.holds(lexicon(), seats(), read))
      fail("is " + std::to_string(read) + ", which is no " + std::string(kind.what));
  }
  template <class T, class Item>
  void take(T& items, const List<Item>& form) {
    const int size =
        begin_list(0, describing::room_in(items, form.most) - static_cast<int>(items.size()));
    for (int i = 0; i < size && ok(); ++i) {
      begin_item(i);
      describing::ItemOf<T> item{};
      take_at(i, item, form.item);
      if (ok()) describing::append(items, item, form.order);
      end_item();
    }
    end_list();
  }
  template <class T, class Item>
  void take(T& items, const Row<Item>& form) {
    const int size = begin_list(form.least, form.count);
    for (int i = 0; i < size && ok(); ++i) {
      begin_item(i);
      take(items[static_cast<size_t>(i)], form.item);
      end_item();
    }
    end_list();
  }
  template <class T, class Item>
  void take(T& values, const BySeat<Item>& form) {
    take_map(values, seat(), form);
  }
  template <class T, class Item>
  void take(T& values, const ByWord<Item>& form) {
    take_map(values, form.key_now(), form);
  }
  template <class T, class Map>
  void take_map(T& values, const Leaf& key, const Map& form) {
    const int size = begin_map(key, form.some, form.complete);
    for (int i = 0; i < size && ok(); ++i) {
      const int at = begin_entry(key, i, form.some);
      if (at < 0) continue;
      if constexpr (describing::Callable<T>) {
        auto&& value = describing::value_at(values, at);
        take(value, form.item);
      } else {
        take(values[static_cast<size_t>(at)], form.item);
      }
      end_entry();
    }
    end_map();
  }
  template <class T>
  void take(T& set, const SetOf& form) {
    const int size = begin_list(0, form.item.size(lexicon()));
    for (int i = 0; i < size && ok(); ++i) {
      begin_item(i);
      const int read = form.item.code_of(leaf(form.item));
      if (ok() && describing::has(set, read)) fail("is there twice");
      if (ok()) describing::insert(set, read);
      end_item();
    }
    end_list();
  }
  template <class T>
  void take(T& counts, const Tally& form) {
    const int size = begin_list(0, form.most * form.item.size(lexicon()));
    for (int i = 0; i < size && ok(); ++i) {
      begin_item(i);
      const int read = form.item.code_of(leaf(form.item));
      if (ok() && ++counts[static_cast<size_t>(read)] > form.most)
        fail("is one more than there are of its kind");
      end_item();
    }
    end_list();
  }
  template <class T, class Body>
  void take(T& value, const Object<Body>& form) {
    begin_object();
    form.body(*this, value);
    end_object();
  }
  template <class T>
  void take(T& cards, const Cards& form) {
    const int size = begin_list(0, form.most);
    for (int i = 0; i < size && ok(); ++i) {
      begin_item(i);
      const Held card = known(form);
      if (!ok()) break;
      if (const std::string_view wrong = cards.add(card); !wrong.empty()) fail(wrong);
      end_item();
    }
    end_list();
  }
  struct Entry {
    int item = 0;
    std::array<int, 3> values{};
  };
  Entry read_phrase(const Leaf& item, std::span<const ItemForm> items) {
    Entry entry;
    begin_phrase();
    entry.item = leaf(item);
    if (!ok()) return entry;
    const ItemForm& words = items[static_cast<size_t>(entry.item)];
    for (size_t i = 0; i < entry.values.size(); ++i)
      entry.values[i] = words.args[i] == nullptr ? words.fixed[i] : leaf(*words.args[i]);
    end_phrase();
    return entry;
  }
  template <class Agenda>
  void take(Agenda& agenda, const Course& form) {
    using Item = decltype(agenda.top().item);
    const Leaf item = word(WordTable(form.items), "item");
    const int size = begin_list(0, form.most);
    for (int i = 0; i < size && ok(); ++i) {
      begin_item(i);
      const Entry entry = read_phrase(item, form.items);
      if (ok())
        agenda.push(static_cast<Item>(entry.item), entry.values[0], entry.values[1],
                    entry.values[2]);
      end_item();
    }
    end_list();
  }
  template <class T>
  void take(T& value, const Phrase& form) {
    if (!begin_maybe()) return;
    const Entry entry = read_phrase(form.item, form.items);
    if (!ok()) return;
    describing::store(value.item, entry.item);
    describing::store(value.a, entry.values[0]);
    describing::store(value.b, entry.values[1]);
    describing::store(value.c, entry.values[2]);
  }

  const Lexicon* lexicon_;
  int seats_ = 0;
  bool resetting_ = false;
};

}  // namespace engine
