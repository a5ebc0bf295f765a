// What one is asked, what can be answered, and what of it lies where on the board. Also in a plan,
// where the position is that of a copy.
import type { About } from '../../games/board';
import { standing } from '../history';
import {
  allowed,
  candidates,
  distinct,
  lights,
  offersOf,
  withMotions,
  type Light,
  type Offer,
  type Thing,
} from '../picking';
import type { Plan } from '../plan.svelte';
import type { Ahead, Choice, GameEvent, Seat, SeatId, State } from '../protocol';
import { called } from '../seats';
import { namedChoice } from '../sentence';
import { t } from '../texts.svelte';
import { Screen } from './screen.svelte';

export abstract class Question extends Screen {
  picked: Thing[] = $state.raw([]);
  /** A choice that waits for a word of confirmation, with what it would lead to. */
  pending: { choice: Choice; preview: State | null } | null = $state.raw(null);
  /** Why something can't be done. */
  reason: { text: string; ruling: string; what: string } | null = $state.raw(null);
  /** A choice is on its way to the server. */
  sending = $state(false);
  /** Choices tried out on a copy; while there is one, taps go to it. */
  plan: Plan | null = $state.raw(null);
  /** What choices would lead to, by their steps: for the hints of a board. */
  foreseen = $state.raw<Record<string, Ahead>>({});

  /** What is on the screen, once it is the latest and this viewer is to choose. */
  get turn(): State | null {
    const state = this.shown.state;
    const asked = state && state === this.info?.state && state.asked && !this.replaced;
    return asked ? state : null;
  }

  /** One's own seat while a bot plays on it. */
  get replaced(): Seat | null {
    const seat =
      this.info?.status === 'playing' &&
      this.info.seats.find((other) => other.seat === this.info?.you);
    return seat && seat.stand_in ? seat : null;
  }

  /** The state to choose in: that of the turn, or what the plan has made of it. */
  get asked(): State | null {
    const state = this.turn && this.plan ? this.plan.state : this.turn;
    return state?.asked ? state : null;
  }

  #choices: Choice[] = $derived.by(() => {
    const { data, asked } = this;
    return data && asked
      ? asked.choices.map((choice) => namedChoice(choice, data, this.seats))
      : [];
  });
  /** The server's choices, each with the things it touches. */
  choices: Offer[] = $derived.by(() => {
    const state = this.asked;
    if (!state || !this.data) return [];
    const own = this.board?.things;
    return offersOf(this.#choices, this.data.schema, own && ((choice) => own(choice, state.view)));
  });
  /** The same for the fingers: whole motions where the board knows some. */
  offers: Offer[] = $derived.by(() => {
    const state = this.asked;
    if (!state || !this.data || !this.board?.motions) return this.choices;
    return withMotions(
      this.choices,
      this.board.motions(
        this.#choices,
        state.view,
        this.data.edition,
        this.data.texts,
        this.foreseen,
      ),
    );
  });
  /** What can be said in words now: the choices, or what can be done with the picked things. */
  open: Offer[] = $derived(
    this.picked.length === 0 ? this.choices : distinct(candidates(this.offers, this.picked)),
  );
  lights: Map<Thing, Light> = $derived(lights(this.offers, this.picked));

  /** What the question is about. */
  meant: Set<Thing> = $derived(new Set(this.view ? this.board?.concerns?.(this.view) : []));

  /** What the answer decides, in a sentence of the game's; nothing where somebody else says it. */
  get why(): string {
    const prompt = this.asked?.asked?.prompt;
    return prompt ? (this.texts[`purpose.${prompt}`] ?? '') : '';
  }

  /** Whoever else asks; null where it is one's own turn, or own card. */
  get askedBy(): SeatId | null {
    const by = this.asked?.asked?.by?.seat;
    return by && by !== this.info?.you ? by : null;
  }

  /** The component that asks: a card in play. */
  get asking(): Thing | null {
    const { domain, id } = this.asked?.asked?.by ?? {};
    return domain && id ? `${domain}:${id}` : null;
  }

  /** In a word, why one is to choose: one's turn, somebody's card, a reaction in another's turn. */
  get summons(): string {
    const by = this.askedBy ? called(this.seats, this.askedBy) : '';
    if (by) return t(this.asking ? 'bar.asks' : 'bar.turnOf', by);
    return t(this.asked?.asked?.out_of_turn ? 'bar.react' : 'bar.yourTurn');
  }

  /** What a thing is and does, by the board or the game's texts. */
  explained(thing: Thing): About | null {
    const { data, texts } = this;
    if (!data) return null;
    const scene = { view: this.view, you: this.info?.you ?? null, texts, edition: data.edition };
    const own = this.board?.about?.(thing, scene);
    if (own) return own;
    const key = thing.split('@')[0].replace(':', '.'); // after an @: where it lies
    const text = texts[`${key}.text`] ?? texts[`web.${key}`];
    return text ? { name: texts[`${key}.name`] ?? texts[key] ?? '', text } : null;
  }

  /** The only thing there is to do, where there is just one. */
  get single(): Choice | null {
    const open = this.open.filter(allowed);
    return open.length === 1 ? open[0].choice : null;
  }

  /** What the board draws: the position, or what the choice in waiting would make of it. */
  get view(): unknown {
    return this.pending?.preview?.view ?? this.plan?.state.view ?? this.shown.state?.view;
  }

  /** What else could still be done, where a choice ends the turn regardless. */
  givenUp(choice: Choice): Choice[] {
    const ends = this.data?.schema.ends ?? [];
    if (!ends.includes(choice.verb)) return [];
    return this.choices
      .filter(allowed)
      .map((offer) => offer.choice)
      .filter(({ verb }) => !ends.includes(verb));
  }

  /** Nothing is picked, waits or is explained any more. */
  clear(): void {
    this.picked = [];
    this.pending = null;
    this.reason = null;
    this.error = '';
  }

  /** Everything that led to what the board draws, oldest first. */
  past: GameEvent[] = $derived.by(() => {
    const items = standing(this.log.filter((item) => item.n <= this.shown.n));
    return [...items.flatMap((item) => item.events ?? []), ...(this.plan?.events ?? [])];
  });
}
