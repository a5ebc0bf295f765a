// What the page and the worker with the hub say to each other.

export type ToHub =
  | { do: 'http'; id: number; method: string; path: string; body: string; languages: string }
  | { do: 'connect'; socket: number }
  | { do: 'message'; socket: number; text: string }
  | { do: 'disconnect'; socket: number }
  | { do: 'export'; id: number }
  | { do: 'import'; id: number; file: string };

export type FromHub =
  /** Another tab of this browser has it. */
  | { is: 'elsewhere' }
  | { is: 'ready' }
  /** It can't begin, or has ended: why. */
  | { is: 'broken'; text: string }
  | { is: 'reply'; id: number; status: number; body: string }
  | { is: 'message'; socket: number; text: string }
  | { is: 'close'; socket: number; code: number };

/** To and from a worker for bots. */
export type ToBot =
  | { module: WebAssembly.Module }
  /** What bots of a game go by from now on. */
  | { game: string; net: string }
  | { number: number; question: string };
export interface FromBot {
  number: number;
  answer: string;
  problem: string;
}
