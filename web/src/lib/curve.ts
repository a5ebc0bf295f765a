// The scores along a game as lines to draw.
import type { Course, SeatId } from './protocol';

export interface Line {
  seat: SeatId;
  /** Of an SVG polyline, in a box of `width` by `height`. */
  points: string;
  score: number;
  /** Where it ends. */
  y: number;
}

/** A score stays until it changes: steps, not slopes. */
export function lines(
  { count, scores }: Course,
  seats: SeatId[],
  width: number,
  height: number,
): { lines: Line[]; low: number; high: number } {
  const all = scores.flatMap((at) => seats.map((seat) => at[seat]));
  const low = Math.min(0, ...all);
  const high = Math.max(low + 1, ...all);
  const x = (step: number): string => ((width * step) / Math.max(1, count)).toFixed(1);
  const y = (score: number): number => height - (height * (score - low)) / (high - low);
  const drawn = seats.map((seat) => {
    const points: string[] = [];
    let before: number | undefined;
    for (const at of scores) {
      if (before !== undefined && before !== at[seat])
        points.push(`${x(at.step)},${y(before).toFixed(1)}`);
      if (before !== at[seat] || at.step === count)
        points.push(`${x(at.step)},${y(at[seat]).toFixed(1)}`);
      before = at[seat];
    }
    const score = scores.at(-1)?.[seat] ?? 0;
    return { seat, points: points.join(' '), score, y: y(score) };
  });
  return { lines: drawn, low, high };
}
