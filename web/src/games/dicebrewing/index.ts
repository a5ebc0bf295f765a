import type { BoardModule, Fact } from '../board';
import type { Thing } from '../../lib/picking';
import type { GameEvent } from '../../lib/protocol';
import { elementOf, type Effect, type Face } from '../../lib/stage.svelte';
import { display } from '../say';
import Board from './Board.svelte';
import { FACES } from './dice';
import Holdings from './Holdings.svelte';
import Own from './Own.svelte';
import { about } from './about';
import { foresee, hint, motions, patient, takesBack, things } from './picks';
import { asView, dieOf, dieThing, tokensOf, type Colour } from './view';

type Texts = Record<string, string>;

function facts(given: unknown, seat: string, texts: Texts): Fact[] {
  const view = asView(given);
  const brewer = view.brewers[seat];
  if (!brewer) return [];
  const tokens = tokensOf(brewer).length;
  const onFields = Object.values(brewer.fields).flatMap(({ input, accelerator }) => [
    input,
    accelerator,
  ]);
  const placed = [...onFields, brewer.discount].filter((piece) => piece && piece !== 'seed');
  const inHand = view.turn === seat ? Object.values(view.lifted).flat().length : 0;
  const dice = brewer.active.length + brewer.warehouse.length + placed.length + inHand;
  const found: Fact[] = [
    {
      icon: 'star',
      value: brewer.points,
      label: texts['web.points'] ?? 'points',
      figure: 'points',
      tone: 'gold',
    },
    { icon: 'coin', value: brewer.gold, label: texts['web.gold'] ?? 'gold', figure: 'gold' },
    { icon: 'dice', value: dice, label: texts['web.dice'] ?? 'dice' },
    { icon: 'seed', value: brewer.seeds, label: texts['web.seeds'] ?? 'seeds', figure: 'seeds' },
  ];
  if (tokens > 0)
    found.push({ icon: 'token', value: tokens, label: texts['web.tokens'] ?? 'tokens' });
  if (view.holder === seat && view.phase !== 'over')
    found.push({
      icon: view.season === 'winter' ? 'snow' : 'sun',
      value: '',
      label: texts['web.first'] ?? '',
      tone: 'gold',
    });
  return found;
}

const face = (id: string): Face => {
  const die = dieOf(id);
  return { value: die.value, colour: FACES[die.colour].fill, ink: FACES[die.colour].ink };
};
const fresh = (colour: string): Face => ({
  value: 0,
  colour: FACES[colour as Colour]?.fill,
  ink: FACES[colour as Colour]?.ink,
});

const HOUSES: Record<string, string> = {
  M: 'malt_house',
  H: 'hop_plantation',
  S: 'school',
  D: 'seed_department',
};
/** The first of these places that is in sight: one's own board, another's in small, or the player's panel. */
const seen = (...places: Thing[]): Thing =>
  places.find((place) => elementOf(place)) ?? places[places.length - 1];
const fieldOf = (seat: string, field: string): Thing =>
  elementOf(`seed:${seat}`)
    ? `field:${field}`
    : seen(`building:${seat}:${HOUSES[field[0]]}`, `seat:${seat}`);

/** The rolls of a round are shown by the dice themselves; what moves between places flies. */
function effects(event: GameEvent, given: unknown, texts: Texts): Effect[] {
  const view = asView(given);
  const [a, b, c] = event.args;
  switch (event.id) {
    case 'round':
    case 'last_round':
      return [{ is: 'banner', text: event.text, tone: event.id === 'round' ? 'plain' : 'good' }];
    case 'ends':
      return [{ is: 'banner', text: event.text, tone: 'good' }];
    case 'stored':
      return [
        {
          is: 'fly',
          what: 'die',
          face: face(b),
          from: dieThing(a, 'active', b),
          to: seen(`zone:${a}:warehouse`, `seat:${a}`),
        },
      ];
    case 'placed_seed':
      return [
        { is: 'fly', what: 'stone', from: seen(`seed:${a}`, `seat:${a}`), to: fieldOf(a, b) },
      ];
    case 'placed':
    case 'accelerated': {
      const zone = view.brewers[a]?.active.includes(c) ? 'active' : 'warehouse';
      return [
        { is: 'fly', what: 'die', face: face(c), from: dieThing(a, zone, c), to: fieldOf(a, b) },
      ];
    }
    case 'locked':
      return [{ is: 'pulse', things: [fieldOf(a, b)] }];
    case 'gained_die':
      return [{ is: 'fly', what: 'die', face: fresh(b), from: `colour:${b}`, to: `seat:${a}` }];
    case 'gained_seeds':
      return [{ is: 'fly', what: 'stone', from: 'supply:seeds', to: `seat:${a}`, label: `+${b}` }];
    case 'gained_gold':
      return [{ is: 'fly', what: 'coin', from: 'barrel:barrel', to: `seat:${a}`, label: `+${b}` }];
    case 'gained_points':
      return [{ is: 'fly', what: 'cup', from: 'barrel:barrel', to: `seat:${a}`, label: `+${b}` }];
    case 'swapped':
      return [
        {
          is: 'fly',
          what: 'die',
          face: face(c),
          from: `colour:${dieOf(c).colour}`,
          to: `seat:${a}`,
        },
      ];
    case 'bought':
      return [
        { is: 'fly', what: 'coin', from: `seat:${a}`, to: `ingredient:${b}`, label: `−${c}` },
      ];
    case 'bought_token':
      return [
        { is: 'fly', what: 'coin', from: `seat:${a}`, to: `token:${b}@stock`, label: `−${c}` },
      ];
    case 'brewed':
      return [
        display(texts, Object.keys(view.brewers), a, {
          title: texts[`recipe.${b}`] ?? b,
          text: texts[`recipe.${b}.text`],
          icon: 'cup',
        }),
        { is: 'fly', what: 'card', from: `recipe:${b}`, to: `seat:${a}` },
      ];
    case 'played_token':
    case 'showed_token':
      return [
        display(texts, Object.keys(view.brewers), a, {
          title: texts[`token.${b}.name`] ?? b,
          text: texts[`token.${b}.text`],
          icon: 'token',
        }),
      ];
    case 'building_blocked':
    case 'recipe_blocked':
      return [{ is: 'banner', text: event.text, tone: 'bad' }];
    case 'taken_back':
      return [{ is: 'pulse', things: [dieThing(a, 'warehouse', b)] }];
    case 'die_blocked':
    case 'die_protected':
    case 'plus_one':
      return [{ is: 'pulse', things: [dieThing(a, 'active', b), dieThing(a, 'warehouse', b)] }];
    default:
      return [];
  }
}

export const board: BoardModule = {
  Board,
  Own,
  Holdings,
  facts,
  effects,
  things,
  motions,
  about,
  hint,
  foresee,
  patient,
  takesBack,
  plans: ['arrange', 'purchase'],
};
