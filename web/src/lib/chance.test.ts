import { describe, expect, it } from 'vitest';
import { chacha20Block, firstStray, Stream } from './chance';
import type { Draw } from './protocol';

const KEY = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join('');

describe('chance', () => {
  it('has the block of RFC 8439, 2.3.2', () => {
    const input = Int32Array.from([
      0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0x03020100, 0x07060504, 0x0b0a0908,
      0x0f0e0d0c, 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c, 0x00000001, 0x09000000,
      0x4a000000, 0x00000000,
    ]);
    expect(
      [...chacha20Block(input)].map((word) => word.toString(16).padStart(8, '0')).join(' '),
    ).toBe(
      'e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 ' +
        '466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2',
    );
  });

  it('favours no number', () => {
    const stream = new Stream(KEY, 7);
    const counts = [0, 0, 0];
    for (let i = 0; i < 3000; ++i) counts[stream.below(3)]! += 1;
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('finds the first draw that does not follow from the key', () => {
    const of: Draw['of'] = [
      ['a', 2],
      ['b', 1],
      ['c', 3],
    ];
    const came = (stream: Stream): string => 'aabccc'[stream.below(6)]!;
    const draws = [0, 4].flatMap((step) => {
      const stream = new Stream(KEY, step);
      return Array.from(
        { length: 20 },
        (): Draw => ({ step, chance: 'x', of, came: came(stream), text: '' }),
      );
    });
    expect(firstStray(KEY, draws)).toBe(-1);
    draws[23]!.came = draws[23]!.came === 'a' ? 'b' : 'a';
    expect(firstStray(KEY, draws)).toBe(23);
    expect(firstStray(KEY.replace('00', '01'), draws)).toBeLessThan(23);
  });
});
