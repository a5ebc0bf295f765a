// Games with other figures: whatever the board shows of prices, rewards, limits, tracks and points
// must be those of the table's edition, not the ones of the box.
import { readFileSync } from 'node:fs';
import { check, person, Server, until } from './harness.mjs';
import { choose, myTurn } from './player.mjs';

const GAMES = new URL('../../games/', import.meta.url);
const boxed = (game) => JSON.parse(readFileSync(new URL(`${game}/edition.json`, GAMES), 'utf8'));

/** Another figure for each that the box has; what isn't named here stays. */
const CHANGES = {
  koenig(edition) {
    edition.money.gold_in_silver = 7;
    edition.toast.normal = { front: [58, 57, 56, 55], back: [-54, -53] };
    edition.toast.empty_cellar = { front: [-58, -57, -56, -55], back: [-54, -53] };
    edition.toast.full_cellar = { front: [52, 51, 50, 49], back: [48, 46] };
    const cards = {
      armdruecken: { places: [1, 2, 3], lose_on: [1, 2, 3] },
      denunziant: { silver: 41 },
      freudentaumel: { gold: 11 },
      grosse_verwirrung: { forward: 9, backward: 8 },
      kleine_intrige_vor: { steps: 10 },
      kleine_intrige_zurueck: { steps: 11 },
      kleine_rauferei: { count: 5 },
      kleine_verwirrung: { forward: 7, backward: 6 },
      langfinger: { silver: 43 },
      launisch_1: { steps: 3 },
      launisch_2: { steps: 5 },
      nachhilfe: { steps: 12 },
      seilschaft: { steps: 13 },
      stelldichein: { gold: 14 },
      trunkenheit: { gold: 15, silver: 16 },
      ueble_gesellschaft: { silver: 47 },
      zack: { gold: 17, silver: 18 },
      zange: { gold: 19 },
    };
    for (const card of edition.cards) {
      Object.assign(card, cards[card.id]);
      if (card.effect === 'move_all_type') card.steps = 14;
    }
  },
  goldbraeu(edition) {
    edition.chips.drunk.income = -42;
    edition.chips.waitress.income = 68;
    edition.income = { field: 14, parasol: 18 };
    edition.prices.by_choosers = [71, 72, 73, 74];
    edition.schedule.weeks = 4;
    edition.schedule.rounds_per_week = 9;
    edition.players['3'] = {
      ...edition.players['3'],
      money: 91,
      stones: 37,
      figures: 11,
      bosses: 3,
    };
    edition.breweries.forEach((brewery, i) => (brewery.shields = 5 + i));
  },
  tiefenthal(edition) {
    edition.rounds = { value: 9, long_game: 11 };
    edition.dice.white = 3;
    edition.staff.forEach((card, i) => Object.assign(card, { price: 31 + i, points: 41 + i }));
    edition.noble = { ...edition.noble, pays: 38, points: 39 };
    edition.noble_prices.tiers.forEach((tier, i) => (tier.beer = 61 + i));
    edition.guests.forEach((card, i) =>
      Object.assign(card, { pays: (i % 20) + 11, points: 30 - (i % 20), cost: 12 + (i % 20) }),
    );
    edition.regulars.forEach((card, i) => Object.assign(card, { pays: 21 + i }));
    edition.tiles.forEach((tile, i) => {
      tile.cost = 81 + i;
      if (tile.discount) tile.discount = 22 + i;
    });
    edition.monastery.winter.forEach(
      ({ reward }, i) => reward.amount && reward.effect !== 'monastery' && (reward.amount = 9 + i),
    );
    edition.reputation.side_B_points = edition.reputation.side_B_points.map((_, i) => 120 + i);
    edition.reputation.side_A.forEach(({ reward }, i) => reward.amount && (reward.amount = 6 + i));
    edition.guest_book.rewards.forEach(
      ({ reward }, i) => reward.amount && (reward.amount = 13 + i),
    );
    for (const { A, B } of edition.entertainers)
      for (const side of [A, B]) if (side.amount) side.amount += 11;
  },
  dicebrewing(edition) {
    edition.players.forEach((row, i) => (row.recipes_to_end = 23 + i));
    edition.dice.forEach((die, i) => (die.final_points = 11 + i));
    edition.scoring = { gold_per_point: 17, points_per_brew: 18 };
    edition.ones_as_gold.credit = [0, 7, 19, 20, 21];
    edition.market.from_round = 1;
    edition.black_market.from_round = 1;
    edition.market.ingredients.forEach((one, i) => (one.price = 12 + i));
    edition.black_market.tokens.forEach((one, i) => (one.price = 14 + (i % 7)));
    for (const { fields } of edition.buildings)
      for (const field of fields) {
        if (field.accelerate_min) field.accelerate_min = 5;
        if (field.seeds) field.seeds += 2;
        if (field.gold) field.gold = { blue: 16, black: 15 };
        if (field.min > 1) field.min -= 1;
      }
    edition.recipes.forEach((recipe, i) => {
      if (recipe.reward.gold) recipe.reward.gold = 31 + (i % 9);
      if (recipe.reward.points) recipe.reward.points = 41 + (i % 9);
      for (const bonus of Object.values(recipe.improvements)) {
        if (bonus.gold) bonus.gold += 20;
        if (bonus.points) bonus.points += 20;
      }
    });
  },
  taverna(edition) {
    edition.start.coins = 47;
    edition.players[0] = { ...edition.players[0], turns_each: 7, income: 13, feast: 17 };
    edition.tracks.end_points = [-33, -31, 29, 32, 34, 37, 38, 39];
    for (const levels of Object.values(edition.tracks.bonuses))
      for (const bonus of Object.values(levels))
        for (const kind of Object.keys(bonus)) if (kind !== 'privilege') bonus[kind] += 11;
    edition.guild_tokens.points = 9;
    edition.taverns.forEach(({ A }, i) =>
      A.deeds.forEach((deed, j) =>
        Object.assign(deed, { price: 41 + 3 * i + j, points: 21 + 3 * i + j }),
      ),
    );
    edition.dignitaries.notary.takeover = 57;
    edition.dignitaries.gobtrotter.prices = [14, 16];
    edition.dignitaries.princess.prices = [11, 15, 18];
    edition.dignitaries.ambassador.prices = [12, 17, 19];
    Object.assign(edition.prices, { sell_spell: 6, moved_customer: 8, extra_activation: 7 });
    edition.spells.forEach((spell, i) => {
      if (spell.effect !== 'curse') spell.cost = 10 + (i % 10); // it is never cast
      if (spell.coins) spell.coins += 12;
      if (spell.coins_small) Object.assign(spell, { coins_small: 18, coins_large: 19 });
      if (spell.cards) spell.cards = 8;
    });
    edition.royal_scorings.forEach((scoring, i) => {
      scoring.points = scoring.points.map((_, j) => 30 + 6 * i + j);
      if (scoring.thresholds) scoring.thresholds = scoring.thresholds.map((_, j) => 5 + 3 * i + j);
    });
  },
};

export const changed = (game) => {
  const edition = boxed(game);
  CHANGES[game](edition);
  edition.edition = 'other figures';
  return edition;
};

const byId = (domain, list, figures) =>
  Object.fromEntries(list.map((one) => [`${domain}.${one.id}`, figures(one)]));
const present = (...figures) => figures.flat().filter((figure) => figure !== undefined);

/** What there is to read about components (the rules page lists it) names these figures. */
const TOLD = {
  koenig: (edition) => ({
    ...byId('card', edition.cards, ({ steps, forward, backward, count, gold, silver, id }) =>
      present(steps, forward, backward, id === 'kleine_rauferei' ? count : [], gold, silver),
    ),
    'card.nachhilfe': [12, 7],
    'card.armdruecken': [3, 3],
    'card.voller_weinkeller': [52, 51, 50, 49, 48, 46],
    'card.leerer_weinkeller': [58, 57, 56, 55, 54, 53],
  }),
  goldbraeu: () => ({
    'card.drunk': [42],
    'card.waitress': [68],
    'action.buy': [71, 72, 73, 74],
  }),
  tiefenthal: (edition) => ({
    ...byId('card', edition.staff, ({ price, points }) => [price, points]),
    ...byId('card', edition.guests, ({ cost, pays, points }) => [cost, pays, points]),
    ...byId('card', edition.regulars, ({ pays }) => [pays]),
    ...byId('tile', edition.tiles, ({ cost, discount }) => present(cost, discount)),
    ...byId('entertainer', edition.entertainers, ({ A, B }) => present(A.amount, B.amount)),
  }),
  dicebrewing: (edition) => ({
    ...byId('recipe', edition.recipes, ({ reward, improvements }) =>
      present(
        reward.gold,
        Object.values(improvements).flatMap(({ gold, points }) => present(gold, points)),
      ),
    ),
    ...byId('ingredient', edition.market.ingredients, ({ price }) => [price]),
    ...byId('token', edition.black_market.tokens, ({ price }) => [price]),
    ...byId(
      'field',
      edition.buildings.flatMap(({ fields }) => fields),
      ({ accelerate_min, seeds, gold, min }) =>
        present(accelerate_min, seeds, Object.values(gold ?? {}), accelerate_min ? [] : min),
    ),
  }),
  taverna: (edition) => ({
    ...byId('spell', edition.spells, ({ coins, coins_small, coins_large, cards }) =>
      present(coins, coins_small, coins_large, cards),
    ),
    'spell.teleport': [8],
    'favour.move_customer': [8],
    'spell.guild_charter': [9],
    'favour.place_guild': [9],
    'dignitary.notary': [57],
    'dignitary.gobtrotter': [14, 16, 9],
    'dignitary.princess': [11, 15, 18],
    'dignitary.ambassador': [12, 17, 19],
    ...byId('scoring', edition.royal_scorings, ({ points, thresholds }) =>
      present(points, thresholds),
    ),
  }),
};

/** The chapters of the rules name these figures. */
const CHAPTERS = {
  koenig: () => ({
    '02_table': [7],
    '03_setup': [20, 25, 20 + 25 * 7],
    '05_toast': [58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 46],
    '07_neutrals': [2 * 54, 2 * 53, 57 + 56, 54],
  }),
  goldbraeu: () => ({
    '01_aim': [4, 9],
    '08_buy': [71, 72, 73],
    '10_chips': [68, 42],
    '11_payday': [9, 14, 18, 68, 42],
    '13_three_players': [37, 3],
  }),
  tiefenthal: (edition) => ({
    '01_aim': [9, 39, 11, 30, 41, 46],
    '02_evening': [3],
    '04_market': [61, 62, 63],
    '07_modules': [14, 13, 130, edition.guest_book.rewards[0].reward.amount],
  }),
  dicebrewing: (edition) => ({
    '05_fields': [5, 16, 15],
    '06_purchasing': edition.market.ingredients.map(({ price }) => price),
    '07_tokens': edition.black_market.tokens.map(({ price }) => price),
    '08_brewing': [18],
    '10_end': [23, 24, 25, 17, 11, 12],
  }),
  taverna: (edition) => ({
    '01_aim': [7],
    '03_setup': [47],
    '05_tracks': edition.tracks.end_points.map(Math.abs),
    '06_dignitaries': [57, 14, 16, 9, 11, 15, 18, 12, 17, 19],
    '09_end': edition.royal_scorings.flatMap(({ points, thresholds }) =>
      present(points, thresholds),
    ),
  }),
};

/** The board shows these figures: at the table itself, with what is on offer in this view. */
const SHOWN = {
  koenig: () => [58, 57, 56, 55, 54, 53],
  goldbraeu: () => [42, 68, 91, 37, 11, 71, 72, 73],
  tiefenthal: (edition, view) => [
    ...edition.staff.flatMap(({ price, points }) => [price, points]),
    edition.noble.points,
    ...edition.noble_prices.tiers.map(({ beer }) => beer),
    ...edition.tiles.map(({ cost }) => cost),
    ...edition.guests
      .filter(({ id }) => view.display.includes(id))
      .flatMap(({ cost, pays, points }) => [cost, pays, points]),
    ...edition.monastery.winter.flatMap(({ reward }) => present(reward.amount)),
    edition.reputation.side_A[0].reward.amount,
    edition.guest_book.rewards[0].reward.amount,
  ],
  dicebrewing: (edition, view) => [
    23,
    18,
    ...edition.market.ingredients.map(({ price }) => price),
    ...edition.black_market.tokens.map(({ price }) => price),
    ...edition.recipes
      .filter(({ id }) => view.row.includes(id))
      .flatMap(({ reward, improvements }) =>
        present(
          reward.gold,
          Object.values(improvements).flatMap(({ gold, points }) => present(gold, points)),
        ),
      ),
    5,
    16,
    15,
  ],
  taverna: (edition, view) => [
    ...edition.tracks.end_points.map(Math.abs),
    ...Object.values(edition.tracks.bonuses).flatMap((levels) =>
      Object.values(levels).flatMap(({ coins, points, spell }) => present(coins, points, spell)),
    ),
    ...edition.taverns.flatMap(({ A }) => A.deeds.flatMap(({ price, points }) => [price, points])),
    ...edition.spells
      .filter(({ id }) => view.hands.blue.some((card) => card.split('#')[0] === id))
      .map(({ cost }) => cost),
    edition.prices.sell_spell,
    edition.royal_scorings[0].points[0],
    47,
  ],
};

/** Figures of the box that stand nowhere any more: on the board, by selector. */
const GONE = {
  goldbraeu: { '.chip.drunk': '12', '.chip.waitress': '20' },
  taverna: { '.sale .gain': '1' },
};

const numbers = (text) => new Set((text.match(/\d+/g) ?? []).map(Number));

/** All that is written, or said to the ear, within an element. */
const written = (page, selector) =>
  page.$$eval(selector, (places) =>
    places
      .flatMap((place) => [place, ...place.querySelectorAll('[aria-label], [title]')])
      .flatMap((element) => [
        element.textContent,
        element.getAttribute('aria-label'),
        element.getAttribute('title'),
      ])
      // What stands in different elements are different numbers.
      .concat(
        places.flatMap((place) =>
          [...place.querySelectorAll('*')].flatMap((element) =>
            [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map((n) => n.data),
          ),
        ),
      )
      .filter(Boolean)
      .join(' \n '),
  );

async function looksRight(browser, server, game, edition) {
  const anna = await person(browser, server, { width: 1440, height: 900 });
  const { page } = anna;
  await page.goto(`${server.url}/`);
  await page.locator('.game', { hasText: edition.edition }).first().waitFor();

  await page.goto(`${server.url}/rules/${game}`);
  await page.locator('#rulings').waitFor();
  for (const [thing, wanted] of Object.entries(TOLD[game](edition))) {
    if (wanted.length === 0) continue;
    const text = await page.locator(`[id="${thing}.text"]`).textContent();
    const found = numbers(text);
    for (const figure of wanted)
      check(found.has(figure), `${thing} doesn't tell ${figure}: ${text}`);
  }

  for (const [chapter, wanted] of Object.entries(CHAPTERS[game](edition))) {
    const text = await page.locator(`[id="${chapter}"]`).textContent();
    const found = numbers(text);
    for (const figure of wanted)
      check(found.has(figure), `chapter ${chapter} doesn't tell ${figure}: ${text}`);
  }

  const seats = { koenig: 3, goldbraeu: 3 }[game] ?? 2;
  const variants = game === 'tiefenthal' ? { modules: '5' } : {};
  await anna.table(game, seats, 'random', { variants });
  await myTurn(page);
  const view = await until(
    'a view',
    () => anna.frames.findLast(({ state }) => state?.view)?.state.view,
  );
  const found = numbers(await written(page, '.table-area, main'));
  for (const figure of SHOWN[game](edition, view))
    check(found.has(figure), `${game}: ${figure} isn't on the board`);
  for (const [selector, old] of Object.entries(GONE[game] ?? {})) {
    await page.locator(selector).first().waitFor({ state: 'attached' });
    const text = await page.locator(selector).first().textContent();
    check(!numbers(text).has(Number(old)), `${game}: ${selector} still says ${text}`);
  }
  return anna;
}

export const editionTests = (games) => [
  {
    name: 'with other figures in the edition every figure on the page is another',
    run: async ({ browser }) => {
      const known = games.map(({ id }) => id).filter((id) => id in CHANGES);
      const editions = Object.fromEntries(known.map((id) => [id, changed(id)]));
      const server = new Server(editions);
      try {
        await server.start();
        const people = [];
        for (const id of known) people.push(await looksRight(browser, server, id, editions[id]));
        // They look away before the server goes.
        for (const { context } of people) await context.close();
        return people;
      } finally {
        await server.stop();
        server.clean();
      }
    },
  },
  {
    name: "dicebrewing: with four on a phone one's own dice are on the first screen, all stalls open",
    run: async ({ browser }) => {
      const edition = boxed('dicebrewing');
      edition.market.from_round = 1;
      edition.black_market.from_round = 1;
      const server = new Server({ dicebrewing: edition });
      try {
        await server.start();
        const anna = await person(browser, server, { width: 390, height: 844 });
        const { page } = anna;
        await anna.table('dicebrewing', 4, 'random', { variants: { start_player: 'seat' } });
        await myTurn(page);
        const seen = async (where) => {
          const [trays, bar] = await page.evaluate(() =>
            ['.own .trays', '.bar'].map((part) =>
              document.querySelector(part).getBoundingClientRect().toJSON(),
            ),
          );
          check(trays.bottom < bar.top + 8, `${where}: ${trays.bottom} of ${bar.top}`);
        };
        await seen('while dice are placed');
        for (let turn = 1; !(await page.locator('.market:not(.folded)').count()); turn += 2) {
          check(turn < 200, 'nobody ever buys');
          await choose(page, turn);
          await page.waitForTimeout(60);
        }
        await myTurn(page);
        check((await page.locator('.market.folded').count()) === 0, 'a stall is shut');
        await page.evaluate(() => scrollTo(0, 0));
        await seen('while one buys');
        await anna.context.close();
        return anna;
      } finally {
        await server.stop();
        server.clean();
      }
    },
  },
  {
    name: 'an edition is chosen or brought along for a new table, and told before one sits down',
    run: async ({ browser }) => {
      const standard = boxed('taverna');
      const rich = structuredClone(standard);
      rich.start.coins = 33;
      rich.edition = 'rich';
      rich.texts = {
        en: { edition: { name: 'The rich table', text: 'More <b>coins</b> for all.' } },
      };
      const server = new Server({ taverna: [standard, rich] }, ['--own-editions']);
      try {
        await server.start();
        const anna = await person(browser, server, { width: 390, height: 844 });
        const { page } = anna;
        const editions = () => page.locator('fieldset', { hasText: 'The rich table' });
        const choose = async () => {
          await page.goto(`${server.url}/new/taverna`);
          await editions().waitFor();
        };
        const begun = async () => {
          await page.locator('.actions .button', { hasText: 'start later' }).click();
          await page.locator('.gathering').waitFor();
          return page.locator('.gathering').textContent();
        };
        await choose();
        check(
          (await editions().locator('input[type=radio]:checked').count()) === 1,
          'one edition is chosen from the beginning',
        );
        await page.locator('label', { hasText: 'The rich table' }).click();
        const gathered = await begun();
        check(gathered.includes('Edition: The rich table'), `not told: ${gathered}`);
        check(gathered.includes('More <b>coins</b> for all.'), 'its text is text');
        // Its rules tell its figures, not those that new tables begin with.
        const rules = await page
          .locator('.gathering a', { hasText: 'How to play' })
          .getAttribute('href');
        await page.goto(server.url + rules);
        await page.locator('header', { hasText: 'Edition: The rich table' }).waitFor();
        await page.locator('#rulings').waitFor();
        check((await page.locator('article').textContent()).includes('33'), 'its own figures');
        await page.locator('[data-diagram]').first().waitFor();

        // A file of one's own: first a wrong one, then the same mended.
        await choose();
        const file = (edition) => ({
          name: 'mine.json',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify(edition, null, 2)),
        });
        const mine = structuredClone(standard);
        mine.edition = 'mine';
        mine.start.coins = 99;
        await page.locator('input[type=file]').setInputFiles(file(mine));
        const why = await page.locator('fieldset [role=alert]').textContent();
        check(/start\.coins must be from 0 to 60, not 99 \(line \d+\)/.test(why), why);
        anna.complaints.length = 0; // the refusal, in the browser's own words
        mine.start.coins = 2;
        await page.locator('input[type=file]').setInputFiles(file(mine));
        await page.locator('label', { hasText: 'mine' }).waitFor();
        const warning = await page.locator('fieldset [role=status]').first().textContent();
        check(warning.includes('no deed that anybody can afford'), warning);
        check((await begun()).includes('Edition: mine'), 'the table has the file that was brought');
        await anna.context.close();
        return anna;
      } finally {
        await server.stop();
        server.clean();
      }
    },
  },
];
