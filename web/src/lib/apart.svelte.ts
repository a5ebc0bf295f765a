// A table at which nobody else sits, and of which the server knows nothing: for lessons, puzzles and
// analysis. What is done there is answered here.
import type { Choice, Seat, ServerMessage, TableMessage } from './protocol';
import { Table } from './table.svelte';

/** How a game calls its seats. */
export type SeatName = { id: string; name: string };

/** What such a table is; the rest of a table's message says nothing about it. */
type Scene = Pick<TableMessage, 'game' | 'edition' | 'variants' | 'seats' | 'you' | 'state'> &
  Partial<Pick<TableMessage, 'n' | 'status' | 'log'>>;

export abstract class TableApart extends Table {
  protected override follow(): (() => void)[] {
    return [];
  }

  protected override leave(): void {
    this.ended();
  }

  override watch(): Promise<void> {
    return Promise.resolve();
  }

  override quietly(): Promise<ServerMessage | null> {
    return Promise.resolve(null);
  }

  /** Nothing is at stake: what was chosen is done, or answered. */
  override async consider(choice: Choice): Promise<void> {
    await this.act(choice);
    if (!choice.no) this.clear();
  }

  /** Whoever is here does everything by hand. */
  override attend(): Promise<void> {
    return Promise.resolve();
  }

  /** Shows a position as it is, however one came there. */
  protected show(scene: Scene): void {
    this.hear({
      is: 'table',
      table: this.id,
      n: 0,
      public: false,
      created: 0,
      now: 0,
      host: null,
      status: 'playing',
      request: null,
      fair: null,
      rematch: null,
      spectators: 0,
      log: [],
      ...scene,
    });
  }
}

/** So many seats: one's own, and characters at the others. */
export const companyOf = (names: SeatName[], count: number, you: string): Seat[] =>
  names
    .slice(0, count)
    .map(({ id, name }) =>
      id === you
        ? { seat: id, name, kind: 'person', person: { id, name }, here: true }
        : { seat: id, name, kind: 'bot', character: { id, name } },
    );
