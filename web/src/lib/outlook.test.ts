import { describe, expect, it } from 'vitest';
import type { Fact } from '../games/board';
import { outlookOf } from './outlook';

const facts: Fact[] = [
  { icon: 'coin', value: 5, label: 'gold', figure: 'gold' },
  { icon: 'seed', value: 1, label: 'seeds', figure: 'seeds' },
  { icon: 'dice', value: 4, label: 'dice' },
];
const told = { chance: false, undoable: true };

describe('the outlook of a choice', () => {
  it('tells cost and gain in the figures that are in sight', () => {
    expect(
      outlookOf(facts, { ...told, cost: { gold: 2, dice: 1 }, gain: { seeds: 1, queen: 3 } }),
    ).toEqual([
      { icon: 'coin', label: 'gold', amount: -2 },
      { icon: 'seed', label: 'seeds', amount: 1 },
    ]);
  });
  it('is empty where nothing of them changes, or chance decides', () => {
    expect(outlookOf(facts, { ...told, cost: {}, gain: {} })).toEqual([]);
    expect(outlookOf(facts, { chance: true, undoable: false })).toEqual([]);
  });
});
