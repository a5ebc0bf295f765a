// What there is to read about the thing somebody points at or has reached by keyboard, where the
// board itself shows no more than a part of it.
import { untrack } from 'svelte';
import type { About } from '../games/board';
import type { Thing } from './picking';

/** How long one points at a thing before it is read, in milliseconds. */
const DWELL = 350;

/** Is the whole text to be seen on the element already? */
export function shows(element: Element, text: string): boolean {
  return [...element.querySelectorAll('*')].some(
    (part) =>
      part.textContent?.trim() === text &&
      part.clientHeight > 0 &&
      part.scrollHeight <= part.clientHeight + 1,
  );
}

export class Reader {
  /** What is read now, and where it lies. */
  page: { about: About; element: Element } | null = $state.raw(null);
  #dwell: ReturnType<typeof setTimeout> | undefined;
  #pressed: { clientX: number; clientY: number } | null = null;

  constructor(readonly explained: (thing: Thing) => About | null) {}

  read(thing: Thing, element: Element): void {
    this.close();
    this.#dwell = setTimeout(() => {
      const about = element.isConnected ? this.explained(thing) : null;
      if (about && !shows(element, about.text)) this.page = { about, element };
    }, DWELL);
  }

  /** Somebody has pressed a button there. */
  pressed(at: { clientX: number; clientY: number }): void {
    this.#pressed = { clientX: at.clientX, clientY: at.clientY };
    this.close();
  }

  /** A mouse that lies where it pressed last points at nothing: the board has moved under it. */
  rests(at: { clientX: number; clientY: number }): boolean {
    return this.#pressed?.clientX === at.clientX && this.#pressed.clientY === at.clientY;
  }

  close(): void {
    clearTimeout(this.#dwell);
    // What is taken off the page while it is drawn anew loses the focus in the middle of that.
    if (untrack(() => this.page)) queueMicrotask(() => (this.page = null));
  }

  /** The board was drawn anew: what is gone from it can't be read any more. */
  drawn(): void {
    if (this.page && !this.page.element.isConnected) this.close();
  }
}
