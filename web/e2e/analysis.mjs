// The analysis board, in a real browser: from a moment of a finished game, by a link, by hand.
import { accessible, button, check, person, picture, same, until } from './harness.mjs';
import { choose, play } from './player.mjs';

const tried = (page) => page.locator('.moves [aria-current]');
const MOVES = '.moves li button';

/** A table that is over after some choices: whoever sits there alone with bots gives up. */
async function finished(someone, game, seats, choices) {
  const { page } = someone;
  const table = await someone.table(game, seats, 'greedy');
  await play(page, ({ tapped, pressed }) => tapped + pressed > choices);
  await page.evaluate(
    (id) =>
      new Promise((done) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        const say = (message) => socket.send(JSON.stringify(message));
        socket.onopen = () => say({ do: 'hello', protocol: 1, lang: 'en' });
        socket.onmessage = ({ data }) => {
          const { is } = JSON.parse(data);
          if (is === 'welcome') say({ do: 'concede', table: id, n: 1 });
          if (is === 'news') done(socket.close());
        };
      }),
    table,
  );
  return table;
}

/** Makes choices until a move was tried. */
async function tryMove(page, from) {
  let turn = 0;
  await until('a move was tried', async () => {
    await choose(page, turn++);
    await page.waitForTimeout(120);
    return (await page.locator(MOVES).count()) > from;
  });
}

export function analysisTests(games) {
  const [first] = games;
  return [
    ...games.map(({ id, min_seats }) => ({
      name: `analysis: ${id} is tried out from a moment of a finished game`,
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, { width: 1440, height: 900 });
        const { page } = anna;
        const table = await finished(anna, id, Math.max(3, min_seats), 6);
        await page.goto(`${server.url}/replay/${table}?step=6`);
        await page.getByRole('link', { name: 'Analyse from here' }).click();
        await page.locator('.lines ol li').first().waitFor();
        await until('the bot thinks on', async () => {
          const all = anna.frames.filter(({ is }) => is === 'thought');
          return all.length > 1 && all.at(-1).iterations > all[0].iterations;
        });
        await tryMove(page, 1);
        await page.locator('.lines ol li').first().waitFor();
        await accessible(page, 'the analysis board');
        await picture(page, `analysis-${id}-wide`);
        await page.setViewportSize({ width: 390, height: 844 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        check(wide <= 390, `${wide} px wide on a phone`);
        await picture(page, `analysis-${id}-phone`);
        return anna;
      },
    })),
    {
      name: 'analysis: moves are tried and gone back from, through any eyes, with other luck',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, { width: 1440, height: 900, dark: true });
        const { page } = anna;
        const table = await finished(anna, first.id, 3, 4);
        await page.goto(`${server.url}/analysis?table=${table}&step=2`);
        await page.locator('.lines ol li').first().waitFor();
        // What the bot thinks best can be tried at once.
        await page.locator('.lines ol li button').first().click();
        await until('it was tried', async () => (await page.locator(MOVES).count()) === 2);
        await tryMove(page, 2);
        await tryMove(page, 3);
        const url = page.url();
        check(url.includes('moves='), 'the address holds the moves');
        await page.locator('body').press('ArrowLeft');
        await page.locator('body').press('ArrowLeft');
        await until('two back', async () => (await tried(page).textContent()).startsWith('1'));
        same(await page.locator(MOVES).count(), 4, 'what was gone back from is still there');
        await page.locator('body').press('End');
        await until('at the end again', async () => page.url() === url);
        await page.reload();
        await page.locator('.lines ol li').first().waitFor();
        same(await page.locator(MOVES).count(), 4, 'the moves after a reload');
        // However slowly the server answers, two keys go back two moves.
        await page.route('**/api/analysis?*', async (route) => {
          await new Promise((done) => setTimeout(done, 500));
          await route.continue();
        });
        await page.locator('body').press('ArrowLeft');
        await page.locator('body').press('ArrowLeft');
        await until('two back, slowly', async () =>
          (await tried(page).textContent()).startsWith('1'),
        );
        await page.unroute('**/api/analysis?*');
        await page.locator('body').press('End');
        await until('at the end once more', async () => page.url() === url);
        await picture(page, 'analysis-dark');
        // On, until chance has decided something: then it may decide otherwise.
        const luck = button(page, 'Other luck');
        for (let i = 4; i < 24 && (await luck.isDisabled()); ++i) await tryMove(page, i);
        const before = await page.locator(MOVES).count();
        await luck.click();
        await until('another way', async () => (await page.locator(MOVES).count()) > before);
        // Through somebody's eyes the others' cards stay hidden until one chooses for them.
        await page.locator('body').press('Home');
        await until('at the start', () => !page.url().includes('moves='));
        const { seats, state } = await anna.post('/api/analysis', { table, step: 2 });
        const other = seats.find((seat) => !state.acting.includes(seat));
        await page.getByLabel('Through whose eyes').selectOption(other);
        await page.locator('.lines .seen', { hasText: 'the bot sees what' }).waitFor();
        await button(page, 'Other luck').waitFor();
        await page.locator('.veil button').click();
        await page.locator('.bar .option, .bar [data-all]').first().waitFor();
        // The bot is silent when it is switched off.
        await page.getByLabel('The bot thinks along').uncheck();
        await until('no lines', async () => (await page.locator('.lines ol').count()) === 0);
        return anna;
      },
    },
    {
      name: 'analysis: a position goes by link and by hand, and a bad one is refused by its field',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, { width: 390, height: 844 });
        const { page } = anna;
        await page.goto(`${server.url}/analysis`);
        const box = page.getByRole('textbox', { name: 'Position' });
        await box.fill('{"game": ');
        await page.locator('#analysis-said', { hasText: 'no JSON' }).waitFor();
        const table = await finished(anna, first.id, 3, 3);
        await page.goto(`${server.url}/analysis?table=${table}&step=1`);
        await page.locator('.lines ol li').first().waitFor();
        await button(page, 'Edit position').click();
        await box.waitFor();
        await page.locator('#analysis-said', { hasText: 'This position can be' }).waitFor();
        const json = JSON.parse(await box.inputValue());
        same(json.game, first.id, 'the game in the position');
        await accessible(page, 'the editor');
        await box.fill(JSON.stringify({ ...json, players: 77 }));
        await page.locator('#analysis-said', { hasText: 'players' }).waitFor();
        check(await button(page, 'Analyse this position').isDisabled(), 'a bad one is not opened');
        await picture(page, 'analysis-editor');
        await box.fill(JSON.stringify(json));
        await button(page, 'Analyse this position').click();
        await page.waitForURL(/position=/);
        await page.locator('.lines ol li').first().waitFor();
        // The same link leads somebody else to the same position.
        const bram = await person(browser, server, { name: 'Bram' });
        await bram.page.goto(page.url());
        await bram.page.locator('.lines ol li').first().waitFor();
        // Whose table is not over is not shown, whoever asks.
        const running = await anna.table(first.id, 3);
        const answer = await anna.context.request.post(`${server.url}/api/analysis`, {
          data: { table: running, step: 0 },
          headers: { Origin: server.url },
        });
        same(answer.status(), 409, 'a table that is not over');
        await bram.page.goto(`${server.url}/analysis?table=${running}&step=0`);
        await bram.page.getByRole('alert').getByText('not over yet').waitFor();
        anna.complaints = anna.complaints.filter((text) => !/40[09]/.test(text));
        bram.complaints = bram.complaints.filter((text) => !/40[09]/.test(text));
        return [anna, bram];
      },
    },
  ];
}
