// What Unicode says of characters and texts: the module has no tables of its own (alone/unicode.cpp).

/** In the order of alone/unicode.cpp. */
const KINDS = [
  /^[\p{Mn}\p{Me}]$/u, // a mark
  /^[\p{Cf}\p{Default_Ignorable_Code_Point}]$/u, // hidden
  /^\p{Variation_Selector}$/u,
  /^\p{White_Space}$/u,
  /^[^\p{Cc}\p{Co}\p{Cs}\p{Cn}]$/u, // assigned
];
export const isOf = (code: number, kind: number): boolean =>
  KINDS[kind]?.test(String.fromCodePoint(code)) ?? false;

const FORMS: ((text: string) => string)[] = [
  (text) => text.normalize('NFC'),
  (text) => text.normalize('NFKC').toLowerCase().normalize('NFKC'),
];
export const inForm = (text: string, form: number): string => FORMS[form]?.(text) ?? text;
