// npm run pictures [NAME…]: takes the pictures in docs/pictures anew, all or those whose names contain one of the words.
// Against the built program, like the browser tests. They are made smaller by pngquant where there is one.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, person, Server, until } from '../e2e/harness.mjs';
import { choose, myTurn, play } from '../e2e/player.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../docs/pictures');
const words = process.argv.slice(2);
const wanted = (name) => words.length === 0 || words.some((word) => name.includes(word));
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const BOT = 'search:level=regular';

async function picture(page, name) {
  const path = join(folder, `${name}.png`);
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement?.blur());
  await page.waitForTimeout(300);
  await page.screenshot({ path });
  spawnSync('pngquant', [
    '--force',
    '--skip-if-larger',
    '--quality',
    '70-95',
    '--output',
    path,
    path,
  ]);
  console.log(name);
}

/** Plays on to a moment in mid-game with much to choose from on the board. False: the game ended before. */
async function midGame(page, seats) {
  await play(page, (did) => did.tapped + did.pressed + did.confirmed > 18 + 2 * seats);
  for (let turn = 0; ; turn += 1) {
    await until('a turn or the end', () =>
      page.evaluate(() => document.querySelector('.bar .mine, dialog[open] table') !== null),
    );
    await page.waitForTimeout(250); // what was tapped last may still be on its way
    const free = await page.evaluate(
      () =>
        document.querySelectorAll('.lit').length > 3 &&
        !document.querySelector('.bar .confirm, .picked'),
    );
    if (free) return true;
    if ((await choose(page, turn)) === 'over') return false;
  }
}

/** What shared links of a game show, beside what the server writes on it: the board of its picture, in the light of candles. */
async function sharedPicture(browser, id) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  const board = readFileSync(join(folder, `${id}-candle.png`)).toString('base64');
  await page.setContent(`<style>
    body { margin: 0; background: #2b1a0e; overflow: hidden; }
    div { position: absolute; inset: 0 0 0 400px; overflow: hidden; }
    img { position: absolute; left: -150px; top: -52px; width: 1520px; }
    b { position: absolute; inset: 0; background: linear-gradient(90deg, #2b1a0e 460px, #2b1a0e00 700px); }
  </style><div><img src="data:image/png;base64,${board}"></div><b></b>`);
  await page.waitForTimeout(200);
  const shared = join(folder, '../../web/public/share');
  mkdirSync(shared, { recursive: true });
  await page.screenshot({ path: join(shared, `${id}.jpg`), type: 'jpeg', quality: 80 });
  await page.close();
}

const server = new Server();
await server.start();
const browser = await launch();
try {
  const { games } = await (await fetch(`${server.url}/api/games?lang=en`)).json();
  for (const { id, max_seats: most } of games) {
    const seats = Math.min(most, 4);
    for (const [name, size] of [
      [id, DESK],
      [`${id}-candle`, { ...DESK, dark: true }],
      [`${id}-phone`, PHONE],
    ]) {
      if (!wanted(name)) continue;
      const { page, table, context } = await person(browser, server, size);
      do await table(id, seats, BOT);
      while (!(await midGame(page, seats)));
      await picture(page, name);
      await context.close();
    }
    if (wanted('share')) await sharedPicture(browser, id);
  }
  const anna = await person(browser, server, DESK);
  if (wanted('lobby')) {
    // Somebody waits for a friend, and it is one's own move somewhere.
    const bram = await person(browser, server, { ...DESK, name: 'Bram' });
    await bram.post('/api/tables', {
      game: games[1].id,
      seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'bot', bot: BOT }],
      public: true,
    });
    await bram.context.close();
    await anna.table(games[0].id, 4, BOT);
    await myTurn(anna.page);
    await anna.page.goto(server.url);
    await anna.page.locator('.game').last().waitFor();
    await picture(anna.page, 'lobby');
  }
  if (wanted('score-sheet')) {
    await anna.table(games.at(-1).id, 3, BOT);
    await play(anna.page);
    await anna.page.locator('dialog[open] .luck li').first().waitFor();
    await picture(anna.page, 'score-sheet');
  }
} finally {
  await browser.close();
  await server.stop();
  server.clean();
}
