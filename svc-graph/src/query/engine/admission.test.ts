import { OrgId } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { Admission, limitsFor } from './admission.ts';

const a = OrgId.parse('a');
const b = OrgId.parse('b');
const open = () => new AbortController().signal;

/** Work that is under way until it is let go. */
function work() {
  let release = () => {};
  const done = new Promise<void>((resolve) => {
    release = resolve;
  });
  const state = { started: false, release, run: () => ((state.started = true), done) };
  return state;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('Admission', () => {
  it('bounds an org, and lets another one in past its queue', async () => {
    const admission = new Admission({ inAll: 3, perOrg: 2, waitingPerOrg: 9 });
    const jobs = [work(), work(), work()];
    const running = jobs.map((job) => admission.admit(a, open(), job.run));
    const other = work();
    const otherRunning = admission.admit(b, open(), other.run);
    await settle();
    expect(jobs.map(({ started }) => started)).toEqual([true, true, false]);
    expect(other.started).toBe(true);
    jobs[0]?.release();
    await settle();
    expect(jobs[2]?.started).toBe(true);
    for (const job of [...jobs, other]) job.release();
    await Promise.all([...running, otherRunning]);
  });

  it('gives a free place to the org that runs least', async () => {
    const admission = new Admission({ inAll: 2, perOrg: 2, waitingPerOrg: 9 });
    const first = [work(), work()];
    const second = [work(), work()];
    const runs = first.map((job) => admission.admit(a, open(), job.run));
    const more = work();
    runs.push(
      admission.admit(a, open(), more.run),
      ...second.map((job) => admission.admit(b, open(), job.run)),
    );
    first[0]?.release();
    await settle();
    expect([more.started, second[0]?.started]).toEqual([false, true]);
    for (const job of [...first, ...second, more]) job.release();
    await Promise.all(runs);
    expect(more.started).toBe(true);
  });

  it('frees the place of work that fails', async () => {
    const admission = new Admission({ inAll: 1, perOrg: 1, waitingPerOrg: 9 });
    await expect(admission.admit(a, open(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(admission.admit(a, open(), async () => 'yes')).resolves.toBe('yes');
  });

  it('lets a caller who goes away leave the queue', async () => {
    const admission = new Admission({ inAll: 1, perOrg: 1, waitingPerOrg: 9 });
    const job = work();
    const running = admission.admit(a, open(), job.run);
    const leaving = new AbortController();
    const left = admission.admit(a, leaving.signal, async () => 'never');
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'cancelled' });
    await expect(admission.admit(a, leaving.signal, async () => 'never')).rejects.toMatchObject({
      code: 'cancelled',
    });
    job.release();
    await running;
  });

  it('refuses when too many wait', async () => {
    const admission = new Admission({ inAll: 1, perOrg: 1, waitingPerOrg: 1 });
    const job = work();
    const running = [admission.admit(a, open(), job.run), admission.admit(a, open(), job.run)];
    await expect(admission.admit(a, open(), job.run)).rejects.toMatchObject({ code: 'rate_limited' });
    job.release();
    await Promise.all(running);
  });

  it('leaves threads of the pool free', () => {
    expect(limitsFor(16)).toMatchObject({ inAll: 12, perOrg: 6 });
    expect(limitsFor(undefined)).toMatchObject({ inAll: 2, perOrg: 1 });
  });
});
