// What is on the screen: positions are shown one after another at the chosen speed, so that the eye
// can follow what the others do.
import type { BoardModule } from '../../games/board';
import type { GameData } from '../games.svelte';
import type { GameEvent, State, TableMessage } from '../protocol';
import { allCalled, withNames } from '../seats';
import { namedEvent } from '../sentence';
import { Stage, type Effect } from '../stage.svelte';
import { Feed, type News } from './feed.svelte';

interface Shown {
  state: State | null;
  n: number;
}

/** What others do is shown no faster, in ms: the eye wants to follow, however quick a bot is. */
const PACE = 700;
/** Who comes back after a while sees the end, not the whole way. */
const TOO_MANY = 24;

/** It is told step by step: how it ends must not be seen before. */
const watched = (effect: Effect): boolean =>
  effect.is === 'scene' || (effect.is === 'fly' && effect.caption !== undefined);

export abstract class Screen extends Feed {
  /** What is on the screen; behind `info.state` while something is being shown. */
  shown: Shown = $state.raw({ state: null, n: 0 });
  data: GameData | null = $state.raw(null);
  board: BoardModule | null = $state.raw(null);
  readonly stage = new Stage();

  /** Settled when all that has come is on the screen. */
  protected shownAll: Promise<void> = Promise.resolve();
  #queue: News[] = [];
  #running = false;

  /** Something else is about to be shown: another position, if `moved`. */
  protected abstract changing(next: News, moved: boolean): void;
  protected abstract changed(next: News): void;
  /** Something is about to be watched, from the position before it. */
  protected abstract watching(): void;

  protected get wantsText(): boolean {
    return !this.board;
  }

  protected arrived(message: TableMessage): void {
    this.#queue = [];
    this.shown = { state: message.state, n: message.n };
  }

  protected heard(news: News): void {
    this.#queue.push(news);
    if (!this.#running) this.shownAll = this.#show();
  }

  protected ended(): void {
    this.stage.hurry();
  }

  async #show(): Promise<void> {
    this.#running = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        if (this.#queue.length > TOO_MANY) this.stage.hurry();
        await this.#step(next);
      }
    } finally {
      this.stage.calm();
      this.#running = false;
    }
  }

  async #step(next: News): Promise<void> {
    const before = this.shown.state;
    for (const item of next.items) {
      const events = (item.events ?? []).map((event) => this.told(event));
      for (const event of events) {
        const effects = before
          ? (this.board?.effects?.(event, before.view, this.texts, events) ?? [])
          : [];
        if (effects.some(watched)) this.watching();
        await this.stage.play(effects.filter((effect) => !this.#ownCard(effect)));
      }
    }
    this.changing(next, next.state !== this.shown.state);
    this.shown = { state: next.state, n: next.to };
    this.changed(next);
    const moved = next.state && next.state.step !== before?.step;
    const mine = next.items.some((item) => item.seat === this.info?.you);
    if (moved) await this.stage.pause(mine ? 120 : PACE);
  }

  /** Who has played it knows it. */
  #ownCard(effect: Effect): boolean {
    return effect.is === 'cards' && effect.cards.every(({ seat }) => seat === this.info?.you);
  }

  hurry(): void {
    if (this.#running) this.stage.hurry();
  }

  get showing(): boolean {
    return this.shown.n < (this.info?.n ?? 0);
  }

  // --- names ---

  /** The game's texts, with the names of who sits there. */
  texts: Record<string, string> = $derived.by(() =>
    this.data ? withNames(this.data.texts, this.data.schema.seats, this.seats) : {},
  );

  /** An event in a sentence with the names of who sits there. */
  told(event: GameEvent): GameEvent {
    return this.data ? namedEvent(event, this.data, this.seats) : event;
  }

  /** The others who are to choose now, by name. */
  get waitedFor(): string {
    const acting = this.shown.state?.acting ?? [];
    return allCalled(
      this.seats,
      acting.filter((seat) => seat !== this.info?.you),
    );
  }
}
