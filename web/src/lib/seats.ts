// What people at a table are called: a person and a bot by name, a free seat as the game calls it.
import type { Level, Seat, SeatId } from './protocol';
import { maybe, t } from './texts.svelte';

const plain = (seat: Seat): string =>
  (seat.kind === 'person' ? seat.person?.name : seat.character?.name) ?? seat.name;
const alike = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** "Piet"; where somebody else is called Piet too, "Piet (Red)". */
export function called(seats: Seat[], id: SeatId): string {
  const seat = seats.find((other) => other.seat === id);
  if (!seat) return id;
  const name = plain(seat);
  const shared = seats.some((other) => other !== seat && alike(plain(other), name));
  return shared && !alike(name, seat.name) ? `${name} (${seat.name})` : name;
}

/** The same for several. */
export const allCalled = (seats: Seat[], ids: SeatId[]): string =>
  ids.map((id) => called(seats, id)).join(', ');

/** The texts of a game with the names of who sits there in place of those of the seats. */
export function withNames(
  texts: Record<string, string>,
  ids: SeatId[],
  seats: Seat[],
): Record<string, string> {
  const names = ids.flatMap((id, i) =>
    seats.some(({ seat }) => seat === id) ? [[`seat.${i}`, called(seats, id)]] : [],
  );
  return { ...texts, ...Object.fromEntries(names) };
}

/** What kind of bot somebody is: by level, or by name where it is the operator's, or one for programs. */
export function botKind(seat: Seat): string {
  if (seat.house)
    return seat.stand_in
      ? t('house.replaced', seat.level?.name ?? '', seat.house)
      : t('house.kind', seat.house);
  return seat.level?.name ?? maybe(`bot.${seat.bot}`) ?? seat.bot ?? '';
}

/** The bot that people get who say nothing about it, as requests name it. */
export const usualBot = (levels: Level[]): string =>
  (levels.find(({ usual }) => usual) ?? levels[0])?.bot ?? '';
