// "What would you do?" and the tutor, in a real browser.
import { accessible, button, check, person, picture, same, until } from './harness.mjs';
import { choose, myTurn, stateOf } from './player.mjs';

const ASK = 'What would you do?';

const lastOf = ({ frames }, holds) => frames.findLast(holds);
const allowedOf = (someone) => stateOf(someone)?.choices.filter((choice) => !choice.no) ?? [];

/** Plays on until this page may ask for advice. */
async function untilAsked(someone) {
  const { page } = someone;
  let turn = 0;
  await until('a question with several answers', async () => {
    if (await button(page, ASK).count()) return true;
    if ((await choose(page, turn++)) === 'waiting') await page.waitForTimeout(30);
    return false;
  });
}

export function hintTests(games) {
  const [game] = games;
  return [
    ...games.map(({ id, min_seats }) => ({
      name: `hints: ${id} says what it would do, marks it on the board, and does it`,
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, { width: 1440, height: 900 });
        const { page } = anna;
        await anna.table(id, Math.max(3, min_seats));
        await untilAsked(anna);
        await page.keyboard.press('h');
        const advice = page.locator('.hint .advice');
        await advice.first().waitFor();
        const hint = lastOf(anna, ({ is }) => is === 'hint');
        same(await advice.count(), hint.choices.length, 'the advice that is shown');
        check(hint.choices.length > 1 && hint.choices.length < 4, 'two or three choices');
        for (const [i, { action, share, why }] of hint.choices.entries()) {
          check(
            allowedOf(anna).some((choice) => choice.action === action),
            `${action} is a choice`,
          );
          const text = await advice.nth(i).textContent();
          check(text.includes(`wins ${Math.round(share * 100)} %`), `the share in ${text}`);
          check(why.length > 0 && text.includes(why[0]), `the reason in ${text}`);
        }
        await accessible(page, 'the advice');
        await picture(page, `hint-${id}-wide`);
        await page.setViewportSize({ width: 390, height: 844 });
        await picture(page, `hint-${id}-phone`);
        await page.keyboard.press('Escape');
        await until('the advice is put away', async () => (await advice.count()) === 0);
        same(await page.locator('.advised').count(), 0, 'what is marked without advice');
        // It is there again at once, and can be taken.
        await page.keyboard.press('h');
        const confirm = page.locator('.bar .confirm');
        const step = stateOf(anna).step;
        await advice.first().click();
        await until('the choice was taken', async () => {
          // It may be gone as soon as it was seen.
          if (await confirm.count()) await confirm.click({ timeout: 1000 }).catch(() => {});
          return stateOf(anna).step > step || stateOf(anna).over;
        });
        same(
          anna.frames.filter(({ is }) => is === 'hint').length,
          1,
          'questions to the server about one question',
        );
        return anna;
      },
    })),
    {
      name: 'hints: among people only where it was agreed, and everybody is told',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const bram = await person(browser, server, { name: 'Bram', width: 390, height: 844 });
        for (const agreed of [false, true]) {
          await anna.page.goto(`${server.url}/new/${game.id}`);
          await anna.page.getByLabel(`Who is ${game.seats[1].name}?`).selectOption('open');
          if (agreed) await anna.page.getByLabel('Advice is allowed').check();
          await anna.page.getByRole('button', { name: /Set up the table and invite/ }).click();
          await anna.page.getByLabel('Link to this table').waitFor();
          await bram.page.goto(anna.page.url());
          await bram.page
            .getByText(agreed ? 'everybody may ask' : 'nobody may ask for it')
            .waitFor();
          await button(bram.page, 'Sit here').click();
          await anna.page.getByText('Bram', { exact: true }).first().waitFor();
          await button(anna.page, 'Start the game').click();
          await Promise.all([anna, bram].map(({ page }) => page.waitForSelector('.bar')));
          const asked = await until('somebody has a choice', async () => {
            for (const someone of [anna, bram]) {
              if (!(await someone.page.locator('.bar .mine').count())) continue;
              if (allowedOf(someone).length > 1) return someone;
              await choose(someone.page, 0);
            }
            return null;
          });
          if (agreed) await button(asked.page, ASK).waitFor();
          else same(await button(asked.page, ASK).count(), 0, 'the button');
          const other = asked === anna ? bram : anna;
          same(await button(other.page, ASK).count(), 0, 'the button of who waits');
        }
        return [anna, bram];
      },
    },
    {
      name: 'hints: the tutor says a word before a choice that gives much away, once',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, {
          settings: { tutor: true, confirm: 'never' },
        });
        const { page } = anna;
        await anna.table('tiefenthal', 2);
        let n = 0;
        const blunder = await until(
          'a question with a choice that gives much away',
          async () => {
            await myTurn(page);
            const choices = allowedOf(anna);
            if (choices.length < 2) {
              await choose(page, n++);
              return null;
            }
            const asked = lastOf(anna, ({ is, state }) => state && is !== 'what-if');
            // The tutor thinks unasked; nobody has to wait for it, but this test does.
            const hint = await until('the tutor has thought', () =>
              lastOf(anna, ({ is, n: at }) => is === 'hint' && at >= (asked.to ?? asked.n)),
            );
            const found = choices.find(({ action }) => (hint.losses[action] ?? 0) >= hint.much);
            if (found) return found;
            await until('something is chosen', async () => {
              await choose(page, n++);
              return stateOf(anna) !== asked.state;
            });
            return null;
          },
          180_000,
        );
        await page.keyboard.press('/');
        await page.locator('.bar .option', { hasText: blunder.text }).first().click();
        await page.getByText('You may want to look again').waitFor();
        await picture(page, 'tutor-wide');
        await accessible(page, 'the tutor');
        const { step } = stateOf(anna);
        await button(page, 'Show me').click();
        await page.locator('.hint .advice').first().waitFor();
        await page.keyboard.press('Escape');
        same(stateOf(anna).step, step, 'nothing was chosen');
        await page.keyboard.press('/');
        await page.locator('.bar .option', { hasText: blunder.text }).first().click();
        await until('one may', () => stateOf(anna).step > step);
        return anna;
      },
    },
  ];
}
