// What events look like.
import type { GameEvent } from '../../lib/protocol';
import type { Effect } from '../../lib/stage.svelte';
import Royal from './Royal.svelte';
import { asView, seatName, type Texts } from './view';

const coin = (from: string, to: string, label: string): Effect[] => [
  { is: 'fly', what: 'coin', from, to, label },
];
/** How long each part of the court's verdict is given. */
const SCENES: Record<string, number> = {
  exchange: 500,
  royal_round: 2200,
  royal: 2400,
  royal_coins: 2400,
  people_scored: 180,
  ends: 2600,
};

export function effects(event: GameEvent, given: unknown, texts: Texts): Effect[] {
  const [a, b, c, d] = event.args;
  const view = asView(given);
  // The King's gift belongs to the scene, like all that the court does.
  const length = event.id === 'rose' && view.royal_order?.length > 0 ? 150 : SCENES[event.id];
  if (length) return [{ is: 'scene', scene: Royal, event, view, texts, length }];
  /** A spell or a favour, for all to read. */
  const played = (what: string, icon: string): Effect => {
    const [title, text] = [texts[`${what}.name`] ?? b, texts[`${what}.text`] ?? ''];
    return { is: 'cards', cards: [{ title, text, seat: a, by: seatName(view, texts, a), icon }] };
  };
  switch (event.id) {
    case 'king':
    case 'queen':
      return [
        { is: 'banner', text: event.text, tone: 'good' },
        { is: 'pulse', things: [`people:${a}`] },
      ];
    case 'picked':
      return [{ is: 'pulse', things: [`customer:${b}`] }];
    case 'seated':
      return [
        {
          is: 'fly',
          what: 'token',
          from: `customer:${view.turn.card ?? ''}`,
          to: `table:${c}.${d}`,
          icon: 'person',
          label: texts[`people.${b}`],
        },
      ];
    case 'replaced':
      return [
        { is: 'banner', text: event.text },
        { is: 'pulse', things: [`tavern:${d}`] },
      ];
    case 'stood':
      return [{ is: 'pulse', things: [`tavern:${b}`] }];
    case 'rose':
    case 'fell':
      return [{ is: 'pulse', things: [`people:${b}`, `marker:${b}.${a}`] }];
    case 'last_table':
      return [
        { is: 'fly', what: 'token', from: `tavern:${b}`, to: `seat:${a}`, icon: 'letter' },
        { is: 'banner', text: event.text, tone: 'good' },
      ];
    case 'income':
      return coin(`tavern:${c}`, `seat:${a}`, `+${b}`);
    case 'feast':
    case 'coins':
    case 'refunded':
      return coin('pile:spells', `seat:${a}`, `+${b}`);
    case 'paid':
      return coin(`seat:${a}`, 'pile:spells', `−${b}`);
    case 'gave':
      return coin(`seat:${a}`, `seat:${b}`, c);
    case 'robbed':
      return coin(`seat:${a}`, `seat:${b}`, c === '?' ? '' : c);
    case 'drew':
      // The deal is one look, not fifteen flights.
      return view.round > 0
        ? [{ is: 'fly', what: 'card', from: 'pile:spells', to: `seat:${a}` }]
        : [];
    case 'stole':
      return [{ is: 'fly', what: 'card', from: `seat:${b}`, to: `seat:${a}` }];
    case 'took_favour':
      return [
        { is: 'fly', what: 'token', from: `favour:${b}@castle`, to: `seat:${a}`, icon: 'crown' },
      ];
    case 'cast':
      return [played(`spell.${b}`, 'wand')];
    case 'favour_used':
      return [played(`favour.${b}`, 'crown')];
    case 'closed':
      return [{ is: 'banner', text: event.text }];
    case 'countered':
    case 'warded':
    case 'cursed':
      return [{ is: 'banner', text: event.text, tone: 'bad' }];
    case 'hired':
    case 'sent_for':
    case 'puppet':
      return [
        {
          is: 'fly',
          what: 'token',
          from: `dignitary:${b}`,
          to: `tavern:${c}`,
          icon: 'boss',
          label: texts[`dignitary.${b}.name`],
        },
      ];
    case 'dignitary_moved':
      return [
        {
          is: 'fly',
          what: 'token',
          from: `dignitary:${a}`,
          to: `tavern:${b}`,
          icon: 'boss',
          label: texts[`dignitary.${a}.name`],
        },
      ];
    case 'bought_deed':
      return [{ is: 'pulse', things: [`deed:${b}.${c}`] }];
    case 'took_deed':
      return [
        { is: 'banner', text: event.text },
        { is: 'pulse', things: [`deed:${c}.${d}`] },
      ];
    case 'guild_placed':
      return [
        {
          is: 'fly',
          what: 'token',
          from: `symbol:${c}`,
          to: `tavern:${b}`,
          icon: 'flag',
          label: texts[`symbol.${c}`],
        },
      ];
    case 'tile_moved':
      return [{ is: 'pulse', things: [`table:${c}.${d}`] }];
    default:
      return [];
  }
}
