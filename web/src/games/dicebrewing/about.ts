// What recipes, ingredients and tokens are, in words: for the ear, and for whoever taps one.
import type { About, BoardProps } from '../board';
import type { Thing } from '../../lib/picking';
import { say } from '../say';
import {
  asView,
  COLOURS,
  dieName,
  needs,
  recipeOf,
  type Bonus,
  type Colour,
  type Edition,
  type IngredientData,
  type View,
} from './view';

type Texts = Record<string, string>;

export const letterOf = (colour: Colour): string => 'YBGU'[COLOURS.indexOf(colour)];
const FACES = 6;
const atLeast = (texts: Texts, { colour, min }: { colour: Colour; min: number }): string => {
  const name = dieName(texts, letterOf(colour) + min);
  return min < FACES ? say(texts, 'words.at_least', name) : name;
};

function bonusWords(texts: Texts, { gold, points }: Bonus): string {
  return [
    gold ? say(texts, 'words.gold', gold) : '',
    points ? say(texts, 'words.points', points) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

const extraName = (texts: Texts, extra: string, { min = 1 }: Bonus): string =>
  extra === 'blue_die'
    ? atLeast(texts, { colour: 'blue', min })
    : (texts[`extra.${extra}`] ?? extra);

export const improvement = (texts: Texts, extra: string, bonus: Bonus): string =>
  say(texts, 'board.improvement', extraName(texts, extra, bonus), bonusWords(texts, bonus));

/** What a recipe takes and gives; `state`: what of it the viewer has. */
export function recipeWords(
  texts: Texts,
  edition: Edition,
  view: View,
  you: string | null,
  id: string,
): { needs: string; reward: string; state: string } {
  const recipe = recipeOf(edition, id);
  if (!recipe) return { needs: '', reward: '', state: '' };
  const { gold, tokens, die } = recipe.reward;
  const wanted = needs(recipe, view);
  const missing = wanted.filter(({ state }) => state !== 'met');
  const reward = [
    say(texts, 'words.points', view.row_points[view.row.indexOf(id)] ?? 0),
    gold ? say(texts, 'words.gold', gold) : '',
    tokens ? texts['words.token'] : '',
    die ? say(texts, 'words.die', texts[`colour.${die}`]) : '',
  ];
  const own = !you
    ? ''
    : missing.length === 0
      ? texts['board.ready']
      : say(texts, 'board.missing', missing.map((need) => atLeast(texts, need)).join(', '));
  return {
    needs: wanted.map(({ colour, min }) => dieName(texts, letterOf(colour) + min)).join(', '),
    reward: reward.filter(Boolean).join(', '),
    state: view.blocked_recipes.includes(id) ? texts['board.blocked'] : own,
  };
}

/** The blue dice with which an ingredient costs less. */
export const cheaper = (texts: Texts, { discounts }: IngredientData): string =>
  discounts
    .map(({ value, minus }) => `${atLeast(texts, { colour: 'blue', min: value })}: −${minus}`)
    .join(', ');

export function about(
  thing: Thing,
  {
    view: given,
    you,
    texts,
    edition: component,
  }: Pick<BoardProps, 'view' | 'you' | 'texts' | 'edition'>,
): About | null {
  const view = asView(given);
  const edition = component as Edition;
  const [domain, id, place] = thing.split(/[:@]/);
  const offer = (name: string, price: number, left: number | undefined): string =>
    say(texts, 'board.offer', name, price, left ?? '?');
  if (domain === 'recipe' && recipeOf(edition, id)) {
    const words = recipeWords(texts, edition, view, you, id);
    const better = Object.entries(recipeOf(edition, id)?.improvements ?? {}).map(
      ([extra, bonus]) => `${extraName(texts, extra, bonus)} (${bonusWords(texts, bonus)})`,
    );
    const text = [
      say(texts, 'about.recipe', words.needs, words.reward),
      words.state,
      say(texts, 'web.better', better.join(', ')),
    ];
    return { name: texts[`recipe.${id}`] ?? id, text: text.filter(Boolean).join(' ') };
  }
  const ingredient =
    domain === 'ingredient' && edition.market.ingredients.find((other) => other.id === id);
  if (ingredient) {
    const less = cheaper(texts, ingredient);
    const text = [texts['web.improves'], less ? say(texts, 'web.cheaper', less) : '']
      .filter(Boolean)
      .join(' ');
    return {
      name: offer(
        texts[`ingredient.${id}`] ?? id,
        ingredient.price,
        view.market[id as keyof typeof view.market] ?? 0,
      ),
      text,
    };
  }
  const token =
    domain === 'token' &&
    place === 'stock' &&
    edition.black_market.tokens.find((other) => other.id === id);
  return token
    ? {
        name: offer(texts[`token.${id}.name`] ?? id, token.price, view.black_market[id]),
        text: texts[`token.${id}.text`] ?? '',
      }
    : null;
}
