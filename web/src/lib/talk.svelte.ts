// The conversation at a table, as far as it is told outside the chat: what was just said hangs at
// the seats for a moment, and what is unread is counted until the chat is looked at.
import { bubbleTime, saidText } from './emotes';
import type { Item, SeatId } from './protocol';
import { play } from './sound';

export interface Bubble {
  n: number;
  seat: SeatId;
  text: string;
  emote?: string;
}

export class Talk {
  bubbles: Bubble[] = $state.raw([]);
  unread = $state(0);
  /** The last one that was read, and the last one that has come. */
  #seen = -1;
  #last = -1;

  /** `log`: all there is. What was said before this page came hangs at nobody's seat. */
  hear(log: Item[], reading: boolean): void {
    const said = log.filter((item) => item.is === 'say' && !item.blocked);
    const newest = said.at(-1)?.n ?? 0;
    if (this.#last < 0) this.#last = this.#seen = newest;
    // What somebody says whom one has blocked since is gone.
    if (this.bubbles.some(({ n }) => !said.some((item) => item.n === n)))
      this.bubbles = this.bubbles.filter(({ n }) => said.some((item) => item.n === n));
    for (const item of said) if (item.n > this.#last) this.#show(item);
    this.#last = Math.max(this.#last, newest);
    if (reading) this.#seen = newest;
    this.unread = said.filter(({ n }) => n > this.#seen).length;
  }

  #show(item: Item): void {
    if (!item.seat) return;
    play('chat');
    const bubble = { n: item.n, seat: item.seat, text: saidText(item), emote: item.emote };
    // One at a seat: the newest.
    this.bubbles = [...this.bubbles.filter(({ seat }) => seat !== item.seat), bubble];
    setTimeout(
      () => (this.bubbles = this.bubbles.filter((other) => other.n !== item.n)),
      bubbleTime(bubble.text),
    );
  }

  at(seat: SeatId): Bubble | undefined {
    return this.bubbles.find((bubble) => bubble.seat === seat);
  }
}

/** What the table that is open tells the page's head: how much is unread, whether one watches. */
interface Notice {
  unread: number;
  watching: boolean;
  /** Opens the chat. */
  open: (() => void) | null;
}
export const notice: Notice = $state({ unread: 0, watching: false, open: null });
