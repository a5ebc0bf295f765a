import { describe, expect, it, vi } from 'vitest';
import type { Link } from './link';

vi.stubGlobal('document', { documentElement: { dataset: {} } });
vi.stubGlobal('location', new URL('http://localhost/'));
vi.stubGlobal('window', globalThis);

class FakeLink implements Link {
  onopen = () => {};
  onmessage: (text: string) => void = () => {};
  onclose = () => {};
  open = true;
  sent: { do: string; n: number }[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { do: string; n: number });
  }
  close(): void {
    this.open = false;
  }
  say(message: Record<string, unknown>): void {
    this.onmessage(JSON.stringify(message));
  }
  /** Answers the last message. */
  answer(message: Record<string, unknown>): void {
    this.say({ ...message, re: this.sent[this.sent.length - 1].n });
  }
  async greet(): Promise<void> {
    this.onopen();
    this.answer({ is: 'welcome', me: null, now: Date.now() });
    await settled();
  }
}

const links: FakeLink[] = [];
vi.mock('./link', () => ({
  serverLink: () => {
    links.push(new FakeLink());
    return links[links.length - 1];
  },
}));
vi.mock('./router.svelte', () => ({ side: () => 'server' }));
const { connection } = await import('./connection.svelte');

async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await Promise.resolve();
}

describe('a server that makes way', () => {
  it('is left when all is answered, and nothing that is asked meanwhile is lost', async () => {
    vi.useFakeTimers();
    connection.open();
    await links[0].greet();
    let reopened = 0;
    connection.whenOpen(() => reopened++);
    const first = connection.ask({ do: 'act' });
    links[0].say({ is: 'move' });
    const second = connection.ask({ do: 'say' });
    await vi.advanceTimersByTimeAsync(200);
    expect(links.length).toBe(1); // an answer is owed
    links[0].answer({ is: 'news' });
    expect((await first).is).toBe('news');
    await vi.advanceTimersByTimeAsync(100);
    expect(links.length).toBe(2);
    expect(links[0].open).toBe(false);
    expect(connection.status).toBe('open'); // nobody is told of a loss
    await links[1].greet();
    expect(reopened).toBe(2);
    await settled();
    expect(links[1].sent.map((one) => one.do)).toEqual(['hello', 'say']);
    links[1].answer({ is: 'ok' });
    expect((await second).is).toBe('ok');
    // And again, by the other one.
    links[1].say({ is: 'move' });
    await vi.advanceTimersByTimeAsync(100);
    await links[2].greet();
    expect(reopened).toBe(3);
    vi.useRealTimers();
  });

  it('is looked for again as ever when the others do not answer', async () => {
    vi.useFakeTimers();
    const last = links[links.length - 1];
    last.say({ is: 'move' });
    await vi.advanceTimersByTimeAsync(100);
    const asked = connection.ask({ do: 'say' });
    const refused = expect(asked).rejects.toMatchObject({ code: 'lost' });
    const next = links[links.length - 1];
    expect(next).not.toBe(last);
    next.open = false;
    next.onclose();
    await refused;
    expect(connection.status).toBe('lost');
    await vi.advanceTimersByTimeAsync(20_000);
    await links[links.length - 1].greet();
    expect(connection.status).toBe('open');
    vi.useRealTimers();
  });
});

describe('hello', () => {
  it('asks for what has changed, and does without where the server knows nothing of that', async () => {
    const link = links[links.length - 1];
    const said = connection.hello();
    expect(link.sent[link.sent.length - 1]).toMatchObject({ do: 'hello', differences: true });
    link.answer({ is: 'error', code: 'message', text: 'differences is unknown' });
    await settled();
    expect(link.sent[link.sent.length - 1]).not.toHaveProperty('differences');
    link.answer({ is: 'welcome', me: { id: 'p1', name: 'Anna' }, now: Date.now() });
    await said;
    expect(connection.me?.name).toBe('Anna');
  });
});
