// The rules to read, in a real browser.
import { check, person, same } from './harness.mjs';
import { myTurn } from './player.mjs';

export function ruleTests(games) {
  const game = games[0];
  return [
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
  ];
}
