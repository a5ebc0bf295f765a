import { expect, test } from 'vitest';
import {
  endOf,
  gone,
  movesTo,
  onward,
  otherLuck,
  pathOf,
  readMoves,
  readPasted,
  ROOT,
  rows,
  seedling,
  startOf,
  wayTo,
  writeMoves,
  type MadeMove,
} from './analysis';

const move = (action: string, luck = 0): MadeMove => ({
  seat: 'green',
  action,
  luck,
  text: action,
  chance: luck > 0,
});

test('a way that was gone before is found again', () => {
  const first = gone(seedling, [move('a'), move('b')]);
  expect(first.at).toBe(2);
  const again = gone(first.tree, [move('a'), move('b')]);
  expect(again.tree).toHaveLength(3);
  expect(again.at).toBe(2);
  expect(seedling).toHaveLength(1);
  expect(movesTo(again.tree, again.at).map(({ action }) => action)).toEqual(['a', 'b']);
  expect(wayTo(again.tree, ROOT)).toEqual([]);
});

test('another way branches off, and forward leads where one was last', () => {
  const first = gone(seedling, [move('a'), move('b')]);
  const { tree, at } = gone(first.tree, [move('a'), move('c'), move('d')]);
  expect(tree).toHaveLength(5);
  expect(onward(tree, 1)).toBe(3);
  expect(endOf(tree, ROOT)).toBe(at);
  expect(onward(tree, at)).toBeNull();
  expect(rows(tree).map(({ node, depth, count }) => [node, depth, count])).toEqual([
    [1, 0, 1],
    [2, 0, 2],
    [3, 1, 2],
    [4, 1, 3],
  ]);
});

test('other luck is one that was not had here', () => {
  let { tree, at } = gone(seedling, [move('roll')]);
  expect(otherLuck(tree, at)).toBe(1);
  ({ tree, at } = gone(tree, [move('roll', 1)]));
  expect(tree).toHaveLength(3);
  expect(otherLuck(tree, at)).toBe(2);
  expect(otherLuck(gone(tree, [move('other')]).tree, 3)).toBe(1);
});

test('moves and starts survive an address', () => {
  const moves = [
    { seat: 'green', action: 'play grosse_intrige', luck: 0 },
    { seat: 'purple', action: 'put Gg left S', luck: 12 },
  ];
  expect(readMoves(writeMoves(moves))).toEqual(moves);
  expect(readMoves('')).toEqual([]);
  for (const start of [
    { table: 'mhq3v8k2c6wzt4nb', step: 12 },
    { game: 'koenig', edition: '91870c7b96cf5c14', position: 'AB-_09' },
  ]) {
    const url = new URL(pathOf(start, 'green', moves), 'http://x');
    expect(startOf(url.searchParams)).toEqual(start);
    expect(url.searchParams.get('eyes')).toBe('green');
    expect(readMoves(url.searchParams.get('moves') ?? '')).toEqual(moves);
  }
  expect(startOf(new URLSearchParams('position=AB'))).toBeNull();
  expect(startOf(new URLSearchParams('table=x&step=-3'))).toEqual({ table: 'x', step: 0 });
});

test('links and JSON can be pasted, and nothing else', () => {
  expect(readPasted('https://x.example/analysis?game=koenig&edition=ab&position=AB-_')).toEqual({
    start: { game: 'koenig', edition: 'ab', position: 'AB-_' },
  });
  expect(readPasted('{"game": "koenig"}')).toEqual({ json: { game: 'koenig' } });
  expect(readPasted('[1]')).toEqual({ problem: '' });
  expect(readPasted('{"game":')).toHaveProperty('problem');
  expect(readPasted('{"note": "?position=AB"}')).toHaveProperty('json');
});
