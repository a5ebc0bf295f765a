// The form of positions and views, by their description, as JSON Schema (docs/protocol.md §6). It
// asks for the forms alone: of lists one item, of every choice both sides.
#pragma once

#include <string>
#include <vector>

#include "engine/describe_out.h"
#include "engine/json.h"

namespace engine {

// Of any dealt position. The viewer says which form: everything() that of whole positions, where
// what a position may leave out is not required; any other that of views, whoever looks: what some
// may not see may be null or not there.
class SchemaOut final : public Out {
 public:
  SchemaOut(const Lexicon& lexicon, Viewer viewer);
  // A whole schema, with "$defs" for seats and words, once all is described.
  Json schema() const;

  bool samples() const override { return true; }
  void write_head(int players, const Variants& variants) override;
  void left_out_follows() override { left_out_ = viewer().all; }
  void begin_member(std::string_view name) override;
  void end_member() override;
  void begin_object() override { open({}); }
  void end_object() override { close(object_of(frames_.back())); }
  void begin_map(const Leaf& key) override;
  void begin_entry(const Leaf&, int) override {}
  void end_entry() override {}
  void end_map() override;
  void begin_list(int, int, bool) override { open({}); }
  void end_list() override;
  void begin_phrase() override { in_phrase_ = true; }
  void end_phrase() override;
  void leaf(const Leaf& leaf, int stored) override;
  void null() override;
  void known(const Cards& form, const Held& card) override;
  void begin_branch() override { ++frames_.back().branches; }
  void end_branch() override { --frames_.back().branches; }
  void side(int which) override { frames_.back().side = which; }

 private:
  struct Member {
    std::string name;
    std::vector<Json> forms;  // what it may be
    uint8_t sides = 0;        // of a choice on which it is always there
    bool required = false;
  };
  // An object, or what a value may be.
  struct Frame {
    std::vector<Member> members;
    std::vector<Json> forms;
    Json keys;
    int branches = 0;  // what is described now is there only sometimes,
    int side = 0;      // or on this side of a choice
    // Of the member whose value this is:
    std::string name;
    bool required = false;
  };
  void open(Frame frame) { frames_.push_back(std::move(frame)); }
  void close(Json form);
  void may_be(Json form);
  Json words_of(const Leaf& leaf) const;
  Json form_of(const Leaf& leaf) const;
  static Json any_of(const std::vector<Json>& forms);
  static Json object_of(const Frame& frame);

  std::vector<Frame> frames_;
  bool in_phrase_ = false;
  bool left_out_ = false;
};

}  // namespace engine
