// The lines of the log: what happened, in sentences.
import { standing } from './history';
import type { GameEvent, Item, Seat } from './protocol';
import { called } from './seats';
import { t } from './texts.svelte';

export interface Line {
  key: string;
  text: string;
  event?: GameEvent;
  /** The same sentence several times in a row is one line. */
  times: number;
  /** About the table, not the game. */
  quiet: boolean;
}

/** What an item says beside its events; empty for most. */
function told(item: Item, seats: Seat[], started: boolean): string {
  const who = called(seats, item.seat ?? '');
  switch (item.is) {
    case 'act':
      return item.by === 'clock' ? t('log.clock', who) : '';
    case 'back':
      return t(item.showed ? 'log.backSeen' : 'log.back', who);
    case 'opening':
      return t('log.opening');
    case 'missing':
      return t('log.missing', who);
    case 'sit':
      return t(
        'log.sit',
        item.person?.name ?? who,
        seats.find(({ seat }) => seat === item.seat)?.name ?? '',
      );
    case 'leave':
      // Before the game nobody knows any more who sat there.
      return started
        ? t('log.leave', who)
        : t('log.gotUp', seats.find(({ seat }) => seat === item.seat)?.name ?? '');
    case 'stand-in': {
      const seat = seats.find(({ seat: id }) => id === item.seat);
      if (item.why)
        return t(
          item.why === 'gone' ? 'house.gone' : 'house.failed',
          who,
          seat?.house ?? '',
          seat?.level?.name ?? '',
        );
      return t(item.by === 'clock' ? 'log.days' : 'log.standIn', who);
    }
    case 'ask':
      return t('log.ask', who);
    case 'consent':
      return item.yes ? t('log.yes', who) : t('log.no', who);
    case 'concede':
      return t('log.concede', who);
    case 'rematch':
      return t('log.rematch', who);
    case 'update':
      return item.lost ? t('log.updateLost', `${item.lost}`) : t('log.update');
    case 'anew':
      return t('log.anew');
    case 'mute':
      return t(item.on ? 'log.mute' : 'log.unmute', item.person?.name ?? '');
    case 'remove': {
      const whom = item.person?.name ?? '';
      if (!item.on) return t('log.letBack', who, whom);
      return t(item.bot_for ? 'log.removeBot' : 'log.remove', who, whom);
    }
    case 'door':
      return t(item.who === 'named' ? 'log.doorNamed' : 'log.doorAll');
    case 'chat':
      return t(item.who === 'friends' ? 'log.chatFriends' : 'log.chatAll');
    default:
      return '';
  }
}

/** The last `keep` lines. */
export function linesOf(items: Item[], seats: Seat[], keep: number): Line[] {
  const found: Line[] = [];
  const start = items.find(({ is }) => is === 'start')?.n ?? Infinity;
  for (const item of standing(items).slice(-keep)) {
    const own = told(item, seats, item.n > start);
    if (own) found.push({ key: `${item.n}`, text: own, times: 1, quiet: true });
    for (const [i, event] of (item.events ?? []).entries()) {
      if (event.text === '') continue; // told with the one before
      const last = found.at(-1);
      if (last?.event && last.text === event.text) last.times += 1;
      else found.push({ key: `${item.n}.${i}`, text: event.text, event, times: 1, quiet: false });
    }
  }
  return found.slice(-keep);
}
