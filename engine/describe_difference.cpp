#include "engine/describe_difference.h"

#include <algorithm>

namespace engine {

void FlatOut::begin(std::string_view name) {
  if (lists_ > 0 || ++depth_ > 2) return;
  FlatView::Part& part = view_.parts.emplace_back();
  if (depth_ == 1) {
    member_ = name;
    part.path = name;
  } else {
    part.path.reserve(member_.size() + name.size() + 1);
    part.path.append(member_).append(1, '.').append(name);
  }
  part.begin = view_.text.size();
  open_.push_back(view_.parts.size() - 1);
}

void FlatOut::end() {
  if (lists_ > 0 || depth_-- > 2) return;
  view_.parts[open_.back()].end = view_.text.size();
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

std::string difference(const FlatView& from, const FlatView& to) {
  const auto find = [](const FlatView& view, const FlatView::Part& wanted, size_t hint) {
    if (hint < view.parts.size() && view.parts[hint].path == wanted.path) return hint;
    const auto found =
        std::find_if(view.parts.begin(), view.parts.end(),
                     [&](const FlatView::Part& part) { return part.path == wanted.path; });
    return static_cast<size_t>(found - view.parts.begin());
  };
  // Members of an object are compared one by one if it was an object in both.
  const auto inner = [](const FlatView::Part& part) {
    return part.path.find('.') != std::string::npos;
  };
  std::string set;
  std::string drop;
  size_t hint = 0;
  bool whole = false;  // the object around is set as a whole
  for (const FlatView::Part& part : to.parts) {
    if (inner(part) && whole) continue;
    const size_t at = find(from, part, hint);
    const bool there = at < from.parts.size();
    if (there) hint = at + 1;
    if (!inner(part)) whole = !there || !from.parts[at].object || !part.object;
    if (there && from.value(from.parts[at]) == to.value(part)) continue;
    if (there && !inner(part) && !whole) continue;  // its members say what is new
    set += (set.empty() ? "" : ",") + Json::of(part.path).dump() + ":";
    set += to.value(part);
  }
  hint = 0;
  bool gone = false;  // the object around is dropped, or set as a whole
  for (const FlatView::Part& part : from.parts) {
    if (inner(part) && gone) continue;
    const size_t at = find(to, part, hint);
    const bool there = at < to.parts.size();
    if (there) hint = at + 1;
    if (!inner(part)) gone = !there || !to.parts[at].object || !part.object;
    if (!there) drop += (drop.empty() ? "" : ",") + Json::of(part.path).dump();
  }
  return "{\"set\":{" + set + "},\"drop\":[" + drop + "]}";
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
  if (set == nullptr || !set->is_object() || drop == nullptr || !drop->is_array())
    return {ErrorCode::kPosition, "a difference is an object of 'set' and 'drop'", ""};
  Json result = view;
  std::string_view name;
  for (const Json& path : drop->items) {
    Json* object = object_of(result, path.text, name);
    const auto is_it = [&](const Json::Member& member) { return member.first == name; };
    if (object == nullptr || std::erase_if(object->members, is_it) == 0) return wrong(path.text);
  }
  for (const auto& [path, value] : set->members) {
    Json* object = object_of(result, path, name);
    if (object == nullptr) return wrong(path);
    object->set(name, value);
  }
  view = std::move(result);
  return {};
}

}  // namespace engine
