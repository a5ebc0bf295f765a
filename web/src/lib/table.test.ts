import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardModule } from '../games/board';
import type { GameData } from './games.svelte';
import type { Asked, Choice, Item, ServerMessage, State, TableMessage } from './protocol';
import { settings } from './settings.svelte';
import { Table } from './table.svelte';
import { PAUSE } from './table/forced.svelte';

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
let question: (done: string[]) => Asked | null;
const done: string[] = [];
let offered: Choice[];
let undoable: boolean;
const state = (): State => ({
  step: done.length,
  over: false,
  acting: ['anna'],
  view: {},
  asked: question(done),
  choices: offered,
  rules: {},
  undo: done.length > 0 ? 'now' : null,
});

const choice = (action: string, no?: string): Choice => {
  const [verb, ...args] = action.split(' ');
  return { action, verb, args, text: action, no };
};

function answer(message: Message): unknown {
  if (message.do === 'what-if')
    return { is: 'what-if', table: 't', done: 1, chance: false, undoable, state: state() };
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

function sitDown(
  board: Partial<BoardModule> = {},
  others: string[] = [],
  more: Partial<TableMessage> = {},
): Table {
  const table = new Table('t');
  table.start();
  table.board = board as BoardModule;
  table.data = {
    id: 'x',
    texts: {},
    edition: {},
    schema: {
      seats: ['anna'],
      verbs: {},
      events: {},
      domains: {},
      game: 'x',
      reactions: [],
      ends: ['end_turn'],
      asides: ['order'],
      rules: {},
    },
  } as GameData;
  const info = {
    is: 'table',
    table: 't',
    n,
    seats: others.map((seat) => ({ seat, kind: 'person' })),
    you: 'anna',
    log: [],
    status: 'playing',
    orders: { on: false, list: [] },
    state: state(),
    ...more,
  };
  server.tell(info as unknown as TableMessage);
  return table;
}
const act = (table: Table, action: string): Promise<void> => table.act(choice(action));
const heard = (what: string): Message[] =>
  (server.heard as Message[]).filter((message) => message.do === what);
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(() => {
  server.heard.length = done.length = n = 0;
  server.answer = answer as (_: unknown) => unknown;
  question = () => ({ prompt: 'reroll', text: '' });
  offered = [];
  undoable = true;
  settings.pass = true;
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

describe('a question out of turn with nothing to do', () => {
  const ask = (...open: string[]): void => {
    question = (so) => (so.length > 0 ? null : { prompt: 'window', text: '', out_of_turn: true });
    offered = open.map((action) => choice(action));
  };

  it('is passed by the page', async () => {
    ask('pass', 'order');
    const table = sitDown();
    expect(table.passing).toBe(true);
    await settled();
    expect(done).toEqual(['pass']);
  });
  it('is left to whoever has taken the pass back', async () => {
    ask('pass', 'order');
    const table = sitDown();
    await settled();
    expect(done).toEqual(['pass']);
    await table.ask({ do: 'undo', at: table.info?.n });
    await settled();
    expect([done, table.passing]).toEqual([[], false]);
  });
  it('is left to whoever can do something, or wants to pass in person', async () => {
    ask('pass', 'cast');
    expect(sitDown().passing).toBe(false);
    ask('pass');
    settings.pass = false;
    expect(sitDown().passing).toBe(false);
    await settled();
    expect(done).toEqual([]);
  });
  it("is none of the page's where a bot plays the seat: nor is it a turn", async () => {
    ask('pass', 'order');
    const seats = [{ seat: 'anna', kind: 'person', stand_in: 'greedy', conceded: true }];
    const table = sitDown({}, [], { seats } as unknown as Partial<TableMessage>);
    await settled();
    expect([table.turn, table.passing, done]).toEqual([null, false, []]);
  });
  it('takes as long as any other, where people wait', async () => {
    vi.useFakeTimers();
    const times: number[] = [];
    for (const open of [['pass'], ['pass', 'cast']]) {
      vi.spyOn(Math, 'random').mockReturnValue(0.5);
      done.length = 0;
      ask(...open);
      const table = sitDown({}, ['anna', 'bram']);
      if (open.length > 1) void act(table, 'pass'); // at once
      const start = Date.now();
      while (done.length === 0) await vi.advanceTimersByTimeAsync(10);
      times.push(Date.now() - start);
    }
    vi.restoreAllMocks();
    vi.useRealTimers();
    expect(times[0]).toBeGreaterThan(500);
    expect(times[1]).toBe(times[0]);
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

describe('a choice on the chalkboard', () => {
  it('is made at once where it can be taken back', async () => {
    offered = [choice('store Y1'), choice('end_turn')];
    const table = sitDown();
    await table.consider(offered[0]);
    expect([done, table.pending]).toEqual([['store Y1'], null]);
  });
  it('waits for a word where it can not, and says what one gives up', async () => {
    offered = [choice('end_turn'), choice('store Y1'), choice('store Y2', 'no_room')];
    undoable = false;
    const table = sitDown();
    await table.consider(offered[0]);
    expect([done, table.pending?.choice.action]).toEqual([[], 'end_turn']);
    expect(table.givenUp(offered[0]).map(({ action }) => action)).toEqual(['store Y1']);
    expect(table.givenUp(offered[1])).toEqual([]);
    await table.act(offered[0]);
    expect(done).toEqual(['end_turn']);
  });
  it('needs no word where nothing else can be done', async () => {
    offered = [choice('end_turn'), choice('store Y2', 'no_room')];
    undoable = false;
    const table = sitDown();
    await table.consider(offered[0]);
    expect(done).toEqual(['end_turn']);
  });
  it('says why not', async () => {
    offered = [choice('end_turn'), choice('store Y2', 'no_room')];
    const table = sitDown();
    await table.consider(offered[1]);
    expect([done, table.reason?.what]).toEqual([[], 'store Y2']);
  });
  it('is dropped by whoever thinks otherwise before the server has answered', async () => {
    offered = [choice('store Y1'), choice('end_turn')];
    for (const confirmed of [false, true]) {
      undoable = !confirmed;
      const table = sitDown();
      const considered = table.consider(offered[0]);
      table.clear();
      await considered;
      expect([done, table.pending]).toEqual([[], null]);
    }
  });
});

describe('a look at a choice', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const aheadOf = (): unknown[] =>
    server.heard.filter((message) => (message as Message).do === 'ahead');

  it('asks the server about it, unless one looks away at once', async () => {
    offered = [choice('store Y1'), choice('end_turn')];
    const table = sitDown();
    table.look(offered[0]);
    await vi.advanceTimersByTimeAsync(20);
    table.look(null);
    await vi.advanceTimersByTimeAsync(500);
    expect(aheadOf()).toEqual([]);
    table.look(offered[0]);
    await vi.advanceTimersByTimeAsync(500);
    expect(aheadOf()).toMatchObject([{ of: [['store Y1']] }]);
  });
  it('goes on to what waits when the button under the eye is gone', async () => {
    offered = [choice('end_turn'), choice('store Y1')];
    undoable = false;
    const table = sitDown();
    table.look(offered[0]);
    await table.consider(offered[0]);
    table.wonder();
    table.look(null); // its button made room for the one that confirms
    await vi.advanceTimersByTimeAsync(500);
    expect(aheadOf()).toMatchObject([{ of: [['end_turn']] }]);
  });
});

describe('a question that leaves no choice', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const asks = async (): Promise<Table> => {
    const table = sitDown();
    await table.attend(table.asked);
    return table;
  };
  const passed = async (): Promise<string[]> => {
    await vi.advanceTimersByTimeAsync(PAUSE + 10);
    return done;
  };

  it('is answered by the page, after a pause in which one sees it', async () => {
    offered = [choice('die Y1'), choice('die Y2', 'no_room')];
    const table = await asks();
    expect([table.forced?.action, done]).toEqual(['die Y1', []]);
    expect(await passed()).toEqual(['die Y1']);
  });
  it('waits where there is a choice, somebody else asks, or the person wants to wait', async () => {
    offered = [choice('die Y1'), choice('die Y2')];
    expect([(await asks()).forced, await passed()]).toEqual([null, []]);
    offered = [choice('accept')];
    question = () => ({ prompt: 'veto', text: '', by: { seat: 'bram' } });
    expect([(await asks()).forced, await passed()]).toEqual([null, []]);
    settings.pass = false; // that one has a pause of its own
    question = () => ({ prompt: 'window', text: '', out_of_turn: true });
    expect([(await asks()).forced, await passed()]).toEqual([null, []]);
    question = () => ({ prompt: 'own card', text: '', by: { seat: 'anna' } });
    const table = await asks();
    table.wait();
    expect(await passed()).toEqual([]);
    settings.forced = false;
    expect([(await asks()).forced, await passed()]).toEqual([null, []]);
    settings.forced = true;
  });
  it('waits where the answer would end what can still be taken back', async () => {
    offered = [choice('end_turn')];
    done.push('die Y1');
    undoable = false;
    expect([(await asks()).forced, await passed()]).toEqual([null, ['die Y1']]);
    undoable = true;
    await asks();
    expect(await passed()).toEqual(['die Y1', 'end_turn']);
  });
  it('waits after a step back', async () => {
    offered = [choice('die Y1')];
    const table = await asks();
    await passed();
    await table.ask({ do: 'undo' });
    await vi.advanceTimersByTimeAsync(200);
    await table.attend(table.asked);
    expect([done, table.forced]).toEqual([[], null]);
  });
});

describe('the tutor', () => {
  const asks = async (hints: 'alone' | 'agreed' | 'no', losses: Record<string, number>) => {
    offered = [choice('die Y1'), choice('die Y2'), choice('die Y3')];
    server.answer = (message) =>
      (message as Message).do === 'hint'
        ? {
            is: 'hint',
            table: 't',
            n,
            choices: [{ action: 'die Y1', text: 'die Y1', share: 0.5, why: ['x'], line: [] }],
            losses,
            much: 0.08,
          }
        : answer(message as Message);
    const table = sitDown({}, ['anna'], { hints });
    table.consult(table.turn);
    await settled();
    return table;
  };
  beforeEach(() => {
    settings.tutor = true;
    settings.confirm = 'never';
  });
  afterEach(() => {
    settings.tutor = false;
    settings.confirm = 'needed';
  });
  it('says a word before a choice that gives much away, and only once', async () => {
    const table = await asks('alone', { 'die Y2': 0.2 });
    await table.consider(choice('die Y2'));
    expect([table.doubted?.choice.action, table.doubted?.better.action, done]).toEqual([
      'die Y2',
      'die Y1',
      [],
    ]);
    await table.consider(choice('die Y2'));
    expect([table.doubted, done]).toEqual([null, ['die Y2']]);
  });
  it('lets pass what gives little away, or nothing that is known', async () => {
    const table = await asks('alone', { 'die Y2': 0.2, 'die Y3': 0.05 });
    await table.consider(choice('die Y3'));
    expect(done).toEqual(['die Y3']);
  });
  it('is not there among people, and thinks only where somebody wants one', async () => {
    const table = await asks('agreed', { 'die Y2': 0.2 });
    await table.consider(choice('die Y2'));
    expect([heard('hint'), done]).toEqual([[], ['die Y2']]);
    settings.tutor = false;
    done.length = 0;
    await asks('alone', {});
    expect(heard('hint')).toEqual([]);
  });
});

describe('advice', () => {
  it('is asked for once a question, marked on the board, and gone with the question', async () => {
    offered = [choice('die Y1'), choice('die Y2')];
    server.answer = (message) =>
      (message as Message).do === 'hint'
        ? {
            is: 'hint',
            table: 't',
            n,
            choices: [{ action: 'die Y2', text: 'die Y2', share: 0.5, why: ['x'], line: [] }],
            losses: {},
            much: 0.08,
          }
        : answer(message as Message);
    const table = sitDown({ things: ({ args }) => [`die:${args[0]}`] }, ['anna'], {
      hints: 'agreed',
    });
    table.consult(table.turn);
    await table.toggleHint();
    expect([table.hint?.choices.length, [...table.advised]]).toEqual([1, ['die:Y2']]);
    await table.toggleHint();
    expect([table.hintOpen, table.advised.size]).toEqual([false, 0]);
    await table.toggleHint();
    expect(heard('hint')).toHaveLength(1);
    await act(table, 'die Y2');
    await settled();
    table.consult(table.turn);
    expect([table.hint, table.hintOpen]).toEqual([null, false]);
  });
  it('is not to be had where it was not agreed, or where there is nothing to choose', () => {
    offered = [choice('die Y1'), choice('die Y2')];
    expect(sitDown({}, ['anna'], { hints: 'no' }).mayHint).toBe(false);
    expect(sitDown({}, ['anna'], { hints: 'agreed' }).mayHint).toBe(true);
    offered = [choice('die Y1'), choice('die Y2', 'no_room')];
    expect(sitDown({}, ['anna'], { hints: 'alone' }).mayHint).toBe(false);
  });
});

describe('what is explained', () => {
  it("goes with one's own step, and stays while others go on", async () => {
    const table = sitDown();
    await act(table, 'die Y1');
    await settled();
    question = () => null;
    table.inspected = 'card:x';
    const news = (items: Item[]): void =>
      server.tell({ is: 'news', table: 't', from: n, to: (n += 1), items, state: state() });
    news([{ n: n + 1, at: 0, is: 'act', seat: 'bram', step: 2, events: [] }]);
    await settled();
    expect(table.inspected).toBe('card:x');
    news([{ n: n + 1, at: 0, is: 'back', seat: 'anna', step: 1 }]);
    await settled();
    expect(table.inspected).toBe(null);
  });
});

describe('what a choice leads to', () => {
  const tells = async (effect: object): Promise<unknown[]> => {
    offered = [choice('die Y1'), choice('die Y2')];
    undoable = false;
    const table = sitDown({ effects: () => [effect] as never });
    await table.consider(offered[0]);
    const drawn = [table.pending?.preview !== null];
    table.stage.play = () => Promise.resolve(void drawn.push(table.pending?.preview !== null));
    const items = [
      {
        n: n + 1,
        at: 0,
        is: 'act',
        seat: 'bram',
        step: 1,
        events: [{ id: 'paid', args: [], text: '' }],
      },
    ];
    const message = { is: 'news', table: 't', from: n, to: (n += 1), items, state: state() };
    server.tell(message as unknown as ServerMessage);
    await settled();
    return drawn;
  };
  it('is not drawn any longer when it is told step by step', async () => {
    expect(await tells({ is: 'fly', caption: 'Anna is paid.' })).toEqual([true, false]);
    expect(await tells({ is: 'pulse', things: [] })).toEqual([true, true]);
  });
});
