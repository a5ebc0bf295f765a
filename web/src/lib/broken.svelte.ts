// Something the page needs could not be loaded: the server is away, or a newer one has other files.
// The page says so, and begins anew as soon as there is somebody to ask.
import { ApiError } from './api';

export const broken = $state({ page: false });

/** Passes a promise on; its failure breaks the page, unless the server has answered no. */
export function needed<T>(wanted: Promise<T>): Promise<T> {
  wanted.catch((problem: unknown) => (broken.page ||= !(problem instanceof ApiError)));
  return wanted;
}

/** Not again and again, where it would not help. */
export const mayReload = (): boolean => performance.now() > 10_000;
