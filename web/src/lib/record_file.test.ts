import { describe, expect, test } from 'vitest';
import { isRecord, readRecords, seatsFor, yoursIn } from './record_file';

const record = (end: string, remarks = ''): string =>
  `stamtafel-record 3\n${remarks}game koenig 1\nedition standard 91870c7b96cf5c14\nseats 3\n` +
  `variants\nchance seed 3\nstart #0\n1 green play x #0\n${end}\n`;
const OVER = 'end 1 green=6 purple=14 yellow=17 winners=yellow';
const SEATS = ['green', 'purple', 'yellow'];

describe('files with records', () => {
  test('are told from others', () => {
    expect(isRecord(record(OVER))).toBe(true);
    expect(isRecord('{"stamtafel": "tables 1"}')).toBe(false);
    expect(readRecords('hello')).toEqual([]);
  });

  test('may hold several', () => {
    const [one, two, ...more] = readRecords(`${record(OVER)}\n${record('unfinished 1')}`);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ game: 'koenig', count: 3, over: true });
    expect(two).toMatchObject({ game: 'koenig', count: 3, over: false });
    expect(two!.text.startsWith('stamtafel-record 3\n')).toBe(true);
  });

  test('say who sat where, if they do', () => {
    const [saved] = readRecords(record('unfinished 1', '|seats regular,human,human\n'));
    expect(saved!.seats).toEqual(['bot:regular', 'me', 'other']);
    // Nobody is made to play on who isn't here.
    expect(seatsFor(saved!, SEATS, 'usual')).toEqual(['bot:regular', 'me', 'bot:usual']);
    const [mine] = readRecords(record(OVER, '| you yellow\n'));
    expect(yoursIn(mine!.text)).toBe('yellow');
    expect(seatsFor(mine!, SEATS, 'usual')).toEqual(['other', 'other', 'me']);
    const [silent] = readRecords(record(OVER));
    expect(seatsFor(silent!, SEATS, 'usual')).toEqual(['me', 'other', 'other']);
    const [theirs] = readRecords(record(OVER, '|seats other,strong:ms=500,tree=yes,human\n'));
    expect(theirs!.seats).toEqual(['other', 'bot:strong:ms=500,tree=yes', 'me']);
    const [bots] = readRecords(record('unfinished 1', '|seats regular,regular,regular\n'));
    expect(seatsFor(bots!, SEATS, 'usual')[0]).toBe('me');
  });
});
