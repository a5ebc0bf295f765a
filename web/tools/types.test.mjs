import { describe, expect, it } from 'vitest';
import { typeOf, typesOf } from './types.mjs';

describe('types from schemas', () => {
  it.each([
    [{ $ref: '#/$defs/seat' }, 'Seat'],
    [{ enum: ['a', 'b'] }, '"a" | "b"'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'array', items: { type: 'string' } }, 'string[]'],
    [
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      '(string | null)[]',
    ],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'Record<string, number>'],
    [
      {
        type: 'object',
        properties: { a: { type: 'boolean' }, b: { type: 'null' } },
        required: ['a'],
      },
      '{\n  a: boolean;\n  b?: null;\n}',
    ],
    [{ allOf: [{ type: 'string' }] }, 'string'],
    [{}, 'unknown'],
  ])('%j', (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  it('names domains, verbs and events', () => {
    const text = typesOf({
      game: 'toy',
      verbs: { play: ['big_card'] },
      events: { ends: {} },
      view: { $defs: { big_card: { enum: ['x'] } }, allOf: [{ type: 'object', properties: {} }] },
    });
    expect(text).toContain('export type BigCard = "x";');
    expect(text).toContain('export type Verb = "play";');
    expect(text).toContain('export type View = Record<string, unknown>;');
  });
});
