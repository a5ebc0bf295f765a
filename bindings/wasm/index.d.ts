/** Stamtafel: five tavern board games with their rules, their bots and their records. */

/** Loads the module: the one beside this file, or a URL, its bytes, or a compiled module. */
export function load(
  source?: string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module,
): Promise<Stamtafel>;

export type Language = 'en' | 'nl' | 'de' | 'fr';
/** Whose eyes: a seat (from 0), anybody's, or those that see everything. */
export type Viewer = number | 'spectator' | 'everything';
export type Seed = number | bigint;

export type Status =
  /** An unknown name, a number out of its range, a malformed action. */
  | 'usage'
  /** The rules forbid it: `rule` says which. */
  | 'illegal'
  /** The seat has nothing to choose now. */
  | 'turn'
  | 'position'
  | 'edition'
  | 'record'
  /** A record of other rules or another edition. */
  | 'outdated'
  | 'chance'
  /** It was freed. */
  | 'handle';

/** What was wrong, in a sentence. After an error nothing has changed. */
export class StamtafelError extends Error {
  readonly status: Status;
  /** The id of the rule or of the broken invariant; often empty. */
  readonly rule: string;
  /** How much is missing, where the rule counts something. */
  readonly missing: number;
}

export interface GameInfo {
  game: string;
  /** With the version of its rules: "goldbraeu-v1". */
  id: string;
  rules_version: number;
  min_players: number;
  max_players: number;
  seats: string[];
  names: Record<Language, string>;
  variants: { id: string; values?: string[]; low?: number; high?: number; default: string }[];
  verbs: { id: string; args: string[] }[];
  rules: { id: string; ruling: string }[];
  /** What was learned for bots that think: a file of its own, see `bring`. */
  net: 'none' | 'missing' | 'here';
}

export interface TableOptions {
  players?: number;
  /** The same seed deals the same game and throws the same dice, on every machine. */
  seed?: Seed;
  /** "deck_size=64 bank=unlimited" */
  variants?: string;
  edition?: Edition;
}

export class Stamtafel {
  readonly version: string;
  /** Ids: "koenig". */
  readonly games: string[];
  /** Names, the weakest first. */
  readonly bots: string[];
  info(game: string): GameInfo;
  /** The component data of a game, to change something and load that. */
  editionOf(game: string): unknown;
  edition(game: string, data: unknown): Edition;
  /** Deals a new game. */
  table(game: string, options?: TableOptions): Table;
  /** A table that begins at a position: what `view('everything')` or `bytes()` gave. */
  tableAt(
    game: string,
    position: unknown | Uint8Array,
    options?: { seed?: Seed; edition?: Edition },
  ): Table;
  /** Replays a record to its end. */
  replay(record: string, options?: { edition?: Edition }): Table;
  /**
   * Brings what bots of this game that think (`search`) have learned, for those that are made from then on; does nothing
   * where there is none, or it is here. They also play without, weaker. From the file beside this one
   * (`nets/GAME.json`), or from a URL.
   */
  bring(game: string, source?: string | URL): Promise<void>;
  /** A bot for one seat of a game: "greedy", "search:ms=100". */
  bot(name: string, game: string, seat: number): Bot;
}

export class Edition {
  toJSON(): unknown;
  free(): void;
}

export interface Facts {
  players: number;
  over: boolean;
  /** Who may choose now. */
  acting: number[];
  /** The first of them; -1: the game is over. */
  seat: number;
  steps: number;
  /** How many actions the game knows: they are numbered from 0. */
  actions: number;
  /** How many numbers `observe` gives. */
  observation: number;
}

export interface Option {
  action: number;
  /** 0: it may be chosen; otherwise the rule that forbids it. */
  rule: number;
  missing: number;
}

export interface Outcome {
  scores: number[];
  /** 1: the best; equals share a place. */
  ranks: number[];
  winners: number[];
}

export class Table {
  readonly game: string;
  readonly facts: Facts;
  readonly over: boolean;
  /** Who is to choose: the first, where several may; -1 when the game is over. */
  readonly seat: number;
  /** As it stands; final when the game is over. */
  readonly outcome: Outcome;
  /** 64 bits over all the position says. */
  readonly fingerprint: bigint;

  /** What a seat may choose; with `forbidden`, all that is conceivable. */
  options(seat?: number, which?: { forbidden?: boolean }): Option[];
  /** Why not. */
  rule(option: Pick<Option, 'rule' | 'missing'>, language?: Language): { id: string; text: string };
  question(seat?: number, language?: Language): { id: string; text: string };
  /** An action by its number: its text "play guenstling", and as one says it. */
  action(number: number, language?: Language): { id: string; text: string };
  numberOf(text: string): number;
  /** Makes a choice, by its number or its text. */
  act(seat: number, action: number | string): void;
  /** The choice that is made for a seat that stays silent. */
  fallback(seat?: number): number;
  undo(seat: number): void;

  view(viewer?: Viewer): unknown;
  /** The same in sentences, a line each. */
  tell(viewer?: Viewer, language?: Language): string;
  /** What happened in a step (-1: set-up). */
  told(step: number, viewer?: Viewer, language?: Language): string;
  /** The whole position: small, and only for the same rules and the same edition. */
  bytes(): Uint8Array;
  /** What a seat knows as numbers. */
  observe(seat?: number): Float32Array;
  observationNames(): string[];
  observationKey(seat?: number): bigint;

  /** The same again, with its history. */
  copy(): Table;
  /** A table that the seat can't tell from this one. */
  imagine(seat: number, seed: Seed): Table;
  /** The game so far as a text that replays it. */
  record(how?: { remarks?: boolean }): string;
  /** Now, instead of some time after nobody has it any more. */
  free(): void;
}

export interface Choice {
  action: number;
  /** To be compared with the others of this answer only. */
  value: number;
  visits: number;
}

export class Bot {
  /** Its best choices, the best first. It sees what its seat may know, and changes nothing. */
  decide(
    table: Table,
    budget?: { iterations?: number; milliseconds?: number; seed?: Seed },
  ): Choice[];
  free(): void;
}
