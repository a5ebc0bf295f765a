// Animation made from events. A board says what an event looks like (effects); the stage plays it
// over the board, between things found by their names.
import type { Component } from 'svelte';
import { cardTime, tempo } from './settings.svelte';
import { play } from './sound';
import type { Thing } from './picking';
import type { GameEvent, SeatId } from './protocol';

/** A moment of the game that is worth a picture of its own. It is told event by event. */
export interface SceneProps {
  events: GameEvent[];
  /** The position before the first of them. */
  view: unknown;
  texts: Record<string, string>;
}
export interface Scene extends SceneProps {
  scene: Component<SceneProps>;
}

/** A card that somebody plays, for all to read. */
export interface Played {
  title: string;
  text: string;
  /** Who plays it, by seat and by name. */
  seat: SeatId;
  by: string;
  /** Of the seat, where its name is no colour. */
  index?: number;
  icon?: string;
}

export type Flown = 'coin' | 'card' | 'cup' | 'stone' | 'token' | 'die';
/** How a flying die looks. */
export interface Face {
  value: number;
  colour?: string;
  ink?: string;
}
export type Effect =
  | {
      is: 'fly';
      what: Flown;
      from: Thing;
      to: Thing;
      label?: string;
      icon?: string;
      face?: Face;
      /** It is watched by itself, with a sentence; the next one waits. */
      caption?: string;
    }
  /** Cards that are played, or turned up together. */
  | { is: 'cards'; cards: Played[] }
  | { is: 'roll'; value: number }
  | { is: 'banner'; text: string; tone?: 'good' | 'bad' | 'plain' }
  | { is: 'pulse'; things: Thing[] }
  | { is: 'pause'; length: number }
  | {
      is: 'scene';
      scene: Component<SceneProps>;
      event: GameEvent;
      view: unknown;
      texts: Record<string, string>;
      length: number;
    };

export interface Flight {
  id: number;
  what: Flown;
  label: string;
  /** What a token shows. */
  icon: string;
  face?: Face;
  from: DOMRect;
  to: DOMRect;
  length: number;
}

export function elementOf(thing: Thing): Element | undefined {
  const found = document.querySelectorAll(`[data-thing="${CSS.escape(thing)}"]`);
  return [...found].find((element) => element.getBoundingClientRect().width > 0);
}

/** Whether a good part of a thing can be seen: in the window, and not under what lies `over` the board. */
export function inSight(thing: Thing, over?: Element): boolean {
  const place = elementOf(thing)?.getBoundingClientRect();
  if (!place) return false;
  const lid = over?.getBoundingClientRect();
  const below = lid && place.left < lid.right && place.right > lid.left ? lid.top : innerHeight;
  return Math.min(place.bottom, below) - Math.max(place.top, 0) >= Math.min(place.height / 2, 40);
}

const wait = (length: number): Promise<void> => new Promise((done) => setTimeout(done, length));

export class Stage {
  flights: Flight[] = $state.raw([]);
  die: { value: number; rolling: boolean } | null = $state.raw(null);
  banner: { text: string; tone: string } | null = $state.raw(null);
  scene: Scene | null = $state.raw(null);
  cards: { cards: Played[]; open: boolean } | null = $state.raw(null);
  #ids = 0;
  #hurried = false;
  #curtain = 0;
  #cut: (() => void) | null = null;
  #turnOn: (() => void) | null = null;

  /** Everything still to be shown is shown at once. */
  hurry(): void {
    this.#hurried = true;
    this.turnOn();
  }
  calm(): void {
    this.#hurried = false;
  }

  #length(normal: number): number {
    return this.#hurried || document.hidden ? 0 : normal * tempo();
  }

  async pause(normal: number): Promise<void> {
    const length = this.#length(normal);
    if (length > 0) await wait(length);
  }

  async play(effects: Effect[]): Promise<void> {
    for (const effect of effects) {
      // Without animation a scene is a picture that stays until it is closed.
      const still = effect.is === 'scene' && !this.#hurried;
      if (this.#length(1) === 0 && !still && !this.#legible(effect)) continue;
      await this.#play(effect);
    }
  }

  /** A card is read, not watched: who wants things still can have it, too. */
  #legible(effect: Effect): boolean {
    return effect.is === 'cards' && !this.#hurried && !document.hidden && cardTime() > 0;
  }

  async #play(effect: Effect): Promise<void> {
    switch (effect.is) {
      case 'fly':
        return this.#fly(effect);
      case 'cards':
        if (this.#legible(effect)) return this.#show(effect.cards);
        return this.#announce(effect.cards.map(({ title }) => title).join(' · '));
      case 'roll':
        play('dice');
        this.die = { value: effect.value, rolling: true };
        await this.pause(650);
        this.die = { value: effect.value, rolling: false };
        await this.pause(650);
        this.die = null;
        return;
      case 'banner':
        return this.#announce(effect.text, effect.tone);
      case 'pulse':
        this.pulse(effect.things, this.#length(700));
        return this.pause(350);
      case 'pause':
        return this.pause(effect.length);
      case 'scene':
        return this.#act(effect);
    }
  }

  async #announce(text: string, tone = 'plain'): Promise<void> {
    this.banner = { text, tone };
    await this.pause(1100);
    this.banner = null;
  }

  /** One card lies open at once; several are turned over together. */
  async #show(cards: Played[]): Promise<void> {
    play('card');
    const read = new Promise<void>((done) => (this.#turnOn = done));
    if (cards.length > 1) {
      this.cards = { cards, open: false };
      await this.pause(700);
      play('card');
    }
    this.cards = { cards, open: true };
    await Promise.race([wait(this.#hurried ? 0 : cardTime()), read]);
    this.#turnOn = null;
    this.cards = null;
  }

  /** The card that is shown has been read. */
  turnOn(): void {
    this.#turnOn?.();
  }

  async #act({
    scene,
    event,
    view,
    texts,
    length: normal,
  }: Extract<Effect, { is: 'scene' }>): Promise<void> {
    clearTimeout(this.#curtain);
    const open = this.scene?.scene === scene ? this.scene : { scene, events: [], view, texts };
    this.scene = { ...open, events: [...open.events, event] };
    const length = this.#length(normal);
    if (length === 0) return;
    await Promise.race([wait(length), new Promise<void>((done) => (this.#cut = done))]);
    this.#cut = null;
    // It can still be looked at for a while; it's in nobody's way.
    if (this.scene) this.#curtain = window.setTimeout(() => this.dismiss(), this.#length(2500));
  }

  /** Closes the scene; what is left of it isn't shown. */
  dismiss(): void {
    clearTimeout(this.#curtain);
    this.scene = null;
    if (!this.#cut) return;
    this.hurry();
    this.#cut();
  }

  async #fly(effect: Extract<Effect, { is: 'fly' }>): Promise<void> {
    const from = elementOf(effect.from)?.getBoundingClientRect();
    const to = elementOf(effect.to)?.getBoundingClientRect();
    if (!from || !to) return;
    const length = this.#length(520);
    const id = ++this.#ids;
    const flight = {
      id,
      what: effect.what,
      label: effect.label ?? '',
      icon: effect.icon ?? 'person',
      face: effect.face,
      from,
      to,
      length,
    };
    if (effect.what === 'coin') play('coin');
    if (effect.what === 'card') play('card');
    if (effect.what === 'die') play('dice');
    this.flights = [...this.flights, flight];
    if (effect.caption) this.banner = { text: effect.caption, tone: 'plain caption' };
    setTimeout(() => (this.flights = this.flights.filter((other) => other.id !== id)), length);
    // The next one starts while this one is still in the air, unless each is to be watched.
    await wait(length * (effect.caption ? 1.7 : 0.4));
    if (effect.caption) this.banner = null;
  }

  /** Draws the eye to things: of an event, or of a name in the log. */
  pulse(things: Thing[], length = 900): void {
    for (const thing of things) {
      elementOf(thing)?.animate(
        [
          { filter: 'none' },
          { filter: 'brightness(1.25) drop-shadow(0 0 10px var(--gold))', offset: 0.35 },
          { filter: 'none' },
        ],
        { duration: Math.max(length, 1) },
      );
    }
  }
}
