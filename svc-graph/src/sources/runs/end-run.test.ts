import { OrgId, UserId } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { NEW_SOURCE, type SourceState } from '../../store/source-row.ts';
import { endOf, isNews, runOutcome } from './end-run.ts';
import type { OpenRun } from './run-log.ts';

const acme = OrgId.parse('acme');
const RUN: OpenRun = {
  number: 1,
  sourceId: 's1',
  kind: 'ingest',
  reason: 'hand',
  startedBy: null,
  readBefore: null,
  startedAt: Date.parse('2026-05-04T10:00:00Z'),
};
const ADA = UserId.parse('ada');

const sourceIn = (state: Partial<SourceState>) => ({
  id: 's1',
  type: 'git',
  settings: {},
  name: 'Payments',
  state: { ...NEW_SOURCE, ...state },
});

function told(state: Partial<SourceState>, more: Partial<OpenRun> = {}) {
  return endOf(acme, { ...RUN, ...more }, sourceIn(state)).map(
    ({ params }) => JSON.parse(String(params[2])) as Record<string, unknown>,
  );
}

describe('how a run ended', () => {
  const [before, after] = ['2026-05-04T09:00:00Z', '2026-05-04T11:00:00Z'];
  const read = (lastIngestedAt: string) => ({ status: 'active', lastIngestedAt }) as const;
  const failed = (erroredAt: string) => ({ status: 'error', erroredAt }) as const;

  it.each([
    ['ingest', read(after), undefined, 'done'],
    ['ingest', read(before), undefined, 'done'],
    ['ingest', read(before), 'stopped', 'stopped'],
    ['ingest', read(after), 'interrupted', 'done'],
    ['ingest', failed(after), 'interrupted', 'failed'],
    ['ingest', failed(before), 'stopped', 'stopped'],
    ['ingest', { status: 'limited' }, undefined, 'limited'],
    ['ingest', { status: 'limited' }, 'stopped', 'stopped'],
    ['ingest', { status: 'ingesting' }, undefined, 'interrupted'],
    ['ingest', { status: 'ingesting' }, 'stopped', 'stopped'],
    ['renormalise', failed(before), undefined, 'done'],
    ['renormalise', failed(after), undefined, 'failed'],
    ['renormalise', read(after), 'stopped', 'stopped'],
  ] as const)('of kind %s, by %o, cut off: %s, is %s', (kind, state, cut, outcome) => {
    expect(runOutcome({ ...RUN, kind }, sourceIn(state), cut)).toBe(outcome);
  });
});

describe('whether an end of a run is told', () => {
  const failed = (times: number, resumeAt?: string) =>
    ({
      ...NEW_SOURCE,
      status: 'error',
      failed: { times, message: 'no' },
      ...(resumeAt ? { resumeAt } : {}),
    }) as const;
  const later = '2026-05-04T11:00:00Z';

  it.each([
    ['done', { ...NEW_SOURCE, status: 'active' }, true],
    ['failed', failed(1), true],
    ['failed', failed(2), false],
    ['failed', failed(1, later), false],
    ['failed', failed(4, later), false],
    ['failed', failed(5, later), true],
    ['failed', failed(6, later), false],
    ['limited', { ...NEW_SOURCE, status: 'limited', resumeAt: later }, false],
    // Built again while it cannot be read.
    ['done', failed(1), false],
    ['stopped', { ...NEW_SOURCE, status: 'active' }, false],
  ] as const)('%s of %o: %s', (outcome, state, isTold) => {
    expect(isNews(outcome, state)).toBe(isTold);
  });
});

describe('what is told of the end of a run', () => {
  it('tells admins why a source cannot be read, and its starter nothing more', () => {
    const error = { code: 'source_unavailable', message: 'The folder is gone.' };
    expect(told({ status: 'error', error }, { startedBy: ADA })).toEqual([
      expect.objectContaining({
        kind: 'source',
        integration: 'Payments',
        error: 'The folder is gone.',
        path: 'settings/integrations/git?source=s1',
      }),
    ]);
  });

  it.each([
    ['ingest', 'Payments was read.'],
    ['renormalise', 'Payments was built again.'],
  ] as const)('of kind %s tells its starter: %s', (kind, message) => {
    expect(told({ status: 'active' }, { kind, startedBy: ADA })).toEqual([
      expect.objectContaining({ kind: 'source', sourceId: 's1', error: null }),
      expect.objectContaining({ kind: 'job', userId: 'ada', job: 's1', message }),
    ]);
  });

  it('tells nobody of a job that Cairn itself started, and nothing while it is read', () => {
    expect(told({ status: 'active' }).map(({ kind }) => kind)).toEqual(['source']);
    expect(told({ status: 'ingesting' }, { startedBy: ADA })).toEqual([]);
    expect(told({ status: 'limited' }, { startedBy: ADA })).toEqual([]);
  });
});
