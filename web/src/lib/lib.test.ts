import { describe, expect, it, vi } from 'vitest';
import { blake2b256 } from './blake2b';
import { standing } from './history';
import type { Item } from './protocol';
import { blocks } from './rich';
import { patternOf, pieces } from './sentence';
import { onlyAnswer, pauseFor } from './table/passing.svelte';

vi.mock('./router.svelte', () => ({ side: () => 'server' })); // there is no address here

describe('sentences', () => {
  it('find the arguments in the text', () => {
    expect(pieces('Green plays Fickle.', '{0} plays {1}.')).toEqual([
      { text: 'Green', arg: 0 },
      { text: ' plays ' },
      { text: 'Fickle', arg: 1 },
      { text: '.' },
    ]);
  });
  it('leave out the dot behind a name that ends with a mark of its own', () => {
    expect(pieces('Green plays Whack!', '{0} plays {1}.')).toEqual([
      { text: 'Green', arg: 0 },
      { text: ' plays ' },
      { text: 'Whack!', arg: 1 },
    ]);
  });
  it('follow the order of the language', () => {
    expect(
      pieces('Van plaats 3 naar 2: goblin.', 'Van plaats {1} naar {2}: {0}.').map(
        (piece) => piece.arg,
      ),
    ).toEqual([undefined, 1, undefined, 2, undefined, 0, undefined]);
  });
  it('leave a sentence alone that does not fit', () => {
    const served = (known: (string | undefined)[]): (string | undefined)[] =>
      pieces('Green serves Regular with a pipe with white 4.', '{0} serves {1} with {2}.', known)
        .filter(({ arg }) => arg !== undefined)
        .map(({ text }) => text);
    expect(served([undefined, 'Regular with a pipe', undefined])).toEqual([
      'Green',
      'Regular with a pipe',
      'white 4',
    ]);
    expect(served([undefined, 'Waitress', undefined])).toEqual([
      'Green',
      'Regular',
      'a pipe with white 4',
    ]); // no better known
    expect(
      pieces('Red pays 9 coins.', '{0} pays {1, plural, one {# coin} other {# coins}}.'),
    ).toEqual([
      { text: 'Red', arg: 0 },
      { text: ' pays ' },
      { text: '9', arg: 1 },
      { text: ' coins.' },
    ]);
    expect(pieces('Something else', '{0} plays {1}.')).toEqual([{ text: 'Something else' }]);
    expect(pieces('Plain', undefined)).toEqual([{ text: 'Plain' }]);
  });
  it('know the two patterns of an event with a secret', () => {
    const texts = {
      'event.drew.shown': 'shown',
      'event.drew.hidden': 'hidden',
      'event.ends': 'ends',
    };
    expect(patternOf(texts, 'drew', ['green', '?'])).toBe('hidden');
    expect(patternOf(texts, 'drew', ['green', 'fickle'])).toBe('shown');
    expect(patternOf(texts, 'ends', [])).toBe('ends');
  });
});

describe('a question out of turn', () => {
  const choice = (action: string, no?: string) => ({
    action,
    verb: action,
    args: [],
    text: action,
    no,
  });
  const asked = (out_of_turn: boolean, ...choices: ReturnType<typeof choice>[]) => ({
    step: 1,
    over: false,
    acting: ['red'],
    view: {},
    asked: { prompt: 'window', text: '', out_of_turn },
    choices,
    rules: {},
  });
  const asides = ['order'];

  it('is answered by the page where there is nothing but to pass', () => {
    const pass = choice('pass');
    expect(onlyAnswer(asked(true, pass, choice('cast', 'too_poor'), choice('order')), asides)).toBe(
      pass,
    );
    expect(onlyAnswer(asked(true, pass, choice('cast')), asides)).toBeNull();
    expect(onlyAnswer(asked(false, pass), asides)).toBeNull();
    expect(onlyAnswer(null, asides)).toBeNull();
  });

  it('waits for a time that depends on chance alone', () => {
    expect(pauseFor(0)).toBeGreaterThan(500);
    expect(pauseFor(1)).toBeGreaterThan(2 * pauseFor(0));
  });
});

describe('rules to read', () => {
  it('are paragraphs and lists', () => {
    expect(blocks('One.\n\n- a\n- b\nTwo.')).toEqual([
      { is: 'text', text: 'One.' },
      { is: 'list', items: ['a', 'b'] },
      { is: 'text', text: 'Two.' },
    ]);
  });
});

describe('what still counts', () => {
  const act = (n: number, step: number): Item => ({ n, at: 0, is: 'act', step, events: [] });
  it('is without the steps taken back', () => {
    const items = [
      act(1, 1),
      act(2, 2),
      { n: 3, at: 0, is: 'say' },
      { n: 4, at: 0, is: 'back', step: 1 },
      act(5, 2),
    ];
    expect(standing(items).map((item) => item.n)).toEqual([1, 3, 4, 5]);
  });
});

describe('BLAKE2b-256', () => {
  // From `printf … | b2sum -l 256`.
  it.each([
    ['', '0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8'],
    ['abc', 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319'],
  ])('of %j', (text, hash) => {
    expect(blake2b256(text)).toBe(hash);
  });
  it('of more than one block', () => {
    expect(blake2b256('x'.repeat(300))).toBe(
      '5aa7fbbf37986bb2a5d547c0d3c4d4326a24d786e7d57bf93fc784176e38b33d',
    );
  });
});
