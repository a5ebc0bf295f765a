/* Stamtafel as a C library: five tavern board games with their rules, their bots and their records.
 *
 *   cc -std=c11 play.c -lstamtafel          (examples/c/play.c plays a whole game)
 *
 * How it is made, for all functions:
 *
 * - A function that can fail returns a stamtafel_status, STAMTAFEL_OK (0) when all went well, and
 *   tells what was wrong in the stamtafel_error it is given last (which may be NULL). After an
 *   error nothing has changed, and nothing was written to where results go.
 * - Handles are values. A handle that was freed, that never was one or that is of another kind is
 *   refused (STAMTAFEL_HANDLE): the library never follows it. The handle of zeros is nothing, and
 *   freeing nothing is no error. Table, bot and vector have one home each: calls with the same one
 *   must not overlap, calls with different ones may, on any thread. Editions don't change and may
 *   be shared.
 * - Texts that come in are UTF-8 and end with a zero byte; pointers that must not be NULL are
 *   refused as STAMTAFEL_USAGE when they are. Texts that go out are the caller's, who gives them
 *   back with stamtafel_free.
 * - Seats are numbered from 0. Actions have a number (docs/c-interface.md): from 0 to `actions` of
 *   stamtafel_facts, the same for all tables of an edition; and a text: "play guenstling".
 *
 * The version of this interface is raised by one when something is added, and the library's soname
 * changes when something that was there is not as it was.
 */
#ifndef STAMTAFEL_H
#define STAMTAFEL_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define STAMTAFEL_API __attribute__((visibility("default")))
#else
#define STAMTAFEL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- versions, errors, memory ---- */

#define STAMTAFEL_C_VERSION 2

/* The STAMTAFEL_C_VERSION the library was built with: at least that of the header, or the library
 * is too old for the program. */
STAMTAFEL_API int stamtafel_c_version(void);

/* The version of Stamtafel: "0.2.0". Not to be freed. */
STAMTAFEL_API const char* stamtafel_version(void);

typedef enum stamtafel_status {
  STAMTAFEL_OK = 0,
  STAMTAFEL_USAGE = 1,    /* an unknown name, a number out of its range, NULL, a malformed action */
  STAMTAFEL_ILLEGAL = 2,  /* the rules forbid it: `rule` of the error says which */
  STAMTAFEL_TURN = 3,     /* the seat has nothing to choose now */
  STAMTAFEL_POSITION = 4, /* a position that cannot be */
  STAMTAFEL_EDITION = 5,  /* an edition that cannot be */
  STAMTAFEL_RECORD = 6,   /* no record, or a damaged one */
  STAMTAFEL_OUTDATED = 7, /* a record of other rules or another edition, which part from ours */
  STAMTAFEL_CHANCE = 8,   /* an outcome of chance that cannot be */
  STAMTAFEL_HANDLE = 9    /* a handle of nothing: freed, never made, or of another kind */
} stamtafel_status;

/* What was wrong. Texts that are too long are cut off. */
typedef struct stamtafel_error {
  stamtafel_status status;
  int missing;    /* how much is missing, where the rule counts something */
  char rule[64];  /* the id of the rule or of the broken invariant: "cup_is_taken"; often empty */
  char text[512]; /* a sentence in English */
} stamtafel_error;

/* Gives back a text that the library has written. NULL is no error. */
STAMTAFEL_API void stamtafel_free(void* text);

/* ---- handles ---- */

typedef struct stamtafel_edition {
  uint64_t id;
} stamtafel_edition;
typedef struct stamtafel_table {
  uint64_t id;
} stamtafel_table;
typedef struct stamtafel_bot {
  uint64_t id;
} stamtafel_bot;
typedef struct stamtafel_vector {
  uint64_t id;
} stamtafel_vector;

/* ---- games ---- */

/* How many games there are, and their ids: "koenig". NULL where there is none. Not to be freed. */
STAMTAFEL_API size_t stamtafel_game_count(void);
STAMTAFEL_API const char* stamtafel_game_id(size_t n);

/* What is known of a game, as JSON: {"game", "id", "rules_version", "min_players", "max_players",
 * "seats": [...], "names": {"en": ...}, "variants": [{"id", "values" or "low" and "high",
 * "default"}], "verbs": [{"id", "args": [...]}], "rules": [{"id", "ruling"}], "net"}. `id` is the
 * versioned one; `net` tells of the learned net that bots which think go by: "here", "missing"
 * (stamtafel_net_give), "none".
 *
 * Here and wherever a game is named: "goldbraeu" is the game with the rules of this library,
 * "goldbraeu-v1" the same, but an error when these rules have another version. */
STAMTAFEL_API stamtafel_status stamtafel_game_info(const char* game, char** json,
                                                   stamtafel_error* error);

/* ---- editions: the figures, cards and names a game is played with ---- */

/* The game's own edition, as its file has it: to change something and load that. */
STAMTAFEL_API stamtafel_status stamtafel_game_edition(const char* game, char** json,
                                                      stamtafel_error* error);
/* Reads an edition (docs/editions.md). Wherever an edition is asked for, the handle of zeros is the
 * game's own. */
STAMTAFEL_API stamtafel_status stamtafel_edition_load(const char* game, const char* json,
                                                      stamtafel_edition* edition,
                                                      stamtafel_error* error);
/* The edition as JSON in canonical form, and a hash of that: editions of the same hash play alike.
 * Either may be NULL. */
STAMTAFEL_API stamtafel_status stamtafel_edition_text(stamtafel_edition edition, char** json,
                                                      uint64_t* hash, stamtafel_error* error);
/* Tables that were made with it keep it. */
STAMTAFEL_API stamtafel_status stamtafel_edition_free(stamtafel_edition edition);

/* ---- tables ---- */

/* Deals a new game. `variants` is like "deck_size=64 bank=unlimited"; NULL or "": the usual. The
 * same seed deals the same game and throws the same dice, on every machine. */
STAMTAFEL_API stamtafel_status stamtafel_table_new(const char* game, int players, uint64_t seed,
                                                   const char* variants, stamtafel_edition edition,
                                                   stamtafel_table* table, stamtafel_error* error);
/* A table that begins at a position: what stamtafel_view writes for STAMTAFEL_EVERYTHING, or what
 * stamtafel_bytes writes. */
STAMTAFEL_API stamtafel_status stamtafel_table_at(const char* game, const char* position,
                                                  uint64_t seed, stamtafel_edition edition,
                                                  stamtafel_table* table, stamtafel_error* error);
STAMTAFEL_API stamtafel_status stamtafel_table_at_bytes(const char* game, const void* bytes,
                                                        size_t size, uint64_t seed,
                                                        stamtafel_edition edition,
                                                        stamtafel_table* table,
                                                        stamtafel_error* error);
/* The same again, with its history; what is then done at one is not done at the other. */
STAMTAFEL_API stamtafel_status stamtafel_table_copy(stamtafel_table table, stamtafel_table* copy,
                                                    stamtafel_error* error);
/* A table that `seat` can't tell from this one: all it cannot know is replaced by a random
 * possibility, drawn from `seed`, which also is the chance of what follows there. */
STAMTAFEL_API stamtafel_status stamtafel_table_imagine(stamtafel_table table, int seat,
                                                       uint64_t seed, stamtafel_table* imagined,
                                                       stamtafel_error* error);
STAMTAFEL_API stamtafel_status stamtafel_table_free(stamtafel_table table);

typedef struct stamtafel_facts {
  int players;
  int over;           /* is the game over? */
  uint32_t acting;    /* who may choose now: bit 0 for seat 0, and so on */
  int seat;           /* the first of them; -1: nobody, the game is over */
  size_t steps;       /* actions that were carried out, without those taken back */
  int actions;        /* how many actions the game knows: they are numbered from 0 */
  size_t observation; /* how many numbers stamtafel_observe writes */
} stamtafel_facts;

STAMTAFEL_API stamtafel_status stamtafel_table_facts(stamtafel_table table, stamtafel_facts* facts,
                                                     stamtafel_error* error);
/* 64 bits over all the position says: the same wherever it says the same. */
STAMTAFEL_API stamtafel_status stamtafel_fingerprint(stamtafel_table table, uint64_t* fingerprint,
                                                     stamtafel_error* error);
/* The id of the game that is played. Not to be freed; NULL for a handle of nothing. */
STAMTAFEL_API const char* stamtafel_table_game(stamtafel_table table);

#define STAMTAFEL_MAX_SEATS 6

typedef struct stamtafel_outcome {
  int score[STAMTAFEL_MAX_SEATS];
  int rank[STAMTAFEL_MAX_SEATS]; /* 1: the best; equals share a place */
  uint32_t winners;              /* bits, as of `acting`; none or several are possible */
} stamtafel_outcome;

/* As it stands; final when the game is over. */
STAMTAFEL_API stamtafel_status stamtafel_table_outcome(stamtafel_table table,
                                                       stamtafel_outcome* outcome,
                                                       stamtafel_error* error);

/* What a game is worth to those who learn. */
typedef enum stamtafel_reward {
  STAMTAFEL_REWARD_WIN = 0,  /* the winners share 1; 0 for the others */
  STAMTAFEL_REWARD_RANK = 1, /* from 1 for the first to -1 for the last; equals share; sums to 0 */
  STAMTAFEL_REWARD_SCORE = 2 /* the score */
} stamtafel_reward;

/* For each of the `players` seats, as it stands; `room` must be enough for them. */
STAMTAFEL_API stamtafel_status stamtafel_rewards(stamtafel_table table, stamtafel_reward reward,
                                                 float* rewards, size_t room,
                                                 stamtafel_error* error);

/* ---- choices ---- */

typedef struct stamtafel_option {
  int32_t action; /* its number */
  int32_t rule;   /* 0: it may be chosen; otherwise the rule that forbids it (stamtafel_rule) */
  int32_t missing;
} stamtafel_option;

/* There are never more options than this. */
#define STAMTAFEL_MAX_OPTIONS 320

/* The choices of a seat, allowed ones alone or all conceivable ones. Writes no more than `room` and
 * says in `count` how many there are: 0 for a seat that has nothing to choose. */
STAMTAFEL_API stamtafel_status stamtafel_options(stamtafel_table table, int seat, int forbidden_too,
                                                 stamtafel_option* options, size_t room,
                                                 size_t* count, stamtafel_error* error);
/* A rule by its number: its id, and the sentence that tells why not, in a language ("en", "nl",
 * "de", "fr"; NULL: English). Either may be NULL. */
STAMTAFEL_API stamtafel_status stamtafel_rule(stamtafel_table table, int rule, int missing,
                                              const char* language, char** id, char** sentence,
                                              stamtafel_error* error);
/* What the seat is asked: the id of the question, and the question. Either may be NULL. */
STAMTAFEL_API stamtafel_status stamtafel_question(stamtafel_table table, int seat,
                                                  const char* language, char** id, char** sentence,
                                                  stamtafel_error* error);
/* An action by its number: its text "play guenstling", and as one says it. Either may be NULL. */
STAMTAFEL_API stamtafel_status stamtafel_action(stamtafel_table table, int action,
                                                const char* language, char** id, char** sentence,
                                                stamtafel_error* error);
/* The number of an action by its text. */
STAMTAFEL_API stamtafel_status stamtafel_action_number(stamtafel_table table, const char* text,
                                                       int* action, stamtafel_error* error);
/* Makes a choice. */
STAMTAFEL_API stamtafel_status stamtafel_act(stamtafel_table table, int seat, int action,
                                             stamtafel_error* error);
STAMTAFEL_API stamtafel_status stamtafel_act_text(stamtafel_table table, int seat, const char* text,
                                                  stamtafel_error* error);
/* The choice that is made for a seat that stays silent; always allowed. */
STAMTAFEL_API stamtafel_status stamtafel_fallback(stamtafel_table table, int seat, int* action,
                                                  stamtafel_error* error);
/* Takes back the seat's last step: allowed unless chance was used, something hidden was shown, or
 * another seat has acted since. */
STAMTAFEL_API stamtafel_status stamtafel_undo(stamtafel_table table, int seat,
                                              stamtafel_error* error);

/* ---- what a seat sees ---- */

/* Whose eyes: a seat, or one of these. */
#define STAMTAFEL_SPECTATOR (-1)
#define STAMTAFEL_EVERYTHING (-2)

/* The table as the viewer sees it, as JSON (docs/record-format.md); for STAMTAFEL_EVERYTHING a
 * position, which stamtafel_table_at reads. */
STAMTAFEL_API stamtafel_status stamtafel_view(stamtafel_table table, int viewer, char** json,
                                              stamtafel_error* error);
/* The same in sentences, a line each. */
STAMTAFEL_API stamtafel_status stamtafel_tell(stamtafel_table table, int viewer,
                                              const char* language, char** lines,
                                              stamtafel_error* error);
/* What happened in a step (-1: set-up), as the viewer may know it, a line for each. */
STAMTAFEL_API stamtafel_status stamtafel_told(stamtafel_table table, int step, int viewer,
                                              const char* language, char** lines,
                                              stamtafel_error* error);
/* The whole position in bytes: small, and only for the same rules and the same edition. */
STAMTAFEL_API stamtafel_status stamtafel_bytes(stamtafel_table table, void** bytes, size_t* size,
                                               stamtafel_error* error);

/* What a seat knows as numbers, mostly from 0 to 1, seats counted from this one. `room` must be
 * enough for all of them (`observation` of stamtafel_facts). */
STAMTAFEL_API stamtafel_status stamtafel_observe(stamtafel_table table, int seat, float* numbers,
                                                 size_t room, stamtafel_error* error);
/* What each of them is, a line for each: "wealth.1" is of the seat to the left, "turn=2" is 1 when
 * the turn is 2 of what it can be. */
STAMTAFEL_API stamtafel_status stamtafel_observation_names(stamtafel_table table, char** lines,
                                                           stamtafel_error* error);
/* 64 bits over all the seat knows: the same in all positions it can't tell apart. */
STAMTAFEL_API stamtafel_status stamtafel_observation_key(stamtafel_table table, int seat,
                                                         uint64_t* key, stamtafel_error* error);

/* ---- bots ---- */

/* The names of the bots there are, a line each, the weakest first. */
STAMTAFEL_API stamtafel_status stamtafel_bot_names(char** lines, stamtafel_error* error);
/* A bot for one seat of a game: "greedy", "search:ms=100" (docs/bots.md). */
STAMTAFEL_API stamtafel_status stamtafel_bot_new(const char* bot, const char* game, int seat,
                                                 stamtafel_bot* made, stamtafel_error* error);
STAMTAFEL_API stamtafel_status stamtafel_bot_free(stamtafel_bot bot);

/* Gives the library the net of a game, the text of games/ID/net.json, where it was built without:
 * as WebAssembly it is, and whoever plays one game need not load the nets of all. It is for the
 * bots that are made from then on; those without it think by the game's judgement, and play weaker.
 * No bot may be made meanwhile, on any thread. An error: it isn't missing, or this is none for it.
 */
STAMTAFEL_API stamtafel_status stamtafel_net_give(const char* game, const char* json,
                                                  stamtafel_error* error);

typedef struct stamtafel_choice {
  int32_t action;
  float value;     /* to be compared with the others of this answer only */
  uint32_t visits; /* how often it was tried */
} stamtafel_choice;

/* There are never more choices in an answer than this. */
#define STAMTAFEL_MAX_CHOICES 8

/* The bot's best choices at a table, the best first; it sees what its seat may know, and changes
 * nothing. It thinks for `iterations`, or for `milliseconds` of the processor; when both are 0, by
 * its settings. Its dice come from `seed`. Writes no more than `room`, and says in `count` how many
 * there are. */
STAMTAFEL_API stamtafel_status stamtafel_bot_decide(stamtafel_bot bot, stamtafel_table table,
                                                    uint32_t iterations, uint32_t milliseconds,
                                                    uint64_t seed, stamtafel_choice* choices,
                                                    size_t room, size_t* count,
                                                    stamtafel_error* error);

/* ---- records ---- */

/* The game so far as a text that replays it (docs/record-format.md); with remarks, what happened
 * stands under each action. */
STAMTAFEL_API stamtafel_status stamtafel_record(stamtafel_table table, int remarks, char** text,
                                                stamtafel_error* error);
/* Replays a record to its end. */
STAMTAFEL_API stamtafel_status stamtafel_replay(const char* text, stamtafel_edition edition,
                                                stamtafel_table* table, stamtafel_error* error);

/* ---- many tables at once, for learning ---- */

/* `count` tables of one game, each with its own chance: game `n` at table `i` is dealt from
 * stamtafel_vector_seed, which follows from (seed, i, n) alone, and is the game that a table made
 * with that seed plays. A finished game is followed by the next at once. */
STAMTAFEL_API stamtafel_status stamtafel_vector_new(const char* game, int players, size_t count,
                                                    uint64_t seed, const char* variants,
                                                    stamtafel_edition edition,
                                                    stamtafel_reward reward,
                                                    stamtafel_vector* vector,
                                                    stamtafel_error* error);
STAMTAFEL_API stamtafel_status stamtafel_vector_free(stamtafel_vector vector);

/* Where a vector writes: rows of the caller's memory, one for each table. Any may be NULL. */
typedef struct stamtafel_buffers {
  float* observation; /* of `seat`: as many as `observation` of stamtafel_vector_sizes */
  int32_t* legal;     /* STAMTAFEL_MAX_OPTIONS numbers of actions; -1 where there are no more */
  int32_t* count;     /* how many of them */
  int32_t* seat;      /* who is to choose: the first, where several may */
  float* reward;      /* `players` of them: 0 until a game ends */
  uint8_t* done;      /* did the step end a game? The rest is then of the next one */
  uint8_t* mask;      /* a byte for each action: 1 if it is legal. Dear: better go by `legal` */
} stamtafel_buffers;

/* The widths of the rows; any may be NULL. */
STAMTAFEL_API stamtafel_status stamtafel_vector_sizes(stamtafel_vector vector, size_t* tables,
                                                      int* players, int* actions,
                                                      size_t* observation, stamtafel_error* error);
/* From now on the vector writes here, and only what changes: so nobody else may. Writes all rows.
 */
STAMTAFEL_API stamtafel_status stamtafel_vector_bind(stamtafel_vector vector,
                                                     const stamtafel_buffers* buffers,
                                                     stamtafel_error* error);
/* Makes a choice at the tables from `first` to `first + count - 1`, whose actions are given, and
 * writes their rows. When one of them is refused nothing is done at any. Calls for different
 * tables may overlap: so a caller with several threads divides the tables among them. */
STAMTAFEL_API stamtafel_status stamtafel_vector_step(stamtafel_vector vector, size_t first,
                                                     size_t count, const int32_t* actions,
                                                     stamtafel_error* error);
/* Would all of these be allowed? The error is that of stamtafel_vector_step. */
STAMTAFEL_API stamtafel_status stamtafel_vector_check(stamtafel_vector vector, size_t first,
                                                      size_t count, const int32_t* actions,
                                                      stamtafel_error* error);
/* Begins anew, as if it had just been made with this seed. */
STAMTAFEL_API stamtafel_status stamtafel_vector_reset(stamtafel_vector vector, uint64_t seed,
                                                      stamtafel_error* error);
/* The seed of the game that is being played at a table, and how many were finished there before.
 * Either may be NULL. */
STAMTAFEL_API stamtafel_status stamtafel_vector_seed(stamtafel_vector vector, size_t table,
                                                     uint64_t* seed, uint64_t* games,
                                                     stamtafel_error* error);
/* A table of its own that begins where this one is; what is done there is not done in the vector.
 * Its chance is not the vector's. */
STAMTAFEL_API stamtafel_status stamtafel_vector_table(stamtafel_vector vector, size_t table,
                                                      stamtafel_table* copy,
                                                      stamtafel_error* error);

#ifdef __cplusplus
}
#endif

#endif
