// The client's own paths: / · /new/<game> · /t/<table> · /replay/<table> · /rules/<game> · /learn/<game>/<lesson> · /link#<code> · /me · /stop/<token>

export interface Route {
  page: 'lobby' | 'new' | 'table' | 'replay' | 'rules' | 'learn' | 'link' | 'me' | 'stop' | 'lost';
  id: string;
  /** Of a lesson: which one. */
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
    link: 'link',
    me: 'me',
    stop: 'stop',
  };
  const parts = first === 'learn' ? 1 : 0;
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

let current = $state.raw(parseRoute(new URL(location.href)));

export function route(): Route {
  return current;
}

export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  current = parseRoute(new URL(location.href));
  if (!replace) scrollTo(0, 0);
}

addEventListener('popstate', () => {
  current = parseRoute(new URL(location.href));
});

/** Turns clicks on the page's own links into steps of the router. */
addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (url.pathname === location.pathname && url.hash) return;
  event.preventDefault();
  go(url.pathname + url.search + url.hash);
});
