// Standing orders: what the server answers for a seat that is asked out of turn. An order is made of
// patterns: the first words of an action or an event, with a joker for any word.
import { readings } from './fill';
import type { Order, Schema, Seat } from './protocol';
import { called } from './seats';
import { pieces } from './sentence';

export const ANY = '*';

/** A verb or an event that a pattern can begin with. */
export interface Row {
  id: string;
  label: string;
  args: string[];
}

/** The words of a pattern; jokers at the end say nothing. */
export function pattern(id: string, args: string[]): string {
  const words = [id, ...args];
  while (words.length > 1 && words[words.length - 1] === ANY) words.pop();
  return words.join(' ');
}

function phrase(text: string | undefined, id: string): string {
  return (readings(text ?? id).at(-1) ?? id).replace(/\{\d\}\.?/g, '…');
}

/** What can be done; first what was seen to be done out of turn. */
export function verbRows(schema: Schema, texts: Record<string, string>): Row[] {
  return [...new Set([...schema.reactions, ...Object.keys(schema.verbs)])].map((id) => ({
    id,
    label: phrase(texts[`web.verb.${id}`] ?? texts[`verb.${id}`], id),
    args: schema.verbs[id],
  }));
}

/** An order by itself says more than an answer below its question: "Aim at Bram" instead of "Bram", where the game has words for it. */
export function alone(text: string, verb: string, texts: Record<string, string>): string {
  const found = pieces(text, texts[`verb.${verb}`]);
  const pattern = texts[`web.verb.${verb}`];
  if (!pattern || found.every(({ arg }) => arg === undefined)) return text;
  return pattern.replace(
    /\{(\d)\}/g,
    (_, i: string) => found.find(({ arg }) => arg === Number(i))?.text ?? '…',
  );
}

/** What can happen, by the alphabet. */
export function eventRows(schema: Schema, texts: Record<string, string>, lang: string): Row[] {
  return Object.entries(schema.events)
    .map(([id, event]) => ({
      id,
      label: phrase(texts[`event.${id}`] ?? texts[`event.${id}.shown`], id),
      args: event.args,
    }))
    .sort((a, b) => a.label.localeCompare(b.label, lang));
}

const NUMBERS = Array.from({ length: 21 }, (_, i) => ({ id: String(i), name: String(i) }));

/** What a word can be, with its name. */
export function valuesOf(
  domain: string,
  schema: Schema,
  texts: Record<string, string>,
  seats: Seat[],
): { id: string; name: string }[] {
  if (domain === 'number') return NUMBERS;
  if (domain === 'seat') return seats.map(({ seat }) => ({ id: seat, name: called(seats, seat) }));
  return (schema.domains[domain] ?? []).map((id) => ({
    id,
    name: texts[`${domain}.${id}.name`] ?? texts[`${domain}.${id}`] ?? id,
  }));
}

/** One place further up. */
export function raised<T>(list: readonly T[], index: number): T[] {
  const other = [...list];
  if (index > 0) other.splice(index - 1, 2, list[index], list[index - 1]);
  return other;
}

/** As the server wants them: without the sentences. */
export function wanted(
  list: readonly Pick<Order, 'do' | 'when'>[],
): { do: string; when?: string }[] {
  return list.map((order) => (order.when ? { do: order.do, when: order.when } : { do: order.do }));
}
