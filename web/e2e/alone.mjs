// Playing without a server: the hub in a worker of the page, tables in IndexedDB, the page from its service worker.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { check, person, program, same, Server, until } from './harness.mjs';
import { play } from './player.mjs';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** A web host that knows nothing but files, below a path of its own. */
async function staticHost(folder, below) {
  const asked = [];
  const host = createServer((request, response) => {
    const path = new URL(request.url, 'http://host').pathname;
    asked.push(path);
    const file = join(folder, path.slice(below.length) || 'index.html');
    if (!path.startsWith(below) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type }).end(readFileSync(file));
  });
  await new Promise((done) => host.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${host.address().port}${below}`,
    asked,
    close: () => {
      host.closeAllConnections();
      return new Promise((done) => host.close(done));
    },
  };
}

const offered = (page) =>
  page
    .locator('.rows select')
    .last()
    .locator('option')
    .evaluateAll((all) => all.map((o) => o.value));
const levels = async (page) => (await offered(page)).filter((kind) => kind.startsWith('bot:'));

/** Somebody at the lobby of this device gives a name and makes a table among bots of a level. */
async function sitDown(page, game, { name = '', bot = '' } = {}) {
  if (name) {
    await page.locator('form input[autocomplete=nickname]').fill(name);
    await page.locator('form button.main').click();
  }
  await page.locator(`.games a[href="/new/${game}"]`).click();
  await page.locator('.rows select').first().waitFor();
  const wanted = bot || (await levels(page))[0];
  for (const select of await page.locator('.rows select').all()) {
    if ((await select.inputValue()) !== 'me') await select.selectOption(wanted);
  }
  await page.locator('main button.main').last().click();
  await page.waitForSelector('.bar');
}

export const aloneTests = [
  {
    name: 'alone: a game goes on and ends while the server is gone',
    run: async ({ browser }) => {
      const server = new Server();
      try {
        await server.start();
        const anna = await person(browser, server);
        const { page } = anna;
        await page.goto(server.url);
        await page.locator('a[href="/?here"]').click();
        await page.waitForURL('**/?here');
        await sitDown(page, 'koenig', { name: 'Anneke' });
        check(/\/t\/0\w+$/.test(page.url()), `not a table of this device: ${page.url()}`);
        await play(page, ({ tapped, pressed }) => tapped + pressed > 6);
        // All that is needed without a network is kept by now, or soon.
        await until('the page is kept', () =>
          page.evaluate(async () => {
            const names = await caches.keys();
            const hub = await caches.open(names.find((name) => name.startsWith('hub ')) ?? 'none');
            return names.some((name) => name.startsWith('page ')) && (await hub.keys()).length >= 7;
          }),
        );
        await server.stop();
        anna.complaints.length = 0;
        await page.reload();
        await page.waitForSelector('.bar');
        const did = await play(page);
        check(did.over === 1, 'the game did not end');
        // Its score sheet, its replay and the proof of its chance, all without a server.
        await page
          .locator('dialog[open] a, dialog[open] button')
          .getByText('Watch it again')
          .click();
        await page.waitForURL('**/replay/0*');
        await page.locator('main').waitFor();
        await page.goto(`${server.url}/?here`);
        await page.locator('ul.tables a').first().waitFor();
        same(await page.locator('ul.tables a').count(), 1, 'tables of this device');
        // What could not be fetched from the server that is gone is no fault of the page.
        anna.complaints = anna.complaints.filter(
          (text) => !/ERR_CONNECTION|Failed to fetch/.test(text),
        );
        return anna;
      } finally {
        await server.stop();
        server.clean();
      }
    },
  },
  {
    name: 'alone: a site of plain files below a path, with bots of all levels, is all it takes',
    run: async ({ browser }) => {
      const folder = mkdtempSync(join(tmpdir(), 'stamtafel-site-'));
      const made = spawnSync(program, ['site', folder], { encoding: 'utf8' });
      check(made.status === 0, `stamtafel site: ${made.stderr}`);
      const host = await staticHost(folder, '/games/stamtafel/');
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      await context.addInitScript(() =>
        localStorage.setItem('stamtafel.settings', JSON.stringify({ speed: 'off', lang: 'en' })),
      );
      const page = await context.newPage();
      const complaints = [];
      page.on(
        'console',
        (message) => message.type() === 'error' && complaints.push(message.text()),
      );
      page.on('pageerror', (error) => complaints.push(String(error)));
      try {
        await page.goto(host.url);
        await page.locator('form input[autocomplete=nickname]').fill('Anna');
        await page.locator('form button.main').click();
        await page.locator('.games a[href="/new/goldbraeu"]').click();
        await page.locator('.rows select').first().waitFor();
        const bots = await levels(page);
        check(bots.length >= 4, `only these bots: ${bots}`);
        check(!(await offered(page)).includes('open'), 'nobody else can sit down here');
        // The strongest: it thinks, and the page answers meanwhile.
        await page.goto(`${host.url}#/`);
        await sitDown(page, 'goldbraeu', { bot: bots.at(-1) });
        await play(page, ({ tapped, pressed }) => tapped + pressed > 4, 120_000);
        await page.reload();
        await page.waitForSelector('.bar');
        same(
          host.asked.filter((path) => path.includes('/api/') || path.endsWith('/ws')),
          [],
          'asked of a host of plain files',
        );
        return { complaints };
      } finally {
        await host.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
];
