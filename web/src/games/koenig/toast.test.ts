import { describe, expect, it } from 'vitest';
import { toastByPlace, toastChanges, type Toast } from './toast';
import type { View } from './view';

const schedule = (front: number[], back: number[]) => ({ front, back });
const toast: Toast = {
  normal: schedule([4, 3, 2, 1], [-2, -1]),
  full_cellar: schedule([12, 9, 6, 3], [6, 3]),
  empty_cellar: schedule([-12, -9, -6, -3], [-6, -3]),
  full_cellar_mirrored: schedule([12, 9, 6, 3], [12, 9, 6, 3]),
  empty_cellar_mirrored: schedule([-6, -3], [-6, -3]),
  empty_cellar_cap2: schedule([-6, -6, -6, -3], [-6, -3]),
  zork_factor: { value: 2 },
};

describe('the toast', () => {
  it('pays the front four and charges the last two', () => {
    expect(toastByPlace(toast, null, 'rulebook', 9)).toEqual([4, 3, 2, 1, 0, 0, 0, -1, -2]);
  });
  it('follows a cellar beside Draco', () => {
    expect(toastByPlace(toast, 'voller_weinkeller', 'rulebook', 9).at(-1)).toBe(6);
    expect(toastByPlace(toast, 'leerer_weinkeller', 'cap2', 9)[0]).toBe(-6);
    expect(toastByPlace(toast, 'leerer_weinkeller', 'mirrored', 9).slice(0, 3)).toEqual([-6, -3, 0]);
  });
  it('counts a place that is in both ranges once, with the larger amount', () => {
    expect(toastByPlace(toast, 'voller_weinkeller', 'mirrored', 7)).toEqual([12, 9, 6, 3, 6, 9, 12]);
    expect(toastByPlace(toast, 'leerer_weinkeller', 'rulebook', 5)).toEqual([-12, -9, -6, -3, -6]);
  });
});

describe('what a toast changes', () => {
  const view = (line: string[], wealth: Record<string, number>, more: object = {}): View =>
    ({ line, wealth, bank: 80, cellar: null, sarah_owner: 'nobody', options: { cellar_scale: 'rulebook', bank: 'limited' }, ...more }) as unknown as View;
  const green = { green: 3, purple: 5, yellow: 1 };

  it('adds up what the heroes of a player get and pay', () => {
    expect(toastChanges(view(['Gg', 'Pg', 'Gd', 'Z', 'J', 'S', 'Ya', 'Yr', 'Pr'], green), toast)).toEqual({ green: 6, purple: 1, yellow: -1 });
  });
  it('passes on what John gets, and lets the hero before him pay', () => {
    expect(toastChanges(view(['J', 'Gg', 'Gd', 'Ya', 'Z', 'S', 'Yr', 'Pg', 'Pr'], green), toast)).toEqual({ green: 9, purple: -3, yellow: 1 });
    expect(toastChanges(view(['S', 'Gg', 'Gd', 'Ya', 'Pg', 'Pr', 'Yr', 'Z', 'J'], green), toast)).toEqual({ green: 5, purple: -4, yellow: 1 });
  });
  it('lets the one richest player pay double for Zork', () => {
    const line = ['S', 'Gg', 'Gd', 'Ya', 'Pg', 'Pr', 'J', 'Yr', 'Z'];
    expect(toastChanges(view(line, green), toast).purple).toBe(-4);
    expect(toastChanges(view(line, { green: 5, purple: 5, yellow: 1 }), toast).purple).toBe(0);
  });
  it('pays no more than the bank or the player has', () => {
    expect(toastChanges(view(['Gg', 'Pg', 'Gd', 'Z', 'J', 'S', 'Pr', 'Ya', 'Yr'], green, { bank: 5 }), toast)).toEqual({ green: 4, purple: 1, yellow: -1 });
  });
});
