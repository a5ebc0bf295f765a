// The lobby's lists, kept up to date by what the server says has changed.
import type { Lobby, LobbyNews, LobbyTable, ListNews } from './protocol';

/** The list with the changes; a table that is new, or moves up, comes first. */
function applied(list: LobbyTable[], news: ListNews | undefined, inPlace: boolean): LobbyTable[] {
  if (!news) return list;
  const changed = new Map(news.changed.map((table) => [table.table, table]));
  const left = list.filter((table) => !news.removed.includes(table.table));
  if (!inPlace) return [...news.changed, ...left.filter((table) => !changed.has(table.table))];
  const known = new Set(left.map((table) => table.table));
  return [
    ...news.changed.filter((table) => !known.has(table.table)),
    ...left.map((table) => changed.get(table.table) ?? table),
  ];
}

/** Public tables stand in the order of what happened last, one's own in that of their making. */
export function withNews(lobby: Lobby, news: LobbyNews): Lobby {
  return {
    public: applied(lobby.public, news.public, false),
    mine: applied(lobby.mine, news.mine, true),
  };
}

/** Is it this person who has to choose there? */
export const myMove = (table: LobbyTable): boolean =>
  table.you !== undefined && (table.acting ?? []).includes(table.you);

/** Tables that wait for this person first; otherwise in the order they have. */
export const yourMoveFirst = (tables: LobbyTable[]): LobbyTable[] => [
  ...tables.filter(myMove),
  ...tables.filter((table) => !myMove(table)),
];

/** Who has won, by name, and whether this person is among them. */
export function winnersOf(table: LobbyTable): { you: boolean; names: string[] } {
  const winners = table.winners ?? [];
  const seats = table.seats.filter(({ seat }) => winners.includes(seat));
  return {
    you: table.you !== undefined && winners.includes(table.you),
    names: seats.map((seat) => seat.name ?? seat.character?.name ?? seat.seat),
  };
}
