import { describe, expect, it } from 'vitest';
import { withNews } from './lobby';
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
