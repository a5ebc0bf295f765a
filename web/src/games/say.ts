/** A text of the game with its {0}, {1}, … filled; '' where it has none. */
export const say = (texts: Record<string, string>, key: string, ...values: (string | number)[]): string =>
  (texts[key] ?? '').replace(/\{(\d)\}/g, (_, i: string) => String(values[Number(i)] ?? ''));
