// One's own games: what the page says of each, and the curve of a rating.
import type { OwnGame, OwnRating } from './protocol';
import { signed, t } from './texts.svelte';

/** How it ended for oneself, in a few words. */
export function howItEnded(game: OwnGame): string {
  if (game.by === 'closed') return t('own.closed');
  if (game.place === undefined) return '';
  if (game.left) return t('own.left');
  if ((game.share ?? 0) === 1) return t('own.won');
  if ((game.share ?? 0) > 0) return t('own.shared');
  return t('own.nth', game.place, game.seats.length);
}

/** What it did to one's rating: "Rating 1523 (+23)". */
export function ratingChange({ rating }: OwnGame): string {
  if (!rating) return '';
  return t('own.change', rating.after.rating, signed(rating.after.rating - rating.before.rating));
}

export interface Curve {
  /** Of a polyline, and of the polygon of what may be. */
  line: string;
  band: string;
  low: number;
  high: number;
}

/** From game to game, with everybody's beginning (1500 ± 500) before the first of all. */
export function ratingCurve(
  { curve, games }: Pick<OwnRating, 'curve' | 'games'>,
  width: number,
  height: number,
): Curve {
  const first = { rating: 1500, uncertainty: 500 };
  const points = games === curve.length ? [first, ...curve] : curve;
  // The band of the first games would leave no room for the line: it is cut off.
  const ratings = points.map(({ rating }) => rating);
  const low = Math.floor(Math.min(...ratings) / 50) * 50 - 50;
  const high = Math.ceil(Math.max(...ratings) / 50) * 50 + 50;
  const x = (i: number): string => ((width * i) / Math.max(1, points.length - 1)).toFixed(1);
  const y = (rating: number): string =>
    (height - (height * (Math.min(high, Math.max(low, rating)) - low)) / (high - low)).toFixed(1);
  const edge = (sign: 1 | -1): string[] =>
    points.map(({ rating, uncertainty }, i) => `${x(i)},${y(rating + sign * uncertainty)}`);
  return {
    line: points.map(({ rating }, i) => `${x(i)},${y(rating)}`).join(' '),
    band: [...edge(1), ...edge(-1).reverse()].join(' '),
    low,
    high,
  };
}
