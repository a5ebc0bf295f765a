// Which lessons this browser has seen to their end or been told to leave out. Kept there; the server never learns of it.
const KEY = 'stamtafel.lessons';

function load(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** By game and lesson: "koenig/the-first-toast". */
export const learned = (lesson: string): boolean => load().includes(lesson);

export function learn(lesson: string): void {
  if (learned(lesson)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...load(), lesson]));
  } catch {
    // A browser that keeps nothing is offered the lesson again.
  }
}
