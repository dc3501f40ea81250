import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { sampleAnswer } from '../../test/samples.ts';
import { chartData } from '../chart-data.ts';
import { legendValues } from '../legend.tsx';
import { furtherRequestsOf } from '../request.ts';
import { resolveView } from '../views.ts';
import { asPeriods, timeTotalsIn } from './time-answer.ts';

const MOMENT: Column = { key: 'timestamp', label: 'Time', type: 'datetime', role: 'group' };
const SERIES: Column = { key: 'series', label: 'Folder', type: 'string', role: 'group' };
const COUNT: Column = { key: 'n', label: 'Commits', type: 'number', role: 'measure', reducer: 'count' };
const SHARED: Column = { ...COUNT, overlap: 'A commit may be in several folders.' };
const WEEKS = ['2026-01-05T00:00:00Z', '2026-01-12T00:00:00Z'];

const query = Query.parse({
  orgId: 'acme',
  select: ['Commit'],
  duration: 'P30D',
  groupBys: [{ target: 'SourceFile', attribute: 'topFolder' }],
  aggregations: [{ target: 'Commit', attribute: 'uuid', reducer: 'count' }],
});
const view = resolveView({ value: 'overTime', config: { unit: 'weeks' } }, query);

/** A commit of each week in both folders. */
const cells = WEEKS.flatMap((timestamp) => ['src', 'docs'].map((series) => ({ timestamp, series, n: 1 })));
const answerOf = (count: Column) => {
  const answer = sampleAnswer([MOMENT, SERIES, count], cells);
  return { ...answer, meta: { ...answer.meta, timeUnit: 'weeks' as const } };
};

describe('a time series of groups that share rows', () => {
  it('asks again for each whole period and each whole series, and one that adds up does not', () => {
    const asked = Object.fromEntries(furtherRequestsOf(query, view, { timezone: 'UTC' }, answerOf(SHARED)));
    expect(asked['totalsByFirst']).toMatchObject({
      kind: 'series',
      query: { groupBys: [], timeUnit: 'weeks' },
    });
    expect(asked['totalsBySecond']).toMatchObject({ kind: 'groups', query: { groupBys: query.groupBys } });
    expect(furtherRequestsOf(query, view, { timezone: 'UTC' }, answerOf(COUNT))).toEqual([]);
  });

  it('has in its legend and for each period what was asked, and no sum', () => {
    const periods = sampleAnswer(
      [MOMENT, COUNT],
      WEEKS.map((timestamp) => ({ timestamp, n: 1 })),
    );
    const folders = sampleAnswer(
      [{ ...SERIES, key: 'SourceFile.topFolder' }, COUNT],
      ['src', 'docs'].map((folder) => ({ 'SourceFile.topFolder': folder, n: 2 })),
    );
    const totalsByFirst = { ...periods, meta: { ...periods.meta, timeUnit: 'weeks' as const } };
    const data = chartData(asPeriods(answerOf(SHARED)), {
      timezone: 'UTC',
      now: Date.UTC(2026, 1, 1),
      maxCategories: 10,
      maxSeries: 10,
      totals: timeTotalsIn({ totalsByFirst, totalsBySecond: folders }),
    });
    expect(legendValues(data, 'series')).toEqual(['2', '2']);
    expect(data.categories.map((_, week) => data.askedTotal?.('categories', week))).toEqual([1, 1]);
    const alone = chartData(asPeriods(answerOf(SHARED)), {
      timezone: 'UTC',
      now: 0,
      maxCategories: 10,
      maxSeries: 10,
    });
    expect(legendValues(alone, 'series')).toEqual([null, null]);
  });
});
