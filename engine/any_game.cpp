#include "engine/any_game.h"

#include <algorithm>
#include <cassert>

#include "engine/figures.h"

namespace engine {

Error AnyTable::check(Seat seat, Action action) const {
  if (over()) return {ErrorCode::kTurn, "the game is over", ""};
  const GameSpec& spec = game().spec();
  if (!acting().contains(seat)) {
    std::string names;
    for (Seat other : acting()) {
      if (!names.empty()) names += ", ";
      names += spec.seat_ids[static_cast<size_t>(index_of(other))];
    }
    return {ErrorCode::kTurn, "it is not this seat's turn to choose; to choose now: " + names, ""};
  }
  Offer choices(Offer::Keep::kAll);
  offer(seat, choices);
  const std::optional<Option> option = choices.find(action);
  if (!option) {
    return {ErrorCode::kIllegal,
            "'" + game().action_id(*edition(), action) +
                "' is no choice at this point (asked is: " +
                std::string(spec.prompts[static_cast<size_t>(prompt(seat))]) + ")",
            "not_a_choice"};
  }
  if (!option->verdict.allowed()) {
    return {ErrorCode::kIllegal,
            game().rule_text(option->verdict, game().texts(Language::kEnglish)),
            std::string(game().rule_id(option->verdict)), option->verdict.missing};
  }
  return {};
}

Error AnyTable::act(Seat seat, Action action) {
  Chance chance = chance_.at(acted_ + 1);
  return act(seat, action, chance);
}

std::pair<size_t, size_t> AnyTable::event_range(int step) const {
  const size_t first = step < 0 ? 0 : steps_[static_cast<size_t>(step)].first_event;
  const size_t next = static_cast<size_t>(step + 1);
  return {first, next < steps_.size() ? steps_[next].first_event : events_.size()};
}

std::vector<std::string> AnyTable::told(int step, Viewer viewer, const Texts& texts) const {
  const auto [first, last] = event_range(step);
  std::vector<std::string> sentences = game().event_texts(
      *edition(), std::span(events_).subspan(first, last - first), viewer, texts);
  std::erase(sentences, "");
  return sentences;
}

bool AnyTable::can_undo(Seat seat) const {
  if (steps_.empty()) return false;
  const Step& last = steps_.back();
  return last.seat == seat && !last.showed();
}

Error AnyTable::undo(Seat seat) {
  if (steps_.empty() || steps_.back().seat != seat) {
    return {ErrorCode::kUsage,
            "there is no step of this seat to take back: another seat acted since", ""};
  }
  if (!can_undo(seat)) {
    return {ErrorCode::kUsage,
            steps_.back().used_chance
                ? "the last step can't be taken back: chance has decided something since"
                : "the last step can't be taken back: it showed something hidden",
            ""};
  }
  return rewind(steps_.size() - 1, seat);
}

Error AnyTable::rewind(size_t count, Seat by) {
  if (count > steps_.size()) return {ErrorCode::kUsage, "the table has fewer steps", ""};
  if (count == steps_.size()) return {};
  TakenBack back{
      by, count, acted_, {steps_.begin() + static_cast<std::ptrdiff_t>(count), steps_.end()}};
  if (Error error = go_back(count)) return error;
  if (chance_.goes_back) {
    acted_ = count;
  } else {
    taken_back_.push_back(std::move(back));
  }
  return {};
}

bool TakenBack::showed() const {
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) { return step.showed(); });
}

void AnyTable::draw_anew(const ChanceKey& key) {
  assert(!chance_.goes_back);
  std::vector<ChanceSource::Anew>& anew = chance_.anew;
  // A key that nothing was drawn from is none.
  if (!anew.empty() && anew.back().from == acted_ + 1) anew.pop_back();
  anew.push_back({acted_ + 1, key});
}

std::vector<Deed> AnyTable::course() const {
  std::vector<Deed> nth(acted_ + 1);
  for (const Step& step : steps_) nth[step.nth] = {&step, nullptr, true};
  for (const TakenBack& back : taken_back_) {
    for (const Step& step : back.steps) nth[step.nth] = {&step, nullptr, false};
  }
  std::vector<Deed> course;
  auto back = taken_back_.begin();
  for (uint64_t n = 1; n <= acted_; ++n) {
    course.push_back(nth[n]);
    for (; back != taken_back_.end() && back->after == n; ++back) {
      course.push_back({nullptr, &*back, true});
    }
  }
  return course;
}

SeenSteps AnyTable::seen_and_taken_back() const {
  SeenSteps seen;
  for (const TakenBack& back : taken_back_) {
    if (!back.showed()) continue;
    const auto steps = static_cast<int>(back.steps.size());
    seen.count += steps;
    if (back.by != Seat::kNone) seen.by[static_cast<size_t>(index_of(back.by))] += steps;
  }
  return seen;
}

std::string AnyTable::view_text(Viewer viewer, int indent) const {
  std::string out;
  JsonWriter writer(out, indent);
  write(viewer, writer);
  return out;
}

int AnyGame::parse_value(const AnyEdition& edition, DomainId domain, std::string_view id) const {
  if (domain == kNumber) {
    int64_t number = 0;
    return parse_int(id, 0, 255, number) ? static_cast<int>(number) : -1;
  }
  if (domain == kSeatArg) {
    const Result<Seat> seat = parse_seat(spec(), spec().max_seats, id);
    return seat ? index_of(*seat) : -1;
  }
  for (int value = 0; value < domain_size(edition, domain); ++value) {
    if (value_id(edition, domain, value) == id) return value;
  }
  return -1;
}

std::string AnyGame::value_name(const AnyEdition& edition, DomainId domain, int value) const {
  if (domain == kNumber) return std::to_string(value);
  const int size =
      domain == kSeatArg ? static_cast<int>(spec().seat_ids.size()) : domain_size(edition, domain);
  if (value < 0 || value >= size) return "none";
  if (domain == kSeatArg) return std::string(spec().seat_ids[static_cast<size_t>(value)]);
  return value_id(edition, domain, value);
}

std::string AnyGame::value_text(const AnyEdition& edition, DomainId domain, int value,
                                const Texts& texts) const {
  if (domain == kSeatArg && value >= 0)
    return std::string(texts.get("seat." + std::to_string(value)));
  const std::string key = text_key(edition, domain, value);
  // The key may be missing for a component of an edition of the user's own.
  const std::string* text = texts.find(key);
  return text != nullptr ? *text : value_name(edition, domain, value);
}

std::string AnyGame::text_key(const AnyEdition& edition, DomainId domain, int value) const {
  if (domain < kFirstDomain) return "";
  std::string key(spec().domains[domain - kFirstDomain].text);
  const size_t star = key.find('*');
  if (star == std::string::npos) return "";
  return key.replace(star, 1, value_name(edition, domain, value));
}

std::string AnyGame::about(const AnyEdition& edition, DomainId domain, int value,
                           const Texts& texts) const {
  constexpr std::string_view kName = ".name";
  std::string key = text_key(edition, domain, value);
  if (key.empty()) return "";
  if (key.ends_with(kName)) key.resize(key.size() - kName.size());
  key += ".text";
  std::string text;
  if (const std::string* pattern = texts.find(key)) {
    const std::vector<std::string> named = amounts(edition, domain, value);
    text = texts.fill(*pattern, named.data(), named.size());
  }
  const std::string more = figures(edition, domain, value, texts);
  if (!text.empty() && !more.empty()) text += ' ';
  return text + more;
}

std::vector<Component> AnyGame::components(const AnyEdition& edition, const Texts& texts) const {
  std::vector<Component> found;
  const std::set<std::string_view> house = with_house_figures(edition.figures());
  for (size_t i = 0; i < spec().domains.size(); ++i) {
    const DomainSpec& domain = spec().domains[i];
    if (domain.text.empty()) continue;
    const auto id = static_cast<DomainId>(kFirstDomain + i);
    for (int value = 0; value < domain_size(edition, id); ++value) {
      std::string text = about(edition, id, value, texts);
      std::string more = details(edition, id, value, texts);
      if (text.empty() && more.empty()) continue;
      const std::string name = value_id(edition, id, value);
      found.push_back({domain.id, name, value_text(edition, id, value, texts), std::move(text),
                       std::move(more), house.contains(name)});
    }
  }
  return found;
}

std::string AnyGame::action_id(const AnyEdition& edition, Action action) const {
  if (action.verb >= spec().verbs.size()) return "?";
  const VerbSpec& verb = spec().verbs[action.verb];
  std::string text(verb.id);
  for (int i = 0; i < 3 && verb.args[static_cast<size_t>(i)] != kNoArg; ++i) {
    text += ' ';
    text += value_name(edition, verb.args[static_cast<size_t>(i)], action.arg(i));
  }
  return text;
}

Result<Action> AnyGame::parse_action(const AnyEdition& edition, std::string_view text) const {
  const std::vector<std::string_view> words = split(text, ' ');
  const auto bad = [&](const std::string& why) {
    return Error{ErrorCode::kUsage, "bad action '" + std::string(text) + "': " + why, ""};
  };
  if (words.empty()) return bad("it is empty");
  for (size_t v = 0; v < spec().verbs.size(); ++v) {
    const VerbSpec& verb = spec().verbs[v];
    if (verb.id != words[0]) continue;
    std::array<uint8_t, 3> values{};
    size_t count = 0;
    while (count < 3 && verb.args[count] != kNoArg) ++count;
    if (words.size() != count + 1) {
      return bad(std::string(verb.id) + " takes " + std::to_string(count) +
                 (count == 1 ? " argument" : " arguments"));
    }
    for (size_t i = 0; i < count; ++i) {
      const int value = parse_value(edition, verb.args[i], words[i + 1]);
      if (value < 0) {
        const DomainId domain = verb.args[i];
        const std::string kind = domain == kNumber ? "number"
                                 : domain == kSeatArg
                                     ? "seat"
                                     : std::string(spec().domains[domain - kFirstDomain].id);
        return bad("'" + std::string(words[i + 1]) + "' is no " + kind);
      }
      values[i] = static_cast<uint8_t>(value);
    }
    if (verb.unordered) std::sort(values.begin(), values.begin() + static_cast<ptrdiff_t>(count));
    return Action{static_cast<uint8_t>(v), values[0], values[1], values[2]};
  }
  std::string verbs;
  for (const VerbSpec& verb : spec().verbs)
    verbs += (verbs.empty() ? "" : ", ") + std::string(verb.id);
  return bad("'" + std::string(words[0]) + "' is no verb of " + std::string(spec().id) +
             "; there are " + verbs);
}

std::string AnyGame::action_text(const AnyEdition& edition, Action action,
                                 const Texts& texts) const {
  if (action.verb >= spec().verbs.size()) return "?";
  const VerbSpec& verb = spec().verbs[action.verb];
  std::array<std::string, 3> values;
  for (int i = 0; i < 3; ++i) {
    const DomainId domain = verb.args[static_cast<size_t>(i)];
    if (domain != kNoArg)
      values[static_cast<size_t>(i)] = value_text(edition, domain, action.arg(i), texts);
  }
  return texts.fill(texts.get("verb." + std::string(verb.id)), values.data(), values.size());
}

std::string_view AnyGame::rule_id(Verdict verdict) const {
  return verdict.allowed() ? std::string_view{} : spec().rules[verdict.rule - 1u].id;
}

std::string AnyGame::missing_text(Verdict verdict, const Texts& texts) const {
  if (verdict.missing == 0) return {};
  return texts.format("missing." + std::string(rule_id(verdict)), std::to_string(verdict.missing));
}

std::string AnyGame::reason(Verdict verdict, const Texts& texts) const {
  if (verdict.allowed()) return {};
  const std::string sentence(texts.get("rule." + std::string(rule_id(verdict))));
  return verdict.missing == 0 ? sentence : sentence + " " + missing_text(verdict, texts);
}

std::string AnyGame::rule_text(Verdict verdict, const Texts& texts) const {
  if (verdict.allowed()) return {};
  return reason(verdict, texts) + " (" + std::string(spec().rules[verdict.rule - 1u].ruling) + ")";
}

std::string AnyGame::ruling_text(Verdict verdict, const Texts& texts) const {
  if (verdict.allowed()) return {};
  const std::string ruling(spec().rules[verdict.rule - 1u].ruling);
  return "(" + ruling + ") " + std::string(texts.get("ruling." + ruling));
}

namespace {

// EventKind to all (kEverybody), an event has no secrets from spectators either.
bool hides(const EventSpec& spec, const Event& event, Viewer viewer, int arg) {
  return ((spec.secret >> arg) & 1) != 0 && event.sees != kEverybody && !viewer.may_see(event.sees);
}

size_t args_of(const EventSpec& spec) {
  return static_cast<size_t>(std::find(spec.args.begin(), spec.args.end(), kNoArg) -
                             spec.args.begin());
}

// Is the next event of a series with the first? What is hidden is told one by one: its text doesn't
// name the argument that makes the difference.
bool continues(const EventSpec& spec, const Event& first, Event next, Viewer viewer) {
  if (!spec.series) return false;
  const size_t last = args_of(spec) - 1;
  if (hides(spec, first, viewer, static_cast<int>(last))) return false;
  next.args[last] = first.args[last];
  return next == first;
}

}  // namespace

std::string AnyGame::event_id(const AnyEdition& edition, const Event& event, Viewer viewer) const {
  const EventSpec& row = spec().events[event.kind];
  std::string text(row.id);
  for (int i = 0; i < 4 && row.args[static_cast<size_t>(i)] != kNoArg; ++i) {
    text += ' ';
    text += hides(row, event, viewer, i) ? "?"
                                         : value_name(edition, row.args[static_cast<size_t>(i)],
                                                      event.args[static_cast<size_t>(i)]);
  }
  return text;
}

std::string AnyGame::sentence(const AnyEdition& edition, std::span<const Event> series,
                              Viewer viewer, const Texts& texts) const {
  const Event& event = series.front();
  const EventSpec& row = spec().events[event.kind];
  std::array<std::string, 4> values;
  bool hidden = false;
  for (size_t i = 0; i < args_of(row); ++i) {
    if (hides(row, event, viewer, static_cast<int>(i))) {
      hidden = true;
      values[i] = "?";
    } else {
      values[i] = value_text(edition, row.args[i], event.args[i], texts);
    }
  }
  for (const Event& more : series.subspan(1)) {
    const size_t last = args_of(row) - 1;
    values[last] += ", " + value_text(edition, row.args[last], more.args[last], texts);
  }
  // An event without secret arguments may still have two texts: what everybody gets is the plain
  // one.
  const std::string key =
      "event." + std::string(row.id) + (row.secret != 0 ? (hidden ? ".hidden" : ".shown") : "");
  return texts.fill(texts.get(key), values.data(), values.size());
}

std::string AnyGame::event_text(const AnyEdition& edition, const Event& event, Viewer viewer,
                                const Texts& texts) const {
  return sentence(edition, {&event, 1}, viewer, texts);
}

std::vector<std::string> AnyGame::event_texts(const AnyEdition& edition,
                                              std::span<const Event> events, Viewer viewer,
                                              const Texts& texts) const {
  std::vector<std::string> sentences(events.size());
  for (size_t first = 0; first < events.size();) {
    const EventSpec& row = spec().events[events[first].kind];
    size_t end = first + 1;
    while (end < events.size() && continues(row, events[first], events[end], viewer)) ++end;
    sentences[first] = sentence(edition, events.subspan(first, end - first), viewer, texts);
    first = end;
  }
  return sentences;
}

std::string AnyGame::account_text(const AnyEdition& edition, const Event& event,
                                  const Texts& texts) const {
  const EventSpec& row = spec().events[event.kind];
  if (row.account.empty()) return "";
  std::array<std::string, 4> values;
  for (size_t i = 0; i < args_of(row); ++i)
    values[i] = value_text(edition, row.args[i], event.args[i], texts);
  return texts.fill(texts.get(row.account), values.data(), values.size());
}

std::string AnyGame::account_text(const AnyEdition& edition, const ScorePart& part,
                                  const Texts& texts) const {
  if (part.domain == kNoArg) return std::string(texts.get(part.text));
  return texts.format(part.text, value_text(edition, part.domain, part.value, texts));
}

Script AnyGame::script(const AnyEdition& edition, std::vector<std::string> outcomes) const {
  return Script(
      std::move(outcomes),
      [this, &edition](uint8_t kind, std::string_view name) {
        const ChanceSpec& chance = spec().chances[kind];
        // "die=4" says what is decided too, and must be right about it.
        if (const size_t equals = name.find('='); equals != std::string_view::npos) {
          if (name.substr(0, equals) != chance.id) return -1;
          name.remove_prefix(equals + 1);
          if (name == Script::kAny) return Script::kAnyValue;
        }
        return parse_value(edition, chance.domain, name);
      },
      [this, &edition](uint8_t kind, int value) {
        return value_name(edition, spec().chances[kind].domain, value);
      });
}

}  // namespace engine
