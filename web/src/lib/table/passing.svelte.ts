// Questions out of turn at which there is nothing to do. A game asks everybody who, for all the others know, might
// react: so nobody learns from whom it asks who holds what. Where all one can do is to pass, the page does it, after a
// pause. How long that is is drawn when a question comes, whatever can be answered, and no answer leaves before it is
// over, unless it goes on with one's own step before: what the others see of it tells nothing. Among bots nobody waits.
import type { Choice, State, TableMessage } from '../protocol';
import { settings } from '../settings.svelte';
import { Answering } from './answering.svelte';
import type { News } from './feed.svelte';

const SHORTEST = 800;
const LONGEST = 2400;

/** In milliseconds, by a random number from 0 to 1: of that alone. */
export const pauseFor = (random: number): number => SHORTEST + random * (LONGEST - SHORTEST);

/** The only answer to a question out of turn, what only sets one's wishes not counted; null where there is another. */
export function onlyAnswer(state: State | null, asides: readonly string[]): Choice | null {
  if (!state?.asked?.out_of_turn) return null;
  const open = state.choices.filter((choice) => !choice.no && !asides.includes(choice.verb));
  return open.length === 1 ? open[0] : null;
}

export abstract class Passing extends Answering {
  /** The question the pause is for, by its step, and when it is over. */
  #asked: { step: number; until: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  protected override arrived(message: TableMessage): void {
    super.arrived(message);
    this.#mind();
  }

  protected override heard(news: News): void {
    super.heard(news);
    this.#mind();
  }

  protected override ended(): void {
    super.ended();
    clearTimeout(this.#timer);
  }

  override async act(choice: Choice): Promise<void> {
    const step = this.info?.state?.step;
    const left = this.#goesOn() ? 0 : this.#left();
    if (left <= 0 || choice.no || this.plan) return super.act(choice);
    if (this.sending) return;
    this.sending = true;
    await new Promise((over) => setTimeout(over, left));
    this.sending = false;
    if (this.info?.state?.step === step) await super.act(choice);
  }

  /** The page is about to answer by itself. */
  get passing(): boolean {
    return settings.pass && !this.lasting && !this.wentBack && this.#only() !== null;
  }

  /** The last step of all was one's own: that it was taken is known anyway. */
  #goesOn(): boolean {
    return this.log.filter((item) => item.is === 'act').at(-1)?.seat === this.info?.you;
  }

  /** Who takes a step back wants to go on from there by hand. */
  protected get wentBack(): boolean {
    const last = this.log.filter(({ is }) => is === 'act' || is === 'back').at(-1);
    return last?.is === 'back' && last.seat === this.info?.you;
  }

  #left(): number {
    return (this.#asked?.until ?? 0) - Date.now();
  }

  #mind(): void {
    const state = this.info?.state ?? null;
    if (!state?.asked?.out_of_turn) this.#asked = null;
    else if (this.#asked?.step !== state.step) {
      const company = this.seats.some(
        ({ kind, seat }) => kind === 'person' && seat !== this.info?.you,
      );
      const pause = company ? pauseFor(Math.random()) : 0;
      this.#asked = { step: state.step, until: Date.now() + pause };
    } else return;
    clearTimeout(this.#timer);
    if (this.#asked) this.#timer = setTimeout(() => void this.#pass(), this.#left());
  }

  #only(): Choice | null {
    if (!this.data || this.replaced) return null;
    return onlyAnswer(this.info?.state ?? null, this.data.schema.asides);
  }

  async #pass(): Promise<void> {
    // What is no answer isn't known before the game is there.
    if (!this.data) this.#timer = setTimeout(() => void this.#pass(), SHORTEST);
    else if (this.passing && !this.sending)
      await this.quietly({ do: 'act', at: this.info?.n, actions: [this.#only()?.action] });
  }
}
