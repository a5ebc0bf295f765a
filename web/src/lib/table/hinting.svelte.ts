// What somebody would do in one's place: asked for, or by a tutor before a choice that gives much away. Thought over by the
// server, from what one's own seat knows; nobody else hears of it.
import { allowed, stepsOf, type Thing } from '../picking';
import type { Advised, Choice, Hint, State } from '../protocol';
import { settings } from '../settings.svelte';
import { Planning } from './planning.svelte';

/** A tutor who is still busy with the question before is asked again after so long, in milliseconds. */
const AGAIN = 600;
const TRIES = 25;

export abstract class Hinting extends Planning {
  /** The answer for the question of the moment, and whether it is on the screen. */
  hint: Hint | null = $state.raw(null);
  hintOpen = $state(false);
  hintUnderWay = $state(false);
  /** A choice that gives much away: one may look again, or go on. */
  doubted: { choice: Choice; better: Advised } | null = $state.raw(null);
  /** The advised choice that somebody looks at. */
  #advised: string | null = $state(null);
  /** The question that was asked about, and the one at which one has been warned. */
  #about: State | null = null;
  #warned: State | null = null;

  get mayHint(): boolean {
    const { turn, info } = this;
    if (!turn || this.plan || this.replaced) return false;
    const many = turn.choices.filter((choice) => !choice.no).length > 1;
    return many && info?.hints !== undefined && info.hints !== 'no';
  }

  /** The tutor sits beside whoever plays against bots alone and wants one. */
  get tutored(): boolean {
    return settings.tutor && this.info?.hints === 'alone' && this.mayHint;
  }

  /** Another question is there, or none: the tutor begins to think. */
  consult(state: State | null): void {
    if (state === this.#about) return;
    this.#forget();
    if (state && this.tutored) void this.#think(state);
  }

  #forget(): void {
    this.#about = null;
    this.hint = null;
    this.hintOpen = false;
    this.hintUnderWay = false;
    this.doubted = null;
    this.#advised = null;
  }

  /** Shows the advice, or puts it away. */
  async toggleHint(): Promise<void> {
    if (this.hintOpen) return void (this.hintOpen = false);
    const state = this.turn;
    if (!state || !this.mayHint) return;
    this.clear();
    this.hintOpen = true;
    if (this.hint) this.markHint(this.hint.choices[0] ?? null);
    else if (!this.hintUnderWay) await this.#think(state, true);
  }

  async #think(state: State, aloud = false): Promise<void> {
    this.#about = state;
    this.hintUnderWay = true;
    let answer = await (aloud ? this.ask({ do: 'hint' }) : this.quietly({ do: 'hint' }));
    for (let i = 1; !answer && !aloud && i < TRIES && this.#about === state; i += 1) {
      await new Promise((done) => setTimeout(done, AGAIN));
      if (this.#about === state) answer = await this.quietly({ do: 'hint' });
    }
    if (this.#about !== state) return;
    this.hintUnderWay = false;
    if (answer?.is === 'hint') {
      this.hint = answer;
      if (this.hintOpen) this.markHint(answer.choices[0] ?? null);
    } else {
      this.#about = null; // it may be asked for again
      this.hintOpen = false;
    }
  }

  /** Somebody looks at a piece of advice: the board shows what it is about. */
  markHint(advised: Advised | null): void {
    this.#advised = advised?.action ?? null;
    this.look(this.choiceOf(advised));
  }

  choiceOf(advised: Advised | null): Choice | null {
    const found = this.choices.find(({ choice }) => choice.action === advised?.action);
    return found && allowed(found) ? found.choice : null;
  }

  /** What the advice is about that is looked at. */
  advised: Set<Thing> = $derived.by(() => {
    if (!this.hintOpen) return new Set();
    const offer = this.choices.find(({ choice }) => choice.action === this.#advised);
    return new Set(offer?.things);
  });

  /** Says so, once, when the choice gives much away; then it waits. Never holds anybody up for its own thinking. */
  protected doubts(choice: Choice): boolean {
    const state = this.turn;
    const { hint } = this;
    this.doubted = null;
    if (!state || !hint || !this.tutored || this.#about !== state || this.#warned === state)
      return false;
    const better = hint.choices[0];
    if (!better || (hint.losses[stepsOf(choice)[0]] ?? 0) < hint.much) return false;
    this.#warned = state;
    this.doubted = { choice, better };
    return true;
  }

  override clear(): void {
    this.doubted = null;
    super.clear();
  }
}
