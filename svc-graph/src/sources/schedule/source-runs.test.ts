import type { SourceSchedule } from '@cairn/contracts';
import { OrgId } from '@cairn/contracts';
import { SourceRun } from '@cairn/contracts/source-runs';
import { silentLog } from '@cairn/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { LONGEST, PlantedService } from '../../../test/planted-service.ts';
import { readOutbox } from '../../store/outbox.ts';
import { startDueReadings } from './scheduler.ts';

const MINUTE = 60_000;
let at: PlantedService;
beforeEach(async () => {
  at = new PlantedService();
  await at.begin();
});
afterEach(() => at.end());

const Page = z.object({ data: z.array(SourceRun), next: z.int().nullable() });
const page = async (more: object = {}) => {
  const { id } = await at.only();
  return Page.parse(await at.call('sources/list-runs', { id, ...more }));
};
const runs = async () => (await page()).data;
const words = async () => (await runs()).map(({ reason, outcome }) => `${reason} ${outcome}`);
const act = async (name: 'pause' | 'resume' | 'sync') => {
  const { id } = await at.only();
  return at.call(`sources/${name}-source`, { id });
};
const schedule = async (chosen: SourceSchedule) => {
  const { id } = await at.only();
  return at.call('sources/schedule-source', { id, schedule: chosen });
};
/** Has what is due at a moment read, as the clock of the service does. */
async function clock(now: number): Promise<void> {
  const { stores, jobs, connectors } = at;
  await startDueReadings({ stores, jobs, connectors, log: silentLog(), now: () => now });
  await jobs.idle(at.orgId);
}
const acts = async () =>
  (await readOutbox(await at.stores.open(at.orgId))).flatMap((message) =>
    message.kind === 'act' && message.action !== 'source.added' ? [message] : [],
  );

it('a reading that is due while it runs is not started a second time', { timeout: 2 * LONGEST }, async () => {
  at.tracker.held = 'issues 10';
  await at.create();
  await vi.waitUntil(() => at.tracker.asked.includes('issues 10'), { timeout: LONGEST });
  const { stores, jobs, connectors } = at;
  const now = () => Date.now() + 100 * 24 * 60 * MINUTE;
  await startDueReadings({ stores, jobs, connectors, log: silentLog(), now });
  at.tracker.release();
  await jobs.idle(at.orgId);
  expect(await words()).toEqual(['hand done']);
});

describe('a source that is paused', { timeout: 2 * LONGEST }, () => {
  it('stops in the middle, is not read over a restart, and goes on from there when it is resumed', async () => {
    at.tracker.held = 'issues 10';
    await at.create();
    await vi.waitUntil(() => at.tracker.asked.includes('issues 10'), { timeout: LONGEST });
    expect(await act('pause')).toMatchObject({ data: { status: 'paused', progress: { state: 'paused' } } });
    at.tracker.release();
    expect(await act('sync')).toMatchObject({ status: 409, error: { code: 'conflict' } });
    at.tracker.asked.length = 0;
    await at.close();
    at.open();
    await at.jobs.resume();
    await clock(Date.now() + 100 * 24 * 60 * MINUTE);
    await at.create();
    await at.jobs.idle(at.orgId);
    expect(at.tracker.asked).toEqual([]);
    const paused = await at.only();
    expect(paused).toMatchObject({ status: 'paused', schedule: { kind: 'interval', minutes: 60 } });
    expect(paused.nextRunAt).toBeUndefined();
    await act('resume');
    await at.jobs.idle(at.orgId);
    expect(at.tracker.asked[0]).toBe('issues 10');
    expect(await at.only()).toMatchObject({ status: 'active', progress: { state: 'done' } });
    expect(await words()).toEqual(['resume done', 'hand stopped']);
  });

  it('is told to the audit log once, with who did it', async () => {
    await at.addAndRead();
    for (const name of ['pause', 'pause', 'resume', 'resume'] as const) await act(name);
    await at.jobs.idle(at.orgId);
    const actorId = expect.any(String) as string;
    expect(await acts()).toMatchObject([
      { action: 'source.paused', actorId, target: { name: new URL(at.url).host } },
      { action: 'source.resumed', actorId },
    ]);
  });

  it('takes no message of its tool', async () => {
    await at.addAndRead();
    await act('pause');
    at.tracker.asked.length = 0;
    at.jobs.start({ orgId: at.orgId, sourceId: (await at.only()).id, kind: 'ingest', reason: 'message' });
    await at.jobs.idle(at.orgId);
    expect(at.tracker.asked).toEqual([]);
  });
});

describe('the schedule of a source', { timeout: 2 * LONGEST }, () => {
  it('reads it every hour where nobody chose another one, and not before', async () => {
    await at.addAndRead();
    const { nextRunAt = '' } = await at.only();
    const [first] = await runs();
    expect(Date.parse(nextRunAt) - Date.parse(first?.startedAt ?? '')).toBe(60 * MINUTE);
    await clock(Date.parse(nextRunAt) - 1);
    expect(await words()).toEqual(['hand done']);
    await clock(Date.parse(nextRunAt));
    expect(await words()).toEqual(['schedule done', 'hand done']);
  });

  it('counts at once when it is changed, in the zone of the org, and is told to the audit log', async () => {
    await at.addAndRead();
    const week = { zone: 'Asia/Tokyo', days: [1], opens: 540, closes: 1_020, holidays: [] };
    await at.call('working-calendars/set', { owner: 'org', calendar: week });
    await schedule({ kind: 'daily', at: '03:00' });
    const { nextRunAt = '' } = await at.only();
    expect(nextRunAt).toMatch(/T18:00:00\.000Z$/);
    await clock(Date.parse(nextRunAt));
    expect(await words()).toEqual(['schedule done', 'hand done']);
    await schedule({ kind: 'manual' });
    expect(await at.only()).toMatchObject({ schedule: { kind: 'manual' } });
    await clock(Date.now() + 400 * 24 * 60 * MINUTE);
    expect(await runs()).toHaveLength(2);
    const changes = (await acts()).filter(({ action }) => action === 'source.scheduled');
    expect(changes.map((each) => each.changes)).toEqual([
      [{ what: 'schedule', from: 'every hour', to: 'daily at 03:00' }],
      [{ what: 'schedule', from: 'daily at 03:00', to: 'by hand only' }],
    ]);
  });

  it.each([{ kind: 'interval', minutes: 1 }, { kind: 'daily', at: '24:00' }, { kind: 'hourly' }])(
    'is refused as %o',
    async (chosen) => {
      await at.create();
      const { id } = await at.only();
      expect((await at.call('sources/schedule-source', { id, schedule: chosen })).status).toBe(400);
    },
  );

  it('tells of an outage once, however it is met again, and of the next one after it was read', async () => {
    at.tracker.failing = 'issues 20';
    await at.addAndRead();
    for (const hours of [2, 4]) await clock(Date.now() + hours * 60 * MINUTE);
    expect(await words()).toEqual(['schedule failed', 'schedule failed', 'hand failed']);
    const told = async () =>
      (await readOutbox(await at.stores.open(at.orgId))).flatMap((message) =>
        message.kind === 'source' ? [message.error] : [],
      );
    const sync = async () => {
      await at.call('sources/sync-source', { id: (await at.only()).id });
      await at.jobs.idle(at.orgId);
    };
    await sync();
    const fault = 'Reading stopped: the tracker answered 500 to Bearer ***';
    expect(await told()).toEqual([fault]);
    at.tracker.failing = undefined;
    await sync();
    expect(await told()).toEqual([fault, null]);
    at.tracker.failing = 'issues 25';
    await sync();
    expect(await told()).toEqual([fault, null, fault]);
  });
});

describe('the log of runs', { timeout: 2 * LONGEST }, () => {
  it('says who began each, how long it took, and what it brought by kind', async () => {
    await at.addAndRead();
    at.tracker.sizes.issues = 31;
    await clock(Date.now() + 61 * MINUTE);
    const [second, first] = await runs();
    expect(first).toMatchObject({
      kind: 'ingest',
      reason: 'hand',
      startedBy: expect.stringContaining('@') as string,
      outcome: 'done',
      error: null,
      brought: [
        { kind: 'Issue', count: 25 },
        { kind: 'IssueComment', count: 15 },
      ],
    });
    expect(Date.parse(first?.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.startedAt ?? ''));
    expect(second).toMatchObject({
      reason: 'schedule',
      startedBy: null,
      brought: [{ kind: 'Issue', count: 6 }],
    });
  });

  it('says why a run failed, without secrets', async () => {
    at.tracker.failing = 'issues 20';
    await at.addAndRead();
    expect(await runs()).toMatchObject([
      {
        outcome: 'failed',
        error: 'Reading stopped: the tracker answered 500 to Bearer ***',
        brought: [{ kind: 'Issue', count: 20 }],
      },
    ]);
  });

  it('shows the run that goes on, and says that it was interrupted when the service ended', async () => {
    at.tracker.held = 'issues 10';
    await at.create();
    await vi.waitUntil(() => at.tracker.asked.includes('issues 10'), { timeout: LONGEST });
    expect(await runs()).toMatchObject([{ outcome: 'running', endedAt: null }]);
    await at.close();
    at.tracker.release();
    at.open();
    await at.jobs.resume();
    await at.jobs.idle(at.orgId);
    expect(await words()).toEqual(['start done', 'hand interrupted']);
  });

  it('comes in pages, keeps 500 runs of 90 days, and goes with the source', async () => {
    const { id } = await at.addAndRead();
    const store = await at.stores.open(at.orgId);
    const row = (days: string) => `SELECT n, '${id}', 'ingest', 'schedule', 'done', '[]',
      now()::TIMESTAMP - to_days(${days}), now()::TIMESTAMP FROM range(2, 602) t(n)`;
    const columns = '(number, "sourceId", kind, reason, outcome, brought, "startedAt", "endedAt")';
    await store.run(`INSERT INTO "SourceRun" ${columns} ${row('IF(n < 300, 91, 1)::INTEGER')}`);
    await act('sync');
    await at.jobs.idle(at.orgId);
    const first = await page({ limit: 50 });
    expect([first.data.length, first.data[0]?.number, first.next]).toEqual([50, 602, 553]);
    const rest = await page({ limit: 50, before: 302 });
    expect([rest.data.map(({ number }) => number), rest.next]).toEqual([[301, 300], null]);
    await store.run(`UPDATE "SourceRun" SET "startedAt" = now()::TIMESTAMP`);
    await store.run(
      `INSERT INTO "SourceRun" ${columns} ${row('1').replace('range(2, 602)', 'range(2, 300)')}`,
    );
    await act('sync');
    await at.jobs.idle(at.orgId);
    const [kept] = await store.rows(
      'SELECT count(*)::INTEGER AS runs, min(number)::INTEGER AS first FROM "SourceRun"',
    );
    expect(kept).toEqual({ runs: 500, first: 104 });
    await schedule({ kind: 'manual' });
    await at.call('sources/remove-source', { id });
    for (const table of ['SourceRun', 'SourceChange'])
      expect([table, await store.rows(`SELECT * FROM "${table}"`)]).toEqual([table, []]);
  });
});

describe('a source that keeps failing', { timeout: 2 * LONGEST }, () => {
  it('waits longer between tries, says so, and forgets it once it is read', async () => {
    at.tracker.failing = 'issues 10';
    await at.addAndRead();
    const wait = async () => {
      const [last] = await runs();
      return (Date.parse((await at.only()).nextRunAt ?? '') - Date.parse(last?.startedAt ?? '')) / MINUTE;
    };
    expect(await wait()).toBe(60);
    expect((await at.only()).error?.message).not.toContain('same place');
    await clock(Date.now() + 61 * MINUTE);
    expect(await wait()).toBe(120);
    expect((await at.only()).error?.message).toContain(
      'It failed at the same place 2 times, so it is now read every 2 hours. Sync it to try at once.',
    );
    await clock(Date.now() + 61 * MINUTE);
    expect(await words()).toEqual(['schedule failed', 'hand failed']);
    at.tracker.failing = undefined;
    await act('sync');
    await at.jobs.idle(at.orgId);
    expect(await at.only()).toMatchObject({ status: 'active', error: null });
    expect(await wait()).toBe(60);
  });
});

describe('an org whose file does not answer', { timeout: 2 * LONGEST }, () => {
  it('holds back no reading of another', async () => {
    await at.addAndRead();
    const never = new Promise<never>(() => undefined);
    const stuck = OrgId.parse('a-stuck');
    const stores = {
      orgs: async () => [stuck, ...(await at.stores.orgs())],
      canOpen: (orgId: OrgId) => (orgId === stuck ? never : at.stores.canOpen(orgId)),
      open: (orgId: OrgId) => at.stores.open(orgId),
    };
    const { jobs, connectors } = at;
    const now = () => Date.now() + 61 * MINUTE;
    void startDueReadings({ stores, jobs, connectors, log: silentLog(), now });
    await expect.poll(words, { timeout: LONGEST }).toEqual(['schedule done', 'hand done']);
  });
});
