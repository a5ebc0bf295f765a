// Moves tried from a position: a tree, and the way through it that is looked at. What they lead to
// only the server knows.
import type { SeatId } from './protocol';

/** A move that is tried. `luck`: which of the many ways chance may fall. */
export interface Tried {
  seat: SeatId;
  action: string;
  luck: number;
}

/** As the server tells it. */
export interface MadeMove extends Tried {
  text: string;
  /** It asked something of chance. */
  chance: boolean;
}

export interface Node {
  /** None at the root. */
  move: MadeMove | null;
  parent: number;
  children: number[];
  /** The child that was looked at last: where "forward" leads. */
  next: number | null;
}

/** Node 0 is the root. */
export type Tree = readonly Node[];

export const ROOT = 0;
export const seedling: Tree = [{ move: null, parent: ROOT, children: [], next: null }];

const same = (a: Tried | null, b: Tried): boolean =>
  a !== null && a.seat === b.seat && a.action === b.action && a.luck === b.luck;

/** The nodes from the root to this one, without the root. */
export function wayTo(tree: Tree, at: number): number[] {
  const way: number[] = [];
  for (let node = at; node !== ROOT; node = tree[node].parent) way.unshift(node);
  return way;
}

export const movesTo = (tree: Tree, at: number): Tried[] =>
  wayTo(tree, at).map((node) => {
    const { seat, action, luck } = tree[node].move as MadeMove;
    return { seat, action, luck };
  });

/** The tree in which this way was gone, and its end. What was gone before is found again. */
export function gone(tree: Tree, moves: readonly MadeMove[]): { tree: Tree; at: number } {
  const nodes = tree.map((node) => ({ ...node }));
  let at = ROOT;
  for (const move of moves) {
    let child = nodes[at].children.find((other) => same(nodes[other].move, move));
    if (child === undefined) {
      child = nodes.length;
      nodes.push({ move, parent: at, children: [], next: null });
      nodes[at].children = [...nodes[at].children, child];
    }
    nodes[at].next = child;
    at = child;
  }
  return { tree: nodes, at };
}

/** One on; null at the end of a line. */
export const onward = (tree: Tree, at: number): number | null =>
  tree[at].next ?? tree[at].children[0] ?? null;

/** The end of the line that was looked at last. */
export function endOf(tree: Tree, at: number): number {
  let end = at;
  for (let next = onward(tree, end); next !== null; next = onward(tree, end)) end = next;
  return end;
}

/** The luck that no move of this kind has had here yet. */
export function otherLuck(tree: Tree, at: number): number {
  const { move, parent } = tree[at];
  const had = tree[parent].children
    .map((child) => tree[child].move)
    .filter((other) => other && other.seat === move?.seat && other.action === move.action)
    .map((other) => other?.luck ?? 0);
  return Math.max(...had) + 1;
}

/** A line of the list: moves in a row; where there was another way, it stands below, further in. */
export interface Row {
  node: number;
  depth: number;
  /** How many moves lead to it. */
  count: number;
}

/** The whole tree from top to bottom, the first way that was gone first. */
export function rows(tree: Tree): Row[] {
  const list: Row[] = [];
  const walk = (from: number, depth: number, count: number): void => {
    const [first, ...others] = tree[from].children;
    if (first === undefined) return;
    list.push({ node: first, depth, count });
    for (const other of others) {
      list.push({ node: other, depth: depth + 1, count });
      walk(other, depth + 1, count + 1);
    }
    walk(first, depth, count + 1);
  };
  walk(ROOT, 0, 1);
  return list;
}

// --- in an address ---

export const writeMoves = (moves: readonly Tried[]): string =>
  moves.map(({ seat, action, luck }) => `${seat}:${action}${luck > 0 ? `~${luck}` : ''}`).join(';');

export function readMoves(text: string): Tried[] {
  return text
    .split(';')
    .filter(Boolean)
    .map((word) => {
      const [move, luck = '0'] = word.split('~');
      const colon = move.indexOf(':');
      return {
        seat: move.slice(0, colon),
        action: move.slice(colon + 1),
        luck: Math.max(0, Math.trunc(Number(luck)) || 0),
      };
    });
}

/** Where an analysis begins: a step of a finished table, or a position. */
export type Start =
  | { table: string; step: number }
  | { game: string; edition: string; position: string };

export function startOf(query: URLSearchParams): Start | null {
  const table = query.get('table');
  if (table) return { table, step: Math.max(0, Math.trunc(Number(query.get('step'))) || 0) };
  const position = query.get('position');
  const game = query.get('game');
  return position && game ? { game, edition: query.get('edition') ?? '', position } : null;
}

export function pathOf(start: Start, eyes: string, moves: readonly Tried[] = []): string {
  const query = new URLSearchParams(
    'table' in start ? { table: start.table, step: String(start.step) } : start,
  );
  if (eyes !== 'all') query.set('eyes', eyes);
  if (moves.length > 0) query.set('moves', writeMoves(moves));
  return `/analysis?${query}`;
}

/** What somebody has pasted: a link to a position, or its JSON. */
export type Pasted = { start: Start } | { json: object } | { problem: string };

export function readPasted(text: string): Pasted {
  const link = /[?&](?:position|table)=/.exec(text);
  if (link && !text.trimStart().startsWith('{')) {
    const start = startOf(new URLSearchParams(text.trim().slice(text.trim().indexOf('?') + 1)));
    if (start) return { start };
  }
  try {
    const json: unknown = JSON.parse(text);
    if (json && typeof json === 'object' && !Array.isArray(json)) return { json };
    return { problem: '' };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
