// Which questions somebody knows by now. What an answer decides is told until it has been given a few times. Kept in the
// browser; the server never learns of it.
const KEY = 'stamtafel.questions';
const ENOUGH = 3;

type Answered = Record<string, number>;

function load(): Answered {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? (kept as Answered) : {};
  } catch {
    return {};
  }
}

export class Coach {
  /** The question of the moment is still new. */
  due = $state(false);
  /** Somebody wants to know again. */
  open = $state(false);

  /** A question is there, or none; what it gives back is called when it is answered. */
  attend(game: string, prompt: string | null): () => void {
    this.open = false;
    this.due = false;
    if (!prompt) return () => {};
    const question = `${game}.${prompt}`;
    this.due = (load()[question] ?? 0) < ENOUGH;
    return () => this.#answered(question);
  }

  #answered(question: string): void {
    const answered = load();
    const times = answered[question] ?? 0;
    if (times >= ENOUGH) return;
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...answered, [question]: times + 1 }));
    } catch {
      // A browser that keeps nothing is told each time.
    }
  }
}
