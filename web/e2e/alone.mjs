// Playing without a server: the hub in a worker of the page, tables in IndexedDB, the page from its service worker.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { accessible, check, person, program, same, Server, until } from './harness.mjs';
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
  const without = new Set(); // files it doesn't have, for now
  const host = createServer((request, response) => {
    const path = new URL(request.url, 'http://host').pathname;
    asked.push(path);
    const name = path.slice(below.length) || 'index.html';
    const file = join(folder, name);
    if (!path.startsWith(below) || without.has(name) || !existsSync(file)) {
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
    without,
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
        const { files } = await anna.get('/alone/about.json');
        check(files.includes('nets/tiefenthal.json'), `not among the files: ${files}`);
        await until('the page is kept', () =>
          page.evaluate(async (all) => {
            const names = await caches.keys();
            const hub = await caches.open(names.find((name) => name.startsWith('hub ')) ?? 'none');
            const kept = (await hub.keys()).map(({ url }) => new URL(url).pathname);
            return (
              names.some((name) => name.startsWith('page ')) &&
              all.every((file) => kept.includes(`/alone/${file}`))
            );
          }, files),
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
      let complaints = [];
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
        // Bots that have learned a game play it also where what they have learned can't be had; it is asked for again.
        const net = 'alone/nets/tiefenthal.json';
        const times = () => host.asked.filter((path) => path.endsWith(net)).length;
        host.without.add(net);
        await page.evaluate(() =>
          caches.keys().then((all) => Promise.all(all.map((it) => caches.delete(it)))),
        );
        const before = times();
        await page.goto(`${host.url}#/`);
        await sitDown(page, 'tiefenthal', { bot: bots.at(-1) });
        await play(page, ({ tapped, pressed }) => tapped + pressed > 4, 120_000);
        check(times() > before, 'the net was not asked for');
        host.without.delete(net);
        await page.reload();
        await page.waitForSelector('.bar');
        await play(page, ({ tapped, pressed }) => tapped + pressed > 2, 120_000);
        complaints = complaints.filter((text) => !text.includes('404'));
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
  {
    name: 'alone: a game is kept as a record, brought back from it, and taken to a server',
    run: async ({ browser, server }) => {
      const anna = await person(browser, server, { name: 'Anneke' });
      const { page } = anna;
      await page.goto(`${server.url}/?here`);
      await sitDown(page, 'goldbraeu', { name: 'Anneke' });
      await play(page, ({ tapped, pressed }) => tapped + pressed > 3);
      const first = page.url();

      // Out: who sits where is in it, and it isn't over.
      await page.getByRole('tab', { name: 'Table' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download the record' }).click(),
      ]);
      const record = readFileSync(await file.path(), 'utf8');
      check(/^\|seats human,/m.test(record), 'the record does not say who sits where');
      const steps = Number(/^unfinished (\d+)$/m.exec(record)?.[1]);
      check(steps > 0, `the record is not one of a game in play: ${record.slice(-80)}`);

      // Something that isn't one, and one that was cut off, are refused in words.
      const bring = (text) =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name: 'x.record', mimeType: 'text/plain', buffer: Buffer.from(text) });
      await page.goto(`${server.url}/?here`);
      await bring('hello');
      await page.getByText('That is neither a file of tables nor a record.').waitFor();
      await bring(record.slice(0, -40));
      await page.getByRole('button', { name: 'Bring it' }).click();
      await page.locator('dialog[open] [role=alert]').getByText('line').waitFor();
      await page.keyboard.press('Escape');

      // In again: another table of this device, at the same step.
      await bring(record);
      await page.getByText('You play on here against bots.').waitFor();
      await accessible(page, 'the dialog of a record');
      await page.getByRole('button', { name: 'Bring it' }).click();
      await page.waitForURL(/\/t\/0\w+$/);
      check(page.url() !== first, 'the record did not become a table of its own');
      await page.waitForSelector('.bar');
      await page.getByText('Up to here the game came from a record.').first().waitFor();
      const here = page.url();
      await play(page, ({ tapped, pressed }) => tapped + pressed > 2);

      // And to the server, where it is marked and goes on to its end.
      await page.goto(`${server.url}/?here`);
      await page.locator('ul.tables a').nth(1).waitFor();
      same(await page.locator('ul.tables .pill').count(), 1, 'tables here that came from a record');
      await page.getByRole('button', { name: 'Take a table to the server' }).click();
      const dialog = page.locator('dialog[open]');
      await dialog.locator('li').first().waitFor(); // the server is asked whether it takes any
      same(await dialog.locator('li').count(), 2, 'tables that could be taken along');
      await accessible(page, 'the dialog of tables to take along');
      await dialog.getByRole('button', { name: 'Take it' }).first().click();
      await dialog.getByRole('link', { name: 'Open it there' }).click();
      await page.waitForURL(/\/t\/[^0]\w+$/);
      const there = page.url().split('/').at(-1);
      await page.waitForSelector('.bar');
      const did = await play(page);
      check(did.over === 1, 'the game did not end on the server');
      const played = await (
        await anna.context.request.get(`${server.url}/api/tables/${there}/record`)
      ).text();
      check(/^anew [0-9a-f]{64}$/m.test(played), 'chance was not drawn anew');
      check(/^\| brought \d+$/m.test(played), 'the record does not say that it was brought');
      const { games } = await anna.get('/api/me/games');
      same(
        games.map(({ table, brought }) => [table, brought]),
        [[there, true]],
        'games on the server',
      );
      same((await anna.get('/api/me/figures')).games, 0, 'games that count for figures');
      // The page counts out what was drawn there.
      await page.getByRole('button', { name: 'Check it' }).first().click();
      await page.locator('dialog[open] [role=status].good').waitFor();
      // The table of the device is still there.
      await page.goto(here);
      await page.waitForSelector('.bar');
      return anna;
    },
  },
];
