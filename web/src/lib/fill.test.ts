import { describe, expect, it } from 'vitest';
import { fill } from './fill';

const coins = '{0, plural, =0 {nothing} one {# coin} other {# coins}} for {1}';

describe('fill', () => {
  it('puts values into their holes, once', () => {
    expect(fill('{1} pays {0} and {1} laughs', ['{1}', 'Zork'], 'en')).toBe(
      'Zork pays {1} and Zork laughs',
    );
    expect(fill('{} {x} {9} {0} {0', ['y'], 'en')).toBe('{} {x} {9} y {0');
    expect(fill('a{0}b', [], 'en', '')).toBe('ab');
  });
  it('chooses by number', () => {
    expect(fill(coins, [0, 'Anna'], 'en')).toBe('nothing for Anna');
    expect(fill(coins, [1, 'Anna'], 'en')).toBe('1 coin for Anna');
    expect(fill(coins, ['12', 'Anna'], 'en')).toBe('12 coins for Anna');
    expect(fill(coins, ['?', 'Anna'], 'en')).toBe('? coins for Anna');
  });
  it('follows the language', () => {
    const points = '{0, plural, one {# point} other {# points}}';
    expect([0, 1, 2].map((n) => fill(points, [n], 'fr'))).toEqual([
      '0 point',
      '1 point',
      '2 points',
    ]);
    expect([0, 1, 2].map((n) => fill(points, [n], 'en'))).toEqual([
      '0 points',
      '1 point',
      '2 points',
    ]);
  });
  it('fills values inside a branch', () => {
    expect(
      fill('{1, plural, one {{0} pays # coin} other {{0} pays # coins}}', ['Anna', 2], 'en'),
    ).toBe('Anna pays 2 coins');
  });
});
