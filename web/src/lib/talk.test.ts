import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Item } from './protocol';
import { Talk } from './talk.svelte';

const said = (n: number, more: Partial<Item> = {}): Item => ({
  n,
  at: 0,
  is: 'say',
  seat: 'green',
  text: `line ${n}`,
  ...more,
});

describe('the conversation', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('hangs at the seats for a moment, the newest of each', () => {
    const talk = new Talk();
    talk.hear([said(1)], false);
    expect(talk.bubbles).toEqual([]); // said before one came
    talk.hear([said(1), said(2), said(3), said(4, { seat: 'red', emote: 'cheers' })], false);
    expect(talk.at('green')?.n).toBe(3);
    expect(talk.at('red')?.emote).toBe('cheers');
    talk.hear([said(1), said(2), said(3, { blocked: true }), said(4, { seat: 'red' })], false);
    expect(talk.at('green')).toBeUndefined(); // blocked since
    vi.advanceTimersByTime(15_000);
    expect(talk.bubbles).toEqual([]);
  });
  it('counts what is unread, without what blocked people say', () => {
    const talk = new Talk();
    const log = [said(1), said(2), said(3, { blocked: true }), said(4, { seat: null })];
    talk.hear(log.slice(0, 1), false);
    expect(talk.unread).toBe(0);
    talk.hear(log, false);
    expect(talk.unread).toBe(2);
    expect(talk.bubbles.map(({ n }) => n)).toEqual([2]); // who has no seat has no bubble
    talk.hear(log, true);
    expect(talk.unread).toBe(0);
  });
});
