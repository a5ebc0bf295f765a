// The file that all tables of a device are saved to, and brought from on another one.
import type { Row } from './rows';

const FORMAT = 'tables 1';
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Tables with all their entries, and who plays at them. */
export function writeTables(all: [string, Row][]): string {
  const rows = all
    .filter(([name]) => /^(entry|table|person)\//.test(name))
    .map(([name, row]) => [name, decoder.decode(row)]);
  return JSON.stringify({ stamtafel: FORMAT, rows });
}

const isRow = (row: unknown): row is [string, string] =>
  Array.isArray(row) && row.length === 2 && row.every((field) => typeof field === 'string');

/** The rows of a file of tables that are not here yet; seats of who brought it are `me`'s. */
export function readTables(file: string, here: Set<string>, me: string): [string, Row][] {
  const read = JSON.parse(file) as { stamtafel?: string; rows?: [string, string][] };
  if (read.stamtafel !== FORMAT || !Array.isArray(read.rows) || !read.rows.every(isRow)) {
    throw new Error('this is not a file of tables');
  }
  const other = read.rows.find(([name]) => name.startsWith('person/'))?.[0].slice(7) ?? '';
  const mine = (text: string): string =>
    me && other && me.length === other.length ? text.replaceAll(other, me) : text;
  return read.rows
    .filter(([name]) => name.startsWith('table/') || name.startsWith('entry/'))
    .filter(([name]) => !here.has(`table/${name.split('/')[1]}`))
    .map(([name, row]) => [name, encoder.encode(mine(row))]);
}
