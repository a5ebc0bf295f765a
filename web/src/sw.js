// The service worker: keeps the files of the page, so that it opens without a network, and those of the hub on this
// device once somebody has played here. What a server answers (/api, /ws) never comes from here. The build fills in
// what stands between @ (tools/service_worker.mjs, cmake/embed_web.mjs).
const VERSION = '@version@';
const ALONE = '@alone@';
const FILES = ['@files@'];
const PAGE = `page ${VERSION}`;
const HUB = `hub ${ALONE}`;

const at = (path) => new URL(path, self.registration.scope).href;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(PAGE)
      .then((cache) => cache.addAll(['./', 'manifest.webmanifest', ...FILES].map(at))),
  );
});

self.addEventListener('activate', (event) => {
  const old = (name) => name !== PAGE && name !== HUB;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// Somebody wants the new version now; or plays here, and will want to without a network.
self.addEventListener('message', (event) => {
  if (event.data === 'now') void self.skipWaiting();
  if (event.data === 'hub') event.waitUntil(keepHub().catch(() => {}));
});

/** The page itself: the newest there is; without a network the one that is kept. */
const page = (request) =>
  fetch(request).catch(async () => (await caches.match(at('./'))) ?? Response.error());

const kept = async (request) => (await caches.match(request)) ?? fetch(request);

/** Of the hub: kept when it is first used. */
async function hub(request) {
  const cache = await caches.open(HUB);
  const found = await cache.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
/** One after the other: some a server has to find out first, and that for one person at a time. */
async function keepHub() {
  const about = await hub(new Request(at('alone/about.json')));
  const { files } = await about.json();
  for (const file of files) await hub(new Request(at(`alone/${file}`)));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const scope = new URL(self.registration.scope);
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(scope.href)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (path.startsWith('api/') || path.startsWith('share/')) return;
  if (request.mode === 'navigate') return event.respondWith(page(request));
  if (path.startsWith('assets/') || path === 'manifest.webmanifest')
    return event.respondWith(kept(request));
  if (!path.startsWith('alone/')) return;
  event.respondWith(hub(request));
});
