// What one learns a game from, as the server says it: diagrams, lessons, puzzles (docs/protocol.md).
import type { EditionInfo, GameEvent, SeatId, State } from './protocol';

/** A diagram of the rules: positions that the board draws, and what happened in between. */
export interface Diagram {
  /** How many play. */
  seats: number;
  edition: EditionInfo;
  pictures: {
    /** Of the board: a part or a thing; `board` is all of it, `own` what lies before one's seat. */
    part: string;
    you?: SeatId;
    marks: string[];
    acting: SeatId[];
    view: unknown;
    events: GameEvent[];
  }[];
}

/** What happened on the way to a moment of a lesson: one choice, and where it led. */
export interface LessonBeat {
  seat: SeatId;
  action?: string;
  events: GameEvent[];
  state: State;
}

export interface LessonMoment {
  scene: number;
  /** Of all steps of the lesson. */
  step: number;
  seats: number;
  you: SeatId;
  variants: Record<string, string>;
  say: string;
  /** Things and parts of the board that are pointed at. */
  look: string[];
  beats: LessonBeat[];
  state: State;
  /** Without an action: for who has read on; without `to` the lesson is over. */
  leads: { action?: string; to?: number }[];
  /** What is said to choices that don't lead on. */
  answers: Record<string, string>;
}

/** A lesson, played through beforehand. */
export interface Lesson {
  id: string;
  game: string;
  title: string;
  minutes: number;
  steps: number;
  edition: EditionInfo;
  moments: LessonMoment[];
  /** The real game that follows. */
  play: { seats: number; variants: Record<string, string> } | null;
}

/** Which puzzles there are; `today` is the game of the day, and of each game the number of its own for that day. */
export interface PuzzleList {
  /** Since 1 January 1970, UTC. */
  day: number;
  today: string | null;
  games: { game: string; today: number; puzzles: { id: string; level: number }[] }[];
}

export interface PuzzleChoice {
  action: string;
  text: string;
  /** Of the wins that the seat may hope for. */
  share: number;
  error: number;
  right: boolean;
  /** Weak players take it. */
  tempting?: boolean;
  why: string[];
}

export interface Puzzle {
  game: string;
  number: number;
  id: string;
  level: number;
  seats: number;
  you: SeatId;
  variants: Record<string, string>;
  edition: EditionInfo;
  state: State;
  /** Those that were compared, the best first. */
  choices: PuzzleChoice[];
  missed: number[];
}
