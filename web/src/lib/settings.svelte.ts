// What a person chose for this device. Kept in the browser; the server never learns of it.

/** The languages there are, by what they call themselves. */
export const LANGUAGE_NAMES = {
  en: 'English',
  nl: 'Nederlands',
  de: 'Deutsch',
  fr: 'Français',
} as const;
export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];
export type Speed = 'off' | 'fast' | 'normal' | 'slow';

interface Stored {
  lang: Language | null;
  theme: 'auto' | 'light' | 'dark';
  speed: Speed;
  sound: boolean;
  /** Of the sounds, in percent. */
  volume: number;
  /** How long a card that somebody plays is shown. */
  cards: 'off' | 'short' | 'normal' | 'long';
  notify: boolean;
  confirm: 'needed' | 'always' | 'never';
  /** Out of turn, where there is nothing else to do. */
  pass: boolean;
  /** The page answers what leaves no choice. */
  forced: boolean;
  textView: boolean;
  /** Against bots: a word before a choice that gives much away. */
  tutor: boolean;
}

const KEY = 'stamtafel.settings';
const DEFAULTS: Stored = {
  lang: null,
  theme: 'auto',
  speed: 'normal',
  sound: false,
  volume: 60,
  cards: 'normal',
  notify: false,
  confirm: 'needed',
  pass: true,
  forced: true,
  textView: false,
  tutor: false,
};

function load(): Stored {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Stored>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Stored = $state(load());

export function saveSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays; the choices last as long as the page.
  }
}

/** The first language of the browser that we speak. */
export function browserLanguage(wanted: readonly string[] = navigator.languages): Language {
  for (const tag of wanted) {
    const code = tag.slice(0, 2).toLowerCase();
    const found = LANGUAGES.find((language) => language === code);
    if (found) return found;
  }
  return 'en';
}

export function language(): Language {
  return settings.lang ?? browserLanguage();
}

/** How long things take: 1 is normal, 0 no animation at all. */
export function tempo(): number {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return { off: 0, fast: 0.45, normal: 1, slow: 1.9 }[settings.speed];
}

/** How long a card that somebody plays is shown, in ms; 0: not at all. */
export function cardTime(): number {
  if (settings.speed === 'off') return 0;
  return { off: 0, short: 1000, normal: 2000, long: 5000 }[settings.cards];
}
