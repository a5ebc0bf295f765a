// The WebAssembly module (alone/module.cpp) and what it asks of the page: texts go in and out of its
// memory, and the five calls of WASI it makes are answered here.
import { inForm, isOf } from './unicode';

/** What the module tells whoever runs it. */
export interface Page {
  send(socket: number, text: string): void;
  close(socket: number, code: number): void;
  reply(request: number, status: number, cookie: string, body: string): void;
  keep(change: Uint8Array): void;
  ask(question: number, text: string): void;
}

type Call = (...values: number[]) => number;
interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  room(size: number): number;
  [name: string]: unknown;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class Module {
  #exports: Exports | null = null;

  async start(module: WebAssembly.Module, page: Page): Promise<void> {
    const instance = await WebAssembly.instantiate(module, {
      page: this.#asked(page),
      wasi_snapshot_preview1: this.#system(),
    });
    this.#exports = instance.exports as unknown as Exports;
    this.#exports._initialize();
  }

  /** Calls what the module exports; texts and bytes are given to it in room of its own. */
  call(name: string, ...values: (number | string | Uint8Array)[]): number {
    const given: number[] = [];
    for (const value of values) {
      if (typeof value === 'number') given.push(value);
      else given.push(...this.#give(typeof value === 'string' ? encoder.encode(value) : value));
    }
    return (this.#its[name] as Call)(...given);
  }

  get #its(): Exports {
    if (!this.#exports) throw new Error('the module has not begun');
    return this.#exports;
  }
  /** Views are made anew each time: the memory may have grown. */
  #bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.#its.memory.buffer, at, size);
  }
  #text(at: number, size: number): string {
    return decoder.decode(this.#bytes(at, size));
  }
  #give(bytes: Uint8Array): [number, number] {
    const at = this.#its.room(bytes.length);
    this.#bytes(at, bytes.length).set(bytes);
    return [at, bytes.length];
  }

  #asked(page: Page): WebAssembly.ModuleImports {
    return {
      send: (socket: number, at: number, size: number) => page.send(socket, this.#text(at, size)),
      close: (socket: number, code: number) => page.close(socket, code),
      reply: (
        request: number,
        status: number,
        c: number,
        cookie: number,
        b: number,
        body: number,
      ) => page.reply(request, status, this.#text(c, cookie), this.#text(b, body)),
      keep: (at: number, size: number) => page.keep(this.#bytes(at, size).slice()),
      ask: (question: number, at: number, size: number) => page.ask(question, this.#text(at, size)),
      character: (code: number, kind: number) => (isOf(code, kind) ? 1 : 0),
      form: (at: number, size: number, form: number, sizeAt: number) => {
        const [out, length] = this.#give(encoder.encode(inForm(this.#text(at, size), form)));
        new DataView(this.#its.memory.buffer).setUint32(sizeAt, length, true);
        return out;
      },
    };
  }

  #system(): WebAssembly.ModuleImports {
    const BAD_FILE = 8;
    const view = (): DataView => new DataView(this.#its.memory.buffer);
    return {
      clock_time_get: (clock: number, _precision: bigint, at: number) => {
        const now = clock === 0 ? Date.now() : performance.now();
        view().setBigUint64(at, BigInt(Math.round(now * 1000)) * 1000n, true);
        return 0;
      },
      random_get: (at: number, size: number) => {
        crypto.getRandomValues(this.#bytes(at, size) as Uint8Array<ArrayBuffer>);
        return 0;
      },
      /** Only when it is about to end: the last words. */
      fd_write: (_file: number, parts: number, count: number, written: number) => {
        let size = 0;
        for (let i = 0; i < count; i += 1) {
          const at = view().getUint32(parts + 8 * i, true);
          const length = view().getUint32(parts + 8 * i + 4, true);
          console.error(this.#text(at, length));
          size += length;
        }
        view().setUint32(written, size, true);
        return 0;
      },
      fd_close: () => BAD_FILE,
      fd_seek: () => BAD_FILE,
      fd_fdstat_get: () => BAD_FILE,
      proc_exit: (code: number) => {
        throw new Error(`the module ended with ${code}`);
      },
    };
  }
}
