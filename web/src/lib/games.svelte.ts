// The catalogue of games and the texts, components and schema of each, as the server gives them.
import { get } from './api';
import type { Catalogue, Diagram, GameInfo, Lesson, Schema } from './protocol';
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
  let found = memory.get(path) as Promise<T> | undefined;
  if (!found) {
    found = get<T>(path);
    memory.set(path, found);
    found.catch(() => memory.delete(path));
  }
  return found;
}

export function catalogue(): Promise<Catalogue> {
  return once(`/api/games?lang=${lang()}`);
}

export async function gameInfo(id: string): Promise<GameInfo | undefined> {
  return (await catalogue()).games.find((game) => game.id === id);
}

/** With the figures of the edition that new tables begin with. */
export function gameTexts(id: string): Promise<Record<string, string>> {
  return once(`/api/games/${id}/texts/${lang()}`);
}

export function gameSchema(id: string): Promise<Schema> {
  return once(`/api/games/${id}/schema`);
}

/** With the figures of the edition that the table was begun with. */
export async function gameData(id: string, edition: string): Promise<GameData> {
  const [texts, figures, schema] = await Promise.all([
    once<Record<string, string>>(`/api/games/${id}/editions/${edition}/texts/${lang()}`),
    once<unknown>(`/api/games/${id}/editions/${edition}`),
    gameSchema(id),
  ]);
  return { id, texts, edition: figures, schema };
}

export function lesson(game: string, id: string): Promise<Lesson> {
  return once(`/api/games/${game}/lessons/${id}/${lang()}`);
}

/** A diagram with what its board is drawn from. */
export interface Drawn {
  diagram: Diagram;
  texts: Record<string, string>;
  edition: unknown;
}

/** The diagrams of the rules, by name. One that the edition makes impossible is that of the game's own. */
export async function diagrams(id: string): Promise<Record<string, Drawn>> {
  const [found, info, texts, figures] = await Promise.all([
    once<Record<string, Diagram>>(`/api/games/${id}/diagrams/${lang()}`),
    gameInfo(id),
    gameTexts(id),
    once<unknown>(`/api/games/${id}/edition`),
  ]);
  const drawn = Object.entries(found).map(async ([name, diagram]): Promise<[string, Drawn]> => {
    if (diagram.edition.hash === info?.edition.hash)
      return [name, { diagram, texts, edition: figures }];
    const path = `/api/games/${id}/editions/${diagram.edition.hash}`;
    const [own, edition] = await Promise.all([
      once<Record<string, string>>(`${path}/texts/${lang()}`),
      once<unknown>(path),
    ]);
    return [name, { diagram, texts: own, edition }];
  });
  return Object.fromEntries(await Promise.all(drawn));
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
