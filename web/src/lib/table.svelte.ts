// A table as this viewer sees it and sits at it, in layers that each know only those before:
//
//   table/feed        what the server tells; table/own_word: one's own word for chance
//   table/screen      what is on the screen, shown one after another; names
//   table/question    what is asked, and where on the board the answers lie
//   table/foresight   what would become of a choice
//   table/planning    choices tried out on a copy
//   table/hinting     what somebody would do in one's place
//   table/answering   taps and answers
//   table/passing     questions out of turn at which there is nothing to do
//   table/forced      what leaves no choice is answered by the page
import { watchDrags } from './drag';
import { allowed, candidates, distinct, type Thing } from './picking';
import { Reader } from './reader.svelte';
import { spotOf } from './spot';
import { elementOf } from './stage.svelte';
import { Forced } from './table/forced.svelte';

export { startWhenThere } from './table/own_word';

export class Table extends Forced {
  #stop: (() => void)[] = [];

  start(): void {
    this.#stop = [...this.follow(), watchDrags(this)];
  }

  close(): void {
    for (const stop of this.#stop) stop();
    this.leave();
  }

  readonly reader = new Reader((thing) => this.explained(thing));
  readonly spot = spotOf(this);

  /** Somebody points at a thing of the board: at a choice, where it can mean only one. */
  pointed(thing: Thing | null): void {
    const found = thing
      ? distinct(candidates(this.offers, [...this.picked, thing])).filter(allowed)
      : [];
    this.look(found.length === 1 ? found[0].choice : null);
  }

  point(thing: Thing): void {
    this.inspected = thing;
    if (elementOf(thing)) this.stage.pulse([thing]);
  }
}
