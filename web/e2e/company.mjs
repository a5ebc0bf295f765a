// The lobby, the waiting room and the company at a table, in a real browser.
import { accessible, button, check, person, same, until } from './harness.mjs';
import { choose, myTurn } from './player.mjs';

const PHONE = { width: 390, height: 844 };

/** What the bots of a table are called, as the socket told it. */
export const botsOf = (someone) =>
  someone.frames
    .findLast(({ is, seats }) => is === 'table' && seats)
    .seats.flatMap(({ character }) => (character ? [character.name] : []));

async function giveUp(page) {
  await page.getByRole('tab', { name: 'Table' }).click();
  await button(page, 'Give up').click();
  await page.locator('dialog[open]').getByRole('button', { name: 'Give up' }).click();
}

export function companyTests(game) {
  return [
    {
      name: 'company: name and seat are one step, one talks while waiting, bubbles, what is unread, who watches',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, { name: 'Anna', ...PHONE });
        const made = await anna.post('/api/tables', {
          game: game.id,
          seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'bot', bot: 'random' }],
        });
        await anna.page.goto(server.url + made.path);
        const room = await browser.newContext({ locale: 'en-GB' });
        const guest = await room.newPage();
        await guest.goto(server.url + made.path);
        await button(guest, 'Sit here').click();
        await guest.getByText('First a name, please').waitFor();
        await accessible(guest, 'the waiting room of a stranger');
        await guest.getByLabel('What shall we call you?').fill('Cleo');
        await button(guest, 'Sit here').click();
        await button(guest, 'Get up').waitFor();
        await anna.page.locator('.rows', { hasText: 'Cleo' }).waitFor();
        check(
          !(await guest.getByText('Fingerprint', { exact: true }).isVisible()),
          'the fingerprint is folded away',
        );
        await guest.getByRole('link', { name: 'How to play' }).waitFor();
        await guest.getByLabel('Say something').fill('Here I am');
        await button(guest, 'Say').click();
        await anna.page.getByText('Here I am').waitFor();
        await anna.page.locator('.rows .face').waitFor();

        // Read down to the chat: the table is seen from its top all the same.
        const start = button(anna.page, 'Start the game');
        await start.waitFor();
        await anna.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        await start.evaluate((element) => element.click());
        await anna.page.waitForSelector('.bar');
        await until('the top of the table', () => anna.page.evaluate(() => scrollY === 0));
        await guest.getByRole('tab', { name: 'Chat' }).click();
        same(await anna.page.getByLabel(/^Unread messages/).count(), 0, 'read while waiting');
        await button(guest, 'Cheers!').click();
        const bubble = anna.page.locator('.players .wrap', { hasText: 'Cleo' }).locator('.bubble');
        await bubble.getByText('Cheers!').waitFor();
        await anna.page.getByLabel('Unread messages: 1').click();
        await anna.page.getByRole('tab', { name: 'Chat', selected: true }).waitFor();
        await anna.page.getByLabel('Unread messages: 1').waitFor({ state: 'detached' });
        await anna.page.getByRole('log').getByText('Cheers!').waitFor();
        await bubble.waitFor({ state: 'detached' });

        const other = await browser.newContext({ locale: 'nl-NL', viewport: PHONE });
        const watcher = await other.newPage();
        await watcher.goto(server.url + made.path);
        await watcher.getByText('Je kijkt mee').waitFor();
        await watcher.getByRole('tab', { name: 'Gesprek' }).click();
        await watcher.getByText('Proost!').waitFor(); // in the language of who reads it
        same(await anna.page.getByText('You are watching').count(), 0, 'who plays does not watch');
        return [anna];
      },
    },
    {
      name: 'company: people choose how well the bots play, and everybody sees it by their hats',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const { page } = anna;
        const { levels } = await anna.get('/api/games?lang=en');
        same(
          levels.map(({ name }) => name),
          ['newcomer', 'regular', 'landlord', 'master'],
          'the levels',
        );
        await page.goto(`${server.url}/new/${game.id}`);
        const choice = page.locator('fieldset', { hasText: 'How well the bots play' });
        await choice.locator('label', { hasText: 'Regular' }).locator('input:checked').waitFor();
        for (const { id, text } of levels) {
          await choice.getByText(text).waitFor();
          await choice.locator(`[data-hat="${id}"]`).waitFor();
        }
        await accessible(page, 'choosing a level');
        await choice.locator('label', { hasText: 'landlord' }).click();
        // One seat of its own kind: then they are not all alike, and none of the four is chosen.
        await page
          .getByLabel(/^Who is/)
          .nth(1)
          .selectOption({ label: 'Bot (master)' });
        same(await choice.locator('input:checked').count(), 0, 'chosen for all');
        await page
          .getByLabel(/^Who is/)
          .nth(2)
          .selectOption({ label: 'A friend, by link' });
        await page.locator('.actions .button.main').click();
        const seats = page.locator('.gathering .rows li');
        await seats.nth(1).getByText('Bot (master)').first().waitFor();
        await seats.nth(1).locator('[data-hat="master"]').waitFor();
        // Asked in for the free seat: a regular unless one says otherwise.
        const fill = page.locator('.actions').getByLabel('How well the bots play');
        same(
          await fill.evaluate((field) => field.selectedOptions[0].textContent.trim()),
          'Bot (regular)',
          'who is asked in',
        );
        await fill.selectOption({ label: 'Bot (newcomer)' });
        await page.getByText(levels[0].text).waitFor();
        await page.locator('.actions .button.main').click();
        await page.locator('.players [data-hat="master"]').first().waitFor();
        await page.locator('.players [data-hat="newcomer"]').first().waitFor();
        const told = anna.frames.findLast(({ seats: those }) => those)?.seats;
        same(
          told.slice(1, 3).map(({ level }) => level.id),
          ['master', 'newcomer'],
          'what the socket says',
        );
        // They play.
        await myTurn(page);
        return anna;
      },
    },
    {
      name: 'company: the lobby tells who won; against bots one plays again at once',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, { name: 'Anna' });
        const { page } = anna;
        const id = await anna.table(game.id, game.min_seats);
        const bots = botsOf(anna);
        same(bots.length, game.min_seats - 1, 'bots with a name');
        await giveUp(page);
        const sheet = page.locator('dialog[open]');
        await sheet.getByText('share the victory').waitFor();
        await page.goto(server.url);
        const line = page.locator(`a[href="/replay/${id}"]`);
        await line.getByText('won together').waitFor();
        for (const bot of bots) await line.getByText(bot).first().waitFor();
        await line.locator('time').waitFor();
        await page.locator('.game img').last().scrollIntoViewIfNeeded();
        const drawn = () => page.$$eval('.game img', (all) => all.every((img) => img.naturalWidth));
        await until('pictures of the boards', drawn);
        same(
          await page.locator('.game .figures').first().locator('li').count(),
          3,
          'players, playing time and weight',
        );
        await accessible(page, 'the lobby');

        await page.goto(`${server.url}/t/${id}`);
        await sheet.getByRole('button', { name: 'Play again' }).click();
        await page.waitForURL((url) => !url.pathname.endsWith(id));
        await page.waitForSelector('.bar'); // nobody was asked to start it
        await page.getByRole('button', { name: 'Settings' }).click();
        await sheet.getByLabel('Your name').fill('Annemarie');
        await sheet.getByRole('button', { name: 'Change' }).click();
        await page.locator('.players .name', { hasText: 'Annemarie' }).waitFor();
        return anna;
      },
    },
    {
      name: 'company: a card that somebody plays lies open for as long as one wants, and is closed by a tap',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, {
          settings: { speed: 'fast', cards: 'long', confirm: 'never' },
        });
        const { page } = anna;
        await anna.table(game.id, game.min_seats);
        const card = page.locator('.cards .shown');
        let turn = 0;
        await until('somebody plays a card', async () => {
          if (await card.count()) return true;
          await choose(page, turn++);
          return false;
        });
        const by = await card.locator('.by').textContent();
        check(botsOf(anna).includes(by.trim()), `${by} is one of the bots`);
        check((await card.locator('.text').textContent()).length > 20, 'the card can be read');
        await page.mouse.click(5, 300);
        await card.waitFor({ state: 'detached', timeout: 2500 });
        return anna;
      },
    },
  ];
}
