// Lessons through the page: each walked to its end by somebody who makes mistakes, and opened step by step in every
// language.
import { accessible, check, person, same, until } from './harness.mjs';
import { chooseFromList } from './player.mjs';

const OTHERS = ['nl', 'de', 'fr'];

const said = (page) => page.locator('section.bubble .say').textContent();

/** What the lesson points at is on the board, and can be seen beside the bubble. */
async function pointed(page, look, where) {
  for (const name of look) {
    const found = await page.evaluate((id) => {
      const all = [...document.querySelectorAll(`[data-thing="${id}"], [data-part="${id}"]`)];
      const drawn = all.map((one) => one.getBoundingClientRect()).find(({ width }) => width > 0);
      return drawn ? drawn.bottom > 0 && drawn.top < innerHeight : null;
    }, name);
    check(found !== null, `${where}: there is no ${name} to point at`);
  }
  if (look.length > 0)
    await until(`${where}: something glows`, () => page.locator('.veil rect').count());
}

/** Chooses by tapping a thing that is pointed at, or by the list of all choices. */
async function answer(page, choice, look) {
  const step = () => page.locator('section.bubble').getAttribute('data-step');
  const before = await step();
  for (const name of look) {
    const lit = page.locator(`[data-thing="${name}"].lit`).first();
    if ((await lit.count()) === 0) continue;
    await lit.dispatchEvent('click');
    // Some choices take two taps: then the list does the rest.
    const moved = await until('a step', async () => (await step()) !== before, 500).catch(
      () => null,
    );
    if (moved) return 'tapped';
    await page.keyboard.press('Escape');
    break;
  }
  await chooseFromList(page, choice.text);
  return 'pressed';
}

async function walk(page, lesson) {
  let at = 0;
  const did = { tapped: 0, pressed: 0, read: 0, wrong: 0 };
  while (at !== undefined) {
    const moment = lesson.moments[at];
    const where = `${lesson.game}, ${lesson.id}, step ${moment.step + 1}`;
    await until(`${where} is shown`, async () => (await said(page)) === moment.say);
    await pointed(page, moment.look, where);
    const lead = moment.leads.at(-1);
    if (lead.action === undefined) {
      await page.locator('.bubble .onward').click();
      did.read += 1;
    } else {
      const textOf = (action) => moment.state.choices.find((one) => one.action === action);
      const [wrong] = Object.keys(moment.answers);
      if (wrong) {
        await answer(page, textOf(wrong), []);
        await until(
          `${where}: a mistake is answered`,
          async () =>
            (await page.locator('.bubble .answer').textContent()) === moment.answers[wrong],
        );
        did.wrong += 1;
      }
      did[await answer(page, textOf(lead.action), moment.look)] += 1;
    }
    at = lead.to;
  }
  await page.locator('.finished').waitFor();
  return did;
}

/** Every step in a language, and back. */
async function leaf(page, lesson) {
  const steps = [];
  for (let at = 0; at !== undefined; at = lesson.moments[at].leads[0].to)
    steps.push(lesson.moments[at].say);
  await page.locator('section.bubble').waitFor();
  // In the page: a step takes no longer there than it takes to draw it.
  const wrong = await page.evaluate(async (texts) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const words = () => document.querySelector('section.bubble .say')?.textContent;
    for (const text of texts) {
      for (let i = 0; i < 600 && words() !== text; i += 1) await frame();
      if (words() !== text) return `"${words()}" instead of "${text}"`;
      if (document.documentElement.scrollWidth > innerWidth) return `too wide at "${text}"`;
      document.querySelector('section.bubble .onward').click();
    }
    return '';
  }, steps);
  check(wrong === '', `${lesson.id}: ${wrong}`);
  await page.locator('.finished').waitFor();
  await page
    .locator('.finished button', { has: page.locator('svg') })
    .last()
    .click();
  await until('the last step again', async () => (await said(page)) === steps.at(-1));
}

export const lessonTests = (games) => [
  ...games.map(({ id, lessons }, number) => ({
    name: `${id}: every lesson to its end, and in four languages`,
    run: async ({ browser, server }) => {
      const size = number % 2 === 0 ? { width: 390, height: 844 } : { width: 1440, height: 900 };
      const anna = await person(browser, server, size);
      const { page } = anna;
      const people = [anna];
      for (const { id: name } of lessons) {
        const lesson = await anna.get(`/api/games/${id}/lessons/${name}/en`);
        await page.goto(`${server.url}/learn/${id}/${name}`);
        const did = await walk(page, lesson);
        check(did.tapped + did.pressed > 0, `${id}, ${name}: nothing was done`);
        same(
          await page.evaluate(() => JSON.parse(localStorage.getItem('stamtafel.lessons') ?? '[]')),
          lessons
            .slice(0, lessons.findIndex((one) => one.id === name) + 1)
            .map((one) => `${id}/${one.id}`),
          'lessons that were seen',
        );
      }
      const other = number % 2 === 0 ? { width: 1440, height: 900 } : { width: 390, height: 844 };
      for (const locale of OTHERS) {
        const reader = await person(browser, server, { ...other, locale });
        people.push(reader);
        for (const { id: name } of lessons) {
          await reader.page.goto(`${server.url}/learn/${id}/${name}`);
          await leaf(reader.page, await reader.get(`/api/games/${id}/lessons/${name}/${locale}`));
        }
      }
      return people;
    },
  })),
  {
    name: 'the lobby offers the lesson to who is new, and it leads to a table',
    run: async ({ browser, server }) => {
      const anna = await person(browser, server);
      const { page } = anna;
      const [{ id, lessons }] = games;
      await page.goto(server.url);
      const offer = page.locator(`a[href="/learn/${id}/${lessons[0].id}"]`);
      await offer.waitFor();
      await page.locator('a[href="/puzzles"]').waitFor();
      await page.locator(`a[href="/puzzles/${id}"]`).waitFor();
      await accessible(page, 'the lobby with lessons and puzzles');
      await offer.click();
      await page.locator('section.bubble').waitFor();
      await accessible(page, 'a lesson');
      const { moments } = await anna.get(`/api/games/${id}/lessons/${lessons[0].id}/en`);
      // By keyboard: the button to read on has the focus.
      await page.keyboard.press('Enter');
      await until('the second step', async () => (await said(page)) === moments[1].say);
      for (let at = 1; at !== undefined; at = moments[at].leads[0].to)
        await page.locator('.bubble .onward').dispatchEvent('click');
      await page.locator('.finished .main').click();
      await page.locator('.bar .mine, .bar .prompt').first().waitFor();
      check(/\/t\//.test(page.url()), `a table follows, not ${page.url()}`);
      check(
        await page.evaluate(() => JSON.parse(localStorage.getItem('stamtafel.settings')).tutor),
        'the tutor looks on',
      );
      await page.goto(server.url);
      await page.locator(`a[href="/learn/${id}"]`).waitFor();
      check((await offer.count()) === 0, 'the lesson is offered once');
      await page.locator(`a[href="/learn/${id}"]`).click();
      await page.locator('main.list li').first().waitFor();
      same(await page.locator('main.list li').count(), lessons.length, 'lessons in the list');
      await page.goto(`${server.url}/learn/${id}/nothing`);
      await page.getByText('There is nothing here').waitFor();
      return anna;
    },
  },
  {
    name: 'what a question decides is told until it is known, then on request',
    run: async ({ browser, server }) => {
      const anna = await person(browser, server);
      const { page } = anna;
      // Where the first question never comes from a card: a card's own text would stand there. One has many answers.
      let game, texts, prompt;
      for (const wanted of ['goldbraeu', 'tiefenthal']) {
        game = games.find(({ id }) => id === wanted);
        await anna.table(game.id, game.min_seats);
        await page.locator('.bar .mine').waitFor();
        await page.locator('.bar .why').waitFor();
        texts = await anna.get(`/api/games/${game.id}/texts/en`);
        prompt = anna.frames.findLast((frame) => frame.state?.asked)?.state.asked.prompt;
        same(await page.locator('.bar .why').textContent(), texts[`purpose.${prompt}`], 'why');
      }
      await page.evaluate(
        (question) =>
          localStorage.setItem('stamtafel.questions', JSON.stringify({ [question]: 3 })),
        `${game.id}.${prompt}`,
      );
      await page.reload();
      await page.locator('.bar .mine').waitFor();
      const ask = page.getByRole('button', { name: 'Why am I asked this?' });
      await ask.waitFor();
      same(await page.locator('.bar .why').count(), 0, 'told unasked');
      await ask.click();
      same(
        await page.locator('.bar .why').textContent(),
        texts[`purpose.${prompt}`],
        'why, asked for',
      );
      return anna;
    },
  },
];
