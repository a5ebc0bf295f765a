import { describe, expect, it } from 'vitest';
import type { Review } from './protocol';
import { choiceAt, curveRows, faultsOf, lostPercent, shareLines, sharesAfter } from './review';

const choice = (step: number, grade: 'best' | 'blunder', lost: number): Review['choices'][0] => ({
  step,
  seat: 'green',
  grade,
  made: { action: 'pass', text: 'Pass' },
  best: { action: 'toast', text: 'Toast' },
  share: 0.5,
  lost,
  error: 0.01,
  play: [-lost, lost],
  line: [],
});
const review: Review = {
  made: true,
  table: 't',
  steps: 20,
  seats: [],
  turns: [{ step: 7, swing: 0.3, by: 'play' }],
  curve: [
    { step: 0, shares: [0.5, 0.5] },
    { step: 6, shares: [0.4, 0.6] },
    { step: 20, shares: [0, 1] },
  ],
  choices: [choice(1, 'best', 0), choice(7, 'blunder', 0.3999)],
};

describe('a review', () => {
  it('draws a line for each seat, from the top down', () => {
    const lines = shareLines(review, 2, 200, 100);
    expect(lines[0].points).toBe('0.0,50.0 60.0,60.0 200.0,100.0');
    expect(lines[1].y).toBe(0);
  });
  it('knows what held after a step', () => {
    expect(sharesAfter(review, 5)).toEqual([0.5, 0.5]);
    expect(sharesAfter(review, 6)).toEqual([0.4, 0.6]);
    expect(sharesAfter(review, 20)).toEqual([0, 1]);
  });
  it('finds the choice of a step, and what was given away', () => {
    expect(choiceAt(review, 7)?.grade).toBe('blunder');
    expect(choiceAt(review, 6)).toBeUndefined();
    expect(faultsOf(review).map(({ step }) => step)).toEqual([7]);
    expect(lostPercent(review.choices[1])).toBe(39);
  });
  it('has rows for its turns and every tenth of the game', () => {
    expect(curveRows(review).map(({ step }) => step)).toEqual([
      0, 2, 4, 6, 7, 8, 10, 12, 14, 16, 18, 20,
    ]);
  });
});
