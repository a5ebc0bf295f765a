// Where one plays: on the server the page came from, or here, on this device alone. It is the
// address that says so: tables of this device have ids that no server gives, other pages `?here`.
// A page that came from no server of ours (stamtafel site) is always here.
import type { Route } from './router.svelte';

export type Side = 'server' | 'here';

/** The page stands for itself: there is no server behind it. */
export const alone = globalThis.document?.documentElement.dataset.alone !== undefined;

/** No id of a server begins so (random_id in server/fair.cpp). */
export const isHere = (table: string): boolean => table.startsWith('0');

export function sideOf({ page, id, query }: Route): Side {
  if (alone) return 'here';
  if (page === 'table' || page === 'replay') return isHere(id) ? 'here' : 'server';
  // Of a table of this device; otherwise a position is one of everywhere.
  const table = page === 'analysis' ? query.get('table') : null;
  if (table) return isHere(table) ? 'here' : 'server';
  return query.has('here') ? 'here' : 'server';
}

/** A path of the page, as it leads on from this side; `?server` leads back. */
export function keepSide(path: string, side: Side): string {
  const url = new URL(path, location.origin);
  if (url.searchParams.has('server')) url.searchParams.delete('server');
  else if (side === 'here' && !alone && !/^\/(t|replay)\//.test(url.pathname))
    url.searchParams.set('here', '');
  return url.pathname + url.search.replace(/=(?=&|$)/g, '') + url.hash;
}
