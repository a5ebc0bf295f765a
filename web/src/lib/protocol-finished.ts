// Looking back at a finished game, as the server says it: replay, review, luck (docs/protocol.md).
import type { EditionInfo, GameEvent, Outcome, SeatId, TakenBack } from './protocol';

export interface ReplayStep {
  step: number;
  seat?: SeatId;
  action?: string;
  text?: string;
  events: GameEvent[];
  acting: SeatId[];
  view: unknown;
}

export interface Replay {
  table: string;
  game: string;
  edition: EditionInfo;
  seat: string;
  count: number;
  taken_back?: TakenBack;
  steps: ReplayStep[];
  outcome?: Outcome | null;
}

export type Grade = 'best' | 'good' | 'imprecise' | 'mistake' | 'blunder';

/** docs/review.md; shares of wins are from 0 to 1, lists of them in the order of the seats. */
export interface Review {
  made: true;
  table: string;
  steps: number;
  seats: {
    seat: SeatId;
    start: number;
    play: number;
    others: number;
    luck: number;
    result: number;
    decisions: number;
    grades: Record<Grade, number>;
    figure: number;
  }[];
  turns: { step: number; swing: number; by: 'play' | 'luck' }[];
  curve: { step: number; shares: number[] }[];
  choices: {
    step: number;
    seat: SeatId;
    grade: Grade;
    made: { action: string; text: string };
    best: { action: string; text: string };
    share: number;
    lost: number;
    error: number;
    play: number[];
    line: { seat: SeatId; action: string; text: string }[];
  }[];
}
/** One that isn't made yet; with figures: it is being made. */
export interface NoReview {
  made: false;
  table: string;
  done?: number;
  all?: number;
}

export interface Draw {
  step: number;
  /** The number of the action among all there ever were at the table: its stream of chance. */
  nonce?: number;
  taken_back?: boolean;
  chance: string;
  of: [id: string, weight: number][];
  came: string;
  text: string;
}

export interface Luck {
  samples: number;
  seats: { seat: SeatId; points: number; deviation: number; luck: number }[];
  chances: {
    id: string;
    count: number;
    mean?: number | null;
    expected_mean?: number | null;
    values: { id: string; count: number; expected: number }[];
  }[];
}
