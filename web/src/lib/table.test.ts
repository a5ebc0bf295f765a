import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardModule } from '../games/board';
import type { GameData } from './games.svelte';
import type { Item, ServerMessage, State, TableMessage } from './protocol';
import { Table } from './table.svelte';

type Asked = { prompt: string; text: string; out_of_turn?: boolean } | null;
interface Message {
  do: string;
  actions?: string[];
  list?: { do: string }[];
}

// A server with one table, as far as these tests need it: it does everything, and takes everything back.
const server = vi.hoisted(() => ({
  heard: [] as unknown[],
  tell: (_: unknown): void => {},
  answer: (_: unknown): unknown => null,
}));
vi.mock('./connection.svelte', () => ({
  Refused: class extends Error {},
  connection: {
    listen: (listener: (message: unknown) => void) => ((server.tell = listener), () => {}),
    whenOpen: () => () => {},
    ask: async (message: unknown) => {
      server.heard.push(message);
      const answer = server.answer(message);
      server.tell(answer);
      return answer;
    },
  },
}));
vi.mock('./drag', () => ({ watchDrags: () => () => {} }));
vi.stubGlobal('document', { hidden: true, querySelectorAll: () => [] });

let n = 0;
let question: (done: string[]) => Asked;
const done: string[] = [];
const state = (): State => ({
  step: done.length,
  over: false,
  acting: ['anna'],
  view: {},
  asked: question(done),
  choices: [],
  rules: {},
  undo: done.length > 0 ? 'now' : null,
});

function answer(message: Message): unknown {
  const items: Item[] = [];
  if (message.do === 'undo') {
    done.pop();
    items.push({ n: (n += 1), at: 0, is: 'back', seat: 'anna', step: done.length });
  }
  for (const action of message.do === 'act' ? (message.actions ?? []) : []) {
    done.push(action);
    items.push({
      n: (n += 1),
      at: 0,
      is: 'act',
      seat: 'anna',
      step: done.length,
      action,
      events: [],
    });
  }
  return {
    is: 'news',
    table: 't',
    from: n - items.length,
    to: n,
    items,
    state: state(),
    done: items.length,
  } as unknown as ServerMessage;
}

function sitDown(board: Partial<BoardModule> = {}): Table {
  const table = new Table('t');
  table.start();
  table.board = board as BoardModule;
  table.data = {
    id: 'x',
    texts: {},
    edition: {},
    schema: { seats: ['anna'], verbs: {}, events: {}, domains: {}, game: 'x', reactions: [] },
  } as GameData;
  const info = {
    is: 'table',
    table: 't',
    n,
    seats: [],
    you: 'anna',
    log: [],
    status: 'playing',
    orders: { on: false, list: [] },
    state: state(),
  };
  server.tell(info as unknown as TableMessage);
  return table;
}
const act = (table: Table, action: string): Promise<void> =>
  table.act({ action, verb: action.split(' ')[0], args: [], text: action });
const heard = (what: string): Message[] =>
  (server.heard as Message[]).filter((message) => message.do === what);
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(() => {
  server.heard.length = done.length = n = 0;
  server.answer = answer as (_: unknown) => unknown;
  question = () => ({ prompt: 'reroll', text: '' });
});

describe('a thing in hand', () => {
  const takesBack = (thing: string): string | null =>
    thing.startsWith('lifted:') ? `die ${thing.slice(7)}` : null;
  it('goes back by a tap, and what was done since is done again', async () => {
    const table = sitDown({ takesBack });
    for (const die of ['Y1', 'B4', 'G5']) await act(table, `die ${die}`);
    await settled();
    table.tap('lifted:Y1');
    await settled();
    expect(done).toEqual(['die B4', 'die G5']);
    table.tap('lifted:G5');
    await settled();
    expect(done).toEqual(['die B4']);
    expect(heard('undo')).toHaveLength(4);
  });
  it('stays where the step can no longer be taken back', async () => {
    const table = sitDown({ takesBack });
    await act(table, 'die Y1');
    await settled();
    server.tell({
      is: 'news',
      table: 't',
      from: n,
      to: n,
      items: [],
      state: { ...state(), undo: 'ask' },
    });
    await settled();
    table.tap('lifted:Y1');
    await settled();
    expect(done).toEqual(['die Y1']);
  });
});

describe('an answer that shall last', () => {
  const orders = (): string[][] =>
    heard('orders').map(({ list }) => (list ?? []).map((order) => order.do));
  it('is left with all that it goes on to ask', async () => {
    question = (so) =>
      [
        { prompt: 'window', text: '', out_of_turn: true },
        { prompt: 'whose', text: '', out_of_turn: true },
        { prompt: 'arrange', text: '' },
      ][so.length] ?? null;
    const table = sitDown();
    table.lasting = true;
    await act(table, 'token extra_roll');
    await settled();
    expect([orders(), table.lasting]).toEqual([[], true]);
    await act(table, 'seat bram');
    await settled();
    expect([orders(), table.lasting]).toEqual([[['token extra_roll', 'seat bram']], false]);
  });
  it('is left at once where the same is asked again, or nothing', async () => {
    question = () => ({ prompt: 'window', text: '', out_of_turn: true });
    const table = sitDown();
    table.lasting = true;
    await act(table, 'decline');
    expect(orders()).toEqual([['decline']]);
  });
  it('is only an answer when the tick is taken away on the way', async () => {
    question = (so) => ({ prompt: `window ${so.length}`, text: '', out_of_turn: true });
    const table = sitDown();
    table.lasting = true;
    await act(table, 'token extra_roll');
    await settled();
    table.lasting = false;
    await act(table, 'seat bram');
    expect(orders()).toEqual([]);
  });
});

describe('a long list', () => {
  const item = (number: number): Item => ({ n: number, at: 0, is: 'say', text: `${number}` });
  const items = (from: number, before: number): Item[] =>
    Array.from({ length: before - from }, (_, i) => item(from + i));
  const numbers = (table: Table): number[] => table.log.map(({ n: number }) => number);
  const visit = (): Table => {
    const table = sitDown();
    server.answer = (message) => {
      const { before } = message as { before: number };
      const from = Math.max(1, before - 3);
      return { is: 'log', table: 't', before, from, items: items(from, before) };
    };
    server.tell({
      is: 'table',
      table: 't',
      n: 9,
      seats: [],
      you: 'anna',
      log: items(8, 10),
      log_from: 8,
      status: 'playing',
      state: state(),
    });
    return table;
  };
  it('is fetched in parts', async () => {
    const table = visit();
    expect(await table.older()).toBe(true);
    expect([numbers(table), table.logFrom]).toEqual([[5, 6, 7, 8, 9], 5]);
    await table.wholeLog();
    expect([numbers(table), table.logFrom]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9], 1]);
    expect(await table.older()).toBe(false);
    expect(heard('log')).toHaveLength(3);
  });
  it('has every part once, however often it is asked for', async () => {
    const table = visit();
    await Promise.all([table.older(), table.older(), table.older()]);
    expect(numbers(table)).toEqual([5, 6, 7, 8, 9]);
  });
  it('goes on at its end while the beginning comes', async () => {
    const table = visit();
    const older = table.older();
    server.tell({ is: 'news', table: 't', from: 9, to: 10, items: [item(10)] });
    await older;
    expect(numbers(table)).toEqual([5, 6, 7, 8, 9, 10]);
  });
});
