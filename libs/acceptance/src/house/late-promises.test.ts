import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { findLatePromises } from './late-promises.ts';

/** The lines of a file of a service that keep a promise nobody hears; `read` and `store.rows` return promises. */
function linesOf(text: string): number[] {
  const root = mkdtempSync(join(tmpdir(), 'cairn-late-'));
  const tagged = JSON.stringify({ name: '@cairn/svc-a', nx: { tags: ['runtime:node', 'type:svc'] } });
  const reading = `export async function read() {}
    export interface Store { rows(): Promise<string[]>; size(): number }
    export function keepForLater(started) { return started; }`;
  for (const [path, content] of Object.entries({
    'svc-a/package.json': tagged,
    'svc-a/src/reading.ts': reading,
    'svc-a/src/asked.ts': text,
  })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return findLatePromises(root).map((fault) => Number(fault.split(':')[1]));
}

const inAsync = (...lines: string[]) => `async function asked(store) {\n${lines.join('\n')}\n}`;

it.each([
  [
    'awaited after another',
    inAsync('const rows = store.rows();', 'const other = await read();', 'return [await rows, other];'),
  ],
  [
    'given to a function after another',
    inAsync(
      'const all = async (...parts) => Promise.all(parts);',
      'const rows = all(read());',
      'const other = await read();',
      'return all(rows, other);',
    ),
  ],
  [
    'taken apart from what a call returns',
    inAsync('const { rows } = started(store);', 'await read();', 'return await rows;'),
  ],
  ['an argument before another wait', inAsync('return join(store.rows(), await read());')],
  ['an element before another wait', inAsync('return Promise.all([store.rows(), await read()]);')],
  ['made by hand', inAsync('const end = new Promise(wait);', 'await read();', 'return end;')],
  ['one of two', inAsync('const rows = store.quick ? [] : store.rows();', 'await read();', 'return rows;')],
  [
    'derived from another, with a way out for its success alone',
    inAsync(
      'const rows = store.rows().then(first);',
      'for await (const each of read()) use(each);',
      'return rows;',
    ),
  ],
])('names a promise that is %s', (_, text) => {
  expect(linesOf(text)).toHaveLength(1);
});

it.each([
  ['map', 'class A { #made = new Map<string, Promise<void>>(); start(k) { this.#made.set(k, read()); } }'],
  ['list', 'class A { made: Promise<void>[] = []; start() { this.made.push(read()); } }'],
  ['field', 'class A { made; start() { this.made = read(); } }'],
  [
    'map, by its name',
    'class A { #made = new Map<string, Promise<void>>(); start(k, one) { this.#made.set(k, one); } }',
  ],
])('names a promise that a %s keeps', (_, text) => {
  expect(linesOf(text)).toEqual([1]);
});

it.each([
  [
    'started and awaited together',
    inAsync('const rows = store.rows();', 'return Promise.all([rows, read()]);'),
  ],
  ['an argument after another wait', inAsync('return join(await read(), store.rows());')],
  ['awaited first', inAsync('const rows = store.rows();', 'await rows;', 'await read();')],
  ['kept for later', inAsync('const rows = keepForLater(store.rows());', 'await read();', 'return rows;')],
  [
    'heard by a handler',
    inAsync('const rows = store.rows();', 'rows.catch(tell);', 'await read();', 'return rows;'),
  ],
  [
    'settled either way',
    inAsync('const rows = Promise.allSettled([read()]);', 'await read();', 'return rows;'),
  ],
  ['no promise', inAsync('const size = store.size();', 'await read();', 'return size;')],
  [
    'awaited by another function',
    inAsync('const rows = store.rows();', 'use(async () => { await read(); });', 'return rows;'),
  ],
  [
    'kept by a map that hears it',
    'class A { #made = new Map<string, Promise<void>>(); start(k) { const one = keepForLater(read()); this.#made.set(k, one); } }',
  ],
  ['kept by a map of another file', 'class A { start(made, k) { made.set(k, read()); } }'],
])('accepts what is %s', (_, text) => {
  expect(linesOf(text)).toEqual([]);
});
