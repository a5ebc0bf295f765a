// The dice and cards of a table, counted out from its key by the page itself: ChaCha20 (RFC 8439),
// one stream an action, as docs/protocol.md §5 describes.
import type { Draw } from './protocol';

const TWO32 = 2 ** 32;

function rotate(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}

function quarterRound(x: Int32Array, a: number, b: number, c: number, d: number): void {
  const mix = (to: number, from: number, at: number, by: number): void => {
    x[to] = x[to]! + x[from]!;
    x[at] = rotate(x[at]! ^ x[to]!, by);
  };
  mix(a, b, d, 16);
  mix(c, d, b, 12);
  mix(a, b, d, 8);
  mix(c, d, b, 7);
}

/** 16 words in, 16 words of key stream out. */
export function chacha20Block(input: Int32Array): Uint32Array {
  const x = Int32Array.from(input);
  for (let round = 0; round < 10; ++round) {
    for (let i = 0; i < 4; ++i) quarterRound(x, i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; ++i)
      quarterRound(x, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  return Uint32Array.from(x, (word, i) => (word + input[i]!) >>> 0);
}

/** The numbers of one step. */
export class Stream {
  private readonly state = new Int32Array(16);
  private block: Uint32Array = new Uint32Array();
  private used = 0;

  constructor(key: string, step: number) {
    this.state.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    const bytes = Uint8Array.from(key.match(/../g) ?? [], (pair) => parseInt(pair, 16));
    const words = new DataView(bytes.buffer);
    for (let i = 0; i < 8; ++i) this.state[4 + i] = words.getInt32(4 * i, true);
    this.state[13] = step;
  }

  /** From 0 to n-1, each equally likely: words that would favour some are dropped. */
  below(n: number): number {
    for (;;) {
      const product = this.word() * n; // n is small: exact
      if (product % TWO32 >= TWO32 % n) return Math.floor(product / TWO32);
    }
  }

  private word(): number {
    if (this.used === this.block.length) {
      this.block = chacha20Block(this.state);
      this.state[12] = this.state[12]! + 1;
      this.used = 0;
    }
    return this.block[this.used++]!;
  }
}

/** The index of the first draw that does not follow from the key; -1 when all do. */
export function firstStray(key: string, draws: Draw[]): number {
  let nonce = -1;
  let stream: Stream | null = null;
  return draws.findIndex((draw) => {
    const next = draw.nonce ?? draw.step;
    if (stream === null || next !== nonce) stream = new Stream(key, next);
    nonce = next;
    let left = stream.below(draw.of.reduce((sum, [, weight]) => sum + weight, 0));
    const came = draw.of.find(([, weight]) => (left -= weight) < 0);
    return came?.[0] !== draw.came;
  });
}
