// Answers: taps that narrow the choices down until one is left, what is done at once and what waits
// for confirmation, what is put back, and answers that shall stand as orders.
import { standing } from '../history';
import { wanted } from '../orders';
import { allowed, stepsOf, tap, whyNot, type Offer, type Thing } from '../picking';
import type { Choice, TableMessage } from '../protocol';
import { settings } from '../settings.svelte';
import type { News } from './feed.svelte';
import { Hinting } from './hinting.svelte';

export abstract class Answering extends Hinting {
  /** A thing somebody asked about. */
  inspected: Thing | null = $state(null);
  /** The clock has answered for this seat, and it has not acted since. */
  timedOut = $state(false);
  /** The answer out of turn that is given next shall be a standing order. */
  lasting = $state(false);

  /** The answers so far that shall become standing orders, and the question they began with. */
  #lasting: { prompt: string; actions: string[] } | null = null;
  /** The choice whose outlook is on its way; no longer, if one thinks otherwise meanwhile. */
  #considered: Choice | null = null;
  /** What was offered before one's own last step. */
  #earlier: { offers: Offer[]; thing: Thing | null } | null = null;
  /** A plan that has to be tried anew. */
  #planned: Choice[] = [];

  protected override arrived(message: TableMessage): void {
    super.arrived(message);
    this.plan = null;
    this.timedOut = false;
    this.clear();
  }

  protected changing(next: News, moved: boolean): void {
    this.#planned = moved ? (this.plan?.choices ?? []) : [];
    if (moved) {
      this.clear();
      this.plan = null;
      // What was explained belongs to a position that is gone, unless others go on while one reads.
      if (next.state?.asked || next.items.some(({ is, seat }) => is === 'back' || this.#own(seat)))
        this.inspected = null;
    }
    if (!next.state?.asked?.out_of_turn) this.lasting = false;
  }

  protected watching(): void {
    if (this.pending) this.pending = { ...this.pending, preview: null };
  }

  #own(seat: string | null | undefined): boolean {
    return !!seat && seat === this.info?.you;
  }

  protected changed(next: News): void {
    const own = next.items.filter((item) => item.is === 'act' && this.#own(item.seat)).at(-1);
    if (own) this.timedOut = own.by === 'clock';
    if (this.#planned.length > 0) void this.replan(this.#planned);
  }

  tap(thing: Thing): void {
    this.hurry();
    this.inspected = thing;
    this.#considered = null;
    this.pending = null;
    this.reason = null;
    const tapped = tap(this.offers, this.picked, thing, this.#patient(thing));
    if (tapped.is === 'nothing') return void this.#otherwise(thing);
    if (tapped.is === 'forbidden') return this.explain(tapped.choice);
    this.picked = tapped.picked;
    if (tapped.choice) void this.consider(tapped.choice);
  }

  #patient(thing: Thing): string[] | undefined {
    const patient = this.board?.patient;
    return typeof patient === 'function' ? patient(thing) : patient;
  }

  explain(choice: Choice): void {
    const rule = this.asked?.rules[choice.no ?? ''];
    this.pending = null;
    this.reason = {
      text: whyNot(choice, rule?.text ?? this.data?.texts[`rule.${choice.no}`]),
      ruling: rule?.ruling ?? '',
      what: choice.text,
    };
  }

  /**
   * A choice on the board or the chalkboard: carried out if it can be taken back, or nothing else
   * can be done; shown for confirmation if not.
   */
  async consider(choice: Choice): Promise<void> {
    if (choice.no) return this.explain(choice);
    if (this.doubts(choice)) return;
    if (settings.confirm === 'never' || this.plan) return this.act(choice);
    if (settings.confirm === 'needed' && this.choices.filter(allowed).length === 1)
      return this.act(choice);
    const at = this.info?.n;
    this.#considered = choice;
    const ahead = await this.whatIf(stepsOf(choice));
    const offered = [...this.offers, ...this.choices];
    if (this.#considered !== choice || this.info?.n !== at) return;
    if (!offered.some((offer) => offer.choice.action === choice.action)) return;
    if (settings.confirm === 'needed' && ahead?.undoable) return this.act(choice);
    this.pending = { choice, preview: ahead && !ahead.chance ? ahead.state : null };
  }

  override clear(): void {
    this.#considered = null;
    super.clear();
  }

  async act(choice: Choice): Promise<void> {
    if (choice.no) return this.explain(choice);
    if (this.sending || !this.info || this.doubts(choice)) return;
    this.sending = true;
    this.inspected = null;
    this.#earlier = { offers: this.offers, thing: this.picked.at(-1) ?? null };
    if (this.plan) {
      await this.plan.add(choice);
      this.clear();
    } else await this.#answer(stepsOf(choice));
    this.sending = false;
  }

  async #answer(actions: string[]): Promise<void> {
    const asked = this.asked?.asked;
    const lasting =
      this.lasting && asked?.out_of_turn
        ? (this.#lasting ?? { prompt: asked.prompt, actions: [] })
        : null;
    this.#lasting = null;
    const answer = await this.ask({ do: 'act', at: this.info?.n, actions });
    if (!lasting || !answer) return;
    lasting.actions.push(...actions);
    // What the answer goes on to ask belongs to it: with orders on, the server would answer that by itself.
    const next = this.info?.state?.asked;
    if (next?.out_of_turn && next.prompt !== lasting.prompt) {
      this.#lasting = lasting;
      return;
    }
    this.lasting = false;
    const list = [
      ...(this.info?.orders?.list ?? []),
      ...lasting.actions.map((action) => ({ do: action })),
    ];
    await this.ask({ do: 'orders', on: true, list: wanted(list) });
  }

  /** Puts back what a tap on the thing has to do with; the steps since then are done again. */
  async #putBack(action: string): Promise<void> {
    if (this.plan) {
      const choices = this.plan.choices;
      const at = choices.map((choice) => stepsOf(choice).join()).lastIndexOf(action);
      if (at >= 0) await this.replan(choices.filter((_, i) => i !== at));
      return;
    }
    const acts = standing(this.log).filter((item) => item.is === 'act');
    const at = acts
      .map((item) => (item.seat === this.info?.you ? item.action : ''))
      .lastIndexOf(action);
    if (at < 0 || this.sending) return;
    const since = acts.slice(at);
    this.sending = true;
    let undone = 0;
    while (
      undone < since.length &&
      this.info?.state?.undo === 'now' &&
      (await this.ask({ do: 'undo', at: this.info.n }))
    )
      undone += 1;
    const again = (
      undone < since.length ? since.slice(since.length - undone) : since.slice(1)
    ).flatMap((item) => item.action ?? []);
    if (again.length > 0) await this.ask({ do: 'act', at: this.info?.n, actions: again });
    this.sending = false;
  }

  /** Another thing instead of the one that led to this question: takes that back and begins with it. */
  async #otherwise(thing: Thing): Promise<void> {
    const held = this.asked && this.board?.takesBack?.(thing, this.asked.view);
    if (held) return this.#putBack(held);
    const earlier = this.#earlier;
    const asked = this.asked;
    if (!asked?.asked || !earlier || !this.board?.followUps?.includes(asked.asked.prompt)) return;
    if (!earlier.offers.some((offer) => offer.things.includes(thing))) return;
    this.#earlier = null;
    if (this.plan) this.plan.back();
    else if (asked.undo !== 'now' || !(await this.ask({ do: 'undo', at: this.info?.n }))) return;
    await this.shownAll;
    if (thing !== earlier.thing) this.tap(thing);
  }
}
