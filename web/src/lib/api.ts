// What is asked once, over HTTP; or in the same words of the hub on this device.
import { here } from './here.svelte';
import type { EditionInfo, Person } from './protocol';
import { side } from './router.svelte';
import type { Side } from './side';

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export const api = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T> =>
  send(method, path, body === undefined ? undefined : JSON.stringify(body));

/** From where the page plays, unless the other side is meant. */
async function fetched(
  method: string,
  path: string,
  json?: string,
  where: Side = side(),
): Promise<Response> {
  if (where === 'here') {
    const { status, body } = await here.ask(
      method,
      path,
      json ?? '',
      navigator.languages.join(','),
    );
    return new Response(body, { status });
  }
  return fetch(path, {
    method,
    headers: json === undefined ? {} : { 'Content-Type': 'application/json' },
    body: json,
  });
}

export async function readAnswer<T>(response: Response): Promise<T> {
  // What breaks off on its way is no answer: reading it fails, as asking would have.
  const text = await response.text();
  let answer: { error?: { code: string; text: string } } = {};
  try {
    if (text !== '') answer = JSON.parse(text);
  } catch (problem) {
    if (response.ok) throw problem; // refusals may come from a proxy, in words of its own
  }
  if (!response.ok) {
    throw new ApiError(answer.error?.code ?? 'message', answer.error?.text ?? response.statusText);
  }
  return answer as T;
}

const send = async <T>(method: string, path: string, json?: string, where?: Side): Promise<T> =>
  readAnswer<T>(await fetched(method, path, json, where));

/** Asks the server or this device, wherever the page plays. */
export const askAt = <T>(
  where: Side,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<T> => send(method, path, body === undefined ? undefined : JSON.stringify(body), where);

/** What is there, as a file to keep. */
export async function fileAt(path: string, where?: Side): Promise<Blob> {
  const response = await fetched('GET', path, undefined, where);
  return response.ok ? response.blob() : readAnswer<never>(response);
}

export const get = <T>(path: string): Promise<T> => api<T>('GET', path);

export async function whoAmI(): Promise<Person | null> {
  return (await get<{ me: Person | null }>('/api/me')).me;
}

export async function nameMe(name: string): Promise<Person> {
  return (await api<{ me: Person }>('PUT', '/api/me', { name })).me;
}

/** As it is written: a refusal names the line. */
export const bringEdition = (
  game: string,
  file: string,
  where?: Side,
): Promise<{ edition: EditionInfo; warnings: string[] }> =>
  send('POST', `/api/games/${game}/editions`, file, where);
