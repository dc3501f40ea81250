import { describe, expect, it } from 'vitest';
import { jobsIn } from './jobs.tsx';

const JOB = { name: 'Build', result: 'success', startedAt: '2026-11-18T09:30:00.000Z', duration: 12 };

describe('the jobs of a run', () => {
  it('are those that its source names, in their order', () => {
    const skipped = { name: 'Package', result: 'skipped', startedAt: null, duration: null };
    expect(jobsIn([JOB, skipped])).toEqual([JOB, skipped]);
  });

  it.each([undefined, null, 'Build', { name: 'Build' }, 7])('are none in %o', (value) => {
    expect(jobsIn(value)).toEqual([]);
  });

  it('leave out what is no job, and of a job what is no result, moment or duration', () => {
    expect(jobsIn([null, { name: '' }, { ...JOB, result: 5, startedAt: 'soon', duration: -1 }])).toEqual([
      { name: 'Build', result: null, startedAt: null, duration: null },
    ]);
  });
});
