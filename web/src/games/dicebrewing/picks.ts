// What a choice touches on the board, and whole motions: a die on a field is one motion, though it answers two questions.
// A question with one answer is not asked, so it has no step here either.
import type { Motion, Thing } from '../../lib/picking';
import type { Ahead, Choice } from '../../lib/protocol';
import { say } from '../say';
import {
  asView,
  dieName,
  dieOf,
  dieThing,
  fieldsOf,
  type Die,
  type Edition,
  type View,
} from './view';

type Texts = Record<string, string>;
interface Piece {
  die: Die;
  zone: string;
}

/** Whose die a question is about. */
function subject(view: View): string {
  const words = view.question?.split(' ') ?? [];
  return words[0] === 'target_die' ? words[2] : view.turn;
}

/** What is done with pieces and gold is done with a second tap: the first one shows what can be meant, and what a thing does. */
export const patient = ['store', 'place', 'accelerate', 'buy', 'buy_discounted', 'buy_token'];

/** A die in hand goes back where it was. */
export function takesBack(thing: Thing): string | null {
  const [domain, zone, die] = thing.split(':');
  return domain === 'lifted' ? `die ${die} ${zone}` : null;
}

/** Dice worth storing that still lie loose when one is about to leave them there. */
export function hint(choice: Choice, given: unknown, texts: Texts): string {
  const view = asView(given);
  if (
    choice.verb !== (view.phase === 'purchase' ? 'done' : 'pass') ||
    !['arrange', 'purchase'].includes(view.phase)
  )
    return '';
  const loose = view.worth_storing[view.turn];
  return loose.length > 0
    ? say(texts, 'web.loose', loose.map((id) => dieName(texts, id)).join(', '))
    : '';
}

export function things(choice: Choice, given: unknown): Thing[] | null {
  const view = asView(given);
  const [a, b] = choice.args;
  const seat = view.turn;
  switch (choice.verb) {
    case 'store':
      return [dieThing(seat, 'active', a), `zone:${seat}:warehouse`];
    case 'place':
    case 'accelerate':
      return [`field:${a}`];
    case 'die':
      return [dieThing(subject(view), b, a)];
    case 'take':
      return [`rolled:${a}`];
    case 'buy': // the second tap: without a discount
      return [`ingredient:${a}`, `ingredient:${a}`];
    case 'buy_token':
      return [`token:${a}@stock`, `token:${a}@stock`];
    case 'reward':
      return [`token:${a}@stock`];
    case 'close':
      return [`building:${a}:${b}`];
    case 'brew':
      return [`recipe:${a}`, b === 'plain' ? `recipe:${a}` : `extra:${a}:${b}`];
    default:
      return null;
  }
}

function kinds(view: View, seat: string): Piece[] {
  const brewer = view.brewers[seat];
  const found = (zone: string, ids: string[]): Piece[] =>
    [...new Set(ids)].filter((id) => id[1] !== '0').map((id) => ({ die: dieOf(id), zone }));
  return [...found('active', brewer.active), ...found('warehouse', brewer.warehouse)];
}

/** The motions that begin with `choice` and end with one of these dice on `thing`. */
function withDie(
  choice: Choice,
  thing: Thing,
  seat: string,
  pieces: Piece[],
  suitable: readonly string[] | undefined,
  texts: Texts,
  ahead: Ahead | undefined,
): Motion[] {
  const suits = ({ die }: Piece): boolean => (suitable ?? []).includes(die.id);
  const single = pieces.filter(suits).length === 1;
  return pieces.flatMap((piece) => {
    const { die, zone } = piece;
    const action = `die ${die.id} ${zone}`;
    const asked = ahead?.then?.choices.find((one) => one.action === action);
    const no = choice.no ?? (suits(piece) ? undefined : asked?.no);
    if (!no && !suits(piece)) return [];
    return [
      {
        steps: single && !no ? [choice.action] : [choice.action, action],
        things: [thing, dieThing(seat, zone, die.id)],
        text: `${choice.text}: ${dieName(texts, die.id)}`,
        no,
      },
    ];
  });
}

/** A token aimed at a die: the answers to the question that would follow. */
function aimed(choice: Choice, texts: Texts, ahead: Ahead | undefined): Motion[] {
  const [seat] = choice.args;
  return (ahead?.then?.choices ?? []).flatMap(({ action, no }) => {
    const [verb, die, zone] = action.split(' ');
    if (verb !== 'die' || no) return [];
    return [
      {
        steps: [choice.action, action],
        things: [dieThing(seat, zone, die)],
        text: `${choice.text}: ${dieName(texts, die)}`,
      },
    ];
  });
}

/** Verbs whose next question is asked for beforehand. */
export const foresee = ['place', 'accelerate', 'buy_discounted', 'seat'];

export function motions(
  choices: Choice[],
  given: unknown,
  edition: unknown,
  texts: Texts,
  ahead: Record<string, Ahead> = {},
): Motion[] {
  const view = asView(given);
  const fields = fieldsOf(edition as Edition);
  const seat = view.turn;
  if (!view.brewers[seat]) return [];
  const own = kinds(view, seat);
  return choices.flatMap((choice): Motion[] => {
    const [a] = choice.args;
    const laid = (thing: Thing, suitable: readonly string[] | undefined): Motion[] =>
      withDie(choice, thing, seat, own, suitable, texts, ahead[choice.action]);
    switch (choice.verb) {
      case 'store': // tapped twice
        return [
          {
            steps: [choice.action],
            things: [dieThing(seat, 'active', a), dieThing(seat, 'active', a)],
            text: choice.text,
            no: choice.no ?? undefined,
          },
        ];
      case 'place': {
        const seed = {
          steps: [choice.action],
          things: [`field:${a}`, `seed:${seat}`],
          text: choice.text,
          no: choice.no ?? undefined,
        };
        return fields.find(({ id }) => id === a)?.takes === 'seed'
          ? [seed]
          : laid(`field:${a}`, view.fitting[a]);
      }
      case 'accelerate':
        // Where nothing waits there is nothing to say: the field still takes its input.
        return choice.no === 'nothing_waiting' ? [] : laid(`field:${a}`, view.accelerators[a]);
      case 'buy_discounted':
        return choice.no ? [] : laid(`ingredient:${a}`, view.discounts[a]);
      case 'seat':
        return choice.no ? [] : aimed(choice, texts, ahead[choice.action]);
      default:
        return [];
    }
  });
}
