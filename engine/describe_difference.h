// The difference of two views, for clients that have the one and need the other:
//
//   {"drop": ["away.green"], "set": {"turn": 5, "wealth.green": 4}}
//
// A path is a member of the view, or one of the members of an object in it: what stands before the
// first dot is the view's own. First what is dropped goes, then what is set takes the place of what
// has that name, or comes to stand at the end of its object: members get into the very order of the
// view. Either may be missing. (A merge patch as in RFC 7396 can't carry the nulls views have.)
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/describe_json.h"

namespace engine {

// A view as text, and where each of its parts stands in it.
class FlatView {
 public:
  struct Part {
    std::string_view name;  // the description's or the edition's, which must live as long
    uint32_t begin = 0;
    uint32_t end = 0;
    bool inner = false;   // a member of the last part before it that is none
    bool object = false;  // its members are parts of their own
  };
  std::string text;
  std::vector<Part> parts;

  std::string_view value(const Part& part) const {
    return std::string_view(text).substr(part.begin, part.end - part.begin);
  }
};

class FlatOut final : public JsonOut {
 public:
  FlatOut(const Lexicon& lexicon, Viewer viewer, JsonWriter& writer, FlatView& view)
      : JsonOut(lexicon, viewer, writer), view_(view) {}

  void begin_member(std::string_view name) override;
  void end_member() override { end(); }
  void begin_object() override;
  void begin_map(const Leaf& key) override;
  void begin_entry(const Leaf& key, int value) override;
  void end_entry() override { end(); }
  void begin_list(int size, int most, bool in_line) override;
  void end_list() override;

 private:
  void begin(std::string_view name);
  void end();
  void opens_object();

  FlatView& view_;
  int depth_ = 0;
  int lists_ = 0;             // what is inside is no part of its own
  std::vector<size_t> open_;  // parts whose end isn't known yet
};

// What leads from one view to the other, one JSON object; views of the same viewer.
void write_difference(const FlatView& from, const FlatView& to, JsonWriter& out);
std::string difference(const FlatView& from, const FlatView& to);
// Applies it. An error names what is wrong with the difference, and leaves the view as it was.
Error apply_difference(Json& view, const Json& difference);

}  // namespace engine
