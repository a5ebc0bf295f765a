// What a choice would cost and bring, in the figures that are always in sight.
import type { Fact } from '../games/board';
import type { Yield } from './plan.svelte';
import type { Ahead } from './protocol';

export function outlookOf(facts: Fact[], { cost = {}, gain = {} }: Ahead): Yield[] {
  return facts.flatMap(({ icon, label, figure }) => {
    const amount = figure === undefined ? 0 : (gain[figure] ?? 0) - (cost[figure] ?? 0);
    return amount === 0 ? [] : [{ icon, label, amount }];
  });
}
