import { describe, expect, it } from 'vitest';
import { board } from '.';

describe('Goldbräu', () => {
  it('turns over together what all have chosen in secret', () => {
    const chose = (seat: string, action: string) => ({
      id: 'chose',
      args: [seat, action],
      text: '',
    });
    const all = [chose('red', 'buy'), chose('blue', 'boss'), chose('green', 'buy')];
    const texts = { 'action.buy.name': 'Buy a card', 'action.boss.name': 'Boss or contract' };
    const [first, ...rest] = all.map((event) => board.effects?.(event, {}, texts, all) ?? []);
    expect(first).toHaveLength(1);
    expect(first[0]).toMatchObject({
      is: 'cards',
      cards: [
        { seat: 'red', title: 'Buy a card' },
        { seat: 'blue', title: 'Boss or contract' },
        { seat: 'green', title: 'Buy a card' },
      ],
    });
    expect(rest).toEqual([[], []]);
  });
});
