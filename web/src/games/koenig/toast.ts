// What a toast would bring, by the edition's schedule.
import { ownerOf, richest, type View } from './view';

interface Schedule {
  front: number[];
  back: number[];
}
export interface Toast {
  normal: Schedule;
  full_cellar: Schedule;
  empty_cellar: Schedule;
  full_cellar_mirrored: Schedule;
  empty_cellar_mirrored: Schedule;
  empty_cellar_cap2: Schedule;
  zork_factor: { value: number };
}

/** What a toast would bring each place now; 0 where nothing moves. */
export function toastByPlace(toast: Toast, cellar: string | null, scale: string, heroes: number): number[] {
  const kind = cellar === null ? 'normal' : cellar.startsWith('voller') ? 'full_cellar' : 'empty_cellar';
  const special = `${kind}_${scale}`;
  const { front, back } = kind !== 'normal' && special in toast ? (toast[special as 'full_cellar']) : toast[kind];
  // A place that counts from both sides gets the larger amount once.
  return Array.from({ length: heroes }, (_, i) => {
    const [a, b] = [front[i] ?? 0, back[heroes - 1 - i] ?? 0];
    return Math.abs(a) >= Math.abs(b) ? a : b;
  });
}

/** How a toast would change what each player has. */
export function toastChanges(view: View, toast: Toast): Record<string, number> {
  const amounts = toastByPlace(toast, view.cellar, view.options.cellar_scale, view.line.length);
  const rich = richest(view); // before any money moves
  const wealth: Record<string, number> = { ...view.wealth };
  let bank = view.options.bank === 'limited' ? view.bank : Infinity;
  amounts.forEach((amount, i) => {
    if (amount <= 0) return;
    // John passes it on to the hero behind him.
    const taker = view.line[view.line[i] === 'J' ? i + 1 : i];
    const owner = taker && ownerOf(taker, view);
    if (!owner) return;
    const got = Math.min(amount, bank);
    bank -= got;
    wealth[owner] += got;
  });
  amounts.forEach((amount, i) => {
    if (amount >= 0) return;
    // For John pays the hero in front of him; for Zork the one richest player, and double.
    const debtor = view.line[view.line[i] === 'J' ? i - 1 : i];
    const payer = debtor === 'Z' ? rich : debtor && ownerOf(debtor, view);
    if (!payer) return;
    const due = -amount * (view.line[i] === 'Z' ? toast.zork_factor.value : 1);
    wealth[payer] -= Math.min(due, wealth[payer]);
  });
  return Object.fromEntries(Object.entries(wealth).map(([seat, money]) => [seat, money - (view.wealth[seat] ?? 0)]));
}
