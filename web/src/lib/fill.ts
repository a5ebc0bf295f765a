// Texts with holes: {0}, {1}, … for values, and what goes by a number as ICU writes it:
// {0, plural, =0 {nothing} one {# coin} other {# coins}}. The same as the engine's Texts::fill.

type Values = readonly (string | number)[];

const HOLE = /\{(\d)(?:\}|, plural,((?:\s*(?:=\d+|[a-z]+) ?\{(?:[^{}]|\{\d\})*\})+)\s*\})(\.?)/g;
const BRANCH = /(=\d+|[a-z]+) ?\{((?:[^{}]|\{\d\})*)\}/g;

function branchFor(branches: string, value: string | number, language: string): string {
  const texts = new Map([...branches.matchAll(BRANCH)].map(([, name, text]) => [name, text]));
  const number = Number(value);
  const kind = Number.isFinite(number)
    ? new Intl.PluralRules(language).select(Math.abs(number))
    : 'other';
  return texts.get(`=${value}`) ?? texts.get(kind) ?? texts.get('other') ?? '';
}

/** What a text may come to with its plurals decided, the last as for many: "{0} pays {1} coin.", "{0} pays {1} coins." */
export function readings(pattern: string): string[] {
  for (const [hole, i, branches, dot] of pattern.matchAll(HOLE)) {
    if (branches === undefined) continue;
    return [...branches.matchAll(BRANCH)].flatMap(([, , text]) =>
      readings(pattern.replace(hole, () => text.replaceAll('#', `{${i}}`) + dot)),
    );
  }
  return [pattern];
}

/** `missing`: what stands where there is no value; the hole itself unless given. */
export function fill(pattern: string, values: Values, language: string, missing?: string): string {
  return pattern.replace(HOLE, (hole, i: string, branches: string | undefined, dot: string) => {
    const value = values[Number(i)];
    if (value === undefined) return missing === undefined ? hole : missing + dot;
    const text =
      branches === undefined
        ? String(value)
        : fill(
            branchFor(branches, value, language).replaceAll('#', `{${i}}`),
            values,
            language,
            missing,
          );
    // "Green plays Whack!": a name's own mark ends the sentence.
    return /[!?]$/.test(text) ? text : text + dot;
  });
}
