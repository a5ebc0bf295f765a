#include "cli/choices.h"

#include <algorithm>
#include <cctype>
#include <span>

#include "cli/notes.h"
#include "engine/shorten.h"

namespace cli {

using engine::Style;

std::vector<Choice> choices_of(const engine::AnyTable& table, engine::Seat seat,
                               const engine::Texts& texts) {
  engine::Offer offer(engine::Offer::Keep::kAll);
  table.offer(seat, offer);
  std::vector<Choice> choices;
  // What is allowed has rule 0; what the same rule forbids stands together.
  for (size_t rule = 0; rule <= table.game().spec().rules.size(); ++rule) {
    for (const engine::Option& option : offer) {
      if (option.verdict.rule != rule) continue;
      choices.push_back({option.action,
                         table.game().action_text(*table.edition(), option.action, texts),
                         table.game().rule_text(option.verdict, texts),
                         table.game().ruling_text(option.verdict, texts),
                         note_of(table, seat, option.action, texts)});
    }
  }
  return choices;
}

namespace {

// What is printed on one thing; false when nothing is.
bool describe(const engine::AnyTable& table, engine::DomainId domain, int value,
              const engine::Texts& texts, Thing& thing) {
  thing.text = table.game().about(*table.edition(), domain, value, texts);
  if (thing.text.empty()) return false;
  thing.name = table.game().value_text(*table.edition(), domain, value, texts);
  return true;
}

}  // namespace

std::vector<std::string> numbered_lines(const std::vector<Choice>& choices) {
  std::vector<std::string> lines;
  for (const Choice& choice : choices) {
    if (choice.allowed()) lines.push_back(std::to_string(lines.size() + 1) + ". " + choice.text);
  }
  return lines;
}

namespace {

// Where the first word stands in which they differ.
size_t difference(std::span<const Choice> choices) {
  const std::string& first = choices.front().text;
  size_t same = first.size();
  for (const Choice& choice : choices) {
    const auto [end, other] = std::ranges::mismatch(first, choice.text);
    same = std::min(same, static_cast<size_t>(end - first.begin()));
  }
  const size_t blank = std::string_view(first).substr(0, same).rfind(' ');
  return blank == std::string::npos ? 0 : blank + 1;
}

// What they begin and end with is said once: "Take field A1, A2 for Red Ox; C4 for Hop Garden".
std::string in_one_line(std::span<const Choice> choices, std::string_view semicolon) {
  const size_t from = difference(choices);
  std::string line = choices.front().text.substr(0, from);
  for (size_t i = 0; i < choices.size();) {
    const std::string_view text = std::string_view(choices[i].text).substr(from);
    const size_t blank = std::min(text.find(' '), text.size());
    const std::string_view end = text.substr(blank);
    line += (i == 0 ? "" : semicolon);
    line += text.substr(0, blank);
    // A name of two words is not taken apart.
    const bool may_share = end.find(' ', 1) != std::string_view::npos;
    for (++i; may_share && i < choices.size(); ++i) {
      const std::string_view next = std::string_view(choices[i].text).substr(from);
      const size_t its_blank = std::min(next.find(' '), next.size());
      if (next.substr(its_blank) != end) break;
      line += ", ";
      line += next.substr(0, its_blank);
    }
    line += end;
  }
  return line;
}

}  // namespace

std::vector<std::string> reason_lines(const std::vector<Choice>& choices,
                                      const engine::Texts& words) {
  std::vector<std::string> lines;
  for (size_t i = 0; i < choices.size();) {
    size_t end = i + 1;
    while (end < choices.size() && choices[end].reason == choices[i].reason) ++end;
    const std::span<const Choice> alike(&choices[i], end - i);
    i = end;
    const Choice& first = alike.front();
    if (first.allowed()) continue;
    if (alike.size() == 1) {
      lines.push_back(words.format("plain.pair", first.text, first.reason));
      continue;
    }
    lines.push_back(first.reason);
    lines.push_back("  " + in_one_line(alike, words.get("semicolon")));
  }
  if (lines.empty()) lines.emplace_back(words.get("plain.all_allowed"));
  return lines;
}

std::vector<Thing> things_of(const engine::AnyTable& table, engine::Action action,
                             const engine::Texts& texts) {
  const engine::VerbSpec& verb = table.game().spec().verbs[action.verb];
  std::vector<Thing> things;
  for (int i = 0; i < 3; ++i) {
    Thing thing;
    if (describe(table, verb.args[static_cast<size_t>(i)], action.arg(i), texts, thing))
      things.push_back(thing);
  }
  return things;
}

std::vector<Thing> latest_things(const engine::AnyTable& table, engine::Viewer viewer,
                                 const engine::Texts& texts) {
  for (size_t i = table.events().size(); i-- > 0;) {
    const engine::Event& event = table.events()[i];
    const engine::EventSpec& spec = table.game().spec().events[event.kind];
    std::vector<Thing> things;
    for (size_t arg = 0; arg < spec.args.size(); ++arg) {
      Thing thing;
      const bool hidden = ((spec.secret >> arg) & 1) != 0 && !viewer.may_see(event.sees);
      if (!hidden && describe(table, spec.args[arg], event.args[arg], texts, thing))
        things.push_back(thing);
    }
    if (!things.empty()) return things;
  }
  return {};
}

std::string folded(std::string_view utf8) {
  engine::Canvas line(std::max(engine::columns(utf8), 1), 1);
  line.write(0, 0, utf8);
  std::string out;
  for (int i = 0; i < engine::columns(utf8); ++i) {
    out +=
        static_cast<char>(std::tolower(static_cast<unsigned char>(ascii_for(line.at(i, 0).glyph))));
  }
  return out;
}

size_t place_of(std::string_view text, std::string_view word, size_t at) {
  const auto digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  const bool ruling =
      word.size() > 1 && word[0] == 'r' && std::ranges::all_of(word.substr(1), digit);
  for (;; ++at) {
    at = text.find(word, at);
    const size_t end = at + word.size();
    if (at == text.npos || !ruling || end >= text.size() || !digit(text[end])) return at;
  }
}

void ChoiceMenu::ask(std::vector<Choice> choices) {
  choices_ = std::move(choices);
  filter_.clear();
  filtering_ = false;
  reasons_ = false;
  cursor_ = 0;
  top_ = 0;
  apply_filter();
}

void ChoiceMenu::reword(std::vector<Choice> choices) {
  choices_ = std::move(choices);
  apply_filter();
}

const Choice* ChoiceMenu::highlighted() const {
  return cursor_ < shown_.size() ? &choices_[shown_[cursor_]] : nullptr;
}

const Choice* ChoiceMenu::by_key(char32_t key) const {
  for (const Placed& placed : placed_) {
    if (placed.key == key) return &choices_[shown_[placed.item]];
  }
  return nullptr;
}

void ChoiceMenu::apply_filter() {
  const std::string wanted = folded(filter_);
  shown_.clear();
  placed_.clear();
  for (size_t i = 0; i < choices_.size(); ++i) {
    if (folded(choices_[i].text).find(wanted) != std::string::npos) shown_.push_back(i);
  }
  cursor_ = std::min(cursor_, shown_.empty() ? 0 : shown_.size() - 1);
  top_ = std::min(top_, cursor_);
}

void ChoiceMenu::move(int by) {
  if (shown_.empty()) return;
  const long last = static_cast<long>(shown_.size()) - 1;
  cursor_ = static_cast<size_t>(std::clamp(static_cast<long>(cursor_) + by, 0L, last));
}

std::string label_of(const std::vector<Choice>& choices, size_t choice, int width) {
  const std::string& text = choices[choice].text;
  std::string label = engine::shorten(text, width);
  if (label == text) return label;
  const bool alike = std::ranges::any_of(choices, [&](const Choice& other) {
    return other.text != text && engine::shorten(other.text, width) == label;
  });
  if (!alike) return label;
  const int tail = width / 2;
  size_t begin = text.size();
  for (int kept = 0; begin > 0 && kept < tail; ++kept) {
    do --begin;
    while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80);
  }
  return engine::shorten(text, width - tail) + text.substr(begin);
}

bool ChoiceMenu::edit_filter(const Key& key) {
  if (key.kind == Key::kEscape) {
    filtering_ = false;
    filter_.clear();
  } else if (key.kind == Key::kBackspace) {
    if (filter_.empty()) filtering_ = false;
    while (!filter_.empty() && (static_cast<unsigned char>(filter_.back()) & 0xc0) == 0x80)
      filter_.pop_back();
    if (!filter_.empty()) filter_.pop_back();
  } else if (key.kind == Key::kChar) {
    filter_ += engine::to_utf8(key.glyph);
    cursor_ = 0;
  } else {
    return false;
  }
  apply_filter();
  return true;
}

bool ChoiceMenu::handle(const Key& key) {
  if (filtering_ && edit_filter(key)) return true;
  switch (key.kind) {
    case Key::kUp:
      move(-1);
      return true;
    case Key::kDown:
      move(1);
      return true;
    case Key::kLeft:
      move(-rows_);
      return true;
    case Key::kRight:
      move(rows_);
      return true;
    case Key::kHome:
      cursor_ = 0;
      return true;
    case Key::kEnd:
      move(static_cast<int>(shown_.size()));
      return true;
    default:
      return false;
  }
}

void ChoiceMenu::toggle_reasons() {
  reasons_ = !reasons_;
  if (!reasons_) {
    cursor_ = std::min(back_, shown_.empty() ? 0 : shown_.size() - 1);
    return;
  }
  back_ = cursor_;
  const auto forbidden =
      std::ranges::find_if(shown_, [&](size_t i) { return !choices_[i].allowed(); });
  if (forbidden != shown_.end()) cursor_ = static_cast<size_t>(forbidden - shown_.begin());
}

void ChoiceMenu::draw(Surface& surface, const Rect& area) {
  placed_.clear();
  page_ = 0;
  pages_ = 1;
  if (reasons_) {
    draw_reasons(surface, area);
  } else {
    draw_columns(surface, area);
  }
}

void ChoiceMenu::draw_columns(Surface& surface, const Rect& area) {
  constexpr int kKeyWidth = 3;
  constexpr int kGap = 2;
  const int count = static_cast<int>(shown_.size());
  int longest = 1;
  for (const size_t i : shown_) longest = std::max(longest, engine::columns(choices_[i].text));
  const int wish = (count + area.height - 1) / area.height;
  const int most = std::max(1, (area.width + kGap) / (kKeyWidth + longest + kGap));
  const int columns = std::clamp(wish, 1, most);
  const int width = (area.width - (columns - 1) * kGap) / columns;
  const int per_page = columns * area.height;
  rows_ = area.height;
  page_ = static_cast<int>(cursor_) / per_page;
  // The forbidden ones come last: their pages count only for who looks at them.
  const auto pages_for = [&](int choices) { return (choices + per_page - 1) / per_page; };
  const auto allowed = static_cast<int>(
      std::ranges::count_if(shown_, [&](size_t i) { return choices_[i].allowed(); }));
  pages_ = page_ < pages_for(allowed) ? pages_for(allowed) : std::max(1, pages_for(count));
  for (int i = 0; i < per_page && page_ * per_page + i < count; ++i) {
    draw_item(surface, area.x + i / rows_ * (width + kGap), area.y + i % rows_, width,
              static_cast<size_t>(page_ * per_page + i));
  }
}

void ChoiceMenu::draw_reasons(Surface& surface, const Rect& area) {
  // A reason stands above the choices it forbids; the first one on the screen has it in any case.
  const auto reason_lines = [&](size_t item) {
    const std::string& reason = choices_[shown_[item]].reason;
    const bool goes_on = item > top_ && choices_[shown_[item - 1]].reason == reason;
    return reason.empty() || goes_on ? std::vector<std::string>{}
                                     : engine::wrap(reason, area.width - 2);
  };
  const auto height = [&] {
    int rows = 0;
    for (size_t i = top_; i <= cursor_ && i < shown_.size(); ++i) {
      rows += 1 + static_cast<int>(reason_lines(i).size());
    }
    return rows;
  };
  rows_ = 1;
  top_ = std::min(top_, cursor_);
  while (top_ < cursor_ && height() > area.height) ++top_;
  int y = area.y;
  for (size_t i = top_; i < shown_.size(); ++i) {
    for (const std::string& line : reason_lines(i)) {
      if (y < area.y + area.height) surface.write(area.x + 1, y++, line, Style::kBad);
    }
    if (y < area.y + area.height) draw_item(surface, area.x, y++, area.width, i);
  }
}

void ChoiceMenu::draw_item(Surface& surface, int x, int y, int width, size_t item) {
  const Choice& choice = choices_[shown_[item]];
  const bool here = item == cursor_;
  const Style style = choice.allowed() ? Style::kPlain : Style::kDim;
  if (here) surface.fill({x, y, width, 1}, {style, true});
  char32_t key = 0;
  if (choice.allowed() && placed_.size() < kKeys.size()) {
    key = static_cast<char32_t>(kKeys[placed_.size()]);
    placed_.push_back({item, key});
  }
  surface.put(x + 1, y, key != 0 ? key : U'·', {key != 0 ? Style::kTitle : Style::kDim, here});
  surface.write(x + 3, y, label_of(choices_, shown_[item], width - 3), {style, here});
}

std::string ChoiceMenu::page_text() const {
  if (pages_ == 1) return "";
  const std::string pages = std::to_string(page_ + 1) + "/" + std::to_string(pages_);
  return (page_ > 0 ? "← " : "") + pages + (page_ + 1 < pages_ ? " →" : "");
}

}  // namespace cli
