import { OrgId, UserId } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { NEW_SOURCE, type SourceState } from '../store/source-row.ts';
import type { SourceTask } from './run-task.ts';
import { endOf } from './tell-ended.ts';

const TASK: SourceTask = { orgId: OrgId.parse('acme'), sourceId: 's1', kind: 'ingest' };
const ADA = UserId.parse('ada');

function told(state: Partial<SourceState>, more: Partial<SourceTask> = {}) {
  const source = {
    id: 's1',
    type: 'git',
    settings: {},
    name: 'Payments',
    state: { ...NEW_SOURCE, ...state },
  };
  return endOf({ ...TASK, ...more }, source).map(
    ({ params }) => JSON.parse(String(params[2])) as Record<string, unknown>,
  );
}

describe('the end of a task', () => {
  it('tells admins why a source cannot be read, and its starter nothing more', () => {
    const error = { code: 'source_unavailable', message: 'The folder is gone.' };
    expect(told({ status: 'error', error }, { startedBy: ADA })).toEqual([
      expect.objectContaining({ kind: 'source', integration: 'Payments', error: 'The folder is gone.' }),
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
  });
});
