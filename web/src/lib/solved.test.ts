import { beforeEach, describe, expect, it, vi } from 'vitest';
import { solve, solved, streak } from './solved';

let kept: Record<string, string> = {};
beforeEach(() => {
  kept = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
  });
});

describe('solved puzzles', () => {
  it('are remembered by game', () => {
    expect(solved('a', '1-2')).toBe(false);
    solve('a', '1-2');
    solve('a', '1-2');
    expect(solved('a', '1-2')).toBe(true);
    expect(solved('b', '1-2')).toBe(false);
  });

  it('make a streak by the days they were solved on', () => {
    expect(streak(10)).toBe(0);
    solve('a', '1', 8);
    solve('a', '2', 9);
    expect(streak(10)).toBe(2);
    solve('a', '3', 10);
    solve('a', '4');
    expect(streak(10)).toBe(3);
    expect(streak(11)).toBe(3);
    expect(streak(12)).toBe(0);
  });

  it('survive what somebody else wrote there', () => {
    for (const text of ['null', '[]', '{"solved":3,"days":["x"]}', 'no']) {
      kept['stamtafel.puzzles'] = text;
      expect(solved('a', '1')).toBe(false);
      expect(streak(3)).toBe(0);
    }
    solve('a', '1', 3);
    expect(streak(3)).toBe(1);
  });
});
