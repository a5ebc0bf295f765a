// What would become of it: asked of the server, which knows the rules.
import { stepsOf } from '../picking';
import type { Ahead, Choice, State, WhatIf } from '../protocol';
import { Question } from './question.svelte';

/** So long one looks at a choice before the server is asked about it, in milliseconds. */
const GLANCE = 120;

/** The name under which the server tells of a choice. */
const nameOf = (choice: Choice): string => stepsOf(choice).join(', ');

export abstract class Foresight extends Question {
  /** The choice that somebody points at, or has reached by keyboard. */
  #looked: Choice | null = $state.raw(null);
  #glanced: Choice | null = null;
  #glance: ReturnType<typeof setTimeout> | undefined;

  /** Asks what the choices that the board wants to foresee would bring. */
  async foresee(state: State | null): Promise<void> {
    this.foreseen = {};
    this.#looked = null;
    // What is offered again stays where it was, and so does whoever looks at it.
    const { action } = this.#glanced ?? {};
    this.look(state?.choices.find((choice) => choice.action === action) ?? null);
    const verbs = this.board?.foresee ?? [];
    if (!state?.choices.some((choice) => !choice.no && verbs.includes(choice.verb))) return;
    await this.#ahead(state, { verbs });
  }

  /** Somebody looks at a choice, or at nothing in particular. */
  look(choice: Choice | null): void {
    this.#glanced = choice;
    // What is taken off the page while it is drawn anew loses the focus in the middle of that.
    queueMicrotask(() => {
      if (this.#glanced !== choice) return;
      this.#looked = choice && !choice.no ? choice : null;
      this.wonder(); // of what waits or is picked, when one looks away
    });
  }

  /** The choice that is looked at: in waiting, pointed at, or all that is left of what was picked. */
  get looked(): Choice | null {
    return (
      this.pending?.choice ?? this.#looked ?? (this.picked.length > 0 ? this.single : null) ?? null
    );
  }

  /** What it would bring, once the server has told. */
  get outlook(): Ahead | null {
    return this.looked ? (this.foreseen[nameOf(this.looked)] ?? null) : null;
  }

  /** Asks about a choice, unless that is known or somebody only glances at it. */
  #wonder(choice: Choice | null): void {
    clearTimeout(this.#glance);
    const state = this.asked;
    if (!choice || !state || this.foreseen[nameOf(choice)]) return;
    this.#glance = setTimeout(() => {
      if (this.asked === state) void this.#ahead(state, { of: [stepsOf(choice)] });
    }, GLANCE);
  }

  /** Asks about the choice that is looked at. */
  wonder(): void {
    this.#wonder(this.looked);
  }

  async #ahead(state: State, what: { verbs: string[] } | { of: string[][] }): Promise<void> {
    const actions = this.plan?.choices.flatMap(stepsOf) ?? [];
    const answer = await this.quietly({ do: 'ahead', actions, ...what });
    if (this.asked === state && answer?.is === 'ahead')
      this.foreseen = { ...this.foreseen, ...answer.choices };
  }

  /** What the actions would lead to, on a copy; null where they can't be done. */
  protected async whatIf(actions: string[]): Promise<WhatIf | null> {
    const answer = await this.quietly({ do: 'what-if', actions });
    // A motion may find its last question answered.
    return answer?.is === 'what-if' && answer.done > 0 ? answer : null;
  }
}
