// Questions that leave no choice: the page answers them, after a pause in which one sees what it
// will do.
import type { Thing } from '../picking';
import type { Choice, SeatId, State } from '../protocol';
import { settings } from '../settings.svelte';
import { Passing } from './passing.svelte';

/** How long one sees it, in milliseconds. */
export const PAUSE = 1400;

/** The only answer there is, where one's own turn asks: in another's, the time it takes would tell something. */
export function onlyAnswer(state: State, you: SeatId | null): Choice | null {
  const { out_of_turn, by } = state.asked ?? {};
  if (!state.asked || out_of_turn || (by && by.seat !== you)) return null;
  const allowed = state.choices.filter((choice) => !choice.no);
  return allowed.length === 1 ? allowed[0] : null;
}

export abstract class Forced extends Passing {
  /** What the page is about to answer. */
  forced: Choice | null = $state.raw(null);
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** A question is there, or none. */
  async attend(state: State | null): Promise<void> {
    this.wait();
    const choice = state && onlyAnswer(state, this.info?.you ?? null);
    if (!state || !choice || !settings.forced || this.plan || this.wentBack) return;
    // With a step that ends the turn, what could be taken back before it no longer can.
    if (state.undo === 'now' && !(await this.whatIf([choice.action]))?.undoable) return;
    if (this.asked !== state) return;
    this.forced = choice;
    this.#pause = setTimeout(() => {
      if (this.asked === state && this.forced === choice) void this.act(choice);
    }, PAUSE);
  }

  /** The question waits, like any other. */
  wait(): void {
    clearTimeout(this.#pause);
    this.forced = null;
  }

  override tap(thing: Thing): void {
    this.wait();
    super.tap(thing);
  }

  override clear(): void {
    this.wait();
    super.clear();
  }
}
