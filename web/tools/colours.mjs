// npm run lint: colours stand in src/colours.css, by name. Says where a literal one is used, and
// which names nobody uses.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const HEX = /(?<!href=["'])(?<![\w&/#-])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?![\w-])/gi;
const FUNCTION = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/gi;
// As a value: of a property or of an attribute that paints.
const WORDS =
  'white|black|red|green|blue|yellow|orange|purple|brown|gr[ae]y|pink|silver|gold|navy|teal|maroon|olive|lime|aqua|cyan|magenta|beige|ivory|tan|wheat|tomato|crimson|indigo|violet|khaki|salmon|coral';
const WORD = new RegExp(
  `(?:\\b(?:color|background(?:-color)?|border(?:-\\w+)?|outline|fill|stroke|stop-color)\\s*:[^;{}'"]*?|\\b(?:fill|stroke|stop-color)=["'])(?<![-\\w])(?:${WORDS})\\b(?![-\\w])`,
  'gi',
);
const comments = /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<!:)\/\/.*$/gm;

/** Literal colours of a text: [line, what]. */
export function literals(text) {
  const plain = text.replace(comments, (comment) => comment.replace(/[^\n]/g, ' '));
  return [HEX, FUNCTION, WORD]
    .flatMap((pattern) => [...plain.matchAll(pattern)])
    .map((found) => [plain.slice(0, found.index).split('\n').length, found[0].trim()])
    .sort(([a], [b]) => a - b);
}

/** Names that a stylesheet gives. */
export const given = (text) =>
  new Set([...text.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name));
/** Names that a text uses, also those put together: `var(--seat-${seat})` uses all that begin so. */
export const used = (text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(svelte|css|ts)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !/\.test\.ts$|\/generated\//.test(file));
}

function run() {
  const web = dirname(dirname(fileURLToPath(import.meta.url)));
  const home = join(web, 'src/colours.css');
  const colours = readFileSync(home, 'utf8');
  const complaints = [];
  const needed = new Set(used(colours));
  for (const file of filesIn(join(web, 'src'))) {
    if (file === home) continue;
    const text = readFileSync(file, 'utf8');
    for (const [line, what] of literals(text))
      complaints.push(`${relative(web, file)}:${line}: ${what} is a colour without a name`);
    for (const name of used(text)) needed.add(name);
  }
  const isUsed = (name) =>
    needed.has(name) || [...needed].some((part) => part.endsWith('-') && name.startsWith(part));
  for (const name of given(colours))
    if (!isUsed(name)) complaints.push(`src/colours.css: nobody uses ${name}`);
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) run();
