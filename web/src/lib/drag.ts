// Drag and drop, as a short way for two taps: what is taken up is picked, what it is let go on is tapped.
// A board marks what can be taken up with `data-drag`; a pointer that hardly moves is a tap.
import type { Light, Thing } from './picking';

export interface Dragging {
  lights: Map<Thing, Light>;
  picked: Thing[];
  clear(): void;
  tap(thing: Thing): void;
}

const START = 7;
/** So near to the edge of the window the page begins to scroll. */
const EDGE = 72;

/** The thing under the pointer that can take what is held; the topmost one, if they overlap. */
export function dropTarget(
  things: (Thing | null)[],
  lights: Map<Thing, Light>,
  held: Thing,
): Thing | null {
  return things.find((thing) => thing !== null && thing !== held && lights.get(thing)?.can) ?? null;
}

export function watchDrags(table: Dragging): () => void {
  let from: { element: HTMLElement; thing: Thing; x: number; y: number; id: number } | null = null;
  let ghost: HTMLElement | null = null;
  let over: Element | null = null;
  let armed = false; // what is taken up at the edge doesn't scroll at once

  const under = (x: number, y: number): [Thing | null, Element | undefined] => {
    const elements = document
      .elementsFromPoint(x, y)
      .map((element) => element.closest('[data-thing]'));
    const thing = dropTarget(
      elements.map((element) => element?.getAttribute('data-thing') ?? null),
      table.lights,
      from?.thing ?? '',
    );
    return [
      thing,
      elements.find((element) => element?.getAttribute('data-thing') === thing) ?? undefined,
    ];
  };

  function down(event: PointerEvent): void {
    const element = (event.target as Element).closest<HTMLElement>('[data-drag][data-thing]');
    const thing = element?.getAttribute('data-thing');
    if (!element || !thing || event.button !== 0 || !table.lights.get(thing)?.can) return;
    armed = false;
    from = { element, thing, x: event.clientX, y: event.clientY, id: event.pointerId };
  }

  function take(): void {
    if (!from) return;
    table.clear();
    table.picked = [from.thing];
    const box = from.element.getBoundingClientRect();
    ghost = from.element.cloneNode(true) as HTMLElement;
    ghost.removeAttribute('data-thing');
    ghost.setAttribute('aria-hidden', 'true');
    Object.assign(ghost.style, {
      position: 'fixed',
      left: '0',
      top: '0',
      width: `${box.width}px`,
      height: `${box.height}px`,
      margin: '0',
      zIndex: '60',
      pointerEvents: 'none',
    });
    document.body.append(ghost);
  }

  function move(event: PointerEvent): void {
    if (!from || event.pointerId !== from.id) return;
    const { clientX: x, clientY: y } = event;
    if (!ghost) {
      if (Math.hypot(x - from.x, y - from.y) < START) return;
      take();
    }
    event.preventDefault();
    if (ghost)
      ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -62%) scale(1.15)`;
    const [, element] = under(x, y);
    const edge = y < EDGE ? -1 : y > innerHeight - EDGE ? 1 : 0;
    armed ||= edge === 0;
    if (armed && !element) scrollBy(0, edge * 10);
    if (element !== over) {
      over?.classList.remove('over');
      element?.classList.add('over');
      over = element ?? null;
    }
  }

  function end(): void {
    over?.classList.remove('over');
    ghost?.remove();
    from = ghost = over = null;
  }

  function up(event: PointerEvent): void {
    if (!from || event.pointerId !== from.id) return;
    if (ghost) {
      // The click that follows belongs to the drag.
      const swallow = (click: Event): void => click.stopPropagation();
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
      const [thing] = under(event.clientX, event.clientY);
      if (thing) table.tap(thing);
      else table.clear();
    }
    end();
  }

  function cancel(): void {
    if (ghost) table.clear();
    end();
  }

  const listeners: [string, EventListener][] = [
    ['pointerdown', down as EventListener],
    ['pointermove', move as EventListener],
    ['pointerup', up as EventListener],
    ['pointercancel', cancel],
  ];
  for (const [name, listener] of listeners) addEventListener(name, listener, { passive: false });
  return () => {
    end();
    for (const [name, listener] of listeners) removeEventListener(name, listener);
  };
}
