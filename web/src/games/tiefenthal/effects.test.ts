import { describe, expect, it } from 'vitest';
import { board } from '.';

const texts = {
  'seat.1': 'Greta',
  'card.g5a': 'Miller',
  'card.g5a.text': 'Pays 3.',
  'card.noble': 'Noble',
  'tile.barrel': 'Barrel',
};
const effects = (id: string, ...args: string[]) =>
  board.effects?.({ id, args, text: '' }, { taverns: {} }, texts, []) ?? [];

describe('Tiefenthal', () => {
  it('shows large who comes to stay, and what is built', () => {
    expect(effects('recruited', 'purple', 'g5a', '3')[0]).toMatchObject({
      is: 'cards',
      cards: [{ title: 'Miller', text: 'Pays 3.', seat: 'purple', by: 'Greta' }],
    });
    expect(effects('nobles', 'purple', '2', '9')[0]).toMatchObject({
      cards: [{ title: 'Noble ×2', by: 'Greta' }],
    });
    expect(effects('upgraded', 'purple', 'barrel', '8')[0]).toMatchObject({
      cards: [{ title: 'Barrel' }],
    });
  });
});
