import { describe, expect, it } from 'vitest';
import { lines } from './curve';

describe('the curve of scores', () => {
  const course = {
    count: 10,
    scores: [
      { step: 0, anna: 0, bram: 5 },
      { step: 4, anna: 10, bram: 5 },
      { step: 10, anna: 10, bram: 5 },
    ],
  };
  it('goes in steps: a score stays until it changes', () => {
    const { lines: drawn, low, high } = lines(course, ['anna', 'bram'], 100, 50);
    expect([low, high]).toEqual([0, 10]);
    expect(drawn.map(({ points }) => points)).toEqual([
      '0.0,50.0 40.0,50.0 40.0,0.0 100.0,0.0',
      '0.0,25.0 100.0,25.0',
    ]);
    expect(drawn.map(({ score }) => score)).toEqual([10, 5]);
  });
  it('shows debts below the line, and a game without points', () => {
    const debts = {
      count: 1,
      scores: [
        { step: 0, anna: -5 },
        { step: 1, anna: 5 },
      ],
    };
    expect(lines(debts, ['anna'], 10, 10).low).toBe(-5);
    expect(lines({ count: 0, scores: [{ step: 0, anna: 0 }] }, ['anna'], 10, 10).high).toBe(1);
  });
});
