// One's own word for chance (docs/fair-chance.md): drawn here, kept here, and told to nobody before
// all words are opened. The server gets a commitment to it.
import { blake2b256 } from './blake2b';
import type { Fair, Seat, SeatId, TableMessage, TakenBack } from './protocol';
import { called } from './seats';
import { t } from './texts.svelte';

export interface Kept {
  table: string;
  seat: SeatId;
  word: string;
  commitment: string;
  /** What the server had committed to when this word was drawn. */
  server: string;
}

const KEY = 'stamtafel.words';
const MOST = 60; // the oldest are of games long over

let memory: Kept[] = []; // where nothing can be stored

function all(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    return memory;
  }
}

export function kept(table: string, seat: SeatId): Kept | null {
  return all().find((one) => one.table === table && one.seat === seat) ?? null;
}

/** All words this browser has for a table. */
export function keptFor(table: string): Kept[] {
  return all().filter((one) => one.table === table);
}

function keep(word: Kept): void {
  const others = all().filter((one) => one.table !== word.table || one.seat !== word.seat);
  memory = [...others, word].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // It lasts as long as the page.
  }
}

export function commitmentOf(table: string, seat: SeatId, word: string): string {
  return blake2b256(`stamtafel-word 1 ${table} ${seat} ${word}\n`);
}

/** 128 random bits, and what somebody typed. */
export function randomWord(typed: string): string {
  const bits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const plain = typed
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{P}\p{S}]+/gu, ' ')
    .trim();
  const own = Array.from(plain).slice(0, 64).join('').trim();
  return own === '' ? bits : `${bits} ${own}`;
}

/** Draws a word for a seat, keeps it, and gives the commitment to it. */
export function newCommitment(table: string, seat: SeatId, fair: Fair, typed = ''): string {
  const word = randomWord(typed);
  const commitment = commitmentOf(table, seat, word);
  keep({ table, seat, word, commitment, server: fair.commitment ?? '' });
  return commitment;
}

/**
 * What is to be done about one's word now. Whoever has a seat commits; when the words are opened, one's own is,
 * unless the server's commitment has become another. `ours`: this page has committed for this seat before, so a
 * foreign commitment is that of another device of this person.
 */
export function duty(
  info: Pick<TableMessage, 'table' | 'status' | 'you' | 'fair'>,
  ours: boolean,
): 'commit' | 'open' | null {
  const { table, status, you, fair } = info;
  if (you === null || !fair?.committed) return null;
  const committed = fair.committed[you];
  const mine = kept(table, you);
  const own = mine !== null && mine.commitment === committed;
  if (status === 'gathering') return own || (committed && ours) ? null : 'commit';
  if (status !== 'opening' || !own || fair.opened?.includes(you)) return null;
  return mine.server === fair.commitment ? 'open' : null;
}

/** Do the commitments, the key, and what this browser itself has seen and said fit together? */
export function hashesFit(table: string, fair: Fair, seats: SeatId[]): boolean {
  const committed = fair.committed ?? {};
  if (blake2b256(`stamtafel-commitment 1 ${table} ${fair.secret}\n`) !== fair.commitment)
    return false;
  if (keptFor(table).some((one) => one.server !== fair.commitment)) return false;
  const committing = seats.filter((seat) => committed[seat]);
  if (
    committing.some(
      (seat) => fair.words[seat] && commitmentOf(table, seat, fair.words[seat]) !== committed[seat],
    )
  )
    return false;
  const lines = committing.map((seat) =>
    fair.words[seat]
      ? `open ${seat} ${fair.words[seat]}\n`
      : `missing ${seat} ${committed[seat]}\n`,
  );
  if (blake2b256(`stamtafel-key 2 ${table} ${fair.secret}\n${lines.join('')}`) === fair.key)
    return true;
  // Tables of old: words were public.
  const old = seats
    .filter((seat) => fair.words[seat])
    .map((seat) => `${seat} ${fair.words[seat]}\n`);
  return (
    committing.length === 0 &&
    blake2b256(`stamtafel-key 1 ${table} ${fair.secret}\n${old.join('')}`) === fair.key
  );
}

/** Was the word that this browser had committed to left out of the key? */
export function leftOut(table: string, fair: Fair): boolean {
  return keptFor(table).some(
    (one) => fair.committed?.[one.seat] === one.commitment && fair.words[one.seat] !== one.word,
  );
}

/** How many steps were taken back after something was shown, and by whom; empty: none. */
export function takenBackText(seen: TakenBack | undefined, seats: Seat[]): string {
  if (!seen || seen.count === 0) return '';
  const who = Object.entries(seen.by).map(([seat, steps]) => `${called(seats, seat)} ${steps}`);
  return t('fair.takenBack', seen.count, who.join(', '));
}
