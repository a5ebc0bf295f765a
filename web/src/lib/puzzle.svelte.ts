// A table at which a puzzle is solved. Nobody else is there and the server isn't asked: the puzzle says what each
// choice is worth.
import type { Choice, Puzzle, PuzzleChoice, Seat, ServerMessage } from './protocol';
import type { Message } from './table/feed.svelte';
import { Table } from './table.svelte';

export class PuzzleTable extends Table {
  /** What was chosen; null: nothing yet. */
  answer: Choice | null = $state.raw(null);

  #puzzle: Puzzle;
  #names: { id: string; name: string }[];

  constructor(puzzle: Puzzle, names: { id: string; name: string }[]) {
    super(`puzzle:${puzzle.game}:${puzzle.id}`);
    this.#puzzle = puzzle;
    this.#names = names;
  }

  /** What is known of the choice that was made: not all of them were compared. */
  get judged(): PuzzleChoice | null {
    const action = this.answer?.action;
    return this.#puzzle.choices.find((choice) => choice.action === action) ?? null;
  }

  get right(): boolean {
    return this.judged?.right ?? false;
  }

  again(): void {
    this.answer = null;
    this.#open();
  }

  protected override follow(): (() => void)[] {
    this.#open();
    return [];
  }

  protected override leave(): void {
    this.ended();
  }

  override watch(): Promise<void> {
    return Promise.resolve();
  }

  override ask(message: Message): Promise<ServerMessage | null> {
    if (message.do === 'act') this.#take((message.actions as string[])[0]);
    return Promise.resolve(null);
  }

  override quietly(): Promise<ServerMessage | null> {
    return Promise.resolve(null);
  }

  /** One answer: whoever solves a puzzle has thought before. */
  override async consider(choice: Choice): Promise<void> {
    await this.act(choice);
    if (!choice.no) this.clear();
  }

  override attend(): Promise<void> {
    return Promise.resolve();
  }

  #take(action: string): void {
    const choice = this.#puzzle.state.choices.find((one) => one.action === action);
    if (choice && !choice.no && !this.answer) this.answer = choice;
  }

  #open(): void {
    const { game, edition, variants, seats, you, state } = this.#puzzle;
    this.hear({
      is: 'table',
      table: this.id,
      n: 0,
      game,
      edition,
      variants,
      public: false,
      created: 0,
      now: 0,
      seats: this.#names.slice(0, seats).map((seat) => sitting(seat, you)),
      you,
      host: null,
      status: 'playing',
      request: null,
      fair: null,
      rematch: null,
      spectators: 0,
      state,
      log: [],
    });
  }
}

const sitting = ({ id, name }: { id: string; name: string }, you: string): Seat =>
  id === you
    ? { seat: id, name, kind: 'person', person: { id, name }, here: true }
    : { seat: id, name, kind: 'bot', character: { id, name } };
