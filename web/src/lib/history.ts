// What of a table's list still counts.
import type { Item } from './protocol';

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
