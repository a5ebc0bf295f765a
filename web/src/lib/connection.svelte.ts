// The one connection of the page, to the server or to the hub on this device: numbers its requests,
// comes back after a loss and tells whoever watches a table to catch up.
import { whoAmI } from './api';
import { here } from './here.svelte';
import { serverLink, type Link } from './link';
import { PROTOCOL, type Person, type ServerMessage } from './protocol';
import { side } from './router.svelte';
import type { Side } from './side';
import { lang } from './texts.svelte';

type Listener = (message: ServerMessage) => void;
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule?: string,
    readonly ruling?: string,
  ) {
    super(message);
  }
}

class Connection {
  status: 'connecting' | 'open' | 'lost' = $state('connecting');
  me: Person | null = $state.raw(null);
  /** What the operator of the server tells everybody. */
  announcement = $state('');
  /** The server is about to close: nothing new begins. */
  closing = $state(false);
  /** Added to the local clock it gives the server's. */
  skew = 0;

  #socket: Link | null = null;
  #side: Side = 'server';
  #number = 0;
  #waiting = new Map<number, { resolve: (m: ServerMessage) => void; reject: (e: Error) => void }>();
  #listeners = new Set<Listener>();
  #reopened = new Set<() => void>();
  #delay = 500;
  #timer = 0;
  #forget = 0;
  /** While it goes over to another server; what is asked meanwhile waits. */
  #moving: Promise<void> | null = null;
  #moved = () => {};
  #renewed = 0;

  open(): void {
    if (this.#socket) return;
    this.#side = side();
    const socket = this.#side === 'here' ? here.link() : serverLink();
    this.#socket = socket;
    socket.onopen = () => void this.#greet();
    socket.onmessage = (text) => this.#hear(JSON.parse(text) as ServerMessage);
    socket.onclose = () => this.#lost(socket);
  }

  /** The page is on the other side now: whoever listens hears of that one. */
  changeSide(to: Side): void {
    if (!this.#socket || to === this.#side) return;
    this.me = null;
    this.announcement = '';
    this.closing = false;
    void this.restart();
  }

  /** Starts afresh, with the cookie as it is now; settled when the connection stands again. */
  restart(): Promise<void> {
    clearTimeout(this.#timer);
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.status = 'connecting';
    this.open();
    return new Promise((done) => {
      const stop = this.whenOpen(() => {
        stop();
        done();
      });
    });
  }

  async #greet(): Promise<void> {
    try {
      await this.hello();
    } catch {
      return; // the close that follows tries again
    }
    this.#delay = 500;
    this.status = 'open';
    this.#moved();
    this.#renew();
    for (const again of this.#reopened) again();
  }

  async hello(): Promise<void> {
    const hello = { do: 'hello', protocol: PROTOCOL, lang: lang() };
    // A server of an older version, beside others while they are updated, knows no differences.
    const welcome = await this.#send({ ...hello, differences: true }).catch((error: unknown) => {
      if (error instanceof Refused && error.code === 'message') return this.#send(hello);
      throw error;
    });
    if (welcome.is !== 'welcome') return;
    this.me = welcome.me;
    this.skew = welcome.now - Date.now();
  }

  /** The cookie lives on by use, and only HTTP brings it: one small question now and then. */
  #renew(): void {
    if (!this.me || Date.now() - this.#renewed < 12 * 3600_000) return;
    this.#renewed = Date.now();
    void whoAmI().catch(() => {});
  }

  #forAll(message: ServerMessage): void {
    if (message.is === 'me') this.me = message.me;
    if (message.is === 'move') void this.#move();
    if (message.is === 'drain') this.closing = message.until !== null;
    if (message.is !== 'announcement') return;
    this.announcement = message.text ?? '';
    clearTimeout(this.#forget);
    const left = Math.min(message.until - (Date.now() + this.skew), 2 ** 31 - 1);
    this.#forget = window.setTimeout(() => (this.announcement = ''), Math.max(0, left));
  }

  #hear(message: ServerMessage): void {
    this.#forAll(message);
    const waiting = message.re === undefined ? undefined : this.#waiting.get(message.re);
    if (waiting && message.re !== undefined) {
      this.#waiting.delete(message.re);
      if (message.is === 'error') {
        waiting.reject(new Refused(message.code, message.text, message.rule, message.ruling));
        return;
      }
      waiting.resolve(message);
    }
    for (const listener of this.#listeners) listener(message);
  }

  /**
   * The server makes way for others: the same address leads to one of them. What was asked is
   * answered first; whoever watches a table goes on with the number they have, as after a loss.
   */
  async #move(): Promise<void> {
    if (this.#moving) return;
    const old = this.#socket;
    this.#moving = new Promise((done) => (this.#moved = done));
    for (let i = 0; i < 40 && this.#waiting.size > 0; i++) {
      await new Promise((done) => setTimeout(done, 50));
    }
    if (!old || this.#socket !== old) {
      this.#moved(); // lost meanwhile
      this.#moving = null;
      return;
    }
    this.#socket = null;
    old.onclose = old.onmessage = () => {};
    old.close();
    this.#abandon();
    this.open();
    await this.#moving;
    this.#moving = null;
  }

  #abandon(): void {
    for (const { reject } of this.#waiting.values()) reject(new Refused('lost', ''));
    this.#waiting.clear();
  }

  #lost(socket: Link): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#moved();
    this.#moving = null;
    this.status = 'lost';
    this.closing = false;
    this.#abandon();
    this.#timer = window.setTimeout(() => this.open(), this.#delay);
    this.#delay = Math.min(this.#delay * 1.7, 10_000);
  }

  #send(message: Record<string, unknown>): Promise<ServerMessage> {
    const n = ++this.#number;
    return new Promise((resolve, reject) => {
      if (!this.#socket?.open) return reject(new Refused('lost', ''));
      this.#waiting.set(n, { resolve, reject });
      this.#socket.send(JSON.stringify({ ...message, n }));
    });
  }

  /** The direct answer; an error of the server is thrown as Refused. */
  async ask(message: { do: string } & Record<string, unknown>): Promise<ServerMessage> {
    if (this.#moving) await this.#moving;
    return this.#send(message);
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called now if the connection stands, and after each loss. */
  whenOpen(again: () => void): () => void {
    this.#reopened.add(again);
    if (this.status === 'open') again();
    return () => this.#reopened.delete(again);
  }
}

export const connection = new Connection();
