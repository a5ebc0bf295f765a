import { describe, expect, it } from 'vitest';
import edition from '../../../../games/taverna/edition.json';
import type { GameEvent } from '../../lib/protocol';
import { readRoyal } from './royal';
import { about, hint } from './about';
import { aims, sideOf, slots, spellId, type Edition, type View } from './view';

const data = edition as unknown as Edition;
const level = (elf: number, dwarf: number, orc: number, human: number) => ({
  elf,
  dwarf,
  orc,
  human,
});
const house = (deeds: (string | null)[], guilds: string[] = []) => ({
  tables: [null, 'elf', null],
  deeds,
  guilds,
  privilege: true,
});

const view = {
  players: 3,
  start: 'red',
  active: 'blue',
  points: { blue: 3, red: 4, green: 5 },
  levels: { blue: level(3, 2, 0, 6), red: level(3, 2, 0, 7), green: level(1, 7, 7, 7) },
  coins: { blue: 9, red: 5, green: null },
  favours: { blue: ['gain_level'], red: [], green: [] },
  used_favours: { blue: ['add_beer'], red: [], green: [] },
  cast: {
    blue: [],
    red: ['alchemy', 'ward', 'teleport', 'slander', 'summons', 'illusion'],
    green: [],
  },
  taverns: {
    bough: house(['blue', null], ['beer']),
    keg: house([null, 'blue']),
    tusk: house([null, 'red']),
    lantern: house([null, null]),
    hall: house([null, null, 'blue']),
  },
  row: ['elf_beer', null, 'elf_orc_mask', 'orc_beer'],
  turn: {
    phase: 'picked',
    card: 'human_book_mask',
    people: 'human',
    symbols: ['book'],
    any_table: false,
  },
  claims: [],
  scored: {},
  royal_order: [],
  royal_orders: { elf: ['red', 'blue', 'green'] },
  deed_prices: { tusk: [3, 8] },
  symbols: { bough: ['beer', 'lyre'] },
} as unknown as View;

describe('the board', () => {
  it('has the side for the number of players', () => {
    expect(sideOf(view, data, 'hall').tables).toHaveLength(6);
    expect(sideOf({ ...view, players: 4 }, data, 'hall').deeds).toHaveLength(4);
  });
  it('keeps the customer of the turn at his place in the row, as he is now', () => {
    const row = slots(view, data);
    expect(row[1]).toEqual({
      customer: 'human_book_mask',
      played: true,
      peoples: ['human'],
      symbols: ['book'],
    });
    expect(row[2]).toMatchObject({ played: false, peoples: ['elf', 'orc'] });
    expect(slots({ ...view, turn: { ...view.turn, phase: 'pre' } }, data)[1].customer).toBeNull();
  });
  it('points at what a declaration is about', () => {
    const claims = [
      {
        by: 'spell',
        seat: 'red',
        spell: 'eviction',
        picks: ['tile hall 6', null, 'dignitary notary', 'deed tusk 3', 'enough'],
      },
    ] as unknown as View['claims'];
    expect([...aims({ ...view, claims })]).toEqual([
      'table:hall.6',
      'dignitary:notary',
      'deed:tusk.3',
    ]);
  });
  it('reads cards however they are written', () => {
    expect(spellId('ward#2')).toBe('ward');
    expect(spellId({ card: 'ward', known_by: ['red'] })).toBe('ward');
  });
});

describe('what is bought', () => {
  const hired = (price: number, next_price: number | null): View =>
    ({ ...view, claims: [{ by: 'regular', seat: 'blue', picks: [], price, next_price }] }) as View;
  const texts = { 'web.price': 'for {0}', 'web.more': '+{0}, {1} in all' };
  const told = (action: string, given: View): string => {
    const [verb, ...args] = action.split(' ');
    return hint({ action, verb, args, text: '' }, given, texts);
  };
  it('has its price at the button', () => {
    expect(told('deed tusk 2', view)).toBe('for 8');
    expect(told('track elf', hired(0, 3))).toBe('for 3');
    expect(told('track elf', hired(3, 3))).toBe('+3, 6 in all');
    expect(told('enough', hired(3, 3))).toBe('for 3');
    expect(told('symbol book', hired(3, null))).toBe('');
    expect(told('track elf', view)).toBe('');
  });
});

describe('what a thing is for', () => {
  const texts = {
    'symbol.beer': 'Beer',
    'symbol.lyre': 'Lyre',
    'people.orc': 'Orc',
    'web.symbol.beer': 'take {0}',
    'web.symbol.lyre': 'hire',
    'web.track': '{0} | {1}',
    'tell.level': '{0}: {1}',
    'tell.points': 'p{0}',
    'tell.spells': 's{0}',
    'tell.privileges': 'r{0}',
  };
  const told = (thing: string) => about(thing, { view, texts, edition: data });
  it('is told with the figures of the edition', () => {
    expect(told('symbol:beer')).toEqual({ name: 'Beer', text: 'take 3' });
    expect(told('people:orc')).toEqual({
      name: 'Orc',
      text: '2: p2; 4: s1; 6: r2 | −3, −1, 0, 1, 2, 4, 7, 10',
    });
    expect(told('tavern:bough')?.text).toBe('Beer: take 3 Lyre: hire');
    expect(told('customer:elf_beer/elf')?.text).toBe('Beer: take 3');
    expect(told('favour:add_beer')).toBeNull();
  });
});

describe('the royal scoring', () => {
  const events = [
    ['exchange', 'red', '2', '1'],
    ['scored', 'red', '1'],
    ['royal_round', 'elf'],
    ['royal', 'red', 'king', '5'],
    ['rose', 'red', 'elf', '4'],
    ['royal', 'blue', 'archduke', '9'],
    ['people_scored', 'red', 'elf', '2'],
    ['people_scored', 'blue', 'elf', '-3'],
  ].map(([id, ...args]): GameEvent => ({ id, args, text: '' }));

  it('is told from its events', () => {
    expect(readRoyal(view, events.slice(0, 3))).toMatchObject({
      round: 'elf',
      order: ['red', 'blue', 'green'],
      latest: null,
      exchanged: [{ seat: 'red', spells: 2, privileges: 1 }],
    });
    const whole = readRoyal(view, events);
    expect(whole.latest).toEqual({ seat: 'blue', scoring: 'archduke', points: 9 });
    expect(whole.taken).toEqual({
      king: { seat: 'red', points: 5 },
      archduke: { seat: 'blue', points: 9 },
    });
    expect(whole.levels.red.elf).toBe(4);
    expect(whole.peoples).toEqual({ red: { elf: 2 }, blue: { elf: -3 } });
    expect(view.levels.red.elf).toBe(3); // the position itself stays as it was
  });
});
