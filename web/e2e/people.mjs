// Who one is, whom one has blocked, and whom the host sends away: in a real browser.
import { accessible, button, check, person, picture, same, until } from './harness.mjs';

const inDialog = (page, name) =>
  page.locator('dialog[open]').getByRole('button', { name, exact: true });

/** A table of Anna, Bram and a bot, before it starts. */
async function tableOf(anna, bram, server, game) {
  const { path } = await anna.post('/api/tables', {
    game: game.id,
    seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'bot', bot: 'random' }],
  });
  await anna.page.goto(server.url + path);
  await bram.page.goto(server.url + path);
  await button(bram.page, 'Sit here').click();
  await button(bram.page, 'Get up').waitFor();
  return path;
}

export function peopleTests(game) {
  return [
    {
      name: 'me: a name is changed, devices are listed and logged out',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, { name: 'Anna', width: 1440, height: 900 });
        const { page } = anna;
        const { code } = await anna.post('/api/me/link', {});
        const phone = await person(browser, server, { name: 'Somebody', width: 390, height: 844 });
        await phone.post('/api/me/claim', { code });
        await phone.page.goto(`${server.url}/me`);
        await page.goto(`${server.url}/me`);
        await page.getByRole('heading', { name: 'My devices' }).waitFor();
        await until('two devices', async () => (await page.locator('.about').count()) === 2);
        same(await page.locator('.pill', { hasText: 'this one' }).count(), 1, 'this device');
        await accessible(page, 'my name and devices');
        await picture(page, 'me-wide');
        await phone.page.getByRole('heading', { name: 'My devices' }).waitFor();
        await picture(phone.page, 'me-phone');

        await page.getByLabel('Your name').fill('Anna  Maria ');
        await button(page, 'Change').click();
        await page.getByText('From now on you have this name.').waitFor();
        same((await anna.get('/api/me')).me.name, 'Anna Maria', 'the name');
        await page.getByLabel('Your name').fill('An\u200bna');
        await button(page, 'Change').click();
        await page.getByRole('alert').waitFor();
        same((await anna.get('/api/me')).me.name, 'Anna Maria', 'what nobody can see is no name');

        // The other device is asked for twice, then gone; its page knows it at once.
        await button(page, 'Log out').click();
        await button(page, 'Really?').click();
        await until('one device', async () => (await page.locator('.about').count()) === 1);
        await phone.page.getByLabel('What shall we call you?').waitFor();
        same((await phone.get('/api/me')).me, null, 'who is logged out is nobody');
        await button(page, 'Log out here').click();
        await page.getByText('This is your only device').waitFor();
        await button(page, 'Really?').click();
        await page.getByLabel('What shall we call you?').waitFor();
        anna.complaints.length = 0; // the refused name, in the browser's own words
        return [anna, phone];
      },
    },
    {
      name: 'blocking: what somebody says is gone, their tables too, until one ends it on one’s own page',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, { name: 'Anna', width: 1440, height: 900 });
        const bram = await person(browser, server, { name: 'Bram', width: 390, height: 844 });
        const path = await tableOf(anna, bram, server, game);
        await button(anna.page, 'Start the game').click();
        await bram.page.waitForSelector('.bar');
        await bram.page.getByRole('tab', { name: 'Chat' }).click();
        const say = async (text) => {
          await bram.page.getByLabel('Say something').fill(text);
          await button(bram.page, 'Say').click();
        };
        await say('You play like my grandmother');
        await anna.page.getByRole('tab', { name: /Chat/ }).click();
        const line = anna.page.getByRole('log').getByText('You play like my grandmother');
        await line.waitFor();
        await button(anna.page, 'Bram').first().click();
        await accessible(anna.page, 'what can be done about somebody');
        await picture(anna.page, 'person-wide');
        await inDialog(anna.page, 'Block').click();
        await line.waitFor({ state: 'detached' });
        await say('And my grandmother is dead');
        await bram.page.getByRole('log').getByText('And my grandmother is dead').waitFor();
        await anna.page.getByLabel('Say something').fill('Quiet here');
        await button(anna.page, 'Say').click();
        await anna.page.getByRole('log').getByText('Quiet here').waitFor();
        same(await anna.page.getByText('grandmother').count(), 0, 'lines of a blocked person');
        check(
          !anna.frames.some((frame) => JSON.stringify(frame).includes('is dead')),
          'the server left it out',
        );
        // Bram is told nothing, and can't sit down at her next table.
        const next = await anna.post('/api/tables', {
          game: game.id,
          public: true,
          seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'open' }],
        });
        const offered = async () =>
          (await bram.get('/api/tables')).public.some(({ table }) => table === next.table);
        check(!(await offered()), 'her table is not offered to him');
        await bram.page.goto(server.url + next.path);
        await button(bram.page, 'Sit here').first().click();
        await bram.page.getByText('This table is not open to you.').waitFor();

        await anna.page.goto(`${server.url}/me`);
        await button(anna.page, 'Unblock').waitFor();
        await picture(anna.page, 'blocks-wide');
        await button(anna.page, 'Unblock').click();
        await anna.page.getByText('Nobody. You can block somebody').waitFor();
        check(await offered(), 'it is offered again');
        await button(bram.page, 'Sit here').first().click();
        await button(bram.page, 'Get up').waitFor();
        await anna.page.goto(server.url + path);
        await anna.page.getByRole('tab', { name: /Chat/ }).click();
        await anna.page.getByRole('log').getByText('And my grandmother is dead').waitFor();
        bram.complaints.length = 0; // the refusal, in the browser's own words
        return [anna, bram];
      },
    },
    {
      name: 'removing: before the game the seat is free, during it a bot plays on and the host can’t win',
      run: async ({ browser, server }) => {
        const anna = await person(browser, server, { name: 'Anna', width: 1440, height: 900 });
        const bram = await person(browser, server, {
          name: 'Bram',
          width: 390,
          height: 844,
          locale: 'nl-NL',
        });
        const { path } = await anna.post('/api/tables', {
          game: game.id,
          take_back: 'never',
          seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'bot', bot: 'random' }],
        });
        await anna.page.goto(server.url + path);
        await anna.page.getByText('what has been seen stays').waitFor();
        await bram.page.goto(server.url + path);
        await button(anna.page, 'About Bram').waitFor(); // who watches
        await picture(anna.page, 'gathering-wide');
        await button(bram.page, 'Ga hier zitten').click();
        const remove = async () => {
          await button(anna.page, 'About Bram').click();
          await inDialog(anna.page, 'Remove from the table').click();
          await picture(anna.page, `remove-${await anna.page.locator('.room').count()}`);
          await inDialog(anna.page, 'Yes, remove').click();
          await bram.page.getByText('De gastheer van deze tafel heeft je verwijderd').waitFor();
        };
        const letBack = async () => {
          await button(anna.page, 'About Bram').click();
          await inDialog(anna.page, 'Let them come back').click();
          await anna.page.locator('dialog[open]').waitFor({ state: 'detached' });
          await bram.page.reload();
        };
        await button(bram.page, 'Opstaan').waitFor();
        await remove();
        await picture(bram.page, 'shut-phone');
        await accessible(bram.page, 'a table that is closed to one');
        await anna.page.getByText('free', { exact: true }).waitFor();
        await bram.page.reload();
        await bram.page.getByText('De gastheer van deze tafel heeft je verwijderd').waitFor();
        await letBack();
        await button(bram.page, 'Ga hier zitten').click();
        await button(bram.page, 'Opstaan').waitFor();

        await button(anna.page, 'Start the game').click();
        await bram.page.waitForSelector('.bar');
        await anna.page.getByRole('tab', { name: 'Table' }).click();
        await button(anna.page, 'About Bram').waitFor();
        await remove();
        await anna.page.locator('[title="Can\'t win: has removed a player"]').waitFor();
        await anna.page.locator('[title="Removed by the host; a bot plays"]').waitFor();
        await picture(anna.page, 'removed-wide');
        await anna.page.setViewportSize({ width: 390, height: 844 });
        await anna.page.getByLabel('Only people with a name may watch').scrollIntoViewIfNeeded();
        await picture(anna.page, 'removed-phone');
        await button(anna.page, 'About Bram').click();
        await picture(anna.page, 'person-phone');
        await anna.page.keyboard.press('Escape');
        await anna.page.setViewportSize({ width: 1440, height: 900 });
        await accessible(anna.page, 'who is at the table');
        await anna.page.getByRole('tab', { name: 'Log' }).click();
        await anna.page.getByText('Anna has removed Bram. A bot plays on').waitFor();
        same((await bram.get('/api/tables')).mine.length, 0, 'it is none of his tables');
        await anna.page.getByRole('tab', { name: 'Table' }).click();
        await letBack();
        await bram.page.waitForSelector('.bar');
        await button(bram.page, 'Mijn plaats terugnemen').click();
        await until(
          'he plays again',
          async () => (await bram.page.locator('[title*="bot valt in"]').count()) === 0,
        );

        // Somebody without a name.
        const nobody = await browser.newContext({ locale: 'en-GB' });
        const guest = await nobody.newPage();
        await guest.goto(server.url + path);
        await guest.waitForSelector('.bar');
        await anna.page.getByLabel('Only people with a name may watch').check();
        await guest.getByText('At this table only people with a name may watch.').waitFor();
        await guest.getByLabel('What shall we call you?').fill('Cees');
        await button(guest, 'Sit down').click();
        await guest.waitForSelector('.bar');
        await button(anna.page, 'About Cees').waitFor();
        return [anna, bram];
      },
    },
  ];
}
