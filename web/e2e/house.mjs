// Bots of the house: programs of the operator are found at set-up, play, and are named where they fail.
import { fileURLToPath } from 'node:url';
import { accessible, check, person, picture, same, Server, until } from './harness.mjs';
import { choose } from './player.mjs';

const example = fileURLToPath(new URL('../../examples/bot.py', import.meta.url));

export const houseTests = (game) => [
  {
    name: 'house: a program of the operator is found among the opponents, plays, and is named where it fails',
    run: async ({ browser }) => {
      const server = new Server({}, [
        ...['--bot', `Brave=exec:python3 '${example}'`],
        ...['--bot', 'Rude=exec:true'],
      ]);
      try {
        await server.start();
        const anna = await person(browser, server, { height: 1000 });
        const { page } = anna;
        await page.goto(`${server.url}/new/${game.id}`);
        const seats = page.getByLabel(/^Who is/);
        await page.getByRole('radio', { name: /^Brave/ }).check();
        same(await seats.nth(1).inputValue(), 'bot:house:Brave', 'all bots are of that kind');
        await seats.nth(1).selectOption('bot:house:Rude');
        await accessible(page, 'the opponents of a new table');
        await picture(page, 'house-new', { fullPage: true });
        // A rated table is among people and levels.
        const rated = page.getByRole('checkbox', { name: /^Rated/ });
        await rated.check();
        same(await page.getByRole('radio', { name: /^Brave/ }).count(), 0, 'none at a rated table');
        check(!(await seats.nth(1).inputValue()).includes('house'), 'nor in a seat');
        await rated.uncheck();

        await seats.nth(1).selectOption('bot:house:Brave');
        await seats.nth(2).selectOption('bot:house:Rude');
        await page.getByRole('button', { name: 'Set up the table' }).click();
        await page.getByText('Bot (Brave, from the operator of this server)').waitFor();
        same(
          await page
            .getByLabel(/^Who is/)
            .first()
            .inputValue(),
          'house:Brave',
          'the waiting room knows it',
        );
        await accessible(page, 'the waiting room');
        await picture(page, 'house-room', { fullPage: true });
        await page.getByRole('button', { name: 'Start the game' }).click();
        await page.waitForSelector('.bar');
        const items = () => anna.frames.flatMap((frame) => frame.items ?? frame.log ?? []);
        const acted = (seat) => items().some((item) => item.is === 'act' && item.seat === seat);
        let turn = 0;
        await until('both have had a turn', async () => {
          if (acted(game.seats[1].id) && acted(game.seats[2].id)) return true;
          await choose(page, turn++);
          return false;
        });
        const replaced = items().filter(({ is }) => is === 'stand-in');
        same(
          [...new Set(replaced.map(({ seat, why }) => `${seat} ${why}`))],
          [`${game.seats[2].id} failed`],
          'who was replaced',
        );
        await page.getByRole('tab', { name: 'Log' }).click();
        await page
          .getByText(/^Rude, which chose for/)
          .first()
          .waitFor();
        await picture(page, 'house-table');
        await anna.context.close();
        return anna;
      } finally {
        await server.stop();
        server.clean();
      }
    },
  },
];
