// A table as the server keeps it: who sits where, the match, the clock, and the list of entries it
// all follows from. Knows no network, no store and no threads: requests are checked here and become
// entries; applying the entries again, in order, gives the same table.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/levels.h"
#include "engine/any_game.h"
#include "engine/record.h"
#include "server/chat.h"
#include "server/door.h"
#include "server/entry.h"
#include "server/fair.h"
#include "server/house_bots.h"
#include "server/orders.h"
#include "server/refusal.h"
#include "server/snapshot.h"
#include "server/table_result.h"
#include "store/store.h"

namespace server {

enum class SeatKind : uint8_t { kOpen, kPerson, kBot };

// One place at the table.
struct Chair {
  SeatKind kind = SeatKind::kOpen;
  SeatBot bot{};
  bool stand_in = false;  // a bot plays for the person, or one of ours for one of the house
  bool conceded = false;
  std::string person;
  std::string commitment;  // to a word for chance
  std::string word;        // once it is opened
};

// "kind", and of a bot which; of one of the house also its name, and which plays in its place.
void write_kind(const Chair& chair, engine::JsonWriter& out);
// Who the bot in that seat is (bots/characters.h).
void write_character(std::string_view table, int seat, engine::JsonWriter& out);

struct ClockRule {
  static constexpr int kDay = 24 * 3600 * 1000;
  static constexpr int kLongest = 14 * kDay;  // each of the two

  int64_t move = 0;  // free milliseconds for each decision
  int64_t bank = 0;  // for all of them together, after that
  bool on() const { return move > 0 || bank > 0; }
  // Play by correspondence: nobody is expected to be there, and time goes on while the server is
  // away, too.
  bool by_days() const { return move + bank >= kDay; }
};

// May steps be taken back after something was shown (chance, or what was hidden)?
enum class TakeBack : uint8_t {
  kFree,  // when every person agrees
  kNever,
};
inline constexpr std::array<std::string_view, 2> kTakeBackIds{"free", "never"};

// May people ask for advice at a table (hints.h)?
enum class HintRule : uint8_t {
  kNo,      // it was not agreed
  kAgreed,  // at set-up
  kAlone,   // nobody else has a seat, only bots
};
inline constexpr std::array<std::string_view, 3> kHintRuleIds{"no", "agreed", "alone"};

// Where tables find their game, and the edition they began with.
struct Boxes {
  engine::FindGame game;
  // By the hash that a head names; nullptr: it isn't known.
  std::function<engine::EditionPtr(const engine::AnyGame& game, std::string_view hash)> edition;
};
// The games of this program, with their own editions.
const Boxes& built_in_boxes();

// What a table that came from a record begins with (bring.h): whoever has the record knows its
// chance.
struct Beginning {
  engine::ChanceSource chance;
  std::string position;  // JSON; empty: it was dealt
};

// What a table is made of; its first entry.
struct Head {
  const engine::AnyGame* game = nullptr;
  engine::EditionPtr edition;  // nullptr, until there is a table: the game's own
  bool own_edition = true;     // it is the one that the head names
  int rules = 0;               // the version it was last played by; 0: this one
  engine::Variants variants;
  ClockRule clock;
  bool listed = false;
  bool friends_only = false;  // who may chat, at first
  TakeBack take_back = TakeBack::kFree;
  bool hints = false;    // it is agreed that people may ask for advice
  bool rated = false;    // it counts for the ratings of those who play (ratings.h)
  bool brought = false;  // it came from a record; lists don't know its beginning
  std::optional<Beginning> beginning;
  std::string secret;
  std::vector<Chair> chairs;
  engine::Seat host = engine::Seat::kNone;
  // Of a table that is over, for lists.
  int64_t ended = 0;
  engine::SeatSet winners;
  std::optional<TableResult> result;  // none: there was no game, or it ended under an old version
  engine::SeatSet to_act;             // in lists: the people who have to choose
};
std::string write_head(const Head& head);
// Why a table of this head can't be rated; empty: it can. What a rated table is: docs/server.md.
std::string why_not_rated(const Head& head);
engine::Result<Head> read_head(std::string_view json, const Boxes& boxes = built_in_boxes());

// A wish to take back that others must agree to.
struct BackRequest {
  engine::Seat by = engine::Seat::kNone;
  int step = 0;
  engine::SeatSet waiting;
};

// An entry, and for actions what they led to.
struct Logged {
  Entry entry;
  int step = 0;                     // of kAct: the number of the position after it
  bool out_of_turn = false;         // of kAct: it answered a question out of turn
  bool showed = false;              // of kBack: something was shown in what was taken back
  std::vector<engine::Event> kept;  // its events, when the match doesn't hold them (any more)
};

struct SeatClock {
  int64_t move = 0;
  int64_t bank = 0;
  bool running = false;
};

// When a table is opened.
struct Moment {
  // NOLINTNEXTLINE(google-explicit-constructor): most have nothing else to say
  Moment(int64_t its_now, int64_t its_ahead = 0, int64_t its_mercy = 0)
      : now(its_now), ahead(its_ahead), mercy(its_mercy) {}
  int64_t now;    // on the clock of requests
  int64_t ahead;  // so much the clock of people, which entries carry, is before it
  int64_t mercy;  // nobody's days are over before that
  // When the entry was made, on the clock of requests; whoever made it may have another, but not
  // the future.
  int64_t of(const Entry& entry) const { return std::min(now, entry.at - ahead); }
};

struct ActResult {
  int done = 0;
  Refusal refused;
};

class Table {
 public:
  // The bot that plays for people who are away or have given up.
  static bots::BotSpec stand_in() { return bots::usual_bot(); }
  // So long the words that were committed to may take to be opened.
  static constexpr int64_t kOpenWithin = 10000;

  // A new one; the store doesn't have it yet.
  static engine::Result<std::unique_ptr<Table>> create(std::string id, const Head& head,
                                                       int64_t now);
  // A game that was played elsewhere, action by action: one that is over is over here, too. One
  // that isn't goes on with the table's own chance. REQUIRES: no seat is open.
  static engine::Result<std::unique_ptr<Table>> bring(std::string id, Head head,
                                                      const engine::AnyTable& played, int64_t now);
  // Replays the list. Clocks of pending decisions run since their entries were made. When the
  // replay leads elsewhere, because the rules have changed, the table goes on from its last
  // snapshot (or, if that is older, from the last position that agrees); entries that say so are
  // unsaved then. Errors: kOutdated for what only another version of the program can read, anything
  // else is damage. So is an action that can't be, unless the rules are others now.
  static engine::Result<std::unique_ptr<Table>> open(std::string id,
                                                     const std::vector<store::Entry>& entries,
                                                     const Moment& moment,
                                                     const Boxes& boxes = built_in_boxes());
  // What others have added to the list since is applied as one's own would be. Gives the seats
  // whose standing orders have changed; nullopt: it can't go on by this, and is to be opened anew.
  // REQUIRES: nothing is unsaved.
  std::optional<engine::SeatSet> follow(const std::vector<store::Entry>& entries,
                                        const Moment& moment);

  const std::string& id() const { return id_; }
  // The number of the last entry that people are told of. Standing orders are in the store's list
  // but not among these: not even a gap shall tell that somebody has changed theirs.
  int64_t n() const { return static_cast<int64_t>(log_.size()); }
  const std::vector<Logged>& log() const { return log_; }
  const engine::AnyGame& game() const { return *head_.game; }
  // With the names and figures of its edition.
  const engine::Texts& texts(engine::Language language) const {
    return head_.edition ? head_.edition->texts(language) : head_.game->texts(language);
  }
  const Head& head() const { return head_; }
  const std::vector<Chair>& chairs() const { return chairs_; }
  const Chair& chair(engine::Seat seat) const { return chairs_[index(seat)]; }
  engine::Seat host() const { return host_; }
  std::string host_person() const {
    return host_ == engine::Seat::kNone ? "" : chair(host_).person;
  }
  store::Status status() const { return status_; }
  std::string_view over_by() const { return over_by_; }
  // How it ended, as its readers were told, by language; empty: nobody was, since something was
  // added last. It is kept here because it takes a look through the whole game to say it.
  using Endings = std::array<std::string, engine::kLanguages.size()>;
  Endings& endings() const { return endings_; }
  int64_t created() const { return log_.front().entry.at; }
  // nullptr before the deal. After an update it may begin in the middle of the game.
  const engine::AnyTable* match() const { return match_.get(); }
  // How many steps count, those before the beginning of match() included.
  int steps() const;
  int begins() const { return base_; }
  // What can be repeated of a finished game by the rules of today: all of it, what came after an
  // update, or its beginning as far as it agrees.
  const engine::AnyTable& repeatable() const { return agreed_ != nullptr ? *agreed_ : *match_; }
  bool whole() const { return !resumed_ && agreed_ == nullptr; }
  // For the log of the server: why it did not simply go on when it was opened; otherwise empty.
  const std::string& disagreement() const { return disagreement_; }
  const std::optional<BackRequest>& request() const { return request_; }
  const Chat& chat() const { return chat_; }
  const Door& door() const { return door_; }
  // Has the host removed the person of this seat?
  bool removed(engine::Seat seat) const;
  // Seats whose person was removed during the game, at some time; and those that can't win any more
  // because they did it.
  engine::SeatSet sent_away() const { return sent_away_; }
  engine::SeatSet forfeits() const { return forfeits_; }
  const std::string& rematch() const { return rematch_; }
  const Orders& orders(engine::Seat seat) const { return orders_[index(seat)]; }
  std::string_view seat_id(engine::Seat seat) const;
  engine::Seat seat_of(std::string_view person) const;  // kNone: a spectator
  // The events of an action (or of the deal: kStart), taken back or not.
  std::vector<engine::Event> events_of(const Logged& logged) const;
  // What each person brings to the key.
  Words words() const;
  std::string commitment() const { return server::commitment(id_, head_.secret); }
  // Does chance come from the secret and the words, at least from some action on? Not where a
  // record brought all of it.
  bool draws_chance() const { return !head_.brought || drawn_from_ != 0; }
  // That action, of all that were ever carried out, counted from 1; 0: all of it does, or nothing.
  int64_t drawn_from() const { return drawn_from_; }
  engine::ChanceKey key() const { return chance_source().key; }
  // REQUIRES: over, draws_chance().
  Proof proof() const;

  bool bot_plays(engine::Seat seat) const;
  // The bot of the house that chooses for this seat, by its name; empty: there is none, or one of
  // ours plays in its place.
  std::string_view house_bot(engine::Seat seat) const;
  HintRule hints() const;
  // May the person ask now what they had best choose?
  Refusal may_ask_hint(const std::string& person) const;
  // Ours: the one in that seat, or the one that plays for who sits there.
  bots::BotSpec bot_of(engine::Seat seat) const;
  // The seats a bot has to choose for now.
  engine::SeatSet bots_to_act() const;
  // The number of the entry since which the seat is asked what it is asked now.
  int64_t asked_since(engine::Seat seat) const { return asked_since_[index(seat)]; }
  // How the viewer's last step can be taken back.
  enum class Undo : uint8_t { kNothing, kNow, kAsk };
  Undo undo_for(engine::Seat seat) const;
  // How many steps were taken back after something was shown, so far.
  engine::SeenSteps seen_and_taken_back() const;

  // The people who have to choose now.
  engine::SeatSet people_to_act() const;

  SeatClock clock(engine::Seat seat, int64_t now) const;
  // When the time of a seat that is to choose is up; 0: never.
  int64_t until(engine::Seat seat) const;
  // When the next decision runs out of time; 0: none does.
  int64_t deadline() const;

  // --- requests; `person` makes them. Entries are added to the list; a refusal changes nothing.
  // With a commitment to a word, if one is given.
  Refusal sit(const std::string& person, engine::Seat seat, int64_t now,
              std::string_view commitment = {});
  Refusal leave(const std::string& person, int64_t now);
  Refusal set_seat(const std::string& person, engine::Seat seat, std::optional<SeatBot> bot,
                   int64_t now);
  Refusal set_seats(const std::string& person, int count, int64_t now);
  Refusal commit(const std::string& person, std::string_view commitment, int64_t now);
  // Deals at once when nobody has committed to a word, otherwise when all words are open.
  Refusal start(const std::string& person, const std::optional<SeatBot>& fill, int64_t now,
                int64_t open_within = kOpenWithin);
  Refusal open_word(const std::string& person, std::string_view word, int64_t now);
  ActResult act(const std::string& person, int64_t at, const std::vector<std::string>& actions,
                int64_t now);
  Refusal undo(const std::string& person, int64_t at, int64_t now);
  Refusal consent(const std::string& person, bool yes, int64_t now);
  // `emote`: the text is one of kEmotes.
  Refusal say(const std::string& person, std::string_view text, int64_t now, bool emote = false);
  // The host silences a person, or lets only friends chat.
  Refusal mute(const std::string& person, const std::string& other, bool on, int64_t now);
  Refusal set_friends_only(const std::string& person, bool on, int64_t now);
  // The host removes somebody from the table, or lets them come back. `present`: they watch it now.
  Refusal remove(const std::string& person, const std::string& other, bool on, bool present,
                 int64_t now);
  // The host says whether people without a name may watch.
  Refusal set_named_only(const std::string& person, bool on, int64_t now);
  // `away`: the person has not been here for long enough.
  Refusal stand_in(const std::string& person, engine::Seat seat, bool away, int64_t now);
  Refusal concede(const std::string& person, int64_t now);
  Refusal set_orders(const std::string& person, Orders orders, int64_t now);
  Refusal set_rematch(const std::string& person, const std::string& table, int64_t now);

  // --- not asked for by people
  // The operator ends it: nobody has won. One that was still gathering has had no game.
  Refusal close(int64_t now);
  // A bot's choice for a position it was asked in at entry `at`; stale ones are refused.
  Refusal bot_act(engine::Seat seat, engine::Action action, int64_t at, int64_t now);
  // From now on one of ours plays for the bot of the house in that seat.
  enum class Why : uint8_t {
    kFailed,  // it has ended, didn't answer in time, or answered nonsense
    kGone,    // the house doesn't have it any more
  };
  Refusal replace_house_bot(engine::Seat seat, Why why, int64_t now);
  // Answers one question out of turn for a seat with standing orders; false: there is none.
  bool answer_by_orders(int64_t now);
  // Gives the game's default answer for every seat whose time is up; where the clock counts days, a
  // bot plays on in its place. While words are opened, goes on without those that are missing.
  void time_out(int64_t now);
  // Everybody who is to choose has their time again, unless days count: nobody could be served.
  void begin_clocks_anew(int64_t now);

  // What-if for a seat: a table it can imagine. REQUIRES: a match.
  std::unique_ptr<engine::AnyTable> imagine(engine::Seat seat) const;

  store::Summary summary(int64_t now) const;

  // Has the position changed since the last snapshot?
  bool wants_snapshot() const { return match_ != nullptr && changed_ > snapshot_at_; }
  // REQUIRES: wants_snapshot().
  void take_snapshot(int64_t now);

  // What the store doesn't have yet, and the number of its last entry.
  bool has_unsaved() const { return !unsaved_.empty(); }
  int64_t stored() const { return stored_; }
  // The caller saves them, after number stored(); when that fails this table is to be thrown away.
  // A game that has ended, or gone on for long, has its snapshot among them.
  // Requests are made by a clock that nobody sets; entries are for people, whose clock is `ahead`
  // of that by now.
  std::vector<store::Entry> take_unsaved(int64_t ahead = 0);

 private:
  // How a list is replayed; places in it are counted from 0.
  struct Plan;
  struct Replayed;

  explicit Table(std::string id) : id_(std::move(id)) {}
  static size_t index(engine::Seat seat) { return static_cast<size_t>(engine::index_of(seat)); }
  static Replayed replay(const std::string& id, const std::vector<Entry>& entries, const Plan& plan,
                         const Moment& moment, const Boxes& boxes);
  void go_on(int lost, int64_t now);
  // Was what comes next in the list made by these very rules?
  bool same_rules() const {
    return head_.own_edition && head_.rules == head_.game->spec().rules_version;
  }
  int seats() const { return static_cast<int>(chairs_.size()); }

  // The one way anything changes. An error changes nothing, unless it is "other-rules": then the
  // table is of no use.
  Refusal apply(Entry entry, int64_t now);
  Refusal apply_act(Entry& entry, Logged& logged, int64_t now);
  Refusal apply_orders(const Entry& entry);
  // What happened before the match begins, or can't be repeated: it is told and changes nothing.
  void tell_only(Entry entry, int64_t now);
  Refusal apply_snapshot(const Entry& entry);
  // Begins the match at the last snapshot.
  engine::Error resume_at_snapshot(int64_t now);
  // The last snapshots, oldest first, from one that stands by itself. False: they are damaged.
  bool unpack_snapshots(std::vector<std::string>& texts, size_t count) const;
  engine::ChanceSource chance_source() const;
  void begin_playing(const Entry& entry);
  Refusal apply_back(const Entry& entry, Logged& logged, int64_t now);
  Refusal apply_start(Entry& entry, int64_t now);
  engine::Result<std::unique_ptr<engine::AnyTable>> deal_match() const;
  int64_t next_action() const;
  void apply_chairs(const Entry& entry, int64_t now);
  void apply_remove(const Entry& entry);
  void apply_clocks(const Entry& entry, int64_t now);
  void ask_anew(int64_t now);
  void have_mercy(int64_t until);
  void finish_if_over(int64_t now);
  bool all_open() const;
  Refusal deal(int64_t now);
  Refusal go_back(engine::Seat seat, int step, int64_t now);
  Refusal person_acts(engine::Seat seat, int64_t at) const;
  Refusal illegal(const engine::Error& error, std::string_view action) const;
  engine::SeatSet people_left() const;
  // Is one of them not here to be asked, because the host has removed them?
  bool silenced() const;
  bool is_host(const std::string& person) const;
  const Logged& logged_step(size_t step) const {
    return log_[static_cast<size_t>(entry_of_step_[step] - 1)];
  }
  // What the seat has for the question it is asked now.
  ClockRule time_for(engine::Seat seat) const;
  // Is it a step the person has taken, not the standing orders?
  bool took_step(engine::Seat seat, size_t step) const;
  std::optional<size_t> last_step_of(engine::Seat seat) const;
  // Did chance or something hidden come to light after the first `step` steps?
  bool showed_since(size_t step) const;
  std::vector<engine::Event> occasion_for(engine::Seat seat) const;

  std::string id_;
  Head head_;
  std::vector<Chair> chairs_;
  engine::Seat host_ = engine::Seat::kNone;
  store::Status status_ = store::Status::kGathering;
  std::string over_by_;
  mutable Endings endings_;
  WordRules word_rules_ = WordRules::kCommitted;
  int64_t open_until_ = 0;
  int64_t open_within_ = 0;
  std::unique_ptr<engine::AnyTable> match_;
  std::unique_ptr<engine::AnyTable> agreed_;  // see repeatable()
  bool resumed_ = false;                      // match_ begins at a snapshot,
  int base_ = 0;                              // which was after so many steps
  uint64_t lost_ = 0;                         // actions after it that can't be repeated
  uint64_t used_ = 0;  // of the key, when the game had to be dealt anew: by what can't be repeated
  bool other_form_ = false;  // fingerprints after the snapshot are of positions written otherwise
  std::string disagreement_;
  engine::SeenSteps seen_before_;
  bool chance_goes_back_ = false;
  int64_t drawn_from_ = 0;  // see drawn_from()
  int told_steps_ = 0;      // steps that count, while they are only told
  struct Packed {
    std::string text;
    bool builds_on;  // the one before
  };
  std::vector<Packed> snapshots_;
  std::string last_snapshot_;  // unpacked, once there was need of it
  int64_t snapshot_at_ = 0;    // the number of the last entry it knows
  int acts_since_ = 0;         // actions after it
  std::vector<Logged> log_;
  std::vector<store::Entry> unsaved_;
  int64_t stored_ = 0;
  size_t taken_ = 0;  // of the log, by take_unsaved() or from the store
  std::array<Orders, engine::kMaxSeats> orders_;
  std::vector<int64_t> entry_of_step_;  // the number of the entry of each step that counts
  int64_t changed_ = 0;                 // the last entry that changed the position
  std::optional<BackRequest> request_;
  std::string rematch_;
  Chat chat_;
  Door door_;
  engine::SeatSet sent_away_, forfeits_;
  std::array<int64_t, engine::kMaxSeats> asked_since_{};
  std::array<int64_t, engine::kMaxSeats> asked_at_{};  // when, on the server's clock
  std::array<int64_t, engine::kMaxSeats> bank_{};
  int64_t reaction_ = 0;  // milliseconds for a question out of turn; 0: as for any other
};

}  // namespace server
