import { describe, expect, it } from 'vitest';
import { Plan, yields } from './plan.svelte';
import type { Choice, State, WhatIf } from './protocol';

const choice = (action: string): Choice => ({ action, verb: action, args: [], text: action });
const state = (step: number): State => ({ step }) as State;
const answer = (actions: string[]): Promise<WhatIf | null> =>
  Promise.resolve(
    actions.includes('no')
      ? null
      : ({
          state: state(actions.length),
          events: [],
          chance: actions.includes('roll'),
        } as unknown as WhatIf),
  );

describe('a plan', () => {
  it('goes on from the copy, and back', async () => {
    const plan = new Plan(state(0), answer);
    expect(await plan.add(choice('a'))).toBe(true);
    expect(await plan.add(choice('b'))).toBe(true);
    expect(plan.state.step).toBe(2);
    expect(plan.choices.map(({ action }) => action)).toEqual(['a', 'b']);
    plan.back();
    expect(plan.state.step).toBe(1);
  });
  it('stays where it is when a step is not allowed', async () => {
    const plan = new Plan(state(0), answer);
    expect(await plan.add(choice('no'))).toBe(false);
    expect(plan.state.step).toBe(0);
  });
  it('knows from where on it hangs on chance', async () => {
    const plan = new Plan(state(0), answer);
    await plan.add(choice('a'));
    expect(plan.chance).toBe(false);
    await plan.add(choice('roll'));
    expect(plan.chance).toBe(true);
  });
});

describe('what a plan brings', () => {
  const fact = (icon: string, value: string | number) => ({ icon, value, label: icon });
  it('is the difference of the figures in sight', () => {
    expect(yields([fact('coin', 3), fact('cup', 2)], [fact('coin', 8), fact('cup', 2)])).toEqual([
      { icon: 'coin', label: 'coin', amount: 5 },
    ]);
  });
  it('leaves out what is no number, and counts what was not there from 0', () => {
    expect(
      yields([fact('crown', '')], [fact('crown', ''), fact('boss', '?'), fact('stone', 2)]),
    ).toEqual([{ icon: 'stone', label: 'stone', amount: 2 }]);
  });
});
