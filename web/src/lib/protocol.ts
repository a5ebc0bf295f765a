// What the server says and hears: docs/protocol.md, protocol 1.

export type * from './protocol-finished';
export type * from './protocol-learning';

export const PROTOCOL = 1;

export type SeatId = string;

export interface Person {
  id: string;
  name: string;
}

/** Who a bot is: somebody with a name and a face of their own. */
export type Character = Person;

export interface Clock {
  move: number;
  bank: number;
}

/** Play by correspondence: nobody is expected to be there. */
export const byDays = (clock?: Clock | null): boolean =>
  !!clock && clock.move + clock.bank >= 24 * 3600_000;

/** How well a bot plays, as people are asked it. */
export interface Level {
  id: string;
  /** The bot that plays so, as requests name it. */
  bot: string;
  name: string;
  text: string;
  /** What people get who say nothing about it. */
  usual?: boolean;
}

/** A bot of the house: as requests name it, and as people do. */
export interface HouseBot {
  bot: string;
  name: string;
}

/** How strong somebody is at a game, and how far off that may be. */
export interface Rating {
  rating: number;
  uncertainty: number;
}

export interface Seat {
  seat: SeatId;
  name: string;
  kind: 'person' | 'bot' | 'open';
  person?: Person | null;
  bot?: string | null;
  /** Of a bot of the house: what the operator calls it. */
  house?: string;
  character?: Character | null;
  /** Of a bot that has one. */
  level?: Pick<Level, 'id' | 'name'>;
  /** At rated tables. */
  rating?: Rating;
  here?: boolean;
  /** The bot that plays for the person, or in place of a bot of the house. */
  stand_in?: string | null;
  conceded?: boolean;
  /** The host has removed this person. */
  removed?: boolean;
  /** Can't win any more, for having removed somebody. */
  forfeits?: boolean;
}

export interface Choice {
  action: string;
  verb: string;
  args: string[];
  text: string;
  no?: string | null;
  /** Where the rule counts something: how much is missing, a sentence. */
  missing?: string;
  /** Of the page's own making: the actions of a whole motion. */
  steps?: string[];
}

export interface GameEvent {
  id: string;
  args: string[];
  text: string;
}

/** Where the scores came from: what all began with and the lines add up to them. */
export interface Sheet {
  opening: Record<SeatId, number>;
  lines: { text: string; amounts: Record<SeatId, number> }[];
}

export interface Outcome {
  seats: { seat: SeatId; score: number; rank: number }[];
  winners: SeatId[];
  by: 'end' | 'conceded';
  /** Seats whose person the host removed during the game, and those that could not win for it. */
  removed?: SeatId[];
  forfeits?: SeatId[];
  /** Only of a game that was played to its end. */
  sheet?: Sheet | null;
}

/** What one is asked. */
export interface Asked {
  prompt: string;
  text: string;
  out_of_turn?: boolean;
  /** Whose doing it is, and the component that asks (a card in play), if one does. */
  by?: { seat: SeatId; domain?: string; id?: string };
}

export interface State {
  step: number;
  over: boolean;
  acting: SeatId[];
  view: unknown;
  asked?: Asked | null;
  choices: Choice[];
  rules: Record<string, { ruling: string; text: string }>;
  undo?: 'now' | 'ask' | null;
  clocks?: Record<SeatId, { move: number; bank: number; running: boolean }> | null;
  outcome?: Outcome | null;
  board?: string | null;
}

/** What leads from one view to the next: members gone, then members set, by name or `name.name`. */
export interface ViewDifference {
  drop?: string[];
  set?: Record<string, unknown>;
}

/** What has changed in the position; what isn't there is as it was. */
export interface Change extends Partial<Omit<State, 'view' | 'choices'>> {
  view?: ViewDifference;
  /** A number is a place in the last list of choices that wasn't empty. */
  choices?: (Choice | number)[];
}

export interface Item {
  n: number;
  at: number;
  is: string;
  seat?: SeatId | null;
  step?: number;
  action?: string;
  by?: 'bot' | 'clock' | 'orders';
  events?: GameEvent[];
  person?: Person | null;
  text?: string;
  /** In place of a text: words of the house. */
  emote?: string;
  kind?: string;
  bot?: string;
  count?: number;
  word?: string;
  yes?: boolean;
  /** Steps taken back had shown something. */
  showed?: boolean;
  table?: string;
  lost?: number;
  on?: boolean;
  who?: ChatRule['who'] | Door['who'];
  /** Said by somebody this person has blocked: no more is told. */
  blocked?: boolean;
  /** Why one of ours plays for a bot of the house. */
  why?: 'failed' | 'gone';
  /** A bot plays on in this seat for somebody who was removed. */
  bot_for?: SeatId;
}

/** Who may speak at a table. */
export interface ChatRule {
  who: 'all' | 'friends';
  muted: Person[];
}

/** Who may be at a table. */
export interface Door {
  who: 'all' | 'named';
  removed: Person[];
}

export interface Fair {
  /** Missing where all of the game came from a record: nothing was drawn here. */
  commitment?: string;
  /** Of a table that came from a record: the first action whose chance was drawn here. */
  from?: number;
  committed?: Record<SeatId, string>;
  words: Record<SeatId, string>;
  /** While words are opened: whose are. */
  opened?: SeatId[];
  /** Who did not open theirs. */
  missing?: SeatId[];
  taken_back?: TakenBack;
  secret?: string | null;
  key?: string | null;
}

/** Steps taken back after something was shown. */
export interface TakenBack {
  count: number;
  by: Record<SeatId, number>;
}

export interface UndoRequest {
  by: SeatId;
  steps: number;
  waiting: SeatId[];
}

/** One's own standing orders for questions out of turn. */
export interface Order {
  do: string;
  text: string;
  when?: string;
  when_text?: string;
}

export interface Orders {
  on: boolean;
  list: Order[];
}

/** The members of a table that a `news` may replace. */
export interface Changing {
  seats: Seat[];
  you: SeatId | null;
  host: SeatId | null;
  status: 'gathering' | 'opening' | 'playing' | 'over';
  request: UndoRequest | null;
  fair: Fair | null;
  rematch: string | null;
  spectators: number;
  chat?: ChatRule;
  door?: Door;
  /** Who watches; only the host is told. */
  guests?: Person[];
  orders?: Orders | null;
  /** May people ask what they had best choose: it was agreed, or there is nobody but bots? */
  hints?: 'no' | 'agreed' | 'alone';
  state: State | null;
}

export interface EditionInfo {
  name: string;
  hash: string;
  /** It is the game's own, not one of the operator's. */
  own?: boolean;
  /** What it says of itself. */
  text?: string;
}

export interface TableMessage extends Changing {
  is: 'table';
  re?: number;
  table: string;
  n: number;
  game: string;
  edition: EditionInfo;
  variants: Record<string, string>;
  public: boolean;
  /** May steps be taken back after something was shown? */
  take_back?: 'free' | 'never';
  /** The result counts for the ratings of those who play. */
  rated?: boolean;
  /** It came from a record: it was played elsewhere, all of it or its beginning. */
  brought?: boolean;
  created: number;
  now: number;
  clock?: Clock | null;
  /** The newest part of the list, from number `log_from` on. */
  log: Item[];
  log_from?: number;
}

/** An older part of the list. */
export interface LogMessage {
  is: 'log';
  re?: number;
  table: string;
  before: number;
  from: number;
  items: Item[];
}

/** How the scores stood after each step at which they changed; by seat, beside `step`. */
export interface Course {
  count: number;
  scores: ({ step: number } & Record<SeatId, number>)[];
}

export interface NewsMessage extends Partial<Changing> {
  is: 'news';
  re?: number;
  table: string;
  from: number;
  to: number;
  items: Item[];
  /** In place of `state`, to who knows the position so far. */
  change?: Change;
  done?: number;
  refused?: ErrorMessage;
}

export interface ErrorMessage {
  is: 'error';
  re?: number;
  code: string;
  text: string;
  action?: string;
  rule?: string;
  ruling?: string;
}

export interface WhatIf {
  is: 'what-if';
  re?: number;
  table: string;
  n: number;
  done: number;
  chance: boolean;
  /** Could it be taken back for certain? */
  undoable: boolean;
  events: GameEvent[];
  state: State;
  refused?: ErrorMessage;
}

/** One of the best choices, and why. */
export interface Advised {
  action: string;
  text: string;
  /** Of the wins one may hope for, 0 to 1. */
  share: number;
  /** In sentences, what speaks for it first. */
  why: string[];
  /** What one would probably go on with. */
  line: string[];
  then?: string;
}

/** What somebody would do in one's place. */
export interface Hint {
  is: 'hint';
  re?: number;
  table: string;
  n: number;
  /** The best first; empty: there is nothing to choose. */
  choices: Advised[];
  /** The share of wins that a choice gives away, of those that surely do. */
  losses: Record<string, number>;
  /** So much is much to give away. */
  much: number;
}

/** A position on the analysis board, and the moves that led to it. */
export interface Analysed {
  game: string;
  edition: EditionInfo;
  variants: Record<string, string>;
  seats: SeatId[];
  /** Whose choices are told; null: nobody has to choose. */
  seat: SeatId | null;
  /** The position in bytes, to stand in an address. */
  position: string;
  moves: {
    seat: SeatId;
    action: string;
    luck: number;
    text: string;
    chance: boolean;
    events: GameEvent[];
  }[];
  state: State;
  /** With all cards open: all of it. */
  open?: object;
  /** The table in sentences. */
  told: string;
  /** As it is in a file, where that was asked for. */
  whole?: unknown;
}

/** What the bot thinks so far of a position. */
export interface Thought {
  is: 'thought';
  re?: number;
  /** The number of the request. */
  of: number;
  seat: SeatId;
  /** With all cards open, or by what the seat knows. */
  open: boolean;
  iterations: number;
  shares: Record<SeatId, number>;
  /** The best first. */
  choices: {
    action: string;
    text: string;
    /** Of the wins the seat may hope for, with its standard error. */
    share: number;
    error: number;
    visits: number;
    shares: Record<SeatId, number>;
    line: { seat: SeatId; action: string; text: string }[];
  }[];
  /** It goes on. */
  more: boolean;
}

/** What a choice would bring, as far as it doesn't hang on chance or on what is hidden. */
export interface Ahead {
  /** It does: there is nothing more to tell. */
  chance: boolean;
  /** Could it be taken back? */
  undoable: boolean;
  /** How one's own figures would change, by their names in the view. */
  cost?: Record<string, number>;
  gain?: Record<string, number>;
  /** What it would go on to ask; null: somebody else. */
  then?: { prompt: string; choices: { action: string; no?: string; missing?: string }[] } | null;
  events?: GameEvent[];
}

export interface LobbyTable {
  table: string;
  game: string;
  name: string;
  status: Exclude<Changing['status'], 'opening'>;
  created: number;
  variants: string;
  edition: EditionInfo;
  clock?: Clock | null;
  seats: {
    seat: SeatId;
    kind: Seat['kind'];
    name?: string;
    bot?: string;
    house?: string;
    stand_in?: string;
    character?: Character;
    rating?: Rating;
  }[];
  rated?: boolean;
  /** It came from a record. */
  brought?: boolean;
  /** Of one's own tables: one's seat, and who has to choose there. */
  you?: SeatId;
  acting?: SeatId[];
  /** When one's own time for it is up. */
  until?: number;
  /** Once it is over: when, and who has won. */
  ended?: number;
  winners?: SeatId[];
}

export interface Lobby {
  public: LobbyTable[];
  mine: LobbyTable[];
}

/** One of one's own games that are over. */
export interface OwnGame extends Omit<LobbyTable, 'seats'> {
  seats: (LobbyTable['seats'][number] & { score?: number; place?: number; left?: boolean })[];
  /** How it ended; missing where an old version did not keep it, until it is found out. */
  by?: 'end' | 'conceded' | 'closed';
  place?: number;
  share?: number;
  left?: boolean;
  /** What it changed, if it was rated. */
  rating?: { before: Rating; after: Rating };
}

export interface OwnGames {
  games: OwnGame[];
  /** Where the next page begins; missing on the last. */
  next?: string;
}

/** A mean with its 95 % interval. */
export interface Mean {
  mean: number;
  low: number;
  high: number;
}

export interface OwnRating extends Rating {
  game: string;
  name: string;
  games: number;
  curve: (Rating & { at: number; table: string })[];
}

export interface OwnFigures {
  games: number;
  /** Games of an old version whose results are still being found out. */
  unknown: number;
  by: { game: string; name: string; players: number; games: number; wins: Mean; place: Mean }[];
  favourites: {
    game: string;
    name: string;
    games: number;
    things: { id: string; text: string; mine: number; others: number }[];
  }[];
  ratings: OwnRating[];
}

/** What has changed in a list: tables as they are now, and the ids of those that have gone. */
export interface ListNews {
  changed: LobbyTable[];
  removed: string[];
}

export interface LobbyNews {
  is: 'lobby-news';
  re?: number;
  public?: ListNews;
  mine?: ListNews;
}

export type ServerMessage =
  | { is: 'welcome'; re?: number; me: Person | null; now: number; server: string }
  | TableMessage
  | NewsMessage
  | LogMessage
  | ErrorMessage
  | WhatIf
  | Hint
  | Thought
  | { is: 'ahead'; re?: number; table: string; n: number; choices: Record<string, Ahead> }
  | ({ is: 'lobby'; re?: number } & Lobby)
  | LobbyNews
  | { is: 'told'; re?: number; table: string; n: number; text: string }
  | { is: 'ok'; re?: number; table?: string }
  | { is: 'pong'; re?: number; now: number }
  | { is: 'announcement'; re?: number; text: string | null; until: number }
  | { is: 'drain'; re?: number; until: number | null }
  | { is: 'move'; re?: number }
  | { is: 'removed'; re?: number; table: string; code: string; text: string }
  | { is: 'me'; re?: number; me: Person }
  | { is: 'blocks'; re?: number }
  | { is: 'turns'; re?: number; tables: string[] }
  | {
      is: 'presence';
      re?: number;
      table: string;
      here: SeatId[];
      spectators: number;
      guests?: Person[];
    };

/** Where one wants to hear that it is one's move. */
export interface Addresses {
  /** What the server can send, none by default. */
  kinds: ('mail' | 'webhook')[];
  /** Where webhooks may be. */
  hosts: string[];
  addresses: { kind: 'mail' | 'webhook'; target: string; confirmed: boolean }[];
}

/** A browser one is logged in with. */
export interface Device {
  device: string;
  this: boolean;
  made: number;
  seen: number;
  browser: string;
  system: string;
}

export interface VariantInfo {
  id: string;
  name: string;
  text: string;
  default: string;
  values?: { id: string; name: string }[];
  low?: number;
  high?: number;
}

export interface GameInfo {
  id: string;
  name: string;
  tagline: string;
  about: string;
  /** How long it takes and how much it asks of one, in words. */
  time: string;
  weight: string;
  min_seats: number;
  max_seats: number;
  seats: { id: SeatId; name: string }[];
  /** What new tables begin with unless another one is chosen. */
  edition: EditionInfo;
  /** Those to choose from. */
  editions: EditionInfo[];
  variants: VariantInfo[];
  lessons: { id: string; title: string; minutes: number }[];
}

export interface Catalogue {
  protocol: number;
  server: string;
  languages: string[];
  bots: { id: string }[];
  levels: Level[];
  /** Programs that the operator has brought along. */
  house_bots?: HouseBot[];
  games: GameInfo[];
  /** Whoever makes a table may bring an edition of their own. */
  own_editions?: boolean;
  /** Tables may be rated. */
  ratings?: boolean;
  /** Tables may come as records. */
  records?: boolean;
}

export interface Schema {
  game: string;
  seats: SeatId[];
  domains: Record<string, string[]>;
  verbs: Record<string, string[]>;
  events: Record<string, { args: string[]; secret?: number[] }>;
  /** By the id of a reason what it cites: "R10". */
  rules: Record<string, string>;
  reactions: string[];
  /** Verbs that end a turn or a phase, whatever could still be done in it. */
  ends: string[];
  /** Verbs that only set what one is asked from then on. */
  asides: string[];
}
