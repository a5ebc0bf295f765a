// Elements of the board that are things: they can be tapped, reached by keyboard and asked about.
import type { Spot } from '../games/board';
import type { Light, Thing } from './picking';
import type { Reader } from './reader.svelte';

/** What it needs of the table. */
interface Where {
  readonly lights: Map<Thing, Light>;
  readonly meant: Set<Thing>;
  /** What advice is about. */
  readonly advised: Set<Thing>;
  tap(thing: Thing): void;
  /** Somebody points at the thing, or has reached it by keyboard; null: no longer. */
  pointed(thing: Thing | null): void;
  /** The same, for what there is to read about it. */
  readonly reader: Pick<Reader, 'read' | 'rests' | 'close'>;
}

const POINTED = ['pointerenter', 'focus'];
const LEFT = ['pointerleave', 'blur'];

export const spotOf =
  (table: Where): Spot =>
  (thing, label, options = {}) =>
  (element: Element): (() => void) => {
    const light = table.lights.get(thing);
    const active = light !== undefined || options.info === true;
    element.setAttribute('data-thing', thing);
    element.classList.toggle('lit', light?.can === true && !light.picked);
    element.classList.toggle('picked', light?.picked === true);
    element.classList.toggle('dim', light !== undefined && !light.can && !light.picked);
    element.classList.toggle('meant', table.meant.has(thing));
    element.classList.toggle('advised', table.advised.has(thing));
    element.setAttribute('aria-label', label);
    if (!active) {
      element.setAttribute('role', 'img');
      element.removeAttribute('tabindex');
      element.removeAttribute('aria-pressed');
      return () => {};
    }
    if (options.inside) element.removeAttribute('aria-label');
    element.setAttribute('role', 'button');
    element.setAttribute('tabindex', '0');
    element.setAttribute('aria-pressed', String(light?.picked === true));
    const press = (event: Event): void => {
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
      }
      event.stopPropagation();
      table.reader.close();
      table.tap(thing);
    };
    const point = (event: Event): void => {
      table.pointed(thing);
      // A finger taps, and then reads on the chalkboard; what was clicked needs no ring of focus.
      const meant =
        event instanceof PointerEvent
          ? event.pointerType !== 'touch' && !table.reader.rests(event)
          : element.matches(':focus-visible');
      if (meant) table.reader.read(thing, element);
    };
    const leave = (): void => {
      table.pointed(null);
      table.reader.close();
    };
    const heard: [string, (event: Event) => void][] = [
      ['click', press],
      ['keydown', press],
      ...POINTED.map((name): [string, (event: Event) => void] => [name, point]),
      ...LEFT.map((name): [string, () => void] => [name, leave]),
    ];
    for (const [name, listener] of heard) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of heard) element.removeEventListener(name, listener);
    };
  };
