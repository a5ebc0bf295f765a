// What a viewer gets of a position (the type comes from the engine's schema), and what follows from it.
import type { View } from '../../generated/goldbraeu';

export type { View };

export interface Edition {
  taverns: { id: string; start: string }[];
  breweries: { id: string; corner: string; shields: number }[];
  chips: Record<string, { income: number }>;
  map: { rows: string[] };
  players: Record<string, { money: number; shares_per_business: number }>;
  schedule: { weeks: number; rounds_per_week: number };
}

export const asView = (given: unknown): View => given as View;

export interface Cell {
  id: string;
  x: number;
  y: number;
  kind: 'field' | 'parasol' | 'none';
  owner: string | null;
  start: string | null;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export function cells(view: View, edition: Edition): Cell[] {
  const owners = new Map(
    Object.entries(view.terraces).flatMap(([tavern, fields]) =>
      fields.map((field) => [field as string, tavern]),
    ),
  );
  const starts = new Map(edition.taverns.map((tavern) => [tavern.start, tavern.id]));
  return edition.map.rows.flatMap((row, y) =>
    [...row].map((mark, x) => {
      const id = `${LETTERS[x]}${y + 1}`;
      return {
        id,
        x,
        y,
        kind: mark === '#' ? 'none' : mark === '*' ? 'parasol' : 'field',
        owner: owners.get(id) ?? null,
        start: starts.get(id) ?? null,
      };
    }),
  );
}

/** The sides between neighbouring fields that belong to different owners: [x1, y1, x2, y2] in cells. */
export function fences(all: Cell[]): [number, number, number, number][] {
  const at = new Map(all.map((cell) => [`${cell.x},${cell.y}`, cell]));
  const found: [number, number, number, number][] = [];
  for (const cell of all) {
    if (cell.kind === 'none') continue;
    const right = at.get(`${cell.x + 1},${cell.y}`);
    const below = at.get(`${cell.x},${cell.y + 1}`);
    if (right && right.kind !== 'none' && right.owner !== cell.owner)
      found.push([cell.x + 1, cell.y, cell.x + 1, cell.y + 1]);
    if (below && below.kind !== 'none' && below.owner !== cell.owner)
      found.push([cell.x, cell.y + 1, cell.x + 1, cell.y + 1]);
  }
  return found;
}

const SEATS = ['red', 'blue', 'green', 'yellow'];
export const seatName = (seat: string, texts: Record<string, string>): string =>
  texts[`seat.${SEATS.indexOf(seat)}`] ?? seat;

/** What is asked now: the step, whose it is, and what it is about. */
export function asked(view: View): { step: string; seat: string; rest: string } {
  const [step = '', seat = '', rest = ''] = (view.agenda.at(-1) ?? '').split(' ');
  return { step, seat, rest };
}

/** The business over which a veto or counter is asked for. */
export function contested(view: View): string | null {
  const { step, rest } = asked(view);
  return step === 'veto' || step === 'counter' ? rest : null;
}

/** The open shares of a business that are a seat's, and those of all the others. */
export function openShares(
  view: View,
  business: string,
  seat: string,
): { own: number; others: number } {
  const shares = view.shares[business] ?? {};
  const own = shares[seat] ?? 0;
  return { own, others: Object.values(shares).reduce((sum, count) => sum + count, 0) - own };
}

/** Where the signs stand: by the start fields of the taverns and the corners of the breweries. */
export function places(edition: Edition): {
  top: string[];
  right: string[];
  bottom: string[];
  left: string[];
} {
  const rows = edition.map.rows.length;
  const column = (field: string): number => LETTERS.indexOf(field[0]);
  const by = (test: (start: string) => boolean): string[] =>
    edition.taverns
      .filter((tavern) => test(tavern.start))
      .sort(
        (a, b) =>
          column(a.start) - column(b.start) || Number(a.start.slice(1)) - Number(b.start.slice(1)),
      )
      .map((tavern) => tavern.id);
  const corner = (name: string): string[] =>
    edition.breweries.filter((brewery) => brewery.corner === name).map((brewery) => brewery.id);
  const row = (field: string): number => Number(field.slice(1));
  const inside = (field: string): boolean => row(field) > 1 && row(field) < rows;
  return {
    top: [...corner('north_west'), ...by((start) => row(start) === 1), ...corner('north_east')],
    bottom: [
      ...corner('south_west'),
      ...by((start) => row(start) === rows),
      ...corner('south_east'),
    ],
    left: by((start) => inside(start) && column(start) === 0),
    right: by((start) => inside(start) && column(start) > 0),
  };
}

/** What a house would collect now. */
export const incomeOf = (view: View, business: string): number =>
  view.incomes[business] ?? view.brewery_incomes[business] ?? 0;

/** Whether a seat's single open share would be lost with the next one that is opened. */
export const endangered = (view: View, seat: string | null, business: string): boolean =>
  seat !== null && (view.endangered[seat] ?? []).some((other) => other === business);
