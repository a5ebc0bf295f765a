// The page on this device: a service worker keeps its files once somebody plays here, and says when a
// newer version waits.
import { alone } from './side';

class Version {
  /** Something newer is there, and waits to be let in. */
  waiting: ServiceWorker | null = $state.raw(null);

  #asked = false;
  #loading = false;

  /** Keeps the page and the hub from now on; `again`: only where it was kept before. */
  async keep(again = false): Promise<void> {
    if (this.#asked || !('serviceWorker' in navigator) || import.meta.env.DEV) return;
    const place = new URL(alone ? './' : '/', location.href.replace(/[#?].*/, ''));
    if (again && !(await navigator.serviceWorker.getRegistration(place))) return;
    this.#asked = true;
    const registration = await navigator.serviceWorker.register(new URL('sw.js', place), {
      scope: place.pathname,
    });
    if (!again) {
      // Tables are not to be cleared away like a cache.
      void navigator.storage.persist().catch(() => {});
      // The hub began before there was anybody to keep its files.
      void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('hub'));
    }
    this.#look(registration);
    registration.addEventListener('updatefound', () => this.#look(registration));
    setInterval(() => void registration.update().catch(() => {}), 3600_000);
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (this.#loading) location.reload();
    });
  }

  #look(registration: ServiceWorkerRegistration): void {
    const known = (): void => {
      // The first one has nothing to replace.
      if (navigator.serviceWorker.controller) this.waiting = registration.waiting;
    };
    registration.installing?.addEventListener('statechange', known);
    known();
  }

  /** Lets it in: the page begins anew. */
  load(): void {
    this.#loading = true;
    this.waiting?.postMessage('now');
  }
}

export const version = new Version();
