// Stamtafel for JavaScript: objects over the C interface (bindings/c/stamtafel.h), compiled to WebAssembly.
// index.d.ts says what each of them does.
import { system } from './system.js';

const STATUS = [
  'ok',
  'usage',
  'illegal',
  'turn',
  'position',
  'edition',
  'record',
  'outdated',
  'chance',
  'handle',
];
const VIEWERS = { spectator: -1, everything: -2 };
const ERROR_SIZE = 584; // status, missing, rule[64], text[512]
const MAX_SEATS = 6;
const OPTION_SIZE = 12;
const MAX_OPTIONS = 320;
const CHOICE_SIZE = 12;
const MAX_CHOICES = 8;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class StamtafelError extends Error {
  constructor(status, text, rule, missing) {
    super(text);
    this.name = 'StamtafelError';
    this.status = status;
    this.rule = rule;
    this.missing = missing;
  }
}

/** The module's memory, and calls of its functions. */
class Library {
  constructor(exports) {
    this.its = exports;
    this.room = exports.malloc(ERROR_SIZE + OPTION_SIZE * MAX_OPTIONS + 64);
    this.out = this.room + ERROR_SIZE; // where results go
    this.size = exports.malloc(8);
  }

  get view() {
    return new DataView(this.its.memory.buffer);
  }
  textAt(at, most = Infinity) {
    const bytes = new Uint8Array(this.its.memory.buffer);
    let end = at;
    while (bytes[end] !== 0 && end - at < most) end += 1;
    return decoder.decode(bytes.subarray(at, end));
  }

  /** Calls a function that can fail. Texts among the values are given to it, and taken back afterwards. */
  call(name, ...values) {
    const texts = [];
    const given = values.map((value) => {
      if (typeof value !== 'string' && !(value instanceof Uint8Array)) return value;
      const bytes = typeof value === 'string' ? encoder.encode(`${value}\0`) : value;
      const at = this.its.malloc(Math.max(1, bytes.length));
      new Uint8Array(this.its.memory.buffer, at, bytes.length).set(bytes);
      texts.push(at);
      return at;
    });
    const status = this.its[`stamtafel_${name}`](...given, this.room);
    for (const at of texts) this.its.free(at);
    if (status === 0) return;
    const missing = this.view.getInt32(this.room + 4, true);
    const rule = this.textAt(this.room + 8, 64);
    const text = this.textAt(this.room + 72, 512);
    throw new StamtafelError(STATUS[status] ?? 'usage', text, rule, missing);
  }

  /** A text that the library has written there. */
  taken(at = this.out) {
    const text = this.view.getUint32(at, true);
    const read = this.textAt(text);
    this.its.stamtafel_free(text);
    return read;
  }
  /** A function whose only result is a text. */
  text(name, ...values) {
    this.call(name, ...values, this.out);
    return this.taken();
  }
  /** One with an id and a sentence. */
  idAndText(name, ...values) {
    this.call(name, ...values, this.out, this.out + 4);
    return { id: this.taken(this.out), text: this.taken(this.out + 4) };
  }
  handle(name, ...values) {
    this.call(name, ...values, this.out);
    return this.view.getBigUint64(this.out, true);
  }
}

const viewerOf = (viewer) => (typeof viewer === 'string' ? VIEWERS[viewer] : viewer);
const seedOf = (seed) => BigInt.asUintN(64, BigInt(seed));

/** What has a handle: freed when it is said so, or when nobody has it any more. */
class Owned {
  #library;
  #handle;
  #free;
  static #forgotten = new FinalizationRegistry(({ library, handle, free }) =>
    library.its[free](handle),
  );
  constructor(library, handle, free) {
    this.#library = library;
    this.#handle = handle;
    this.#free = free;
    Owned.#forgotten.register(this, { library, handle, free }, this);
  }
  get library() {
    return this.#library;
  }
  get handle() {
    return this.#handle;
  }
  free() {
    if (this.#handle === 0n) return;
    Owned.#forgotten.unregister(this);
    this.#library.its[this.#free](this.#handle);
    this.#handle = 0n;
  }
}

export class Edition extends Owned {
  constructor(library, handle) {
    super(library, handle, 'stamtafel_edition_free');
  }
  toJSON() {
    const { library } = this;
    library.call('edition_text', this.handle, library.out, 0);
    return JSON.parse(library.taken());
  }
}

export class Table extends Owned {
  constructor(library, handle) {
    super(library, handle, 'stamtafel_table_free');
  }

  get game() {
    return this.library.textAt(this.library.its.stamtafel_table_game(this.handle));
  }
  get facts() {
    const { library } = this;
    library.call('table_facts', this.handle, library.out);
    const at = (n) => library.view.getInt32(library.out + 4 * n, true);
    const acting = at(2);
    return {
      players: at(0),
      over: at(1) !== 0,
      acting: Array.from({ length: MAX_SEATS }, (_, seat) => seat).filter(
        (seat) => (acting >> seat) & 1,
      ),
      seat: at(3),
      steps: at(4),
      actions: at(5),
      observation: at(6),
    };
  }
  get over() {
    return this.facts.over;
  }
  get seat() {
    return this.facts.seat;
  }
  get fingerprint() {
    return this.library.handle('fingerprint', this.handle);
  }
  get outcome() {
    const { library } = this;
    const { players } = this.facts;
    library.call('table_outcome', this.handle, library.out);
    const at = (n) => library.view.getInt32(library.out + 4 * n, true);
    const seats = Array.from({ length: players }, (_, seat) => seat);
    return {
      scores: seats.map((seat) => at(seat)),
      ranks: seats.map((seat) => at(MAX_SEATS + seat)),
      winners: seats.filter((seat) => (at(2 * MAX_SEATS) >> seat) & 1),
    };
  }

  options(seat = this.seat, { forbidden = false } = {}) {
    const { library } = this;
    library.call(
      'options',
      this.handle,
      seat,
      forbidden ? 1 : 0,
      library.out,
      MAX_OPTIONS,
      library.size,
    );
    const count = library.view.getUint32(library.size, true);
    return Array.from({ length: count }, (_, i) => {
      const at = (n) => library.view.getInt32(library.out + OPTION_SIZE * i + 4 * n, true);
      return { action: at(0), rule: at(1), missing: at(2) };
    });
  }
  rule({ rule, missing }, language = 'en') {
    return this.library.idAndText('rule', this.handle, rule, missing, language);
  }
  question(seat = this.seat, language = 'en') {
    return this.library.idAndText('question', this.handle, seat, language);
  }
  action(number, language = 'en') {
    return this.library.idAndText('action', this.handle, number, language);
  }
  numberOf(text) {
    this.library.call('action_number', this.handle, text, this.library.out);
    return this.library.view.getInt32(this.library.out, true);
  }
  act(seat, action) {
    this.library.call(typeof action === 'string' ? 'act_text' : 'act', this.handle, seat, action);
  }
  fallback(seat = this.seat) {
    this.library.call('fallback', this.handle, seat, this.library.out);
    return this.library.view.getInt32(this.library.out, true);
  }
  undo(seat) {
    this.library.call('undo', this.handle, seat);
  }

  view(viewer = 'spectator') {
    return JSON.parse(this.library.text('view', this.handle, viewerOf(viewer)));
  }
  tell(viewer = 'spectator', language = 'en') {
    return this.library.text('tell', this.handle, viewerOf(viewer), language);
  }
  told(step, viewer = 'spectator', language = 'en') {
    return this.library.text('told', this.handle, step, viewerOf(viewer), language);
  }
  bytes() {
    const { library } = this;
    library.call('bytes', this.handle, library.out, library.out + 4);
    const at = library.view.getUint32(library.out, true);
    const size = library.view.getUint32(library.out + 4, true);
    const bytes = new Uint8Array(library.its.memory.buffer, at, size).slice();
    library.its.stamtafel_free(at);
    return bytes;
  }
  observe(seat = this.seat) {
    const { library } = this;
    const { observation } = this.facts;
    const at = library.its.malloc(4 * observation);
    try {
      library.call('observe', this.handle, seat, at, observation);
      return new Float32Array(library.its.memory.buffer, at, observation).slice();
    } finally {
      library.its.free(at);
    }
  }
  observationNames() {
    return this.library.text('observation_names', this.handle).split('\n').filter(Boolean);
  }
  observationKey(seat = this.seat) {
    return this.library.handle('observation_key', this.handle, seat);
  }

  copy() {
    return new Table(this.library, this.library.handle('table_copy', this.handle));
  }
  imagine(seat, seed) {
    return new Table(
      this.library,
      this.library.handle('table_imagine', this.handle, seat, seedOf(seed)),
    );
  }
  record({ remarks = false } = {}) {
    return this.library.text('record', this.handle, remarks ? 1 : 0);
  }
}

export class Bot extends Owned {
  constructor(library, handle) {
    super(library, handle, 'stamtafel_bot_free');
  }
  decide(table, { iterations = 0, milliseconds = 0, seed = 1 } = {}) {
    const { library } = this;
    library.call(
      'bot_decide',
      this.handle,
      table.handle,
      iterations,
      milliseconds,
      seedOf(seed),
      library.out,
      MAX_CHOICES,
      library.size,
    );
    const count = library.view.getUint32(library.size, true);
    return Array.from({ length: count }, (_, i) => {
      const at = library.out + CHOICE_SIZE * i;
      return {
        action: library.view.getInt32(at, true),
        value: library.view.getFloat32(at + 4, true),
        visits: library.view.getUint32(at + 8, true),
      };
    });
  }
}

export class Stamtafel {
  #library;
  constructor(exports) {
    this.#library = new Library(exports);
  }

  get version() {
    return this.#library.textAt(this.#library.its.stamtafel_version());
  }
  get games() {
    const { its } = this.#library;
    return Array.from({ length: its.stamtafel_game_count() }, (_, n) =>
      this.#library.textAt(its.stamtafel_game_id(n)),
    );
  }
  get bots() {
    return this.#library.text('bot_names').split('\n').filter(Boolean);
  }
  info(game) {
    return JSON.parse(this.#library.text('game_info', game));
  }
  /** The game's own component data. */
  editionOf(game) {
    return JSON.parse(this.#library.text('game_edition', game));
  }
  edition(game, data) {
    const json = typeof data === 'string' ? data : JSON.stringify(data);
    return new Edition(this.#library, this.#library.handle('edition_load', game, json));
  }
  table(game, { players = 2, seed = 1, variants = '', edition } = {}) {
    return new Table(
      this.#library,
      this.#library.handle(
        'table_new',
        game,
        players,
        seedOf(seed),
        variants,
        edition?.handle ?? 0n,
      ),
    );
  }
  tableAt(game, position, { seed = 1, edition } = {}) {
    const bytes = position instanceof Uint8Array;
    const given = bytes ? [position, position.length] : [JSON.stringify(position)];
    return new Table(
      this.#library,
      this.#library.handle(
        bytes ? 'table_at_bytes' : 'table_at',
        game,
        ...given,
        seedOf(seed),
        edition?.handle ?? 0n,
      ),
    );
  }
  replay(record, { edition } = {}) {
    return new Table(this.#library, this.#library.handle('replay', record, edition?.handle ?? 0n));
  }
  async bring(game, source) {
    const info = this.info(game);
    if (info.net !== 'missing') return;
    const file = source ?? new URL(`nets/${info.game}.json`, import.meta.url);
    const net = decoder.decode(await bytesOf(file));
    if (this.info(game).net === 'missing') this.#library.call('net_give', game, net);
  }
  bot(name, game, seat) {
    return new Bot(this.#library, this.#library.handle('bot_new', name, game, seat));
  }
}

/** A file of the package, or wherever it was put. */
async function bytesOf(file) {
  const url = new URL(file, import.meta.url);
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  const given = source instanceof ArrayBuffer || ArrayBuffer.isView(source);
  return WebAssembly.compile(
    given ? source : await bytesOf(source ?? new URL('stamtafel.wasm', import.meta.url)),
  );
}

export async function load(source) {
  let exports = null;
  const instance = await WebAssembly.instantiate(await compiled(source), {
    wasi_snapshot_preview1: system(() => exports.memory),
  });
  exports = instance.exports;
  exports._initialize();
  return new Stamtafel(exports);
}
