// What is asked once, over HTTP.
import type { EditionInfo, Person } from './protocol';

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

async function send<T>(method: string, path: string, json?: string): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: json === undefined ? {} : { 'Content-Type': 'application/json' },
    body: json,
  });
  const answer = (await response.json().catch(() => ({}))) as {
    error?: { code: string; text: string };
  };
  if (!response.ok) {
    throw new ApiError(answer.error?.code ?? 'message', answer.error?.text ?? response.statusText);
  }
  return answer as T;
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
): Promise<{ edition: EditionInfo; warnings: string[] }> =>
  send('POST', `/api/games/${game}/editions`, file);
