// What a choice touches on the board, and what a question is about: heroes that the card in play has to do with.
import type { Thing } from '../../lib/picking';
import type { Choice } from '../../lib/protocol';
import { elementOf } from '../../lib/stage.svelte';
import { signed } from '../../lib/texts.svelte';
import { say } from '../say';
import { asView, HEROES, seatName, type View } from './view';

type Texts = Record<string, string>;

// Amounts, orders and directions are said, not shown: they stay on the chalkboard.
const SAID = ['amount', 'direction', 'end', 'side', 'towards', 'vote', 'seats', 'lay', 'lift'];

export function things(choice: Choice): Thing[] | null {
  const [a] = choice.args;
  switch (choice.verb) {
    case 'place':
    case 'gap':
      return [`${choice.verb}:${a}`];
    case 'play': // the second tap: once it has been read
      return [`card:${a}`, `card:${a}`];
    case 'put': // who moves; on which side of the other one is said
      return [`hero:${a}`];
    default:
      return SAID.includes(choice.verb) ? [] : null;
  }
}

/** A card whose text isn't all in sight is read before it is played. */
export function patient(thing: Thing): string[] {
  const text = elementOf(thing)?.querySelector('.text');
  const read = text && text.clientHeight > 0 && text.scrollHeight <= text.clientHeight + 1;
  return read ? [] : ['play'];
}

/** The question asked now. */
const prompt = (view: View): string => view.agenda.at(-1)?.split(' ')[1] ?? '';
const heroAt = (view: View, i: number): string => HEROES[view.picks[i] ?? -1] ?? '';

/** The heroes that a question is about, as far as they are settled. */
function heroes(view: View): string[] {
  const place = view.picks[0] ?? 0;
  switch (prompt(view)) {
    case 'vote_swap':
      return [heroAt(view, 0), heroAt(view, 1)];
    case 'vote_draco':
      return view.line.slice(place - 1, place + 1);
    case 'monte_lay':
    case 'monte_rearrange':
    case 'monte_lift':
      return view.line.slice(place - 1, place + 2);
    case 'gold':
    case 'zork_side':
    case 'hero_behind':
    case 'hero_back':
    case 'hero_last':
    case 'swap_second':
      return [heroAt(view, 0)];
    default:
      return [];
  }
}

export function concerns(given: unknown): Thing[] {
  const view = asView(given);
  const gap = prompt(view) === 'vote_draco' ? [`gap:${view.picks[0]}`] : [];
  return [...heroes(view).map((hero) => `hero:${hero}`), ...gap];
}

/** What a toast would bring now: "Red +7, Anna −1". */
const toasted = (view: View, texts: Texts): string =>
  Object.entries(view.toast_gains)
    .filter(([, gain]) => gain !== 0)
    .map(([seat, gain]) => `${seatName(seat, texts)} ${signed(gain)}`)
    .join(', ');

export function hint(choice: Choice, given: unknown, texts: Texts): string {
  const view = asView(given);
  const named = heroes(view).map((hero) => texts[`hero.${hero}`] ?? hero);
  const active = seatName(view.active, texts);
  switch (choice.verb) {
    case 'vote':
      if (choice.args[0] !== 'yes') return '';
      return prompt(view) === 'vote_swap'
        ? named.join(' ⇄ ')
        : [named[0], texts['hero.D'], named[1]].join(' · ');
    case 'pay':
      return `${view.picks[1]} → ${active}`;
    case 'refuse':
      return say(texts, 'web.refuse', active);
    case 'toast':
      return toasted(view, texts);
    default:
      return '';
  }
}
