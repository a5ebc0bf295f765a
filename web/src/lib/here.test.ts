import { describe, expect, it, vi } from 'vitest';
import type { FromHub, ToHub } from '../alone/messages';

vi.stubGlobal('document', { documentElement: { dataset: {} } });
vi.stubGlobal('location', new URL('http://localhost/'));
const { Here } = await import('./here.svelte');
const { keepSide, isHere, sideOf } = await import('./side');

class FakeWorker {
  heard: ToHub[] = [];
  ended = false;
  onmessage: (event: { data: FromHub }) => void = () => {};
  onerror: (event: { message: string }) => void = () => {};
  postMessage(message: ToHub): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: FromHub): void {
    this.onmessage({ data });
  }
}

function some() {
  const workers: FakeWorker[] = [];
  const here = new Here(() => {
    workers.push(new FakeWorker());
    return workers[workers.length - 1] as unknown as Worker;
  });
  return { here, workers };
}
const soon = (): Promise<void> => new Promise((done) => setTimeout(done));

describe('the hub on this device', () => {
  it('is started by the first who asks', async () => {
    const { here, workers } = some();
    expect(workers).toHaveLength(0);
    const answer = here.ask('GET', '/api/me', '', 'en');
    const asked = workers[0].heard[0];
    expect(asked).toMatchObject({ do: 'http', method: 'GET', path: '/api/me' });
    workers[0].say({
      is: 'reply',
      id: asked.do === 'http' ? asked.id : 0,
      status: 200,
      body: '{}',
    });
    expect(await answer).toEqual({ status: 200, body: '{}' });
  });

  it('has links that behave like sockets', async () => {
    const { here, workers } = some();
    const told: string[] = [];
    const link = here.link();
    link.onopen = () => told.push('open');
    link.onmessage = (text) => told.push(text);
    link.onclose = () => told.push('close');
    expect(link.open).toBe(false); // not before whoever asked can listen
    await soon();
    expect(link.open).toBe(true);
    link.send('hello');
    const [connect, message] = workers[0].heard;
    expect(connect.do).toBe('connect');
    const socket = connect.do === 'connect' ? connect.socket : 0;
    expect(message).toEqual({ do: 'message', socket, text: 'hello' });
    workers[0].say({ is: 'message', socket, text: 'welcome' });
    workers[0].say({ is: 'message', socket: socket + 99, text: 'for somebody else' });
    workers[0].say({ is: 'close', socket, code: 1001 });
    expect(told).toEqual(['open', 'welcome', 'close']);
    expect(link.open).toBe(false);
  });

  it('that ended has lost its links and answers, and begins anew for the next', async () => {
    const { here, workers } = some();
    const link = here.link();
    let closed = 0;
    link.onclose = () => (closed += 1);
    await soon();
    const answer = here.ask('GET', '/api/games', '', 'en');
    workers[0].say({ is: 'broken', text: 'unreachable' });
    await expect(answer).rejects.toThrow('unreachable');
    expect(closed).toBe(1);
    expect(workers[0].ended).toBe(true);
    here.link();
    expect(workers).toHaveLength(2);
  });

  it('says when another tab has it', () => {
    const { here, workers } = some();
    here.link();
    workers[0].say({ is: 'elsewhere' });
    expect(here.elsewhere).toBe(true);
    workers[0].say({ is: 'ready' });
    expect(here.elsewhere).toBe(false);
  });
});

describe('sides', () => {
  const route = (page: 'table' | 'lobby', id = '', query = '') =>
    sideOf({ page, id, part: '', query: new URLSearchParams(query), hash: '' });
  it('are told by the address', () => {
    expect(isHere('0abc')).toBe(true);
    expect(route('table', '0abc')).toBe('here');
    expect(route('table', 'abcd', 'here')).toBe('server');
    expect(route('lobby')).toBe('server');
    expect(route('lobby', '', 'here')).toBe('here');
  });
  it('are kept from page to page until somebody goes back', () => {
    expect(keepSide('/new/koenig', 'here')).toBe('/new/koenig?here');
    expect(keepSide('/rules/koenig?edition=1#x', 'here')).toBe('/rules/koenig?edition=1&here#x');
    expect(keepSide('/t/abcd', 'here')).toBe('/t/abcd');
    expect(keepSide('/new/koenig', 'server')).toBe('/new/koenig');
    expect(keepSide('/?server', 'here')).toBe('/');
  });
});
