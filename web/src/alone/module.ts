// The WebAssembly module (alone/module.cpp) and what it asks of the page: texts go in and out of its
// memory. The calls of WASI it makes are answered as for the npm package.
import { system } from '../../../bindings/wasm/system';
import { inForm, isOf } from './unicode';

/** What the module tells whoever runs it. */
export interface Page {
  send(socket: number, text: string): void;
  close(socket: number, code: number): void;
  reply(request: number, status: number, cookie: string, body: string): void;
  keep(change: Uint8Array): void;
  ask(question: number, text: string): void;
  bring(game: string): void;
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
      wasi_snapshot_preview1: system(() => this.#its.memory),
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
      bring: (at: number, size: number) => page.bring(this.#text(at, size)),
      character: (code: number, kind: number) => (isOf(code, kind) ? 1 : 0),
      form: (at: number, size: number, form: number, sizeAt: number) => {
        const [out, length] = this.#give(encoder.encode(inForm(this.#text(at, size), form)));
        new DataView(this.#its.memory.buffer).setUint32(sizeAt, length, true);
        return out;
      },
    };
  }
}
