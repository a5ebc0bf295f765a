// What the hub on this device keeps, in IndexedDB: rows of text by name (store/memory.h). A change
// is one transaction: all of it or nothing.

/** Bytes as they are: the module's own affair. */
export type Row = Uint8Array;
export interface Change {
  put: [string, Row][];
  remove: string[];
}

/** "4:name3:row…", a 0 byte, and the names that go, as "4:name" (alone/module.cpp). */
export function readChange(bytes: Uint8Array): Change {
  const decoder = new TextDecoder();
  let at = 0;
  const field = (): Uint8Array => {
    const colon = bytes.indexOf(58, at);
    const size = Number(decoder.decode(bytes.subarray(at, colon)));
    at = colon + 1 + size;
    return bytes.slice(colon + 1, at);
  };
  const change: Change = { put: [], remove: [] };
  while (at < bytes.length && bytes[at] !== 0) change.put.push([decoder.decode(field()), field()]);
  at += 1;
  while (at < bytes.length) change.remove.push(decoder.decode(field()));
  return change;
}

const STORE = 'rows';

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error('IndexedDB'));
  });

export class Rows {
  #database: IDBDatabase;
  private constructor(database: IDBDatabase) {
    this.#database = database;
  }

  static async open(name = 'stamtafel'): Promise<Rows> {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
    return new Rows(await settled(request));
  }

  async all(): Promise<[string, Row][]> {
    const store = this.#database.transaction(STORE).objectStore(STORE);
    const [names, rows] = await Promise.all([
      settled(store.getAllKeys()),
      settled<Row[]>(store.getAll()),
    ]);
    return names.map((name, i) => [String(name), rows[i]]);
  }

  /** Settled when it is durable. */
  keep({ put, remove }: Change): Promise<void> {
    const transaction = this.#database.transaction(STORE, 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore(STORE);
    for (const [name, row] of put) store.put(row, name);
    for (const name of remove) store.delete(name);
    return new Promise((done, failed) => {
      transaction.oncomplete = () => done();
      transaction.onabort = () => failed(transaction.error ?? new Error('IndexedDB'));
    });
  }
}
