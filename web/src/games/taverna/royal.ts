// The royal scoring as its scene tells it: read from the events so far and the position before them.
import type { GameEvent } from '../../lib/protocol';
import { PEOPLES, seatsOf, type People, type Seat, type View } from './view';

export const SCORINGS = ['king', 'queen', 'master_of_coins', 'archduke', 'archmage'] as const;

export interface Taken {
  seat: string;
  /** Null when it was taken before the scene began. */
  points: number | null;
}
export interface Royal {
  /** The track whose order counts, when a round of choosing begins. */
  round: People | null;
  order: Seat[];
  taken: Record<string, Taken>;
  latest: { seat: string; scoring: string; points: number } | null;
  exchanged: { seat: string; spells: number; privileges: number }[];
  /** Points by people, once the tracks score. */
  peoples: Record<string, Partial<Record<People, number>>>;
  levels: Record<string, Record<People, number>>;
}

export function readRoyal(view: View, events: GameEvent[]): Royal {
  const levels: Royal['levels'] = Object.fromEntries(
    seatsOf(view).map((seat) => [
      seat,
      Object.fromEntries(PEOPLES.map((people) => [people, view.levels[seat][people]])) as Record<
        People,
        number
      >,
    ]),
  );
  const found: Royal = {
    round: null,
    order: view.royal_order,
    taken: Object.fromEntries(
      Object.entries(view.scored).map(([scoring, seat]) => [scoring, { seat, points: null }]),
    ),
    latest: null,
    exchanged: [],
    peoples: {},
    levels,
  };
  for (const {
    id,
    args: [a, b, c],
  } of events) {
    switch (id) {
      case 'exchange':
        found.exchanged.push({ seat: a, spells: Number(b), privileges: Number(c) });
        break;
      case 'royal_round':
        found.round = a as People;
        found.order = view.royal_orders[a];
        break;
      case 'royal':
      case 'royal_coins':
        found.round = null;
        found.latest = { seat: a, scoring: b, points: Number(c) };
        found.taken[b] = { seat: a, points: Number(c) };
        break;
      case 'rose':
        levels[a][b as People] = Number(c);
        break;
      case 'people_scored':
        found.round = null;
        (found.peoples[a] ??= {})[b as People] = Number(c);
        break;
    }
  }
  return found;
}
