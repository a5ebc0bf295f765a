// npm run e2e [NAME…]: the browser tests, all or those whose names contain one of the words.
// Two run at a time, each with a server and a browser of its own: most of a test is waiting. E2E_CREWS=N
// sets another number.
// Chance at a table is nobody's to choose, so a test meets another game each time. What fails is tried once
// more, alone, when the others are done; it is named at the end, and more than two of them fail the run.
import { launch, Server } from './harness.mjs';
import { testsFor } from './tests.mjs';

const wanted = process.argv.slice(2);
const pictures = process.env.E2E_PICTURES;
const crews = Math.max(1, Number(process.env.E2E_CREWS) || 2);
const UNSTEADY = 2;
const again = [];
let failed = 0;
let pictured = 0;

/** Whether it went well. */
async function runOne({ name, run }, browser, server) {
  const start = Date.now();
  let problem = '';
  try {
    const people = [await run({ browser, server })].flat();
    problem = people.flatMap(({ complaints }) => complaints).join('\n');
  } catch (error) {
    problem = error instanceof Error ? error.stack : String(error);
  }
  if (problem) pictured += 1;
  const number = pictured;
  for (const context of browser.contexts()) {
    if (problem && pictures) {
      for (const [i, page] of context.pages().entries())
        await page.screenshot({ path: `${pictures}/failed-${number}-${i}.png` }).catch(() => {});
    }
    await context.close();
  }
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(`${problem ? 'FAILED' : 'ok    '} ${name} (${seconds} s)`);
  if (problem) console.log(problem.replace(/^/gm, '       '));
  return !problem;
}

/** Takes tests from the queue that all crews share. */
async function crew(queue, onFailure) {
  const server = new Server();
  let browser;
  try {
    await server.start();
    browser = await launch();
    const { games } = await (await fetch(`${server.url}/api/games?lang=en`)).json();
    queue.tests ??= testsFor(games).filter(
      ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
    );
    for (let test = queue.tests.shift(); test; test = queue.tests.shift())
      if (!(await runOne(test, browser, server))) onFailure(test);
  } finally {
    await browser?.close();
    await server.stop();
    server.clean();
  }
}

const begin = Date.now();
const queue = { tests: null };
for (const { reason } of await Promise.allSettled(
  Array.from({ length: crews }, () => crew(queue, (test) => again.push(test))),
)) {
  if (!reason) continue;
  failed += 1;
  console.log(reason);
}
if (again.length > 0) {
  console.log(`once more, alone: ${again.length}`);
  await crew({ tests: [...again] }, () => {
    failed += 1;
  });
  if (again.length > UNSTEADY) failed += again.length;
}
const seconds = ((Date.now() - begin) / 1000).toFixed(1);
console.log(`${failed === 0 ? 'all well' : `${failed} failed`} after ${seconds} s`);
process.exit(failed === 0 ? 0 : 1);
