// npm run boards [GAME…]: takes the small pictures of the boards that the lobby shows (src/games/<id>/board.webp) anew,
// from a game against bots in mid-game. The browser scales and packs them.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, person, Server } from '../e2e/harness.mjs';
import { play } from '../e2e/player.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../src/games');
const words = process.argv.slice(2);
const WIDTH = 480;
const HEIGHT = 240;

/** A picture (PNG) as wide as the frame, as WebP; what is too tall is cut off below. */
async function packed(page, png) {
  const text = await page.evaluate(
    async ([source, width, height]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const tall = (image.height * width) / image.width;
      const draw = canvas.getContext('2d');
      draw.fillStyle = getComputedStyle(document.body).backgroundColor;
      draw.fillRect(0, 0, width, height);
      draw.imageSmoothingQuality = 'high';
      draw.drawImage(image, 0, Math.max(0, (height - tall) / 2), width, tall);
      return canvas.toDataURL('image/webp', 0.72);
    },
    [`data:image/png;base64,${png.toString('base64')}`, WIDTH, HEIGHT],
  );
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
}

const server = new Server();
await server.start();
const browser = await launch();
try {
  const { games } = await (await fetch(`${server.url}/api/games?lang=en`)).json();
  for (const { id, max_seats: most } of games) {
    if (words.length > 0 && !words.includes(id)) continue;
    const anna = await person(browser, server, { width: 1440, height: 900 });
    await anna.table(id, Math.min(most, 4), 'greedy');
    // Well into the game, at a moment when nothing on the board is dimmed.
    await play(anna.page, async (did) => {
      if (did.tapped + did.pressed + did.confirmed <= 24) return false;
      await anna.page.waitForTimeout(300); // what was tapped last may still be on its way
      return (await anna.page.locator('section.board .dim').count()) === 0;
    });
    await anna.page.mouse.move(0, 0);
    await anna.page.waitForTimeout(300);
    const png = await anna.page.locator('section.board').screenshot();
    const picture = await packed(anna.page, png);
    writeFileSync(join(folder, id, 'board.webp'), picture);
    console.log(id, picture.length);
    await anna.context.close();
  }
} finally {
  await browser.close();
  await server.stop();
  server.clean();
}
