// Where things are that a lesson points at, and where there is room for what it says about them.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Elements of the board by the names of things or parts, those that are drawn. */
export function elementsOf(names: string[]): Element[] {
  return names.flatMap((name) => {
    const id = CSS.escape(name);
    const found = [...document.querySelectorAll(`[data-thing="${id}"], [data-part="${id}"]`)];
    const drawn = found.filter((element) => element.getBoundingClientRect().width > 0);
    return drawn.slice(0, 1);
  });
}

export const boxOf = (element: Element, margin = 0): Box => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return {
    left: left - margin,
    top: top - margin,
    right: right + margin,
    bottom: bottom + margin,
  };
};

export const around = (boxes: Box[]): Box => ({
  left: Math.min(...boxes.map((box) => box.left)),
  top: Math.min(...boxes.map((box) => box.top)),
  right: Math.max(...boxes.map((box) => box.right)),
  bottom: Math.max(...boxes.map((box) => box.bottom)),
});

const covered = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

export type Side = 'below' | 'above' | 'right' | 'left';

/**
 * Where a bubble of this size stands at what it is about, within the room: at the side where it hides least of what is
 * meant. The tail points from that side. About nothing in particular it stands at the foot, or at the head where it
 * would hide what is spared.
 */
export function placed(
  meant: Box[],
  size: { width: number; height: number },
  room: Box,
  /** Hiding these is as bad as hiding what is meant. */
  spared: Box[] = [],
  gap = 14,
): { left: number; top: number; side: Side | null } {
  const within = (at: number, low: number, high: number): number =>
    Math.max(low, Math.min(at, high));
  if (meant.length === 0) {
    const left = (room.left + room.right - size.width) / 2;
    const foot = within(room.bottom - size.height, room.top, room.bottom);
    const hidden = (top: number): number => {
      const box = { left, top, right: left + size.width, bottom: top + size.height };
      return spared.reduce((sum, one) => sum + covered(box, one), 0);
    };
    return { left, top: hidden(room.top) < hidden(foot) ? room.top : foot, side: null };
  }
  const all = around(meant);
  const middle = { x: (all.left + all.right) / 2, y: (all.top + all.bottom) / 2 };
  const wishes: [Side, number, number][] = [
    ['below', middle.x - size.width / 2, all.bottom + gap],
    ['above', middle.x - size.width / 2, all.top - gap - size.height],
    ['right', all.right + gap, middle.y - size.height / 2],
    ['left', all.left - gap - size.width, middle.y - size.height / 2],
  ];
  const spots = wishes.map(([side, x, y]) => {
    const left = within(x, room.left, Math.max(room.left, room.right - size.width));
    const top = within(y, room.top, Math.max(room.top, room.bottom - size.height));
    const box = { left, top, right: left + size.width, bottom: top + size.height };
    const hidden = [...meant, ...spared].reduce((sum, one) => sum + covered(box, one), 0);
    return { left, top, side, hidden };
  });
  const best = spots.reduce((a, b) => (b.hidden < a.hidden ? b : a));
  return { left: best.left, top: best.top, side: best.hidden > 0 ? null : best.side };
}
