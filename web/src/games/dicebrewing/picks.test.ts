import { describe, expect, it } from 'vitest';
import { candidates, lights, offersOf, tap, withMotions } from '../../lib/picking';
import type { Choice } from '../../lib/protocol';
import { ledger } from './ledger';
import { motions, things } from './picks';
import standard from '../../../../games/dicebrewing/edition.json';
import type { Brewer, Edition, View } from './view';

const edition = standard as unknown as Edition;

const choice = (action: string, no?: string): Choice => {
  const [verb, ...args] = action.split(' ');
  return { action, verb, args, text: action, no };
};
const brewer = (more: Partial<Brewer>): Brewer => ({ seeds: 1, active: [], warehouse: [], fields: {}, ...more }) as Brewer;
const view = (more: Partial<View> = {}): View =>
  ({
    turn: 'anna',
    question: null,
    brewers: { anna: brewer({ active: ['Y3', 'Y6', 'B2', 'U4'], warehouse: ['Y3', 'U1'] }), bram: brewer({ active: ['G2p', 'G3'], warehouse: ['B5'], fields: { M3: { input: 'Y2' } } }) },
    ...more,
  }) as unknown as View;
const offersFor = (choices: Choice[], at = view()) =>
  withMotions(offersOf(choices, { verbs: {} }, (one) => things(one, at)), motions(choices, at, edition, {}));

describe('motions', () => {
  it('put a die on a field with two taps, in either order', () => {
    const offers = offersFor([choice('store Y3'), choice('place M2'), choice('place M3'), choice('pass')]);
    const die = tap(offers, [], 'die:anna:active:Y3');
    expect(die).toMatchObject({ is: 'picked', choice: undefined });
    expect(tap(offers, ['die:anna:active:Y3'], 'field:M3')).toMatchObject({ choice: { steps: ['place M3', 'die Y3 active'] } });
    expect(tap(offers, ['field:M3'], 'die:anna:warehouse:Y3')).toMatchObject({ choice: { steps: ['place M3', 'die Y3 warehouse'] } });
  });
  it('store with a second tap, or at once when nothing else can be done', () => {
    const offers = offersFor([choice('store B2'), choice('place M3')]);
    expect(tap(offers, ['die:anna:active:B2'], 'die:anna:active:B2')).toMatchObject({ choice: { steps: ['store B2'] } });
    expect(tap(offersFor([choice('store B2'), choice('done')]), [], 'die:anna:active:B2')).toMatchObject({ choice: { action: 'store B2' } });
  });
  it('say why a die or a field is refused', () => {
    const offers = offersFor([choice('store Y6'), choice('place M3'), choice('place S1', 'building_closed')]);
    expect(tap(offers, ['die:anna:active:Y6'], 'field:M3')).toMatchObject({ is: 'forbidden', rule: 'value_too_high' });
    expect(tap(offers, ['die:anna:active:U4'], 'field:S1')).toMatchObject({ is: 'forbidden', rule: 'building_closed' });
  });
  it('have no step for a question with one answer', () => {
    const offers = offersFor([choice('place S1'), choice('place M1')]);
    expect(tap(offers, [], 'field:S1')).toMatchObject({ choice: { steps: ['place S1'] } });
    expect(tap(offers, [], 'seed:anna')).toMatchObject({ choice: { steps: ['place M1'] } });
  });
  it('buy with a discount die, or without one by a second tap', () => {
    const offers = offersFor([choice('buy spices'), choice('buy_discounted spices')]);
    expect(lights(offers, ['ingredient:spices']).get('die:anna:active:U4')?.can).toBe(true);
    expect(lights(offers, ['ingredient:spices']).get('die:anna:warehouse:U1')?.can).toBe(false);
    expect(tap(offers, ['ingredient:spices'], 'ingredient:spices')).toMatchObject({ choice: { action: 'buy spices' } });
  });
  it('aim a token at a die of anybody', () => {
    const at = view({ question: 'target_seat extra_roll' });
    const offers = offersFor([choice('seat anna'), choice('seat bram')], at);
    expect(tap(offers, [], 'die:bram:M3:Y2')).toMatchObject({ choice: { steps: ['seat bram', 'die Y2 M3'] } });
    expect(candidates(offers, ['die:bram:active:G2p'])).toEqual([]);
    expect(tap(offers, [], 'seat:bram')).toMatchObject({ is: 'nothing' }); // by the schema's domain in the page
  });
  it('brew plain with a second tap on the card, or with what is on it', () => {
    const offers = offersFor([choice('brew lager_1 plain'), choice('brew lager_1 fruits')]);
    expect(tap(offers, ['recipe:lager_1'], 'recipe:lager_1')).toMatchObject({ choice: { action: 'brew lager_1 plain' } });
    expect(tap(offers, [], 'extra:lager_1:fruits')).toMatchObject({ choice: { action: 'brew lager_1 fruits' } });
  });
});

describe('the score sheet', () => {
  it('tells beers, improvements, gold and dice apart, and adds up', () => {
    const read = ledger(edition, {});
    const events: [string, ...string[]][] = [
      ['placed', 'anna', 'M2', 'Y4'], ['gained_die', 'anna', 'black'],
      ['bought', 'anna', 'spices', '4'], ['credit', 'anna', '2'],
      ['brewed', 'anna', 'porter_1', 'spices'], ['gained_points', 'anna', '2'], ['gained_gold', 'anna', '1'], ['gained_points', 'anna', '2'],
      ['scored', 'anna', '9'],
    ];
    const entries = events.flatMap(([id, ...args]) => read({ id, args, text: '' }));
    const sum = (key: string): number => entries.filter((entry) => entry.key === key).reduce((all, { amount }) => all + amount, 0);
    expect([sum('brew'), sum('card'), sum('extra.spices'), sum('gold'), sum('dice.yellow'), sum('dice.black'), sum('dice.green')]).toEqual([1, 1, 2, 0, 0, 4, 1]);
    expect(entries.reduce((all, { amount }) => all + amount, 0)).toBe(9);
    expect(sum('rest')).toBe(0);
  });
});
