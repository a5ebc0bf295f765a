// What the page must do, in a real browser against the real server. Each test has a server in common and people
// of its own.
import { aloneTests } from './alone.mjs';
import { analysisTests } from './analysis.mjs';
import { choosingTests } from './choosing.mjs';
import { companyTests } from './company.mjs';
import { editionTests } from './editions.mjs';
import { accessible, check, person, same, until } from './harness.mjs';
import { hintTests } from './hints.mjs';
import { houseTests } from './house.mjs';
import { lessonTests } from './lessons.mjs';
import { ownTests } from './own.mjs';
import { puzzleTests } from './puzzles.mjs';
import { peopleTests } from './people.mjs';
import { play } from './player.mjs';
import { postTests } from './post.mjs';
import { ruleTests } from './rules.mjs';
import { screenTests } from './screens.mjs';
import { togetherTests } from './together.mjs';

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
  return [
    ...wholeGames,
    {
      name: 'a finished game is reviewed: curve, what was given away, the better choice',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server);
        const { page } = anna;
        const table = await anna.table(game.id, game.min_seats);
        await play(page, undefined, 90_000);
        await page
          .locator('dialog[open]')
          .getByRole('link', { name: 'Review', exact: true })
          .click();
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
    ...choosingTests(games),
    ...togetherTests(games),
    ...screenTests(games),
    ...ruleTests(games),
    ...analysisTests(games),
    ...hintTests(games),
    ...lessonTests(games),
    ...puzzleTests(),
    ...editionTests(games),
    ...companyTests(game),
    ...houseTests(game),
    ...ownTests(game),
    ...peopleTests(game), // some leave public tables behind
    ...postTests(game),
    ...aloneTests,
  ];
}
