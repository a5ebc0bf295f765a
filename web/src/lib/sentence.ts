// Finds the arguments of an event or a choice inside its sentence: so that the log can link them to things,
// and seats are called by the names of who sits there.
import { readings } from './fill';
import type { Choice, GameEvent, Schema, Seat } from './protocol';
import { called } from './seats';

export interface Piece {
  text: string;
  /** Index of the event's argument, where the piece stands for one. */
  arg?: number;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * "{0} plays {1}." and "Green plays Fickle." → Green (0), " plays ", Fickle (1), "." Where the texts of arguments are `known`
 * they are looked for first: a name may hold words of the pattern.
 */
export function pieces(
  sentence: string,
  pattern: string | undefined,
  known: (string | undefined)[] = [],
): Piece[] {
  for (const reading of pattern ? readings(pattern) : []) {
    const found = piecesOf(sentence, reading, known);
    if (found) return found;
  }
  return [{ text: sentence }];
}

function piecesOf(
  sentence: string,
  pattern: string,
  known: (string | undefined)[],
): Piece[] | null {
  const parts = pattern.split(/\{(\d)\}/);
  const matched = (names: (string | undefined)[]): RegExpExecArray | null => {
    const argument = (name: string | undefined): string => (name ? `(${escape(name)})` : '(.+?)');
    // The dot behind a name that ends with a mark of its own is left out.
    const between = (part: string): string => `(${escape(part).replace(/^\\\./, '\\.?')})`;
    const source = parts
      .map((part, i) => (i % 2 ? argument(names[Number(part)]) : between(part)))
      .join('');
    return new RegExp(`^${source}$`, 'is').exec(sentence);
  };
  const match = (known.some(Boolean) && matched(known)) || matched([]);
  if (!match) return null;
  return match
    .slice(1)
    .map((text, i) => (i % 2 ? { text, arg: Number(parts[i]) } : { text }))
    .filter((piece) => piece.text !== '');
}

/** The pattern of an event: one text, or one for those who know all of it and one for the others. */
export function patternOf(
  texts: Record<string, string>,
  id: string,
  args: string[],
): string | undefined {
  return texts[`event.${id}`] ?? texts[`event.${id}.${args.includes('?') ? 'hidden' : 'shown'}`];
}

interface Language {
  texts: Record<string, string>;
  schema: Pick<Schema, 'verbs' | 'events'>;
}

/** The pieces with seats called by name; as they are, where one of them isn't what it should be. */
function named(
  found: Piece[],
  args: string[],
  domains: string[] | undefined,
  seats: Seat[],
): Piece[] {
  const renamed: Piece[] = [];
  for (const piece of found) {
    const id =
      piece.arg !== undefined && domains?.[piece.arg] === 'seat' ? args[piece.arg] : undefined;
    const seat = seats.find((other) => other.seat === id);
    if (seat && seat.name.toLowerCase() !== piece.text.toLowerCase()) return found;
    renamed.push(seat ? { ...piece, text: called(seats, seat.seat) } : piece);
  }
  return renamed;
}

/** What the game calls the arguments, where that is one text each. */
const namesOf = (
  args: string[],
  domains: string[] | undefined,
  texts: Record<string, string>,
): (string | undefined)[] =>
  args.map((arg, i) => texts[`${domains?.[i]}.${arg}.name`] ?? texts[`${domains?.[i]}.${arg}`]);

const joined = (found: Piece[]): string => found.map(({ text }) => text).join('');

/** The sentence of an event in pieces, with the names of who sits there. */
export function eventPieces(
  { id, args, text }: GameEvent,
  { texts, schema }: Language,
  seats: Seat[],
): Piece[] {
  const domains = schema.events[id]?.args;
  return named(
    pieces(text, patternOf(texts, id, args), namesOf(args, domains, texts)),
    args,
    domains,
    seats,
  );
}

export const namedEvent = (event: GameEvent, language: Language, seats: Seat[]): GameEvent => ({
  ...event,
  text: joined(eventPieces(event, language, seats)),
});

export function namedChoice<Some extends Pick<Choice, 'verb' | 'args' | 'text'>>(
  choice: Some,
  { texts, schema }: Language,
  seats: Seat[],
): Some {
  const found = pieces(choice.text, texts[`verb.${choice.verb}`]);
  return { ...choice, text: joined(named(found, choice.args, schema.verbs[choice.verb], seats)) };
}
