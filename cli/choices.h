// The choices of a seat as a list to pick from: keys, columns, pages, a filter, and why not.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cli/screen.h"
#include "cli/surface.h"
#include "engine/any_game.h"

namespace cli {

struct Choice {
  engine::Action action;
  std::string text;
  std::string reason;       // why it is not allowed; empty when it is
  std::string ruling = {};  // what the reason cites
  std::string note = {};    // what the board shows beside it

  bool allowed() const { return reason.empty(); }
};

// Every conceivable choice of an acting seat: first what is allowed, then what is not.
std::vector<Choice> choices_of(const engine::AnyTable& table, engine::Seat seat,
                               const engine::Texts& texts);

// In plain lines: what is allowed, by its number; and why the rest is not, each reason once with
// all that it forbids, or that there is none.
std::vector<std::string> numbered_lines(const std::vector<Choice>& choices);
std::vector<std::string> reason_lines(const std::vector<Choice>& choices,
                                      const engine::Texts& words);

// What is printed on the things a choice names: "name" and "text" of every argument that has them.
struct Thing {
  std::string name;
  std::string text;
};
std::vector<Thing> things_of(const engine::AnyTable& table, engine::Action action,
                             const engine::Texts& texts);

// The same of what happened last: the card just played, as far as the viewer may know it.
std::vector<Thing> latest_things(const engine::AnyTable& table, engine::Viewer viewer,
                                 const engine::Texts& texts);

// Letters and digits without case and accents, to search in.
std::string folded(std::string_view utf8);
// Where a word stands in a text from `at` on, both folded; npos: nowhere. A ruling is found by its
// whole number: R1 doesn't stand in R10.
size_t place_of(std::string_view text, std::string_view word, size_t at = 0);
inline bool holds(std::string_view text, std::string_view word) {
  return place_of(text, word) != std::string_view::npos;
}

// A choice in so many columns. Where another one begins alike, its end is kept as well.
std::string label_of(const std::vector<Choice>& choices, size_t choice, int width);

class ChoiceMenu {
 public:
  // The keys of the choices on a page; the other letters are commands.
  static constexpr std::string_view kKeys = "123456789abcdefgjkmnoptvwxyz";

  // Another question: the cursor is on the first choice again.
  void ask(std::vector<Choice> choices);
  // The same question in other words (language): the cursor stays.
  void reword(std::vector<Choice> choices);

  // The choice under the cursor; nullptr when the filter leaves none.
  const Choice* highlighted() const;
  // The allowed choice with this key on the page drawn last.
  const Choice* by_key(char32_t key) const;

  // Moves the cursor or edits the filter; false when the key means neither.
  bool handle(const Key& key);
  bool filtering() const { return filtering_; }
  const std::string& filter() const { return filter_; }
  void start_filter() { filtering_ = true; }

  // With reasons the cursor goes to the first choice that isn't allowed, however many are; without
  // them, back to where it was.
  void toggle_reasons();
  bool all_allowed() const { return std::ranges::all_of(choices_, &Choice::allowed); }

  void draw(Surface& surface, const Rect& area);
  // "← 2/3 →" after drawing, when there is more than one page.
  std::string page_text() const;
  // The choices the filter leaves, and all.
  size_t shown_count() const { return shown_.size(); }
  size_t count() const { return choices_.size(); }

 private:
  // Where an item stood when it was drawn last.
  struct Placed {
    size_t item;
    char32_t key;
  };

  void apply_filter();
  bool edit_filter(const Key& key);
  void move(int by);
  void draw_columns(Surface& surface, const Rect& area);
  void draw_reasons(Surface& surface, const Rect& area);
  void draw_item(Surface& surface, int x, int y, int width, size_t item);

  std::vector<Choice> choices_;
  std::vector<size_t> shown_;  // indices of choices_
  std::vector<Placed> placed_;
  std::string filter_;
  bool filtering_ = false;
  bool reasons_ = false;
  size_t cursor_ = 0;  // index of shown_
  size_t top_ = 0;     // the first one shown, with reasons
  size_t back_ = 0;    // where the cursor was before the reasons
  int rows_ = 1;
  int page_ = 0;
  int pages_ = 1;
};

}  // namespace cli
