import { describe, expect, it } from 'vitest';
import { toastByPlace, type Toast } from './toast';

const schedule = (front: number[], back: number[]) => ({ front, back });
const toast: Toast = {
  normal: schedule([4, 3, 2, 1], [-2, -1]),
  full_cellar: schedule([12, 9, 6, 3], [6, 3]),
  empty_cellar: schedule([-12, -9, -6, -3], [-6, -3]),
  full_cellar_mirrored: schedule([12, 9, 6, 3], [12, 9, 6, 3]),
  empty_cellar_mirrored: schedule([-6, -3], [-6, -3]),
  empty_cellar_cap2: schedule([-6, -6, -6, -3], [-6, -3]),
};

describe('the toast', () => {
  it('pays the front four and charges the last two', () => {
    expect(toastByPlace(toast, null, 'rulebook', 9)).toEqual([4, 3, 2, 1, 0, 0, 0, -1, -2]);
  });
  it('follows a cellar beside Draco', () => {
    expect(toastByPlace(toast, 'voller_weinkeller', 'rulebook', 9).at(-1)).toBe(6);
    expect(toastByPlace(toast, 'leerer_weinkeller', 'cap2', 9)[0]).toBe(-6);
    expect(toastByPlace(toast, 'leerer_weinkeller', 'mirrored', 9).slice(0, 3)).toEqual([
      -6, -3, 0,
    ]);
  });
  it('counts a place that is in both ranges once, with the larger amount', () => {
    expect(toastByPlace(toast, 'voller_weinkeller', 'mirrored', 7)).toEqual([
      12, 9, 6, 3, 6, 9, 12,
    ]);
    expect(toastByPlace(toast, 'leerer_weinkeller', 'rulebook', 5)).toEqual([-12, -9, -6, -3, -6]);
  });
});
