import { describe, expect, it } from 'vitest';
import { CHOICE_KEYS, KEYS } from './keys';

describe('keys', () => {
  it('mean one thing each', () => {
    const all = [...CHOICE_KEYS, ...Object.values(KEYS).flat()];
    expect(new Set(all).size).toBe(all.length);
    expect(CHOICE_KEYS.slice(8, 12)).toEqual(['9', 'a', 'b', 'd']);
  });
});
