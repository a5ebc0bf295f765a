import { describe, expect, it } from 'vitest';
import type { Choice } from '../../lib/protocol';
import { lights, offersOf, tap, withMotions } from '../../lib/picking';
import { concerns, hint, motions, things } from './picks';

const texts = {
  'seat.0': 'Anna',
  'seat.1': 'Blue',
  'business.krug.name': 'Zum Krug',
  'event.nominated': '{0} wants to be boss of {1}.',
  'web.votes': '{0} : {1}',
  'web.opens_hidden': 'opens {0}',
  'board.price': 'Price',
  'board.colon': ': ',
};
const edition = { players: { 3: { shares_per_business: 6 } } };
const view = {
  players: 3,
  agenda: ['veto blue krug'],
  bosses: { krug: 'red' },
  shares: { krug: { red: 2, blue: 1, green: 1 } },
  opened: { krug: 4 },
  hidden: { red: 1, blue: 1 },
  stones: { red: 4, blue: 4 },
  hands: { red: ['krug', 'krug', 'post'] },
  face_up: ['krug', null],
  answer_cards: 1,
  drawn: null,
  price: 5,
};
const choice = (action: string): Choice => {
  const [verb, ...args] = action.split(' ');
  return { action, verb, args, text: action };
};

describe('a contest', () => {
  it('marks the house, and says who wants it and with how many shares', () => {
    expect(concerns(view)).toEqual(['business:krug']);
    expect(hint(choice('accept'), view, texts, edition)).toBe('Blue wants to be boss of Zum Krug.');
    expect(hint(choice('veto'), view, texts, edition)).toBe('2 : 2; opens 1');
  });
});

describe('answers', () => {
  it('say what is bought, and what becoming boss takes', () => {
    expect(hint(choice('buy left'), view, texts, edition)).toBe('Zum Krug · Price: 5');
    const boss = { ...view, agenda: ['boss blue 1'] };
    expect(hint(choice('nominate krug'), boss, texts, edition)).toBe('');
    expect(
      hint(choice('nominate krug'), boss, texts, edition, {
        chance: false,
        undoable: false,
        events: [{ id: 'opened', args: ['blue', 'krug'], text: '' }],
      }),
    ).toBe('opens 1');
  });
});

describe('equal cards', () => {
  const choices = ['hide krug krug', 'hide krug post'].map(choice);
  const offers = withMotions(
    offersOf(choices, { verbs: {} }, (one) => things(one, view)),
    motions(choices, view),
  );

  it('are picked one by one', () => {
    expect(lights(offers, ['card:krug@2']).get('card:krug')).toEqual({ can: true, picked: false });
    const second = tap(offers, ['card:krug@2'], 'card:krug');
    expect(second.is === 'picked' && second.choice?.steps).toEqual(['hide krug krug']);
    const other = tap(offers, ['card:krug@2'], 'card:post');
    expect(other.is === 'picked' && other.choice?.steps).toEqual(['hide krug post']);
  });
  it('show which one was drawn: the last', () => {
    expect(concerns({ ...view, agenda: ['keep_or_open red'], drawn: 'krug' })).toEqual([
      'card:krug@2',
    ]);
  });
});
