// Positions and views as JSON text (docs/record-format.md), by their description.
#pragma once

#include <vector>

#include "engine/describe_in.h"
#include "engine/describe_out.h"
#include "engine/json.h"

namespace engine {

class JsonOut : public Out {
 public:
  JsonOut(const Lexicon& lexicon, Viewer viewer, JsonWriter& writer)
      : Out(lexicon, viewer), writer_(writer) {}
  // With what the view leaves out although whoever followed the game knows it.
  void also_left_out() { knows_left_out_ = true; }
  // Without what only the rules can say: it follows from the rest.
  void without_explained() { explaining_ = false; }
  // Of everything with what a view shows beyond a position.
  void also_derived() { opened_ = true; }

  void write_head(int players, const Variants& variants) override;
  void begin_member(std::string_view name) override { writer_.key(name); }
  void end_member() override {}
  void begin_object() override { writer_.begin_object(); }
  void end_object() override { writer_.end_object(); }
  void begin_map(const Leaf&) override { writer_.begin_object(); }
  void begin_entry(const Leaf& key, int value) override { writer_.key(text_of(key, value)); }
  void end_entry() override {}
  void end_map() override { writer_.end_object(); }
  void begin_list(int, int, bool in_line) override { writer_.begin_array(in_line); }
  void end_list() override { writer_.end_array(); }
  void begin_phrase() override;
  void end_phrase() override;
  void leaf(const Leaf& leaf, int stored) override;
  void null() override { writer_.null(); }
  void known(const Cards& form, const Held& card) override;

 protected:
  std::string_view text_of(const Leaf& leaf, int stored) const;

 private:
  void add_word(std::string_view word);

  JsonWriter& writer_;
  std::string phrase_;
  bool in_phrase_ = false;
};

// Members that the description doesn't ask for are errors; null and a member left out count alike
// where one may be left out.
class JsonIn final : public In {
 public:
  JsonIn(const Lexicon& lexicon, const Json& json);
  // After the last member: was there anything else?
  void finish();

  void fail(std::string_view what, std::string_view member = {}) override;

 protected:
  int read_head(Variants& variants) override;
  void read_variants(std::string_view member, bool required, Variants& variants);
  bool begin_member(std::string_view name, bool required) override;
  void end_member() override { leave(); }
  void begin_object() override;
  void end_object() override;
  int begin_map(const Leaf& key, bool some, bool complete) override;
  int begin_entry(const Leaf& key, int i, bool some) override;
  void end_entry() override { leave(); }
  void end_map() override {}
  int begin_list(int least, int most) override;
  void begin_item(int i) override;
  void end_item() override { leave(); }
  void end_list() override {}
  bool begin_maybe() override { return value().kind != Json::Kind::kNull; }
  void begin_phrase() override;
  void end_phrase() override;
  int leaf(const Leaf& leaf) override;
  Held known(const Cards& form) override;

 private:
  // A value being read, and how it was reached.
  struct Frame {
    const Json* value;
    std::string_view name;  // of a member,
    int index = -1;         // or the place of an item
    // Of an object whose members are asked for by name:
    size_t next = 0;   // where the next is probably found
    size_t asked = 0;  // where the names begin in asked_
    size_t found = 0;
    uint64_t keys = 0;  // of a map: those that were there
  };
  const Json& value() const { return *frames_.back().value; }
  void enter(const Json& value, std::string_view name, int index);
  void leave() {
    if (frames_.size() > 1) frames_.pop_back();
  }
  bool expect(Json::Kind kind);
  int of_text(const Leaf& leaf, std::string_view text);
  int seat_of(std::string_view text);
  int wrong_word(const Leaf& leaf, std::string_view text);

  std::vector<Frame> frames_;
  std::vector<std::string_view> asked_;
  std::vector<std::string_view> words_;  // of the phrase being read
  size_t next_word_ = 0;
  bool in_phrase_ = false;
};

}  // namespace engine
