import type { Source, SourceType } from '@cairn/contracts';
import { expect, it } from 'vitest';
import { integrationsOf, integrationWords } from './integrations.ts';

const configuration = {
  integrations: ['git', 'jira', 'snyk', 'newtool'].map((name) => ({ name, configured: true, provides: [] })),
};
const types = [
  { type: 'git', provides: ['git'] },
  { type: 'company', provides: ['jira', 'newtool'] },
] as unknown as SourceType[];
const source = (type: string, part: Partial<Source>) =>
  ({ type, status: 'active', erroredAt: null, lastIngestedAt: null, ...part }) as Source;
const wordsOf = (...sources: Source[]) => integrationsOf(configuration, sources, types).map(integrationWords);

it('the integrations of an org are those that its sources provide', () => {
  expect(wordsOf()).toEqual([]);
  expect(wordsOf(source('company', {}))).toEqual(['Jira: not read yet', 'newtool: not read yet']);
});

it('an integration is connected once a source of it was read, and none of them failed', () => {
  const read = { lastIngestedAt: '2026-11-01T00:00:00Z' };
  expect(wordsOf(source('git', {}), source('git', read))).toEqual(['Git: connected']);
  const failed = { erroredAt: '2026-11-02T00:00:00Z' };
  expect(wordsOf(source('git', read), source('git', failed))).toEqual(['Git: cannot be read']);
});

it('an integration that waits for a limit warns, and is no error; one that failed is', () => {
  const read = { lastIngestedAt: '2026-11-01T00:00:00Z' };
  const limited = source('git', { status: 'limited', ...read });
  const shown = integrationsOf(configuration, [limited], types);
  expect(shown).toMatchObject([{ status: 'warn' }]);
  expect(shown.map(integrationWords)).toEqual(['Git: waits for a limit, and goes on by itself']);
  expect(wordsOf(limited, source('git', { status: 'error' }))).toEqual(['Git: cannot be read']);
});

it('an integration is paused where all of its sources are', () => {
  const paused = { status: 'paused', erroredAt: '2026-11-02T00:00:00Z' } as const;
  expect(wordsOf(source('git', paused), source('git', paused))).toEqual(['Git: paused']);
  const read = { lastIngestedAt: '2026-11-01T00:00:00Z' };
  expect(wordsOf(source('git', paused), source('git', read))).toEqual(['Git: connected']);
});
