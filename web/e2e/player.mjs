// Plays a table through the page, as somebody would who taps now this, now that.
import { until } from './harness.mjs';

/** Makes one choice. 'over' at the end, 'waiting' while others are to choose. `turn` varies the way. */
export async function choose(page, turn) {
  return page.evaluate((n) => {
    if (document.querySelector('dialog[open] table')) return 'over';
    const options = [...document.querySelectorAll('.bar .option:not([disabled])')];
    const lit = [...document.querySelectorAll('.lit')].filter(
      (thing) => thing.getBoundingClientRect().width > 0,
    );
    const confirm = document.querySelector('.bar .confirm');
    const click = (element) =>
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    if (confirm) {
      click(confirm);
      return 'confirmed';
    }
    if (lit.length > 0 && (options.length === 0 || n % 2 === 0)) {
      click(lit[(n * 7) % lit.length]);
      return 'tapped';
    }
    if (options.length > 0) {
      click(options[(n * 5) % options.length]);
      return 'pressed';
    }
    return 'waiting';
  }, turn);
}

/** Plays until `enough` holds (default: the end). Counts what it did. */
export async function play(page, enough = () => false, limit = 120_000) {
  const did = { tapped: 0, pressed: 0, confirmed: 0, waiting: 0, over: 0 };
  let turn = 0;
  await until(
    'the end of the game',
    async () => {
      const way = await choose(page, turn++);
      did[way] += 1;
      if (way === 'waiting') await page.waitForTimeout(30);
      return way === 'over' || (await enough(did));
    },
    limit,
  );
  return did;
}

/** Waits until it is this page's turn. */
export function myTurn(page) {
  return until('my turn', () => page.evaluate(() => document.querySelector('.bar .mine') !== null));
}

/** Opens the list of all choices, and presses the one with this text. */
export async function chooseFromList(page, text) {
  const all = page.locator('.bar [data-all]');
  if (await all.count()) await all.first().click();
  // Beside its text a button may have a word of hint.
  await until(`"${text}" can be chosen`, () =>
    page.evaluate((wanted) => {
      const own = (element) =>
        [...element.childNodes]
          .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
          .map(({ data }) => data)
          .join('')
          .trim();
      const button = [...document.querySelectorAll('.bar .option')].find((one) =>
        [...one.querySelectorAll('span')].some((span) => own(span) === wanted),
      );
      button?.click();
      return button !== undefined;
    }, text),
  );
}

/** The position somebody's page was told last. */
export const stateOf = ({ frames }) =>
  frames.findLast((frame) => frame.state && frame.is !== 'what-if')?.state;
