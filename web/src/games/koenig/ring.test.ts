import { describe, expect, it } from 'vitest';
import { ringPoints, ringSeat, toastByPlace, type Toast } from './ring';

const schedule = (front: number[], back: number[]) => ({ front, back });
const toast: Toast = {
  normal: schedule([4, 3, 2, 1], [-2, -1]),
  full_cellar: schedule([12, 9, 6, 3], [6, 3]),
  empty_cellar: schedule([-12, -9, -6, -3], [-6, -3]),
  full_cellar_mirrored: schedule([12, 9, 6, 3], [12, 9, 6, 3]),
  empty_cellar_mirrored: schedule([-6, -3], [-6, -3]),
  empty_cellar_cap2: schedule([-6, -6, -6, -3], [-6, -3]),
};

describe('the ring', () => {
  it('starts at the top and goes clockwise', () => {
    const [top, right, bottom, left] = ringPoints(4, 100, 100);
    expect(top.y).toBeCloseTo(-100);
    expect(right.x).toBeCloseTo(100, 0);
    expect(bottom.y).toBeCloseTo(100, 0);
    expect(left.x).toBeCloseTo(-100, 0);
  });

  it('keeps equal distances on an oval table', () => {
    const points = ringPoints(12, 200, 100);
    const gaps = points.map((p, i) => {
      const q = points[(i + 1) % points.length];
      return Math.hypot(p.x - q.x, p.y - q.y);
    });
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.15);
  });

  it('puts place 1 at the hand that holds the cup', () => {
    expect(ringSeat(1, 11, 'right')).toBe(11); // left of Draco on the screen: he faces us
    expect(ringSeat(11, 11, 'right')).toBe(1);
    expect(ringSeat(1, 11, 'left')).toBe(1);
  });
});

describe('the toast', () => {
  it('pays the front four and charges the last two', () => {
    expect(toastByPlace(toast, null, 'rulebook', 9)).toEqual([4, 3, 2, 1, 0, 0, 0, -1, -2]);
  });
  it('follows a cellar beside Draco', () => {
    expect(toastByPlace(toast, 'voller_weinkeller', 'rulebook', 9).at(-1)).toBe(6);
    expect(toastByPlace(toast, 'leerer_weinkeller', 'cap2', 9)[0]).toBe(-6);
    expect(toastByPlace(toast, 'leerer_weinkeller', 'mirrored', 9).slice(0, 3)).toEqual([-6, -3, 0]);
  });
  it('counts a place that is in both ranges once, with the front amount', () => {
    expect(toastByPlace(toast, 'voller_weinkeller', 'mirrored', 7)).toEqual([12, 9, 6, 3, 6, 9, 12]);
  });
});
