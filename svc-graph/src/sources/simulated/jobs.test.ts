import { describe, expect, it } from 'vitest';
import { jobsOf } from './jobs.ts';

const RUN = {
  uuid: '00000000-0000-4000-8000-0000000a1b2c',
  isDeployment: false,
  startedAt: 1_700_000_000,
  finishedAt: 1_700_000_421,
  failed: false,
};

describe('the jobs of a simulated run', () => {
  it('follow each other and take the time of the run', () => {
    const jobs = jobsOf(RUN);
    expect(jobs.map(({ result }) => result)).toEqual(jobs.map(() => 'success'));
    expect(jobs.reduce((sum, { duration }) => sum + (duration ?? 0), 0)).toBe(421);
    expect(jobs[0]?.startedAt).toBe('2023-11-14T22:13:20.000Z');
    expect(jobsOf(RUN)).toEqual(jobs);
  });

  it('of a run that failed end with one that failed, and skip the others', () => {
    for (let run = 0; run < 40; run += 1) {
      const uuid = `00000000-0000-4000-8000-0000${run.toString(16).padStart(8, '0')}`;
      const results = jobsOf({ ...RUN, uuid, isDeployment: true, failed: true }).map(({ result }) => result);
      expect(results.join(' ')).toMatch(/^success (success )*failed( skipped)*$/);
    }
  });
});
