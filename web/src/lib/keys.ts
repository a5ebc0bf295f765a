// The keys of a table. Choices on the chalkboard have digits, and letters where the digits end;
// letters that do something else are left out.

/** What a key does, wherever one is at the table. */
export const KEYS = {
  undo: 'u',
  plan: 'p',
  hint: 'h',
  text: 't',
  all: ['/', 'c'],
  help: '?',
} as const;

const taken = new Set<string>([KEYS.undo, KEYS.plan, KEYS.hint, KEYS.text, ...KEYS.all]);

/** The keys of the choices, in their order. */
export const CHOICE_KEYS: readonly string[] = [
  ...'123456789',
  ...[...'abcdefghijklmnopqrstuvwxyz'].filter((letter) => !taken.has(letter)),
];
