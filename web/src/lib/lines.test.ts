import { beforeAll, describe, expect, it } from 'vitest';
import { linesOf } from './lines';
import type { Item, Seat } from './protocol';
import { called } from './seats';
import { loadTexts } from './texts.svelte';

const seats: Seat[] = [
  { seat: 'red', name: 'Red', kind: 'person', person: { id: 'p1', name: 'Anna' }, here: true },
  { seat: 'blue', name: 'Blue', kind: 'bot', bot: 'greedy' },
  { seat: 'green', name: 'Green', kind: 'person', person: { id: 'p2', name: 'Green' }, here: true },
];
const item = (n: number, is: string, more: Partial<Item> = {}): Item => ({ n, at: 0, is, seat: 'red', ...more });
const said = (...items: Item[]): string[] => linesOf(items, seats, 99).map(({ text }) => text);

describe('people', () => {
  it('are called by the name on the panel and the one in the sentences', () => {
    expect(['red', 'blue', 'green', 'none'].map((id) => called(seats, id))).toEqual(['Anna (Red)', 'Blue', 'Green', 'none']);
  });
});

describe('the log', () => {
  beforeAll(async () => {
    Object.assign(globalThis, { document: { documentElement: {} } });
    await loadTexts('en');
  });
  it('knows getting up before the game from leaving it to a bot', () => {
    expect(said(item(1, 'leave'), item(2, 'sit', { person: { id: 'p1', name: 'Anna' } }), item(3, 'start'), item(4, 'leave'))).toEqual([
      'Red gets up.',
      'Anna sits down: Red.',
      'Anna (Red) leaves; a bot takes over.',
    ]);
  });
  it('says that the clock has answered', () => {
    const events = [{ id: 'kept', args: ['red'], text: 'Red keeps two.' }];
    expect(said(item(1, 'start'), item(2, 'act', { step: 1, by: 'clock', events }))).toEqual(['Time is up for Anna (Red): the usual answer is given.', 'Red keeps two.']);
    expect(said(item(1, 'start'), item(2, 'act', { step: 1, events }))).toEqual(['Red keeps two.']);
  });
  it('counts a sentence that comes again and again', () => {
    const events = [1, 2, 3].map(() => ({ id: 'drew', args: ['red', '?'], text: 'Red draws.' }));
    expect(linesOf([item(1, 'start', { events })], seats, 99)).toMatchObject([{ text: 'Red draws.', times: 3 }]);
  });
});
