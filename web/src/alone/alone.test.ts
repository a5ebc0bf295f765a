import { describe, expect, it, vi } from 'vitest';
import { Bots } from './bots';
import type { FromBot, ToBot } from './messages';
import { readChange } from './rows';
import { readTables, writeTables } from './tables_file';
import { inForm, isOf } from './unicode';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a change of the store', () => {
  it('is read as the module writes it: lengths are of bytes', () => {
    const { put, remove } = readChange(
      bytes('7:entry/a5:zoë!3:b/c0:\0' + '8:device/x2:éé'.slice(0, 10)),
    );
    expect(put.map(([name, row]) => [name, new TextDecoder().decode(row)])).toEqual([
      ['entry/a', 'zoë!'],
      ['b/c', ''],
    ]);
    expect(remove).toEqual(['device/x']);
  });

  it('may only take away', () => {
    expect(readChange(bytes('\0' + '3:a/b3:c/d'))).toEqual({ put: [], remove: ['a/b', 'c/d'] });
  });
});

describe('Unicode for the module', () => {
  const MARK = 0;
  const HIDDEN = 1;
  const SELECTOR = 2;
  const BLANK = 3;
  const ASSIGNED = 4;
  it('knows characters as the server does', () => {
    expect(isOf(0x301, MARK)).toBe(true);
    expect(isOf(0x61, MARK)).toBe(false);
    expect(isOf(0x202e, HIDDEN)).toBe(true);
    expect(isOf(0x200d, HIDDEN)).toBe(true);
    expect(isOf(0xfe0f, SELECTOR)).toBe(true);
    expect(isOf(0xa0, BLANK)).toBe(true);
    expect([0x7, 0xe000, 0x378].map((code) => isOf(code, ASSIGNED))).toEqual([false, false, false]);
    expect(isOf(0x1f37a, ASSIGNED)).toBe(true);
  });
  it('writes texts in their forms', () => {
    expect(inForm('e\u0301', 0)).toBe('é');
    expect(inForm('ＡＮＮＡ', 1)).toBe('anna');
  });
});

/** A worker that answers when the test says so. */
class FakeWorker {
  asked: { number: number; question: string }[] = [];
  heard: string[] = [];
  ended = false;
  onmessage: (event: { data: FromBot }) => void = () => {};
  onerror: () => void = () => {};
  postMessage(message: ToBot): void {
    if ('question' in message) this.asked.push(message);
    this.heard.push(
      Object.values(message)
        .filter((it) => typeof it === 'string')
        .join(' '),
    );
  }
  terminate(): void {
    this.ended = true;
  }
  answer(answer: string, problem = ''): void {
    const { number } = this.asked[this.asked.length - 1];
    this.onmessage({ data: { number, answer, problem } });
  }
}

describe('workers for bots', () => {
  function some(count: number): { bots: Bots; workers: FakeWorker[]; told: [number, string][] } {
    const workers: FakeWorker[] = [];
    const told: [number, string][] = [];
    const bots = new Bots(
      count,
      {} as WebAssembly.Module,
      () => {
        workers.push(new FakeWorker());
        return workers[workers.length - 1] as unknown as Worker;
      },
      (number, answer) => told.push([number, answer]),
    );
    return { bots, workers, told };
  }

  it('are made when they are needed, one for each core, and questions wait for one', () => {
    const { bots, workers, told } = some(2);
    expect(workers).toHaveLength(0);
    for (const number of [1, 2, 3]) bots.ask(number, `q${number}`);
    expect(workers.map(({ asked }) => asked.map(({ number }) => number))).toEqual([[1], [2]]);
    workers[1].answer('b');
    expect(told).toEqual([[2, 'b']]);
    expect(workers[1].asked.map(({ number }) => number)).toEqual([2, 3]);
    workers[0].answer('a');
    workers[1].answer('c');
    expect(told).toEqual([
      [2, 'b'],
      [1, 'a'],
      [3, 'c'],
    ]);
    expect(workers).toHaveLength(2);
  });

  it('are all given a net, before the next question, also those that are made later', () => {
    const { bots, workers } = some(3);
    bots.ask(1, 'a');
    bots.ask(2, 'b');
    workers[0].answer('x');
    bots.give('tiefenthal', 'net');
    for (const number of [3, 4]) bots.ask(number, 'c');
    expect(workers.map(({ heard }) => heard)).toEqual([
      ['', 'a', 'tiefenthal net', 'c'],
      ['', 'b', 'tiefenthal net'],
      ['', 'tiefenthal net', 'c'],
    ]);
  });

  it('that end are replaced, and their question is asked again, once', () => {
    const { bots, workers, told } = some(1);
    bots.ask(7, 'q');
    workers[0].onerror();
    expect(workers[0].ended).toBe(true);
    expect(workers[1].asked.map(({ number }) => number)).toEqual([7]);
    const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
    workers[1].onerror();
    expect(told).toEqual([[7, '']]); // the hub chooses for it
    complained.mockRestore();
  });
});

describe('a file of tables', () => {
  const row = (name: string, text: string): [string, Uint8Array] => [name, bytes(text)];
  const all = [
    row('device/x', 'secret'),
    row('entry/0a/000000001', '1:13:made'),
    row('person/paaaaaaaaaaaa', '4:Anna'),
    row('table/0a', '13:paaaaaaaaaaaa'),
  ];

  it('has no keys of devices in it', () => {
    expect(writeTables(all)).not.toContain('secret');
  });
  it('comes back, and the seats are those of whoever brings it', () => {
    const found = readTables(writeTables(all), new Set(), 'pbbbbbbbbbbbb');
    expect(found.map(([name, text]) => [name, new TextDecoder().decode(text)])).toEqual([
      ['entry/0a/000000001', '1:13:made'],
      ['table/0a', '13:pbbbbbbbbbbbb'],
    ]);
  });
  it('changes no table that is here already', () => {
    expect(readTables(writeTables(all), new Set(['table/0a']), 'pbbbbbbbbbbbb')).toEqual([]);
  });
  it('is refused when it is something else', () => {
    for (const text of ['', '{', '{}', '[]', '{"stamtafel":"tables 2","rows":[]}']) {
      expect(() => readTables(text, new Set(), 'p')).toThrow();
    }
    const odd = JSON.stringify({ stamtafel: 'tables 1', rows: [[1, 2], ['table/0a'], 'x'] });
    expect(() => readTables(odd, new Set(), 'p')).toThrow();
  });
});
