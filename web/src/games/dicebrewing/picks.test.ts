import { describe, expect, it } from 'vitest';
import {
  candidates,
  lights,
  offersOf,
  tap as tapped,
  withMotions,
  type Offer,
} from '../../lib/picking';
import type { Ahead, Choice } from '../../lib/protocol';
import { about } from './about';
import { hint, motions, patient, takesBack, things } from './picks';
import standard from '../../../../games/dicebrewing/edition.json';
import type { Brewer, Edition, View } from './view';

const edition = standard as unknown as Edition;

const choice = (action: string, no?: string): Choice => {
  const [verb, ...args] = action.split(' ');
  return { action, verb, args, text: action, no };
};
const brewer = (more: Partial<Brewer>): Brewer =>
  ({ seeds: 1, active: [], warehouse: [], fields: {}, ...more }) as Brewer;
const view = (more: Partial<View> = {}): View =>
  ({
    turn: 'anna',
    question: null,
    fitting: { M2: ['Y3', 'Y6'], M3: ['Y3', 'B2'], S1: ['U4'] },
    accelerators: {},
    discounts: { spices: ['U4'] },
    brewers: {
      anna: brewer({ active: ['Y3', 'Y6', 'B2', 'U4'], warehouse: ['Y3', 'U1'] }),
      bram: brewer({ active: ['G2p', 'G3'], warehouse: ['B5'], fields: { M3: { input: 'Y2' } } }),
    },
    ...more,
  }) as unknown as View;
const tap = (offers: Offer[], picked: string[], thing: string) =>
  tapped(offers, picked, thing, patient);
const offersFor = (choices: Choice[], at = view(), ahead: Record<string, Ahead> = {}) =>
  withMotions(
    offersOf(choices, { verbs: {} }, (one) => things(one, at)),
    motions(choices, at, edition, {}, ahead),
  );
/** A choice that goes on to ask for a die: "die Y3 active", or "die Y6 active value_too_high". */
const asking = (prompt: string, ...answers: string[]): Ahead => ({
  chance: false,
  undoable: true,
  then: {
    prompt,
    choices: answers.map((answer) => {
      const [verb, die, zone, no] = answer.split(' ');
      return { action: `${verb} ${die} ${zone}`, no };
    }),
  },
});

describe('motions', () => {
  it('put a die on a field with two taps, in either order', () => {
    const offers = offersFor([
      choice('store Y3'),
      choice('place M2'),
      choice('place M3'),
      choice('pass'),
    ]);
    const die = tap(offers, [], 'die:anna:active:Y3');
    expect(die).toMatchObject({ is: 'picked', choice: undefined });
    expect(tap(offers, ['die:anna:active:Y3'], 'field:M3')).toMatchObject({
      choice: { steps: ['place M3', 'die Y3 active'] },
    });
    expect(tap(offers, ['field:M3'], 'die:anna:warehouse:Y3')).toMatchObject({
      choice: { steps: ['place M3', 'die Y3 warehouse'] },
    });
  });
  it('store with a second tap, on the die or the warehouse, also when nothing else can be done', () => {
    const die = 'die:anna:active:B2';
    for (const offers of [
      offersFor([choice('store B2'), choice('place M3')]),
      offersFor([choice('store B2'), choice('done')]),
    ]) {
      expect(tap(offers, [], die)).toEqual({ is: 'picked', picked: [die], choice: undefined });
      expect(lights(offers, [die]).get('zone:anna:warehouse')?.can).toBe(true);
      expect(tap(offers, [die], die)).toMatchObject({ choice: { verb: 'store', args: ['B2'] } });
      expect(tap(offers, [die], 'zone:anna:warehouse')).toMatchObject({
        choice: { action: 'store B2' },
      });
    }
  });
  it('take up a die that has one place to go to, and put it there with a second tap', () => {
    const offers = offersFor(
      [choice('place M2')],
      view({ brewers: { anna: brewer({ warehouse: ['Y3'] }) } }),
    );
    const die = 'die:anna:warehouse:Y3';
    expect(tap(offers, [], die)).toEqual({ is: 'picked', picked: [die], choice: undefined });
    expect(tap(offers, [die], 'field:M2')).toMatchObject({ choice: { steps: ['place M2'] } });
    expect(tap(offers, [die], die)).toMatchObject({ choice: { steps: ['place M2'] } });
  });
  it('say why a die or a field is refused', () => {
    const offers = offersFor(
      [choice('store Y6'), choice('place M3'), choice('place S1', 'building_closed')],
      view(),
      {
        'place M3': asking('input_die', 'die Y3 active', 'die Y6 active value_too_high'),
      },
    );
    expect(tap(offers, ['die:anna:active:Y6'], 'field:M3')).toMatchObject({
      is: 'forbidden',
      rule: 'value_too_high',
    });
    expect(tap(offers, ['die:anna:active:U4'], 'field:S1')).toMatchObject({
      is: 'forbidden',
      rule: 'building_closed',
    });
  });
  it('have no step for a question with one answer', () => {
    const offers = offersFor([choice('place S1'), choice('place M1')]);
    expect(tap(offers, ['field:S1'], 'field:S1')).toMatchObject({
      choice: { steps: ['place S1'] },
    });
    expect(tap(offers, ['seed:anna'], 'field:M1')).toMatchObject({
      choice: { steps: ['place M1'] },
    });
  });
  it('buy with a discount die, or without one by a second tap', () => {
    const offers = offersFor([choice('buy spices'), choice('buy_discounted spices')], view(), {
      'buy_discounted spices': asking(
        'discount_die',
        'die U4 active',
        'die U1 warehouse value_too_low',
      ),
    });
    expect(lights(offers, ['ingredient:spices']).get('die:anna:active:U4')?.can).toBe(true);
    expect(lights(offers, ['ingredient:spices']).get('die:anna:warehouse:U1')?.can).toBe(false);
    expect(tap(offers, ['ingredient:spices'], 'ingredient:spices')).toMatchObject({
      choice: { action: 'buy spices' },
    });
  });
  it('buy nothing with a first tap', () => {
    const offers = offersFor([choice('buy fruits'), choice('buy_token plus_one'), choice('done')]);
    for (const thing of ['ingredient:fruits', 'token:plus_one@stock']) {
      expect(tap(offers, [], thing)).toEqual({ is: 'picked', picked: [thing], choice: undefined });
      expect(tap(offers, [thing], thing)).toMatchObject({
        choice: { verb: thing.startsWith('token') ? 'buy_token' : 'buy' },
      });
    }
  });
  it('aim a token at a die of anybody', () => {
    const at = view({ question: 'target_seat extra_roll' });
    const offers = offersFor([choice('seat anna'), choice('seat bram')], at, {
      'seat bram': asking(
        'target_die',
        'die G3 active',
        'die G2p active is_protected',
        'die Y2 M3',
      ),
    });
    expect(tap(offers, [], 'die:bram:M3:Y2')).toMatchObject({
      choice: { steps: ['seat bram', 'die Y2 M3'] },
    });
    expect(candidates(offers, ['die:bram:active:G2p'])).toEqual([]);
    expect(tap(offers, [], 'seat:bram')).toMatchObject({ is: 'nothing' }); // by the schema's domain in the page
  });
  it('brew plain with a second tap on the card, or with what is on it', () => {
    const offers = offersFor([choice('brew lager_1 plain'), choice('brew lager_1 fruits')]);
    expect(tap(offers, ['recipe:lager_1'], 'recipe:lager_1')).toMatchObject({
      choice: { action: 'brew lager_1 plain' },
    });
    expect(tap(offers, [], 'extra:lager_1:fruits')).toMatchObject({
      choice: { action: 'brew lager_1 fruits' },
    });
  });
});

describe('words', () => {
  const texts = {
    'about.recipe': 'Needs {0}. Reward: {1}.',
    'board.missing': 'Missing: {0}.',
    'web.better': 'With {0}.',
    'board.offer': '{0} {1} gold ({2} left)',
    'words.points': 'points +{0}',
    'words.at_least': '{0} or more',
    'recipe.lager_1': 'Cheap Lager',
    'die.G4': 'green 4',
    'die.U4': 'blue 4',
    'die.U5': 'blue 5',
    'die.U6': 'blue 6',
    'die.Y6': 'yellow 6',
    'ingredient.honey': 'honey',
    'web.improves': 'Improves.',
    'web.cheaper': 'Cheaper: {0}.',
    'web.loose': 'loose: {0}',
    'token.plus_one.name': 'Raise',
    'token.plus_one.text': 'One more.',
  };
  const at = view({
    market: { honey: 2 },
    black_market: { plus_one: 3 },
    blocked_recipes: [],
    row: ['lager_1'],
    row_points: [1],
    reach: [[]],
  } as unknown as Partial<View>);
  const told = (thing: string) => about(thing, { view: at, you: 'anna', texts, edition });
  it('say what a recipe, an ingredient and a token are at any time', () => {
    expect(told('recipe:lager_1')).toMatchObject({
      name: 'Cheap Lager',
      text: expect.stringMatching(/^Needs .*Reward: .*Missing: .*With /),
    });
    expect(told('ingredient:honey')).toEqual({
      name: 'honey 5 gold (2 left)',
      text: 'Improves. Cheaper: blue 5 or more: −1, blue 6: −2.',
    });
    expect(told('token:plus_one@stock')).toEqual({
      name: 'Raise 2 gold (3 left)',
      text: 'One more.',
    });
    expect(told('token:plus_one')).toBeNull(); // one's own: the game's texts say it
    expect(told('field:M1')).toBeNull();
  });
  it('remind of high dice that one is about to leave loose', () => {
    const loose = (verb: string, phase: string): string =>
      hint(
        choice(verb),
        view({ phase, worth_storing: { anna: ['Y6', 'U4'] } } as unknown as Partial<View>),
        texts,
      );
    expect([loose('pass', 'arrange'), loose('done', 'purchase')]).toEqual([
      'loose: yellow 6, blue 4',
      'loose: yellow 6, blue 4',
    ]);
    expect([
      loose('end_turn', 'arrange'),
      loose('pass', 'brew'),
      loose('done', 'last_store'),
    ]).toEqual(['', '', '']);
  });
  it('know which step put a die in hand', () => {
    expect([takesBack('lifted:active:Y3'), takesBack('die:anna:active:Y3')]).toEqual([
      'die Y3 active',
      null,
    ]);
  });
});
