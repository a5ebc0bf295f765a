// A table as this viewer sees it. News come in numbered; positions are shown one after another at
// the chosen speed, so that the eye can follow what the others do.
import type { BoardModule, Spot } from '../games/board';
import { connection, Refused } from './connection.svelte';
import type { GameData } from './games.svelte';
import { watchDrags } from './drag';
import { standing } from './history';
import { wanted } from './orders';
import {
  allowed,
  candidates,
  distinct,
  lights,
  offersOf,
  stepsOf,
  tap,
  withMotions,
  type Light,
  type Offer,
  type Thing,
} from './picking';
import { Plan } from './plan.svelte';
import type {
  Ahead,
  Choice,
  GameEvent,
  Item,
  NewsMessage,
  Seat,
  ServerMessage,
  State,
  TableMessage,
  WhatIf,
} from './protocol';
import { allCalled, withNames } from './seats';
import { namedChoice, namedEvent } from './sentence';
import { settings } from './settings.svelte';
import { elementOf, Stage } from './stage.svelte';
import { t } from './texts.svelte';
import { duty, kept, newCommitment } from './words';

/** Tables of one's own that begin as soon as one is there. */
const startingSoon = new Set<string>();
export function startWhenThere(table: string): void {
  startingSoon.add(table);
}

interface Shown {
  state: State | null;
  n: number;
}

export class Table {
  info: TableMessage | null = $state.raw(null);
  /** What happened, oldest first, from number `logFrom` on. */
  log: Item[] = $state.raw([]);
  logFrom = $state(1);
  /** What is on the screen; behind `info.state` while something is being shown. */
  shown: Shown = $state.raw({ state: null, n: 0 });
  error: string = $state('');
  gone = $state(false);
  /** Why this table is closed to this person; empty: it isn't. */
  shut = $state('');
  received = $state(0);

  data: GameData | null = $state.raw(null);
  board: BoardModule | null = $state.raw(null);
  readonly stage = new Stage();

  picked: Thing[] = $state.raw([]);
  /** A choice that waits for a word of confirmation, with what it would lead to. */
  pending: { choice: Choice; preview: State | null } | null = $state.raw(null);
  /** Why something can't be done. */
  reason: { text: string; ruling: string; what: string } | null = $state.raw(null);
  /** A thing somebody asked about. */
  inspected: Thing | null = $state(null);
  sending = $state(false);
  /** The clock has answered for this seat, and it has not acted since. */
  timedOut = $state(false);
  /** Choices tried out on a copy; while there is one, taps go to it. */
  plan: Plan | null = $state.raw(null);
  /** The answer out of turn that is given next shall be a standing order. */
  lasting = $state(false);

  /** What choices would lead to, by action: for the hints of a board. */
  foreseen = $state.raw<Record<string, Ahead>>({});

  /** The answers so far that shall become standing orders, and the question they began with. */
  #lasting: { prompt: string; actions: string[] } | null = null;
  /** What was offered before one's own last step. */
  #earlier: { offers: Offer[]; thing: Thing | null } | null = null;
  #shownAll: Promise<void> = Promise.resolve();
  #queue: { items: Item[]; state: State | null; to: number }[] = [];
  #running = false;
  #stop: (() => void)[] = [];

  constructor(readonly id: string) {}

  // --- coming and going ---

  start(): void {
    this.#stop.push(
      connection.listen((message) => this.#hear(message)),
      connection.whenOpen(() => void this.watch()),
      watchDrags(this),
    );
  }

  close(): void {
    for (const stop of this.#stop) stop();
    this.stage.hurry();
    void connection.ask({ do: 'unwatch', table: this.id }).catch(() => {});
  }

  async watch(afresh = false): Promise<void> {
    const from = this.info && !afresh ? { from: this.info.n } : {};
    try {
      await connection.ask({ do: 'watch', table: this.id, board: !this.board, ...from });
    } catch (error) {
      if (!(error instanceof Refused)) return;
      if (error.code === 'unknown') this.gone = true;
      if (error.code === 'forbidden' || error.code === 'person') this.#close(error.message);
    }
  }

  #hear(message: ServerMessage): void {
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
    this.stage.hurry();
  }

  #whole(message: TableMessage): void {
    this.#queue = [];
    this.shut = '';
    this.info = message;
    this.log = message.log;
    this.logFrom = message.log_from ?? 1;
    this.received = Date.now();
    this.shown = { state: message.state, n: message.n };
    this.plan = null;
    this.timedOut = false;
    this.clear();
    this.#mindWord();
    if (startingSoon.delete(this.id)) void this.begin({});
  }

  #news(message: NewsMessage): void {
    const info = this.info;
    if (!info) return;
    if (message.from > info.n) return void this.watch(); // something is missing: fetch it
    const items = message.items.filter((item) => item.n > info.n);
    const {
      is: _is,
      re: _re,
      from: _from,
      to,
      items: _items,
      done: _done,
      refused: _no,
      ...changed
    } = message;
    this.info = { ...info, ...changed, n: Math.max(info.n, to) };
    this.log = items.length > 0 ? [...this.log, ...items] : this.log;
    if (message.state !== undefined) this.received = Date.now();
    this.#queue.push({ items, state: this.info.state, to });
    if (!this.#running) this.#shownAll = this.#show();
    this.#mindWord();
  }

  // --- one's own word for chance: without being asked ---

  /** Seats this page has committed to a word for. */
  #committed = new Set<string>();
  #committing: Promise<void> | null = null;

  #mindWord(): void {
    const info = this.info;
    const you = info?.you;
    if (!info || !you) return;
    const due = duty(info, this.#committed.has(you));
    if (due === 'commit' && !this.#committing) void this.commit();
    else if (due === 'open') void this.#quietly({ do: 'open', word: kept(this.id, you)?.word });
  }

  /** Commits to a new word, with what somebody typed mixed in. */
  async commit(typed = ''): Promise<void> {
    const { you, fair } = this.info ?? {};
    if (!you || !fair) return;
    this.#committed.add(you);
    this.#committing = this.#quietly({
      do: 'commit',
      commitment: newCommitment(this.id, you, fair, typed),
    });
    await this.#committing;
    this.#committing = null;
  }

  /** Sits down, with a word from the first moment on. */
  async sit(seat: string): Promise<void> {
    const fair = this.info?.fair;
    if (!fair) return;
    this.#committed.add(seat);
    await this.ask({ do: 'sit', seat, commit: newCommitment(this.id, seat, fair) });
  }

  /** The host starts; with a word of this page, whichever device had one before. */
  async begin(more: { fill?: string }): Promise<void> {
    await this.#committing;
    const { you, fair } = this.info ?? {};
    if (you && fair?.committed?.[you] !== kept(this.id, you)?.commitment) await this.commit();
    await this.ask({ do: 'start', ...more });
  }

  /** A request that nobody has asked for: nor do they hear of it when it fails. */
  async #quietly(message: { do: string } & Record<string, unknown>): Promise<void> {
    await connection.ask({ table: this.id, ...message }).catch(() => {});
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

  // --- names ---

  get seats(): Seat[] {
    return this.info?.seats ?? [];
  }

  /** The game's texts, with the names of who sits there. */
  texts: Record<string, string> = $derived.by(() =>
    this.data ? withNames(this.data.texts, this.data.schema.seats, this.seats) : {},
  );

  /** An event in a sentence with the names of who sits there. */
  told(event: GameEvent): GameEvent {
    return this.data ? namedEvent(event, this.data, this.seats) : event;
  }

  // --- showing ---

  async #show(): Promise<void> {
    this.#running = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        // Who comes back after a while sees the end, not the whole way.
        if (this.#queue.length > 12) this.stage.hurry();
        await this.#step(next);
      }
    } finally {
      this.stage.calm();
      this.#running = false;
    }
  }

  async #step(next: { items: Item[]; state: State | null; to: number }): Promise<void> {
    const view = this.shown.state?.view;
    const before = this.shown.state?.step;
    for (const item of next.items) {
      for (const event of item.events ?? []) {
        const effects =
          view === undefined
            ? []
            : (this.board?.effects?.(this.told(event), view, this.texts) ?? []);
        await this.stage.play(effects);
      }
    }
    const planned = next.state === this.shown.state ? [] : (this.plan?.choices ?? []);
    if (next.state !== this.shown.state) {
      this.clear();
      this.plan = null;
    }
    if (!next.state?.asked?.out_of_turn) this.lasting = false;
    this.shown = { state: next.state, n: next.to };
    const own = next.items
      .filter((item) => item.is === 'act' && item.seat === this.info?.you)
      .at(-1);
    if (own) this.timedOut = own.by === 'clock';
    if (planned.length > 0) void this.replan(planned);
    const moved = next.state && next.state.step !== before;
    const mine = next.items.some((item) => item.seat === this.info?.you);
    if (moved) await this.stage.pause(mine ? 120 : 650);
  }

  hurry(): void {
    if (this.#running) this.stage.hurry();
  }

  get showing(): boolean {
    return this.shown.n < (this.info?.n ?? 0);
  }

  // --- choosing ---

  /** What is on the screen, once it is the latest and this viewer is to choose. */
  get turn(): State | null {
    const state = this.shown.state;
    return state && state === this.info?.state && state.asked ? state : null;
  }

  /** The others who are to choose now, by name. */
  get waitedFor(): string {
    const acting = this.shown.state?.acting ?? [];
    return allCalled(
      this.seats,
      acting.filter((seat) => seat !== this.info?.you),
    );
  }

  /** One's own seat while a bot plays on it. */
  get replaced(): Seat | null {
    const seat =
      this.info?.status === 'playing' &&
      this.info.seats.find((other) => other.seat === this.info?.you);
    return seat && seat.stand_in ? seat : null;
  }

  /** The state to choose in: that of the turn, or what the plan has made of it. */
  get asked(): State | null {
    const state = this.turn && this.plan ? this.plan.state : this.turn;
    return state?.asked ? state : null;
  }

  #choices: Choice[] = $derived.by(() => {
    const { data, asked } = this;
    return data && asked
      ? asked.choices.map((choice) => namedChoice(choice, data, this.seats))
      : [];
  });
  /** The server's choices, each with the things it touches. */
  choices: Offer[] = $derived.by(() => {
    const state = this.asked;
    if (!state || !this.data) return [];
    const own = this.board?.things;
    return offersOf(this.#choices, this.data.schema, own && ((choice) => own(choice, state.view)));
  });
  /** The same for the fingers: whole motions where the board knows some. */
  offers: Offer[] = $derived.by(() => {
    const state = this.asked;
    if (!state || !this.data || !this.board?.motions) return this.choices;
    return withMotions(
      this.choices,
      this.board.motions(
        this.#choices,
        state.view,
        this.data.edition,
        this.data.texts,
        this.foreseen,
      ),
    );
  });
  /** What can be said in words now: the choices, or what can be done with the picked things. */
  open: Offer[] = $derived(
    this.picked.length === 0 ? this.choices : distinct(candidates(this.offers, this.picked)),
  );
  lights: Map<Thing, Light> = $derived(lights(this.offers, this.picked));

  /** What the question is about. */
  #meant: Set<Thing> = $derived(new Set(this.view ? this.board?.concerns?.(this.view) : []));

  /** What the board draws: the position, or what the choice in waiting would make of it. */
  get view(): unknown {
    return this.pending?.preview?.view ?? this.plan?.state.view ?? this.shown.state?.view;
  }

  /** Everything that led to what the board draws, oldest first. */
  past: GameEvent[] = $derived.by(() => {
    const items = standing(this.log.filter((item) => item.n <= this.shown.n));
    return [...items.flatMap((item) => item.events ?? []), ...(this.plan?.events ?? [])];
  });

  clear(): void {
    this.picked = [];
    this.pending = null;
    this.reason = null;
    this.error = '';
  }

  tap(thing: Thing): void {
    this.hurry();
    this.inspected = thing;
    this.pending = null;
    this.reason = null;
    const tapped = tap(this.offers, this.picked, thing, this.#patient(thing));
    if (tapped.is === 'nothing') return void this.#otherwise(thing);
    if (tapped.is === 'forbidden') return this.explain(tapped.choice);
    this.picked = tapped.picked;
    if (tapped.choice) void this.consider(tapped.choice);
  }

  #patient(thing: Thing): string[] | undefined {
    const patient = this.board?.patient;
    return typeof patient === 'function' ? patient(thing) : patient;
  }

  explain(choice: Choice): void {
    const rule = this.asked?.rules[choice.no ?? ''];
    this.pending = null;
    this.reason = {
      text: rule?.text ?? this.data?.texts[`rule.${choice.no}`] ?? choice.no ?? '',
      ruling: rule?.ruling ?? '',
      what: choice.text,
    };
  }

  /** A tap on the board: carried out if it can be taken back, shown for confirmation if not. */
  async consider(choice: Choice): Promise<void> {
    if (settings.confirm === 'never' || this.plan) return this.act(choice);
    const at = this.info?.n;
    const ahead = await this.#whatIf(stepsOf(choice));
    if (this.info?.n !== at || !this.offers.some((offer) => offer.choice.action === choice.action))
      return;
    // While the turn is still one's own and chance has no part in it, a step can be taken back.
    const final = !ahead || ahead.chance || !ahead.state.asked;
    if (settings.confirm === 'needed' && !final) return this.act(choice);
    this.pending = { choice, preview: ahead && !ahead.chance ? ahead.state : null };
  }

  /** Asks the server what the choices that the board wants to foresee would bring. */
  async foresee(state: State | null): Promise<void> {
    this.foreseen = {};
    const verbs = this.board?.foresee ?? [];
    if (!state?.choices.some((choice) => !choice.no && verbs.includes(choice.verb))) return;
    const actions = this.plan?.choices.flatMap(stepsOf) ?? [];
    const answer = await connection
      .ask({ do: 'ahead', table: this.id, actions, verbs })
      .catch(() => null);
    if (this.asked === state && answer?.is === 'ahead') this.foreseen = answer.choices;
  }

  async #whatIf(actions: string[]): Promise<WhatIf | null> {
    try {
      const answer = await connection.ask({ do: 'what-if', table: this.id, actions });
      return answer.is === 'what-if' && answer.done > 0 ? answer : null; // a motion may find its last question answered
    } catch {
      return null;
    }
  }

  async act(choice: Choice): Promise<void> {
    if (choice.no) return this.explain(choice);
    if (this.sending || !this.info) return;
    this.sending = true;
    this.inspected = null;
    this.#earlier = { offers: this.offers, thing: this.picked.at(-1) ?? null };
    if (this.plan) {
      await this.plan.add(choice);
      this.clear();
    } else await this.#answer(stepsOf(choice));
    this.sending = false;
  }

  async #answer(actions: string[]): Promise<void> {
    const asked = this.asked?.asked;
    const lasting =
      this.lasting && asked?.out_of_turn
        ? (this.#lasting ?? { prompt: asked.prompt, actions: [] })
        : null;
    this.#lasting = null;
    const answer = await this.ask({ do: 'act', at: this.info?.n, actions });
    if (!lasting || !answer) return;
    lasting.actions.push(...actions);
    // What the answer goes on to ask belongs to it: with orders on, the server would answer that by itself.
    const next = this.info?.state?.asked;
    if (next?.out_of_turn && next.prompt !== lasting.prompt) {
      this.#lasting = lasting;
      return;
    }
    this.lasting = false;
    const list = [
      ...(this.info?.orders?.list ?? []),
      ...lasting.actions.map((action) => ({ do: action })),
    ];
    await this.ask({ do: 'orders', on: true, list: wanted(list) });
  }

  /** Puts back what a tap on the thing has to do with; the steps since then are done again. */
  async #putBack(action: string): Promise<void> {
    if (this.plan) {
      const choices = this.plan.choices;
      const at = choices.map((choice) => stepsOf(choice).join()).lastIndexOf(action);
      if (at >= 0) await this.replan(choices.filter((_, i) => i !== at));
      return;
    }
    const acts = standing(this.log).filter((item) => item.is === 'act');
    const at = acts
      .map((item) => (item.seat === this.info?.you ? item.action : ''))
      .lastIndexOf(action);
    if (at < 0 || this.sending) return;
    const since = acts.slice(at);
    this.sending = true;
    let undone = 0;
    while (
      undone < since.length &&
      this.info?.state?.undo === 'now' &&
      (await this.ask({ do: 'undo', at: this.info.n }))
    )
      undone += 1;
    const again = (
      undone < since.length ? since.slice(since.length - undone) : since.slice(1)
    ).flatMap((item) => item.action ?? []);
    if (again.length > 0) await this.ask({ do: 'act', at: this.info?.n, actions: again });
    this.sending = false;
  }

  /** Another thing instead of the one that led to this question: takes that back and begins with it. */
  async #otherwise(thing: Thing): Promise<void> {
    const held = this.asked && this.board?.takesBack?.(thing, this.asked.view);
    if (held) return this.#putBack(held);
    const earlier = this.#earlier;
    const asked = this.asked;
    if (!asked?.asked || !earlier || !this.board?.followUps?.includes(asked.asked.prompt)) return;
    if (!earlier.offers.some((offer) => offer.things.includes(thing))) return;
    this.#earlier = null;
    if (this.plan) this.plan.back();
    else if (asked.undo !== 'now' || !(await this.ask({ do: 'undo', at: this.info?.n }))) return;
    await this.#shownAll;
    if (thing !== earlier.thing) this.tap(thing);
  }

  // --- planning ---

  get mayPlan(): boolean {
    return this.board?.plans?.includes(this.turn?.asked?.prompt ?? '') === true;
  }

  startPlan(): void {
    this.clear();
    this.plan = this.turn && new Plan(this.turn, (actions) => this.#whatIf(actions));
  }

  dropPlan(): void {
    this.clear();
    this.plan = null;
  }

  planBack(): void {
    this.clear();
    this.plan?.back();
  }

  /** The same choices in the position as it is now, as far as they go. */
  async replan(choices: Choice[]): Promise<void> {
    this.startPlan();
    const plan = this.plan;
    for (const choice of choices) {
      if (!plan || this.plan !== plan || !(await plan.add(choice))) return;
    }
  }

  /** For real. The server stops where chance comes in; what is left stays a plan. */
  async carryOut(): Promise<void> {
    const choices = this.plan?.choices ?? [];
    if (choices.length === 0 || this.sending || !this.info) return;
    this.sending = true;
    this.dropPlan();
    const answer = await this.ask({
      do: 'act',
      at: this.info.n,
      actions: choices.flatMap(stepsOf),
    });
    this.sending = false;
    let done = answer?.is === 'news' ? (answer.done ?? 0) : 0;
    const left = choices.filter((choice) => (done -= stepsOf(choice).length) < 0);
    await this.#shownAll;
    if (left.length > 0 && this.turn) await this.replan(left);
  }

  /** Asks the server something about this table; what it refuses is shown. */
  async ask(message: { do: string } & Record<string, unknown>): Promise<ServerMessage | null> {
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

  /** The only thing there is to do, where there is just one. */
  get single(): Choice | null {
    const open = this.open.filter(allowed);
    return open.length === 1 ? open[0].choice : null;
  }

  // --- things on the board ---

  /** Makes an element of the board a thing one can tap, reach by keyboard and ask about. */
  spot: Spot = (thing, label, options = {}) => {
    return (element: Element): (() => void) => {
      const light = this.lights.get(thing);
      const active = light !== undefined || options.info === true;
      element.setAttribute('data-thing', thing);
      element.classList.toggle('lit', light?.can === true && !light.picked);
      element.classList.toggle('picked', light?.picked === true);
      element.classList.toggle('dim', light !== undefined && !light.can && !light.picked);
      element.classList.toggle('meant', this.#meant.has(thing));
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
        this.tap(thing);
      };
      element.addEventListener('click', press);
      element.addEventListener('keydown', press);
      return () => {
        element.removeEventListener('click', press);
        element.removeEventListener('keydown', press);
      };
    };
  };

  point(thing: Thing): void {
    this.inspected = thing;
    if (elementOf(thing)) this.stage.pulse([thing]);
  }
}
