// What a game's own board is to the rest of the page. A folder src/games/<id>/ with an index.ts that
// exports `board` is all it takes: it is found by its name and loaded when a table of it is opened.
import type { Component } from 'svelte';
import type { Motion, Thing } from '../lib/picking';
import type { Ahead, Choice, GameEvent, Seat, SeatId } from '../lib/protocol';
import type { Effect } from '../lib/stage.svelte';

export interface SpotOptions {
  /** Can be tapped to read about it, also when nothing can be done with it. */
  info?: boolean;
  /** The label stands inside the element, as hidden text: for things that show more than their name. */
  inside?: boolean;
}
export type Spot = (
  thing: Thing,
  label: string,
  options?: SpotOptions,
) => (element: Element) => () => void;

export interface BoardProps {
  /** The position as the game writes it for this viewer. */
  view: unknown;
  /** The seat whose eyes these are; null for a spectator. */
  you: SeatId | null;
  seats: Seat[];
  acting: SeatId[];
  texts: Record<string, string>;
  edition: unknown;
  /** Makes an element a thing: {@attach spot('hero:Gg', 'green goblin')} */
  spot: Spot;
  /** Things picked so far, for boards that show more than a frame around them. */
  picked: Thing[];
  /** All that happened up to this position, for boards that show what the position itself forgets. */
  past: GameEvent[];
  /** Opens what there is to see of a player (`Holdings`). */
  open(seat: SeatId): void;
}

/** What the parts of a board are given, in the game's own types. */
export interface BoardPart<View, Edition> {
  view: View;
  edition: Edition;
  texts: Record<string, string>;
  spot: Spot;
}

/** Something to read about a thing. */
export interface About {
  name: string;
  text: string;
}

/** One figure of a player that is always in sight. */
export interface Fact {
  icon: string;
  value: string | number;
  /** What it is, for the ear and the pointer. */
  label: string;
  /** Its name in the view, where a choice may cost or bring some of it. */
  figure?: string;
  tone?: 'gold' | 'warn' | 'dim';
}

export interface BoardModule {
  Board: Component<BoardProps>;
  /** What lies before one's own seat: hand, dice, own building. */
  Own?: Component<BoardProps>;
  /** All about one player, one tap away. */
  Holdings?: Component<BoardProps & { seat: SeatId }>;
  facts(view: unknown, seat: SeatId, texts: Record<string, string>, edition: unknown): Fact[];
  /** Questions at which one may try out several steps before doing them. */
  plans?: string[];
  /** Questions that only finish a choice: tapping something else takes back how it began. */
  followUps?: string[];
  /** Verbs that are done only when all their things are tapped, also where nothing else can be meant; perhaps only at some things. */
  patient?: string[] | ((thing: Thing) => string[]);
  /** The action that a tap on this thing takes back: a die that is in hand is put back. */
  takesBack?(thing: Thing, view: unknown): string | null;
  /** What a thing is and does, where the game's texts don't say it by themselves (`<domain>.<id>.text`). */
  about?(thing: Thing, scene: Pick<BoardProps, 'view' | 'you' | 'texts' | 'edition'>): About | null;
  /** A word at the button of a choice: what one might have forgotten, what it costs. */
  hint?(
    choice: Choice,
    view: unknown,
    texts: Record<string, string>,
    edition: unknown,
    ahead?: Ahead,
  ): string;
  /** Verbs whose outcome the page asks the server for beforehand (`ahead`), for `hint` and `motions`. */
  foresee?: string[];
  /** The things that the question of the moment is about, whoever is asked: they are marked. */
  concerns?(view: unknown): Thing[];
  /** The things a choice touches, where the schema's domains don't say it. */
  things?(choice: Choice, view: unknown): Thing[] | null;
  /** Motions that answer several questions at once. */
  motions?(
    choices: Choice[],
    view: unknown,
    edition: unknown,
    texts: Record<string, string>,
    ahead: Record<string, Ahead>,
  ): Motion[];
  /** What an event looks like; `all` that happened with it, for what belongs together. */
  effects?(
    event: GameEvent,
    view: unknown,
    texts: Record<string, string>,
    all: GameEvent[],
  ): Effect[];
}

const modules = import.meta.glob<{ board: BoardModule }>('./*/index.ts');

/** The board of a game, or null when it has none of its own yet. */
export async function loadBoard(game: string): Promise<BoardModule | null> {
  const load = modules[`./${game}/index.ts`];
  return load ? (await load()).board : null;
}
