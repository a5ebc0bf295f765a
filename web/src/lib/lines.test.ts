import { beforeAll, describe, expect, it } from 'vitest';
import { linesOf } from './lines';
import type { Item, Seat } from './protocol';
import { botKind, called, withNames } from './seats';
import { namedChoice, namedEvent } from './sentence';
import { loadTexts } from './texts.svelte';

const seats: Seat[] = [
  { seat: 'red', name: 'Red', kind: 'person', person: { id: 'p1', name: 'Anna' }, here: true },
  { seat: 'blue', name: 'Blue', kind: 'bot', bot: 'greedy' },
  { seat: 'green', name: 'Green', kind: 'person', person: { id: 'p2', name: 'Green' }, here: true },
];
const sitting = (...names: [seat: string, person: string | null][]): Seat[] =>
  names.map(([seat, person]) => ({
    seat: seat.toLowerCase(),
    name: seat,
    kind: person ? 'person' : 'bot',
    person: person ? { id: seat, name: person } : null,
  }));
const item = (n: number, is: string, more: Partial<Item> = {}): Item => ({
  n,
  at: 0,
  is,
  seat: 'red',
  ...more,
});
const said = (...items: Item[]): string[] => linesOf(items, seats, 99).map(({ text }) => text);

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await loadTexts('en');
});

describe('people', () => {
  it('are called by their names, bots by their seats', () => {
    expect(['red', 'blue', 'green', 'none'].map((id) => called(seats, id))).toEqual([
      'Anna',
      'Blue',
      'Green',
      'none',
    ]);
  });
  it('are told apart where two have the same name', () => {
    const names = (at: Seat[]): string[] => at.map(({ seat }) => called(at, seat));
    expect(names(sitting(['Anna', 'Piet'], ['Bram', 'piet'], ['Clara', 'Joris']))).toEqual([
      'Piet (Anna)',
      'piet (Bram)',
      'Joris',
    ]);
    expect(names(sitting(['Anna', 'Bram'], ['Bram', null]))).toEqual(['Bram (Anna)', 'Bram']);
    expect(names(sitting(['Anna', 'Bram'], ['Bram', 'Bram']))).toEqual(['Bram (Anna)', 'Bram']);
    expect(names(sitting(['Anna', 'Bram'], ['Bram', 'Piet']))).toEqual(['Bram', 'Piet']);
  });
  it("take the places of their seats among the game's texts", () => {
    const at = sitting(['Bram', 'Piet']);
    expect(
      withNames({ 'seat.0': 'Anna', 'seat.1': 'Bram', 'x.y': 'z' }, ['anna', 'bram'], at),
    ).toEqual({ 'seat.0': 'Anna', 'seat.1': 'Piet', 'x.y': 'z' });
  });
});

describe('a bot of the house', () => {
  const brave: Seat = {
    seat: 'blue',
    name: 'Blue',
    kind: 'bot',
    bot: 'house:Brave',
    house: 'Brave',
    character: { id: 'lotte', name: 'Lotte' },
  };
  const replaced: Seat = {
    ...brave,
    stand_in: 'search:level=regular',
    level: { id: 'regular', name: 'regular' },
  };
  it('is told as what it is, and who plays in its place', () => {
    expect(botKind(brave)).toBe('Brave, from the operator of this server');
    expect(botKind(replaced)).toBe('regular in place of Brave');
  });
  it('is named where it failed or is gone', () => {
    const line = (why: Item['why']): string =>
      linesOf([item(1, 'stand-in', { seat: 'blue', by: 'bot', why })], [replaced], 9)[0].text;
    expect(line('failed')).toBe(
      'Brave, which chose for Lotte, has ended, taken too long or answered nonsense. A bot (regular) plays on.',
    );
    expect(line('gone')).toBe(
      'This server no longer has Brave, which chose for Lotte. A bot (regular) plays on.',
    );
  });
});

describe('sentences', () => {
  const at = sitting(['Anna', 'Piet'], ['Bram', null], ['Clara', 'Joris $1']);
  const language = {
    texts: {
      'event.gave': '{0} gives {1} {2} gold.',
      'event.took.shown': '{0} takes {2} from {1}.',
      'event.took.hidden': '{0} takes a card from {1}.',
      'verb.close': '{0}: {1}',
      'verb.pass': 'Pass',
    },
    schema: {
      verbs: { close: ['seat', 'building'], pass: [] },
      events: {
        gave: { args: ['seat', 'seat', 'number'] },
        took: { args: ['seat', 'seat', 'card'] },
      },
    },
  };
  const told = (id: string, args: string[], text: string): string =>
    namedEvent({ id, args, text }, language, at).text;
  it('call people by their names, and bots as the game does', () => {
    expect(told('gave', ['anna', 'bram', '3'], 'Anna gives Bram 3 gold.')).toBe(
      'Piet gives Bram 3 gold.',
    );
    expect(told('took', ['bram', 'anna', '?'], 'Bram takes a card from Anna.')).toBe(
      'Bram takes a card from Piet.',
    );
    expect(told('took', ['clara', 'anna', 'x'], 'Clara takes Anna from Anna.')).toBe(
      'Joris $1 takes Anna from Piet.',
    );
  });
  it('stay as they are where they are made from another pattern, or of something nobody knows', () => {
    expect(told('gave', ['anna', 'bram', '3'], 'Anna is generous.')).toBe('Anna is generous.');
    expect(told('gave', ['anna', 'bram', '3'], 'The host gives Bram 3 gold.')).toBe(
      'The host gives Bram 3 gold.',
    );
    expect(told('gave', ['*', 'anna', '*'], '… gives Anna … gold.')).toBe('… gives Piet … gold.');
    expect(told('fell', ['anna'], 'Anna falls.')).toBe('Anna falls.');
  });
  it('say it of choices too', () => {
    const choice = (verb: string, args: string[], text: string): string =>
      namedChoice({ verb, args, text }, language, at).text;
    expect(choice('close', ['anna', 'school'], 'Anna: School of Crafts')).toBe(
      'Piet: School of Crafts',
    );
    expect(choice('pass', [], 'Pass')).toBe('Pass');
  });
});

describe('the log', () => {
  it('knows getting up before the game from leaving it to a bot', () => {
    expect(
      said(
        item(1, 'leave'),
        item(2, 'sit', { person: { id: 'p1', name: 'Anna' } }),
        item(3, 'start'),
        item(4, 'leave'),
      ),
    ).toEqual(['Red gets up.', 'Anna sits down: Red.', 'Anna leaves; a bot takes over.']);
  });
  it('says that the clock has answered', () => {
    const events = [{ id: 'kept', args: ['red'], text: 'Red keeps two.' }];
    expect(said(item(1, 'start'), item(2, 'act', { step: 1, by: 'clock', events }))).toEqual([
      'Time is up for Anna: the usual answer is given.',
      'Red keeps two.',
    ]);
    expect(said(item(1, 'start'), item(2, 'act', { step: 1, events }))).toEqual(['Red keeps two.']);
  });
  it('counts a sentence that comes again and again', () => {
    const events = [1, 2, 3].map(() => ({ id: 'drew', args: ['red', '?'], text: 'Red draws.' }));
    expect(linesOf([item(1, 'start', { events })], seats, 99)).toMatchObject([
      { text: 'Red draws.', times: 3 },
    ]);
  });
});
