// The workers for bots: one for each core, made when they are needed. Questions wait for one that is
// free; one that ends is replaced, and its question asked again once.
import type { FromBot, ToBot } from './messages';

interface Question {
  number: number;
  question: string;
  tries: number;
}

export type MakeWorker = () => Worker;

export class Bots {
  readonly count: number;
  #module: WebAssembly.Module;
  #make: MakeWorker;
  #told: (number: number, answer: string) => void;
  #free: Worker[] = [];
  #busy = new Map<Worker, Question>();
  #waiting: Question[] = [];
  #nets = new Map<string, string>();

  constructor(
    count: number,
    module: WebAssembly.Module,
    make: MakeWorker,
    told: (number: number, answer: string) => void,
  ) {
    this.count = Math.max(1, count);
    this.#module = module;
    this.#make = make;
    this.#told = told;
  }

  ask(number: number, question: string): void {
    this.#waiting.push({ number, question, tries: 0 });
    this.#next();
  }

  /** The net of a game, for all questions from now on. */
  give(game: string, net: string): void {
    this.#nets.set(game, net);
    for (const worker of [...this.#free, ...this.#busy.keys()]) {
      worker.postMessage({ game, net } satisfies ToBot);
    }
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#free.pop() ?? (this.#busy.size < this.count ? this.#hire() : null);
      if (!worker) return;
      const asked = this.#waiting.shift() as Question;
      asked.tries += 1;
      this.#busy.set(worker, asked);
      worker.postMessage({ number: asked.number, question: asked.question } satisfies ToBot);
    }
  }

  #hire(): Worker {
    const worker = this.#make();
    worker.postMessage({ module: this.#module } satisfies ToBot);
    for (const [game, net] of this.#nets) worker.postMessage({ game, net } satisfies ToBot);
    worker.onmessage = ({ data }: MessageEvent<FromBot>) => {
      this.#busy.delete(worker);
      // An instance that has failed is not to be trusted with the next position.
      if (data.problem) worker.terminate();
      else this.#free.push(worker);
      this.#settle(data);
    };
    worker.onerror = () => {
      const asked = this.#busy.get(worker);
      this.#busy.delete(worker);
      worker.terminate();
      if (asked) this.#again(asked, 'it ended');
      this.#next();
    };
    return worker;
  }

  #settle({ number, answer, problem }: FromBot): void {
    if (problem) console.error(`bot: ${problem}`);
    this.#told(number, answer);
    this.#next();
  }

  #again(asked: Question, problem: string): void {
    if (asked.tries < 2) this.#waiting.unshift(asked);
    else this.#settle({ number: asked.number, answer: '', problem });
  }
}
