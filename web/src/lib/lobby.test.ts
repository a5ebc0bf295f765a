import { describe, expect, it } from 'vitest';
import { winnersOf, withNews, yourMoveFirst } from './lobby';
import type { Lobby, LobbyNews, LobbyTable } from './protocol';

const table = (id: string, status: LobbyTable['status'] = 'gathering'): LobbyTable => ({
  table: id,
  game: 'x',
  name: 'X',
  status,
  created: 0,
  variants: '',
  edition: { name: 'standard', hash: '0', own: true },
  seats: [],
});
const shown = (list: LobbyTable[]): string[] =>
  list.map(({ table: id, status }) => (status === 'playing' ? `${id}!` : id));
const lobby: Lobby = {
  public: [table('a'), table('b'), table('c')],
  mine: [table('b'), table('m')],
};

describe('news of the lobby', () => {
  it('bring public tables to the top, and take some away', () => {
    const news = withNews(lobby, {
      is: 'lobby-news',
      public: { changed: [table('c', 'playing'), table('d')], removed: ['a'] },
    });
    expect(shown(news.public)).toEqual(['c!', 'd', 'b']);
    expect(news.mine).toBe(lobby.mine);
  });
  it("leave one's own tables where they stand", () => {
    const news = withNews(lobby, {
      is: 'lobby-news',
      mine: { changed: [table('m', 'playing'), table('n')], removed: ['b'] },
    });
    expect(shown(news.mine)).toEqual(['n', 'm!']);
    expect(news.public).toBe(lobby.public);
  });
  it('may come twice', () => {
    const news: LobbyNews = { is: 'lobby-news', public: { changed: [table('d')], removed: ['a'] } };
    const once = withNews(lobby, news);
    expect(withNews(once, news)).toEqual(once);
  });
});

describe('tables in the lobby', () => {
  const table = (more: Partial<LobbyTable>): LobbyTable => ({
    table: 't',
    game: 'koenig',
    name: 'Draco & Co',
    status: 'playing',
    created: 0,
    variants: '',
    edition: { name: 'standard', hash: '' },
    seats: [
      { seat: 'green', kind: 'person', name: 'Anna' },
      { seat: 'red', kind: 'bot', character: { id: 'lotte', name: 'Lotte' } },
    ],
    ...more,
  });
  it('come first where they wait for oneself', () => {
    const tables = [
      table({ table: 'a', you: 'green', acting: ['red'] }),
      table({ table: 'b', you: 'green', acting: ['red', 'green'] }),
      table({ table: 'c' }),
    ];
    expect(yourMoveFirst(tables).map((one) => one.table)).toEqual(['b', 'a', 'c']);
  });
  it('say who has won, bots by their names', () => {
    expect(winnersOf(table({ winners: ['red'], you: 'green' }))).toEqual({
      you: false,
      names: ['Lotte'],
    });
    expect(winnersOf(table({ winners: ['green', 'red'], you: 'green' }))).toEqual({
      you: true,
      names: ['Anna', 'Lotte'],
    });
  });
});
