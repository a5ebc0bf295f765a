// A table at which a puzzle is solved. Nobody else is there and the server isn't asked: the puzzle says what each
// choice is worth.
import { companyOf, TableApart, type SeatName } from './apart.svelte';
import type { Choice, Puzzle, PuzzleChoice, ServerMessage } from './protocol';
import type { Message } from './table/feed.svelte';

export class PuzzleTable extends TableApart {
  /** What was chosen; null: nothing yet. */
  answer: Choice | null = $state.raw(null);

  #puzzle: Puzzle;
  #names: SeatName[];

  constructor(puzzle: Puzzle, names: SeatName[]) {
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

  override ask(message: Message): Promise<ServerMessage | null> {
    if (message.do === 'act') this.#take((message.actions as string[])[0]);
    return Promise.resolve(null);
  }

  #take(action: string): void {
    const choice = this.#puzzle.state.choices.find((one) => one.action === action);
    if (choice && !choice.no && !this.answer) this.answer = choice;
  }

  #open(): void {
    const { game, edition, variants, you, state } = this.#puzzle;
    const seats = companyOf(this.#names, this.#puzzle.seats, you);
    this.show({ game, edition, variants, seats, you, state });
  }
}
