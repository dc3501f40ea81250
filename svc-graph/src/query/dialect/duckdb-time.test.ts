import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { narrowZone, zoneTable } from '@cairn/query';
import type { Weekday, ZoneTable } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, countedDay, countedHour, countedPeriod } from './duckdb-time.ts';
import type { Counted } from './duckdb-time.ts';
import { sql, toStatement } from './sql.ts';
import type { Sql } from './sql.ts';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create()).connect();
  // Moments cover all years, densely around the present, with the first and last microsecond of days.
  await connection.run(`CREATE TABLE m AS SELECT make_timestamp(s * 1000000 + i % 3 - 1) AS moment FROM (
      SELECT i, CASE WHEN i % 4 = 0 THEN CAST(hash(i) % 17000000000000 AS BIGINT) - 8500000000000
        ELSE (CAST(hash(i) % 60000 AS BIGINT) - 20000) * 86400 END AS s
      FROM range(20000) r(i)) UNION ALL SELECT NULL`);
});
afterAll(() => connection.closeSync());

const AT: Sql = sql`moment`;
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Africa/Monrovia'];

/** Counts the moments for which the counted key and `bucket` differ. */
async function apart(counted: Counted, expected: Sql, where = sql`TRUE`): Promise<number> {
  const found = sql`CAST(${counted.restore(sql`n`)} AS TIMESTAMP)`;
  const { text, values } = toStatement(
    sql`SELECT CAST(count(*) AS INTEGER) FROM (SELECT ${counted.by} AS n, CAST(${expected} AS TIMESTAMP) AS b FROM m WHERE ${where})
      WHERE ${found} IS DISTINCT FROM b`,
    (_, param) => ('value' in param ? String(param.value) : ''),
  );
  expect(values.length).toBeLessThanOrEqual(4);
  const rows = (await connection.runAndReadAll(text)).getRows();
  return Number(rows[0]?.[0]);
}

describe('what stands for a period', () => {
  it.each(ZONES)('stands for the one that each moment of all years lies in, in %s', async (name) => {
    const zone: ZoneTable = zoneTable(name);
    for (const unit of ['week', 'month', 'quarter', 'year'] as const)
      for (const firstDay of unit === 'week' ? ([1, 2, 3, 4, 5, 6, 7] as const) : ([1] as const))
        expect([
          unit,
          firstDay,
          await apart(countedPeriod(AT, unit, zone, firstDay), bucket(AT, unit, zone, firstDay as Weekday)),
        ]).toEqual([unit, firstDay, 0]);
  });

  it('is a small number for days and hours of a span, and there is none for spans that have too many', async () => {
    const span = { start: Date.UTC(2021, 10, 1, 4, 20), end: Date.UTC(2026, 10, 1, 4) };
    const zone = narrowZone(zoneTable('America/New_York'), span.start, span.end);
    const within = sql`moment >= TIMESTAMP '2021-11-01 04:20:00' AND moment < TIMESTAMP '2026-11-01 04:00:00'`;
    const [day, hour] = [countedDay(AT, zone, span), countedHour(AT, span)];
    if (!day || !hour) throw new Error('five years have small numbers');
    expect(await apart(day, bucket(AT, 'day', zone, 1), within)).toBe(0);
    expect(await apart(hour, sql`date_trunc('hour', moment)`, within)).toBe(0);
    const old = countedHour(AT, { start: Date.UTC(1966, 4, 1, 9, 30), end: Date.UTC(1973, 0, 1) });
    if (!old) throw new Error('six years have small numbers');
    const early = sql`moment >= TIMESTAMP '1966-05-01 09:30:00' AND moment < TIMESTAMP '1973-01-01'`;
    expect(await apart(old, sql`date_trunc('hour', moment)`, early)).toBe(0);
    expect(countedHour(AT, { ...span, start: Date.UTC(2010, 0, 1) })).toBeNull();
    expect(countedDay(AT, zone, { ...span, start: Number.NEGATIVE_INFINITY })).toBeNull();
    expect(countedHour(AT, { start: Number.NEGATIVE_INFINITY, end: 0 })).toBeNull();
  });
});
