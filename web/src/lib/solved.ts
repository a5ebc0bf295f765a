// Which puzzles this browser has solved, and on which days in a row the one of the day. Kept there; the server never
// learns of it.
const KEY = 'stamtafel.puzzles';
const MANY = 5000;

interface Kept {
  /** By game and id: "koenig/17-42". */
  solved: string[];
  /** Since 1 January 1970. */
  days: number[];
}

function load(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept> | null;
    const list = <T>(value: unknown, kind: string): T[] =>
      Array.isArray(value) ? value.filter((one): one is T => typeof one === kind) : [];
    return { solved: list(kept?.solved, 'string'), days: list(kept?.days, 'number') };
  } catch {
    return { solved: [], days: [] };
  }
}

export const solved = (game: string, id: string): boolean =>
  load().solved.includes(`${game}/${id}`);

/** `day`: it was the one of that day. */
export function solve(game: string, id: string, day?: number): void {
  const kept = load();
  const next: Kept = {
    solved: [...new Set([...kept.solved, `${game}/${id}`])].slice(-MANY),
    days: day === undefined ? kept.days : [...new Set([...kept.days, day])].slice(-MANY),
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing begins anew each time.
  }
}

/** Days in a row up to this one; whoever has not solved today's yet still has yesterday's. */
export function streak(today: number): number {
  const days = new Set(load().days);
  let last = days.has(today) ? today : today - 1;
  let count = 0;
  for (; days.has(last); last -= 1) count += 1;
  return count;
}
