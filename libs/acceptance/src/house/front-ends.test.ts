import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findOwnClocks } from './clocks.ts';
import { findOwnKeys } from './query-keys.ts';
import { findStyleFaults } from './styles.ts';

/** A front-end and libs/ui, with one planted file. */
function planted(file: string, source: string): string {
  const root = mkdtempSync(join(tmpdir(), 'cairn-front-ends-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, type] of Object.entries({ 'mfe-explore': 'mfe', 'libs/ui': 'lib' })) {
    const name = `@cairn/${path.replace('libs/', '')}`;
    write(`${path}/package.json`, JSON.stringify({ name, nx: { tags: ['runtime:web', `type:${type}`] } }));
  }
  write(file, source);
  return root;
}

describe('styles', () => {
  it.each([
    ['a global sheet', 'mfe-explore/src/explore.css', '.a {}'],
    ['a selector of libs/ui', 'mfe-explore/src/a.module.css', '.a > .cn-button {}'],
    ['a selector of Mantine', 'mfe-explore/src/a.module.css', '.a .mantine-Tabs-list {}'],
    ['a global selector', 'mfe-explore/src/a.module.css', ':global(.b) {}'],
    ['a global selector in a list', 'mfe-explore/src/a.module.css', '.a, :global(.b) {}'],
    ['a class of libs/ui', 'mfe-explore/src/a.tsx', 'export const a = <p className="b cn-muted" />;'],
    ['one by condition', 'mfe-explore/src/a.tsx', "export const a = <p className={b ? 'cn-dimmed' : ''} />;"],
    ['one beside another', 'mfe-explore/src/a.tsx', 'export const a = <p className={`cn-row ${b}`} />;'],
  ])('of a remote are refused for %s', (_, file, source) => {
    expect(findStyleFaults(planted(file, source))).toHaveLength(1);
  });

  it.each([
    ['a module with tokens', 'mfe-explore/src/a.module.css', '.a { color: var(--cn-text); }'],
    ['a class of a package within its own', 'mfe-explore/src/a.module.css', '.a :global(.b > .c)::after {}'],
    ['a token in place', 'mfe-explore/src/a.tsx', "export const a = { color: 'var(--cn-text)' };"],
    ['a global sheet of libs/ui', 'libs/ui/src/base.css', '.cn-muted {}'],
  ])('are accepted as %s', (_, file, source) => {
    expect(findStyleFaults(planted(file, source))).toEqual([]);
  });
});

describe('times', () => {
  it.each([
    ['an option', "new Intl.DateTimeFormat('en', { timeStyle: 'short' });"],
    ['an hour', "new Intl.DateTimeFormat('en', { hour: 'numeric' });"],
    ['a locale', 'at.toLocaleTimeString();'],
    ['a pattern', "dayjs(at).format('D MMM, HH:mm');"],
  ])('that are written by %s are refused', (_, source) => {
    expect(findOwnClocks(planted('mfe-explore/src/a.ts', source))).toHaveLength(1);
  });

  it.each([
    ['by the clock of the person', 'mfe-explore/src/a.ts', 'formatTime(at, zone);'],
    ['of days alone', 'mfe-explore/src/a.ts', "dayjs(at).format('YYYY-MM-DD');"],
    ['where the clock is chosen', 'libs/ui/src/format-dates.ts', "({ hour: '2-digit' });"],
  ])('%s are accepted', (_, file, source) => {
    expect(findOwnClocks(planted(file, source))).toEqual([]);
  });
});

describe('query keys', () => {
  it.each([
    ['spelled in place', "useQuery({ queryKey: ['sources', id] });"],
    ['of a constant', 'const key = []; useQuery({ queryKey: key });'],
    ['of a function of its own', 'const keyOf = () => []; useQuery({ queryKey: keyOf() });'],
    ['of a mutation', "useMutation({ mutationKey: ['sources'] });"],
  ])('%s are refused', (_, source) => {
    expect(findOwnKeys(planted('mfe-explore/src/a.ts', source))).toHaveLength(1);
  });

  it.each([
    [
      'made by the client',
      "import { keyOf } from '@cairn/client'; useQuery({ queryKey: keyOf('registry') });",
    ],
    [
      'of a query of the client',
      "import { sourcesQuery } from '@cairn/client'; read({ queryKey: sourcesQuery(id).queryKey });",
    ],
    [
      'of a group of makers',
      "import { savedKeys } from '@cairn/saved'; read({ queryKey: savedKeys.one(id) });",
    ],
    ['that are only read', 'cache.findAll({ predicate: ({ queryKey }) => queryKey.length > 0 });'],
  ])('%s are accepted', (_, source) => {
    expect(findOwnKeys(planted('mfe-explore/src/a.ts', source))).toEqual([]);
  });
});
