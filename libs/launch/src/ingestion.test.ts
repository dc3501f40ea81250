import type { Source, SourcePhase } from '@cairn/contracts';
import { describe as group, expect, it } from 'vitest';
import { describe, isQueryable } from './ingestion.ts';

const phase = (id: string, counts: Partial<SourcePhase> = {}): SourcePhase => ({
  id,
  label: `Fetching ${id}`,
  activity: `Fetching ${id} of`,
  unit: id,
  background: false,
  incomplete: null,
  done: 0,
  total: null,
  perSecond: null,
  ...counts,
});

const source = (
  state: Source['progress']['state'],
  current: string | null,
  part: Partial<Source> = {},
): Source => ({
  id: 's1',
  type: 'tracker',
  name: 'engine',
  status: 'ingesting',
  progress: {
    state,
    current,
    phases: [
      phase('issues', { done: 1_200, perSecond: 85 }),
      phase('comments', { done: 40, total: 9_000, background: true }),
    ],
  },
  notes: [],
  error: null,
  erroredAt: null,
  lastIngestedAt: null,
  ...part,
});

group('a source on the command line', () => {
  it('says with the words of its phase what is read and how far it is', () => {
    expect(describe(source('waiting', null))).toBe('engine: waiting');
    expect(describe(source('running', 'issues'))).toBe('engine: fetching issues, 1,200 issues, 85/s');
    expect(describe(source('running', 'comments'))).toBe(
      'engine: fetching comments in the background, 40 of 9,000 comments',
    );
    expect(describe(source('done', 'comments'))).toBe('engine: ready, 40 comments');
    const error = { code: 'source_unavailable', message: 'There is no repository.' };
    expect(describe(source('failed', 'issues', { error }))).toBe('engine: There is no repository.');
  });

  it('names no speed of a reading that has just begun', () => {
    const phases = [phase('issues', { total: 42_817, perSecond: 0 })];
    const progress = { state: 'running', current: 'issues', phases } as const;
    expect(describe(source('running', 'issues', { progress }))).toBe(
      'engine: fetching issues, 0 of 42,817 issues',
    );
  });

  it('can be explored once what remains is read in the background, or when it was read before', () => {
    expect(isQueryable(source('waiting', null))).toBe(false);
    expect(isQueryable(source('running', 'issues'))).toBe(false);
    expect(isQueryable(source('running', 'comments'))).toBe(true);
    expect(isQueryable(source('running', 'issues', { lastIngestedAt: '2026-11-01T00:00:00Z' }))).toBe(true);
    expect(isQueryable(source('failed', 'issues', { status: 'error' }))).toBe(true);
  });
});
