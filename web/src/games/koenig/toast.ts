// What a toast would bring, by the edition's schedule.
interface Schedule {
  front: number[];
  back: number[];
}
export interface Toast {
  normal: Schedule;
  full_cellar: Schedule;
  empty_cellar: Schedule;
  full_cellar_mirrored: Schedule;
  empty_cellar_mirrored: Schedule;
  empty_cellar_cap2: Schedule;
}

/** What a toast would bring each place now; 0 where nothing moves. */
export function toastByPlace(
  toast: Toast,
  cellar: string | null,
  scale: string,
  heroes: number,
): number[] {
  const kind =
    cellar === null ? 'normal' : cellar.startsWith('voller') ? 'full_cellar' : 'empty_cellar';
  const special = `${kind}_${scale}`;
  const { front, back } =
    kind !== 'normal' && special in toast ? toast[special as 'full_cellar'] : toast[kind];
  // A place that counts from both sides gets the larger amount once.
  return Array.from({ length: heroes }, (_, i) => {
    const [a, b] = [front[i] ?? 0, back[heroes - 1 - i] ?? 0];
    return Math.abs(a) >= Math.abs(b) ? a : b;
  });
}
