// Tables that come from records (docs/protocol.md): where the page plays, and from this device to the server.
import { api, ApiError, askAt, bringEdition, fileAt } from './api';
import type { LobbyTable } from './protocol';
import { botOf } from './record_file';
import type { BroughtSeat } from './record_file';

const asWish = (seat: BroughtSeat): { kind: string; bot?: string } =>
  seat.startsWith('bot:') ? { kind: 'bot', bot: seat.slice(4) } : { kind: seat };

interface Made {
  table: string;
}
/** Makes a table of it where the page plays. Without seats: as its remarks say. */
export const bringRecord = (text: string, seats?: BroughtSeat[]): Promise<Made> =>
  api('POST', '/api/tables', {
    record: text,
    ...(seats ? { seats: seats.map(asWish) } : {}),
  });

/**
 * Takes a table of this device to the server: a copy, which goes on there. Whoever has no name there
 * gets the one they have here.
 */
export async function takeToServer(table: LobbyTable, name: string): Promise<Made> {
  const { me } = await askAt<{ me: unknown }>('server', 'GET', '/api/me');
  if (!me) await askAt('server', 'PUT', '/api/me', { name });
  if (!table.edition.own) {
    const path = `/api/games/${table.game}/editions`;
    const file = await askAt<unknown>('here', 'GET', `${path}/${table.edition.hash}`);
    // Where it isn't welcome, the server says so of the record, which can't do without.
    await bringEdition(table.game, JSON.stringify(file), 'server').catch((problem: unknown) => {
      if (!(problem instanceof ApiError)) throw problem;
    });
  }
  const record = await (await fileAt(`/api/tables/${table.table}/record`, 'here')).text();
  const seats = table.seats.map(({ seat, kind, bot }): BroughtSeat => {
    if (seat === table.you) return 'me';
    return kind === 'bot' && bot ? botOf(bot) : 'other';
  });
  return askAt('server', 'POST', '/api/tables', { record, seats: seats.map(asWish) });
}
