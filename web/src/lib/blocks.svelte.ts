// Whom this person has blocked. The server leaves out what they say; the page offers to end it.
import { api, get } from './api';
import { connection } from './connection.svelte';
import type { Person } from './protocol';

interface Answer {
  blocks: Person[];
}

class Blocks {
  list: Person[] = $state.raw([]);
  #stop: (() => void)[] = [];

  /** Keeps the list up to date, whichever page of this person changes it. */
  start(): void {
    if (this.#stop.length > 0) return;
    this.#stop.push(
      connection.whenOpen(() => void this.load()),
      connection.listen((message) => {
        if (message.is === 'blocks') void this.load();
      }),
    );
  }

  async load(): Promise<void> {
    if (!connection.me) this.list = [];
    else
      this.list = (await get<Answer>('/api/me/blocks').catch(() => ({ blocks: this.list }))).blocks;
  }

  has(person: Person): boolean {
    return this.list.some(({ id }) => id === person.id);
  }

  async set(person: Person, on: boolean): Promise<void> {
    this.list = (await api<Answer>('POST', '/api/me/block', { person: person.id, on })).blocks;
  }
}

export const blocks = new Blocks();
