// The tab of the browser: what the page is about, and at how many other tables it is one's move.
import iconWithDot from '../icon-turn.svg';
import { connection } from './connection.svelte';
import { route } from './router.svelte';

class Tab {
  /** What the page in it is called. */
  title = $state('Stamtafel');
  /** The tables at which one has to choose. */
  turns: string[] = $state.raw([]);

  /** Those that aren't looked at. */
  get elsewhere(): string[] {
    const here = route();
    return this.turns.filter((table) => here.page !== 'table' || table !== here.id);
  }

  start(): () => void {
    const stop = connection.listen((message) => {
      if (message.is === 'turns') this.turns = message.tables;
      else if (message.is === 'welcome' && !message.me) this.turns = [];
    });
    return () => void stop();
  }

  show(): void {
    const count = this.elsewhere.length;
    document.title = count > 0 ? `(${count}) ${this.title}` : this.title;
    badge(count > 0);
  }
}

export const tab = new Tab();

let plain = '';

/** A dot on the icon, for tabs too narrow for a title. */
function badge(on: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  plain ||= link.href;
  link.href = on ? iconWithDot : plain;
}
