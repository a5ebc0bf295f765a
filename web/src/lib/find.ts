// Looking for words in texts, and where they stand; case and accents don't matter.

/** One character for each of the text, so that places in one are places in the other. */
const folded = (text: string): string =>
  Array.from({ length: text.length }, (_, i) =>
    text[i].normalize('NFD').charAt(0).toLowerCase().charAt(0),
  ).join('');

export const wordsOf = (wanted: string): string[] =>
  folded(wanted.normalize('NFC')).split(/\s+/).filter(Boolean);

/** Where a word stands from `at` on, or -1. A ruling is found by its whole number: R1 doesn't stand in R10. */
function placeOf(text: string, word: string, at = 0): number {
  let place = text.indexOf(word, at);
  if (/^r\d+$/.test(word))
    while (place >= 0 && /\d/.test(text[place + word.length] ?? ''))
      place = text.indexOf(word, place + 1);
  return place;
}

/** Does every word stand somewhere in these texts? */
export function holdsAll(words: string[], ...texts: string[]): boolean {
  const all = folded(texts.join('\n'));
  return words.every((word) => placeOf(all, word) >= 0);
}

export interface Piece {
  text: string;
  hit: boolean;
}

/** The text in pieces: the words that were looked for, and what stands between them. */
export function pieces(text: string, words: string[]): Piece[] {
  const plain = folded(text);
  const inside = new Array<boolean>(text.length).fill(false);
  for (const word of words)
    for (let at = placeOf(plain, word); at >= 0; at = placeOf(plain, word, at + word.length))
      inside.fill(true, at, at + word.length);
  const found: Piece[] = [];
  for (let i = 0; i < text.length; ++i) {
    const last = found.at(-1);
    if (last && last.hit === inside[i]) last.text += text[i];
    else found.push({ text: text[i], hit: inside[i] });
  }
  return found;
}
