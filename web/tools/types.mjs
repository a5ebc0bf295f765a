// Writes the TypeScript types of each game's views, verbs and events to src/generated/<game>.ts, from the
// schemas that `stamtafel schema GAME` prints (docs/protocol.md §6). STAMTAFEL_SCHEMAS names their folder;
// without it those of the last development build are taken.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pascal = (id) => id.replace(/(^|_)([a-z])/g, (_, __, letter) => letter.toUpperCase());
const union = (values) =>
  values.length === 0 ? 'never' : values.map((value) => JSON.stringify(value)).join(' | ');
const member = (key) => (/^[a-z_]\w*$/i.test(key) ? key : JSON.stringify(key));

/** A JSON Schema of the few kinds that the engine writes, as a type. */
export function typeOf(schema, indent = '') {
  if (schema.$ref) return pascal(schema.$ref.replace('#/$defs/', ''));
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, indent)).join(' & ');
  if (schema.anyOf) return schema.anyOf.map((option) => typeOf(option, indent)).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'array': {
      const item = schema.items ? typeOf(schema.items, indent) : 'unknown';
      return /[|]/.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return objectType(schema, indent);
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function objectType(schema, indent) {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) {
    const value = schema.additionalProperties
      ? typeOf(schema.additionalProperties, indent)
      : 'unknown';
    return `Record<string, ${value}>`;
  }
  const inner = `${indent}  `;
  const lines = properties.map(([key, value]) => {
    const maybe = (schema.required ?? []).includes(key) ? '' : '?';
    return `${inner}${member(key)}${maybe}: ${typeOf(value, inner)};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

export function typesOf(schema) {
  const words = Object.entries(schema.view.$defs ?? {});
  const lines = [
    `// Made from the schema of ${schema.game}: don't edit.`,
    ...words.map(([id, { enum: values }]) => `export type ${pascal(id)} = ${union(values)};`),
    `export type Verb = ${union(Object.keys(schema.verbs))};`,
    `export type EventId = ${union(Object.keys(schema.events))};`,
    `export type View = ${typeOf(schema.view)};`,
  ];
  return `${lines.join('\n')}\n`;
}

function main() {
  const web = dirname(dirname(fileURLToPath(import.meta.url)));
  const from = process.env.STAMTAFEL_SCHEMAS ?? join(web, '../build/dev/generated/web/schemas');
  if (!existsSync(from)) {
    console.error(
      `types: no schemas in ${from}. Build written_schemas first (cmake --preset dev), or name their folder in STAMTAFEL_SCHEMAS.`,
    );
    process.exit(1);
  }
  const to = join(web, 'src/generated');
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from).filter((name) => name.endsWith('.json'))) {
    const schema = JSON.parse(readFileSync(join(from, file), 'utf8'));
    writeFileSync(join(to, file.replace(/json$/, 'ts')), typesOf(schema));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
