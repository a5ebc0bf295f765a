// The server on this device: a worker with the hub (src/alone/worker.ts), started when it is first
// needed and again when it has ended.
import type { FromHub, ToHub } from '../alone/messages';
import type { Link } from './link';
import { alone } from './side';

export interface Answer {
  status: number;
  body: string;
}

/** `making`: how a worker is made; tests have their own. */
export class Here {
  /** Another tab of this browser has the tables open. */
  elsewhere = $state(false);

  #making: () => Worker;
  #worker: Worker | null = null;
  #number = 0;
  #asked = new Map<number, { done: (answer: Answer) => void; failed: (error: Error) => void }>();
  #links = new Map<number, Link & { opened: boolean }>();

  constructor(making: () => Worker) {
    this.#making = making;
  }

  ask(method: string, path: string, body: string, languages: string): Promise<Answer> {
    return this.#answer((id) => ({ do: 'http', id, method, path, body, languages }));
  }
  /** All tables as one file; and those of a file. */
  export(): Promise<Answer> {
    return this.#answer((id) => ({ do: 'export', id }));
  }
  import(file: string): Promise<Answer> {
    return this.#answer((id) => ({ do: 'import', id, file }));
  }

  link(): Link {
    const socket = ++this.#number;
    const link = {
      opened: false,
      onopen: () => {},
      onmessage: () => {},
      onclose: () => {},
      get open() {
        return this.opened;
      },
      send: (text: string) => this.#post({ do: 'message', socket, text }),
      close: () => {
        if (!this.#links.delete(socket)) return;
        this.#post({ do: 'disconnect', socket });
        link.opened = false;
        link.onclose();
      },
    };
    this.#links.set(socket, link);
    this.#post({ do: 'connect', socket });
    // As a socket would: not before whoever asked for it can listen.
    queueMicrotask(() => {
      if (!this.#links.has(socket)) return;
      link.opened = true;
      link.onopen();
    });
    return link;
  }

  #answer(message: (id: number) => ToHub): Promise<Answer> {
    const id = ++this.#number;
    return new Promise((done, failed) => {
      this.#asked.set(id, { done, failed });
      this.#post(message(id));
    });
  }

  #post(message: ToHub): void {
    if (!this.#worker) {
      this.#worker = this.#making();
      this.#worker.onmessage = ({ data }: MessageEvent<FromHub>) => this.#hear(data);
      this.#worker.onerror = (event) => this.#ended(event.message);
    }
    this.#worker.postMessage(message);
  }

  #hear(message: FromHub): void {
    switch (message.is) {
      case 'ready':
        this.elsewhere = false;
        break;
      case 'elsewhere':
        this.elsewhere = true;
        break;
      case 'reply':
        this.#asked.get(message.id)?.done({ status: message.status, body: message.body });
        this.#asked.delete(message.id);
        break;
      case 'message':
        this.#links.get(message.socket)?.onmessage(message.text);
        break;
      case 'close':
        this.#lose(message.socket);
        break;
      case 'broken':
        this.#ended(message.text);
        break;
    }
  }

  #lose(socket: number): void {
    const link = this.#links.get(socket);
    this.#links.delete(socket);
    if (!link) return;
    link.opened = false;
    link.onclose();
  }

  /** Whoever waits is told, and comes back to a new one. */
  #ended(text: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { failed } of this.#asked.values()) failed(new Error(text));
    this.#asked.clear();
    for (const socket of [...this.#links.keys()]) this.#lose(socket);
  }
}

/** Did the module come with this page? A build without its toolchain leaves it out. */
let offered: Promise<boolean> | null = null;
export function playsHere(): Promise<boolean> {
  offered ??= fetch(new URL('alone/about.json', base())).then(
    (response) => response.ok,
    () => false,
  );
  return offered;
}
const base = (): string => (alone ? location.href.replace(/[#?].*/, '') : `${location.origin}/`);

export const here = new Here(
  () => new Worker(new URL('../alone/worker.ts', import.meta.url), { type: 'module', name: 'hub' }),
);
