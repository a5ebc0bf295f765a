import { describe, expect, it } from 'vitest';
import { alone, ANY, eventRows, pattern, raised, valuesOf, verbRows, wanted } from './orders';
import type { Schema, Seat } from './protocol';

const schema: Schema = {
  game: 'test',
  seats: ['red', 'blue'],
  domains: { card: ['ward', 'light'], people: ['elf'] },
  verbs: { play: ['card'], pass: [], end: [] },
  events: {
    rose: { args: ['seat', 'people', 'number'] },
    drew: { args: ['seat', 'card'], secret: [1] },
  },
  ends: [],
  asides: [],
  rules: {},
  reactions: ['pass', 'play'],
};
const texts = {
  'verb.play': 'play {0}',
  'verb.pass': 'pass',
  'event.rose': '{0} rises with the {1} to {2}.',
  'event.drew.shown': '{0} draws {1}.',
  'card.ward.name': 'Ward',
  'people.elf': 'elves',
};

describe('a pattern', () => {
  it('has jokers only where something comes after them', () => {
    expect(pattern('rose', [ANY, 'elf', ANY])).toBe('rose * elf');
    expect(pattern('rose', [ANY, ANY])).toBe('rose');
    expect(pattern('pass', [])).toBe('pass');
  });
  it('begins with an action, those out of turn first', () => {
    expect(verbRows(schema, texts)).toEqual([
      { id: 'pass', label: 'pass', args: [] },
      { id: 'play', label: 'play …', args: ['card'] },
      { id: 'end', label: 'end', args: [] },
    ]);
  });
  it('is told with words of its own where the answer alone says too little', () => {
    const more = { ...texts, 'verb.seat': '{0}', 'web.verb.seat': 'Aim at {0}' };
    expect(alone('Piet', 'seat', more)).toBe('Aim at Piet');
    expect(alone('play Ward', 'play', more)).toBe('play Ward');
    expect(verbRows({ ...schema, verbs: { seat: ['seat'] }, reactions: [] }, more)[0].label).toBe(
      'Aim at …',
    );
  });
  it('or with what can happen, as it is told when nothing is hidden', () => {
    expect(eventRows(schema, texts, 'en').map((row) => row.label)).toEqual([
      '… draws …',
      '… rises with the … to …',
    ]);
  });
  it('goes on with the values of each word', () => {
    const seats: Seat[] = [
      { seat: 'red', name: 'Red', kind: 'person', person: { id: 'p1', name: 'Piet' } },
    ];
    expect(valuesOf('card', schema, texts, seats)).toEqual([
      { id: 'ward', name: 'Ward' },
      { id: 'light', name: 'light' },
    ]);
    expect(valuesOf('people', schema, texts, seats)).toEqual([{ id: 'elf', name: 'elves' }]);
    expect(valuesOf('seat', schema, texts, seats)).toEqual([{ id: 'red', name: 'Piet' }]);
    expect(valuesOf('number', schema, texts, seats)[3]).toEqual({ id: '3', name: '3' });
  });
});

describe('a list of orders', () => {
  it('changes its order one place at a time', () => {
    expect(raised(['a', 'b', 'c'], 2)).toEqual(['a', 'c', 'b']);
    expect(raised(['a', 'b'], 0)).toEqual(['a', 'b']);
  });
  it('is sent without its sentences', () => {
    const order = { do: 'play ward', text: 'play Ward', when: 'rose', when_text: '…' };
    expect(wanted([order, { do: 'pass' }])).toEqual([
      { do: 'play ward', when: 'rose' },
      { do: 'pass' },
    ]);
  });
});
