// Phones, tablets and large screens, the keyboard, languages, and what everybody can read: in a real browser.
import { accessible, check, person, same, Server, until } from './harness.mjs';
import { myTurn, play, stateOf } from './player.mjs';

export function screenTests(games) {
  const game = games[0];
  return [
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
      name: 'cards can be read: the longest of koenig as five of them lie there, in all languages',
      run: async ({ browser, server }) => {
        const lister = await person(browser, server);
        const own = await lister.get('/api/games/koenig/edition');
        const texts = await lister.get('/api/games/koenig/texts/fr');
        const length = ({ id }) => texts[`card.${id}.text`].length;
        const cards = own.cards
          .toSorted((a, b) => length(b) - length(a))
          .slice(0, 8)
          .map((card) => ({ ...card, copies: 8 }));
        const long = new Server({ koenig: { ...own, cards } });
        const people = [];
        try {
          await long.start();
          for (const locale of ['en-GB', 'nl-NL', 'de-DE', 'fr-FR']) {
            const anna = await person(browser, long, { locale, width: 1440, height: 900 });
            people.push(anna);
            const seen = new Set();
            for (let deal = 0; deal < 6 && seen.size < cards.length; deal += 1) {
              await anna.table('koenig', 3);
              await anna.page.locator('.hand .card').nth(4).waitFor();
              const hand = await anna.page.$$eval('.hand .card', (all) =>
                all.map((card) => {
                  const text = card.querySelector('.text');
                  return {
                    name: card.querySelector('.name').textContent,
                    cut: text.scrollHeight > text.clientHeight + 1,
                    out:
                      text.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom - 2,
                  };
                }),
              );
              for (const { name, cut, out } of hand) {
                check(!cut && !out, `${locale}: ${name} can't be read to its end`);
                seen.add(name);
              }
            }
            await anna.page.close();
          }
        } finally {
          await long.stop();
          long.clean();
        }
        return people;
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
  ];
}
