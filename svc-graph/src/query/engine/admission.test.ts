import { OrgId } from '@cairn/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Admission, limitsFor } from './admission.ts';

const a = OrgId.parse('a');
const b = OrgId.parse('b');
const open = () => new AbortController().signal;

/** A job that runs until it is released. */
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
    const admission = new Admission({ inAll: 3, perOrg: 2, waitingPerOrg: 9, waitingInAll: 1_000 });
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
    const admission = new Admission({ inAll: 2, perOrg: 2, waitingPerOrg: 9, waitingInAll: 1_000 });
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

  it('runs fewer of an org while others ask too, and all again once they are quiet', async () => {
    let now = 0;
    const limits = { inAll: 9, perOrg: 4, besideOthers: 2, waitingPerOrg: 9, waitingInAll: 99 };
    const admission = new Admission(limits, () => now);
    const heavy = Array.from({ length: 12 }, work);
    const started = () => heavy.filter((job) => job.started).length;
    const end = async (jobs: typeof heavy) => {
      for (const job of jobs) job.release();
      await settle();
    };
    const runs = heavy.map((job) => admission.admit(a, open(), job.run));
    await settle();
    expect(started()).toBe(4);
    await admission.admit(b, open(), async () => 'small');
    await end(heavy.slice(0, 2));
    expect(started()).toBe(4);
    await end(heavy.slice(2, 4));
    expect(started()).toBe(6);
    now += 5_001;
    await end(heavy.slice(4, 6));
    expect(started()).toBe(10);
    await end(heavy);
    await end(heavy);
    await Promise.all(runs);
  });

  it('frees the place of work that fails', async () => {
    const admission = new Admission({ inAll: 1, perOrg: 1, waitingPerOrg: 9, waitingInAll: 1_000 });
    await expect(admission.admit(a, open(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(admission.admit(a, open(), async () => 'yes')).resolves.toBe('yes');
  });

  it('lets a caller who goes away leave the queue', async () => {
    const admission = new Admission({ inAll: 1, perOrg: 1, waitingPerOrg: 9, waitingInAll: 1_000 });
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

  it('refuses when too many of an org wait, or of all, and says when to come back', async () => {
    let now = 0;
    const admission = new Admission({ inAll: 1, perOrg: 1, waitingPerOrg: 2, waitingInAll: 3 }, () => now);
    await admission.admit(a, open(), async () => void (now += 40_000));
    const job = work();
    const running = [a, a, a, b].map((org) => admission.admit(org, open(), job.run));
    const refused = { code: 'rate_limited', status: 429 };
    // Runs take 8 s on average. Two queries of a wait already, and one of b.
    await expect(admission.admit(a, open(), job.run)).rejects.toMatchObject({ ...refused, retryAfter: 24 });
    await expect(admission.admit(b, open(), job.run)).rejects.toMatchObject({ ...refused, retryAfter: 16 });
    job.release();
    await Promise.all(running);
    await expect(admission.admit(b, open(), async () => 'again')).resolves.toBe('again');
  });

  it('lets a small question of one org in before the second of four heavy clients of another', async () => {
    const admission = new Admission({ inAll: 2, perOrg: 2, waitingPerOrg: 99, waitingInAll: 99 });
    const order: string[] = [];
    const ended: (() => void)[] = [];
    const client = async (org: OrgId, times: number): Promise<void> => {
      for (let time = 0; time < times; time++) {
        await admission.admit(org, open(), () => {
          order.push(org);
          return new Promise<void>((resolve) => ended.push(resolve));
        });
      }
    };
    const clients = [
      ...[a, a, a, a].map((org) => client(org, 3)),
      ...[b, b, b, b].map((org) => client(org, 3)),
    ];
    for (let left = 24; left > 0; left--) {
      await settle();
      ended.shift()?.();
    }
    await Promise.all(clients);
    // The two heavy queries were first; after them the orgs take turns.
    expect(order.join('')).toBe(`aa${'ba'.repeat(10)}bb`);
  });

  it('never serves an org twice while another that runs nothing waits', async () => {
    const orgs = ['a', 'b', 'c', 'd'].map((name) => OrgId.parse(name));
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...orgs) },
      { weight: 1, arbitrary: fc.nat(20) },
    );
    const limits = fc.record({
      inAll: fc.integer({ min: 1, max: 4 }),
      perOrg: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(limits, fc.array(step, { maxLength: 60, size: 'max' }), async (bounds, steps) => {
        const admission = new Admission({ ...bounds, waitingPerOrg: 99, waitingInAll: 99 });
        const running: { org: OrgId; end: () => void }[] = [];
        const waiting: { org: OrgId; passed: Map<OrgId, number> }[] = [];
        const asked: Promise<void>[] = [];
        const ask = (org: OrgId) => {
          const place = { org, passed: new Map<OrgId, number>() };
          waiting.push(place);
          const begun = () => {
            waiting.splice(waiting.indexOf(place), 1);
            for (const other of waiting) {
              const first = waiting.find((each) => each.org === other.org) === other;
              if (!first || running.some((each) => each.org === other.org)) continue;
              const times = (other.passed.get(org) ?? 0) + 1;
              other.passed.set(org, times);
              expect(times).toBeLessThanOrEqual(1);
            }
            return new Promise<void>((resolve) => running.push({ org, end: resolve }));
          };
          asked.push(admission.admit(org, open(), begun));
        };
        const end = async (at: number) => {
          running.splice(at % Math.max(1, running.length), 1)[0]?.end();
          await settle();
          expect(running.length).toBeLessThanOrEqual(bounds.inAll);
        };
        for (const each of steps) {
          if (typeof each === 'number') await end(each);
          else ask(each);
          await settle();
        }
        while (running.length > 0) await end(0);
        await Promise.all(asked);
        expect(waiting).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('leaves threads of the pool free', () => {
    expect(limitsFor(16, 4)).toMatchObject({ inAll: 12, perOrg: 6, besideOthers: 2 });
    expect(limitsFor(16, 64)).toMatchObject({ inAll: 12, perOrg: 6, besideOthers: 6 });
    expect(limitsFor(undefined, 1)).toMatchObject({ inAll: 2, perOrg: 1, besideOthers: 1 });
  });
});
