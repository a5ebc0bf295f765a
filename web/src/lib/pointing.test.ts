import { expect, test } from 'vitest';
import { placed } from './pointing';

const room = { left: 0, top: 0, right: 400, bottom: 800 };
const size = { width: 200, height: 100 };
const box = (left: number, top: number, width = 40, height = 40) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test('a bubble stands below what it is about, where there is room', () => {
  expect(placed([box(180, 100)], size, room)).toEqual({ left: 100, top: 154, side: 'below' });
});

test('or above it, at the foot of the page', () => {
  expect(placed([box(180, 740)], size, room)).toEqual({ left: 100, top: 626, side: 'above' });
});

test('about nothing in particular it stands at the foot, unless it would hide what is spared', () => {
  expect(placed([], size, room)).toEqual({ left: 100, top: 700, side: null });
  expect(placed([], size, room, [box(120, 720)])).toEqual({ left: 100, top: 0, side: null });
  expect(placed([], size, room, [box(0, 0, 400, 800)]).top).toBe(700);
});

test('it stays in the room', () => {
  const { left } = placed([box(0, 100)], size, room);
  expect(left).toBe(0);
});

test('it spares where the answers are', () => {
  const answers = box(0, 140, 400, 300);
  expect(placed([box(180, 60, 40, 40)], { width: 100, height: 50 }, room, [answers]).side).toBe(
    'above',
  );
});

test('where nothing is meant it stands at the foot, and points nowhere', () => {
  expect(placed([], size, room)).toEqual({ left: 100, top: 700, side: null });
});

test('larger than the room it begins at its top', () => {
  expect(placed([box(10, 10)], { width: 900, height: 900 }, room)).toMatchObject({
    left: 0,
    top: 0,
    side: null,
  });
});
