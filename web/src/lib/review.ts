// What the page draws of a review. The figures are the server's.
import type { Grade, Review } from './protocol';

export type ReviewedChoice = Review['choices'][number];

/** The worst first. */
export const FAULTS: Grade[] = ['blunder', 'mistake', 'imprecise'];

/** The lines of the seats, of an SVG polyline in a box of `width` by `height`; and where they end. */
export function shareLines(
  { curve, steps }: Pick<Review, 'curve' | 'steps'>,
  seats: number,
  width: number,
  height: number,
): { points: string; y: number }[] {
  const x = (step: number): string => ((width * step) / Math.max(1, steps)).toFixed(1);
  const y = (share: number): number => height * (1 - share);
  return Array.from({ length: seats }, (_, seat) => ({
    points: curve.map((at) => `${x(at.step)},${y(at.shares[seat]).toFixed(1)}`).join(' '),
    y: y(curve.at(-1)?.shares[seat] ?? 0),
  }));
}

/** What everybody could hope for after so many steps. */
export function sharesAfter({ curve }: Pick<Review, 'curve'>, step: number): number[] {
  const known = curve.filter((at) => at.step <= step).at(-1) ?? curve[0];
  return known?.shares ?? [];
}

export const choiceAt = (
  { choices }: Pick<Review, 'choices'>,
  step: number,
): ReviewedChoice | undefined => choices.find((choice) => choice.step === step);

export const faultsOf = ({ choices }: Pick<Review, 'choices'>): ReviewedChoice[] =>
  choices.filter((choice) => FAULTS.includes(choice.grade));

/** Rounded down, so that it never says more than the grade. */
export const lostPercent = ({ lost }: ReviewedChoice): number => Math.floor(lost * 100 + 1e-6);

/** Rows for those who read the curve: its turns, and between them every tenth of the game. */
export function curveRows({ curve, steps, turns }: Review): Review['curve'] {
  const wanted = new Set([...Array(11).keys()].map((part) => Math.round((part * steps) / 10)));
  for (const { step } of turns) wanted.add(step - 1).add(step);
  return [...wanted]
    .sort((a, b) => a - b)
    .map((step) => ({ step, shares: sharesAfter({ curve }, step) }));
}
