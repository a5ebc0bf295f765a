// BLAKE2b-256 (RFC 7693), so that the page can check the server's commitment by itself. Small and
// plain: it hashes a line or two, once a game.

const MASK = (1n << 64n) - 1n;
const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

const rotate = (x: bigint, by: bigint): bigint => ((x >> by) | (x << (64n - by))) & MASK;

function compress(h: bigint[], block: DataView, count: bigint, last: boolean): void {
  const v = [...h, ...IV];
  v[12] ^= count;
  if (last) v[14] ^= MASK;
  const m = Array.from({ length: 16 }, (_, i) => block.getBigUint64(i * 8, true));
  const mix = (a: number, b: number, c: number, d: number, x: bigint, y: bigint): void => {
    v[a] = (v[a] + v[b] + x) & MASK;
    v[d] = rotate(v[d] ^ v[a], 32n);
    v[c] = (v[c] + v[d]) & MASK;
    v[b] = rotate(v[b] ^ v[c], 24n);
    v[a] = (v[a] + v[b] + y) & MASK;
    v[d] = rotate(v[d] ^ v[a], 16n);
    v[c] = (v[c] + v[d]) & MASK;
    v[b] = rotate(v[b] ^ v[c], 63n);
  };
  for (let round = 0; round < 12; round += 1) {
    const s = SIGMA[round % 10];
    for (let i = 0; i < 4; i += 1) mix(i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
    for (let i = 0; i < 4; i += 1) {
      mix(
        i,
        ((i + 1) % 4) + 4,
        ((i + 2) % 4) + 8,
        ((i + 3) % 4) + 12,
        m[s[8 + 2 * i]],
        m[s[9 + 2 * i]],
      );
    }
  }
  for (let i = 0; i < 8; i += 1) h[i] ^= v[i] ^ v[i + 8];
}

export function blake2b256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const h = [...IV];
  h[0] ^= 0x01010000n ^ 32n;
  const blocks = Math.max(1, Math.ceil(bytes.length / 128));
  for (let i = 0; i < blocks; i += 1) {
    const block = new Uint8Array(128);
    block.set(bytes.subarray(i * 128, (i + 1) * 128));
    const last = i === blocks - 1;
    compress(h, new DataView(block.buffer), BigInt(last ? bytes.length : (i + 1) * 128), last);
  }
  const out = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 4; i += 1) out.setBigUint64(i * 8, h[i], true);
  return Array.from(new Uint8Array(out.buffer), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
