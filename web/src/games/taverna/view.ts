// What a viewer gets of a position (the type comes from the engine's schema), and what follows from it.
import type { BoardPart } from '../board';
import type {
  Customer,
  Dignitary,
  People,
  Scoring,
  Seat,
  Symbol,
  Tavern,
  View,
} from '../../generated/taverna';

export type {
  Customer,
  Dignitary,
  Favour,
  Order,
  People,
  Scoring,
  Seat,
  Spell,
  Symbol,
  Tavern,
  View,
} from '../../generated/taverna';
export type Texts = Record<string, string>;

export interface TavernSide {
  tables: People[];
  deeds: { price: number; points: number }[];
}
export interface Bonus {
  coins?: number;
  points?: number;
  spell?: number;
  privilege?: number;
}
export interface Edition {
  players: {
    players: number;
    side: 'A' | 'B';
    turns_each: number;
    feast: number;
    royal_scorings_each: number;
  }[];
  taverns: { id: Tavern; large: boolean; guild: Symbol; A: TavernSide; B: TavernSide }[];
  tracks: { end_points: number[]; bonuses: Record<People, Record<string, Bonus>> };
  dignitaries: Record<Dignitary, { prices?: number[]; takeover?: number }>;
  customers: { id: Customer; peoples: People[]; symbols: Symbol[] }[];
  prices: { sell_spell: number };
  spells: { id: string; effect: string; cost: number; lightning: boolean }[];
  royal_scorings: { id: Scoring; thresholds?: number[]; points: number[] }[];
}

export type Part = BoardPart<View, Edition>;

export const PEOPLES: readonly People[] = ['elf', 'dwarf', 'orc', 'human'];
export const GUILDS: readonly Symbol[] = ['beer', 'lyre', 'book'];
export const ORDERS = ['always', 'triggers', 'responses', 'never'] as const;

export const asView = (given: unknown): View => given as View;

/** A word of the board itself; an older server may not know it yet. */
export const word = (texts: Texts, id: string): string => texts[`web.${id}`] ?? id;

/** The side of the board for this many players. */
export const countOf = (view: View, edition: Edition): Edition['players'][number] =>
  edition.players.find((count) => count.players === view.players) ?? edition.players[0];
export function sideOf(view: View, edition: Edition, tavern: string): TavernSide {
  const data = edition.taverns.find((other) => other.id === tavern) ?? edition.taverns[0];
  return data[countOf(view, edition).side];
}

/** A card as it lies in a hand or pile; whoever sees everything also gets who knows of it. */
export function spellId(card: unknown): string {
  const id = typeof card === 'string' ? card : (card as { card: string }).card;
  return id.split('#')[0];
}

export const seatsOf = (view: View): Seat[] => Object.keys(view.points) as Seat[];
export const seatName = (view: View, texts: Texts, seat: string): string =>
  texts[`seat.${seatsOf(view).indexOf(seat as Seat)}`] ?? seat;

export interface Slot {
  customer: Customer | null;
  /** Taken by the active player: no longer in the row, but on the way to a table. */
  played: boolean;
  peoples: People[];
  symbols: Symbol[];
}

/** The places of the row. The customer of this turn stands where he came from until the row is refilled. */
export function slots(view: View, edition: Edition): Slot[] {
  const data = new Map(edition.customers.map((customer) => [customer.id, customer]));
  let waiting = view.turn.phase === 'picked' || view.turn.phase === 'post' ? view.turn.card : null;
  return view.row.map((customer) => {
    if (customer) {
      const card = data.get(customer);
      return {
        customer,
        played: false,
        peoples: card?.peoples ?? [],
        symbols: card?.symbols ?? [],
      };
    }
    const played = waiting;
    waiting = null;
    if (!played) return { customer: null, played: false, peoples: [], symbols: [] };
    const people = view.turn.people ?? data.get(played)?.peoples[0];
    return {
      customer: played,
      played: true,
      peoples: people ? [people] : [],
      symbols: view.turn.symbols,
    };
  });
}

export const deedsOf = (view: View, seat: string): { tavern: Tavern; slot: number }[] =>
  (Object.entries(view.taverns) as [Tavern, View['taverns'][string]][]).flatMap(
    ([tavern, { deeds }]) =>
      deeds.flatMap((owner, slot) => (owner === seat ? [{ tavern, slot }] : [])),
  );

/** The things that declarations in waiting are about, so that the board can point at them. */
export function aims(view: View): Set<string> {
  const found = new Set<string>();
  for (const { picks } of view.claims) {
    for (const pick of picks) {
      const [verb, a, b] = (pick ?? '').split(' ');
      if (verb === 'tile' || verb === 'table') found.add(`table:${a}.${b}`);
      else if (verb === 'deed') found.add(`deed:${a}.${b}`);
      else if (verb === 'tavern' || verb === 'dignitary') found.add(`${verb}:${a}`);
      else if (verb === 'track') found.add(`people:${a}`);
    }
  }
  return found;
}
