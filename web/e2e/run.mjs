// npm run e2e [NAME…]: the browser tests, all or those whose names contain one of the words.
import { launch, Server } from './harness.mjs';
import { testsFor } from './tests.mjs';

const wanted = process.argv.slice(2);
const server = new Server();
let failed = 0;
let browser;
const begin = Date.now();
try {
  await server.start();
  browser = await launch();
  const { games } = await (await fetch(`${server.url}/api/games?lang=en`)).json();
  for (const { name, run } of testsFor(games)) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
    const start = Date.now();
    let problem = '';
    try {
      const people = [await run({ browser, server })].flat();
      problem = people.flatMap(({ complaints }) => complaints).join('\n');
    } catch (error) {
      problem = error instanceof Error ? error.stack : String(error);
    }
    for (const context of browser.contexts()) {
      if (problem && process.env.E2E_PICTURES) {
        for (const [i, page] of context.pages().entries())
          await page
            .screenshot({ path: `${process.env.E2E_PICTURES}/failed-${failed}-${i}.png` })
            .catch(() => {});
      }
      await context.close();
    }
    if (problem) failed += 1;
    console.log(
      `${problem ? 'FAILED' : 'ok    '} ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`,
    );
    if (problem) console.log(problem.replace(/^/gm, '       '));
  }
} finally {
  await browser?.close();
  await server.stop();
  server.clean();
}
console.log(
  `${failed === 0 ? 'all well' : `${failed} failed`} after ${((Date.now() - begin) / 1000).toFixed(1)} s`,
);
process.exit(failed === 0 ? 0 : 1);
