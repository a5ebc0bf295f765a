import type { BoardModule, Fact } from '../board';
import type { Choice } from '../../lib/protocol';
import type { Thing } from '../../lib/picking';
import { about, hint } from './about';
import Board from './Board.svelte';
import { effects } from './events';
import Holdings from './Holdings.svelte';
import Own from './Own.svelte';
import { asView, word, type Texts } from './view';

function facts(given: unknown, seat: string, texts: Texts): Fact[] {
  const view = asView(given);
  const hand = view.hand_sizes?.[seat] ?? view.hands[seat].length;
  return [
    {
      icon: 'star',
      value: view.points[seat],
      label: word(texts, 'points'),
      figure: 'points',
      tone: 'gold',
    },
    {
      icon: 'coin',
      value: view.coins[seat] ?? (view.empty_purses?.some((other) => other === seat) ? 0 : '?'),
      label: word(texts, 'coins'),
      figure: 'coins',
    },
    { icon: 'wand', value: `${hand}+${view.cast[seat].length}`, label: word(texts, 'spells') },
    {
      icon: 'crown',
      value: view.favours[seat].length + view.used_favours[seat].length,
      label: word(texts, 'favours'),
    },
    {
      icon: 'letter',
      value: view.privileges[seat],
      label: word(texts, 'privilege'),
      figure: 'privileges',
    },
  ];
}

/** Tables and deeds are counted within their tavern; the same favour can lie at the castle and before a player. */
export function things({ verb, args: [a, b] }: Choice, view: unknown): Thing[] | null {
  switch (verb) {
    // Before the first turn it is what is asked: in words.
    case 'order':
      return asView(view).round > 0 ? null : [];
    case 'seat':
    case 'replace':
    case 'tile':
    case 'table':
      return [`table:${a}.${b}`];
    case 'deed':
      return [`deed:${a}.${b}`];
    case 'pick':
      return [`customer:${a}/${b}`];
    case 'sell':
      return [`sale:${a}`];
    case 'take':
      return [`favour:${a}@castle`];
    case 'refresh':
      return [`favour:${a}@used`];
    default:
      return null;
  }
}

export const board: BoardModule = {
  Board,
  Own,
  Holdings,
  facts,
  effects,
  things,
  about,
  hint,
};
