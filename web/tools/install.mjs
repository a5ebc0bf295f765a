// node tools/install.mjs [--all]: installs what the page is built with; with --all also what it is tested with.
// Does nothing if that is already there, in whichever build it was asked for: all builds share one node_modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const all = process.argv.includes('--all');
const stamp = join(web, 'node_modules/.installed');
const hash = createHash('sha256');
for (const file of ['package.json', 'package-lock.json'])
  hash.update(readFileSync(join(web, file)));
const lock = hash.digest('hex');

const there = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
if (there !== `${lock} all` && (all || there !== `${lock} build`)) {
  const options = ['--no-audit', '--no-fund', '--loglevel=error', ...(all ? [] : ['--omit=dev'])];
  const { status } = spawnSync('npm', ['ci', ...options], { cwd: web, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  writeFileSync(stamp, `${lock} ${all ? 'all' : 'build'}`);
}
