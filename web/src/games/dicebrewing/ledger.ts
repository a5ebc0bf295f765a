// The score sheet from the events: what beers gave while the game went on, and what gold and dice add at its end.
import type { Entry } from '../board';
import type { GameEvent } from '../../lib/protocol';
import { say } from '../say';
import { COLOURS, dieOf, fieldsOf, type Colour, type Edition } from './view';

type Texts = Record<string, string>;
interface Purse {
  gold: number;
  points: number;
  dice: Record<Colour, number>;
}

export function ledger(component: unknown, texts: Texts): (event: GameEvent) => Entry[] {
  const edition = component as Edition;
  const { points_per_brew: perBrew, gold_per_point: perPoint } = edition.scoring;
  const purses = new Map<string, Purse>();
  const purse = (seat: string): Purse => {
    const found = purses.get(seat) ?? {
      gold: edition.start.gold,
      points: 0,
      dice: { ...edition.start.dice },
    };
    purses.set(seat, found);
    return found;
  };
  // Dice put on these fields go back to the supply, sooner or later.
  const eaten = new Set(
    fieldsOf(edition)
      .filter(
        ({ takes, accelerate_min: min, gain, seeds, gold }) =>
          takes !== 'seed' && min && (gain || seeds || gold),
      )
      .map(({ id }) => id),
  );
  let beer = { extra: 'plain', counted: false };
  const worth = (colour: Colour): number =>
    edition.dice.find(({ id }) => id === colour)?.final_points ?? 0;

  return ({ id, args: [a, b, c] }) => {
    switch (id) {
      case 'brewed':
        beer = { extra: c, counted: false };
        return [];
      case 'gained_points': {
        purse(a).points += Number(b);
        // The card's own points come first, the improvement's after them.
        if (beer.counted)
          return [
            {
              seat: a,
              amount: Number(b),
              key: `extra.${beer.extra}`,
              label:
                say(texts, 'web.with', texts[`extra.${beer.extra}`] ?? '') ||
                (texts[`extra.${beer.extra}`] ?? ''),
            },
          ];
        beer.counted = true;
        const card = Number(b) - perBrew;
        return [
          { seat: a, amount: perBrew, key: 'brew', label: texts['web.beers'] ?? '' },
          ...(card > 0
            ? [{ seat: a, amount: card, key: 'card', label: texts['web.rewards'] ?? '' }]
            : []),
        ];
      }
      case 'gained_gold':
        purse(a).gold += Number(b);
        return [];
      case 'credit':
        purse(a).gold += Number(b);
        return [];
      case 'bought':
      case 'bought_token':
        purse(a).gold -= Number(c);
        return [];
      case 'gained_die':
        purse(a).dice[b as Colour] += 1;
        return [];
      case 'placed':
        if (eaten.has(b)) purse(a).dice[dieOf(c).colour] -= 1;
        return [];
      case 'scored': {
        const { gold, points, dice } = purse(a);
        const found: Entry[] = [
          {
            seat: a,
            amount: Math.floor(gold / perPoint),
            key: 'gold',
            label: texts['web.gold'] ?? '',
          },
        ];
        for (const colour of COLOURS) {
          if (worth(colour) > 0)
            found.push({
              seat: a,
              amount: worth(colour) * dice[colour],
              key: `dice.${colour}`,
              label:
                say(texts, 'web.of', texts[`colour.${colour}`] ?? '') ||
                (texts[`colour.${colour}`] ?? ''),
            });
        }
        // The sheet adds up whatever else may have happened.
        const rest = Number(b) - points - found.reduce((sum, { amount }) => sum + amount, 0);
        if (rest !== 0)
          found.push({
            seat: a,
            amount: rest,
            key: 'rest',
            label: texts['board.phase.over'] ?? '',
          });
        return found;
      }
      default:
        return [];
    }
  };
}
