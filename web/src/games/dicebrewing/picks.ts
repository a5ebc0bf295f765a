// What a choice touches on the board, and whole motions: a die on a field is one motion, though it answers two questions.
// A question with one answer is not asked, so it has no step here either.
import type { Motion, Thing } from '../../lib/picking';
import type { Choice } from '../../lib/protocol';
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
  const loose = view.brewers[view.turn].active.map(dieOf).filter(({ value }) => value >= 4);
  return loose.length > 0
    ? say(texts, 'web.loose', loose.map(({ id }) => dieName(texts, id)).join(', '))
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

/** The rule that forbids a die by what it shows. */
function verdict(die: Die, min: number, max = 6): string | undefined {
  if (die.guard === 'blocked') return 'die_is_blocked';
  if (die.value < min) return 'value_too_low';
  return die.value > max ? 'value_too_high' : undefined;
}

/** The motions that begin with `choice` and end with one of these dice on `thing`. */
function withDie(
  choice: Choice,
  thing: Thing,
  seat: string,
  pieces: Piece[],
  rule: (die: Die) => string | undefined,
  texts: Texts,
): Motion[] {
  const single = pieces.filter(({ die }) => !rule(die)).length === 1;
  return pieces.map(({ die, zone }) => {
    const no =
      choice.no && !['no_fitting_die', 'no_accelerator', 'no_discount'].includes(choice.no)
        ? choice.no
        : rule(die);
    return {
      steps: single && !no ? [choice.action] : [choice.action, `die ${die.id} ${zone}`],
      things: [thing, dieThing(seat, zone, die.id)],
      text: `${choice.text}: ${dieName(texts, die.id)}`,
      no,
    };
  });
}

/** The dice of `seat` that the token could be meant for. */
function targets(view: View, token: string, seat: string): Piece[] {
  const waiting = ['M3', 'H2'].flatMap((zone) => {
    const input = view.brewers[seat].fields[zone]?.input;
    return input && input !== 'seed' && token === 'extra_roll' ? [{ die: dieOf(input), zone }] : [];
  });
  return [
    ...kinds(view, seat).filter(({ zone }) => token !== 'take_back' || zone === 'warehouse'),
    ...waiting,
  ].filter(({ die }) => {
    if (seat !== view.turn && die.guard === 'protected') return false;
    if (token === 'guard_die') return die.guard === '';
    return token === 'take_back' || seat !== view.turn || die.guard !== 'blocked';
  });
}

export function motions(
  choices: Choice[],
  given: unknown,
  component: unknown,
  texts: Texts,
): Motion[] {
  const view = asView(given);
  const edition = component as Edition;
  const seat = view.turn;
  if (!view.brewers[seat]) return [];
  const own = kinds(view, seat);
  const blue = own.filter(({ die }) => die.colour === 'blue');
  return choices.flatMap((choice): Motion[] => {
    const [a] = choice.args;
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
        const field = fieldsOf(edition).find(({ id }) => id === a);
        if (!field) return [];
        if (field.takes === 'seed')
          return [
            {
              steps: [choice.action],
              things: [`field:${a}`, `seed:${seat}`],
              text: choice.text,
              no: choice.no ?? undefined,
            },
          ];
        const { takes, min = 1, max = 6 } = field;
        return withDie(
          choice,
          `field:${a}`,
          seat,
          own.filter(({ die }) => takes.includes(die.colour)),
          (die) => verdict(die, min, max),
          texts,
        );
      }
      case 'accelerate': {
        const min = fieldsOf(edition).find(({ id }) => id === a)?.accelerate_min ?? 1;
        // Where nothing waits there is nothing to say: the field still takes its input.
        return choice.no === 'nothing_waiting'
          ? []
          : withDie(choice, `field:${a}`, seat, blue, (die) => verdict(die, min), texts);
      }
      case 'buy_discounted': {
        const discounts = edition.market.ingredients.find(({ id }) => id === a)?.discounts ?? [];
        const min = Math.min(7, ...discounts.map(({ value }) => value));
        return choice.no
          ? []
          : withDie(choice, `ingredient:${a}`, seat, blue, (die) => verdict(die, min), texts);
      }
      case 'seat': {
        const token = view.question?.split(' ')[1] ?? '';
        const found = choice.no ? [] : targets(view, token, a);
        return found.map(({ die, zone }) => ({
          steps: found.length === 1 ? [choice.action] : [choice.action, `die ${die.id} ${zone}`],
          things: [dieThing(a, zone, die.id)],
          text: `${choice.text}: ${dieName(texts, die.id)}`,
        }));
      }
      default:
        return [];
    }
  });
}
