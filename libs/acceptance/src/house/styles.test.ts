import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { findStyleFaults } from './styles.ts';

function planted(file: string, text: string): string[] {
  const root = mkdtempSync(join(tmpdir(), 'cairn-styles-'));
  const manifest = JSON.stringify({ name: '@cairn/mfe-a', nx: { tags: ['runtime:web', 'type:mfe'] } });
  for (const [path, source] of [
    ['mfe-a/package.json', manifest],
    [file, text],
  ] as const) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  return findStyleFaults(root);
}

it.each([
  ['a sheet for a whole remote', 'mfe-a/src/a.css', '.a { color: red }'],
  ['a selector of libs/ui', 'mfe-a/src/a.module.css', '.a .cn-button { color: red }'],
  ['a selector of Mantine', 'mfe-a/src/a.module.css', '.mantine-Menu-item { color: red }'],
  ['a class of libs/ui', 'mfe-a/src/a.tsx', 'export const A = () => <b className="cn-muted" />;'],
  ['a global class alone', 'mfe-a/src/a.module.css', '.a { color: red }\n.a, :global(.grid) { margin: 0 }'],
])('refuses %s', (_, file, text) => {
  expect(planted(file, text)).toHaveLength(1);
});

it.each([
  ['a class of its own', '.a { color: var(--cn-text) }'],
  ['classes of a package within its own', '.a :global(.grid > .item)::after { margin: 0 }'],
])('accepts %s', (_, text) => {
  expect(planted('mfe-a/src/a.module.css', text)).toEqual([]);
});
