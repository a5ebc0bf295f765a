import type { About, BoardModule, BoardProps, Fact } from '../board';
import type { Choice, GameEvent } from '../../lib/protocol';
import type { Thing } from '../../lib/picking';
import type { Effect } from '../../lib/stage.svelte';
import { display } from '../say';
import Board from './Board.svelte';
import Holdings from './Holdings.svelte';
import { asView, bookWords, inPlay, picks, SEATS, type Edition, type View } from './view';

type Texts = Record<string, string>;

function facts(given: unknown, seat: string, texts: Texts): Fact[] {
  const view = asView(given);
  const tavern = view.taverns[seat];
  if (!tavern) return [];
  const found: Fact[] = [
    {
      icon: 'star',
      value: view.points[seat],
      label: texts['web.points'] ?? 'points',
      figure: 'points',
      tone: 'gold',
    },
    {
      icon: 'coin',
      value: tavern.ducats,
      label: texts['web.ducats'] ?? 'ducats',
      figure: 'ducats',
    },
    { icon: 'cup', value: tavern.beer, label: texts['web.beer'] ?? 'beer', figure: 'beer' },
    {
      icon: 'chapel',
      value: tavern.monastery,
      label: texts['board.monastery'],
      figure: 'monastery',
      tone: 'dim',
    },
  ];
  if (inPlay(view, 'schnapps'))
    found.push({
      icon: 'glass',
      value: tavern.schnapps,
      label: texts['web.schnapps'] ?? 'schnapps',
      figure: 'schnapps',
      tone: 'dim',
    });
  if (view.answers[seat] !== undefined)
    found.push({ icon: 'check', value: '', label: texts['web.answered'] ?? '✓', tone: 'dim' });
  return found;
}

/** Where a person sits that an event names: the first of that kind not served before it. */
function tableOf(view: View, seat: string, card: string): Thing {
  const tavern = view.taverns[seat];
  const at = tavern.tables.findIndex(
    (other, i) => other === card && !tavern.served.includes(i + 1),
  );
  return `table:${at + 1}`;
}

// Things of a tavern are those of the one on the screen; purse, beer and deck carry the name of their owner, so
// nothing flies for a tavern that isn't shown.
function effects(event: GameEvent, given: unknown, texts: Texts): Effect[] {
  const view = asView(given);
  const [a, b, c, d] = event.args;
  const coin = (from: Thing, label: string): Effect[] => [
    { is: 'fly', what: 'coin', from, to: `purse:${a}`, label: `+${label}` },
  ];
  const beer = (from: Thing, label: string): Effect[] => [
    { is: 'fly', what: 'cup', from, to: `beer:${a}`, label: `+${label}` },
  ];
  const card = (from: Thing): Effect[] => [{ is: 'fly', what: 'card', from, to: `seat:${a}` }];
  const large = (thing: string, icon: string, count = ''): Effect =>
    display(texts, SEATS, a, {
      title: (texts[thing] ?? thing) + count,
      text: texts[`${thing}.text`],
      icon,
    });
  switch (event.id) {
    case 'round':
    case 'last_orders':
    case 'ends':
      return [{ is: 'banner', text: event.text, tone: event.id === 'ends' ? 'good' : 'plain' }];
    case 'host_flipped':
      return [{ is: 'banner', text: event.text }];
    case 'turned_over':
      return [{ is: 'fly', what: 'card', from: `deck:${a}`, to: 'table:2' }];
    case 'served':
      return coin(tableOf(view, a, b), d);
    case 'cashbox':
      return coin('tile:cashbox', c);
    case 'got_ducats':
      return coin('tile:monk', b);
    case 'barrel':
      return beer('tile:barrel', c);
    case 'delivered':
      return beer('tile:supplier', c);
    case 'merchants':
      return beer('tile:beer_storage', b);
    case 'bought':
    case 'recruited':
      return [large(`card.${b}`, 'person'), ...card(`card:${b}`)];
    case 'nobles':
      return [large('card.noble', 'crown', Number(b) > 1 ? ` ×${b}` : ''), ...card('pile:noble')];
    case 'took_start_card':
      return [large(`start_card.${b}`, 'cards')];
    case 'bonus_die':
      return [large(`bonus.${b}`, 'dice')];
    case 'gained':
      return card(b === 'noble' ? 'pile:noble' : `card:${b}`);
    case 'upgraded':
    case 'flipped':
      return [large(`tile.${b}`, 'up'), { is: 'pulse', things: [`seat:${a}`] }];
    case 'picked':
      return [{ is: 'pulse', things: [`seat:${a}`] }];
    default:
      return [];
  }
}

function about(
  thing: Thing,
  { view, texts, edition }: Pick<BoardProps, 'view' | 'texts' | 'edition'>,
): About | null {
  const [domain, seat] = thing.split(':');
  return domain === 'book' ? bookWords(asView(view), seat, edition as Edition, texts) : null;
}

const SPACES: Record<string, string> = {
  cashbox: 'cashbox',
  barrel: 'barrel',
  deliver: 'supplier',
  monk: 'monk',
};

function things({ verb, args: [a, b] }: Choice): Thing[] | null {
  if (SPACES[verb]) return [`tile:${SPACES[verb]}`];
  switch (verb) {
    case 'serve':
    case 'ban':
      return [`table:${a}`];
    case 'pick':
      return [`face:${a}`];
    case 'return':
      return [`return:${a}`];
    case 'nobles':
      return [`nobles:${a}`];
    case 'turn':
      return [`die:${a}`, `turn:${b}`];
    case 'bar_guest':
    case 'redraw':
      return ['bar:guest'];
    default:
      return null;
  }
}

export const board: BoardModule = {
  Board,
  Holdings,
  facts,
  effects,
  things,
  motions: (choices, view) => picks(choices, asView(view)),
  about,
  plans: ['serve', 'place_die', 'return', 'ban', 'turn_die'],
  followUps: ['place_die', 'return'],
};
