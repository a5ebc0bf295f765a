import { describe, expect, it } from 'vitest';
import type { Choice, State } from '../protocol';
import { changedView, Position } from './position';

const play = (card: string, no?: string): Choice => ({
  action: `play ${card}`,
  verb: 'play',
  args: [card],
  text: `Play ${card}`,
  ...(no ? { no } : {}),
});
const rule = (text: string) => ({ ruling: '§5', text });

const state: State = {
  step: 3,
  over: false,
  acting: ['green'],
  view: { turn: 1, wealth: { green: 4, purple: 2 }, away: { green: 'mill' }, cards: [1, 2] },
  asked: { prompt: 'card', text: 'Which?' },
  choices: [play('ace'), play('king', 'dear'), play('two')],
  rules: { dear: rule('Too dear.') },
  undo: null,
};

describe('a difference of views', () => {
  it('drops and sets members, and leaves the view it begins with alone', () => {
    const before = JSON.stringify(state.view);
    const view = changedView(state.view, {
      drop: ['away.green', 'cards'],
      set: { turn: 2, 'wealth.green': 5, cards: [] },
    });
    expect(JSON.stringify(view)).toBe(
      '{"turn":2,"wealth":{"green":5,"purple":2},"away":{},"cards":[]}',
    );
    expect(JSON.stringify(state.view)).toBe(before);
    expect((view as { wealth: unknown }).wealth).not.toBe(
      (state.view as { wealth: unknown }).wealth,
    );
  });

  it('has the order of the server: what is dropped and set again comes last', () => {
    const view = changedView({ a: 1, c: 3 }, { drop: ['c'], set: { b: 2, c: 3 } });
    expect(JSON.stringify(view)).toBe('{"a":1,"b":2,"c":3}');
  });
});

describe('a position', () => {
  it('keeps what a change does not name', () => {
    const position = new Position();
    position.whole(state);
    const next = position.changed(state, { step: 4, view: { set: { turn: 2 } } });
    expect(next).toEqual({ ...state, step: 4, view: { ...(state.view as object), turn: 2 } });
  });

  it('knows the last choices there were, with their rules, also after others have chosen', () => {
    const position = new Position();
    position.whole(state);
    const waiting = position.changed(state, { asked: null, choices: [], rules: {} }) as State;
    expect(waiting.choices).toEqual([]);
    expect(waiting.rules).toEqual({});
    const again = position.changed(waiting, {
      asked: state.asked,
      choices: [2, play('nine', 'late'), 1],
      rules: { late: rule('Too late.') },
    }) as State;
    expect(again.choices).toEqual([play('two'), play('nine', 'late'), play('king', 'dear')]);
    expect(JSON.stringify(again.rules)).toBe(
      JSON.stringify({ late: rule('Too late.'), dear: rule('Too dear.') }),
    );
    const third = position.changed(again, { choices: [1] });
    expect(third?.choices).toEqual([play('nine', 'late')]);
    expect(third?.rules).toEqual({ late: rule('Too late.') });
  });

  it('does not guess at choices that it was never told', () => {
    const position = new Position();
    position.whole(state);
    expect(position.changed(state, { choices: [2, 3] })).toBeUndefined();
    expect(position.changed(state, { choices: [2] })?.choices).toEqual([play('two')]);
  });
});
