// From taps to actions. A choice touches things of the board ("hero:Gg", "field:D2"): tapping one
// leaves the choices that touch it, tapping another narrows them further, until one is left.
// Nothing here knows a game.
import type { Choice, Schema } from './protocol';

export type Thing = string;
export interface Offer {
  choice: Choice;
  things: Thing[];
}
export type ThingsOf = (choice: Choice) => Thing[] | null | undefined;

/** Several answers in one motion, as at a table: a die on a field says which field and which die. */
export interface Motion {
  /** The actions, sent together; each is checked. The first is one of the choices. */
  steps: string[];
  things: Thing[];
  text: string;
  no?: string;
}

/** The things of a choice by the schema: each argument under the name of its domain. */
export function thingsByDomain(choice: Choice, schema: Pick<Schema, 'verbs'>): Thing[] {
  const domains = schema.verbs[choice.verb] ?? [];
  return choice.args.map((arg, i) => `${domains[i] ?? 'value'}:${arg}`);
}

export function offersOf(
  choices: Choice[],
  schema: Pick<Schema, 'verbs'>,
  own?: ThingsOf,
): Offer[] {
  return choices.map((choice) => ({
    choice,
    things: own?.(choice) ?? thingsByDomain(choice, schema),
  }));
}

/** Why a choice isn't allowed: its rule in a sentence, and how much is missing. */
export const whyNot = (choice: Choice, rule?: string): string =>
  [rule ?? choice.no ?? '', choice.missing ?? ''].filter((sentence) => sentence).join(' ');

export const stepsOf = (choice: Choice): string[] => choice.steps ?? [choice.action];

/** Motions beside the choices; a choice that is only the beginning of motions makes room for them. */
export function withMotions(offers: Offer[], motions: Motion[]): Offer[] {
  if (motions.length === 0) return offers;
  const begun = new Map<string, Motion[]>();
  for (const motion of motions)
    begun.set(motion.steps[0], [...(begun.get(motion.steps[0]) ?? []), motion]);
  const kept = offers.filter(
    ({ choice, things }) =>
      !begun.get(choice.action)?.some((motion) => rest(motion.things, things)),
  );
  const whole = motions.map(({ steps, things, text, no }, i): Offer => {
    const [verb, ...args] = steps[0].split(' ');
    return { things, choice: { action: `${i} ${steps.join(', ')}`, verb, args, text, no, steps } };
  });
  return [...kept, ...whole];
}

/** Offers that lead to the same, once each: for words, which say it once. */
export function distinct(offers: Offer[]): Offer[] {
  const seen = new Set<string>();
  return offers.filter(({ choice }) => {
    const key = stepsOf(choice).join(', ');
    return !seen.has(key) && seen.add(key);
  });
}

/** What is left of `things` after the picked ones, or null when they aren't all there. */
function rest(things: Thing[], picked: Thing[]): Thing[] | null {
  const left = [...things];
  for (const thing of picked) {
    const at = left.indexOf(thing);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

export const allowed = (offer: Offer): boolean => !offer.choice.no;

export function candidates(offers: Offer[], picked: Thing[]): Offer[] {
  return picked.length === 0
    ? offers
    : offers.filter((offer) => rest(offer.things, picked) !== null);
}

/** Whether a further tap on the board leads to the offer; `nowhere` lists things that lie on no board. */
export function inReach({ things }: Offer, picked: Thing[], nowhere: Set<Thing>): boolean {
  return (rest(things, picked) ?? []).some((thing) => !nowhere.has(thing));
}

export interface Light {
  /** Can be tapped next. */
  can: boolean;
  picked: boolean;
  /** The rule that forbids everything that could be done with it. */
  no?: string;
}

/** How each thing of the board looks now. */
export function lights(offers: Offer[], picked: Thing[]): Map<Thing, Light> {
  const found = new Map<Thing, Light>();
  for (const offer of candidates(offers, picked)) {
    for (const thing of rest(offer.things, picked) ?? []) {
      const light = found.get(thing) ?? { can: false, picked: false };
      if (allowed(offer)) {
        light.can = true;
        delete light.no;
      } else if (!light.can) {
        light.no ??= offer.choice.no ?? undefined;
      }
      found.set(thing, light);
    }
  }
  for (const thing of picked) {
    found.set(thing, { can: found.get(thing)?.can ?? false, picked: true });
  }
  return found;
}

export type Tapped =
  | { is: 'picked'; picked: Thing[]; choice?: Choice }
  | { is: 'forbidden'; rule: string; choice: Choice }
  | { is: 'nothing' };

/**
 * What a tap on a thing does to the things picked so far. The last choice left is made at once, unless its verb is one of
 * the `patient`: those wait until all their things are tapped, or the one that was tapped last is tapped again.
 */
export function tap(
  offers: Offer[],
  picked: Thing[],
  thing: Thing,
  patient: string[] = [],
): Tapped {
  const next = [...picked, thing];
  const open = candidates(offers, next);
  const possible = open.filter(allowed);
  if (possible.length > 0) {
    const whole = possible.filter(
      (offer) => !patient.includes(offer.choice.verb) || rest(offer.things, next)?.length === 0,
    );
    return {
      is: 'picked',
      picked: next,
      choice: distinct(possible).length === 1 ? whole[0]?.choice : undefined,
    };
  }
  if (picked.includes(thing)) {
    const left = distinct(candidates(offers, picked).filter(allowed));
    if (left.length === 1 && patient.includes(left[0].choice.verb))
      return { is: 'picked', picked, choice: left[0].choice };
    return { is: 'picked', picked: picked.filter((other) => other !== thing) };
  }
  if (open.length > 0)
    return { is: 'forbidden', rule: open[0].choice.no ?? '', choice: open[0].choice };
  // Not together with what is picked: begin anew with this one.
  return picked.length > 0 ? tap(offers, [], thing, patient) : { is: 'nothing' };
}
