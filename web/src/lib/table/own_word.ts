// One's own word for chance: committed to when one sits down and opened when the game starts,
// without anybody being asked.
import type { ServerMessage, TableMessage } from '../protocol';
import { duty, kept, newCommitment } from '../words';

/** What it needs of the table. */
interface Where {
  readonly id: string;
  readonly info: TableMessage | null;
  ask(message: { do: string } & Record<string, unknown>): Promise<ServerMessage | null>;
  quietly(message: { do: string } & Record<string, unknown>): Promise<unknown>;
}

/** Tables of one's own that begin as soon as one is there. */
const startingSoon = new Set<string>();
export function startWhenThere(table: string): void {
  startingSoon.add(table);
}

export class OwnWord {
  /** Seats this page has committed to a word for. */
  #committed = new Set<string>();
  #committing: Promise<unknown> | null = null;
  #table: Where;

  constructor(table: Where) {
    this.#table = table;
  }

  arrived(): void {
    this.mind();
    if (startingSoon.delete(this.#table.id)) void this.begin({});
  }

  /** Does what is due now. */
  mind(): void {
    const { id, info } = this.#table;
    const you = info?.you;
    if (!info || !you) return;
    const due = duty(info, this.#committed.has(you));
    if (due === 'commit' && !this.#committing) void this.commit();
    else if (due === 'open') void this.#table.quietly({ do: 'open', word: kept(id, you)?.word });
  }

  /** Commits to a new word, with what somebody typed mixed in. */
  async commit(typed = ''): Promise<void> {
    const { id, info } = this.#table;
    const { you, fair } = info ?? {};
    if (!you || !fair) return;
    this.#committed.add(you);
    this.#committing = this.#table.quietly({
      do: 'commit',
      commitment: newCommitment(id, you, fair, typed),
    });
    await this.#committing;
    this.#committing = null;
  }

  /** Sits down, with a word from the first moment on. */
  async sit(seat: string): Promise<void> {
    const { id, info } = this.#table;
    if (!info?.fair) return;
    this.#committed.add(seat);
    await this.#table.ask({ do: 'sit', seat, commit: newCommitment(id, seat, info.fair) });
  }

  /** The host starts; with a word of this page, whichever device had one before. */
  async begin(more: { fill?: string }): Promise<void> {
    await this.#committing;
    const { id, info } = this.#table;
    const { you, fair } = info ?? {};
    if (you && fair?.committed?.[you] !== kept(id, you)?.commitment) await this.commit();
    await this.#table.ask({ do: 'start', ...more });
  }
}
