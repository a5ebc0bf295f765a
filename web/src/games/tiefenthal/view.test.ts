import { describe, expect, it } from 'vitest';
import given from '../../../../games/tiefenthal/edition.json';
import type { Choice, GameEvent } from '../../lib/protocol';
import {
  bookWords,
  deckOf,
  laid,
  moment,
  nameSize,
  picks,
  shownSeat,
  type Edition,
  type Tavern,
  type View,
} from './view';
import { cellOf, columns } from './walk';

const edition = given as unknown as Edition;
const tavern = (more: Partial<Tavern> = {}): Tavern =>
  ({
    top: [],
    draw: [],
    discard: [],
    staff: [],
    tables: [],
    nobles: 0,
    served: [],
    dice: [],
    coaster: [],
    upgraded: [],
    fresh: [],
    washed: 0,
    reputation: 0,
    host_flipped: false,
    ...more,
  }) as unknown as Tavern;
const view = (taverns: Record<string, Tavern>, more: Partial<View> = {}): View =>
  ({
    players: Object.keys(taverns).length,
    start: 'green',
    agenda: [],
    taverns,
    ...more,
  }) as unknown as View;
const event = (id: string, ...args: string[]): GameEvent => ({ id, args, text: '' });

describe('a tavern', () => {
  it('has its cards wherever they lie', () => {
    const rich = tavern({
      top: ['noble'],
      draw: ['supplier'],
      discard: ['g8a'],
      staff: ['table'],
      tables: ['regular_2_a', 'noble', null],
      nobles: 2,
    });
    expect(deckOf(rich)).toHaveLength(7);
  });
});

describe('a die in hand', () => {
  it('is found on top of the agenda', () => {
    expect(moment(view({}, { agenda: ['serve green', 'place_die green w3'] }))).toEqual({
      step: 'place_die',
      words: ['green', 'w3'],
    });
  });
});

describe('whose tavern is shown', () => {
  const two = view({ green: tavern(), purple: tavern() });
  it('is one’s own, or that of whoever is to choose', () => {
    expect(shownSeat(two, 'purple', ['green'])).toBe('purple');
    expect(shownSeat(two, null, ['purple'])).toBe('purple');
    expect(shownSeat(two, null, ['green', 'purple'])).toBe('green');
  });
});

describe('the dice used this evening', () => {
  it('lie on the spaces they served, one on each of two alike', () => {
    const past = [
      event('served', 'green', 'g3', 'w3', '3'),
      event('round', '2', 'green'),
      event('served', 'green', 'g3', 'w2', '3'),
      event('delivered', 'green', 'w6', '1'),
      event('served', 'green', 'g3', 'c3', '3'),
      event('cashbox', 'purple', 'w1', '1'),
      event('delivered', 'green', 'c1', '1'),
    ];
    const found = laid(
      past,
      view({ green: tavern({ tables: ['g3', 'noble', 'g3'], served: [1, 3] }) }),
      'green',
    );
    expect(found.tables).toEqual({ 1: 'w2', 3: 'c3' });
    expect(found.tiles).toEqual({ supplier: ['w6', 'c1'] });
  });
});

describe('the way round the monastery', () => {
  it('is one row where there is room', () => {
    expect(columns(23, true)).toBe(23);
    expect(cellOf(22, 23, true)).toEqual({ x: 22, y: 0 });
  });
  it('comes back below where it went', () => {
    expect(cellOf(11, 23, false)).toEqual({ x: 11, y: 0 });
    expect(cellOf(12, 23, false)).toEqual({ x: 11, y: 1 });
    expect(cellOf(22, 23, false)).toEqual({ x: 1, y: 1 });
  });
});

describe('the guest book', () => {
  const texts = {
    'board.signatures': '{0}',
    'web.book_next': '{0}: {1}.',
    'web.book_missing': 'no {0}.',
    'board.ducats': '{0}d',
    'line.noble': 'noble',
  };
  const all = [
    'regular',
    'guest_3',
    'guest_4',
    'guest_5',
    'guest_6',
    'guest_7',
    'guest_8',
    'bar_guest',
    'entertainer',
  ] as Tavern['signatures'];
  it('tells its next reward and who hasn’t signed', () => {
    const book = (
      signatures: Tavern['signatures'],
      next: number | null,
      missing: Tavern['signatures'],
    ): { name: string; text: string } =>
      bookWords(
        view(
          { green: tavern({ signatures }) },
          { next_signatures: { green: next }, to_sign: { green: missing } },
        ),
        'green',
        edition,
        { ...texts, 'reward.crown': 'crown' },
      );
    expect(book(['regular'], 2, ['noble']).text).toBe('2: 2d. no noble.');
    expect(book(all, 10, ['noble'])).toEqual({ name: '9', text: '10: crown. no noble.' });
    expect(book([...all, 'noble'], null, []).text).toBe('');
  });
});

describe('a name', () => {
  it('is written smaller when a word of it is long', () => {
    expect(nameSize('Cook', 8)).toBe('0.92em');
    expect(Number.parseFloat(nameSize('Tellerwäscher', 8))).toBeLessThan(0.8);
  });
});

describe('dice on a coaster', () => {
  const pick = (face: number, no?: string) => ({
    action: `pick ${face}`,
    verb: 'pick',
    args: [`${face}`],
    text: `Take the ${face}`,
    no,
  });
  it('are things of their own, also where two show the same', () => {
    const view = {
      agenda: ['round_end', 'pick green'],
      taverns: { green: tavern({ coaster: [2, 5, 2, 2] }) },
    } as unknown as View;
    expect(picks([pick(2), pick(5)], view)).toMatchObject([
      { steps: ['pick 2'], things: ['face:2@2'] },
      { steps: ['pick 2'], things: ['face:2@3'] },
    ]);
    expect(picks([pick(2)], { ...view, agenda: ['serve green'] })).toEqual([]);
  });
  it('and so is each die before oneself while one serves', () => {
    const choice = (action: string): Choice => {
      const [verb, ...args] = action.split(' ');
      return { action, verb, args, text: action };
    };
    const serving = view(
      { green: tavern({ dice: ['w3', 'w3', 'c3'] }) },
      { agenda: ['serve green'] },
    );
    const all = ['die w3', 'die c3', 'turn w3 5', 'cashbox'].map(choice);
    expect(picks(all, serving)).toMatchObject([
      { steps: ['die w3'], things: ['die:w3@2'] },
      { steps: ['turn w3 5'], things: ['die:w3@2', 'turn:5'] },
    ]);
  });
});
