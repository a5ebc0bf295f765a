// Writes dist/sw.js: the service worker (src/sw.js) with the list of the page's files and a version that changes
// when one of them does.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/sw.js', import.meta.url));

export function serviceWorker() {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/'))
          .sort();
        const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
        const text = readFileSync(source, 'utf8')
          .replace("'@version@'", JSON.stringify(version))
          .replace("['@files@']", JSON.stringify(files));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: text });
      },
    },
  };
}
