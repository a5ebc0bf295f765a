// What a viewer gets of a position (the type comes from the engine's schema), and what follows from it.
import type { BoardPart } from '../board';
import type { Building, View as Written } from '../../generated/dicebrewing';
import { say } from '../say';

export const COLOURS = ['yellow', 'black', 'green', 'blue'] as const;
export type Colour = (typeof COLOURS)[number];
const LETTERS = 'YBGU';

/** A die as the position names it: "Y3", "U5+" (one more by a token), "G2x" (blocked), "B4p" (protected), "Y0" (not rolled yet). */
export interface Die {
  id: string;
  colour: Colour;
  value: number;
  raised: boolean;
  guard: '' | 'blocked' | 'protected';
}

export function dieOf(id: string): Die {
  return {
    id,
    colour: COLOURS[LETTERS.indexOf(id[0])],
    value: Number(id[1]),
    raised: id.includes('+'),
    guard: id.endsWith('x') ? 'blocked' : id.endsWith('p') ? 'protected' : '',
  };
}

export interface OnField {
  input?: string;
  accelerator?: string;
}
export interface Brewer {
  gold: number;
  points: number;
  seeds: number;
  active: string[];
  warehouse: string[];
  fields: Record<string, OnField>;
  ingredients: string[];
  /** Kinds; of hidden ones what was paid (a number), or null for one that was won. */
  tokens: (string | number)[];
  won_tokens?: (string | null)[];
  discount: string | null;
  passed: boolean;
  blocked_buildings: string[];
  bought_ingredient: boolean;
  bought_token: boolean;
  late: string[];
}
// The schema knows the questions and dice that were met when it was made; a position may hold others.
export type View = Omit<
  Written,
  | 'question'
  | 'brewers'
  | 'row'
  | 'lifted'
  | 'locked'
  | 'black_market'
  | 'deck'
  | 'blocked_recipes'
  | 'brewed'
  | 'turn'
> & {
  turn: string;
  question: string | null;
  brewers: Record<string, Brewer>;
  row: (string | null)[];
  blocked_recipes: string[];
  brewed: { recipe: string; by: string; with: string }[];
  lifted: Record<string, string[]>;
  locked: Record<string, string[]>;
  black_market: Record<string, number>;
  deck: string[];
};
export const asView = (given: unknown): View => given as View;

export interface FieldData {
  id: string;
  takes: 'seed' | Colour[];
  min?: number;
  max?: number;
  accelerate_min?: number;
  gain?: Colour;
  seeds?: number;
  gold?: Partial<Record<Colour, number>>;
}
export interface BuildingData {
  id: Building;
  from_round: number;
  fields: FieldData[];
}
export interface Bonus {
  min?: number;
  gold?: number;
  points?: number;
}
export interface RecipeData {
  id: string;
  needs: Partial<Record<Colour, number[]>>;
  reward: { gold?: number; points?: number; tokens?: number; die?: Colour };
  improvements: Record<string, Bonus>;
}
export interface IngredientData {
  id: string;
  count: number;
  price: number;
  discounts: { value: number; minus: number }[];
}
export interface Edition {
  players: { players: number; recipes_to_end: number }[];
  start: { dice: Record<Colour, number>; gold: number };
  dice: { id: Colour; count: number; final_points: number }[];
  scoring: { gold_per_point: number; points_per_brew: number };
  ones_as_gold: { credit: number[] };
  buildings: BuildingData[];
  market: { from_round: number; ingredients: IngredientData[] };
  black_market: { from_round: number; tokens: { id: string; count: number; price: number }[] };
  recipes: RecipeData[];
}

export type Part = BoardPart<View, Edition>;

export const fieldsOf = (edition: Edition): FieldData[] =>
  edition.buildings.flatMap((building) => building.fields);
export const recipeOf = (edition: Edition, id: string): RecipeData | undefined =>
  edition.recipes.find((recipe) => recipe.id === id);
export const target = (view: View, edition: Edition): number =>
  edition.players.find((row) => row.players === view.players)?.recipes_to_end ?? 0;

/** In the order of play from `seat` on: who sits across. */
export function others(view: View, seat: string | null): string[] {
  const seats = Object.keys(view.brewers);
  const at = seat === null ? -1 : seats.indexOf(seat);
  return at < 0 ? seats : [...seats.slice(at + 1), ...seats.slice(0, at)];
}

/** All tokens of a seat, bought and won; null where the kind is not known. */
export const tokensOf = (brewer: Brewer): (string | null)[] =>
  [...brewer.tokens, ...(brewer.won_tokens ?? [])].map((token) =>
    typeof token === 'string' ? token : null,
  );

export interface Need {
  colour: Colour;
  min: number;
  /** Stored dice reach it; a die of the active zone would, once stored; or nothing does. */
  state: 'met' | 'near' | 'missing';
}

/** A recipe's minimums, each colour from high to low, and which of them the viewer's dice reach. */
export function needs(recipe: RecipeData, view: View): Need[] {
  const reach = view.reach[view.row.indexOf(recipe.id)] ?? [];
  return COLOURS.flatMap((colour) =>
    [...(recipe.needs[colour] ?? [])].sort((a, b) => b - a).map((min) => ({ colour, min })),
  ).map((need, i) => ({ ...need, state: reach[i] ?? 'missing' }));
}

/** Could the viewer improve a brew with this now? */
export const canImprove = (view: View, recipe: string, extra: string): boolean =>
  (view.improvable[view.row.indexOf(recipe)] ?? []).some((other) => other === extra);

export type FieldState = View['field_states'][string][string];

/** What the open question is about: the field, recipe or ingredient it names. */
export const doing = (view: View): string => view.question?.split(' ')[1] ?? '';

/** Equal things put together: [what, how many]. */
export function counted<T>(list: T[]): [T, number][] {
  const found = new Map<T, number>();
  for (const one of list) found.set(one, (found.get(one) ?? 0) + 1);
  return [...found];
}

export const dieThing = (seat: string, zone: string, id: string): string =>
  `die:${seat}:${zone}:${id}`;

export const dieName = (texts: Record<string, string>, id: string): string =>
  texts[`die.${id}`] ?? say(texts, 'board.unrolled', texts[`colour.${dieOf(id).colour}`] ?? '');
