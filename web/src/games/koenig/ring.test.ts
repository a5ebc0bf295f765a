import { describe, expect, it } from 'vitest';
import { ringPoints, ringSeat } from './ring';

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
