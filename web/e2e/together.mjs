// Several people at one table, and what may come between them: in a real browser.
import { botsOf } from './company.mjs';
import { check, person, same, until } from './harness.mjs';
import { choose, myTurn, play } from './player.mjs';

export function togetherTests(games) {
  const game = games[0];
  const simultaneous = games.find(({ id }) => id === 'goldbraeu') ?? game;
  return [
    {
      name: 'people and bots are called by their names; a tap on somebody shows what they have',
      run: async ({ browser, server }) => {
        const piet = await person(browser, server, { name: 'Piet' });
        const joris = await person(browser, server, { name: 'Joris' }); // looks on
        const { page } = piet;
        for (const { id, seats } of games) {
          const table = await piet.table(id, 3);
          const own = seats[0].name;
          const [bot, other] = botsOf(piet);
          same(
            await page.locator('.players .name').allTextContents(),
            ['Piet', bot, other],
            `the panels of ${id}`,
          );
          await page.locator('.players [title="Bot (random)"]').first().waitFor();
          await play(page, (did) => did.tapped + did.pressed > 4);
          const log = page.getByRole('log');
          await log
            .locator('.thing', { hasText: /^Piet$/ })
            .first()
            .waitFor();
          same(
            await log.locator('.thing', { hasText: new RegExp(`^${own}$`) }).count(),
            0,
            `the log of ${id} on ${own}`,
          );
          await page.keyboard.press('Escape');
          const panel = page.locator('.players .player').nth(1);
          if (!(await panel.getAttribute('class')).includes('lit')) {
            await panel.click();
            await page.locator('dialog[open] h2', { hasText: bot }).waitFor();
          }
          await joris.page.goto(`${server.url}/t/${table}`);
          await joris.page
            .getByRole('log')
            .locator('.thing', { hasText: /^Piet$/ })
            .first()
            .waitFor();
        }
        return [piet, joris];
      },
    },
    {
      name: 'two people and a bot at one table, by link, choosing at the same time',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const bram = await person(browser, server, { name: 'Bram' });
        await anna.page.goto(`${server.url}/new/${simultaneous.id}`);
        await anna.page.getByLabel(`Who is ${simultaneous.seats[1].name}?`).selectOption('open');
        await anna.page.getByRole('button', { name: /Set up the table and invite/ }).click();
        await anna.page.getByLabel('Link to this table').waitFor();
        await bram.page.goto(anna.page.url());
        await bram.page.getByRole('button', { name: 'Sit here' }).click();
        await anna.page.getByText('Bram', { exact: true }).first().waitFor();
        await anna.page.getByRole('button', { name: 'Start the game' }).click();
        await Promise.all([anna, bram].map(({ page }) => page.waitForSelector('.bar')));
        // Both pages have brought a word of their own into chance, without being asked.
        const words = Object.values(
          anna.frames.map((frame) => frame.fair?.words).findLast(Boolean) ?? {},
        );
        check(
          words.length === 2 && words.every((word) => /^[0-9a-f]{32}$/.test(word)),
          `words in the key: ${words}`,
        );

        const asked = await Promise.all(
          [anna, bram].map(({ page }) =>
            page.evaluate(() => document.querySelector('.bar .mine') !== null),
          ),
        );
        if (simultaneous.id === 'goldbraeu') {
          same(asked, [true, true], 'both choose at once');
          await until('Anna has chosen', async () => (await choose(anna.page, 0)) === 'waiting');
          check(
            await bram.page.evaluate(() => document.querySelector('.bar .mine') !== null),
            'Bram still chooses',
          );
          await until('Bram has chosen', async () => (await choose(bram.page, 1)) === 'waiting');
        }
        // They go on together for a while; then Anna says something, and wants a step back.
        for (let i = 0; i < 12; i += 1) for (const { page } of [anna, bram]) await choose(page, i);
        check(
          [anna, bram].every(({ frames }) => frames.some(({ change }) => change?.view)),
          'both are told what has changed, not the whole position each time',
        );
        await anna.page.getByRole('tab', { name: 'Chat' }).click();
        await anna.page.getByLabel('Say something').fill('Proost!');
        await anna.page.getByLabel('Say something').press('Enter');
        await bram.page.getByRole('tab', { name: /Chat/ }).click();
        await bram.page.getByRole('log').getByText('Proost!').waitFor();
        const wish = anna.page.getByRole('button', { name: 'Ask to take back' });
        await until('a step that only consent takes back', async () => {
          if (await wish.count()) return true;
          for (const { page } of [anna, bram]) await choose(page, 3);
          return false;
        });
        await wish.click();
        await bram.page.getByRole('button', { name: 'Fine' }).click();
        await bram.page.getByRole('tab', { name: 'Log' }).click();
        await bram.page.getByText('takes a step back').first().waitFor();
        return [anna, bram];
      },
    },
    {
      name: 'a seat is left to a bot and taken back; two give up and play again',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const bram = await person(browser, server, { name: 'Bram', width: 390, height: 844 });
        const made = await anna.post('/api/tables', {
          game: game.id,
          seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'bot', bot: 'random' }],
        });
        await anna.page.goto(server.url + made.path);
        await bram.page.goto(server.url + made.path);
        const sit = bram.page.getByRole('button', { name: 'Sit here' });
        await sit.click();
        await bram.page.getByRole('button', { name: 'Get up' }).click();
        await sit.click();
        await anna.page.getByRole('button', { name: 'Start the game' }).click();
        await Promise.all([anna, bram].map(({ page }) => page.waitForSelector('.bar')));

        await bram.page.getByRole('tab', { name: 'Table' }).click();
        await bram.page.getByRole('button', { name: /^Leave/ }).click();
        await bram.page.getByText('A bot is playing for you.').waitFor();
        same(
          await bram.page.getByRole('button', { name: /^Leave|^Give up/ }).count(),
          0,
          'what there is to leave',
        );
        await anna.page.getByText('Bram leaves; a bot takes over.').waitFor();
        same(
          await anna.page.getByText(`${game.seats[1].name} gets up.`).count(),
          1,
          'getting up before the game',
        );
        await bram.page.getByRole('button', { name: 'Take my seat back' }).click();
        await bram.page.getByText('A bot is playing for you.').waitFor({ state: 'detached' });

        for (const { page } of [bram, anna]) {
          await page.getByRole('tab', { name: 'Table' }).click();
          await page.getByRole('button', { name: 'Give up' }).click();
          await page.locator('dialog[open]').getByRole('button', { name: 'Give up' }).click();
          if (page === bram.page) await page.getByText('You have given up').waitFor();
        }
        const sheet = anna.page.locator('dialog[open]');
        await sheet.getByText('The others gave up.').waitFor();
        same(
          await anna.page.getByRole('button', { name: 'Take my seat back' }).count(),
          0,
          'a seat to take back',
        );
        await sheet.getByRole('button', { name: 'Play again' }).click();
        await anna.page.getByRole('button', { name: 'Start the game' }).waitFor();
        await bram.page
          .locator('dialog[open]')
          .getByRole('link', { name: 'To the next game' })
          .click();
        await bram.page.getByText('The host starts the game.').waitFor();
        same(bram.page.url(), anna.page.url(), 'the table of the next game');
        return [anna, bram];
      },
    },
    {
      name: 'time runs out: the usual answer, and the page says so; the title says who is waited for',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const bram = await person(browser, server, { name: 'Bram' });
        const clock = { move: 1500, bank: 0 };
        const made = await anna.post('/api/tables', {
          game: game.id,
          seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'open' }],
          clock,
        });
        const cleo = await person(browser, server, { name: 'Cleo' });
        for (const { page } of [anna, bram, cleo]) await page.goto(server.url + made.path);
        for (const { page } of [bram, cleo])
          await page.getByRole('button', { name: 'Sit here' }).first().click();
        await anna.page.getByRole('button', { name: 'Start the game' }).click();
        await anna.page.getByText('Your time was up').waitFor();
        await anna.page.getByText(`Time is up for Anna:`).first().waitFor();
        await until('the title names who is to move', async () =>
          /^Waiting for (Bram|Cleo) /.test(await anna.page.title()),
        );
        return [anna, bram, cleo];
      },
    },
    {
      name: 'over plain http from another machine: links are copied, what the browser forbids is said; a seat goes to a phone by link',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        // What browsers withhold from pages that come neither by https nor from this machine.
        await anna.context.addInitScript(() => {
          Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });
          Notification.requestPermission = () => Promise.resolve('denied');
        });
        const { page } = anna;
        const made = await anna.post('/api/tables', {
          game: game.id,
          seats: [
            { kind: 'me' },
            ...Array.from({ length: game.min_seats - 1 }, () => ({ kind: 'open' })),
          ],
        });
        await page.goto(server.url + made.path);
        await page.getByRole('button', { name: 'Copy' }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();

        await page.getByRole('button', { name: 'Settings' }).click();
        const box = page.getByLabel('Notify me when');
        await box.click();
        await page.getByText("This browser doesn't allow it").waitFor();
        check(!(await box.isChecked()), 'the switch shows what holds');
        await page.keyboard.press('Escape');

        await page.goto(server.url);
        await page.getByRole('button', { name: 'Play on another device' }).click();
        await page.getByRole('button', { name: 'Copy' }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        const link = await page.locator('.device code').textContent();
        const phone = await (
          await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
        ).newPage();
        await phone.goto(link);
        await phone.getByRole('button', { name: 'Yes, this is me' }).click();
        await phone.locator('a.table').click();
        await phone.getByRole('button', { name: 'Get up' }).waitFor();
        await phone.goto(link);
        await phone.getByRole('button', { name: 'Yes, this is me' }).click();
        await phone.getByText('This link has been used already').waitFor();
        return anna;
      },
    },
    {
      name: 'reload in the middle; the server goes and comes back',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const { page } = anna;
        await anna.table(game.id, game.min_seats);
        await play(page, (did) => did.confirmed + did.pressed > 4);
        await myTurn(page);
        await page.reload(); // what was tapped last may still be on its way: not from a new page
        await myTurn(page);
        const prompt = await page.locator('.prompt').textContent();
        await page.reload();
        await myTurn(page);
        same(await page.locator('.prompt').textContent(), prompt, 'the question after a reload');
        await server.stop('SIGKILL');
        await page.getByText('No connection').waitFor();
        await page.getByRole('tab', { name: 'Chat' }).click();
        await page.getByLabel('Say something').fill('Anybody there?');
        await page.getByLabel('Say something').press('Enter');
        await page.locator('.bar .bad', { hasText: 'No connection' }).waitFor();
        await server.start();
        await page.getByText('No connection').first().waitFor({ state: 'detached' });
        same(
          await page.getByLabel('Say something').inputValue(),
          'Anybody there?',
          'the page that went on',
        );
        await play(page, (did) => did.confirmed + did.pressed > 3);

        // A page whose files can't be had begins anew by itself.
        await page.goto(server.url);
        await page.getByRole('heading', { name: 'Games' }).waitFor();
        await page.waitForTimeout(10_000);
        await server.stop('SIGKILL');
        await page.getByRole('link', { name: 'How to play' }).first().click();
        await page.locator('main', { hasText: 'No connection' }).waitFor();
        await server.start();
        await page.locator('article section').first().waitFor();
        anna.complaints.length = 0; // the browser reports the lost socket itself
        return anna;
      },
    },
  ];
}
