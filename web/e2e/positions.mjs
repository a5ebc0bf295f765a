// Frames with their positions whole: what has changed is put together by the page's own code.
import { readFileSync } from 'node:fs';
import { transformWithEsbuild } from 'vite';

const source = new URL('../src/lib/table/position.ts', import.meta.url);
const { code } = await transformWithEsbuild(readFileSync(source, 'utf8'), source.pathname, {
  sourcemap: false,
});
const { Position } = await import(
  `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
);

/** Of one socket: gives each frame that tells a `change` the `state` that it leads to. */
export function completed() {
  const tables = new Map();
  return (frame) => {
    if (frame.is !== 'table' && frame.is !== 'news') return frame;
    if (!tables.has(frame.table))
      tables.set(frame.table, { position: new Position(), state: null });
    const known = tables.get(frame.table);
    if (frame.change) {
      known.state = known.position.changed(known.state, frame.change);
      if (!known.state) throw new Error(`a change that fits nothing: ${JSON.stringify(frame)}`);
      return { ...frame, state: known.state };
    }
    if (frame.state !== undefined) {
      known.state = frame.state;
      known.position.whole(frame.state);
    }
    return frame;
  };
}
