// The type-erased form of a game and of a table: what the terminal, the server, records, cases and
// bindings use. Implemented once, as a template over the contract, in any_game_of.h.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/action_index.h"
#include "engine/canvas.h"
#include "engine/chance.h"
#include "engine/edition_reader.h"
#include "engine/event.h"
#include "engine/game.h"
#include "engine/json.h"
#include "engine/score_sheet.h"
#include "engine/spec.h"
#include "engine/text.h"
#include "engine/types.h"

namespace engine {

class AnyGame;
class FlatView;
class Lexicon;

// The component data of a game, checked. Editions outlive the tables that use them (shared_ptr).
class AnyEdition {
 public:
  virtual ~AnyEdition() = default;
  const std::string& name() const { return name_; }
  // What was loaded, as JSON in canonical form: no notes, nothing of how the file is written.
  // Loading it gives the same edition.
  const std::string& text() const { return text_; }
  // The same, to look figures up in (figures.h).
  const Json& figures() const { return figures_; }
  // A fingerprint of that text. Editions of the same hash play alike.
  uint64_t hash() const { return hash_; }
  // A fingerprint of the whole file, notes included: what records of format 1 name.
  uint64_t file_hash() const { return file_hash_; }
  // The game's texts with the figures of this edition (figures.h), and with the names and texts of
  // its own (edition_texts.cpp).
  const TextsByLanguage& texts() const { return texts_; }
  const Texts& texts(Language language) const { return texts_[static_cast<size_t>(language)]; }
  // What makes a poor game of it, in English; none where nothing does.
  const std::vector<std::string>& warnings() const { return warnings_; }

 protected:
  friend class AnyGame;
  std::string name_;
  std::string text_;
  Json figures_;
  uint64_t hash_ = 0;
  uint64_t file_hash_ = 0;
  TextsByLanguage texts_;
  std::vector<std::string> warnings_;
};
using EditionPtr = std::shared_ptr<const AnyEdition>;

// Where a table's chance comes from; the nth action (set-up is 0) uses the sub-stream n.
struct ChanceSource {
  enum class Kind : uint8_t { kSeed, kKey };
  Kind kind = Kind::kSeed;
  uint64_t seed = 0;
  ChanceKey key{};
  // Only for tables that began so, long ago: a step taken back gave its chance back, and was
  // forgotten.
  bool goes_back = false;
  // The sub-streams before this one are used up: by actions before the position a table begins at.
  uint64_t first = 0;
  // Where a record is played on, whoever has it knows its chance: from the action `from` on there
  // is another key. In order.
  struct Anew {
    uint64_t from = 0;
    ChanceKey key{};
  };
  std::vector<Anew> anew;

  static ChanceSource of_seed(uint64_t seed) { return {Kind::kSeed, seed, {}, false, 0, {}}; }
  static ChanceSource of_key(const ChanceKey& key) { return {Kind::kKey, 0, key, false, 0, {}}; }
  Chance at(uint64_t nth) const {
    for (size_t i = anew.size(); i-- > 0;) {
      if (nth >= anew[i].from) return {anew[i].key, first + nth};
    }
    return kind == Kind::kSeed ? Chance(seed, first + nth) : Chance(key, first + nth);
  }
};

struct TableSpec {
  EditionPtr edition;  // nullptr: the game's own
  Variants variants;
  int seats = 0;
  ChanceSource chance;
};

// One action that was carried out.
struct Step {
  Seat seat = Seat::kNone;
  Action action;
  bool used_chance = false;
  bool revealed = false;     // showed somebody what was hidden before
  uint32_t first_event = 0;  // its events: [first_event, first_event of the next step)
  uint64_t nth = 0;          // it was the nth action at this table, those taken back counted
  uint64_t fingerprint = 0;  // of the position after it

  bool showed() const { return used_chance || revealed; }
};

// Steps that were taken back. They no longer count, but what they showed has been seen, and the
// chance they used is used up.
struct TakenBack {
  Seat by = Seat::kNone;
  size_t to = 0;            // the table was at this step again
  uint64_t after = 0;       // how many actions there had been by then
  std::vector<Step> steps;  // all that came after step `to`

  bool showed() const;
};

// How many steps were taken back after something was shown: chance, or what was hidden.
struct SeenSteps {
  int count = 0;
  std::array<int, kMaxSeats> by{};  // those of each seat
  friend bool operator==(const SeenSteps&, const SeenSteps&) = default;
};

// One thing that was done at a table: an action, or steps taken back.
struct Deed {
  const Step* step = nullptr;
  const TakenBack* back = nullptr;
  bool counts = true;  // a step that was not taken back later
};

// One match being played. Not thread-safe: a table has one home.
class AnyTable {
 public:
  virtual ~AnyTable() = default;

  virtual const AnyGame& game() const = 0;
  virtual const EditionPtr& edition() const = 0;
  // With the names and figures of its edition.
  const Texts& texts(Language language) const { return edition()->texts(language); }
  virtual int seats() const = 0;
  virtual const Variants& variants() const = 0;
  const ChanceSource& chance() const { return chance_; }

  virtual bool over() const = 0;
  virtual SeatSet acting() const = 0;
  // The choices of a seat that is acting (otherwise none), with verdicts.
  virtual void offer(Seat seat, Offer& offer) const = 0;
  virtual int prompt(Seat seat) const = 0;
  // Is the seat asked out of turn? False for one that isn't acting.
  virtual bool out_of_turn(Seat seat) const = 0;
  // Who or what asks the seat. REQUIRES: the seat is acting.
  virtual Asker asker(Seat seat) const = 0;
  virtual Action fallback(Seat seat) const = 0;
  virtual Outcome outcome() const = 0;
  // Where the scores came from, since the table's beginning. None when a step was decided by a
  // given chance: it can't be repeated.
  virtual std::optional<ScoreSheet> score_sheet(const Texts& texts) const = 0;
  // Of the position's bytes: quick, and of this program alone.
  virtual uint64_t hash() const = 0;
  // Of what the position says (engine/fingerprint.h over what write() writes for
  // Viewer::everything()): the same in every version of the program that describes it alike.
  virtual uint64_t fingerprint() const = 0;
  virtual void write(Viewer viewer, JsonWriter& writer) const = 0;
  // The position by its description (position.h).
  virtual const Lexicon& lexicon() const = 0;
  virtual void describe(Out& out) const = 0;
  // A view to be compared with another (describe_difference.h).
  virtual FlatView flat_view(Viewer viewer) const = 0;
  // The whole position in bytes, for AnyGame::table_at_bytes.
  virtual std::string bytes() const = 0;
  // 64 bits over what the seat knows, the same in all worlds that look alike to it; and what it
  // knows as numbers: how many there are, how they are called.
  virtual uint64_t key(Seat seat) const = 0;
  virtual size_t observe(Seat seat, std::span<float> out) const = 0;
  virtual std::vector<std::string> observation_names() const = 0;
  virtual void draw(Viewer viewer, const Texts& texts, Canvas& canvas) const = 0;
  virtual std::string tell(Viewer viewer, const Texts& texts) const = 0;
  // The name of the broken invariant, or empty.
  virtual std::string_view broken_invariant() const = 0;
  virtual std::unique_ptr<AnyTable> clone() const = 0;
  // A table that begins at a position the seat can't tell from this one, with chance of its own: it
  // knows nothing the seat doesn't.
  virtual std::unique_ptr<AnyTable> imagine(Seat seat, const ChanceSource& chance) const = 0;
  // How well each seat stands by the game's own judgement (0 where it has none), now or after an
  // allowed action under the given chance; the table stays as it is.
  virtual Standing standing() const = 0;
  virtual Standing standing_after(Seat seat, Action action, Chance& chance) const = 0;
  // The position the table began with, when it did not begin with set-up; otherwise empty.
  virtual std::string start_position() const = 0;
  virtual uint64_t start_fingerprint() const = 0;

  // May the seat do this now? kTurn, kIllegal (with the rule's id) or kUsage; changes nothing.
  Error check(Seat seat, Action action) const;
  // Carries out an action, with the table's own chance or with a given one. An error changes
  // nothing.
  Error act(Seat seat, Action action);
  virtual Error act(Seat seat, Action action, Chance& chance) = 0;

  const std::vector<Step>& steps() const { return steps_; }
  // How many actions were ever carried out here. Never goes back: chance is keyed by it, so what
  // was seen can't be drawn again otherwise.
  uint64_t acted() const { return acted_; }
  const std::vector<TakenBack>& taken_back() const { return taken_back_; }
  // The whole history in order, taken back or not. Valid while the table stays as it is.
  std::vector<Deed> course() const;
  SeenSteps seen_and_taken_back() const;
  const std::vector<Event>& events() const { return events_; }
  // The events of step n; of set-up: n = -1.
  std::pair<size_t, size_t> event_range(int step) const;
  // The same in sentences.
  std::vector<std::string> told(int step, Viewer viewer, const Texts& texts) const;

  // A seat may take back its own last step, unless chance was used, something hidden was shown, or
  // another seat acted since.
  bool can_undo(Seat seat) const;
  Error undo(Seat seat);
  // Goes back to the position after the first `count` steps; the others are kept as taken back, by
  // whoever wanted it. An error changes nothing: there are fewer, or one of them was decided by a
  // given chance and can't be repeated.
  Error rewind(size_t count, Seat by = Seat::kNone);
  // From the next action on chance comes from this key. REQUIRES: chance doesn't go back.
  void draw_anew(const ChanceKey& key);

  std::string position_text(int indent = 2) const {
    return view_text(Viewer::everything(), indent);
  }
  std::string view_text(Viewer viewer, int indent = -1) const;

 protected:
  // Makes the position after the first `count` steps the present one. REQUIRES: there are more.
  virtual Error go_back(size_t count) = 0;

  ChanceSource chance_;
  std::vector<Step> steps_;
  uint64_t acted_ = 0;
  std::vector<TakenBack> taken_back_;
  std::vector<Event> events_;
  size_t setup_events_ = 0;
};

// A component of an edition with something to read about it.
struct Component {
  std::string_view domain;
  std::string id;
  std::string name;
  std::string text;
  std::string details;         // what the box has of it: copies, prices, when it may be used
  bool house_figures = false;  // some of its figures are our own (figures.h)
};

class AnyGame {
 public:
  virtual ~AnyGame() = default;

  virtual const GameSpec& spec() const = 0;
  // Those of the game's own edition; another one has its own (AnyEdition::texts).
  const TextsByLanguage& texts() const { return default_edition()->texts(); }
  const Texts& texts(Language language) const { return default_edition()->texts(language); }
  // As they are written: figures are named by where they stand (figures.h).
  virtual const TextsByLanguage& patterns() const = 0;
  // The case file of the pictures in the rules (diagrams.h); empty: none.
  virtual std::string_view diagrams() const = 0;
  // The files of its lessons, in order (lessons.h).
  virtual std::span<const std::string_view> lessons() const = 0;

  // At a table: as its variants say.
  Texts texts_at(const AnyTable& table, Language language) const {
    return table.texts(language).with_variants(spec(), table.variants());
  }

  virtual EditionPtr default_edition() const = 0;
  virtual std::string_view edition_json() const = 0;
  virtual Result<EditionPtr> load_edition(std::string_view json, std::string_view what) const = 0;
  // What there is in an edition of this game: every field, as its reader asks for it.
  virtual std::vector<FieldDoc> edition_fields() const = 0;

  // A new table, dealt. Errors: wrong number of seats, a variant out of its range.
  virtual Result<std::unique_ptr<AnyTable>> new_table(const TableSpec& spec) const = 0;
  // Deals with scripted chance, for cases.
  virtual Result<std::unique_ptr<AnyTable>> new_table(const TableSpec& spec,
                                                      Chance& setup) const = 0;
  // A table that begins at a position written by AnyTable::write.
  virtual Result<std::unique_ptr<AnyTable>> table_at(const Json& position, EditionPtr edition,
                                                     ChanceSource chance) const = 0;

  // The same of AnyTable::bytes: by other rules or another edition they are refused.
  virtual Result<std::unique_ptr<AnyTable>> table_at_bytes(std::string_view bytes,
                                                           EditionPtr edition,
                                                           ChanceSource chance) const = 0;

  virtual int domain_size(const AnyEdition& edition, DomainId domain) const = 0;
  virtual std::string value_id(const AnyEdition& edition, DomainId domain, int value) const = 0;
  virtual size_t state_size() const = 0;
  ActionIndex action_index(const AnyEdition& edition) const {
    return {spec(), [&](DomainId domain) { return domain_size(edition, domain); }};
  }

  // --- from the tables, the same for every game ---
  int parse_value(const AnyEdition& edition, DomainId domain,
                  std::string_view id) const;  // -1: none
  // Its inverse: the id of a value of any domain, numbers and seats included; "none" for one that
  // isn't in it.
  std::string value_name(const AnyEdition& edition, DomainId domain, int value) const;
  std::string value_text(const AnyEdition& edition, DomainId domain, int value,
                         const Texts& texts) const;
  // What there is to read about a value: the text of its pattern with its amounts filled in, then
  // what its figures say. Empty: nothing.
  std::string about(const AnyEdition& edition, DomainId domain, int value,
                    const Texts& texts) const;
  // All there is something to read about, domain by domain.
  std::vector<Component> components(const AnyEdition& edition, const Texts& texts) const;
  // "play guenstling": the verb and its arguments by id. The stable text form of an action. "?" for
  // a verb that doesn't exist.
  std::string action_id(const AnyEdition& edition, Action action) const;
  Result<Action> parse_action(const AnyEdition& edition, std::string_view text) const;
  std::string action_text(const AnyEdition& edition, Action action, const Texts& texts) const;
  std::string_view rule_id(Verdict verdict) const;
  // How much is missing, where the rule counts something; empty otherwise.
  std::string missing_text(Verdict verdict, const Texts& texts) const;
  // Why not, with how much is missing; rule_text also names the ruling: "… (R10)".
  std::string reason(Verdict verdict, const Texts& texts) const;
  std::string rule_text(Verdict verdict, const Texts& texts) const;
  // What the reason cites, in a sentence of its own: "(R10) …".
  std::string ruling_text(Verdict verdict, const Texts& texts) const;
  // "drew green guenstling"; a secret argument the viewer may not know is "?".
  std::string event_id(const AnyEdition& edition, const Event& event, Viewer viewer) const;
  std::string event_text(const AnyEdition& edition, const Event& event, Viewer viewer,
                         const Texts& texts) const;
  // A sentence for each of them. A series (EventSpec) has one for all, at the first; those of the
  // others are empty.
  std::vector<std::string> event_texts(const AnyEdition& edition, std::span<const Event> events,
                                       Viewer viewer, const Texts& texts) const;
  // The line of the score sheet that an event opens; empty: none.
  std::string account_text(const AnyEdition& edition, const Event& event, const Texts& texts) const;
  std::string account_text(const AnyEdition& edition, const ScorePart& part,
                           const Texts& texts) const;
  Script script(const AnyEdition& edition, std::vector<std::string> outcomes) const;

 protected:
  // Makes the texts of an edition that was loaded from `file`. Errors: texts that can't be.
  Error give_texts(const Json& file, AnyEdition& edition) const;

 private:
  // What the text of a value names by {0}, {1}, …; none where the game has no such texts.
  virtual std::vector<std::string> amounts(const AnyEdition& edition, DomainId domain,
                                           int value) const = 0;
  // Sentences made of the edition's figures; empty where the game has none.
  virtual std::string figures(const AnyEdition& edition, DomainId domain, int value,
                              const Texts& texts) const = 0;
  // What only the rules to read say of a value; empty where the game has nothing to add.
  virtual std::string details(const AnyEdition& edition, DomainId domain, int value,
                              const Texts& texts) const = 0;
  // What a text names by {told:what}; empty where the game has nothing of that name.
  virtual std::string told(const AnyEdition& edition, std::string_view what,
                           const Texts& texts) const = 0;
  // What happened, with the last argument of each of a series.
  std::string sentence(const AnyEdition& edition, std::span<const Event> series, Viewer viewer,
                       const Texts& texts) const;
  // The key of a value's name; empty where its domain has no texts.
  std::string text_key(const AnyEdition& edition, DomainId domain, int value) const;
};

}  // namespace engine
