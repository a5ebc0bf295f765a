import type { About, BoardModule, Fact } from '../board';
import type { Thing } from '../../lib/picking';
import type { GameEvent } from '../../lib/protocol';
import type { Effect } from '../../lib/stage.svelte';
import Board from './Board.svelte';
import Holdings from './Holdings.svelte';
import Own from './Own.svelte';
import { say } from '../say';
import { concerns, hint, patient, things } from './picks';
import { asView, seatName } from './view';

type Texts = Record<string, string>;

function facts(given: unknown, seat: string, texts: Texts): Fact[] {
  const view = asView(given);
  const money = view.wealth[seat] ?? 0;
  const cards = view.hand_sizes[seat] ?? 0;
  const found: Fact[] = [
    {
      icon: 'coin',
      value: money,
      label: say(texts, 'board.coins', money, view.gold[seat] ?? 0, view.silver[seat] ?? 0),
      figure: 'wealth',
      tone: 'gold',
    },
    { icon: 'cards', value: cards, label: say(texts, 'board.cards', cards), figure: 'hand_sizes' },
  ];
  if (view.richest === seat)
    found.push({ icon: 'crown', value: '', label: texts['web.richest'] ?? '', tone: 'gold' });
  if (view.cup === seat)
    found.push({
      icon: 'cup',
      value: '',
      label: say(texts, 'board.cup_with', seatName(seat, texts)),
    });
  if (view.sarah_owner === seat) found.push({ icon: 'person', value: 'S', label: texts['hero.S'] });
  return found;
}

/** One hero after another: he glows, the coins go where they belong, a sentence says why. */
const paying = (caption: string, from: Thing, to: Thing, hero: Thing, label: string): Effect[] => [
  { is: 'pulse', things: [hero] },
  { is: 'fly', what: 'coin', from, to, label, caption },
];

/** Who has nothing pays nothing: no coin flies, it is only told. */
const broke = (event: GameEvent, things: Thing[] = []): Effect[] => [
  { is: 'pulse', things },
  { is: 'banner', text: event.text, tone: 'bad' },
];

/** A hero's money comes from his place; what a card moves between players flies between them. */
function effects(event: GameEvent, given: unknown, texts: Texts): Effect[] {
  const [a, b, c] = event.args;
  switch (event.id) {
    case 'played':
      return [
        {
          is: 'cards',
          cards: [
            {
              title: texts[`card.${b}.name`] ?? b,
              text: texts[`card.${b}.text`] ?? '',
              seat: a,
              by: seatName(a, texts),
            },
          ],
        },
      ];
    case 'rolled':
      return [{ is: 'roll', value: Number(a) }];
    case 'rolled_for':
      return [
        { is: 'pulse', things: [`hero:${a}`] },
        { is: 'roll', value: Number(b) },
      ];
    case 'moved':
    case 'returned':
    case 'left':
      return [{ is: 'pulse', things: [`hero:${a}`] }];
    case 'swapped':
      return [{ is: 'pulse', things: [`hero:${a}`, `hero:${b}`] }];
    case 'toast':
    case 'dracos_toast':
    case 'brawl':
    case 'motion_carried':
    case 'motion_lost':
    case 'final_phase':
      return [{ is: 'banner', text: event.text, tone: event.id === 'toast' ? 'good' : 'plain' }];
    case 'received':
      return paying(event.text, `hero:${c}`, `seat:${a}`, `hero:${c}`, `+${b}`);
    case 'paid':
      if (b === '0') return broke(event, [`hero:${c}`]);
      return paying(event.text, `seat:${a}`, `hero:${c}`, `hero:${c}`, `−${b}`);
    case 'stays_in_bank':
      return paying(event.text, `hero:${a}`, 'bank:bank', `hero:${a}`, b);
    case 'fined':
      if (b === '0') return broke(event);
      return [{ is: 'fly', what: 'coin', from: `seat:${a}`, to: 'bank:bank', label: `−${b}` }];
    case 'gave':
      if (c === '0') return broke(event);
      return [{ is: 'fly', what: 'coin', from: `seat:${a}`, to: `seat:${b}`, label: c }];
    case 'coin_dropped':
    case 'coin_tossed':
      return [
        {
          is: 'fly',
          what: 'coin',
          from: 'bank:bank',
          to: b === 'miss' ? 'cup:centre' : `hero:${b}`,
          label: a,
        },
      ];
    case 'drew':
      // The deal is one look, not thirty flights.
      return asView(given).turn > 0
        ? [{ is: 'fly', what: 'card', from: 'pile:draw', to: `seat:${a}` }]
        : [];
    case 'cup_to':
      return [{ is: 'fly', what: 'cup', from: 'cup:centre', to: `seat:${a}` }];
    default:
      return [];
  }
}

/** What is special about a hero, where the texts tell it. */
function about(thing: Thing, { texts }: { texts: Texts }): About | null {
  const [domain, hero] = thing.split(':');
  const text = domain === 'hero' ? texts[`about.hero.${hero}`] : undefined;
  return text ? { name: texts[`hero.${hero}`] ?? hero, text } : null;
}

export const board: BoardModule = {
  Board,
  Own,
  Holdings,
  facts,
  effects,
  things,
  hint,
  concerns,
  patient,
  about,
};
