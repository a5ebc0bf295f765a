// A table at which a lesson is given. Nobody else is there and the server isn't asked: the lesson has been played
// through beforehand, and says which choices lead where.
import { companyOf, TableApart, type SeatName } from './apart.svelte';
import type { Item, Lesson, LessonMoment, ServerMessage, State } from './protocol';
import type { Message } from './table/feed.svelte';
import { t } from './texts.svelte';

export class LessonTable extends TableApart {
  /** Where the lesson is; past its end: null. */
  moment: LessonMoment | null = $state.raw(null);
  /** What was said to a choice that doesn't lead on. */
  answer = $state('');

  #lesson: Lesson;
  #names: SeatName[];
  /** The moments before this one. */
  #way: number[] = $state.raw([]);
  #at = 0;

  constructor(lesson: Lesson, names: SeatName[]) {
    super(`lesson:${lesson.game}:${lesson.id}`);
    this.#lesson = lesson;
    this.#names = names;
  }

  /** The learner has to do something; otherwise there is only something to read. */
  get asks(): boolean {
    return this.moment?.leads.some((lead) => lead.action !== undefined) ?? false;
  }

  get mayGoBack(): boolean {
    return this.#way.length > 0;
  }

  /** All that happened is on the screen. */
  get settled(): boolean {
    return !this.showing;
  }

  /** The lesson says it. */
  override get why(): string {
    return '';
  }

  protected override follow(): (() => void)[] {
    this.#open(0);
    return [];
  }

  override ask(message: Message): Promise<ServerMessage | null> {
    if (message.do === 'undo') this.back();
    else if (message.do === 'act')
      for (const action of message.actions as string[]) this.#take(action);
    return Promise.resolve(null);
  }

  /** Reads on, or has the step done. */
  onward(): void {
    this.hurry();
    const lead = this.moment?.leads[0];
    if (lead) this.#go(lead.to);
  }

  back(): void {
    const before = this.#way.at(-1);
    if (before === undefined) return;
    this.hurry();
    this.#way = this.#way.slice(0, -1);
    this.#open(before);
  }

  #take(action: string): void {
    const { moment } = this;
    const lead = moment?.leads.find((one) => one.action === action);
    if (lead) this.#go(lead.to);
    else if (moment) this.answer = moment.answers[action] ?? t('learn.notThis');
  }

  #go(to: number | undefined): void {
    this.#way = [...this.#way, this.#at];
    if (to === undefined) {
      this.answer = '';
      this.moment = null;
      return;
    }
    const next = this.#lesson.moments[to];
    if (this.moment?.scene !== next.scene) return this.#open(to);
    this.#at = to;
    this.moment = next;
    this.answer = '';
    const beats = next.beats.length;
    if (beats === 0) return this.#tell([], next.state);
    next.beats.forEach((beat, i) => {
      const { seat, action, events } = beat;
      const n = (this.info?.n ?? 0) + 1;
      this.#tell(
        [{ n, at: 0, is: 'act', seat, action, events, step: beat.state.step }],
        i === beats - 1 ? next.state : beat.state,
      );
    });
  }

  #tell(items: Item[], state: State): void {
    const from = this.info?.n ?? 0;
    this.hear({ is: 'news', table: this.id, from, to: from + items.length, items, state });
  }

  /** Shows a moment as it is, however one came there. */
  #open(at: number): void {
    const moment = this.#lesson.moments[at];
    this.#at = at;
    this.moment = moment;
    this.answer = '';
    const { game, edition } = this.#lesson;
    const { variants, you, state } = moment;
    const seats = companyOf(this.#names, moment.seats, you);
    this.show({ game, edition, variants, seats, you, state });
  }
}
