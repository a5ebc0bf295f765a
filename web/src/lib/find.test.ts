import { expect, test } from 'vitest';
import { holdsAll, pieces, wordsOf } from './find';

test('words are found without case and accents', () => {
  expect(wordsOf('  Goldbräu  TOAST ')).toEqual(['goldbrau', 'toast']);
  expect(holdsAll(wordsOf('brau'), 'Mayerbräu')).toBe(true);
  expect(holdsAll(wordsOf('mayer stein'), 'Mayerbräu', 'Steinbräu')).toBe(true);
  expect(holdsAll(wordsOf('mayer kramer'), 'Mayerbräu', 'Steinbräu')).toBe(false);
});

test('a ruling is found by its whole number', () => {
  expect(holdsAll(wordsOf('R1'), 'as told in R10 and R12')).toBe(false);
  expect(holdsAll(wordsOf('r1'), 'as told in R10 (R1)')).toBe(true);
  expect(pieces('R10, R1', wordsOf('R1'))).toEqual([
    { text: 'R10, ', hit: false },
    { text: 'R1', hit: true },
  ]);
});

test('what is found is a piece of its own', () => {
  expect(pieces('Ein Bräu, ein Brau', wordsOf('brau'))).toEqual([
    { text: 'Ein ', hit: false },
    { text: 'Bräu', hit: true },
    { text: ', ein ', hit: false },
    { text: 'Brau', hit: true },
  ]);
  expect(pieces('nothing', [])).toEqual([{ text: 'nothing', hit: false }]);
});
