// The bot beside the analysis board: it is told which position to think about, and tells what it
// thinks so far, better and better.
import { connection, Refused } from './connection.svelte';
import type { SeatId, Thought } from './protocol';
import { t } from './texts.svelte';

/** What is to be thought about. */
export interface Subject {
  game: string;
  edition: string;
  position: string;
  seat: SeatId;
  /** With all cards open, or by what the seat knows. */
  open: boolean;
}

/** Who goes through positions quickly wants nothing thought of those in between, ms. */
const REST = 150;

export class Thinker {
  thought: Thought | null = $state.raw(null);
  problem = $state('');

  #subject: Subject | null = null;
  #of: number | null = null;
  /** A thought that came before it was said which request it belongs to. */
  #early: Thought | null = null;
  #timer = 0;
  #asked = false;
  #stop: (() => void)[];

  constructor() {
    this.#stop = [
      connection.listen((message) => {
        if (message.is !== 'thought') return;
        if (message.of === this.#of) this.thought = message;
        else this.#early = message;
      }),
      // A lost connection has lost the thought with it.
      connection.whenOpen(() => {
        if (this.#subject) this.#think(this.#subject);
      }),
    ];
  }

  /** Null: about nothing. */
  about(subject: Subject | null): void {
    if (JSON.stringify(subject) === JSON.stringify(this.#subject)) return;
    this.#subject = subject;
    this.#of = null;
    this.thought = null;
    this.problem = '';
    clearTimeout(this.#timer);
    if (subject) this.#timer = window.setTimeout(() => this.#think(subject), REST);
    else this.#rest();
  }

  close(): void {
    this.about(null);
    for (const stop of this.#stop) stop();
  }

  #rest(): void {
    if (!this.#asked) return;
    this.#asked = false;
    void connection.ask({ do: 'think', on: false }).catch(() => {});
  }

  #think(subject: Subject): void {
    this.#of = null;
    this.#early = null;
    this.#asked = true;
    connection.ask({ do: 'think', ...subject }).then(
      (answer) => {
        if (subject !== this.#subject || answer.is !== 'ok') return;
        this.#of = answer.re ?? null;
        if (this.#early?.of === this.#of) this.thought = this.#early;
      },
      (error: unknown) => {
        if (subject !== this.#subject || !(error instanceof Refused)) return;
        this.problem = error.code === 'lost' ? t('lost') : error.message;
      },
    );
  }
}
