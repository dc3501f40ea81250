import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { findRepeatedTypes } from './exported-types.ts';

function tree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'cairn-types-'));
  const tagged = JSON.stringify({ name: '@cairn/a', nx: { tags: ['runtime:any', 'type:lib'] } });
  for (const [path, text] of Object.entries({ 'libs/a/package.json': tagged, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

it('names a type that two files export', () => {
  const root = tree({
    'libs/a/src/one.ts': 'export interface Window { a: 1 }',
    'libs/a/src/two.ts': 'export type Window = 2; export class Other {}',
  });
  expect(findRepeatedTypes(root)).toEqual(['Window: libs/a/src/one.ts, libs/a/src/two.ts']);
});

it('accepts what a file keeps to itself, passes on, or derives from a schema of the same name', () => {
  const root = tree({
    'libs/a/src/one.ts': 'export const Row = 1; export type Row = 2; interface Kept { a: 1 }',
    'libs/a/src/two.ts': "export type { Row } from './one.ts'; interface Kept { b: 1 }",
  });
  expect(findRepeatedTypes(root)).toEqual([]);
});
