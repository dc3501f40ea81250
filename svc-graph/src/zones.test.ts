import { zoneTable } from '@cairn/query';
import type { TimeUnit } from '@cairn/query';
import { assert, asyncProperty, constantFrom } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusService } from '../test/corpus-service.ts';
import type { CorpusService } from '../test/corpus-service.ts';
import { CORPUS_ORG } from '../test/corpus/org.ts';
import { runs } from '../test/runs.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const COUNT = 'count(Worklog.uuid)';

/** Half hours, whole days that are skipped, two hours at once, changes around Ramadan: whatever a clock may do. */
const HARD = [
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Antarctica/Troll',
  'Africa/Casablanca',
  'America/St_Johns',
  'America/Havana',
  'Europe/Dublin',
];

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);

/** All through 2024, and through the December in which Apia skipped a day. */
const INSTANTS = [
  ...range(Date.UTC(2011, 11, 1), Date.UTC(2012, 0, 31), 97 * MINUTE),
  ...range(Date.UTC(2024, 0, 1), Date.UTC(2024, 11, 31), 97 * MINUTE),
];

let service: CorpusService;
beforeAll(async () => {
  service = await corpusService();
  const graph = await service.stores.open(CORPUS_ORG);
  const micros = INSTANTS.map((at) => `${at}000`).join();
  await graph.run(
    `INSERT INTO "Worklog" (uuid, "recordedAt", deleted) SELECT uuid(), make_timestamp(moment), false FROM (SELECT unnest([${micros}]) AS moment)`,
  );
});
afterAll(() => service.close());

const FIELDS: Partial<Record<TimeUnit, Intl.DateTimeFormatOptions>> = {
  hours: { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', timeZoneName: 'longOffset' },
  days: { year: 'numeric', month: 'numeric', day: 'numeric' },
  months: { year: 'numeric', month: 'numeric' },
};

/** How many instants share a reading of the clock, as the runtime reads it, in order of time. */
function counted(timezone: string, unit: TimeUnit, from: number, to: number): number[] {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: timezone, hourCycle: 'h23', ...FIELDS[unit] });
  const counts = new Map<string, number>();
  for (const at of INSTANTS) {
    if (at < from || at >= to) continue;
    const reading = clock.format(at);
    counts.set(reading, (counts.get(reading) ?? 0) + 1);
  }
  return [...counts.values()];
}

/** Changes of the clock of a zone in the time that there are rows of. */
function changesOf(timezone: string): number[] {
  const { stretches } = zoneTable(timezone);
  return stretches
    .map(({ from }) => from)
    .filter((at) => at > (INSTANTS[0] ?? 0) + 3 * DAY && at < Date.UTC(2024, 11, 25));
}

/** Each row is in the one bucket whose reading of the clock it has, so that the buckets add up to the rows. */
async function addsUp(
  timezone: string,
  timeUnit: 'hours' | 'days' | 'months',
  from: number,
  to: number,
): Promise<void> {
  const window = { startDate: new Date(from).toISOString(), endDate: new Date(to).toISOString() };
  const { data } = await service.ask('time-series', { select: ['Worklog'], timezone, timeUnit, ...window });
  const starts = data.map(({ timestamp }) => Date.parse(String(timestamp)));
  expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
  const counts = data.map((row) => Number(row[COUNT])).filter((count) => count > 0);
  expect(counts, `${timezone} ${timeUnit} ${window.startDate}`).toEqual(
    counted(timezone, timeUnit, from, to),
  );
}

describe('the buckets of a time series', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  it('add up, and hold what the clock of the zone says, in every zone through every change of its clock', async () => {
    const check = async (timezone: string) => {
      await addsUp(timezone, 'days', Date.UTC(2024, 0, 1), Date.UTC(2024, 11, 31));
      await addsUp(timezone, 'months', Date.UTC(2024, 0, 1), Date.UTC(2024, 11, 31));
      for (const at of changesOf(timezone)) {
        await addsUp(timezone, 'hours', at - DAY - 17 * MINUTE, at + DAY);
        await addsUp(timezone, 'days', at - 3 * DAY, at + 3 * DAY + 5 * MINUTE);
      }
    };
    for (const timezone of HARD) await check(timezone);
    await assert(asyncProperty(constantFrom(...zones), check), { numRuns: runs(20) });
  }, 120_000);
});
