// Finds the arguments of an event inside its sentence, so that the log can link them to things.

export interface Piece {
  text: string;
  /** Index of the event's argument, where the piece stands for one. */
  arg?: number;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** "{0} plays {1}." and "Green plays Fickle." → Green (0), " plays ", Fickle (1), "." */
export function pieces(sentence: string, pattern: string | undefined): Piece[] {
  if (!pattern) return [{ text: sentence }];
  const parts = pattern.split(/\{(\d)\}/);
  const source = parts.map((part, i) => (i % 2 ? '(.+?)' : `(${escape(part)})`)).join('');
  const match = new RegExp(`^${source}$`, 'is').exec(sentence);
  if (!match) return [{ text: sentence }];
  return match
    .slice(1)
    .map((text, i) => (i % 2 ? { text, arg: Number(parts[i]) } : { text }))
    .filter((piece) => piece.text !== '');
}

/** The pattern of an event: one text, or one for those who know all of it and one for the others. */
export function patternOf(texts: Record<string, string>, id: string, args: string[]): string | undefined {
  return texts[`event.${id}`] ?? texts[`event.${id}.${args.includes('?') ? 'hidden' : 'shown'}`];
}
