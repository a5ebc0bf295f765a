import { describe, expect, it } from 'vitest';
import type { Choice } from '../../lib/protocol';
import { concerns, hint, things } from './picks';

const texts = {
  'hero.Ra': 'red amazon',
  'hero.Pg': 'purple goblin',
  'hero.D': 'Draco',
  'seat.1': 'Purple',
  'web.refuse': '{0} may send a hero away',
};
const view = (asked: string, picks: number[]) => ({
  hand_sizes: {},
  active: 'purple',
  line: ['Gg', 'Ra', 'Pg', 'J', 'Z'],
  picks,
  agenda: ['turn_end', asked],
});
const choice = (action: string): Choice => {
  const [verb, ...args] = action.split(' ');
  return { action, verb, args, text: action };
};

describe('what a question is about', () => {
  it('is marked: two heroes who might swap, the seat Draco might get, three cards face down', () => {
    expect(concerns(view('vote vote_swap', [6, 2]))).toEqual(['hero:Ra', 'hero:Pg']);
    expect(concerns(view('vote vote_draco', [2]))).toEqual(['hero:Ra', 'hero:Pg', 'gap:2']);
    expect(concerns(view('ask monte_lift green', [3, 0]))).toEqual(['hero:Pg', 'hero:J', 'hero:Z']);
    expect(concerns(view('ask swap_first green', []))).toEqual([]);
  });
  it('is said at the answers', () => {
    expect(hint(choice('vote yes'), view('vote vote_swap', [6, 2]), texts)).toBe(
      'red amazon ⇄ purple goblin',
    );
    expect(hint(choice('vote no'), view('vote vote_swap', [6, 2]), texts)).toBe('');
    expect(hint(choice('vote yes'), view('vote vote_draco', [2]), texts)).toBe(
      'red amazon · Draco · purple goblin',
    );
    expect(hint(choice('pay'), view('ask blackmail_answer green', [0, 10]), texts)).toBe(
      '10 → Purple',
    );
    const toast = {
      ...(view('toast', []) as object),
      toast_gains: { green: 1, purple: -2, red: 0 },
    };
    expect(hint(choice('toast'), toast, { ...texts, 'seat.0': 'Anna' })).toBe('Anna +1, Purple −2');
    expect(hint(choice('refuse'), view('ask blackmail_answer green', [0, 10]), texts)).toBe(
      'Purple may send a hero away',
    );
  });
});

describe('taps', () => {
  it('move the hero that is tapped first', () => {
    expect(things(choice('put J behind Z'))).toEqual(['hero:J']);
  });
});
