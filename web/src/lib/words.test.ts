import { beforeEach, describe, expect, it, vi } from 'vitest';
import { blake2b256 } from './blake2b';
import type { Fair } from './protocol';
import { commitmentOf, duty, hashesFit, kept, leftOut, newCommitment, randomWord } from './words';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
});
beforeEach(() => stored.clear());

const secret = '00ff';
const fair = (more: Partial<Fair> = {}): Fair => ({
  commitment: blake2b256(`stamtafel-commitment 1 t ${secret}\n`),
  committed: {},
  words: {},
  ...more,
});
const info = (
  status: 'gathering' | 'opening' | 'playing',
  with_: Fair,
  you: string | null = 'green',
) => ({ table: 't', status, you, fair: with_ });

describe('a word for chance', () => {
  it('has 128 bits that differ, and what was typed', () => {
    expect(randomWord('')).toMatch(/^[0-9a-f]{32}$/);
    expect(randomWord('')).not.toBe(randomWord(''));
    expect(randomWord('  goed\tgeluk! \u200b🎲 ')).toMatch(/^[0-9a-f]{32} goed geluk! 🎲$/);
    expect(Array.from(randomWord('x'.repeat(200))).length).toBe(32 + 1 + 64);
  });

  it('is committed to as the server does it', () => {
    // printf 'stamtafel-word 1 table green peer\n' | b2sum -l 256
    expect(commitmentOf('table', 'green', 'peer')).toBe(
      '8da8f82cdb163a41072f666de6c914918acd56cd2e1e597e26507b7749e6d07e',
    );
  });

  it('is committed to once, by one device', () => {
    expect(duty(info('gathering', fair(), null), false)).toBe(null);
    expect(duty(info('gathering', fair()), false)).toBe('commit');
    const commitment = newCommitment('t', 'green', fair());
    expect(duty(info('gathering', fair({ committed: { green: commitment } })), false)).toBe(null);
    // Another device has taken over: this page doesn't quarrel with it, a new one would.
    expect(duty(info('gathering', fair({ committed: { green: 'other' } })), true)).toBe(null);
    expect(duty(info('gathering', fair({ committed: { green: 'other' } })), false)).toBe('commit');
  });

  it('is opened when all are, but not to a server that has changed its mind', () => {
    const committed = { green: newCommitment('t', 'green', fair()) };
    expect(duty(info('opening', fair({ committed, opened: [] })), true)).toBe('open');
    expect(duty(info('opening', fair({ committed, opened: ['green'] })), true)).toBe(null);
    expect(duty(info('opening', fair({ committed: { green: 'other' }, opened: [] })), true)).toBe(
      null,
    );
    expect(
      duty(info('opening', fair({ committed, opened: [], commitment: 'another' })), true),
    ).toBe(null);
    expect(duty(info('playing', fair({ committed })), true)).toBe(null);
  });

  it('is in the key, or its commitment is', () => {
    const committed = { green: newCommitment('t', 'green', fair()), purple: 'c' };
    const word = kept('t', 'green')!.word;
    const key = blake2b256(`stamtafel-key 2 t ${secret}\nopen green ${word}\nmissing purple c\n`);
    const good = fair({ committed, words: { green: word }, secret, key });
    const seats = ['green', 'purple', 'yellow'];
    expect(hashesFit('t', good, seats)).toBe(true);
    expect(leftOut('t', good)).toBe(false);
    expect(hashesFit('t', { ...good, words: { green: 'another' } }, seats)).toBe(false);
    expect(hashesFit('t', { ...good, secret: '00' }, seats)).toBe(false);
    expect(hashesFit('t', { ...good, committed: { ...committed, purple: 'd' } }, seats)).toBe(
      false,
    );
    // The server says that it got no word from here.
    const without = fair({
      committed,
      words: {},
      secret,
      key: blake2b256(
        `stamtafel-key 2 t ${secret}\nmissing green ${committed.green}\nmissing purple c\n`,
      ),
    });
    expect(hashesFit('t', without, seats)).toBe(true);
    expect(leftOut('t', without)).toBe(true);
  });

  it('was public at tables of old', () => {
    const old = fair({
      committed: {},
      words: { green: 'peer' },
      secret,
      key: blake2b256(`stamtafel-key 1 t ${secret}\ngreen peer\n`),
    });
    expect(hashesFit('t', old, ['green', 'purple'])).toBe(true);
  });
});
