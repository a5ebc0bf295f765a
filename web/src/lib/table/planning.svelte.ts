// Plans: choices tried out on a copy, taken back, dropped, or done.
import { stepsOf } from '../picking';
import { Plan } from '../plan.svelte';
import type { Choice } from '../protocol';
import { Foresight } from './foresight.svelte';

export abstract class Planning extends Foresight {
  get mayPlan(): boolean {
    return this.board?.plans?.includes(this.turn?.asked?.prompt ?? '') === true;
  }

  startPlan(): void {
    this.clear();
    this.plan = this.turn && new Plan(this.turn, (actions) => this.whatIf(actions));
  }

  dropPlan(): void {
    this.clear();
    this.plan = null;
  }

  planBack(): void {
    this.clear();
    this.plan?.back();
  }

  /** The same choices in the position as it is now, as far as they go. */
  async replan(choices: Choice[]): Promise<void> {
    this.startPlan();
    const plan = this.plan;
    for (const choice of choices) {
      if (!plan || this.plan !== plan || !(await plan.add(choice))) return;
    }
  }

  /** For real. The server stops where chance comes in; what is left stays a plan. */
  async carryOut(): Promise<void> {
    const choices = this.plan?.choices ?? [];
    if (choices.length === 0 || this.sending || !this.info) return;
    this.sending = true;
    this.dropPlan();
    const answer = await this.ask({
      do: 'act',
      at: this.info.n,
      actions: choices.flatMap(stepsOf),
    });
    this.sending = false;
    let done = answer?.is === 'news' ? (answer.done ?? 0) : 0;
    const left = choices.filter((choice) => (done -= stepsOf(choice).length) < 0);
    await this.shownAll;
    if (left.length > 0 && this.turn) await this.replan(left);
  }
}
