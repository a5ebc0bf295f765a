import { fill } from '../lib/fill';
import { lang } from '../lib/texts.svelte';

/** A text of the game with its holes filled; '' where it has none. */
export const say = (
  texts: Record<string, string>,
  key: string,
  ...values: (string | number)[]
): string => fill(texts[key] ?? '', values, lang(), '');
