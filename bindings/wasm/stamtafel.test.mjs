// node --test: the package as its users have it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Bot, Edition, load, Stamtafel, StamtafelError, Table } from './index.js';

const stamtafel = await load();

/** Plays to the end, always the nth choice. */
function playOut(table, n = 0) {
  while (!table.over) {
    const { seat } = table.facts;
    const options = table.options(seat);
    table.act(seat, options[n % options.length].action);
    n += 1;
  }
  return table;
}

test('all games are there, with bots', () => {
  assert.equal(stamtafel.games.length, 5);
  assert.ok(stamtafel.bots.includes('greedy'));
  for (const game of stamtafel.games) {
    const info = stamtafel.info(game);
    assert.equal(info.game, game);
    assert.ok(info.min_players >= 1 && info.max_players <= 6);
  }
});

test('every game plays to its end, and its record replays to the same position', () => {
  for (const game of stamtafel.games) {
    const table = playOut(
      stamtafel.table(game, { players: stamtafel.info(game).min_players, seed: 5 }),
    );
    assert.ok(table.outcome.ranks.includes(1), game);
    const again = stamtafel.replay(table.record());
    assert.equal(again.fingerprint, table.fingerprint);
    assert.deepEqual(again.outcome, table.outcome);
  }
});

test('the same seed is the same game', () => {
  const [a, b, c] = [7, 7n, 8].map((seed) => stamtafel.table('koenig', { players: 4, seed }));
  assert.equal(a.fingerprint, b.fingerprint);
  assert.notEqual(a.fingerprint, c.fingerprint);
});

test('golden records of the repository replay here', () => {
  const golden = new URL('../../../tests/golden/', import.meta.url); // from build/wasm/package
  const files = readdirSync(golden).filter((name) => /-\d\.record$/.test(name));
  assert.ok(files.length >= 10);
  for (const name of files) {
    assert.ok(stamtafel.replay(readFileSync(new URL(name, golden), 'utf8')).over, name);
  }
});

test('what is refused says why, and changes nothing', () => {
  const table = stamtafel.table('goldbraeu', { players: 3, seed: 1 });
  const before = table.fingerprint;
  const no = table.options(table.seat, { forbidden: true }).find(({ rule }) => rule !== 0);
  if (no) {
    assert.throws(
      () => table.act(table.seat, no.action),
      (error) => error instanceof StamtafelError && error.status === 'illegal' && error.rule !== '',
    );
    assert.ok(table.rule(no, 'de').text.length > 5);
  }
  for (const wrong of [-1, 1e6, 'nonsense', '']) {
    assert.throws(() => table.act(table.seat, wrong), StamtafelError);
  }
  assert.throws(() => stamtafel.table('chess'), { status: 'usage' });
  assert.throws(() => stamtafel.table('koenig', { players: 99 }), { status: 'usage' });
  assert.throws(() => stamtafel.replay('no record'), { status: 'record' });
  assert.equal(table.fingerprint, before);
});

test('a seat sees no more than it may', () => {
  const table = stamtafel.table('koenig', { players: 3, seed: 3 });
  const imagined = table.imagine(0, 99);
  assert.deepEqual(imagined.view(0), table.view(0));
  assert.notDeepEqual(imagined.view('everything'), table.view('everything'));
  assert.equal(imagined.observationKey(0), table.observationKey(0));
  assert.deepEqual(imagined.observe(0), table.observe(0));
  assert.equal(table.observe(0).length, table.observationNames().length);
});

test('positions and copies go on by themselves', () => {
  const table = stamtafel.table('tiefenthal', { players: 2, seed: 4 });
  const copy = table.copy();
  const [byJson, byBytes] = [table.view('everything'), table.bytes()].map((position) =>
    stamtafel.tableAt('tiefenthal', position),
  );
  table.act(table.seat, table.fallback());
  for (const other of [copy, byJson, byBytes])
    assert.notEqual(other.fingerprint, table.fingerprint);
  assert.equal(byJson.fingerprint, byBytes.fingerprint);
  assert.equal(copy.fingerprint, byBytes.fingerprint);
});

test('bots choose what is allowed, the same for the same seed', () => {
  const table = stamtafel.table('taverna', { players: 3, seed: 2 });
  for (const name of ['random', 'greedy', 'search']) {
    const bot = stamtafel.bot(name, 'taverna', table.seat);
    const [first, second] = [1, 2].map(() => bot.decide(table, { iterations: 50, seed: 11 })[0]);
    assert.deepEqual(first, second, name);
    assert.ok(table.options().some(({ action, rule }) => rule === 0 && action === first.action));
    bot.free();
    assert.throws(() => bot.decide(table), { status: 'handle' });
  }
});

test('bots choose as those of the program do, with the nets that are brought', async () => {
  const choose = async (library) => {
    const lines = [];
    for (const game of library.games) {
      const table = library.table(game, { players: library.info(game).min_players, seed: 11 });
      for (let i = 0; i < 16 && !table.over; i += 1) {
        const { seat } = table;
        const bot = library.bot('search', game, seat);
        const [best] = bot.decide(table, { iterations: 120, seed: 11 });
        lines.push(`${game} ${i} ${seat} ${table.action(best.action).id}, ${best.visits}`);
        table.act(seat, best.action);
      }
    }
    return lines;
  };
  const without = await choose(stamtafel);
  const other = await load();
  const learned = other.games.filter((game) => other.info(game).net !== 'none');
  assert.ok(learned.length > 0);
  for (const game of learned) {
    assert.equal(other.info(game).net, 'missing');
    await assert.rejects(other.bring(game, new URL('package.json', import.meta.url)), {
      status: 'edition',
    });
    await assert.rejects(other.bring(game, new URL('nets/none.json', import.meta.url)));
    assert.equal(other.info(game).net, 'missing');
  }
  await Promise.all([...other.games, ...other.games].map((game) => other.bring(game)));
  for (const game of learned) assert.equal(other.info(game).net, 'here');
  const program = new URL('../../dev/bin/choices', import.meta.url); // from build/wasm/package
  const native = spawnSync(fileURLToPath(program), { encoding: 'utf8' });
  assert.equal(native.status, 0, `${program}: build it, it is in the preset dev`);
  const here = await choose(other);
  assert.deepEqual(here, native.stdout.trim().split('\n'));
  assert.notDeepEqual(here, without);
});

test('editions are figures of one’s own', () => {
  const data = stamtafel.editionOf('goldbraeu');
  const edition = stamtafel.edition('goldbraeu', data);
  assert.ok(stamtafel.table('goldbraeu', { players: 3, edition }).facts.players === 3);
  assert.equal(edition.toJSON().edition, data.edition);
  assert.throws(() => stamtafel.edition('goldbraeu', {}), { status: 'edition' });
});

test('what was freed is refused; freeing twice is no error', () => {
  const table = stamtafel.table('koenig', { players: 4 });
  const copy = table.copy();
  table.free();
  table.free();
  assert.throws(() => table.view(), { status: 'handle' });
  assert.ok(copy.view());
});

test('types and functions are the same', () => {
  const types = readFileSync(new URL('index.d.ts', import.meta.url), 'utf8');
  for (const [name, made] of Object.entries({ Stamtafel, Table, Bot, Edition })) {
    const body = types.slice(types.indexOf(`export class ${name} {`)).split('\n}')[0];
    const told = [...body.matchAll(/^  (?:readonly )?(\w+)[(:]/gm)].map(([, member]) => member);
    const there = [made.prototype, Object.getPrototypeOf(made.prototype)]
      .filter((one) => one !== Object.prototype)
      .flatMap((one) => Object.getOwnPropertyNames(one))
      .filter((member) => !['constructor', 'library', 'handle'].includes(member));
    assert.deepEqual([...new Set(told)].sort(), there.sort(), name);
  }
});
