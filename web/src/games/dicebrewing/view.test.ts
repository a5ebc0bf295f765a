import { describe, expect, it } from 'vitest';
import standard from '../../../../games/dicebrewing/edition.json';
import {
  canImprove,
  counted,
  dieOf,
  doing,
  needs,
  others,
  recipeOf,
  tokensOf,
  type Brewer,
  type Edition,
  type View,
} from './view';

const edition = standard as unknown as Edition;
const brewer = (more: Partial<Brewer> = {}): Brewer => ({
  gold: 2,
  points: 0,
  seeds: 1,
  active: [],
  warehouse: [],
  fields: {},
  ingredients: [],
  tokens: [],
  discount: null,
  passed: false,
  blocked_buildings: [],
  bought_ingredient: false,
  bought_token: false,
  late: [],
  ...more,
});
const view = (more: Partial<View> = {}): View =>
  ({
    players: 3,
    round: 2,
    start: 'bram',
    phase: 'arrange',
    turn: 'anna',
    credit_spent: 0,
    question: null,
    variants: { ones_as_gold: 'on' },
    locked: {},
    brewers: { anna: brewer(), bram: brewer(), clara: brewer() },
    ...more,
  }) as View;

describe('dice', () => {
  it('are read from their names', () => {
    expect(dieOf('Y3')).toMatchObject({ colour: 'yellow', value: 3, raised: false, guard: '' });
    expect(dieOf('U6+p')).toMatchObject({
      colour: 'blue',
      value: 6,
      raised: true,
      guard: 'protected',
    });
    expect(dieOf('B2+x')).toMatchObject({
      colour: 'black',
      value: 2,
      raised: true,
      guard: 'blocked',
    });
    expect(dieOf('G0').value).toBe(0);
  });
  it('lie together when they are equal', () => {
    expect(counted(['Y3', 'Y3', 'G1'])).toEqual([
      ['Y3', 2],
      ['G1', 1],
    ]);
  });
});

describe('the table', () => {
  it('seats the others in the order of play', () => {
    expect(others(view(), 'bram')).toEqual(['clara', 'anna']);
    expect(others(view(), null)).toEqual(['anna', 'bram', 'clara']);
  });
  it('says what an open question is about', () => {
    expect(doing(view({ question: 'brew_dice lager_1 plain' }))).toBe('lager_1');
    expect(doing(view())).toBe('');
  });
  it('counts bought and won tokens, known or not', () => {
    expect(tokensOf(brewer({ tokens: ['plus_one'], won_tokens: ['take_back'] }))).toEqual([
      'plus_one',
      'take_back',
    ]);
    expect(tokensOf(brewer({ tokens: [2, 3], won_tokens: [null] }))).toEqual([null, null, null]);
  });
});

describe('what is missing for a recipe', () => {
  const stout = recipeOf(edition, 'stout_3')!; // Y3 Y2 B5 B3 G4
  const seen = view({
    row: [null, 'stout_3'],
    reach: [[], ['met', 'met', 'near', 'met', 'missing']],
    improvable: [[], ['honey']],
  });
  it('is said by the view, minimum by minimum from high to low', () => {
    const found = needs(stout, seen);
    expect(found.map(({ colour, min, state }) => `${colour[0]}${min} ${state}`)).toEqual([
      'y3 met',
      'y2 met',
      'b5 near',
      'b3 met',
      'g4 missing',
    ]);
    expect(needs(stout, view({ row: ['stout_3'], reach: [] })).at(-1)?.state).toBe('missing');
  });
  it('says what could improve it', () => {
    expect(canImprove(seen, 'stout_3', 'honey')).toBe(true);
    expect(canImprove(seen, 'stout_3', 'blue_die')).toBe(false);
    expect(canImprove(seen, 'lager_1', 'honey')).toBe(false);
  });
});
