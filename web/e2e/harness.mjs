// A server of its own on a free port with a temporary data file, a real browser, and a way to say what is tested.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { completed } from './positions.mjs';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
export const program =
  process.env.STAMTAFEL ??
  ['dev', 'release']
    .map((preset) => join(web, `../build/${preset}/bin/stamtafel`))
    .find(existsSync);

export class Server {
  #folder = mkdtempSync(join(tmpdir(), 'stamtafel-e2e-'));
  #child = null;
  #flags = [];
  port = 0;

  /** `editions`: component data to serve games with, by their ids; several are offered. `flags`: more of `serve`. */
  constructor(editions = {}, flags = []) {
    this.#flags.push(...flags);
    for (const [game, offered] of Object.entries(editions)) {
      for (const [i, edition] of [offered].flat().entries()) {
        const file = join(this.#folder, `${game}-${i}.json`);
        writeFileSync(file, JSON.stringify(edition));
        this.#flags.push('--edition', `${game}=${file}`);
      }
    }
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it, on the port it had before if there is one. */
  start() {
    if (!program) throw new Error('no program: build it first, or name it in STAMTAFEL');
    const flags = [
      'serve',
      '--port',
      String(this.port),
      '--data',
      join(this.#folder, 'tables.sqlite'),
      '--no-limits',
      '--log',
      'json',
      ...this.#flags,
    ];
    this.#child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    return new Promise((resolve, reject) => {
      const hear = (chunk) => {
        said += chunk;
        const found = /http:\/\/[^/\s"]+:(\d+)/.exec(said);
        if (!found) return;
        this.port = Number(found[1]);
        resolve();
      };
      this.#child.stdout.on('data', hear);
      this.#child.stderr.on('data', hear);
      this.#child.once('exit', () => reject(new Error(`the server ended: ${said}`)));
    });
  }

  stop(signal = 'SIGTERM') {
    const child = this.#child;
    if (!child || child.exitCode !== null) return Promise.resolve();
    child.removeAllListeners('exit');
    return new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill(signal);
    });
  }

  clean() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A person at a browser of their own. What the console says and the socket hears is kept. */
export async function person(
  browser,
  server,
  { name = 'Anna', width = 1280, height = 800, locale = 'en-GB', dark = false, settings = {} } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    locale,
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: width < 700,
  });
  await context.addInitScript(
    (wanted) => {
      if (!localStorage.getItem('stamtafel.settings'))
        localStorage.setItem('stamtafel.settings', JSON.stringify(wanted));
    },
    { speed: 'off', forced: false, ...settings },
  );
  await context.request.put(`${server.url}/api/me`, {
    data: { name },
    headers: { Origin: server.url },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints = [];
  const frames = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.stack ?? String(error)));
  page.on('websocket', (socket) => {
    const complete = completed();
    socket.on('framereceived', ({ payload }) => frames.push(complete(JSON.parse(payload))));
  });
  const someone = {
    context,
    page,
    complaints,
    frames,
    get: async (path) => (await context.request.get(server.url + path)).json(),
    post: async (path, data) =>
      (
        await context.request.post(server.url + path, { data, headers: { Origin: server.url } })
      ).json(),
    /** Sits down at a new table among bots. */
    table: async (game, seats, bot = 'random', more = {}) => {
      const players = [
        { kind: 'me' },
        ...Array.from({ length: seats - 1 }, () => ({ kind: 'bot', bot })),
      ];
      const made = await someone.post('/api/tables', {
        game,
        seats: players,
        start: true,
        ...more,
      });
      await page.goto(server.url + made.path);
      await page.waitForSelector('.bar');
      return made.table;
    },
  };
  return someone;
}

const pause = (length) => new Promise((done) => setTimeout(done, length));

/** Waits until something holds; says what, if it never does. */
export async function until(what, holds, limit = 30_000) {
  const end = Date.now() + limit;
  for (;;) {
    const found = await holds();
    if (found) return found;
    if (Date.now() > end) throw new Error(`never happened: ${what}`);
    await pause(25);
  }
}

export function check(holds, what) {
  if (!holds) throw new Error(what);
}

export function same(found, wanted, what) {
  const [a, b] = [found, wanted].map((value) => JSON.stringify(value));
  if (a !== b) throw new Error(`${what}: ${a?.slice(0, 300)} instead of ${b?.slice(0, 300)}`);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Nothing on the page is in the way of somebody who doesn't see, or has no mouse. */
export async function accessible(page, where) {
  await page.waitForTimeout(150);
  // Through the debugger, which the page's content policy doesn't bind.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    axe.run(document, { resultTypes: ['violations'] }),
  );
  const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  check(
    bad.length === 0,
    `${where}: ${bad.map(({ id, nodes }) => `${id} ${nodes[0].html.slice(0, 160)} ${nodes[0].failureSummary?.slice(0, 200)}`).join('; ')}`,
  );
}

export const button = (page, name) => page.getByRole('button', { name, exact: true });

/** A picture for whoever looks at them, where a folder is named for it. */
export async function picture(page, name, how = {}) {
  if (!process.env.E2E_PICTURES) return;
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${process.env.E2E_PICTURES}/${name}.png`, ...how });
}
