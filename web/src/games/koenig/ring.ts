// Where everybody sits: Draco at the top, the others round the table at equal distances.

export interface Point {
  x: number;
  y: number;
}

/** n points on an ellipse at equal distances along it, clockwise from the top. */
export function ringPoints(n: number, rx: number, ry: number): Point[] {
  const samples = 720;
  const at = (i: number): Point => {
    const angle = (2 * Math.PI * i) / samples - Math.PI / 2;
    return { x: rx * Math.cos(angle), y: ry * Math.sin(angle) };
  };
  const lengths = [0];
  for (let i = 1; i <= samples; i += 1) {
    const [a, b] = [at(i - 1), at(i)];
    lengths.push(lengths[i - 1] + Math.hypot(b.x - a.x, b.y - a.y));
  }
  const points: Point[] = [];
  let i = 0;
  for (let k = 0; k < n; k += 1) {
    while (lengths[i] < (lengths[samples] * k) / n) i += 1;
    points.push(at(i));
  }
  return points;
}

/** The seat on the ring (1 … heroes, clockwise from Draco) of a place: counted from his cup hand. */
export function ringSeat(place: number, heroes: number, hand: string): number {
  return hand === 'right' ? heroes + 1 - place : place;
}
