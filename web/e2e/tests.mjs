// What the page must do, in a real browser against the real server. Each test has a server in common and people
// of its own.
import { aloneTests } from './alone.mjs';
import { analysisTests } from './analysis.mjs';
import { botsOf, companyTests } from './company.mjs';
import { editionTests } from './editions.mjs';
import { accessible, check, person, same, until } from './harness.mjs';
import { hintTests } from './hints.mjs';
import { lessonTests } from './lessons.mjs';
import { ownTests } from './own.mjs';
import { puzzleTests } from './puzzles.mjs';
import { peopleTests } from './people.mjs';
import { choose, myTurn, play } from './player.mjs';
import { postTests } from './post.mjs';

/** The position somebody's page was told last. */
const stateOf = ({ frames }) =>
  frames.findLast((frame) => frame.state && frame.is !== 'what-if')?.state;

/** The socket told this seat exactly what the engine lets it see, at every step. */
async function nothingHidden(someone, table, seat) {
  const replay = await someone.get(`/api/tables/${table}/replay?seat=${seat}`);
  let compared = 0;
  for (const frame of someone.frames) {
    if (frame.table !== table || frame.is === 'what-if') continue;
    const state = frame.state;
    if (state?.view && !state.over) {
      const step = replay.steps.find((other) => other.step === state.step);
      same(state.view, step.view, `the view of ${seat} at step ${state.step}`);
      compared += 1;
    }
    for (const item of frame.items ?? frame.log ?? []) {
      if (item.is !== 'act') continue;
      check(
        item.seat === seat || item.action === undefined || frame.status === 'over' || state?.over,
        `another's action was told: ${JSON.stringify(item)}`,
      );
      const step = replay.steps.find((other) => other.step === item.step);
      same(
        item.events.map(({ id, args }) => [id, ...args]),
        step.events.map(({ id, args }) => [id, ...args]),
        `the events of step ${item.step}`,
      );
    }
  }
  check(compared > 10, `only ${compared} views were compared`);
}

export function testsFor(games) {
  const wholeGames = games.map((game) => ({
    name: `${game.id}: a whole game through the page, and its replay`,
    run: async ({ browser, server }) => {
      const anna = await person(browser, server);
      const { page } = anna;
      const table = await anna.table(game.id, game.min_seats);
      const did = await play(page, undefined, 90_000);
      check(did.tapped + did.pressed > 15, `hardly anything was chosen: ${JSON.stringify(did)}`);
      await nothingHidden(anna, table, game.seats[0].id);

      const columns = await page.$$eval('dialog[open] tbody tr, dialog[open] tfoot tr', (rows) =>
        rows.map((row) =>
          [...row.querySelectorAll('td')].map((cell) =>
            Number(cell.textContent.replace('−', '-').replace('·', '0')),
          ),
        ),
      );
      const totals = columns.pop();
      if (columns.length > 0)
        totals.forEach((total, i) =>
          same(
            columns.reduce((sum, row) => sum + row[i], 0),
            total,
            'the sum of the score sheet',
          ),
        );
      await page.locator('dialog[open] button', { hasText: 'Check it' }).click();
      await page.locator('dialog[open] .good').waitFor();
      const drawn = await page.locator('dialog[open] .draws li').count();
      check(drawn > 10, `only ${drawn} dice and cards were counted out`);
      await page.locator('dialog[open] .luck li').first().waitFor();

      await page.goto(`${server.url}/replay/${table}?seat=${game.seats[0].id}&step=5`);
      await page.locator('.said b', { hasText: 'Step 5' }).waitFor();
      await page.keyboard.press('ArrowRight');
      await page.locator('.said b', { hasText: 'Step 6' }).waitFor();
      check(page.url().includes('step=6'), 'the address follows the step');
      await page.locator('.players .name', { hasText: 'Anna' }).waitFor();
      await page
        .getByRole('log')
        .locator('.thing', { hasText: /^Anna$/ })
        .first()
        .waitFor();
      await page.getByLabel('Through whose eyes').selectOption('all');
      await page
        .getByRole('button', { name: /^All about/ })
        .first()
        .click();
      await page.locator('dialog[open] .body > *').first().waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('End');
      await page.getByLabel('To the end').click();
      await accessible(page, 'the replay');
      await page.getByRole('link', { name: 'Result and luck' }).click();
      await page.locator('dialog[open] .luck li').first().waitFor();
      return anna;
    },
  }));

  const game = games[0];
  const simultaneous = games.find(({ id }) => id === 'goldbraeu') ?? game;
  return [
    ...wholeGames,
    {
      name: 'a finished game is reviewed: curve, what was given away, the better choice',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const { page } = anna;
        const table = await anna.table(game.id, game.min_seats);
        await play(page, undefined, 90_000);
        await page.goto(`${server.url}/replay/${table}?step=5`);
        await page.getByRole('button', { name: 'Review', exact: true }).click();
        await page.getByRole('button', { name: 'Review this game' }).click();
        await page.locator('.review progress').waitFor();
        await page.locator('.review .drawn svg').waitFor({ timeout: 180_000 });
        const review = await anna.get(`/api/tables/${table}/review`);
        for (const { start, play: own, others, luck, result } of review.seats) {
          const off = Math.abs(start + own + others + luck - result);
          check(off < 1e-6, 'start, play and luck make the result');
        }
        const box = await page.locator('.review .drawn svg').boundingBox();
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await until('the middle of the curve is the middle of the game', () => {
          const there = Number(new URL(page.url()).searchParams.get('step'));
          return Math.abs(there - review.steps / 2) <= 1;
        });
        const fault = review.choices.find(({ lost }) => lost >= 0.02);
        if (fault) {
          await page.goto(`${server.url}/replay/${table}?step=${fault.step}&review`);
          await page.locator('.review section.now', { hasText: 'Better:' }).waitFor();
          await page.getByRole('button', { name: 'Show on the board' }).click();
          await page.locator('.said b', { hasText: `Step ${fault.step - 1} ` }).waitFor();
        }
        await page.locator('.review summary').click();
        await page.locator('.review details td').first().waitFor();
        await accessible(page, 'the review');
        return anna;
      },
    },
    ...games
      .filter(({ id }) => id === 'taverna')
      .map(({ id }) => ({
        name: `${id}: instructions for reactions are left, put in order, removed, switched off`,
        run: async ({ browser, server }) => {
          const anna = await person(browser, server);
          const { page } = anna;
          await anna.table(id, 2, 'random', { variants: { reaction_mode: 'armed' } });
          const orders = () => anna.frames.findLast((frame) => frame.orders)?.orders;
          const left = (list) =>
            until(
              `the list is ${JSON.stringify(list)}`,
              () =>
                JSON.stringify(orders().list.map((order) => [order.do, order.when])) ===
                JSON.stringify(list),
            );
          await page.getByRole('tab').last().click();
          await page.getByRole('button', { name: 'Instructions for reactions' }).click();
          const dialog = page.locator('dialog[open]');
          check(
            await dialog.getByRole('checkbox').isChecked(),
            'this table begins with instructions',
          );

          await dialog.getByLabel('Do this').first().selectOption('cast');
          await dialog.getByLabel('Do this 1').selectOption('ward');
          await dialog.getByRole('button', { name: 'Add' }).click();
          await left([['cast ward', null]]);
          await dialog.getByLabel('Do this').first().selectOption('cast');
          await dialog.getByLabel('Do this 1').selectOption('shared_fame');
          await dialog.getByLabel('Only when').first().selectOption('rose');
          await dialog.getByLabel('Only when 2').selectOption('elf');
          await dialog.getByRole('button', { name: 'Add' }).click();
          await left([
            ['cast ward', null],
            ['cast shared_fame', 'rose * elf'],
          ]);
          await accessible(page, 'the instructions');
          await dialog.getByRole('button', { name: /^Move up/ }).click();
          await left([
            ['cast shared_fame', 'rose * elf'],
            ['cast ward', null],
          ]);
          await dialog
            .getByRole('button', { name: /^Remove/ })
            .first()
            .click();
          await left([['cast ward', null]]);
          await dialog.getByRole('checkbox').uncheck();
          await until(
            'they are switched off',
            () => orders().on === false && orders().list.length === 1,
          );
          return anna;
        },
      })),
    ...games
      .filter(({ id }) => id === 'dicebrewing')
      .map(({ id }) => ({
        name: `${id}: a die goes to its place by two taps, by dragging, by keyboard`,
        run: async ({ browser, server }) => {
          const anna = await person(browser, server);
          const { page } = anna;
          await anna.table(id, 2, 'random', { variants: { start_player: 'seat' } });
          await myTurn(page);
          const own = () =>
            anna.frames.findLast((frame) => frame.state && frame.is !== 'what-if').state.view
              .brewers.anna;
          const die = (letter) => own().active.find((one) => one[0] === letter);
          const thing = (name) => page.locator(`.own [data-thing="${name}"]`).first();
          const did = (what, holds) => until(what, () => holds(own()));

          // Nothing moves under the finger, whatever is picked or explained.
          const top = async () => (await thing('field:M1').boundingBox()).y;
          const rest = await top();
          await page.locator('[data-thing^="recipe:"]').first().click();
          await page.locator('.bar .say', { hasText: 'Reward' }).waitFor();
          same(await top(), rest, 'the field while a recipe is explained');
          await page.locator('[data-thing="token:plus_one@stock"]').click();
          await page.locator('.bar .say', { hasText: '2 gold' }).waitFor();

          await thing('field:M1').click();
          await page.locator('.bar .say', { hasText: 'Takes a seed' }).waitFor();
          same([await top(), own().fields], [rest, {}], 'a first tap');
          await thing('field:M1').click(); // a seed, and no other piece fits
          await did('the seed is placed', ({ fields }) => fields.M1?.input === 'seed');
          const yellow = die('Y');
          await thing(`die:anna:active:${yellow}`).click();
          await thing('zone:anna:warehouse').and(page.locator('.lit')).waitFor();
          same([await top(), own().warehouse], [rest, []], 'a die taken up');
          const cut = await page.$eval(
            '.bar .options',
            (box) => box.scrollHeight - box.clientHeight,
          );
          same(cut, 0, 'pixels of the answers that are cut off');
          await thing('zone:anna:warehouse').click({ position: { x: 4, y: 4 } });
          await did('stored by two taps', ({ warehouse }) => warehouse.includes(yellow));

          const green = die('G');
          const [from, to] = [
            await thing(`die:anna:active:${green}`).boundingBox(),
            await thing('zone:anna:warehouse').boundingBox(),
          ];
          await page.mouse.move(from.x + 9, from.y + 9);
          await page.mouse.down();
          await page.mouse.move(from.x + 40, from.y - 20, { steps: 3 });
          await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
          await page.mouse.up();
          await did('stored by dragging', ({ warehouse }) => warehouse.includes(green));

          const black = die('B');
          await page.keyboard.press('p');
          await thing(`die:anna:active:${black}`).click();
          await thing(`die:anna:active:${black}`).click();
          await thing(`die:anna:warehouse:${black}`).waitFor();
          await page.getByRole('button', { name: 'Do it (steps: 1)' }).waitFor();
          await page.getByRole('button', { name: 'One step back' }).click();
          await thing(`die:anna:active:${black}`).waitFor();
          check(own().active.includes(black), 'a plan stores nothing');
          await page.keyboard.press('p');

          await thing(`die:anna:active:${black}`).focus();
          await page.keyboard.press('Enter');
          if (black !== 'B6') {
            await thing('field:M3').focus();
            await page.keyboard.press('Enter');
            // The second piece ends the turn: that asks for a word of confirmation.
            await page.locator('.bar .confirm').waitFor();
            await page.keyboard.press('1');
            await did(
              'placed by keyboard',
              ({ active, fields }) => fields.M3?.input === black || !active.includes(black),
            );
          }
          return anna;
        },
      })),
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
    {
      name: 'a step back',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const { page } = anna;
        await anna.table(game.id, game.min_seats);
        const undo = page.getByRole('button', { name: 'Take back' });
        const steps = () =>
          anna.frames.flatMap((frame) =>
            frame.state && frame.is !== 'what-if' ? [frame.state.step] : [],
          );
        const wentBack = () => steps().some((step, n, all) => n > 0 && step < all[n - 1]);
        // A choice on its way may end what could be taken back: then there is another one later.
        await until(
          'a step is taken back',
          async () => {
            await play(page, async () => (await undo.count()) > 0);
            await page.keyboard.press('u');
            await page.waitForTimeout(200);
            return wentBack();
          },
          45_000,
        );
        await page.getByText('takes a step back').first().waitFor();
        return anna;
      },
    },
    {
      name: 'a plan: tried out on a copy, taken back, done',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const { page } = anna;
        const id = 'tiefenthal';
        if (!games.some((other) => other.id === id)) return anna;
        await anna.table(id, 2);
        const state = () =>
          anna.frames.findLast((frame) => frame.state && frame.is !== 'what-if')?.state;
        const planned = (count) => page.getByRole('button', { name: `Do it (steps: ${count})` });
        // What was tapped last may still be on its way: so it must look like that for a while.
        const ready = async () => (await page.locator('[data-thing^="die:"].lit').count()) > 1;
        for (let turn = 0, calm = 0; calm < 2; turn += 1) {
          check(turn < 400, 'never a turn with dice');
          calm = (await ready()) ? calm + 1 : 0;
          if (calm === 0) await choose(page, turn);
          await page.waitForTimeout(calm > 0 ? 500 : 100);
        }
        await page.keyboard.press('Escape');
        const before = state().step;
        const dice = state().view.taverns.green.dice.length;
        await page.getByRole('button', { name: 'Plan', exact: true }).click();
        await page.locator('[data-thing^="die:"].lit').first().click();
        await planned(1).waitFor();
        await page
          .locator('.lit:is([data-thing^="tile:"], [data-thing^="table:"])')
          .first()
          .click();
        await planned(2).waitFor();
        await page.locator('.plan b', { hasText: '+' }).first().waitFor();
        await page.locator('[data-thing^="die:"].lit').first().click();
        await planned(3).waitFor();
        await page.keyboard.press('u');
        await planned(2).waitFor();
        same(state().step, before, 'the table while one plans');
        await planned(2).click();
        await until('the plan is done', () => state().step === before + 2);
        same(state().view.taverns.green.dice.length, dice - 1, 'the dice left');
        await page.keyboard.press('p');
        await page.getByText('nothing you tap counts yet').waitFor();
        await page.keyboard.press('p');
        await until('the plan is dropped', async () => (await page.locator('.plan').count()) === 0);
        return anna;
      },
    },
    {
      name: 'a small phone: nothing wider than the screen, choices in reach',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, { width: 360, height: 740 });
        const { page } = anna;
        const fits = async (where) => {
          const [width, wide] = await page.evaluate(() => [
            document.documentElement.scrollWidth,
            [...document.querySelectorAll('body *')]
              .filter((element) => element.getBoundingClientRect().right > 360)
              .map((element) => element.outerHTML.slice(0, 100)),
          ]);
          check(width <= 360, `${where} is ${width} wide:\n${wide.join('\n')}`);
        };
        await page.goto(server.url);
        await page.getByRole('heading', { name: 'Games' }).waitFor();
        await fits('the lobby');
        for (const { id, max_seats: seats } of games) {
          await page.goto(`${server.url}/new/${id}`);
          await page.getByRole('button', { name: 'Start the game' }).waitFor();
          await fits(`the new table of ${id}`);
          await anna.table(id, seats);
          await myTurn(page);
          await fits(`the table of ${id}`);
          const bar = await page.locator('.bar').boundingBox();
          check(
            bar.y + bar.height <= 741 && bar.y > 200,
            `the choices of ${id} are in reach: ${JSON.stringify(bar)}`,
          );
          check(
            (await page.locator('.bar:has(.spills) .why').count()) === 0,
            `what a question of ${id} decides takes the room of its answers`,
          );
          const lit = page.locator('.lit').first();
          if (await lit.count()) {
            await lit.scrollIntoViewIfNeeded();
            await lit.tap();
          }
          await play(page, (did) => did.tapped + did.pressed > 6);
          await fits(`the table of ${id} later`);
        }
        return anna;
      },
    },
    {
      name: 'tablets and larger screens: the board keeps to its place, and the choices lie free',
      run: async ({ browser, server }) => {
        const people = [];
        for (const [width, height] of [
          [768, 1024],
          [1024, 768],
          [1210, 720],
          [1920, 1080],
        ]) {
          const anna = await person(browser, server, { width, height });
          people.push(anna);
          for (const { id, max_seats: seats } of games) {
            await anna.table(id, seats);
            await play(anna.page, (did) => did.tapped + did.pressed > 6);
            await myTurn(anna.page);
            await anna.page.waitForTimeout(200);
            const found = await anna.page.evaluate(() => {
              const area = document.querySelector('.board').getBoundingClientRect();
              const over = [...document.querySelectorAll('.board *')].filter(
                (part) =>
                  part.getBoundingClientRect().height > 0 &&
                  part.getBoundingClientRect().bottom > area.bottom + 16,
              );
              const prompt = document.querySelector('.prompt').getBoundingClientRect();
              const there = document.elementFromPoint(
                prompt.left + 20,
                prompt.top + prompt.height / 2,
              );
              return {
                height: area.height,
                over: over.map((part) => part.outerHTML.slice(0, 120)),
                free: there?.closest('.bar') != null,
                wide: document.documentElement.scrollWidth,
              };
            });
            check(found.height > 300, `${id} at ${width}: the board is ${found.height} high`);
            check(
              found.over.length === 0,
              `${id} at ${width}: below the board's edge: ${found.over[0]}`,
            );
            check(found.free, `${id} at ${width}: something lies over the choices`);
            check(found.wide <= width, `${id} at ${width} is ${found.wide} wide`);
          }
        }
        return people;
      },
    },
    {
      name: 'koenig: a card of somebody else asks; the page says whose, and whose turn it is',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const { page } = anna;
        const asked = () => stateOf(anna)?.asked;
        const other = () => (asked()?.by && asked().by.seat !== 'green' ? asked().by : null);
        for (let tables = 0; !other(); tables += 1) {
          check(tables < 6, 'nobody ever asks Anna');
          await anna.table('koenig', 6);
          // A question that the player's own tap has just answered doesn't count.
          await play(page, async () => {
            const step = other() && stateOf(anna).step;
            await page.waitForTimeout(step ? 200 : 0);
            return other() !== null && stateOf(anna).step === step;
          });
        }
        const { seat, id } = other();
        // That tap may have picked something for it, which is explained instead.
        await page.keyboard.press('Escape');
        const texts = await anna.get('/api/games/koenig/texts/en');
        const { seats } = anna.frames.findLast((frame) => frame.is === 'table' && frame.seats);
        const { name } = seats.find((one) => one.seat === seat).character;
        await page.locator('.bar .mine', { hasText: `${name} asks you` }).waitFor();
        await page.locator('.bar .asking', { hasText: texts[`card.${id}.name`] }).waitFor();
        await page.locator('.bar .say', { hasText: texts[`card.${id}.text`] }).waitFor();
        await page.locator('.ring .who', { hasText: name }).waitFor();
        check((await page.title()).includes(`${name} asks you`), await page.title());
        return anna;
      },
    },
    {
      name: 'nothing moves under the pointer, whatever is picked, explained or listed',
      run: async ({ browser, server }) => {
        const people = [];
        for (const [width, height] of [
          [1440, 900],
          [390, 844],
        ]) {
          const anna = await person(browser, server, { width, height });
          const { page } = anna;
          people.push(anna);
          for (const { id, min_seats: seats } of games) {
            await anna.table(id, seats);
            await myTurn(page);
            await page.waitForTimeout(300);
            const places = () =>
              page.evaluate(() =>
                ['.slot', '.board', 'section.own']
                  .map((where) => document.querySelector(where)?.getBoundingClientRect())
                  .map((box) => box && [box.top + scrollY, box.height].map(Math.round)),
              );
            const rest = await places();
            for (let n = 0; n < 4; n += 1) {
              const step = stateOf(anna).step;
              await page.evaluate((i) => {
                const lit = [...document.querySelectorAll('.lit, [data-thing][role=button]')];
                lit[(i * 7) % lit.length]?.dispatchEvent(
                  new MouseEvent('click', { bubbles: true, cancelable: true }),
                );
              }, n);
              await page.waitForTimeout(150);
              const found = await places();
              if (stateOf(anna).step !== step) break; // another position may have another hand
              same(found, rest, `${id} at ${width} after tap ${n}`);
            }
            await page.keyboard.press('Escape');
            const step = stateOf(anna).step;
            await page.keyboard.press('/');
            await page.waitForTimeout(100);
            if (stateOf(anna).step === step)
              same((await places())[0][1], rest[0][1], `the chalkboard of ${id} with all choices`);
          }
        }
        return people;
      },
    },
    {
      name: 'cards can be read: where one points, by keyboard, and on a phone by a handle',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        await anna.table('goldbraeu', 3);
        await myTurn(anna.page);
        const texts = await anna.get('/api/games/goldbraeu/texts/en');
        const reading = anna.page.locator('.reading', { hasText: texts['action.expand.text'] });
        await anna.page.locator('[data-thing="action:expand"]').hover();
        await reading.waitFor();
        await anna.page.mouse.move(2, 2);
        await reading.waitFor({ state: 'detached' });
        await anna.page.locator('[data-thing="action:boss"]').focus();
        await anna.page.keyboard.press('Shift+Tab');
        await reading.waitFor();
        await anna.page.keyboard.press('Escape');
        await reading.waitFor({ state: 'detached' });

        const bram = await person(browser, server, { name: 'Bram', width: 390, height: 844 });
        await bram.table('koenig', 3);
        await bram.page.locator('.hand .read').first().tap();
        const card = await bram.page
          .locator('.hand [data-thing]')
          .first()
          .getAttribute('data-thing');
        const koenig = await bram.get('/api/games/koenig/texts/en');
        await bram.page
          .locator('[popover]:popover-open', { hasText: koenig[`card.${card.slice(5)}.text`] })
          .waitFor();
        await bram.page.keyboard.press('Escape');
        return [anna, bram];
      },
    },
    {
      name: 'a turn is not ended by a slip while something can still be done',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const { page } = anna;
        await anna.table('dicebrewing', 2, 'random', { variants: { start_player: 'seat' } });
        await myTurn(page);
        const { step } = stateOf(anna);
        await page.keyboard.press('c');
        await page.locator('.bar.tall').waitFor();
        const last = page.locator('.bar .option').last();
        check((await last.textContent()).includes('Pass'), 'what ends the turn stands last');
        await last.click();
        await page.locator('.bar .confirm', { hasText: 'Pass' }).waitFor();
        await page.locator('.bar .over', { hasText: 'You could still' }).waitFor();
        same(stateOf(anna).step, step, 'the step before it is confirmed');
        await page.keyboard.press('Escape');
        await page.locator('.bar .confirm').waitFor({ state: 'detached' });
        await page.locator('.bar .option', { hasText: 'Pass' }).click();
        await page.locator('.bar .confirm').click();
        await until('the turn is over', () => stateOf(anna).step > step);
        return anna;
      },
    },
    {
      name: 'what leaves no choice is answered by the page, unless one wants to wait',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, { settings: { forced: true } });
        const { page } = anna;
        await anna.table('tiefenthal', 2);
        const forced = page.locator('.bar .forced');
        const meet = async () => {
          for (let turn = 0; !(await forced.count()); turn += 1) {
            check(turn < 600, 'never a question that leaves no choice');
            await choose(page, turn);
            await page.waitForTimeout(60);
          }
          return stateOf(anna).step;
        };
        const step = await meet();
        await until('the page answers', () => stateOf(anna).step > step, 5000);
        const next = await meet();
        await page.getByRole('button', { name: 'Wait', exact: true }).click();
        await forced.waitFor({ state: 'detached' });
        await page.waitForTimeout(1800);
        same(stateOf(anna).step, next, 'the step while one waits');
        return anna;
      },
    },
    {
      name: 'the log waits for a reader, and follows again from the newest on',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, { height: 620 });
        const { page } = anna;
        await anna.table('koenig', 6);
        const log = page.getByRole('log');
        const room = () => log.evaluate((box) => box.scrollHeight - box.clientHeight);
        await play(page, async () => (await room()) > 200);
        await log.evaluate((box) => box.scrollTo(0, 0));
        const newest = page.getByRole('button', { name: 'Newest' });
        await newest.waitFor();
        await newest.click();
        await newest.waitFor({ state: 'detached' });
        same(
          await log.evaluate((box) => box.scrollTop + box.clientHeight > box.scrollHeight - 40),
          true,
          'the newest is in sight',
        );
        return anna;
      },
    },
    {
      name: 'focus rings are whole: nothing cuts them off',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const { page } = anna;
        for (const { id, min_seats: seats } of games) {
          await anna.table(id, seats);
          await myTurn(page);
          await page.waitForTimeout(300);
          const cut = await page.evaluate(() => {
            const focusable = [...document.querySelectorAll('button, a[href], [tabindex="0"]')];
            return focusable
              .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0)
              .filter((one) => {
                one.focus({ focusVisible: true });
                const style = getComputedStyle(one);
                const ring = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth);
                const box = one.getBoundingClientRect();
                for (let over = one.parentElement; over; over = over.parentElement) {
                  if (over === document.body) break;
                  if (getComputedStyle(over).overflow === 'visible') continue;
                  const edge = over.getBoundingClientRect();
                  // What is scrolled out of sight is cut off by right.
                  const seen = box.top >= edge.top && box.bottom <= edge.bottom;
                  if (box.left - ring < edge.left - 1 || box.right + ring > edge.right + 1)
                    return true;
                  if (
                    seen &&
                    (box.top - ring < edge.top - 1 || box.bottom + ring > edge.bottom + 1)
                  )
                    return true;
                }
                return style.outlineStyle === 'none';
              })
              .map((one) => one.outerHTML.slice(0, 120));
          });
          same(cut, [], `rings that are cut off in ${id}`);
        }
        return anna;
      },
    },
    {
      name: 'the keyboard alone',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const { page } = anna;
        await page.goto(server.url);
        await page.getByRole('link', { name: 'New table' }).first().focus();
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Start the game' }).focus();
        await page.keyboard.press('Enter');
        await page.waitForSelector('.bar');
        let acts = 0;
        await until(
          'five choices by keyboard',
          async () => {
            await myTurn(page);
            const step = anna.frames.findLast((frame) => frame.state)?.state.step;
            // Walk to the next thing that can be tapped, as a person without a mouse does.
            for (let i = 0; i < 80; i += 1) {
              await page.keyboard.press('Tab');
              if (await page.evaluate(() => document.activeElement?.matches('.lit, .bar .option')))
                break;
            }
            await page.keyboard.press('Enter');
            await page.waitForTimeout(60);
            if (await page.locator('.bar .confirm').count()) await page.keyboard.press('1');
            await until(
              'the focus is somewhere',
              () => page.evaluate(() => document.activeElement !== document.body),
              2000,
            );
            if (anna.frames.findLast((frame) => frame.state)?.state.step !== step) acts += 1;
            return acts >= 5;
          },
          20_000,
        );
        await page.keyboard.press('?');
        await page.locator('dialog[open] .keys', { hasText: 'open all choices' }).waitFor();
        await page.keyboard.press('Escape');
        await page.locator('dialog[open]').waitFor({ state: 'detached' });
        await page.keyboard.press('t');
        await page.getByRole('region', { name: 'The table in words' }).waitFor();
        await until(
          'the table is told',
          async () => (await page.locator('.told').textContent()).length > 80,
        );
        return anna;
      },
    },
    {
      name: 'four languages, by the browser and by choice',
      run: async ({ browser, server }) => {
        const titles = {
          en: 'Pull up a chair',
          nl: 'Schuif aan',
          de: 'Setz dich dazu',
          fr: 'Prenez une chaise',
        };
        let last;
        for (const [lang, title] of Object.entries(titles)) {
          const anna = await person(browser, server, { locale: lang });
          await anna.page.goto(server.url);
          await anna.page.getByRole('heading', { level: 1, name: title }).waitFor();
          same(
            await anna.page.evaluate(() => document.documentElement.lang),
            lang,
            'the language of the page',
          );
          await anna.table(game.id, game.min_seats);
          await myTurn(anna.page);
          const texts = await anna.get(`/api/games/${game.id}/texts/${lang}`);
          const prompt = anna.frames.findLast((frame) => frame.state?.asked).state.asked;
          same(prompt.text, texts[`prompt.${prompt.prompt}`], `the question in ${lang}`);
          last = anna;
        }
        await last.page.getByRole('button', { name: 'Réglages' }).click();
        await last.page.getByLabel('Langue').selectOption('nl');
        await last.page.getByRole('tab', { name: 'Verloop' }).waitFor({ state: 'attached' });
        same(
          await last.page.evaluate(() => document.documentElement.lang),
          'nl',
          'the chosen language',
        );
        return last;
      },
    },
    {
      name: 'a reason says by which ruling, a tap on it what that says; the rules list both',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const { page } = anna;
        let cited = 0;
        for (const { id, max_seats: seats } of games) {
          await anna.table(id, seats);
          await myTurn(page);
          const why = page.getByRole('button', { name: /^Why not/ });
          if ((await why.count()) === 0) continue;
          await why.click();
          const citation = page.locator('.refused .cite').first();
          const ruling = (await citation.textContent()).slice(1, -1);
          await citation.click();
          const sentence = await page.locator('.refused .ruling').first().textContent();
          check(sentence.length > 20, `${id}: ${ruling} says '${sentence}'`);
          await page.goto(`${server.url}/rules/${id}`);
          const entry = page.locator(`#rulings dt:text-is("${ruling}") + dd`);
          await entry.waitFor();
          check((await entry.textContent()).includes(sentence), `${id}: ${ruling} in the rules`);
          cited += 1;
        }
        check(cited > 0, 'no game forbids anything at the beginning');
        return anna;
      },
    },
    {
      name: 'the rules have pictures: every part and every marked thing is on them',
      run: async ({ browser, server }) => {
        const people = [];
        for (const { id } of games) {
          const anna = await person(
            browser,
            server,
            id === game.id ? { width: 390, height: 844 } : {},
          );
          people.push(anna);
          const { page } = anna;
          await page.goto(`${server.url}/rules/${id}`);
          await page.locator('figure').first().waitFor();
          const diagrams = await page.evaluate(
            async (name) => (await fetch(`/api/games/${name}/diagrams/en`)).json(),
            id,
          );
          same(
            await page.locator('figure').count(),
            Object.keys(diagrams).length,
            `${id}: figures`,
          );
          for (const [name, { pictures }] of Object.entries(diagrams)) {
            const figure = page.locator(`figure[data-diagram="${name}"]`);
            for (const [i, { part, marks }] of pictures.entries()) {
              const where = `${id}, ${name}, picture ${i + 1}`;
              if (i > 0) await figure.getByRole('button', { name: 'Next picture' }).click();
              for (const one of part.split('+'))
                if (one !== 'board' && one !== 'own')
                  check(
                    (await figure.locator(`[data-part="${one}"], [data-thing="${one}"]`).count()) >
                      0,
                    `${where}: no part ${one}`,
                  );
              for (const thing of marks)
                check(
                  (await figure.locator(`[data-thing="${thing}"].meant`).count()) > 0,
                  `${where}: ${thing} is not marked`,
                );
              const box = await figure.locator('.crop').boundingBox();
              check(box.width > 60 && box.height > 30, `${where}: nothing to see`);
            }
          }
          check(
            await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            `${id}: the page is wider than the window`,
          );
        }
        return people;
      },
    },
    {
      name: 'the search in the rules marks what it finds',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        await anna.page.goto(`${server.url}/rules/${game.id}`);
        await anna.page.getByRole('searchbox').fill('ZORK');
        await anna.page.locator('mark').first().waitFor();
        const found = await anna.page.locator('mark').allTextContents();
        check(
          found.every((word) => word.toLowerCase() === 'zork'),
          `marked: ${found.join(', ')}`,
        );
        return anna;
      },
    },
    {
      name: 'everyone can use it: axe finds nothing serious, by day and by candle light',
      run: async ({ browser, server }) => {
        const people = [];
        for (const dark of [false, true]) {
          const anna = await person(browser, server, { dark });
          people.push(anna);
          await anna.page.goto(server.url);
          await anna.page.getByRole('heading', { name: 'Games' }).waitFor();
          await accessible(anna.page, 'the lobby');
          await anna.page.goto(`${server.url}/new/${game.id}`);
          await anna.page.getByRole('button', { name: 'Start the game' }).waitFor();
          await accessible(anna.page, 'the new table');
          await anna.page.goto(`${server.url}/rules/${game.id}`);
          await anna.page.locator('article section').first().waitFor();
          await accessible(anna.page, 'the rules');
          for (const { id, max_seats: seats } of games) {
            await anna.table(id, seats);
            await play(anna.page, (did) => did.pressed + did.confirmed > 3);
            await myTurn(anna.page);
            await accessible(anna.page, `the table of ${id}`);
          }
        }
        return people;
      },
    },
    {
      name: 'the first load of a table stays under 200 kB',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        for (const { id, min_seats: seats } of games) {
          await anna.table(id, seats);
          const bytes = await anna.page.evaluate(() =>
            performance
              .getEntriesByType('resource')
              .filter(({ name }) => !name.endsWith('/ws'))
              .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
          );
          check(bytes > 20_000 && bytes < 200_000, `${id}: ${bytes} bytes`);
        }
        return anna;
      },
    },
    {
      name: 'a look at a choice tells what it costs and brings, and whether it can be taken back',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const { page } = anna;
        let told = 0;
        for (let turn = 0; told < 3; turn += 1) {
          check(turn < 120, 'three choices worth a look in three games');
          if (turn % 40 === 0) await anna.table(game.id, game.min_seats);
          // Nothing under way, which would lead to another question while one looks.
          await until('a question', () =>
            page.evaluate(
              () =>
                document.querySelector('.bar .mine') !== null &&
                document.querySelector('.bar .option[disabled]') === null,
            ),
          );
          await page.keyboard.press('Escape'); // nothing is picked
          const all = page.getByRole('button', { name: /^All choices/ });
          // The page may answer a forced question meanwhile: then there is another to look at.
          if (await all.count()) await all.click({ timeout: 2000 }).catch(() => {});
          await page.mouse.move(0, 0); // or it points at what comes to lie under it
          // What was told of an earlier position may be the last there is yet: so until both agree.
          // A bar drawn anew has forgotten where one looked: so look each time.
          const look = async () => {
            const name = await page.evaluate(() => {
              const option = document.querySelector('.bar .option:not([disabled])');
              option?.focus();
              return option?.querySelector('span')?.textContent;
            });
            if (!name) return 'answered';
            const { state } = anna.frames.findLast(
              (frame) => frame.state && frame.is !== 'what-if',
            );
            const found = state.choices.find(({ text }) => name.startsWith(text));
            if (!found) return 'answered';
            const ahead = anna.frames.findLast(
              ({ is, choices }) => is === 'ahead' && choices[found.action],
            )?.choices[found.action];
            if (!ahead) return false;
            const { chance, undoable, cost, gain } = ahead;
            if (!chance && undoable && !cost?.wealth && !gain?.wealth) return 'nothing to tell';
            const text = (await page.locator('.bar .outlook').allTextContents()).join();
            const agrees =
              text.includes('what comes is unknown') === chance &&
              text.includes('taken back') === !undoable &&
              (!cost?.wealth || text.includes(`−${cost.wealth}`));
            if (agrees) told += 1;
            return agrees;
          };
          let looked = false;
          for (let tries = 0; !looked && tries < 60; tries += 1) {
            looked = await look();
            if (!looked) await page.waitForTimeout(50);
          }
          check(looked, 'the page says what the server tells of the first choice');
          await choose(page, turn);
          // Otherwise what was picked is put back by the next Escape, and nothing ever happens.
          if (await page.locator('.bar .confirm').count()) await choose(page, turn);
        }
        return anna;
      },
    },
    ...analysisTests(games),
    ...hintTests(games),
    ...lessonTests(games),
    ...puzzleTests(),
    ...editionTests(games),
    ...companyTests(game),
    ...ownTests(game),
    ...peopleTests(game), // some leave public tables behind
    ...postTests(game),
    ...aloneTests,
  ];
}
