// What is asked once, over HTTP.
import type { Person } from './protocol';

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export async function api<T>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
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
