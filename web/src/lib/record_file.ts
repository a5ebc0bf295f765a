// Files with records (docs/record-format.md), as far as the page must know them before the hub or a
// server reads them: how many there are, of which game, and who may have sat where.

/** `bot:regular`: named as the server names bots. `other`: somebody elsewhere. */
export type BroughtSeat = 'me' | 'other' | `bot:${string}`;

export interface RecordFile {
  text: string;
  game: string;
  /** How many seats; 0: it isn't said where it should be. */
  count: number;
  over: boolean;
  /** As its remarks tell; what they don't is `other`. */
  seats: BroughtSeat[];
}

const BEGIN = /^stamtafel-record \d/m;

export const isRecord = (text: string): boolean => BEGIN.test(text);

/** The records of a file, one after the other. */
export function readRecords(file: string): RecordFile[] {
  return file
    .split(/(?=^stamtafel-record \d)/m)
    .filter((text) => BEGIN.test(text))
    .map(readRecord);
}

function readRecord(text: string): RecordFile {
  const field = (name: string): string =>
    new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
  const count = Number(field('seats')) || 0;
  const seats: BroughtSeat[] = Array.from({ length: count }, () => 'other');
  // A comma also stands between the settings of a bot: `strong:ms=500,tree=yes`.
  const named = field('\\|\\s*seats').split(/,(?![^,:]*=)/);
  for (const [i, who] of named.slice(0, count).entries()) {
    if (who === 'human') seats[i] = seats.includes('me') ? 'other' : 'me';
    else if (who && who !== 'other') seats[i] = `bot:${who}`;
  }
  return { text, game: field('game').split(' ')[0] ?? '', count, over: /^end /m.test(text), seats };
}

/** Which seat was one's own, by its id; none: it isn't said. */
export const yoursIn = (text: string): string => /^\|\s*you (\S+)/m.exec(text)?.[1] ?? '';

/** What stands in the seats before somebody chooses: one is mine, and nobody is made to play on. */
export function seatsFor(record: RecordFile, ids: string[], usual: string): BroughtSeat[] {
  const seats = record.seats.map((who) => (who === 'other' && !record.over ? botOf(usual) : who));
  const yours = ids.indexOf(yoursIn(record.text));
  if (yours >= 0 && yours < seats.length && !seats.includes('me')) seats[yours] = 'me';
  if (!seats.includes('me') && seats.length > 0) {
    const free = record.seats.indexOf('other');
    seats[free < 0 ? 0 : free] = 'me';
  }
  return seats;
}
export const botOf = (bot: string): BroughtSeat => `bot:${bot}`;
