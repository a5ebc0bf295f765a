// What symbols, customers, tracks and taverns are for, in words; and what a choice costs.
import type { About, BoardProps } from '../board';
import type { Choice } from '../../lib/protocol';
import type { Thing } from '../../lib/picking';
import { say } from '../say';
import {
  asView,
  countOf,
  type Bonus,
  type Edition,
  type People,
  type Texts,
  type View,
} from './view';

const BONUSES: Record<keyof Bonus, string> = {
  coins: 'tell.coins',
  points: 'tell.points',
  spell: 'tell.spells',
  privilege: 'tell.privileges',
};

const symbolText = (view: View, edition: Edition, texts: Texts, symbol: string): string =>
  say(texts, `web.symbol.${symbol}`, countOf(view, edition).feast);
const symbolTexts = (view: View, edition: Edition, texts: Texts, symbols: string[]): string =>
  symbols
    .map((symbol) => `${texts[`symbol.${symbol}`]}: ${symbolText(view, edition, texts, symbol)}`)
    .join(' ');

function trackText(edition: Edition, texts: Texts, people: People): string {
  const bonuses = Object.entries(edition.tracks.bonuses[people] ?? {}).map(([level, bonus]) => {
    const gains = Object.entries(bonus).map(([kind, amount]) =>
      say(texts, BONUSES[kind as keyof Bonus], Number(amount)),
    );
    return say(texts, 'tell.level', level, gains.join(', '));
  });
  return say(
    texts,
    'web.track',
    bonuses.join('; '),
    edition.tracks.end_points.join(', ').replaceAll('-', '−'),
  );
}

export function about(
  thing: Thing,
  { view: given, texts, edition: component }: Pick<BoardProps, 'view' | 'texts' | 'edition'>,
): About | null {
  const view = asView(given);
  const edition = component as Edition;
  const [domain, id] = thing.split(/[:@/]/);
  switch (domain) {
    case 'symbol':
      return { name: texts[`symbol.${id}`] ?? '', text: symbolText(view, edition, texts, id) };
    case 'people':
      return { name: texts[`people.${id}`] ?? '', text: trackText(edition, texts, id as People) };
    case 'tavern':
      return {
        name: texts[`tavern.${id}`] ?? '',
        text: symbolTexts(view, edition, texts, view.symbols[id]),
      };
    case 'customer':
      return {
        name: texts[`customer.${id}`] ?? '',
        text: symbolTexts(
          view,
          edition,
          texts,
          edition.customers.find((other) => other.id === id)?.symbols ?? [],
        ),
      };
    default:
      return null;
  }
}

/** What a choice costs, where it is one of buying. */
export function hint({ verb, args: [a, b] }: Choice, given: unknown, texts: Texts): string {
  const view = asView(given);
  if (verb === 'deed') return say(texts, 'web.price', view.deed_prices[a][Number(b) - 1]);
  const claim = view.claims.at(-1);
  if (!claim || !['take', 'symbol', 'track', 'enough'].includes(verb)) return '';
  const { price, next_price: next } = claim;
  if (verb === 'enough') return price > 0 ? say(texts, 'web.price', price) : '';
  if (next === null) return '';
  return price === 0 ? say(texts, 'web.price', next) : say(texts, 'web.more', next, price + next);
}
