import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBreaches } from './fence.ts';

const PACKAGES = {
  'mfe-explore': ['web', 'mfe'],
  'mfe-entity': ['web', 'mfe'],
  'svc-graph': ['node', 'svc'],
  'libs/query': ['any', 'lib'],
  'libs/ui': ['web', 'lib'],
} as const;

/** A tree of packages with one planted file. */
function planted(file: string, source: string): string {
  const root = mkdtempSync(join(tmpdir(), 'cairn-fence-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, [runtime, type]] of Object.entries(PACKAGES)) {
    const name = `@cairn/${path.replace('libs/', '')}`;
    const fence = path === 'svc-graph' ? { ground: ['store'] } : {};
    write(
      `${path}/package.json`,
      JSON.stringify({ name, fence, nx: { tags: [`runtime:${runtime}`, `type:${type}`] } }),
    );
    write(`${path}/src/index.ts`, '');
  }
  write(file, source);
  return root;
}

describe('fence', () => {
  it.each([
    ['a front-end that imports a front-end', 'mfe-explore/src/a.ts', "import '@cairn/mfe-entity';"],
    [
      'a front-end that reaches into another by path',
      'mfe-explore/src/a.tsx',
      "export const A = () => <b />; import '../../mfe-entity/src/index.ts';",
    ],
    [
      'a lib for any runtime that imports a lib for the web',
      'libs/query/src/a.ts',
      "import type { X } from '@cairn/ui';",
    ],
    ['a front-end that loads a service lazily', 'mfe-explore/src/a.ts', "void import('@cairn/svc-graph');"],
    ['a re-export across a fence', 'libs/ui/src/a.ts', "export * from '@cairn/svc-graph';"],
    ['a feature that imports its neighbour', 'svc-graph/src/query/a.ts', "import '../sources/b.ts';"],
    ['Mantine outside of the design system', 'mfe-explore/src/a.ts', "import '@mantine/core';"],
    ['DuckDB outside of the graph service', 'libs/query/src/a.ts', "import '@duckdb/node-api';"],
  ])('reports %s', (_, file, source) => {
    expect(findBreaches(planted(file, source))).toHaveLength(1);
  });

  it.each([
    ['a front-end that imports a lib for the web', 'mfe-explore/src/a.ts', "import '@cairn/ui';"],
    ['a feature that imports a ground folder', 'svc-graph/src/query/a.ts', "import '../store/b.ts';"],
    [
      'an app that composes its features',
      'svc-graph/src/app.ts',
      "import './query/a.ts'; import './sources/b.ts';",
    ],
  ])('accepts %s', (_, file, source) => {
    expect(findBreaches(planted(file, source))).toEqual([]);
  });
});
