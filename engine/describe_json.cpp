#include "engine/describe_json.h"

#include <algorithm>
#include <charconv>

namespace engine {

// --- writing ---

void JsonOut::write_head(int players, const Variants& variants) {
  const GameSpec& spec = lexicon().spec();
  writer_.member("game", spec.id);
  writer_.member("players", players);
  writer_.key("variants");
  writer_.begin_object();
  for (size_t i = 0; i < spec.variants.size(); ++i) {
    const VariantSpec& variant = spec.variants[i];
    const int value = variants.values[i];
    if (variant.values.empty()) {
      writer_.member(variant.id, std::string_view(std::to_string(value)));
    } else {
      writer_.member(variant.id, variant.values[static_cast<size_t>(value)]);
    }
  }
  writer_.end_object();
}

std::string_view JsonOut::text_of(const Leaf& leaf, int stored) const {
  if (leaf.is_none(stored)) return leaf.none_word;
  if (leaf.kind == Leaf::Kind::kSeat) return lexicon().spec().seat_ids[static_cast<size_t>(stored)];
  return leaf.word(lexicon(), stored);
}

void JsonOut::add_word(std::string_view word) {
  if (!phrase_.empty()) phrase_ += ' ';
  phrase_ += word;
}

void JsonOut::begin_phrase() {
  in_phrase_ = true;
  phrase_.clear();
}

void JsonOut::end_phrase() {
  in_phrase_ = false;
  writer_.value(std::string_view(phrase_));
}

void JsonOut::leaf(const Leaf& leaf, int stored) {
  if (leaf.is_none(stored) && leaf.none_word.empty() && !in_phrase_) return writer_.null();
  if (leaf.kind == Leaf::Kind::kSeats) {
    for (Seat seat : SeatSet::from_bits(static_cast<uint32_t>(stored)))
      add_word(lexicon().spec().seat_ids[static_cast<size_t>(index_of(seat))]);
    return;
  }
  if (leaf.kind == Leaf::Kind::kNumber && in_phrase_) {
    char digits[12];
    return add_word(
        {digits, std::to_chars(digits, digits + sizeof digits, stored + leaf.shift).ptr});
  }
  if (leaf.kind == Leaf::Kind::kNumber) return writer_.value(stored + leaf.shift);
  if (leaf.kind == Leaf::Kind::kFlag) return writer_.value(stored != 0);
  in_phrase_ ? add_word(text_of(leaf, stored)) : writer_.value(text_of(leaf, stored));
}

// A card, and which other seats know that it lies there.
void JsonOut::known(const Cards& form, const Held& card) {
  if (card.knowers.empty() && !card.all) return leaf(form.card, card.value);
  writer_.begin_object();
  writer_.member("card", text_of(form.card, card.value));
  writer_.key("known_by");
  if (card.all) {
    writer_.value("all");
  } else {
    writer_.begin_array();
    for (Seat seat : card.knowers)
      writer_.value(lexicon().spec().seat_ids[static_cast<size_t>(index_of(seat))]);
    writer_.end_array();
  }
  writer_.end_object();
}

// --- reading ---

JsonIn::JsonIn(const Lexicon& lexicon, const Json& json) : In(lexicon) {
  enter(json, {}, -1);
  if (!json.is_object())
    error_ = {ErrorCode::kPosition,
              std::string("it must be an object, not ") + kind_name(json.kind), ""};
}

void JsonIn::enter(const Json& value, std::string_view name, int index) {
  Frame& frame = frames_.emplace_back();
  frame.value = &value;
  frame.name = name;
  frame.index = index;
  frame.asked = asked_.size();
}

// "hands.green[1] names 'joker', which is no card (line 33)"
void JsonIn::fail(std::string_view what, std::string_view member) {
  if (error_) return;
  std::string path;
  const auto add = [&](std::string_view name) {
    if (!path.empty()) path += '.';
    path += name;
  };
  for (size_t i = 1; i < frames_.size(); ++i) {
    if (frames_[i].index >= 0) {
      path += "[" + std::to_string(frames_[i].index) + "]";
    } else {
      add(frames_[i].name);
    }
  }
  const Json* named = member.empty() ? nullptr : value().find(member);
  if (!member.empty()) add(member);
  error_ = {ErrorCode::kPosition, path + " " + std::string(what), ""};
  const int32_t line = named != nullptr ? named->line : value().line;
  if (line > 0) error_.text += " (line " + std::to_string(line) + ")";
}

bool JsonIn::expect(Json::Kind kind) {
  if (error_) return false;
  if (value().kind == kind) return true;
  fail(std::string("must be ") + kind_name(kind) + ", not " + kind_name(value().kind));
  return false;
}

void JsonIn::read_variants(std::string_view member, bool required, Variants& variants) {
  if (!begin_member(member, required)) return;
  if (expect(Json::Kind::kObject)) {
    for (const auto& [name, json] : value().members) {
      const std::string text = json.is_integer() ? std::to_string(json.integer) : json.text;
      if (const Error wrong = set_variant(lexicon().spec(), name + "=" + text, variants))
        fail("are wrong: " + wrong.text);
    }
  }
  end_member();
}

int JsonIn::read_head(Variants& variants) {
  const GameSpec& spec = lexicon().spec();
  if (begin_member("game", true)) {
    if (expect(Json::Kind::kString) && value().text != spec.id)
      fail("must be '" + std::string(spec.id) + "'");
    end_member();
  }
  int players = spec.min_seats;
  if (begin_member("players", true)) {
    players = leaf(number(spec.min_seats, spec.max_seats));
    end_member();
  }
  variants = default_variants(spec);
  const bool old = value().find("options") != nullptr;  // as positions of before 0.2 call them
  read_variants("variants", !old, variants);
  if (old) read_variants("options", true, variants);
  return players;
}

bool JsonIn::begin_member(std::string_view name, bool required) {
  if (error_) return false;
  Frame& frame = frames_.back();
  asked_.push_back(name);
  const std::vector<Json::Member>& members = frame.value->members;
  size_t at = frame.next;
  if (at >= members.size() || members[at].first != name) {
    at = 0;
    while (at < members.size() && members[at].first != name) ++at;
  }
  if (at == members.size()) {
    if (required) fail("is missing", name);
    return false;
  }
  frame.next = at + 1;
  ++frame.found;
  if (!required && members[at].second.kind == Json::Kind::kNull) return false;
  enter(members[at].second, name, -1);
  return true;
}

void JsonIn::begin_object() {
  expect(Json::Kind::kObject);
  frames_.back().asked = asked_.size();
}

void JsonIn::end_object() {
  Frame& frame = frames_.back();
  const auto first = asked_.begin() + static_cast<std::ptrdiff_t>(frame.asked);
  if (!error_ && frame.found != frame.value->members.size()) {
    for (const Json::Member& member : frame.value->members) {
      if (std::find(first, asked_.end(), member.first) == asked_.end())
        fail("is an unknown field", member.first);
    }
  }
  asked_.resize(frame.asked);
}

void JsonIn::finish() { end_object(); }

int JsonIn::begin_map(const Leaf& key, bool, bool complete) {
  if (!expect(Json::Kind::kObject)) return 0;
  const auto size = static_cast<int>(value().members.size());
  const int all = key.kind == Leaf::Kind::kSeat ? seats() : key.size(lexicon());
  if (complete && size < all) fail("must name every " + std::string(key.what));
  return size;
}

int JsonIn::begin_entry(const Leaf& key, int i, bool) {
  const Json::Member& member = value().members[static_cast<size_t>(i)];
  const int at = of_text(key, member.first);
  if (error_) return -1;
  Frame& map = frames_.back();
  if (at < 64 && (map.keys >> at & 1) != 0) {
    fail("names '" + member.first + "' twice");
    return -1;
  }
  if (at < 64) map.keys |= uint64_t{1} << at;
  enter(member.second, member.first, -1);
  return at;
}

int JsonIn::begin_list(int least, int most) {
  if (!expect(Json::Kind::kArray)) return 0;
  const auto size = static_cast<int>(value().items.size());
  if (size > most) {
    fail("lists " + std::to_string(size) + ", but at most " + std::to_string(most) +
         " can be there");
  } else if (size < least) {
    fail("must list " + std::to_string(least) + ", not " + std::to_string(size));
  }
  return size;
}

void JsonIn::begin_item(int i) { enter(value().items[static_cast<size_t>(i)], {}, i); }

void JsonIn::begin_phrase() {
  in_phrase_ = true;
  next_word_ = 0;
  words_.clear();
  if (expect(Json::Kind::kString)) words_ = split(value().text, ' ');
}

void JsonIn::end_phrase() {
  in_phrase_ = false;
  if (next_word_ < words_.size()) fail("holds '" + value().text + "', which has words too many");
}

int JsonIn::wrong_word(const Leaf& leaf, std::string_view text) {
  if (in_phrase_) {
    std::string what = "holds '" + value().text + "'";
    what += next_word_ == 1 ? ", which is no " + std::string(leaf.what)
                            : ": '" + std::string(text) + "' is no " + std::string(leaf.what);
    fail(what);
  } else {
    std::string what = "names '" + std::string(text) + "', which is no " + std::string(leaf.what);
    const int size = leaf.size(lexicon());
    for (int i = 0; i < size && size <= 6; ++i)  // few enough to be named
      what += (i == 0          ? ": it must be "
               : i == size - 1 ? " or "
                               : ", ") +
              std::string(leaf.word(lexicon(), i));
    fail(what);
  }
  return leaf.low;
}

int JsonIn::seat_of(std::string_view text) {
  for (int i = 0; i < seats(); ++i) {
    if (lexicon().spec().seat_ids[static_cast<size_t>(i)] == text) return i;
  }
  const Result<Seat> seat = parse_seat(lexicon().spec(), seats(), text);  // by number
  if (!seat) fail("is wrong: " + seat.error.text);
  return seat ? index_of(*seat) : 0;
}

int JsonIn::of_text(const Leaf& leaf, std::string_view text) {
  if (leaf.nullable && !leaf.none_word.empty() && text == leaf.none_word) return leaf.none;
  if (leaf.kind == Leaf::Kind::kSeat) return seat_of(text);
  if (leaf.kind == Leaf::Kind::kNumber) {
    int64_t read = leaf.low;
    if (!parse_int(text, leaf.low, leaf.high, read))
      fail("holds '" + value().text + "': '" + std::string(text) + "' is no number from " +
           std::to_string(leaf.low) + " to " + std::to_string(leaf.high));
    return static_cast<int>(read) - leaf.shift;
  }
  const int size = text.empty() ? 0 : leaf.size(lexicon());
  if (leaf.domain != kNoArg) {  // often many
    const std::string* first = lexicon()[leaf.domain].words.data() + leaf.low;
    const std::string* found = std::find(first, first + size, text);
    if (found != first + size) return static_cast<int>(found - first);
    return wrong_word(leaf, text);
  }
  for (int i = 0; i < size; ++i) {
    if (leaf.word(lexicon(), i) == text) return i;
  }
  return wrong_word(leaf, text);
}

int JsonIn::leaf(const Leaf& leaf) {
  if (error_) return leaf.low;
  if (in_phrase_) {
    if (leaf.kind == Leaf::Kind::kSeats) {
      SeatSet all;
      for (; next_word_ < words_.size() && ok(); ++next_word_)
        all.insert(seat_at(seat_of(words_[next_word_])));
      return all.bits();
    }
    if (next_word_ == words_.size()) {
      fail("holds '" + value().text + "', which lacks a " + std::string(leaf.what));
      return leaf.low;
    }
    ++next_word_;
    return of_text(leaf, words_[next_word_ - 1]);
  }
  const Json& json = value();
  if (json.kind == Json::Kind::kNull && leaf.nullable && leaf.none_word.empty()) return leaf.none;
  switch (leaf.kind) {
    case Leaf::Kind::kNumber:
      if (!json.is_integer()) {
        fail(std::string("must be a whole number, not ") + kind_name(json.kind));
      } else if (json.integer < leaf.low || json.integer > leaf.high) {
        fail("must be from " + std::to_string(leaf.low) + " to " + std::to_string(leaf.high) +
             ", not " + std::to_string(json.integer));
      }
      return ok() ? static_cast<int>(json.integer) - leaf.shift : leaf.low;
    case Leaf::Kind::kFlag:
      if (json.kind != Json::Kind::kBool)
        fail(std::string("must be true or false, not ") + kind_name(json.kind));
      return json.boolean ? 1 : 0;
    default:
      return expect(Json::Kind::kString) ? of_text(leaf, json.text) : leaf.low;
  }
}

Held JsonIn::known(const Cards& form) {
  Held held;
  if (!value().is_object()) {
    held.value = leaf(form.card);
    return held;
  }
  begin_object();
  if (begin_member("card", true)) {
    held.value = leaf(form.card);
    end_member();
  }
  if (begin_member("known_by", true)) {
    if (form.by_all && value().text == "all") {
      held.all = true;
    } else if (const int size = begin_list(0, seats()); size > 0) {
      for (int i = 0; i < size && ok(); ++i) {
        begin_item(i);
        held.knowers.insert(seat_at(leaf(seat())));
        end_item();
      }
    }
    end_member();
  }
  end_object();
  return held;
}

}  // namespace engine
