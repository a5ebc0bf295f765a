// The client's own paths (on a page without a server behind its #): / · /new/<game> · /t/<table> · /replay/<table> · /rules/<game> · /learn/<game>/<lesson> · /puzzles/<game>/<number> · /analysis?… · /link#<code> · /me · /games · /stop/<token>
import { alone, keepSide, sideOf, type Side } from './side';

export interface Route {
  page:
    | 'lobby'
    | 'new'
    | 'table'
    | 'replay'
    | 'rules'
    | 'learn'
    | 'analysis'
    | 'puzzles'
    | 'link'
    | 'me'
    | 'games'
    | 'stop'
    | 'lost';
  id: string;
  /** Of a lesson or a puzzle: which one. */
  part: string;
  query: URLSearchParams;
  hash: string;
}

export function parseRoute(url: URL): Route {
  const [first = '', id = '', ...rest] = url.pathname.split('/').filter(Boolean);
  const pages: Record<string, Route['page']> = {
    '': 'lobby',
    new: 'new',
    t: 'table',
    replay: 'replay',
    rules: 'rules',
    learn: 'learn',
    analysis: 'analysis',
    puzzles: 'puzzles',
    link: 'link',
    me: 'me',
    games: 'games',
    stop: 'stop',
  };
  const parts = first === 'learn' || first === 'puzzles' ? 1 : 0;
  const page = rest.length > parts ? 'lost' : (pages[first] ?? 'lost');
  const needsId = ['table', 'replay', 'rules', 'learn', 'stop'].includes(page);
  return {
    page: needsId && !id ? 'lost' : page,
    id,
    part: rest[0] ?? '',
    query: url.searchParams,
    hash: decodeURIComponent(url.hash.slice(1)),
  };
}

const address = (): URL =>
  new URL(alone ? location.hash.slice(1) || '/' : location.href, location.origin);

let current = $state.raw(parseRoute(address()));

export function route(): Route {
  return current;
}

/** Where the page that is shown plays. */
export function side(): Side {
  return sideOf(current);
}

export function go(path: string, replace = false): void {
  const there = keepSide(path, side());
  history[replace ? 'replaceState' : 'pushState'](null, '', alone ? `#${there}` : there);
  current = parseRoute(address());
  if (!replace) scrollTo(0, 0);
}

addEventListener('popstate', () => {
  current = parseRoute(address());
});

/** Turns clicks on the page's own links into steps of the router. */
addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (url.pathname === address().pathname && url.hash) return;
  event.preventDefault();
  go(url.pathname + url.search + url.hash);
});
