import { beforeAll, describe, expect, it, vi } from 'vitest';
import { howItEnded, ratingChange, ratingCurve } from './own';
import type { OwnGame } from './protocol';
import { loadTexts } from './texts.svelte';

const game = (more: Partial<OwnGame>): OwnGame => ({
  table: 't',
  game: 'g',
  name: 'Game',
  status: 'over',
  created: 0,
  variants: '',
  edition: { name: 'standard', hash: '0', own: true },
  seats: [
    { seat: 'green', kind: 'person', name: 'Anna', score: 5, place: 2 },
    { seat: 'red', kind: 'bot', bot: 'b', score: 7, place: 1 },
  ],
  you: 'green',
  ...more,
});

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await loadTexts('en');
});

describe('how a game ended', () => {
  it('is said from one’s own side', () => {
    expect(howItEnded(game({ by: 'end', place: 1, share: 1 }))).toBe('Won');
    expect(howItEnded(game({ by: 'end', place: 1, share: 0.5 }))).toBe('Won together');
    expect(howItEnded(game({ by: 'end', place: 2, share: 0 }))).toBe('Place 2 of 2');
    expect(howItEnded(game({ by: 'conceded', place: 2, share: 0, left: true }))).toBe(
      'Left or given up',
    );
    expect(howItEnded(game({ by: 'closed' }))).toBe('Closed by the operator');
  });
  it('is not said where it is not known', () => {
    expect(howItEnded(game({}))).toBe('');
    expect(ratingChange(game({}))).toBe('');
  });
  it('says what it did to the rating', () => {
    const rating = {
      before: { rating: 1500, uncertainty: 500 },
      after: { rating: 1477, uncertainty: 460 },
    };
    expect(ratingChange(game({ rating }))).toBe('Rating 1477 (−23)');
  });
});

describe('the curve of a rating', () => {
  const at = (rating: number, uncertainty: number) => ({ at: 0, table: 't', rating, uncertainty });
  it('begins where everybody does, and stays in its box', () => {
    const curve = ratingCurve({ games: 2, curve: [at(1600, 400), at(1580, 20)] }, 100, 50);
    expect(curve).toMatchObject({ low: 1450, high: 1650 });
    expect(curve.line).toBe('0.0,37.5 50.0,12.5 100.0,17.5');
    // The last uncertainty is drawn whole, the first ones end at the edges.
    expect(curve.band).toBe('0.0,0.0 50.0,0.0 100.0,12.5 100.0,22.5 50.0,50.0 0.0,50.0');
  });
  it('of many games shows the last ones, without a beginning', () => {
    const curve = ratingCurve({ games: 1000, curve: [at(1700, 20), at(1690, 20)] }, 100, 50);
    expect(curve.line.split(' ')).toHaveLength(2);
  });
  it('of one game is no problem', () => {
    expect(ratingCurve({ games: 9, curve: [at(1700, 20)] }, 100, 50).line).toBe('0.0,25.0');
  });
});
