/* A whole game from C: bots on all seats but the first, which takes what comes.
 *
 *   cc -std=c11 play.c -lstamtafel -o play && ./play goldbraeu 3 7
 */
#include <stdio.h>
#include <stdlib.h>

#include "stamtafel.h"

static stamtafel_error error;

static void must(stamtafel_status status) {
  if (status == STAMTAFEL_OK) return;
  fprintf(stderr, "play: %s\n", error.text);
  exit(1);
}

/* The first seat: any of its choices. */
static int any_choice(stamtafel_table table, int seat) {
  stamtafel_option options[STAMTAFEL_MAX_OPTIONS];
  size_t count;
  must(stamtafel_options(table, seat, 0, options, STAMTAFEL_MAX_OPTIONS, &count, &error));
  return options[(size_t)rand() % count].action;
}

static int best_choice(stamtafel_bot bot, stamtafel_table table, uint64_t seed) {
  stamtafel_choice best;
  size_t count;
  must(stamtafel_bot_decide(bot, table, 0, 0, seed, &best, 1, &count, &error));
  return best.action;
}

int main(int argc, char** argv) {
  const char* game = argc > 1 ? argv[1] : "koenig";
  const int players = argc > 2 ? atoi(argv[2]) : 3;
  const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
  const stamtafel_edition usual = {0};
  stamtafel_bot bots[STAMTAFEL_MAX_SEATS] = {{0}};
  stamtafel_table table;
  stamtafel_facts facts;
  stamtafel_outcome outcome;
  char* text;

  if (stamtafel_c_version() < STAMTAFEL_C_VERSION) {
    fprintf(stderr, "play: libstamtafel is older than this program\n");
    return 1;
  }
  must(stamtafel_table_new(game, players, seed, NULL, usual, &table, &error));
  for (int seat = 1; seat < players; ++seat)
    must(stamtafel_bot_new("greedy", game, seat, &bots[seat], &error));

  for (;;) {
    must(stamtafel_table_facts(table, &facts, &error));
    if (facts.over) break;
    const int action = facts.seat == 0 ? any_choice(table, 0)
                                       : best_choice(bots[facts.seat], table, seed);
    if (facts.steps < 10) {
      must(stamtafel_action(table, action, "en", NULL, &text, &error));
      printf("seat %d: %s\n", facts.seat, text);
      stamtafel_free(text);
    }
    must(stamtafel_act(table, facts.seat, action, &error));
  }

  must(stamtafel_table_outcome(table, &outcome, &error));
  printf("The game is over after %zu choices.\n", facts.steps);
  for (int seat = 0; seat < players; ++seat)
    printf("seat %d: %d, place %d\n", seat, outcome.score[seat], outcome.rank[seat]);

  must(stamtafel_record(table, 0, &text, &error)); /* replays anywhere: stamtafel replay FILE */
  stamtafel_free(text);
  for (int seat = 1; seat < players; ++seat) stamtafel_bot_free(bots[seat]);
  stamtafel_table_free(table);
  return 0;
}
