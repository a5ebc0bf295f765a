#include "engine/describe_difference.h"

#include <algorithm>

namespace engine {

void FlatOut::begin(std::string_view name) {
  if (lists_ > 0 || ++depth_ > 2) return;
  FlatView::Part& part = view_.parts.emplace_back();
  part.name = name;
  part.inner = depth_ == 2;
  part.begin = static_cast<uint32_t>(view_.text.size());
  open_.push_back(view_.parts.size() - 1);
}

void FlatOut::end() {
  if (lists_ > 0 || depth_-- > 2) return;
  view_.parts[open_.back()].end = static_cast<uint32_t>(view_.text.size());
  open_.pop_back();
}

void FlatOut::begin_member(std::string_view name) {
  JsonOut::begin_member(name);
  begin(name);
}

void FlatOut::begin_entry(const Leaf& key, int value) {
  JsonOut::begin_entry(key, value);
  begin(text_of(key, value));
}

void FlatOut::opens_object() {
  if (depth_ == 1 && lists_ == 0) view_.parts[open_.back()].object = true;
}

void FlatOut::begin_object() {
  opens_object();
  JsonOut::begin_object();
}

void FlatOut::begin_map(const Leaf& key) {
  opens_object();
  JsonOut::begin_map(key);
}

void FlatOut::begin_list(int size, int most, bool in_line) {
  ++lists_;
  JsonOut::begin_list(size, most, in_line);
}

void FlatOut::end_list() {
  --lists_;
  JsonOut::end_list();
}

namespace {

using Parts = std::vector<FlatView::Part>;

// The members of the view, or of one object in it: parts of one depth.
struct Level {
  const Parts& parts;
  size_t first;
  size_t last;
  bool inner;
  size_t next(size_t at) const {
    do ++at;
    while (at < last && parts[at].inner != inner);
    return at;
  }
};
Level members_of(const FlatView& view) { return {view.parts, 0, view.parts.size(), false}; }
Level members_of(const FlatView& view, size_t object) {
  size_t last = object + 1;
  while (last < view.parts.size() && view.parts[last].inner) ++last;
  return {view.parts, object + 1, last, true};
}

// Where the name is; probably at `hint`. The end: nowhere.
size_t find(const Level& level, std::string_view name, size_t hint) {
  if (hint < level.last && level.parts[hint].name == name) return hint;
  size_t at = level.first;
  while (at < level.last && level.parts[at].name != name) at = level.next(at);
  return at;
}

class Comparison {
 public:
  Comparison(const FlatView& from, const FlatView& to) : from_(from), to_(to) {}

  void write(JsonWriter& out) {
    view();
    out.begin_object();
    if (!drop_.empty()) {
      out.key("drop");
      out.begin_array();
      for (const Change& gone : drop_) out.value(path(gone));
      out.end_array();
    }
    if (!set_.empty()) {
      out.key("set");
      out.begin_object();
      for (const Change& change : set_) {
        out.key(path(change));
        out.written(to_.value(*change.part));
      }
      out.end_object();
    }
    out.end_object();
  }

 private:
  struct Change {
    const FlatView::Part* object;  // nullptr: the view itself
    const FlatView::Part* part;
  };

  // What is new to the view, or stands elsewhere, has its place behind what stays; so has what
  // comes after it.
  void view() {
    const Level before = members_of(from_);
    const Level after = members_of(to_);
    size_t hint = before.first;
    bool moved = false;
    for (size_t at = after.first; at < after.last; at = after.next(at)) {
      const FlatView::Part& part = to_.parts[at];
      const size_t was = find(before, part.name, hint);
      const bool there = was < before.last;
      moved = moved || !there || was < hint;
      if (there) hint = before.next(was);
      if (there && moved) drop_.push_back({nullptr, &from_.parts[was]});
      if (moved) {
        set_.push_back({nullptr, &part});
      } else if (from_.value(from_.parts[was]) != to_.value(part)) {
        if (!from_.parts[was].object || !part.object || !object(was, at))
          set_.push_back({nullptr, &part});
      }
    }
    dropped(before, after, nullptr);
  }

  // Compares member by member; false: it is to be set as a whole.
  bool object(size_t was, size_t at) {
    const Level before = members_of(from_, was);
    const Level after = members_of(to_, at);
    const size_t so_far = set_.size();
    size_t hint = before.first;
    bool added = false;
    for (size_t i = after.first; i < after.last; i = after.next(i)) {
      const FlatView::Part& part = to_.parts[i];
      const size_t found = find(before, part.name, hint);
      const bool there = found < before.last;
      if (there && (added || found < hint)) {  // something new stands before it, or it elsewhere
        set_.resize(so_far);
        return false;
      }
      added = !there;
      if (there) hint = before.next(found);
      if (there && from_.value(from_.parts[found]) == to_.value(part)) continue;
      set_.push_back({&to_.parts[at], &part});
    }
    dropped(before, after, &from_.parts[was]);
    return true;
  }

  void dropped(const Level& before, const Level& after, const FlatView::Part* object) {
    size_t hint = after.first;
    for (size_t at = before.first; at < before.last; at = before.next(at)) {
      const size_t found = find(after, from_.parts[at].name, hint);
      if (found < after.last) {
        hint = after.next(found);
      } else {
        drop_.push_back({object, &from_.parts[at]});
      }
    }
  }

  std::string_view path(const Change& change) {
    if (change.object == nullptr) return change.part->name;
    path_.assign(change.object->name).append(1, '.').append(change.part->name);
    return path_;
  }

  const FlatView& from_;
  const FlatView& to_;
  std::vector<Change> set_, drop_;
  std::string path_;
};

}  // namespace

void write_difference(const FlatView& from, const FlatView& to, JsonWriter& out) {
  Comparison(from, to).write(out);
}

std::string difference(const FlatView& from, const FlatView& to) {
  std::string text;
  JsonWriter out(text);
  write_difference(from, to, out);
  return text;
}

namespace {

// The object a path leads into, and the name of the member there; nullptr: there is none.
Json* object_of(Json& view, std::string_view path, std::string_view& name) {
  const size_t dot = path.find('.');
  name = dot == std::string_view::npos ? path : path.substr(dot + 1);
  if (dot == std::string_view::npos) return &view;
  Json* object = view.find(path.substr(0, dot));
  return object != nullptr && object->is_object() ? object : nullptr;
}

}  // namespace

Error apply_difference(Json& view, const Json& difference) {
  const auto wrong = [](std::string_view path) {
    return Error{ErrorCode::kPosition,
                 "the difference doesn't fit the view: there is no '" + std::string(path) + "'",
                 ""};
  };
  const Json* set = difference.find("set");
  const Json* drop = difference.find("drop");
  if (!difference.is_object() || (set != nullptr && !set->is_object()) ||
      (drop != nullptr && !drop->is_array()))
    return {ErrorCode::kPosition, "a difference is an object of 'drop' and 'set'", ""};
  Json result = view;
  std::string_view name;
  const std::vector<Json> nothing_gone;
  for (const Json& path : drop != nullptr ? drop->items : nothing_gone) {
    Json* object = object_of(result, path.text, name);
    const auto is_it = [&](const Json::Member& member) { return member.first == name; };
    if (object == nullptr || std::erase_if(object->members, is_it) == 0) return wrong(path.text);
  }
  const std::vector<Json::Member> nothing_new;
  for (const auto& [path, value] : set != nullptr ? set->members : nothing_new) {
    Json* object = object_of(result, path, name);
    if (object == nullptr) return wrong(path);
    object->set(name, value);
  }
  view = std::move(result);
  return {};
}

}  // namespace engine
