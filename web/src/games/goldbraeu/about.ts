// What a house is worth just now, in words: for the ear, and for whoever taps it.
import type { About, BoardProps } from '../board';
import type { Thing } from '../../lib/picking';
import { asView, endangered, incomeOf, seatName, type View } from './view';

type Texts = Record<string, string>;

export function houseWords(view: View, texts: Texts, you: string | null, id: string): string[] {
  const colon = texts['board.colon'] ?? ': ';
  const fact = (key: string, value: string | number): string =>
    `${texts[`board.${key}`] ?? key}${colon}${value}`;
  const boss = view.bosses[id];
  const supplier = view.contracts[id];
  const chip = Object.entries(view.chips).find(([, at]) => at === id)?.[0];
  const owned = Object.entries(view.shares[id] ?? {}).map(
    ([seat, count]) => `${seatName(seat, texts)} ${count}`,
  );
  const hidden = you ? (view.hands[you] ?? []).filter((card) => card === id).length : 0;
  return [
    fact('boss', boss ? seatName(boss, texts) : texts['board.vacant']),
    owned.length > 0 ? fact('shares', owned.join(', ')) : '',
    fact('opened', `${view.opened[id] ?? 0}/${view.shares_per_business}`),
    hidden ? `${texts['board.hand']}${colon}${hidden}` : '',
    fact('income', incomeOf(view, id)),
    supplier
      ? fact('supplied_by', texts[`business.${supplier}.name`] ?? supplier)
      : fact('store', view.stores[id] ?? 0),
    chip ? texts[`board.${chip}`] : '',
  ].filter(Boolean);
}

export function about(
  thing: Thing,
  { view: given, you, texts }: Pick<BoardProps, 'view' | 'you' | 'texts'>,
): About | null {
  const [domain, id] = thing.split(':');
  if (domain !== 'business') return null;
  const view = asView(given);
  const danger = endangered(view, you, id) ? texts['web.single'] : '';
  const words = houseWords(view, texts, you, id).join('; ');
  return {
    name: texts[`business.${id}.name`] ?? id,
    text: [`${words[0].toUpperCase()}${words.slice(1)}.`, danger].filter(Boolean).join(' '),
  };
}
