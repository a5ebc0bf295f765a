// A table on which positions are analysed: nobody sits there, moves of all seats are tried and gone
// back from. The server says what each leads to, and keeps nothing of it.
import { api, ApiError } from './api';
import {
  endOf,
  gone,
  movesTo,
  onward,
  otherLuck,
  ROOT,
  seedling,
  type MadeMove,
  type Start,
  type Tree,
  type Tried,
} from './analysis';
import { TableApart, type SeatName } from './apart.svelte';
import type { Analysed, Item, Seat, SeatId, ServerMessage, State } from './protocol';
import { called } from './seats';
import type { Message } from './table/feed.svelte';
import { lang, t } from './texts.svelte';

/** `all`, or a seat. */
export type Eyes = string;

const KEPT = 200; // answers

export class AnalysisTable extends TableApart {
  tree: Tree = $state.raw(seedling);
  at = $state(ROOT);
  eyes: Eyes = $state('all');
  answer: Analysed | null = $state.raw(null);
  /** Who sat there, where it was a table. */
  sitters: Seat[] = $state.raw([]);
  /** Through somebody's eyes one doesn't see what the others may choose, unless one wants to. */
  peeking = $state(false);

  #start: Start;
  /** By whom is chosen, where several are to choose. */
  #seat: SeatId = '';
  #names: SeatName[] = [];
  #kept = new Map<string, Analysed>();
  #asked = 0;
  /** The node that was asked for and is not here yet: from there a further key goes on. */
  #heading: number | null = null;

  constructor(start: Start, eyes: Eyes) {
    super('analysis');
    this.#start = start;
    this.eyes = eyes;
  }

  /** What the board is drawn with: how the game calls its seats. */
  named(names: SeatName[]): void {
    this.#names = names;
  }

  get moves(): Tried[] {
    return movesTo(this.tree, this.at);
  }
  get mayGoBack(): boolean {
    return this.at !== ROOT;
  }
  get mayGoOn(): boolean {
    return onward(this.tree, this.at) !== null;
  }
  /** The last move asked something of chance, which might have answered otherwise. */
  get mayChangeLuck(): boolean {
    return this.tree[this.at].move?.chance ?? false;
  }
  /** Somebody else is to choose than the one through whose eyes one looks. */
  get veiled(): boolean {
    const { answer } = this;
    return !!answer?.seat && this.eyes !== 'all' && this.eyes !== answer.seat && !this.peeking;
  }

  override get summons(): string {
    const seat = this.answer?.seat;
    return seat ? t('analysis.chooses', called(this.seats, seat)) : super.summons;
  }

  /** Everything here is a plan already. */
  override get mayPlan(): boolean {
    return false;
  }

  /** Fetches the beginning and goes the way; what is refused is thrown. */
  async begin(way: readonly Tried[]): Promise<void> {
    this.#answered(await this.#fetch(way));
  }

  override async ask(message: Message): Promise<ServerMessage | null> {
    if (message.do === 'tell')
      return { is: 'told', table: this.id, n: 0, text: this.answer?.told ?? '' };
    if (message.do === 'undo') return this.back();
    if (message.do !== 'act') return null;
    const seat = this.answer?.seat ?? '';
    return this.make((message.actions as string[]).map((action) => ({ seat, action, luck: 0 })));
  }

  /** Tries moves from here. */
  make(moves: Tried[]): Promise<ServerMessage | null> {
    return this.#go([...this.moves, ...moves], moves.length);
  }
  back(): Promise<ServerMessage | null> {
    const from = this.#heading ?? this.at;
    return from !== ROOT ? this.goTo(this.tree[from].parent) : Promise.resolve(null);
  }
  forward(): Promise<ServerMessage | null> {
    const next = onward(this.tree, this.#heading ?? this.at);
    // Several at once are shown as where they lead.
    const news = this.#heading === null ? 1 : 0;
    return next === null ? Promise.resolve(null) : this.#go(movesTo(this.tree, next), news, next);
  }
  toStart(): Promise<ServerMessage | null> {
    return this.goTo(ROOT);
  }
  toEnd(): Promise<ServerMessage | null> {
    return this.goTo(endOf(this.tree, this.at));
  }
  goTo(node: number): Promise<ServerMessage | null> {
    return this.#go(movesTo(this.tree, node), 0, node);
  }
  /** The same move, with other dice or cards. */
  changeLuck(): Promise<ServerMessage | null> {
    const luck = otherLuck(this.tree, this.at);
    const moves = this.moves;
    const last = moves.pop();
    return last ? this.#go([...moves, { ...last, luck }], 1) : Promise.resolve(null);
  }
  lookThrough(eyes: Eyes): Promise<ServerMessage | null> {
    this.eyes = eyes;
    return this.#go(this.moves, 0);
  }
  /** Where several choose at once: for whom. */
  chooseFor(seat: SeatId): Promise<ServerMessage | null> {
    this.#seat = seat;
    this.peeking = this.eyes !== 'all' && this.eyes !== seat;
    return this.#go(this.moves, 0);
  }
  peek(): void {
    this.peeking = true;
    if (this.answer) this.#whole(this.answer);
  }
  /** The position as it is in a file. */
  async whole(): Promise<unknown> {
    return (await this.#asking(this.moves, { whole: true })).whole;
  }

  // --- asking ---

  #asking(moves: readonly Tried[], more: object = {}): Promise<Analysed> {
    const { eyes } = this;
    const seat = this.#seat ? { seat: this.#seat } : {};
    const path = `/api/analysis?lang=${lang()}`;
    return api<Analysed>('POST', path, { ...this.#start, moves, eyes, ...seat, ...more });
  }

  async #fetch(moves: readonly Tried[]): Promise<Analysed> {
    const key = JSON.stringify([this.eyes, this.#seat, moves]);
    const known = this.#kept.get(key);
    if (known) return known;
    const found = await this.#asking(moves);
    // All cards open: what whoever is to choose sees, and in it what was hidden.
    if (found.open) found.state.view = { ...(found.state.view as object), ...found.open };
    if (this.#kept.size >= KEPT) this.#kept.clear();
    this.#kept.set(key, found);
    return found;
  }

  /** `news`: so many of the moves are shown as they are made. `heading`: the node, if there is one. */
  async #go(
    moves: Tried[],
    news: number,
    heading: number | null = null,
  ): Promise<ServerMessage | null> {
    const asked = ++this.#asked;
    this.#heading = heading;
    this.error = '';
    try {
      const found = await this.#fetch(moves);
      if (asked !== this.#asked) return null; // somebody was quicker with something else
      this.#answered(found, news);
      return { is: 'ok' };
    } catch (problem) {
      if (asked === this.#asked)
        this.error = problem instanceof ApiError ? problem.message : t('lost');
      return null;
    } finally {
      if (asked === this.#asked) this.#heading = null;
    }
  }

  // --- showing ---

  #answered(found: Analysed, news = 0): void {
    this.hurry();
    const { tree, at } = gone(this.tree, found.moves as MadeMove[]);
    this.tree = tree;
    this.at = at;
    this.answer = found;
    this.peeking = this.peeking && this.eyes !== found.seat;
    const items = this.#items(found);
    // Whoever is to choose now sits where one sits oneself: then it is another view.
    if (news === 0 || this.#you(found) !== this.info?.you) this.#whole(found);
    else {
      const from = this.info?.n ?? 0;
      const made = items.slice(-news).map((item, i) => ({ ...item, n: from + 1 + i }));
      const state = this.#state(found);
      this.hear({ is: 'news', table: this.id, from, to: from + news, items: made, state });
    }
  }

  #you(found: Analysed): SeatId | null {
    if (this.eyes === 'all' || this.peeking) return found.seat ?? this.info?.you ?? found.seats[0];
    return this.eyes;
  }
  #state(found: Analysed): State {
    const { state } = found;
    const undo = this.mayGoBack ? 'now' : null;
    return this.veiled ? { ...state, undo, asked: null, choices: [] } : { ...state, undo };
  }
  #items(found: Analysed): Item[] {
    return found.moves.map(({ seat, action, events }, i) => ({
      n: i + 1,
      at: 0,
      is: 'act',
      seat,
      action,
      events,
      step: i + 1,
    }));
  }
  #whole(found: Analysed): void {
    const { game, edition, variants } = found;
    const log = this.#items(found);
    this.show({
      game,
      edition,
      variants,
      n: log.length,
      seats: this.#chairs(found),
      you: this.#you(found),
      status: found.state.over ? 'over' : 'playing',
      state: this.#state(found),
      log,
    });
  }
  #chairs(found: Analysed): Seat[] {
    return found.seats.map((seat) => {
      const name = this.#names.find(({ id }) => id === seat)?.name ?? seat;
      return (
        this.sitters.find((other) => other.seat === seat) ?? {
          seat,
          name,
          kind: 'person',
          person: { id: seat, name },
          here: true,
        }
      );
    });
  }
}
