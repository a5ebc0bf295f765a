// What a viewer gets of a position (the type comes from the engine's schema), and what follows from it.
import type { View } from '../../generated/koenig';

export type { View };

type Open = Omit<View, 'hands'> & {
  pile?: string[];
  hands: Record<string, (string | { card: string })[]>;
};

/** A view; of a position with all cards open (a replay) only what a view would hold. */
export function asView(given: unknown): View {
  const view = given as Open;
  if (view.hand_sizes && !view.pile) return given as View;
  const hands = Object.fromEntries(
    Object.entries(view.hands).map(([seat, cards]) => [
      seat,
      cards.map((card) => (typeof card === 'string' ? card : card.card)),
    ]),
  );
  const sizes = Object.fromEntries(
    Object.entries(hands).map(([seat, cards]) => [seat, cards.length]),
  );
  return { ...view, hands, hand_sizes: sizes, pile_size: view.pile?.length ?? 0 } as View;
}

export const OWNER: Record<string, string> = {
  G: 'green',
  P: 'purple',
  Y: 'yellow',
  R: 'red',
  B: 'blue',
  K: 'black',
};
export const SEATS = Object.values(OWNER);
/** In the order in which answers (`picks`) number them. */
export const HEROES = [
  'Gg',
  'Gd',
  'Pg',
  'Pr',
  'Ya',
  'Yr',
  'Ra',
  'Rd',
  'Br',
  'Bd',
  'Ka',
  'Kg',
  'S',
  'J',
  'Z',
  'D',
];

export const seatName = (seat: string, texts: Record<string, string>): string =>
  texts[`seat.${SEATS.indexOf(seat)}`] ?? seat;

/** The seat a hero belongs to; Sarah to whoever has won her over. */
export function ownerOf(hero: string, view: View): string | null {
  if (hero === 'S') return view.sarah_owner === 'nobody' ? null : view.sarah_owner;
  return hero.length === 2 ? OWNER[hero[0]] : null;
}

/** Which part of the card list a card belongs to: gives it its colour and sign. */
export function familyOf(effect: string): 'move' | 'dice' | 'place' | 'draco' | 'money' | 'cup' {
  if (/draco/.test(effect) && effect !== 'toss_coin_at_draco') return 'draco';
  if (/^die_|mirror|wrestling/.test(effect)) return 'dice';
  if (/toast|cup|cellar/.test(effect)) return 'cup';
  if (
    /fine|steal|blackmail|rendezvous|pincer|pay$|draw$|hands|take_card|own_sarah|coin/.test(effect)
  )
    return 'money';
  if (/^move|split_move|pair_advance|pay_to_advance/.test(effect)) return 'move';
  return 'place';
}
