import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../sources/simulated/calendar.ts';
import { GraphStore } from '../store/graph-store.ts';
import { type SeedOptions, seed } from './seed.ts';
import { stampedUuid } from './stamp.ts';

const to = Date.UTC(2026, 2, 3) / 1_000;
const data = mkdtempSync(join(tmpdir(), 'cairn-seed-'));
const options: SeedOptions = {
  data,
  orgId: 'org-load-test',
  recipe: { seed: 5, events: 6_000, from: to - 200 * DAY, to },
  division: 2_000,
  replace: false,
  print: () => undefined,
};
let store: GraphStore;
let made: Awaited<ReturnType<typeof seed>>;
const one = async (sql: string) => (await store.rows<{ n: number }>(sql))[0]?.n;

beforeAll(async () => {
  made = await seed(options);
  store = await GraphStore.open({ file: made.file, temp: join(data, 'temp') });
});
afterAll(() => {
  store.close();
  rmSync(data, { recursive: true });
});

describe('a load set', () => {
  it('has the events it says it has, every one under a uuid of its own', async () => {
    expect(made.divisions).toBeGreaterThan(1);
    expect(await one('SELECT count(*)::INTEGER AS n FROM "Event"')).toBe(made.events);
    expect(await one('SELECT count(DISTINCT uuid)::INTEGER AS n FROM "Event"')).toBe(made.events);
  });

  it('gives no uuid twice, however many divisions there are', async () => {
    const uuid = '0a1b2c3d-0003-5e6f-8a9b-0c1d2e3f4a5b';
    const [row] = await store.rows<{ n: number; first: string }>(
      `SELECT count(DISTINCT u)::INTEGER AS n, min_by(u, k)::VARCHAR AS first
       FROM (SELECT k, ${stampedUuid('base')} AS u FROM (SELECT '${uuid}'::UUID AS base), range(400) t(k))`,
    );
    expect(row).toEqual({ n: 400, first: uuid });
  });

  it('keeps divisions whole: what a row names is there, in every division', async () => {
    for (const [table, column, target] of [
      ['Commit', 'authorUuid', 'Person'],
      ['PullRequest', 'repositoryUuid', 'Repository'],
      ['Issue', 'projectUuid', 'Project'],
      ['Event', 'teamUuid', 'Team'],
    ] as const)
      expect(
        await one(
          `SELECT count(*)::INTEGER AS n FROM "${table}" t WHERE t."${column}" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "${target}" o WHERE o.uuid = t."${column}")`,
        ),
      ).toBe(0);
    const names = await one('SELECT count(DISTINCT email)::INTEGER AS n FROM "Person"');
    expect(names).toBe(await one('SELECT count(*)::INTEGER AS n FROM "Person"'));
  });

  it('lies in order of time, but for the seconds by which divisions differ', async () => {
    const late = `SELECT count(*)::INTEGER AS n FROM (SELECT "occurredAt" AS moment,
      max("occurredAt") OVER (ORDER BY rowid) AS latest FROM "Event") WHERE latest > moment + INTERVAL 1 HOUR`;
    expect(await one(late)).toBe(0);
  });

  it('is not written over without being told so, and leaves nothing half made behind', async () => {
    await expect(seed(options)).rejects.toThrow('--replace');
    expect(readdirSync(join(data, 'graph', 'tmp'))).toEqual([]);
  });
});
