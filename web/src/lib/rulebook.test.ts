import { describe, expect, it } from 'vitest';
import { asChosen, byKind, rulings, variants, variantsIn } from './rulebook';

const texts = {
  'ruling.R10': 'Places are served in order.',
  'rule.too_poor': "You don't have enough money.",
  'rule.too_late': 'The bank is empty.',
  'card.x.text': 'Take a coin.',
  'card.x.text@bank=unlimited': 'Take two coins.',
};

describe('the end of the rules', () => {
  it('lists variants by name, the standard choice first', () => {
    const values = ['a', 'b', 'c'].map((id) => ({ id, name: id.toUpperCase() }));
    const rest = { text: '', default: 'b' };
    const listed = variants([
      { id: 'x', name: 'Rounds', ...rest, default: '10', low: 1, high: 30 },
      { id: 'y', name: 'Bank', ...rest, values },
    ]);
    expect(listed.map(({ title, items }) => [title, items])).toEqual([
      ['Bank', ['B', 'A', 'C']],
      ['Rounds', ['10 (1–30)']],
    ]);
  });
  it('tells a ruling once, with all reasons that cite it', () => {
    expect(rulings(texts, { too_poor: 'R10', too_late: 'R10' })).toEqual([
      {
        id: 'R10',
        title: 'R10',
        text: 'Places are served in order.',
        items: ["You don't have enough money.", 'The bank is empty.'],
      },
    ]);
  });
  it('puts things under what they are', () => {
    const things = [{ id: 'card.x.text' }, { id: 'hero.Z.text' }, { id: 'card.y.text' }];
    expect(byKind(things).map(([kind, list]) => [kind, list.length])).toEqual([
      ['card', 2],
      ['hero', 1],
    ]);
  });
});

describe('texts at a table', () => {
  it('follow what was chosen', () => {
    expect(asChosen(texts, { bank: 'unlimited' })['card.x.text']).toBe('Take two coins.');
    expect(asChosen(texts, { bank: 'limited' })['card.x.text']).toBe('Take a coin.');
    const chosen = variantsIn('deck=full,bank=unlimited');
    expect(asChosen(texts, chosen)['card.x.text']).toBe('Take two coins.');
    expect(asChosen(texts, variantsIn(''))).toEqual(texts);
  });
});
