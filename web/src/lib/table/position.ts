// The position at a table, put together from what the server says has changed.
import type { Change, Choice, State, ViewDifference } from '../protocol';

type Members = Record<string, unknown>;

/** The view that a difference leads to; the one it begins with stays as it is. */
export function changedView(view: unknown, { drop = [], set = {} }: ViewDifference): unknown {
  const next = { ...(view as Members) };
  const copied = new Set<string>();
  const place = (path: string): [Members, string] => {
    const dot = path.indexOf('.');
    if (dot < 0) return [next, path];
    const name = path.slice(0, dot);
    if (!copied.has(name)) next[name] = { ...(next[name] as Members) };
    copied.add(name);
    return [next[name] as Members, path.slice(dot + 1)];
  };
  for (const path of drop) {
    const [members, name] = place(path);
    Reflect.deleteProperty(members, name);
  }
  for (const [path, value] of Object.entries(set)) {
    const [members, name] = place(path);
    members[name] = value;
  }
  return next;
}

export class Position {
  /** The last choices there were, which later ones may name by their places. */
  #choices: Choice[] = [];
  #rules: State['rules'] = {};

  /** It has come whole. */
  whole(state: State | null): void {
    if (!state?.choices.length) return;
    this.#choices = state.choices;
    this.#rules = state.rules;
  }

  /** What a change makes of it; undefined: it names choices that nobody has told. */
  changed(state: State, { view, choices, rules, ...rest }: Change): State | undefined {
    const next: State = { ...state, ...rest };
    if (view) next.view = changedView(state.view, view);
    if (choices) {
      if (choices.some((one) => typeof one === 'number' && !this.#choices[one])) return undefined;
      next.choices = choices.map((one) => (typeof one === 'number' ? this.#choices[one] : one));
      const known = { ...this.#rules, ...rules };
      next.rules = {};
      for (const { no } of next.choices) if (no) next.rules[no] = known[no];
    }
    this.whole(next);
    return next;
  }
}
