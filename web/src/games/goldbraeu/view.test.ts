import { describe, expect, it } from 'vitest';
import { cells, contested, fences, places, type Edition, type View } from './view';

const edition = {
  taverns: [
    { id: 'krug', start: 'C1' },
    { id: 'eiche', start: 'F1' },
    { id: 'baeren', start: 'H3' },
    { id: 'post', start: 'F5' },
    { id: 'hirsch', start: 'C5' },
    { id: 'adler', start: 'A3' },
  ],
  breweries: [
    { id: 'mayer', corner: 'north_west', shields: 3 },
    { id: 'stein', corner: 'north_east', shields: 3 },
    { id: 'kramer', corner: 'south_east', shields: 3 },
    { id: 'schmid', corner: 'south_west', shields: 3 },
  ],
  map: { rows: ['*......*', '...**...', '...##...', '...**...', '*......*'] },
  players: {},
  schedule: { weeks: 3, rounds_per_week: 7 },
} as Edition;

const view = {
  terraces: {
    krug: ['C1'],
    eiche: ['F1'],
    baeren: ['H3'],
    post: ['F5'],
    hirsch: ['C5'],
    adler: ['A3'],
  },
  chips: { drunk: 'eiche', waitress: 'baeren' },
} as unknown as View;

describe('the square', () => {
  it('has 38 fields, 8 of them with parasols', () => {
    const all = cells(view, edition).filter((cell) => cell.kind !== 'none');
    expect(all).toHaveLength(38);
    expect(all.filter((cell) => cell.kind === 'parasol')).toHaveLength(8);
  });
  it('begins with three fences at each tavern', () => {
    expect(fences(cells(view, edition))).toHaveLength(18);
  });
  it('stands the signs where the start fields are', () => {
    expect(places(edition)).toEqual({
      top: ['mayer', 'krug', 'eiche', 'stein'],
      bottom: ['schmid', 'hirsch', 'post', 'kramer'],
      left: ['adler'],
      right: ['baeren'],
    });
  });
});

describe('a contest', () => {
  it('is over the business that the veto or counter is about', () => {
    const at = (step: string): string | null =>
      contested({ ...view, agenda: ['round_end', step] } as View);
    expect(at('veto green hirsch')).toBe('hirsch');
    expect(at('counter green adler')).toBe('adler');
    expect(at('boss green 2')).toBeNull();
  });
});
