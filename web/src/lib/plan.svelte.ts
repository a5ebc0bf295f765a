// A plan: choices carried out on a copy of the position, by the same rules (`what-if`). Nobody learns of
// it and nothing changes, until it is carried out or dropped.
import { stepsOf } from './picking';
import type { Choice, GameEvent, State, WhatIf } from './protocol';

interface Step {
  choice: Choice;
  state: State;
  events: GameEvent[];
  chance: boolean;
}

export class Plan {
  steps: Step[] = $state.raw([]);

  constructor(
    /** The position it starts from. */
    readonly from: State,
    readonly tryOut: (actions: string[]) => Promise<WhatIf | null>,
  ) {}

  get state(): State {
    return this.steps.at(-1)?.state ?? this.from;
  }
  /** All that would have happened. */
  get events(): GameEvent[] {
    return this.steps.at(-1)?.events ?? [];
  }
  /** Does what is seen hang on imagined dice or cards? */
  get chance(): boolean {
    return this.steps.at(-1)?.chance ?? false;
  }
  get choices(): Choice[] {
    return this.steps.map(({ choice }) => choice);
  }

  /** One step further; false when the copy doesn't allow it (any more). */
  async add(choice: Choice): Promise<boolean> {
    const before = this.steps;
    const ahead = await this.tryOut([...this.choices, choice].flatMap(stepsOf));
    if (!ahead || this.steps !== before) return false;
    this.steps = [
      ...before,
      { choice, state: ahead.state, events: ahead.events, chance: ahead.chance },
    ];
    return true;
  }

  back(): void {
    this.steps = this.steps.slice(0, -1);
  }
}

export interface Yield {
  icon: string;
  label: string;
  amount: number;
}

/** What a plan brings: the figures always in sight, where they differ. */
export function yields(
  before: { icon: string; label: string; value: string | number }[],
  after: typeof before,
): Yield[] {
  return after.flatMap(({ icon, label, value }) => {
    const old = before.find((fact) => fact.icon === icon);
    const amount = Number(value) - Number(old?.value ?? 0);
    return value === '' || Number.isNaN(amount) || amount === 0 ? [] : [{ icon, label, amount }];
  });
}
