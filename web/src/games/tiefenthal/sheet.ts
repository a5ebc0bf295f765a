// Where each point came from: cards gained and lost, and what the host's side is worth in the end.
import type { Entry } from '../board';
import type { GameEvent } from '../../lib/protocol';
import { pointsOf, type Edition } from './view';

type Texts = Record<string, string>;

export function ledger(given: unknown, texts: Texts): (event: GameEvent) => Entry[] {
  const edition = given as Edition;
  const staff = new Set(edition.staff.map(({ id }) => id));
  const dealt = new Set<string>();
  const flipped = new Set<string>();
  // Why nobles come: the last thing their new host did.
  let cause = 'other';

  const entry = (seat: string, amount: number, key: string): Entry[] =>
    amount === 0 ? [] : [{ seat, amount, key, label: texts[`web.sheet.${key}`] ?? key }];
  const worth = (cards: string[]): number =>
    cards.reduce((sum, card) => sum + pointsOf(card, edition), 0);

  const gained = (seat: string, card: string): Entry[] => {
    if (card === 'noble') return entry(seat, pointsOf(card, edition), `noble_${cause}`);
    return entry(seat, pointsOf(card, edition), staff.has(card) ? 'staff' : 'guests');
  };

  return ({ id, args: [seat, what, count] }) => {
    const first = id === 'turned_over' && !dealt.has(seat);
    switch (id) {
      case 'took_start_card':
        dealt.add(seat);
        return entry(
          seat,
          worth(edition.start_cards.cards.find((card) => card.id === what)?.cards ?? []),
          'start',
        );
      case 'turned_over':
        dealt.add(seat);
        return first ? entry(seat, worth(edition.start_deck.cards), 'start') : [];
      case 'upgraded':
        cause = 'upgrade';
        return [];
      case 'nobles':
        cause = 'beer';
        return [];
      case 'gained':
        return gained(seat, what);
      case 'bought':
        return entry(seat, pointsOf(what, edition), 'staff');
      case 'recruited':
        cause = 'other';
        return entry(seat, pointsOf(what, edition), 'guests');
      case 'returned':
        return entry(seat, -Number(count) * pointsOf(what, edition), 'returned');
      case 'banned':
        return entry(seat, -pointsOf(what, edition), 'banned');
      case 'host_flipped':
        flipped.add(seat);
        return entry(seat, edition.reputation.side_B_points[0], 'host');
      case 'reputation': {
        if (!flipped.has(seat)) {
          cause = 'other';
          return [];
        }
        const now = Number(what);
        return entry(
          seat,
          edition.reputation.side_B_points[now] - edition.reputation.side_B_points[now - 1],
          'host',
        );
      }
      case 'prayed':
      case 'bar_guest_used':
      case 'signed':
      case 'schnapps_used':
      case 'served':
        cause = 'other';
        return [];
      default:
        return [];
    }
  };
}
