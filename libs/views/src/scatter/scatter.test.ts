import { KINDS } from '@cairn/entities';
import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { shapeOf } from '../view.ts';
import { mainMoment, scatter, ScatterConfig } from './definition.ts';

const query = (rest: object) => Query.parse({ select: ['PullRequest'], duration: 'P1Y', ...rest });
const cycleTime = { target: 'PullRequest', attribute: 'cycleTime', reducer: 'median' };

describe('a scatter', () => {
  it('draws one number of what is selected, and says so of anything else', () => {
    const fits = (rest: object) => scatter.fits(shapeOf(query(rest))).ok;
    expect(fits({ aggregations: [cycleTime] })).toBe(true);
    expect(fits({})).toBe(false);
    expect(fits({ aggregations: [{ ...cycleTime, attribute: 'uuid', reducer: 'count' }] })).toBe(false);
    expect(fits({ aggregations: [{ ...cycleTime, target: 'Commit', attribute: 'additions' }] })).toBe(false);
    expect(fits({ aggregations: [cycleTime, cycleTime] })).toBe(false);
  });

  it('knows the main moment of every kind, and each has a name', () => {
    expect(KINDS.map(({ name }) => mainMoment(name))).toEqual(
      KINDS.map(({ timeAttribute }) => timeAttribute),
    );
    for (const { attributes } of KINDS) expect(attributes.map(({ name }) => name)).toContain('name');
  });

  it('asks for the latest entities that have the number, with their time and their name', () => {
    const asked = scatter.request(
      query({ aggregations: [cycleTime], groupBys: [{ target: 'Repository', attribute: 'name' }] }),
      ScatterConfig.parse({}),
    );
    expect(scatter.answers(asked)).toBe('entities');
    expect(asked).toMatchObject({
      groupBys: [],
      aggregations: [],
      order: [{ by: 'PullRequest.createdAt', direction: 'descending' }],
      columns: ['PullRequest.createdAt', 'PullRequest.cycleTime', 'PullRequest.name'],
      limit: 2_000,
    });
    expect(asked.filters).toEqual([
      {
        target: 'PullRequest',
        attribute: 'cycleTime',
        key: 'PullRequest.cycleTime',
        comparison: { 'NOT IN': [null] },
      },
    ]);
  });
});
