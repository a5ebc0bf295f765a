// Puzzles through the page: one of each game is answered wrong and right, by the board's own list of choices, and
// today's begins a streak.
import { accessible, check, person, same, until } from './harness.mjs';
import { chooseFromList } from './player.mjs';

/** Once it is asked, chooses by the list of all choices. */
async function choose(page, text) {
  await page.locator('.bar .prompt, .bar .mine').first().waitFor();
  await chooseFromList(page, text);
}

const kept = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('stamtafel.puzzles') ?? '{}'));

export const puzzleTests = () => [
  {
    name: 'puzzles are solved on the board, and the one of the day counts',
    run: async ({ browser, server }) => {
      const anna = await person(browser, server, { width: 1440, height: 900 });
      const { page } = anna;
      const list = await anna.get('/api/puzzles');
      await page.goto(`${server.url}/puzzles`);
      await page.locator('.today .button').waitFor();
      await accessible(page, 'the page of puzzles');
      for (const { game, today, puzzles } of list.games) {
        const puzzle = await anna.get(`/api/games/${game}/puzzles/${today}/en`);
        const textOf = (action) =>
          puzzle.state.choices.find((choice) => choice.action === action).text;
        await page.goto(`${server.url}/puzzles/${game}/${today + 1}`);
        await choose(page, textOf(puzzle.choices.find((choice) => choice.tempting).action));
        await page.locator('.verdict').waitFor();
        check(
          !(await page.locator('.verdict.right').count()),
          `${game}: the tempting one is wrong`,
        );
        await page.locator('.verdict button').click();
        await choose(page, textOf(puzzle.choices[0].action));
        await page.locator('.verdict.right').waitFor();
        check(
          (await page.locator('.verdict').textContent()).includes(puzzle.choices[0].why[0]),
          `${game}: says why`,
        );
        check((await kept(page)).solved.includes(`${game}/${puzzle.id}`), `${game}: remembered`);
        await page.locator('.verdict a.main').click();
        const next = ((today + 1) % puzzles.length) + 1;
        await until('the next puzzle', () => page.url().endsWith(`/puzzles/${game}/${next}`));
      }
      same((await kept(page)).days, [list.day], 'days');
      await accessible(page, 'a puzzle');
      await page.goto(`${server.url}/puzzles`);
      await page.getByText('Days in a row: 1').waitFor();
      await page.goto(`${server.url}/puzzles/${list.games[0].game}`);
      await page.locator('.number.known').waitFor();
      await page.goto(`${server.url}/puzzles/${list.games[0].game}/9999`);
      await page.getByText('There are no puzzles here').waitFor();
      return anna;
    },
  },
];
