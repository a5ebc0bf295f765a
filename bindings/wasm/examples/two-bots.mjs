// Two bots play a whole game: node examples/two-bots.mjs [GAME] [SEED]
import { load } from '../index.js';

const [game = 'tiefenthal', seed = '7'] = process.argv.slice(2);
const stamtafel = await load();
const table = stamtafel.table(game, { players: 2, seed: BigInt(seed) });
await stamtafel.bring(game);
const bots = ['search:iterations=30', 'greedy'].map((name, seat) => stamtafel.bot(name, game, seat));

while (!table.over) {
  const { seat, steps } = table.facts;
  const [best] = bots[seat].decide(table, { seed: BigInt(steps) });
  if (steps < 10) console.log(`seat ${seat}: ${table.action(best.action).text}`);
  table.act(seat, best.action);
}
const { scores, winners } = table.outcome;
console.log(`over after ${table.facts.steps} choices: ${scores.join(' to ')}, won by ${winners}`);
