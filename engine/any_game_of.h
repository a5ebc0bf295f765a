// AnyGame and AnyTable, written once over the contract.
#pragma once

#include <memory>
#include <utility>

#include "engine/any_game.h"
#include "engine/position.h"

namespace engine {

template <Game G>
class EditionOf final : public AnyEdition {
 public:
  // `json` is what `edition` was loaded from.
  EditionOf(typename G::Edition edition, const Json& json, std::vector<std::string> warnings)
      : data(std::move(edition)) {
    if (const Json* name = json.find("edition")) name_ = name->text;
    warnings_ = std::move(warnings);
    text_ = json.canonical();
    figures_ = json;
    hash_ = hash_bytes(text_.data(), text_.size());
    const std::string whole = json.dump();
    file_hash_ = hash_bytes(whole.data(), whole.size());
  }
  const typename G::Edition data;
};

// Keeps the score sheet of a game that is played again.
template <Game G>
class ScoreListener final : public Listener {
 public:
  using State = typename G::State;

  ScoreListener(const AnyGame& game, const AnyEdition& edition, const State& state,
                const Texts& texts)
      : game_(game), edition_(edition), state_(state), texts_(texts), keeper_(scores()) {}

  void hear(const Event& event) override {
    const std::string line = game_.account_text(edition_, event, texts_);
    if (line.empty()) return;
    keeper_.settle(scores());
    keeper_.open(line);
  }
  ScoreSheet finish() {
    keeper_.settle(scores());
    each_part([&](Seat seat, const ScorePart& part) {
      keeper_.enter(game_.account_text(edition_, part, texts_), seat, part.points);
    });
    return keeper_.finish();
  }

 private:
  // Without the parts that the position shows.
  Scores scores() const {
    Scores scores = G::outcome(state_).score;
    each_part([&](Seat seat, const ScorePart& part) {
      int16_t& score = scores[static_cast<size_t>(index_of(seat))];
      score = static_cast<int16_t>(score - part.points);
    });
    return scores;
  }
  template <class Visit>
  void each_part(Visit visit) const {
    if constexpr (requires { G::score_parts(state_, Seat{}); }) {
      for (int i = 0; i < G::seats(state_); ++i) {
        for (const ScorePart& part : G::score_parts(state_, seat_at(i))) visit(seat_at(i), part);
      }
    }
  }

  const AnyGame& game_;
  const AnyEdition& edition_;
  const State& state_;  // changes while the listener hears
  const Texts& texts_;
  ScoreKeeper keeper_;
};

template <Game G>
class TableOf final : public AnyTable {
 public:
  using State = typename G::State;

  TableOf(const AnyGame& game, EditionPtr edition, const ChanceSource& chance, const State& start,
          std::vector<Event> setup_events, bool dealt)
      : game_(game), edition_(std::move(edition)), start_(start), state_(start), dealt_(dealt) {
    chance_ = chance;
    events_ = std::move(setup_events);
    setup_events_ = events_.size();
  }

  const State& state() const { return state_; }

  const AnyGame& game() const override { return game_; }
  const EditionPtr& edition() const override { return edition_; }
  int seats() const override { return G::seats(state_); }
  const Variants& variants() const override { return G::variants_of(state_); }
  bool over() const override { return G::over(state_); }
  SeatSet acting() const override { return G::acting(state_); }
  void offer(Seat seat, Offer& offer) const override {
    offer.clear();
    if (acting().contains(seat)) G::options(state_, seat, offer);
  }
  int prompt(Seat seat) const override { return G::prompt(state_, seat); }
  bool out_of_turn(Seat seat) const override {
    return acting().contains(seat) && asked_out_of_turn<G>(state_, seat);
  }
  Asker asker(Seat seat) const override { return asker_of<G>(state_, seat); }
  Action fallback(Seat seat) const override { return G::fallback(state_, seat); }
  Outcome outcome() const override { return G::outcome(state_); }
  std::optional<ScoreSheet> score_sheet(const Texts& texts) const override {
    State state = start_;
    ScoreListener<G> listener(game_, *edition_, state, texts);
    std::vector<Event> told;
    Events events(told, &listener);
    for (const Step& step : steps_) {
      Chance chance = chance_.at(step.nth);
      G::apply(state, step.seat, step.action, chance, events);
      if (step.used_chance && fingerprint_of<G>(state) != step.fingerprint) return std::nullopt;
    }
    return listener.finish();
  }
  uint64_t hash() const override { return hash_of<G>(state_); }
  uint64_t fingerprint() const override { return fingerprint_of<G>(state_); }
  void write(Viewer viewer, JsonWriter& writer) const override {
    write_position<G>(state_, viewer, writer);
  }
  const Lexicon& lexicon() const override { return state_.edition->lexicon; }
  void describe(Out& out) const override { G::describe(out, state_); }
  FlatView flat_view(Viewer viewer) const override { return engine::flat_view<G>(state_, viewer); }
  std::string bytes() const override {
    return bytes_head(G::spec(), edition_->hash()) + pack_position<G>(state_);
  }
  uint64_t key(Seat seat) const override { return observation_key<G>(state_, seat); }
  size_t observe(Seat seat, std::span<float> out) const override {
    return engine::observe<G>(state_, seat, out);
  }
  std::vector<std::string> observation_names() const override {
    return engine::observation_names<G>(state_);
  }
  void draw(Viewer viewer, const Texts& texts, Canvas& canvas) const override {
    G::draw(state_, viewer, texts, canvas);
  }
  std::string tell(Viewer viewer, const Texts& texts) const override {
    std::string text;
    G::tell(state_, viewer, texts, text);
    return text;
  }
  std::string_view broken_invariant() const override { return engine::broken_invariant<G>(state_); }
  std::unique_ptr<AnyTable> clone() const override { return std::make_unique<TableOf>(*this); }
  std::unique_ptr<AnyTable> imagine(Seat seat, const ChanceSource& chance) const override {
    State world = state_;
    Chance fancy = chance.at(0);
    G::reimagine(world, seat, fancy);
    return std::make_unique<TableOf>(game_, edition_, chance, world, std::vector<Event>{}, false);
  }
  Standing standing() const override { return standing_of(state_); }
  Standing standing_after(Seat seat, Action action, Chance& chance) const override {
    State state = state_;
    Events nobody;
    G::apply(state, seat, action, chance, nobody);
    return standing_of(state);
  }

  std::string start_position() const override {
    std::string text;
    if (!dealt_) {
      JsonWriter writer(text);
      write_position<G>(start_, Viewer::everything(), writer);
    }
    return text;
  }
  uint64_t start_fingerprint() const override { return fingerprint_of<G>(start_); }

  using AnyTable::act;
  Error act(Seat seat, Action action, Chance& chance) override {
    if (Error error = check(seat, action)) return error;
    perform(seat, action, acted_ + 1, chance);
    ++acted_;
    return {};
  }

 private:
  Error go_back(size_t count) override {
    const size_t back = steps_.size() - count;
    if (back > before_.size()) return replay(count);
    state_ = before_[before_.size() - back];
    before_.erase(before_.end() - static_cast<std::ptrdiff_t>(back), before_.end());
    events_.resize(steps_[count].first_event);
    steps_.resize(count);
    return {};
  }

  static Standing standing_of(const State& state) {
    Standing values{};
    if constexpr (Judgement<G>) {
      for (int i = 0; i < G::seats(state); ++i) {
        values[static_cast<size_t>(i)] = Judge<G>::standard().value(state, seat_at(i));
      }
    }
    return values;
  }

  // Begins anew and repeats the first `count` steps, each with the chance it had.
  Error replay(size_t count) {
    const State state = std::exchange(state_, start_);
    std::vector<Step> steps = std::exchange(steps_, {});
    std::vector<Event> events = events_;
    std::vector<State> before = std::exchange(before_, {});
    events_.resize(setup_events_);
    for (size_t i = 0; i < count; ++i) {
      Chance chance = chance_.at(steps[i].nth);
      perform(steps[i].seat, steps[i].action, steps[i].nth, chance);
      if (steps_[i].fingerprint != steps[i].fingerprint) {
        state_ = state;
        steps_ = std::move(steps);
        events_ = std::move(events);
        before_ = std::move(before);
        return {ErrorCode::kUsage, "steps decided by a given chance can't be repeated", ""};
      }
    }
    return {};
  }

  void perform(Seat seat, Action action, uint64_t nth, Chance& chance) {
    const State before = state_;
    Step step;
    step.seat = seat;
    step.action = action;
    step.nth = nth;
    step.first_event = static_cast<uint32_t>(events_.size());
    Events events(events_);
    G::apply(state_, seat, action, chance, events);
    step.used_chance = chance.used();
    for (size_t i = step.first_event; i < events_.size(); ++i) {
      step.revealed = step.revealed || G::spec().events[events_[i].kind].reveals;
    }
    step.fingerprint = fingerprint_of<G>(state_);
    steps_.push_back(step);
    if (step.showed()) {
      before_.clear();
    } else {
      before_.push_back(before);
    }
  }

  const AnyGame& game_;
  EditionPtr edition_;
  State start_;
  State state_;
  // The positions before the last steps, as far as undo can go back: not beyond chance or a reveal.
  std::vector<State> before_;
  bool dealt_;
};

template <Game G>
class AnyGameOf final : public AnyGame {
 public:
  AnyGameOf() : patterns_(load_embedded(G::texts(), std::string(G::spec().id) + "/texts")) {
    Result<EditionPtr> loaded = load_edition(G::edition_json(), "edition.json");
    assert(loaded && "the embedded edition is good");
    edition_ = std::move(*loaded);
  }

  const GameSpec& spec() const override { return G::spec(); }
  const TextsByLanguage& patterns() const override { return patterns_; }
  std::string_view diagrams() const override {
    if constexpr (requires { G::diagrams(); }) return G::diagrams();
    return {};
  }
  std::span<const std::string_view> lessons() const override {
    if constexpr (requires { G::lessons(); }) return G::lessons();
    return {};
  }
  EditionPtr default_edition() const override { return edition_; }
  std::string_view edition_json() const override { return G::edition_json(); }
  size_t state_size() const override { return sizeof(typename G::State); }

  Result<EditionPtr> load_edition(std::string_view json, std::string_view what) const override {
    Result<Json> parsed = parse_json(json, what);
    if (!parsed) {
      parsed.error.code = ErrorCode::kEdition;
      return parsed.error;
    }
    typename G::Edition edition;
    EditionNotes notes;
    Error error = G::load_edition(*parsed, edition, &notes);
    if (!error) {
      edition.lexicon = Lexicon::of<G>(edition);
      auto loaded =
          std::make_shared<EditionOf<G>>(std::move(edition), *parsed, std::move(notes.warnings));
      error = give_texts(*parsed, *loaded);
      if (!error) return EditionPtr(std::move(loaded));
    }
    error.text = std::string(what) + ": " + error.text;
    return error;
  }
  std::vector<FieldDoc> edition_fields() const override {
    const Result<Json> own = parse_json(G::edition_json(), "edition.json");
    typename G::Edition edition;
    EditionNotes notes;
    notes.wants_fields = true;
    [[maybe_unused]] const Error error = G::load_edition(*own, edition, &notes);
    assert(!error && "the embedded edition is good");
    return std::move(notes.fields);
  }

  Result<std::unique_ptr<AnyTable>> new_table(const TableSpec& spec) const override {
    Chance chance = spec.chance.at(0);
    return new_table(spec, chance);
  }

  Result<std::unique_ptr<AnyTable>> new_table(const TableSpec& spec, Chance& setup) const override {
    const GameSpec& game = G::spec();
    if (spec.seats < game.min_seats || spec.seats > game.max_seats) {
      return Error{ErrorCode::kUsage,
                   std::string(game.id) + " is for " + std::to_string(game.min_seats) + " to " +
                       std::to_string(game.max_seats) + " players, not " +
                       std::to_string(spec.seats),
                   ""};
    }
    if (Error error = check_variants(game, spec.variants)) return error;
    EditionPtr edition = spec.edition != nullptr ? spec.edition : edition_;
    std::vector<Event> told;
    Events events(told);
    const typename G::State state =
        G::setup(data(*edition), spec.variants, spec.seats, setup, events);
    return std::unique_ptr<AnyTable>(std::make_unique<TableOf<G>>(
        *this, std::move(edition), spec.chance, state, std::move(told), true));
  }

  Result<std::unique_ptr<AnyTable>> table_at(const Json& position, EditionPtr edition,
                                             ChanceSource chance) const override {
    if (edition == nullptr) edition = edition_;
    typename G::State state{};
    if (Error error = read_position<G>(position, data(*edition), state)) return error;
    return table_with(state, std::move(edition), chance);
  }

  Result<std::unique_ptr<AnyTable>> table_at_bytes(std::string_view bytes, EditionPtr edition,
                                                   ChanceSource chance) const override {
    if (edition == nullptr) edition = edition_;
    if (Error error = check_bytes_head(G::spec(), edition->hash(), bytes)) return error;
    bytes.remove_prefix(kBytesHead);
    typename G::State state{};
    if (Error error = unpack_position<G>(bytes, data(*edition), state)) return error;
    return table_with(state, std::move(edition), chance);
  }

  int domain_size(const AnyEdition& edition, DomainId domain) const override {
    return G::domain_size(data(edition), domain);
  }
  std::string value_id(const AnyEdition& edition, DomainId domain, int value) const override {
    return std::string(G::value_id(data(edition), domain, value));
  }
  std::vector<std::string> amounts(const AnyEdition& edition, DomainId domain,
                                   int value) const override {
    if constexpr (requires { G::amounts(data(edition), domain, value); }) {
      return G::amounts(data(edition), domain, value);
    } else {
      return {};
    }
  }
  std::string figures(const AnyEdition& edition, DomainId domain, int value,
                      const Texts& texts) const override {
    if constexpr (requires { G::about(data(edition), domain, value, texts); }) {
      return G::about(data(edition), domain, value, texts);
    } else {
      return "";
    }
  }

  std::string details(const AnyEdition& edition, DomainId domain, int value,
                      const Texts& texts) const override {
    if constexpr (requires { G::details(data(edition), domain, value, texts); }) {
      return G::details(data(edition), domain, value, texts);
    } else {
      return "";
    }
  }

  std::string told(const AnyEdition& edition, std::string_view what,
                   const Texts& texts) const override {
    if constexpr (requires { G::told(data(edition), what, texts); }) {
      return G::told(data(edition), what, texts);
    } else {
      return "";
    }
  }

  static const typename G::Edition& data(const AnyEdition& edition) {
    return static_cast<const EditionOf<G>&>(edition).data;
  }

 private:
  Result<std::unique_ptr<AnyTable>> table_with(const typename G::State& state, EditionPtr edition,
                                               const ChanceSource& chance) const {
    if (const std::string name(engine::broken_invariant<G>(state)); !name.empty()) {
      return Error{ErrorCode::kPosition,
                   "this position cannot be: it breaks the invariant '" + name + "'", name};
    }
    return std::unique_ptr<AnyTable>(std::make_unique<TableOf<G>>(
        *this, std::move(edition), chance, state, std::vector<Event>{}, false));
  }

  TextsByLanguage patterns_;
  EditionPtr edition_;
};

}  // namespace engine
