// A worker for bots: gets a position, gives back a choice.
import { Module } from './module';
import type { FromBot, ToBot } from './messages';

const module = new Module();
let started: Promise<void> = Promise.resolve();
let said = { status: 0, text: '' };

addEventListener('message', ({ data }: MessageEvent<ToBot>) => {
  if ('module' in data) {
    started = module.start(data.module, {
      send: () => {},
      close: () => {},
      keep: () => {},
      ask: () => {},
      bring: () => {},
      reply: (_request, status, _cookie, text) => (said = { status, text }),
    });
    return;
  }
  if ('net' in data) {
    started = started.then(() => void module.call('net', data.game, data.net));
    return;
  }
  const { number, question } = data;
  const tell = (answer: string, problem: string): void =>
    postMessage({ number, answer, problem } satisfies FromBot);
  void started
    .then(() => {
      module.call('think', question);
      if (said.status === 200) tell(said.text, '');
      else tell('', said.text);
    })
    .catch((error: unknown) => tell('', String(error)));
});
