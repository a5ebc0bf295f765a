// One's own games: an empty page first, then a rated table, its rating, the list and the file of records.
import { readFileSync } from 'node:fs';
import { accessible, button, check, person, picture, same, until } from './harness.mjs';

/** Gives up at a table of its own, which is over then. */
async function giveUp(someone, table) {
  await someone.page.evaluate(
    (id) =>
      new Promise((done) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
        socket.onopen = () => socket.send('{"do":"hello","protocol":1,"lang":"en"}');
        socket.onmessage = ({ data }) => {
          const { is, status } = JSON.parse(data);
          if (is === 'welcome') socket.send(JSON.stringify({ do: 'watch', table: id }));
          if (is === 'table' && status === 'playing')
            socket.send(JSON.stringify({ do: 'concede', table: id }));
          if (status === 'over') done(socket.close());
        };
      }),
    table,
  );
}

export function ownTests(game) {
  const seats = [
    { kind: 'me' },
    ...Array.from({ length: game.min_seats - 1 }, () => ({ kind: 'bot', bot: 'regular' })),
  ];
  return [
    {
      name: 'own games: nothing yet, then a rated table, a rating, a list and a file of records',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, { name: 'Anna', width: 1440, height: 900 });
        const { page } = anna;
        await page.goto(`${server.url}/me`);
        await page.getByRole('link', { name: 'My games and ratings' }).click();
        await page.getByText('No finished game yet').waitFor();
        await accessible(page, 'no games yet');
        await picture(page, 'own-none', { fullPage: true });

        // Set up in the page: what a rated table needs comes by itself, and is told in the waiting room.
        await page.goto(`${server.url}/new/${game.id}`);
        await page.getByRole('checkbox', { name: /^Rated/ }).check();
        check(
          await page.getByRole('checkbox', { name: /^What has been seen stays/ }).isDisabled(),
          'what was shown stays so',
        );
        await page.getByLabel(`Who is ${game.seats[1].name}?`).selectOption('open');
        await picture(page, 'own-new', { fullPage: true });
        await page.getByRole('button', { name: /^Set up the table and invite/ }).click();
        await page.getByText('This table is rated').waitFor();
        await page.getByText('1500 ± 500').waitFor();
        await accessible(page, 'a rated table that gathers');
        await picture(page, 'own-gathering', { fullPage: true });

        const { table } = await anna.post('/api/tables', {
          game: game.id,
          seats,
          rated: true,
          clock: { move: 60000, bank: 0 },
          start: true,
        });
        await giveUp(anna, table);
        for (let i = 0; i < 21; i += 1)
          await giveUp(
            anna,
            (await anna.post('/api/tables', { game: game.id, seats, start: true })).table,
          );
        await until('a rating', async () => (await anna.get('/api/me/figures')).ratings.length > 0);

        await page.goto(`${server.url}/games`);
        await page.getByRole('heading', { name: 'Ratings' }).waitFor();
        const rows = page.locator('.games > li');
        same(await rows.count(), 20, 'a page of games');
        await button(page, 'Show more').click();
        await until('all of them', async () => (await rows.count()) === 22);
        same(await button(page, 'Show more').count(), 0, 'nothing more');
        const oldest = rows.nth(21);
        await oldest.getByText('rated', { exact: true }).waitFor();
        await oldest.getByText(/^Rating \d+ \(−\d+\)$/).waitFor();
        await accessible(page, 'my games');
        await picture(page, 'own-wide', { fullPage: true });
        await page.setViewportSize({ width: 390, height: 844 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        check(wide <= 390, `the page is ${wide} wide on a phone`);
        await picture(page, 'own-phone', { fullPage: true });

        const [file] = await Promise.all([
          page.waitForEvent('download'),
          button(page, 'Save all records').click(),
        ]);
        const text = readFileSync(await file.path(), 'utf8');
        same(text.match(/^stamtafel-record /gm)?.length, 22, 'records in the file');
        await rows.first().getByRole('link', { name: 'Replay' }).click();
        await page.waitForURL(/\/replay\//);
        return anna;
      },
    },
  ];
}
