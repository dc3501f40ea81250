import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { sampleAnswer } from '../../test/samples.ts';
import { shapeOf } from '../view.ts';
import { binsOf } from './bins.ts';
import { boxRows } from './box-rows.ts';
import { BOX, distribution, DistributionConfig } from './definition.ts';

const query = (rest: object = {}) => Query.parse({ select: ['PullRequest'], duration: 'P1Y', ...rest });
const cycleTime = { target: 'PullRequest', attribute: 'cycleTime', reducer: 'median' };
const isMerged = { target: 'PullRequest', attribute: 'merged', comparison: { IN: [true] } };
const byRepository = [{ target: 'Repository', attribute: 'name' }];
const config = (rest: object = {}) => DistributionConfig.parse(rest);

describe('a distribution', () => {
  it('draws one number of what is selected, over one group at most', () => {
    const fits = (rest: object) => distribution.fits(shapeOf(query(rest))).ok;
    expect(fits({ aggregations: [cycleTime] })).toBe(true);
    expect(fits({ aggregations: [cycleTime], groupBys: byRepository })).toBe(true);
    expect(fits({ aggregations: [cycleTime], groupBys: [...byRepository, ...byRepository] })).toBe(false);
    expect(fits({})).toBe(false);
    expect(fits({ aggregations: [cycleTime, cycleTime] })).toBe(false);
  });

  it('asks for how many values lie in each bin, of those that the measure counts', () => {
    const measure = { ...cycleTime, filters: [isMerged] };
    const asked = distribution.request(query({ aggregations: [measure] }), config({ bins: 12 }));
    expect(asked).toMatchObject({
      groupBys: [{ target: 'PullRequest', attribute: 'cycleTime', bins: { count: 12 } }],
      aggregations: [{ target: 'PullRequest', attribute: 'uuid', reducer: 'count' }],
      filters: [isMerged, { attribute: 'cycleTime', comparison: { 'NOT IN': [null] } }],
    });
  });

  it('asks for the percentiles of each group, or for bins of all where that is chosen', () => {
    const grouped = query({ aggregations: [cycleTime], groupBys: byRepository, compareWith: {} });
    const asked = distribution.request(grouped, config());
    expect(asked.aggregations.map(({ reducer }) => reducer)).toEqual(BOX);
    expect(asked.groupBys).toEqual(byRepository);
    expect(asked).not.toHaveProperty('compareWith');
    expect(distribution.request(grouped, config({ display: 'histogram' })).groupBys[0]).toHaveProperty(
      'bins',
    );
  });
});

describe('the bins of an answer', () => {
  const column: Column = { key: 'bin', label: 'Cycle time', type: 'number', role: 'group', binWidth: 10 };
  const count: Column = {
    key: 'n',
    label: 'Pull requests',
    type: 'number',
    role: 'measure',
    reducer: 'count',
  };

  it('are in order, with their share, and leave out what has no value', () => {
    const rows = [
      { bin: 20, n: 1 },
      { bin: -10, n: 3 },
      { bin: null, n: 9 },
    ];
    expect(binsOf(sampleAnswer([column, count], rows))).toEqual({
      bins: [
        { start: -10, end: 0, count: 3, share: 0.75 },
        { start: 20, end: 30, count: 1, share: 0.25 },
      ],
      column,
      total: 4,
    });
  });
});

describe('the boxes of an answer', () => {
  const group: Column = {
    key: 'repo',
    label: 'Repository',
    type: 'string',
    role: 'group',
    target: 'Repository',
  };
  const columns = BOX.map((reducer): Column => ({
    key: reducer,
    label: reducer,
    type: 'number',
    role: 'measure',
    reducer,
    ...(reducer === 'count' ? {} : { unit: 'second' }),
  }));
  const row = (repo: string | null, ...values: (number | null)[]) => ({
    repo,
    ...Object.fromEntries(BOX.map((reducer, at) => [reducer, values[at] ?? null])),
  });
  const rows = [row('quick', 40, 1, 2, 3, 4, 5, 9), row('slow', 9, 5, 6, 70, 80, 90, 99), row('none', 0)];
  const options = { timezone: 'UTC', now: 0 };

  it('have the percentiles of each group that has values', () => {
    const { boxes, unit } = boxRows(sampleAnswer([group, ...columns], rows), { sortBy: 'natural' }, options);
    expect(unit).toBe('second');
    expect(boxes.map(({ label }) => label)).toEqual(['quick', 'slow']);
    expect(boxes[0]).toMatchObject({ count: 40, least: 1, low: 2, middle: 3, high: 4, p95: 5, most: 9 });
  });

  it('stand by their median or by their name where that is chosen', () => {
    const labels = (sortBy: 'median' | 'name') =>
      boxRows(sampleAnswer([group, ...columns], rows), { sortBy }, options).boxes.map(({ label }) => label);
    expect(labels('median')).toEqual(['slow', 'quick']);
    expect(labels('name')).toEqual(['quick', 'slow']);
  });
});
