#include "engine/edition_reader.h"

#include <algorithm>
#include <array>

#include "engine/spec.h"

namespace engine {
namespace {

int find_id(EditionReader::Ids ids, const Json& found) {
  for (size_t i = 0; i < ids.size() && found.is_string(); ++i) {
    if (ids[i] == found.text) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

std::string listed(std::span<const std::string_view> ids) {
  std::string all;
  for (std::string_view id : ids) all += (all.empty() ? "" : ", ") + std::string(id);
  return all;
}

EditionReader::EditionReader(const Json& file, Error& error, EditionNotes* notes)
    : FieldReader(file, "", error, ErrorCode::kEdition), notes_(notes) {
  ignore("source");
  mark("texts");
  if (FieldDoc* texts = note("texts", "group",
                             "names and texts of the edition's own, by language (en, nl, de, fr) "
                             "and then by key as in the game's texts")) {
    texts->fallback = "the game's own";
  }
}

EditionReader::EditionReader(const EditionReader& parent, const Json& json, std::string path,
                             std::string doc_path)
    : FieldReader(json, std::move(path), parent.error_, ErrorCode::kEdition),
      doc_path_(std::move(doc_path)),
      notes_(parent.notes_) {
  ignore("source");
}

void EditionReader::head(std::string_view game) {
  constexpr Meaning kGame = "the game this is an edition of";
  const std::array<std::string_view, 1> only{game};
  note_values("game", "one of", only, kGame);
  if (string("game", kGame) != game) fail("game", "must be '" + std::string(game) + "'");
  string("edition", "the edition's name, on one line");
  integer("version", 1, 1, "the version of this format");
}

int EditionReader::integer(std::string_view key, int low, int high, Meaning meaning) {
  note_range(key, "number", low, high, meaning);
  return FieldReader::integer(key, low, high);
}

int EditionReader::integer_or(std::string_view key, int low, int high, int fallback,
                              Meaning meaning) {
  note_range(key, "number", low, high, meaning, std::to_string(fallback));
  return FieldReader::integer_or(key, low, high, fallback);
}

bool EditionReader::boolean_or(std::string_view key, bool fallback, Meaning meaning) {
  if (FieldDoc* doc = note(key, "true or false", meaning)) {
    doc->fallback = fallback ? "true" : "false";
  }
  return FieldReader::boolean_or(key, fallback);
}

std::string_view EditionReader::string(std::string_view key, Meaning meaning) {
  note(key, "text", meaning);
  return FieldReader::string(key);
}

int EditionReader::one_of(std::string_view key, Ids ids, Meaning meaning) {
  note_values(key, "one of", ids, meaning);
  FieldReader::string(key);
  const Json* found = json_.find(key);
  if (!ok() || found == nullptr) return 0;
  const int index = find_id(ids, *found);
  if (index < 0) fail_name(path(key), *found, ids);
  return std::max(index, 0);
}

int EditionReader::one_of_or_none(std::string_view key, Ids ids, Meaning meaning) {
  const int index = has(key) ? one_of(key, ids, meaning) : -1;
  note_values(key, "one of", ids, meaning);
  if (FieldDoc* doc = note(key, "one of", meaning)) doc->fallback = "none";
  mark(key);
  return index;
}

std::string EditionReader::id(Meaning meaning) {
  note("id", "word", meaning);
  std::string word(FieldReader::string("id"));
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789_";
  if (ok() &&
      (word.empty() || word.size() > 40 || word.find_first_not_of(kLetters) != std::string::npos)) {
    fail("id", "must be a word of up to 40 small letters, digits and '_'");
  }
  return word;
}

std::vector<int> EditionReader::numbers(std::string_view key, Count count, int low, int high,
                                        Meaning meaning) {
  note_range(key, "numbers", low, high, meaning);
  const Json& list = FieldReader::array(key);
  if (ok() && (list.items.size() < count.least || list.items.size() > count.most)) {
    fail_count(key, list, count);
  }
  std::vector<int> values;
  for (size_t i = 0; i < list.items.size() && ok(); ++i) {
    values.push_back(
        checked(list.items[i], std::string(key) + "[" + std::to_string(i) + "]", low, high));
  }
  return values;
}

std::vector<int> EditionReader::names(std::string_view key, Count count, Ids ids, Meaning meaning) {
  note_values(key, "names out of", ids, meaning);
  const Json& list = FieldReader::array(key);
  if (ok() && (list.items.size() < count.least || list.items.size() > count.most)) {
    fail_count(key, list, count);
  }
  std::vector<int> values;
  for (size_t i = 0; i < list.items.size() && ok(); ++i) {
    const int index = find_id(ids, list.items[i]);
    if (index < 0) fail_name(path(key) + "[" + std::to_string(i) + "]", list.items[i], ids);
    values.push_back(std::max(index, 0));
  }
  return values;
}

uint32_t EditionReader::some_of(std::string_view key, Ids ids, Meaning meaning) {
  const std::vector<int> found = names(key, {0, ids.size()}, ids, meaning);
  note_values(key, "some of", ids, meaning);
  uint32_t bits = 0;
  for (const int index : found) {
    if (ok() && (bits >> index & 1u) != 0) {
      fail(key, "names " + std::string(ids[static_cast<size_t>(index)]) + " twice");
    }
    bits |= 1u << index;
  }
  return ok() ? bits : 0;
}

const Json& EditionReader::list(std::string_view key, Meaning meaning) {
  note(key, "list", meaning);
  return FieldReader::array(key);
}

const Json& EditionReader::any(std::string_view key, std::string_view form, Meaning meaning) {
  note(key, form, meaning);
  return FieldReader::any(key);
}

EditionReader EditionReader::part(std::string_view key, Meaning meaning) {
  note(key, "group", meaning);
  const std::string shown = doc_of(meaning.shown.empty() ? key : meaning.shown);
  return {*this, FieldReader::object(key), path(key), shown};
}

EditionReader EditionReader::item(const Json& items, std::string_view key, size_t i) const {
  return {*this, items.items[i], path(key) + "[" + std::to_string(i) + "]", doc_of(key) + "[]"};
}

void EditionReader::expect_id(Ids ids, size_t i) {
  note_values("id", "one of", ids, "which one it is: all are listed, in this order");
  const std::string_view id = FieldReader::string("id");
  if (ok() && id != ids[i]) fail("id", "must be '" + std::string(ids[i]) + "' here");
}

void EditionReader::fail(std::string_view key, std::string_view what) {
  constexpr size_t kShown = 60;
  const Json* found = json_.find(key);
  std::string quoted;
  if (found != nullptr) {
    quoted = found->dump();
    if (quoted.size() > kShown) {
      size_t end = kShown;
      while ((static_cast<unsigned char>(quoted[end]) & 0xc0) == 0x80) --end;
      quoted = quoted.substr(0, end) + "…";
    }
    quoted = ": " + quoted;
  }
  FieldReader::fail(key, std::string(what) + quoted);
}

void EditionReader::warn(std::string_view key, std::string_view what) {
  if (notes_ == nullptr || !ok()) return;
  const Json* found = json_.find(key);
  std::string text = path(key) + " " + std::string(what);
  if (found != nullptr && found->line > 0) text += " (line " + std::to_string(found->line) + ")";
  notes_->warnings.push_back(std::move(text));
}

void EditionReader::fail_count(std::string_view key, const Json& list, Count count) {
  std::string wanted = std::to_string(count.least);
  if (count.least != count.most) wanted += " to " + std::to_string(count.most);
  FieldReader::fail(key, "must list " + wanted + ", not " + std::to_string(list.items.size()));
}

void EditionReader::fail_name(const std::string& where, const Json& found, Ids ids) {
  const std::vector<std::string> all(ids.begin(), ids.end());
  const std::string_view meant = found.is_string() ? nearest(found.text, all) : "";
  std::string text = where + " is " + found.dump().substr(0, 60) + ", which is none of: ";
  text += listed(ids);
  if (!meant.empty()) text += "; did you mean '" + std::string(meant) + "'?";
  if (found.line > 0) text += " (line " + std::to_string(found.line) + ")";
  if (!error_) error_ = {ErrorCode::kEdition, text, ""};
}

std::string EditionReader::doc_of(std::string_view key) const {
  return doc_path_.empty() ? std::string(key) : doc_path_ + "." + std::string(key);
}

FieldDoc* EditionReader::note(std::string_view key, std::string_view form, Meaning meaning) {
  if (notes_ == nullptr || !notes_->wants_fields) return nullptr;
  const std::string path = doc_of(meaning.shown.empty() ? key : meaning.shown);
  for (FieldDoc& known : notes_->fields) {
    if (known.path == path) return &known;
  }
  notes_->fields.push_back({path, form, {}, {}, {}, "", std::string(meaning.text)});
  return &notes_->fields.back();
}

// Where the items of a list differ in what they may hold, the field may hold all of it.
void EditionReader::note_range(std::string_view key, std::string_view form, int low, int high,
                               Meaning meaning, const std::string& fallback) {
  FieldDoc* doc = note(key, form, meaning);
  if (doc == nullptr) return;
  doc->low = std::min(doc->low.value_or(low), low);
  doc->high = std::max(doc->high.value_or(high), high);
  doc->fallback = fallback;
}

void EditionReader::note_values(std::string_view key, std::string_view form, Ids ids,
                                Meaning meaning) {
  FieldDoc* doc = note(key, form, meaning);
  if (doc == nullptr) return;
  doc->form = form;
  for (std::string_view id : ids) {
    if (std::find(doc->values.begin(), doc->values.end(), id) == doc->values.end()) {
      doc->values.emplace_back(id);
    }
  }
}

}  // namespace engine
