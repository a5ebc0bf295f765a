import { describe, expect, it } from 'vitest';
import { given, literals, used } from './colours.mjs';

describe('literal colours', () => {
  it.each([
    ['a { color: #fff }', '#fff'],
    ['<path fill="#a1B2c3" />', '#a1B2c3'],
    ["colour: '#12345678',", '#12345678'],
    ['a { background: rgba(0, 0, 0, 0.5) }', 'rgba('],
    ['a { border: 1px solid oklch(50% 0 0) }', 'oklch('],
    ['a { color: white }', 'color: white'],
    ['<path stroke="black" />', 'stroke="black'],
  ])('are found in %s', (text, what) => {
    expect(literals(`\n${text}`)).toEqual([[2, what]]);
  });
  it.each([
    'a { color: var(--white) }',
    'a { background: color-mix(in srgb, var(--gold) 20%, transparent) }',
    '{#each list as one}{/each}',
    '<a href="#add">',
    "path('/t/#abc1')",
    'a { color: currentColor; fill: transparent }',
    "kind === 'black' ? 'gold' : 'white'",
    '/* #fff by day */',
  ])('are not seen in %s', (text) => {
    expect(literals(text)).toEqual([]);
  });
});

describe('names of colours', () => {
  it('are those a stylesheet gives, and those that are used', () => {
    expect([...given(':root {\n  --ink: #000;\n  --seat-green: #0f0;\n}')]).toEqual([
      '--ink',
      '--seat-green',
    ]);
    expect(used('fill: var(--ink); `var(--seat-${seat})`')).toEqual(['--ink', '--seat-']);
  });
});
