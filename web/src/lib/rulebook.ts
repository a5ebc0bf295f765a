// The end of the rules, which reads like a list: components by kind, variants, rulings.
import type { VariantInfo } from './protocol';

type Texts = Record<string, string>;

export interface Entry {
  id: string;
  title: string;
  text: string;
  items: string[];
}

/** With their choices, the standard one first. */
export function variants(info: VariantInfo[]): Entry[] {
  return info
    .map(({ id, name, text, default: standard, values, low, high }) => ({
      id,
      title: name,
      text,
      items: values
        ? [...values]
            .sort((a, b) => Number(b.id === standard) - Number(a.id === standard))
            .map((value) => value.name)
        : [`${standard} (${low}–${high})`],
    }))
    .sort((a, b) => a.title.localeCompare(b.title));
}

/** With the reasons that cite them. `rules`: by the id of a reason what it cites (the schema's). */
export function rulings(texts: Texts, rules: Record<string, string>): Entry[] {
  // R7 before R10, sections last.
  const place = (id: string): string =>
    `${id.startsWith('R') ? 0 : 1}${String(id.length).padStart(2, '0')}${id}`;
  const cited = [...new Set(Object.values(rules))];
  cited.sort((a, b) => place(a).localeCompare(place(b)));
  return cited.map((id) => ({
    id,
    title: id,
    text: texts[`ruling.${id}`] ?? '',
    items: Object.keys(rules)
      .filter((rule) => rules[rule] === id)
      .map((rule) => texts[`rule.${rule}`] ?? rule),
  }));
}

/** Things to read about by what they are: "card.zack" stands with the cards. */
export function byKind<Thing extends { id: string }>(things: Thing[]): [string, Thing[]][] {
  const kinds = new Map<string, Thing[]>();
  for (const thing of things) {
    const kind = thing.id.slice(0, thing.id.indexOf('.'));
    kinds.set(kind, [...(kinds.get(kind) ?? []), thing]);
  }
  return [...kinds];
}

/** As they stand in an address: "bank=unlimited,deck_size=less". */
export function variantsIn(list: string): Record<string, string> {
  return Object.fromEntries(list.split(',').map((one) => one.split('=', 2)));
}

/** What is said at a table: as its variants have it ("card.x.text@bank=unlimited"). */
export function asChosen(texts: Texts, chosen: Record<string, string>): Texts {
  const found = Object.entries(chosen).flatMap(([variant, value]) => {
    const choice = `@${variant}=${value}`;
    return Object.keys(texts)
      .filter((key) => key.endsWith(choice))
      .map((key) => [key.slice(0, -choice.length), texts[key]]);
  });
  return { ...texts, ...Object.fromEntries(found) };
}
