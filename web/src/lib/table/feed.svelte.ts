// A table as the server tells it: who sits there, the position, the list of what happened. News come
// in numbered; what is missing is fetched.
import { connection, Refused } from '../connection.svelte';
import type { Item, NewsMessage, Seat, ServerMessage, State, TableMessage } from '../protocol';
import { t } from '../texts.svelte';
import { OwnWord } from './own_word';
import { Position } from './position';

/** Something new: items of the list, and the position they led to. */
export interface News {
  items: Item[];
  state: State | null;
  to: number;
}

export type Message = { do: string } & Record<string, unknown>;

export abstract class Feed {
  info: TableMessage | null = $state.raw(null);
  /** What happened, oldest first, from number `logFrom` on. */
  log: Item[] = $state.raw([]);
  logFrom = $state(1);
  error: string = $state('');
  gone = $state(false);
  /** Why this table is closed to this person; empty: it isn't. */
  shut = $state('');
  received = $state(0);

  readonly word = new OwnWord(this);
  #position = new Position();

  constructor(readonly id: string) {}

  /** The whole table has come: what was known before doesn't count. */
  protected abstract arrived(message: TableMessage): void;
  protected abstract heard(news: News): void;
  /** The table is shut to this person, or left. */
  protected abstract ended(): void;
  /** Does it want the position as text, too? */
  protected abstract get wantsText(): boolean;

  /** What is to be stopped when the table is left. */
  protected follow(): (() => void)[] {
    return [
      connection.listen((message) => this.hear(message)),
      connection.whenOpen(() => void this.watch()),
    ];
  }

  protected leave(): void {
    this.ended();
    void connection.ask({ do: 'unwatch', table: this.id }).catch(() => {});
  }

  get seats(): Seat[] {
    return this.info?.seats ?? [];
  }

  async watch(afresh = false): Promise<void> {
    const from = this.info && !afresh ? { from: this.info.n } : {};
    try {
      await connection.ask({ do: 'watch', table: this.id, board: this.wantsText, ...from });
    } catch (error) {
      if (!(error instanceof Refused)) return;
      if (error.code === 'unknown') this.gone = true;
      if (error.code === 'forbidden' || error.code === 'person') this.#close(error.message);
    }
  }

  /** Asks the server something about this table; what it refuses is shown. */
  async ask(message: Message): Promise<ServerMessage | null> {
    try {
      this.error = '';
      return await connection.ask({ table: this.id, ...message });
    } catch (error) {
      if (error instanceof Refused)
        this.error = error.code === 'lost' ? t('lost') : error.message || error.code;
      if (error instanceof Refused && error.code === 'stale') void this.watch(true);
      return null;
    }
  }

  /** A request that nobody has asked for: nor do they hear of it when it fails. */
  async quietly(message: Message): Promise<ServerMessage | null> {
    return connection.ask({ table: this.id, ...message }).catch(() => null);
  }

  /** Fetches an older part of the list; false when there is none. */
  async older(): Promise<boolean> {
    const before = this.logFrom;
    if (before <= 1) return false;
    const part = await this.ask({ do: 'log', before });
    // Meanwhile the table may have come anew, or the same part twice.
    if (part?.is !== 'log' || this.logFrom !== before || part.from >= before) return false;
    this.log = [...part.items, ...this.log];
    this.logFrom = part.from;
    return true;
  }

  /** The whole list, for what adds it all up. */
  async wholeLog(): Promise<void> {
    while (await this.older());
  }

  protected hear(message: ServerMessage): void {
    // What is on the screen was written for somebody who had blocked others.
    if (message.is === 'blocks' && this.info) void this.watch(true);
    if (!('table' in message) || message.table !== this.id) return;
    if (message.is === 'table') this.#whole(message);
    else if (message.is === 'news') this.#news(message);
    else if (message.is === 'presence' && this.info) {
      const seats = this.info.seats.map((seat) =>
        seat.kind === 'person' ? { ...seat, here: message.here.includes(seat.seat) } : seat,
      );
      const { spectators, guests = this.info.guests } = message;
      this.info = { ...this.info, seats, spectators, guests };
    } else if (message.is === 'removed') this.#close(message.text);
  }

  #close(why: string): void {
    this.shut = why;
    this.info = null;
    this.ended();
  }

  #whole(message: TableMessage): void {
    this.shut = '';
    this.info = message;
    this.#position.whole(message.state);
    this.log = message.log;
    this.logFrom = message.log_from ?? 1;
    this.received = Date.now();
    this.arrived(message);
    this.word.arrived();
  }

  #news(message: NewsMessage): void {
    const info = this.info;
    if (!info) return;
    if (message.from > info.n) return void this.watch(); // something is missing: fetch it
    const state = this.#stateAfter(message, info);
    if (state === undefined) return void this.watch(true);
    const items = message.items.filter((item) => item.n > info.n);
    const {
      is: _is,
      re: _re,
      from: _from,
      to,
      items: _items,
      change: _change,
      done: _done,
      refused: _no,
      ...changed
    } = message;
    this.info = { ...info, ...changed, state, n: Math.max(info.n, to) };
    this.log = items.length > 0 ? [...this.log, ...items] : this.log;
    if (state !== info.state) this.received = Date.now();
    this.heard({ items, state: this.info.state, to });
    this.word.mind();
  }

  /** The position that news lead to; undefined: what they change isn't what is known here. */
  #stateAfter({ from, state, change }: NewsMessage, info: TableMessage): State | null | undefined {
    if (change) {
      if (!info.state || from !== info.n) return undefined;
      return this.#position.changed(info.state, change);
    }
    if (state === undefined) return info.state;
    this.#position.whole(state);
    return state;
  }
}
