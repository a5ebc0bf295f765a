import { describe, expect, it } from 'vitest';
import {
  candidates,
  distinct,
  inReach,
  lights,
  offersOf,
  stepsOf,
  tap,
  withMotions,
  type Motion,
} from './picking';
import { dropTarget } from './drag';
import type { Choice } from './protocol';

const schema = {
  verbs: { take: ['field', 'business'], hide: ['card', 'card'], pass: [], nominate: ['business'] },
};
const choice = (action: string, no?: string): Choice => {
  const [verb, ...args] = action.split(' ');
  return { action, verb, args, text: action, no };
};
const offers = offersOf(
  [
    choice('take D2 krug'),
    choice('take D2 eiche'),
    choice('take E2 eiche'),
    choice('take A3 krug', 'start_field'),
    choice('pass'),
  ],
  schema,
);

describe('picking', () => {
  it('names things by the domains of the verb', () => {
    expect(offers[0].things).toEqual(['field:D2', 'business:krug']);
    expect(offers[4].things).toEqual([]);
  });
  it('lights what can be done and remembers why not', () => {
    const light = lights(offers, []);
    expect(light.get('field:D2')).toEqual({ can: true, picked: false });
    expect(light.get('field:A3')).toEqual({ can: false, picked: false, no: 'start_field' });
    expect(light.get('business:krug')?.can).toBe(true);
  });
  it('asks on while several choices are left', () => {
    const first = tap(offers, [], 'field:D2');
    expect(first).toMatchObject({ is: 'picked', picked: ['field:D2'], choice: undefined });
    expect(candidates(offers, ['field:D2'])).toHaveLength(2);
    expect(tap(offers, ['field:D2'], 'business:eiche')).toMatchObject({
      choice: { action: 'take D2 eiche' },
    });
  });
  it('takes the only choice at once', () => {
    expect(tap(offers, [], 'field:E2')).toMatchObject({ choice: { action: 'take E2 eiche' } });
  });
  it('says why a thing cannot be chosen', () => {
    expect(tap(offers, [], 'field:A3')).toMatchObject({ is: 'forbidden', rule: 'start_field' });
  });
  it('lets go of a thing tapped again, and begins anew with one that does not fit', () => {
    expect(tap(offers, ['field:D2'], 'field:D2')).toMatchObject({ is: 'picked', picked: [] });
    expect(tap(offers, ['field:D2'], 'field:E2')).toMatchObject({ picked: ['field:E2'] });
    expect(tap(offers, [], 'hero:Gg')).toEqual({ is: 'nothing' });
  });
  it('takes two equal cards as two', () => {
    const pair = offersOf([choice('hide krug krug'), choice('hide krug post')], schema);
    expect(tap(pair, [], 'card:krug')).toMatchObject({ picked: ['card:krug'], choice: undefined });
    expect(tap(pair, ['card:krug'], 'card:krug')).toMatchObject({
      choice: { action: 'hide krug krug' },
    });
  });
  it('knows when no further tap can tell the choices apart', () => {
    // John next to Zork, or Zork next to John: the same two heroes.
    const put = offersOf([choice('put J behind Z'), choice('put Z behind J')], {
      verbs: { put: ['hero', 'side', 'hero'] },
    });
    const nowhere = new Set(['side:behind']);
    expect(inReach(put[0], ['hero:Z'], nowhere)).toBe(true);
    expect(inReach(put[0], ['hero:Z', 'hero:J'], nowhere)).toBe(false);
    expect(inReach(put[1], ['hero:Z', 'hero:J'], nowhere)).toBe(false);
    expect(inReach(put[1], ['hero:Z', 'hero:J'], new Set())).toBe(true);
  });
  it('lets a board name the things of a choice', () => {
    const own = offersOf([choice('pass')], schema, () => ['pile:draw']);
    expect(own[0].things).toEqual(['pile:draw']);
  });
});

describe('motions', () => {
  const motion = (steps: string[], things: string[], no?: string): Motion => ({
    steps,
    things,
    text: steps.join(),
    no,
  });
  const all = withMotions(offers, [
    motion(['nominate krug', 'take D2 krug'], ['business:krug', 'field:D2', 'hero:Gg']),
    motion(['take D2 krug'], ['hero:Gg', 'hero:Gg']),
    motion(['take E2 eiche', 'pass'], ['field:E2', 'business:eiche', 'hero:Gg'], 'no_way'),
  ]);
  it('take the place of the choice they begin with, if they touch all of its things', () => {
    expect(all.map(({ choice: { action } }) => action)).not.toContain('take E2 eiche');
    expect(all.map(({ choice: { action } }) => action)).toContain('take D2 krug');
  });
  it('carry their steps', () => {
    const tapped = tap(all, ['field:D2', 'business:krug'], 'hero:Gg');
    expect(tapped.is === 'picked' && tapped.choice && stepsOf(tapped.choice)).toEqual([
      'nominate krug',
      'take D2 krug',
    ]);
    expect(stepsOf(offers[0].choice)).toEqual(['take D2 krug']);
  });
  it('are refused with their own reason', () => {
    expect(tap(all, ['field:E2'], 'hero:Gg')).toMatchObject({ is: 'forbidden', rule: 'no_way' });
  });
  it('are said once, however many ways there are', () => {
    const twice = [...offers, ...withMotions([], [motion(['pass'], ['pile:draw'])])];
    expect(distinct(twice)).toHaveLength(offers.length);
    expect(tap(twice, [], 'pile:draw')).toMatchObject({ choice: { text: 'pass' } });
  });
});

describe('letting go', () => {
  it('finds the first thing that can take what is held', () => {
    const lit = lights(offers, ['field:D2']);
    expect(dropTarget([null, 'field:A3', 'business:eiche', 'business:krug'], lit, 'field:D2')).toBe(
      'business:eiche',
    );
    expect(dropTarget(['field:D2', null], lit, 'field:D2')).toBeNull();
  });
});
