// How choices are made: by taps, by dragging, by keyboard, tried out, explained and taken back; in a real browser.
import { accessible, check, person, same, until } from './harness.mjs';
import { choose, myTurn, play, stateOf } from './player.mjs';

export function choosingTests(games) {
  const game = games[0];
  return [
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
          const own = () => stateOf(anna).view.brewers.anna;
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
        const state = () => stateOf(anna);
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
        await page.locator('.bar .confirm').waitFor();
        // Wherever the focus waits: Enter confirms.
        await page.locator('.bar .prompt').focus();
        await page.keyboard.press('Enter');
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
  ];
}
