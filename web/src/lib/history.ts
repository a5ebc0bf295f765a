// What of a table's list still counts.
import type { Entry } from '../games/board';
import type { GameEvent, Item, SeatId } from './protocol';

/** Without what was taken back. */
export function standing(items: Item[]): Item[] {
  let valid: Item[] = [];
  for (const item of items) {
    if (item.is === 'back' || item.is === 'update') {
      valid = valid.filter((other) => !other.events || (other.step ?? 0) <= (item.step ?? 0));
    }
    valid.push(item);
  }
  return valid;
}

export interface SheetRow {
  key: string;
  label: string;
  last: boolean;
  amounts: Record<SeatId, number>;
}

/** The score sheet: everything that changed a score, added up by where it came from. */
export function sheet(events: GameEvent[], ledger: (event: GameEvent) => Entry[]): SheetRow[] {
  const rows = new Map<string, SheetRow>();
  for (const event of events) {
    for (const { seat, amount, key, label, last = false } of ledger(event)) {
      const row = rows.get(key) ?? { key, label, last, amounts: {} };
      row.amounts[seat] = (row.amounts[seat] ?? 0) + amount;
      rows.set(key, row);
    }
  }
  return [...rows.values()].sort((a, b) => Number(a.last) - Number(b.last));
}
