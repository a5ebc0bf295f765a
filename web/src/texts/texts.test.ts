import { describe, expect, it } from 'vitest';
import de from './de.json';
import en from './en.json';
import fr from './fr.json';
import nl from './nl.json';

const holes = (text: string): string[] =>
  [...text.matchAll(/\{\d\}/g)].map(([hole]) => hole).sort();

describe.each(Object.entries({ nl, de, fr }))(
  'the texts in %s',
  (_, texts: Record<string, string>) => {
    it('have the keys of the English ones, in their order', () => {
      expect(Object.keys(texts)).toEqual(Object.keys(en));
    });
    it.each(Object.entries(en))('%s: same holes, not empty, no leftover', (key, english) => {
      expect(holes(texts[key])).toEqual(holes(english));
      expect(texts[key].trim()).toBe(texts[key]);
      expect(texts[key]).not.toBe('');
    });
  },
);

describe('punctuation', () => {
  it.each(Object.entries(fr))('%s: French spaces', (_, text) => {
    expect(text).not.toMatch(/[^\u202f\n[](?!:\/\/)[;:!?»]|«[^\u202f]/);
  });
  it('speaks to French readers as vous', () => {
    for (const text of Object.values(fr))
      expect(text).not.toMatch(/(?<![\p{L}’'-])(tu|te|toi|ton|ta|tes)(?![\p{L}-])/iu);
  });
  it.each(Object.entries(de))('%s: German quotes', (_, text) => {
    expect(text).not.toMatch(/["”]/);
    expect(text.replace(/„[^„“]*“/g, '')).not.toMatch(/[„“]/);
  });
});

describe('the keys', () => {
  it('are all used by the page', () => {
    const sources = Object.values(
      import.meta.glob<string>('../**/*.{svelte,ts}', {
        query: '?raw',
        import: 'default',
        eager: true,
      }),
    ).join('\n');
    const made = /^(status|bot|emote|notices)\./; // put together from what the server says
    const unused = Object.keys(en).filter(
      (key) => !made.test(key) && !sources.includes(`'${key}'`),
    );
    expect(unused).toEqual([]);
  });
});
