// What a choice touches on the board, and what a question is about.
import type { Motion, Thing } from '../../lib/picking';
import type { Ahead, Choice } from '../../lib/protocol';
import { say } from '../say';
import { asView, asked, contested, openShares, seatName, type View } from './view';

type Texts = Record<string, string>;

/** A card of the hand; of several equal ones each lies in a place of its own. */
export const cardThing = (card: string, copy: number): Thing =>
  copy === 0 ? `card:${card}` : `card:${card}@${copy + 1}`;

/** Cards that are named, each as another copy. */
const copies = (cards: string[]): Thing[] =>
  cards.map((card, i) =>
    cardThing(card, cards.slice(0, i).filter((other) => other === card).length),
  );

export function things(choice: Choice, given: unknown): Thing[] | null {
  switch (choice.verb) {
    case 'draw':
      return ['pile:draw'];
    case 'hide':
    case 'show':
      return copies(choice.args);
    case 'move': {
      const view = asView(given);
      const chip = view.agenda.at(-1)?.split(' ').at(-1) ?? 'drunk';
      return [`business:${view.landings[chip][Number(choice.args[0])]}`];
    }
    default:
      return null;
  }
}

/** All ways to lay hands on such cards: each copy will do. */
function ways(cards: string[], hand: string[]): Thing[][] {
  return cards.reduce<Thing[][]>(
    (found, card) => {
      const all = Array.from({ length: hand.filter((other) => other === card).length }, (_, copy) =>
        cardThing(card, copy),
      );
      return found.flatMap((taken) =>
        all.filter((thing) => !taken.includes(thing)).map((thing) => [...taken, thing]),
      );
    },
    [[]],
  );
}

export function motions(choices: Choice[], given: unknown): Motion[] {
  const view = asView(given);
  return choices.flatMap((choice) => {
    if (choice.verb !== 'hide' && choice.verb !== 'show') return [];
    // The cards lie in the one hand that this viewer sees.
    const hand: string[] =
      Object.values(view.hands).find((cards) =>
        choice.args.every((card) => cards.some((other) => other === card)),
      ) ?? [];
    return ways(choice.args, hand).map((touched) => ({
      steps: [choice.action],
      things: touched,
      text: choice.text,
      no: choice.no ?? undefined,
    }));
  });
}

/** The house of a contest; the share just drawn, the last of its kind in the hand. */
export function concerns(given: unknown): Thing[] {
  const view = asView(given);
  const house = contested(view);
  if (house) return [`business:${house}`];
  const { drawn } = view;
  if (!drawn) return [];
  const hand = view.hands[asked(view).seat] ?? [];
  return [cardThing(drawn, Math.max(0, hand.filter((card) => card === drawn).length - 1))];
}

function contest(choice: Choice, view: View, texts: Texts): string {
  const { step, seat, rest } = asked(view);
  const house = texts[`business.${rest}.name`] ?? rest;
  const boss = view.bosses[rest] ?? '';
  if (choice.verb === 'accept') return say(texts, 'event.nominated', seatName(seat, texts), house);
  if (choice.verb === 'yield') return say(texts, 'event.vetoed', seatName(boss, texts), house);
  const { own, others } = openShares(view, rest, step === 'veto' ? boss : seat);
  const opens = view.answer_cards ? say(texts, 'web.opens_hidden', view.answer_cards) : '';
  return [say(texts, 'web.votes', own, others), opens].filter(Boolean).join('; ');
}

export function hint(
  choice: Choice,
  given: unknown,
  texts: Texts,
  _edition: unknown,
  ahead?: Ahead,
): string {
  const view = asView(given);
  const [a] = choice.args;
  const price = view.price
    ? `${texts['board.price']}${texts['board.colon'] ?? ': '}${view.price}`
    : '';
  switch (choice.verb) {
    case 'accept':
    case 'veto':
    case 'yield':
    case 'counter':
      return contest(choice, view, texts);
    case 'keep':
      return view.drawn ? (texts[`business.${view.drawn}.name`] ?? '') : '';
    case 'buy': {
      const card = view.face_up[a === 'left' ? 0 : 1];
      return [card ? (texts[`business.${card}.name`] ?? texts[`card.${card}.name`]) : '', price]
        .filter(Boolean)
        .join(' · ');
    }
    case 'draw':
      return price;
    case 'nominate': {
      const opened = ahead?.events?.filter(({ id }) => id === 'opened').length ?? 0;
      return opened > 0 ? say(texts, 'web.opens_hidden', opened) : '';
    }
    default:
      return '';
  }
}
