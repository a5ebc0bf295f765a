// The catalogue of games and the texts, components and schema of each, as the server gives them.
import { get } from './api';
import type {
  Catalogue,
  Diagram,
  EditionInfo,
  GameInfo,
  Lesson,
  Puzzle,
  PuzzleList,
  Schema,
  TableMessage,
} from './protocol';
import { side } from './router.svelte';
import { lang } from './texts.svelte';

/** Everything there is to know about a game, in the language of the page. */
export interface GameData {
  id: string;
  texts: Record<string, string>;
  edition: unknown;
  schema: Schema;
}

const memory = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  const key = `${side()} ${path}`; // a server may have other editions
  let found = memory.get(key) as Promise<T> | undefined;
  if (!found) {
    found = get<T>(path);
    memory.set(key, found);
    found.catch(() => memory.delete(key));
  }
  return found;
}

export function catalogue(): Promise<Catalogue> {
  return once(`/api/games?lang=${lang()}`);
}

export async function gameInfo(id: string): Promise<GameInfo | undefined> {
  return (await catalogue()).games.find((game) => game.id === id);
}

/** Where a game is described; with an edition, by its hash, as that has it. Without, as new tables begin. */
const placeOf = (id: string, edition = ''): string =>
  edition ? `/api/games/${id}/editions/${edition}` : `/api/games/${id}`;

export function gameTexts(id: string, edition = ''): Promise<Record<string, string>> {
  return once(`${placeOf(id, edition)}/texts/${lang()}`);
}

function gameFigures(id: string, edition = ''): Promise<unknown> {
  return once(edition ? placeOf(id, edition) : `${placeOf(id)}/edition`);
}

export function gameSchema(id: string): Promise<Schema> {
  return once(`/api/games/${id}/schema`);
}

/** With the figures of the edition that the table was begun with. */
export async function gameData(id: string, edition: string): Promise<GameData> {
  const [texts, figures, schema] = await Promise.all([
    gameTexts(id, edition),
    gameFigures(id, edition),
    gameSchema(id),
  ]);
  return { id, texts, edition: figures, schema };
}

/** What an edition is called: one to choose from, or one that a table was begun with. */
export async function editionInfo(id: string, edition = ''): Promise<EditionInfo | undefined> {
  const info = await gameInfo(id);
  if (!edition) return info?.edition;
  const offered = info?.editions.find(({ hash }) => hash === edition);
  if (offered) return offered;
  const [texts, figures] = await Promise.all([gameTexts(id, edition), gameFigures(id, edition)]);
  const { edition: name } = figures as { edition: string };
  return { name: texts['edition.name'] ?? name, hash: edition };
}

export function lesson(game: string, id: string): Promise<Lesson> {
  return once(`/api/games/${game}/lessons/${id}/${lang()}`);
}

/** Not kept: tomorrow is another day. */
export function puzzleList(): Promise<PuzzleList> {
  return get(`/api/puzzles`);
}

export function puzzle(game: string, number: number): Promise<Puzzle> {
  return once(`/api/games/${game}/puzzles/${number}/${lang()}`);
}

/** A diagram with what its board is drawn from. */
export interface Drawn {
  diagram: Diagram;
  texts: Record<string, string>;
  edition: unknown;
}

/** The diagrams of the rules, by name. One that the edition makes impossible is that of the game's own. */
export async function diagrams(id: string, edition = ''): Promise<Record<string, Drawn>> {
  const found = await once<Record<string, Diagram>>(`${placeOf(id, edition)}/diagrams/${lang()}`);
  const drawn = Object.entries(found).map(async ([name, diagram]): Promise<[string, Drawn]> => {
    const { hash } = diagram.edition;
    const [texts, figures] = await Promise.all([gameTexts(id, hash), gameFigures(id, hash)]);
    return [name, { diagram, texts, edition: figures }];
  });
  return Object.fromEntries(await Promise.all(drawn));
}

/** The rules to read, as a table plays them. */
export function rulesPath(table: Pick<TableMessage, 'game' | 'edition' | 'variants'>): string {
  const chosen = Object.entries(table.variants).map(([variant, value]) => `${variant}=${value}`);
  return `/rules/${table.game}?edition=${table.edition.hash}&variants=${chosen.join(',')}`;
}

export interface Chapter {
  id: string;
  title: string;
  text: string;
}

/** The rules to read, in order. */
export function chapters(texts: Record<string, string>): Chapter[] {
  return Object.keys(texts)
    .filter((key) => /^rules\.[^.]+\.title$/.test(key))
    .map((key) => key.split('.')[1])
    .sort()
    .map((id) => ({
      id,
      title: texts[`rules.${id}.title`],
      text: texts[`rules.${id}.text`] ?? '',
    }));
}
