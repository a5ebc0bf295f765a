import { fill } from '../lib/fill';
import type { Effect } from '../lib/stage.svelte';
import { lang } from '../lib/texts.svelte';

/** A text of the game with its holes filled; '' where it has none. */
export const say = (
  texts: Record<string, string>,
  key: string,
  ...values: (string | number)[]
): string => fill(texts[key] ?? '', values, lang(), '');

/** Something that somebody plays, buys or makes, shown large for all to read. `seats`: in the game's order. */
export const display = (
  texts: Record<string, string>,
  seats: string[],
  seat: string,
  { title, text = '', icon }: { title: string; text?: string; icon?: string },
): Effect => {
  const index = seats.indexOf(seat);
  return {
    is: 'cards',
    cards: [{ title, text, seat, index, by: texts[`seat.${index}`] ?? seat, icon }],
  };
};
