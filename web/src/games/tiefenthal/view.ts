// What a viewer gets of a position (the type comes from the engine's schema), and what follows from it.
import type { BoardPart } from '../board';
import type { Tile, View } from '../../generated/tiefenthal';
import type { Motion, Thing } from '../../lib/picking';
import type { Choice, GameEvent } from '../../lib/protocol';
import { say } from '../say';

export type { Tile, View };
export type Tavern = View['taverns'][string];

export interface Reward {
  effect: string;
  card?: string;
  amount?: number;
}
interface Person {
  id: string;
  die: number;
  pays: number;
  points: number;
  cost?: number;
  bonus?: Reward;
  white_reputation?: number;
}
export interface TileData {
  id: Tile;
  cost: number;
  base: number;
  upgraded: number;
  works: 'at_once' | 'next_round';
  card?: string;
  discount?: number;
  dice?: number[];
}
interface Space {
  space: number;
  reward: Reward;
}
export interface RoundData {
  round: number;
  bar_guest?: boolean;
  choose?: string[];
  free_upgrade?: boolean;
  schnapps?: number;
  entertainer?: string;
}
export interface Edition {
  dice: { white: number };
  bar_guests: { per_player: number };
  staff: { id: string; price: number; points: number }[];
  noble: { die: number; pays: number; points: number };
  noble_prices: { tiers: { beer: number; nobles: number }[] };
  regulars: Person[];
  guests: Person[];
  display: { open_pile: string };
  tiles: TileData[];
  monastery: { last: number; summer: Space[]; winter: Space[] };
  round_track: { summer: RoundData[]; winter: RoundData[] };
  start_deck: { cards: string[] };
  entertainers: { id: string; A: Reward; B: Reward }[];
  reputation: { last: number; side_A: Space[]; side_B_points: number[] };
  guest_book: { rewards: { signatures: number; reward: Reward }[] };
  start_cards: { cards: { id: string; cards: string[]; ducats: number }[] };
}

export type Part = BoardPart<View, Edition>;

export const asView = (given: unknown): View => given as View;
export const SEATS = ['green', 'purple', 'yellow', 'red'];
/** Whether a part of the game that a module brings is in play. */
export const inPlay = (view: View, part: View['in_play'][number]): boolean =>
  view.in_play.includes(part);

/** Somebody who sits at a table. */
export function person(id: string, edition: Edition): Person {
  const noble: Person = { id: 'noble', ...edition.noble };
  return id === 'noble'
    ? noble
    : ([...edition.regulars, ...edition.guests].find((other) => other.id === id) ?? noble);
}

export function pointsOf(card: string, edition: Edition): number {
  return edition.staff.find((other) => other.id === card)?.points ?? person(card, edition).points;
}

export const tileOf = (id: string, edition: Edition): TileData =>
  edition.tiles.find((tile) => tile.id === id) as TileData;

export const staffOf = (tavern: Tavern, kind: string): number =>
  tavern.staff.filter((card) => card === kind).length;

/** Every card of a player, wherever it lies. */
export function deckOf(tavern: Tavern): string[] {
  const seated = tavern.tables.filter((card) => card !== null && card !== 'noble') as string[];
  return [
    ...tavern.top,
    ...tavern.draw,
    ...tavern.discard,
    ...tavern.staff,
    ...seated,
    ...Array.from({ length: tavern.nobles }, () => 'noble'),
  ];
}

/** The next reward of the guest book. */
export const nextInBook = (
  view: View,
  seat: string,
  edition: Edition,
): { signatures: number; reward: Reward } | undefined =>
  edition.guest_book.rewards.find(({ signatures }) => signatures === view.next_signatures[seat]);

export const faceOf = (die: string): number => Number(die.slice(1));

/** What the table is busy with: "place_die green w3" → place_die, of green, w3. */
export function moment(view: View): { step: string; words: string[] } {
  const [step = '', ...words] = view.agenda.at(-1)?.split(' ') ?? [];
  return { step, words };
}

/** One of several dice; of those that show the same each is a thing of its own. */
function dieAmong(domain: string, dice: readonly (number | string)[], at: number): Thing {
  const copy = dice.slice(0, at).filter((die) => die === dice[at]).length;
  return `${domain}:${dice[at]}${copy > 0 ? `@${copy + 1}` : ''}`;
}
/** On one's coaster. */
export const faceThing = (coaster: readonly number[], at: number): Thing =>
  dieAmong('face', coaster, at);
/** Before oneself. */
export const dieThing = (dice: readonly string[], at: number): Thing => dieAmong('die', dice, at);

const WITH_DIE = ['die', 'turn', 'reroll'];

/** Any of the dice that show the same will do. */
export function picks(choices: Choice[], view: View): Motion[] {
  const { step, words } = moment(view);
  const tavern = view.taverns[words[0]];
  if (!tavern) return [];
  const drafting = step === 'pick';
  const dice = drafting ? tavern.coaster : tavern.dice;
  return dice.flatMap((die, at) => {
    const thing = dieAmong(drafting ? 'face' : 'die', dice, at);
    if (!thing.includes('@')) return [];
    return choices
      .filter(
        ({ verb, args }) =>
          args[0] === `${die}` && (drafting ? verb === 'pick' : WITH_DIE.includes(verb)),
      )
      .map(({ verb, action, args, text, no }) => ({
        steps: [action],
        things: [thing, ...(verb === 'turn' ? [`turn:${args[1]}`] : [])],
        text,
        no: no ?? undefined,
      }));
  });
}

/** The seat whose tavern is shown: one's own; for onlookers that of whoever is to choose. */
export function shownSeat(view: View, you: string | null, acting: string[]): string {
  if (you && view.taverns[you]) return you;
  return acting.length === 1 ? acting[0] : view.start;
}

export interface Laid {
  /** By table, from 1. */
  tables: Record<number, string>;
  /** By tile. */
  tiles: Record<string, string[]>;
}

/** The dice used this evening, on the spaces they served. The position forgets them; the events don't. */
export function laid(past: GameEvent[], view: View, seat: string): Laid {
  const found: Laid = { tables: {}, tiles: {} };
  const tavern = view.taverns[seat];
  const from = past.map((event) => event.id).lastIndexOf('round');
  const spaces: Record<string, Tile> = {
    cashbox: 'cashbox',
    barrel: 'barrel',
    delivered: 'supplier',
    prayed: 'monk',
  };
  for (const { id, args } of past.slice(from + 1)) {
    if (args[0] !== seat) continue;
    if (id === 'served') {
      // Whoever was banned since has left an empty table behind.
      const at = tavern.served.find(
        (table) =>
          !found.tables[table] &&
          (tavern.tables[table - 1] === args[1] || tavern.tables[table - 1] === null),
      );
      if (at !== undefined) found.tables[at] = args[2];
    } else if (spaces[id]) (found.tiles[spaces[id]] ??= []).push(args[1]);
  }
  return found;
}

/** Names stand in narrow places: one with a long word is written smaller before it is broken. */
export function nameSize(name: string, fits: number): string {
  const longest = Math.max(...name.split(/[\s-]/).map((word) => word.length));
  return `${Math.max(0.64, Math.min(0.92, (0.92 * fits) / longest)).toFixed(2)}em`;
}

const EFFECT_WORDS: Record<string, string> = {
  ducats: 'board.ducats',
  beer: 'board.beers',
  schnapps: 'board.schnapps',
};

/** A reward in words, for the ear. */
export function rewardWords(reward: Reward, texts: Record<string, string>): string {
  if (reward.card) return texts[`card.${reward.card}`] ?? reward.card;
  const key = EFFECT_WORDS[reward.effect];
  if (key) return say(texts, key, reward.amount ?? 1);
  return say(texts, `reward.${reward.effect}`, reward.amount ?? 1);
}

/** The guest book in words. */
export function bookWords(
  view: View,
  seat: string,
  edition: Edition,
  texts: Record<string, string>,
): { name: string; text: string } {
  const next = nextInBook(view, seat, edition);
  const missing = view.to_sign[seat];
  const text = [
    next ? say(texts, 'web.book_next', next.signatures, rewardWords(next.reward, texts)) : '',
    missing.length > 0
      ? say(texts, 'web.book_missing', missing.map((line) => texts[`line.${line}`]).join(', '))
      : '',
  ];
  return {
    name: say(texts, 'board.signatures', view.taverns[seat].signatures.length),
    text: text.filter(Boolean).join(' '),
  };
}
