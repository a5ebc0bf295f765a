// Play by correspondence: days, moves counted over all tables, and "your move" to a webhook.
import { createServer } from 'node:http';
import { Server, accessible, button, check, person, picture, same, until } from './harness.mjs';
import { choose, myTurn } from './player.mjs';

const asked = (page) => page.evaluate(() => document.querySelector('.bar .mine') !== null);

/** A receiver of webhooks on the loopback; what it got, in order. */
async function receiver() {
  const got = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      got.push(JSON.parse(text));
      response.writeHead(204).end();
    });
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { got, url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

export function postTests(game) {
  return [
    {
      name: 'correspondence: days, moves counted in the header and the title, your move by webhook',
      run: async ({ browser }) => {
        const hook = await receiver();
        const server = new Server({}, ['--notify-hosts', hook.url, '--notify-after', '300']);
        await server.start();
        try {
          const anna = await person(browser, server, { name: 'Anna', width: 1440, height: 900 });
          const bram = await person(browser, server, { name: 'Bram', width: 390, height: 844 });

          // Bram wants to hear of his moves.
          await bram.page.goto(`${server.url}/me`);
          await bram.page.getByLabel('Webhook').fill(`${hook.url}/bram`);
          await button(bram.page, 'Send a code').click();
          await bram.page.getByText('A code was sent to').waitFor();
          await accessible(bram.page, 'where my moves are told');
          await picture(bram.page, 'notices-phone');
          same(hook.got[0].is, 'code', 'what came first');
          await bram.page.getByLabel('Code', { exact: true }).fill(hook.got[0].code.toUpperCase());
          await button(bram.page, 'Confirm').click();
          await bram.page.getByText(`You are told at ${hook.url}/bram`).waitFor();
          await picture(bram.page, 'notices-confirmed-phone');

          // A table with three days for each choice.
          await anna.page.goto(`${server.url}/new/${game.id}`);
          await anna.page.getByLabel(/^Clock/).selectOption('days');
          await anna.page.getByText('a bot plays on in their seat').waitFor();
          await picture(anna.page, 'new-days-wide');
          const { path, table } = await anna.post('/api/tables', {
            game: game.id,
            seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'bot', bot: 'random' }],
            clock: { move: 3 * 24 * 3600_000, bank: 0 },
          });
          await anna.page.goto(server.url + path);
          await bram.page.goto(server.url + path);
          await button(bram.page, 'Sit here').click();
          await button(bram.page, 'Get up').waitFor();
          await button(anna.page, 'Start the game').click();
          await anna.page.getByText('days left').first().waitFor();
          await picture(anna.page, 'days-wide');

          // He leaves; she plays until it is his move: one letter, nothing of the game in it.
          await bram.page.goto('about:blank');
          bram.complaints.length = 0; // a page of nowhere has no storage
          const acting = async () =>
            (await anna.get('/api/tables')).mine.find((line) => line.table === table).acting;
          const his = game.seats[1].id;
          for (let turn = 0; !(await acting()).includes(his); turn += 1) {
            if (await asked(anna.page)) await choose(anna.page, turn);
          }
          await until('a letter', () => hook.got.length === 2);
          const [, letter] = hook.got;
          same(letter.is, 'turn', 'the letter');
          same(letter.link, `${server.url}${path}`, 'its link');
          same(letter.table, table, 'its table');

          // Anywhere in the page he sees that it is his move, in the title of the tab too.
          await bram.page.goto(server.url);
          const turns = bram.page.getByRole('link', { name: 'Your move', exact: true });
          await turns.waitFor();
          await until('the title', async () => (await bram.page.title()).startsWith('(1) '));
          await picture(bram.page, 'turns-phone');
          await turns.click();
          await bram.page.waitForSelector('.bar');
          await until('his turn', () => myTurn(bram.page));
          same(await turns.count(), 0, 'the table one looks at is not counted');
          same(hook.got.length, 2, 'letters');

          // The link at the end of a letter asks first.
          await bram.page.goto(letter.stop.replace('/api/stop/', '/stop/'));
          await button(bram.page, 'Send no more').click();
          await bram.page.getByText('Nothing more will be sent there.').waitFor();
          same((await bram.get('/api/me/addresses')).addresses, [], 'his addresses');

          // What a link to a public table shows, to whoever reads the page without running it.
          const open = await anna.post('/api/tables', {
            game: game.id,
            public: true,
            seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'open' }],
          });
          const html = await (await fetch(server.url + open.path)).text();
          const image = /property="og:image" content="([^"]+)"/
            .exec(html)?.[1]
            .replaceAll('&amp;', '&');
          check(/property="og:title" content="[^"]*2 seats are free/.test(html), html);
          same((await fetch(image)).headers.get('content-type'), 'image/png', 'the picture');
          for (const { context } of [anna, bram]) await context.close(); // before the server goes
          return [anna, bram];
        } finally {
          await server.stop();
          server.clean();
          hook.close();
        }
      },
    },
  ];
}
