import { describe, expect, it } from 'vitest';
import { board } from '.';

const texts = {
  'seat.1': 'Pim',
  'recipe.stout_1': 'Dry Stout',
  'recipe.stout_1.text': 'Needs at least black 4.',
  'token.extra_roll.name': 'Extra roll',
  'token.extra_roll.text': 'Roll any one die again.',
};
const view = { brewers: { anna: {}, bram: {} } };
const effects = (id: string, ...args: string[]) =>
  board.effects?.({ id, args, text: '' }, view, texts, []) ?? [];

describe('Dice Brewing', () => {
  it('shows large what is brewed, and the tokens that are played', () => {
    expect(effects('brewed', 'bram', 'stout_1', '')[0]).toMatchObject({
      is: 'cards',
      cards: [{ title: 'Dry Stout', text: 'Needs at least black 4.', seat: 'bram', by: 'Pim' }],
    });
    expect(effects('played_token', 'bram', 'extra_roll')).toMatchObject([
      { is: 'cards', cards: [{ title: 'Extra roll', by: 'Pim' }] },
    ]);
  });
});
