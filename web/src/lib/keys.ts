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

/** Nobody is writing, choosing from a list or in a dialog, and no other key is held. */
export function keyIsForTable(event: KeyboardEvent): boolean {
  const elsewhere = 'input:not([type=checkbox]), textarea, select, dialog[open]';
  const held = event.ctrlKey || event.metaKey || event.altKey;
  return !held && !(event.target as HTMLElement).closest(elsewhere);
}

/** Makes the choice that has this key, or the one that waits to be confirmed; false where the key belongs to none. */
export function chosenByKey(event: KeyboardEvent): boolean {
  if (event.key === 'Enter') {
    // A control that has the focus answers for itself.
    if ((event.target as HTMLElement).closest('button, a, summary, [role=button], [role=tab]'))
      return false;
    const waiting = document.querySelector<HTMLButtonElement>('.bar .options .confirm');
    waiting?.click();
    return waiting !== null;
  }
  const choice = CHOICE_KEYS.indexOf(event.key.toLowerCase());
  if (choice < 0) return false;
  document.querySelectorAll<HTMLButtonElement>('.bar .options .option')[choice]?.click();
  return true;
}
