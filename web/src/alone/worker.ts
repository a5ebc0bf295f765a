// The worker with the hub: the server of the tables on this device. One tab of a browser has it at a
// time; it begins with what IndexedDB holds, and tells nobody of anything that is not kept there.
import { Bots } from './bots';
import { Module } from './module';
import type { FromHub, ToHub } from './messages';
import { readChange, Rows, type Row } from './rows';
import { readTables, writeTables } from './tables_file';

/** The files of the module lie beside the page's own. */
const place = new URL('../alone/', import.meta.url);
const COOKIE = 'page/cookie';
const TICK = 50; // milliseconds
const SLICE = 8; // of work at a time, before messages are heard again
const PATIENCE = 10_000; // until bots play without what can't be fetched

const tell = (message: FromHub): void => postMessage(message);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

class Hub {
  #module = new Module();
  #bots: Bots | null = null;
  #rows: Rows;
  #cookie: string;
  #names: Set<string>;
  #soon = new MessageChannel();
  #working = false;
  #puzzles: Promise<void> | null = null;

  constructor(rows: Rows, known: [string, Row][]) {
    this.#rows = rows;
    this.#names = new Set(known.map(([name]) => name));
    this.#cookie = decoder.decode(known.find(([name]) => name === COOKIE)?.[1]);
    this.#soon.port1.onmessage = () => this.#guarded(() => this.#work());
  }

  async start(module: WebAssembly.Module, known: [string, Row][]): Promise<void> {
    this.#bots = new Bots(
      navigator.hardwareConcurrency || 1,
      module,
      () => new Worker(new URL('./bot.ts', import.meta.url), { type: 'module', name: 'bot' }),
      (number, answer) => this.#do(() => void this.#module.call('thought', number, answer)),
    );
    await this.#module.start(module, {
      send: (socket, text) => tell({ is: 'message', socket, text }),
      close: (socket, code) => tell({ is: 'close', socket, code }),
      reply: (id, status, cookie, body) => {
        if (cookie) this.#remember(cookie);
        tell({ is: 'reply', id, status, body });
      },
      keep: (change) => void this.#keep(change),
      ask: (number, question) => this.#bots?.ask(number, question),
      bring: (game) => void this.#net(game),
    });
    for (const [name, row] of known) {
      if (!name.startsWith('page/')) this.#module.call('row', name, row);
    }
    this.#module.call('begin', this.#bots.count);
    setInterval(() => this.#do(() => void this.#module.call('tick')), TICK);
  }

  hear(message: ToHub): void {
    this.#do(() => void this.#take(message));
  }

  #take(message: ToHub): void {
    switch (message.do) {
      case 'http':
        void this.#http(message);
        break;
      case 'connect':
        this.#module.call('connect', message.socket, this.#cookie);
        break;
      case 'message':
        this.#module.call('message', message.socket, message.text);
        break;
      case 'disconnect':
        this.#module.call('disconnect', message.socket);
        break;
      case 'export':
        void this.#export(message.id);
        break;
      case 'import':
        void this.#import(message.id, message.file);
        break;
    }
  }

  /** Puzzles lie beside the module, and are brought to it when somebody wants to solve one. */
  #bring(): Promise<void> {
    this.#puzzles ??= fetch(new URL('puzzles.jsonl', place)).then(async (found) => {
      if (!found.ok) throw new Error(`puzzles.jsonl: ${found.status}`);
      const text = await found.text();
      this.#do(() => void this.#module.call('puzzles', text));
    });
    return this.#puzzles;
  }

  /** So do nets, which bots of some games go by. One that can't be had is an empty text. */
  async #net(game: string): Promise<void> {
    const file = new URL(`nets/${game}.json`, place);
    const net = await fetch(file, { signal: AbortSignal.timeout(PATIENCE) })
      .then((found) => (found.ok ? found.text() : ''))
      .catch(() => '');
    this.#do(() => {
      if (this.#module.call('net', game, net) !== 0) this.#bots?.give(game, net);
    });
  }

  /** A schema is found by playing, which takes seconds: the build has written them all. */
  async #http(message: ToHub & { do: 'http' }): Promise<void> {
    const { id, method, path, body, languages } = message;
    const schema = /^\/api\/games\/(\w+)\/schema$/.exec(path);
    if (schema) {
      const found = await fetch(new URL(`schema/${schema[1]}.json`, place)).catch(() => null);
      if (found?.ok) return tell({ is: 'reply', id, status: 200, body: await found.text() });
    }
    if (/^\/api\/(games\/\w+\/)?puzzles\b/.test(path)) {
      await this.#bring().catch(() => (this.#puzzles = null));
    }
    const text = [`${method} ${path}`, this.#cookie, languages, body].join('\n');
    this.#do(() => void this.#module.call('http', id, text));
  }

  async #keep(bytes: Uint8Array): Promise<void> {
    const change = readChange(bytes);
    const problem = await this.#rows.keep(change).then(
      () => '',
      (error: unknown) => String(error) || 'IndexedDB',
    );
    this.#do(() => void this.#module.call('kept', problem));
  }

  #remember(cookie: string): void {
    this.#cookie = cookie;
    void this.#rows.keep({ put: [[COOKIE, encoder.encode(cookie)]], remove: [] }).catch(() => {});
  }

  /** All tables, and whose seat is whose, as one file. */
  async #export(id: number): Promise<void> {
    tell({ is: 'reply', id, status: 200, body: writeTables(await this.#rows.all()) });
  }

  /** Tables that are here already stay as they are. Then the hub begins anew, with all of them. */
  async #import(id: number, file: string): Promise<void> {
    const answer = (status: number, body: object): void =>
      tell({ is: 'reply', id, status, body: JSON.stringify(body) });
    try {
      const put = readTables(file, this.#names, await this.#me());
      await this.#rows.keep({ put, remove: [] });
      const tables = put.filter(([name]) => name.startsWith('table/')).length;
      answer(200, { tables });
      if (tables > 0) end('import');
    } catch (error) {
      answer(400, { error: { code: 'message', text: String(error) } });
    }
  }

  /** Who plays on this device. */
  async #me(): Promise<string> {
    const names = (await this.#rows.all()).map(([name]) => name);
    this.#names = new Set(names);
    return names.find((name) => name.startsWith('person/'))?.slice(7) ?? '';
  }

  #do(what: () => void): void {
    this.#guarded(what);
    if (this.#working) return;
    this.#working = true;
    this.#soon.port2.postMessage(null);
  }

  #work(): void {
    const until = performance.now() + SLICE;
    while (performance.now() < until) {
      if (this.#module.call('work') === 0) {
        this.#working = false;
        return;
      }
    }
    this.#soon.port2.postMessage(null);
  }

  /** What fails inside the module has spoilt it: everything begins anew from what is kept. */
  #guarded(what: () => void): void {
    try {
      what();
    } catch (error) {
      end(String(error));
    }
  }
}

function end(text: string): void {
  tell({ is: 'broken', text });
  close();
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL('stamtafel.wasm', place));
  if (!response.ok) throw new Error(`stamtafel.wasm: ${response.status}`);
  // A host that doesn't know the type is no reason not to play.
  if (response.headers.get('Content-Type') === 'application/wasm') {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

async function start(): Promise<void> {
  const compiled = compile();
  compiled.catch(() => {});
  const rows = await Rows.open();
  const known = await rows.all();
  const hub = new Hub(rows, known);
  await hub.start(await compiled, known);
  ready = (message) => hub.hear(message);
  for (const message of early.splice(0)) hub.hear(message);
  tell({ is: 'ready' });
}

const early: ToHub[] = [];
let ready = (message: ToHub): void => void early.push(message);
addEventListener('message', ({ data }: MessageEvent<ToHub>) => ready(data));

/** Held as long as the worker lives. */
const LOCK = 'stamtafel-hub';
const hold = (): Promise<void> =>
  start().then(
    () => new Promise<void>(() => {}),
    (error: unknown) => end(String(error)),
  );
void navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
  if (lock) return hold();
  tell({ is: 'elsewhere' });
  void navigator.locks.request(LOCK, hold);
});
