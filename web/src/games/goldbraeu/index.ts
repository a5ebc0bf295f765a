import type { BoardModule, Fact } from '../board';
import type { GameEvent } from '../../lib/protocol';
import type { Effect } from '../../lib/stage.svelte';
import Board from './Board.svelte';
import Holdings from './Holdings.svelte';
import Own from './Own.svelte';
import { about } from './about';
import { concerns, hint, motions, things } from './picks';
import { asView, seatName } from './view';

type Texts = Record<string, string>;

const ACTION_ICONS: Record<string, string> = { expand: 'sun', boss: 'boss', buy: 'coin' };

function facts(given: unknown, seat: string, texts: Texts): Fact[] {
  const view = asView(given);
  const found: Fact[] = [
    {
      icon: 'coin',
      value: view.money[seat] ?? '?',
      label: texts['board.money'],
      figure: 'money',
      tone: 'gold',
    },
    {
      icon: 'hidden',
      value: view.hidden[seat] ?? 0,
      label: texts['board.hidden'],
      figure: 'hidden',
    },
    {
      icon: 'stone',
      value: view.stones[seat] ?? '–',
      label: texts['board.stones'],
      figure: 'stones',
    },
    {
      icon: 'boss',
      value: view.figures[seat] ?? '–',
      label: texts['board.figures'],
      figure: 'figures',
      tone: 'dim',
    },
  ];
  const choice = view.choices[seat];
  if (choice)
    found.push({
      icon: ACTION_ICONS[choice] ?? 'check',
      value: '',
      label: texts[`action.${choice}.name`],
      tone: 'warn',
    });
  else if (choice === null)
    found.push({ icon: 'check', value: '', label: texts['board.chosen'], tone: 'dim' });
  return found;
}

/** What all have chosen in secret is turned over together. */
function revealed(event: GameEvent, texts: Texts, all: GameEvent[]): Effect[] {
  const chosen = all.filter(({ id }) => id === 'chose');
  if (event !== chosen[0]) return [];
  const cards = chosen.map(({ args: [seat, action] }) => ({
    title: texts[`action.${action}.name`] ?? action,
    text: '',
    seat,
    by: seatName(seat, texts),
    icon: ACTION_ICONS[action],
  }));
  return [{ is: 'cards', cards }];
}

function effects(event: GameEvent, _: unknown, texts: Texts, all: GameEvent[]): Effect[] {
  const [a, b, c] = event.args;
  switch (event.id) {
    case 'chose':
      return revealed(event, texts, all);
    case 'alone':
      return [{ is: 'banner', text: event.text, tone: 'good' }];
    case 'payday':
    case 'purged':
      return [{ is: 'banner', text: event.text, tone: event.id === 'purged' ? 'bad' : 'plain' }];
    case 'vetoed':
    case 'countered':
    case 'refused':
      return [{ is: 'banner', text: event.text }];
    case 'took_field':
    case 'transferred':
      return [{ is: 'pulse', things: [`field:${b}`, `business:${event.args.at(-1)}`] }];
    case 'opened':
      return [{ is: 'fly', what: 'stone', from: `seat:${a}`, to: `business:${b}` }];
    case 'boss_placed':
    case 'nominated':
    case 'appointed':
      return [{ is: 'pulse', things: [`business:${b}`] }];
    case 'contract':
      return [{ is: 'pulse', things: [`business:${b}`, `business:${c}`] }];
    case 'bought':
    case 'drew':
      return [{ is: 'fly', what: 'card', from: 'pile:draw', to: `seat:${a}` }];
    case 'chip_moved':
      return [{ is: 'pulse', things: [`business:${b}`] }];
    case 'income':
      return [{ is: 'pulse', things: [`business:${a}`] }];
    case 'paid_share':
    case 'paid_rest':
      return [{ is: 'fly', what: 'coin', from: `business:${c}`, to: `seat:${a}`, label: `+${b}` }];
    default:
      return [];
  }
}

export const board: BoardModule = {
  Board,
  Own,
  Holdings,
  facts,
  effects,
  things,
  motions,
  concerns,
  hint,
  foresee: ['nominate'],
  about,
};
