// The interface in four languages. Keys are those of texts/en.json; a test checks that all four
// catalogues have the same ones. Texts of games come from the server (games.svelte.ts).
import { fill } from './fill';
import type en from '../texts/en.json';
import type { Language } from './settings.svelte';

export type Key = keyof typeof en;
type Catalogue = Record<Key, string>;

const loaders = import.meta.glob<{ default: Catalogue }>('../texts/*.json');

let current: { lang: Language; texts: Partial<Catalogue> } = $state.raw({ lang: 'en', texts: {} });

export async function loadTexts(lang: Language): Promise<void> {
  const module = await loaders[`../texts/${lang}.json`]();
  current = { lang, texts: module.default };
  document.documentElement.lang = lang;
}

export function lang(): Language {
  return current.lang;
}

export function t(key: Key, ...values: (string | number)[]): string {
  return fill(current.texts[key] ?? key, values, current.lang);
}

/** A text whose key is made of parts; undefined where there is none. */
export function maybe(key: string): string | undefined {
  return (current.texts as Record<string, string>)[key];
}

const HOUR = 3600_000;

/** What is left of a clock: in words as long as nobody need hurry. */
export function clockText(milliseconds: number): string {
  if (milliseconds >= 24 * HOUR) return t('clock.days', Math.floor(milliseconds / (24 * HOUR)));
  if (milliseconds >= 3 * HOUR) return t('clock.hours', Math.floor(milliseconds / HOUR));
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const rest = String(seconds % 60).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(current.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(value)
    .replace('-', '−');
}

export function signed(value: number, digits = 0): string {
  return new Intl.NumberFormat(current.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'exceptZero',
  })
    .format(value)
    .replace('-', '−');
}
