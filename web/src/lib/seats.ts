// What people at a table are called.
import type { Seat, SeatId } from './protocol';

/** "Anna (Red)": the name on the panel, and the one that the game's sentences use. */
export function called(seats: Seat[], id: SeatId): string {
  const seat = seats.find((other) => other.seat === id);
  if (!seat) return id;
  const person = seat.kind === 'person' ? seat.person?.name : undefined;
  return person && person !== seat.name ? `${person} (${seat.name})` : seat.name;
}

/** The same for several. */
export const allCalled = (seats: Seat[], ids: SeatId[]): string => ids.map((id) => called(seats, id)).join(', ');
