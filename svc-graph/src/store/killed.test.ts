import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { GraphStore } from './graph-store.ts';
import type { StopPoint, WriterReport } from '../../test/killed-writer.ts';

const ROWS_A_BATCH = 2_000;

const folder = mkdtempSync(join(tmpdir(), 'cairn-killed-'));
const file = join(folder, 'acme.duckdb');
const temp = join(folder, 'temp');
afterAll(() => rmSync(folder, { recursive: true }));

/** Lets a writer continue from the stored data, and kills it at a place of a later batch. */
async function killAt(place: StopPoint, after: number): Promise<number> {
  const writer = fork(
    join(import.meta.dirname, '../../test/killed-writer.ts'),
    [file, temp, String(ROWS_A_BATCH), place, String(after)],
    {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  let acknowledged = 0;
  const gone = once(writer, 'exit');
  writer.on('message', (report: WriterReport) => {
    if ('at' in report) writer.kill('SIGKILL');
    else acknowledged = report.acknowledged;
  });
  const [code, signal] = (await gone) as [number | null, string | null];
  expect([code, signal], place).toEqual([null, 'SIGKILL']);
  return acknowledged;
}

interface Found {
  readonly version: number;
  readonly events: number;
  readonly uuids: number;
  readonly whole: number;
  readonly payloads: number;
}

async function inspect(): Promise<Found> {
  const store = await GraphStore.open({ file, temp });
  const version = await store.dataVersion();
  const [row] = await store.rows<Omit<Found, 'version'>>(
    `SELECT count(*)::INTEGER AS events, count(DISTINCT uuid)::INTEGER AS uuids,
       (SELECT count(*) FROM (SELECT name FROM "Event" GROUP BY name HAVING count(*) = ${ROWS_A_BATCH}))::INTEGER AS whole,
       (SELECT count(*) FROM "RawPayload")::INTEGER AS payloads FROM "Event"`,
  );
  store.close();
  if (!row) throw new Error('nothing is there');
  return { version, ...row };
}

/** The content after this many batches, and nothing of any other. */
const batches = (count: number): Found => ({
  version: count,
  events: count * ROWS_A_BATCH,
  uuids: count * ROWS_A_BATCH,
  whole: count,
  payloads: count,
});

describe('a writer that is killed', () => {
  it.each([
    ['before its rows are published', 'rows', 1],
    ['before its rows are published', 'rows', 3],
    ['while a new version is made of them', 'version', 1],
    ['while a new version is made of them', 'version', 2],
  ] as const)(
    '%s leaves what it had acknowledged (%s, %i)',
    async (_, place, after) => {
      const before = (await inspect()).version;
      const acknowledged = await killAt(place, after);
      expect(acknowledged).toBe(after === 1 ? 0 : before + after - 1);
      expect(await inspect()).toEqual(batches(before + after - 1));
    },
    60_000,
  );

  it.each([
    ['while it commits', 'commit', 1],
    ['while it commits', 'commit', 4],
    ['when it has just acknowledged', 'acknowledged', 2],
    ['while the file is rewritten', 'checkpoint', 1],
    ['while the file is rewritten', 'checkpoint', 2],
  ] as const)(
    '%s leaves every batch whole or not at all, and each that it acknowledged (%s, %i)',
    async (_, place, after) => {
      const before = (await inspect()).version;
      const acknowledged = Math.max(before, await killAt(place, after));
      const found = await inspect();
      expect(found).toEqual(batches(found.version));
      expect(found.version).toBeGreaterThanOrEqual(acknowledged);
      expect(found.version).toBeGreaterThanOrEqual(before + after - (place === 'commit' ? 1 : 0));
    },
    60_000,
  );
});
