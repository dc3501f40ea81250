import { CATALOGUE } from '@cairn/entities';
import { DEFAULT_BRANCH, leavesOf } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { plainEntity } from '../../test/plain-entity.ts';
import { chartsOf } from '../charts/charts-of.ts';
import { KIND_PAGES } from './kinds.ts';

const entity = (kind: string) => {
  const message = { name: 'Message', label: 'Messages', target: 'Message', total: 1, items: [] };
  return plainEntity(kind, {}, { relations: kind === 'Person' ? [message] : [] });
};
const pageOf = (kind: string) => {
  const page = KIND_PAGES.find((each) => each.kind === kind);
  if (!page) throw new Error(`${kind} has no page of its own`);
  return page;
};
const withCharts = KIND_PAGES.filter(({ overview }) => overview.charts.length > 0);

describe('the charts of an overview', () => {
  it.each(withCharts.map((page) => [page.kind, page] as const))(
    'ask the catalogue only what it has: %s',
    (kind, { overview }) => {
      const charts = chartsOf(entity(kind), overview.charts, 'UTC');
      expect(charts).toHaveLength(overview.charts.length);
      expect(charts.length).toBeLessThanOrEqual(3);
      for (const { query } of charts) {
        for (const { target, attribute } of [
          ...leavesOf(query.filters),
          ...query.groupBys,
          ...query.aggregations,
        ]) {
          const found = CATALOGUE.targetKind(query.select[0] ?? '', target);
          expect(CATALOGUE.attribute(found?.name ?? '', attribute), `${target}.${attribute}`).toBeDefined();
        }
      }
    },
  );

  it('are left out where nothing is related; of no commits the page gives the reason', () => {
    const drawn = (kind: string, name: string, total: number) => {
      const relations = [{ name, label: name, target: name, total, items: [] }];
      return chartsOf({ ...entity(kind), relations }, pageOf(kind).overview.charts, 'UTC').length;
    };
    expect(drawn('Channel', 'Message', 0)).toBe(0);
    expect(drawn('Channel', 'Message', 1)).toBe(2);
    expect(drawn('Team', 'Person', 0)).toBe(0);
    expect(drawn('Branch', 'Commit', 0)).toBe(3);
  });

  it('are left out where no source of the org can fill them', () => {
    const titles = (name: string) =>
      chartsOf(
        plainEntity(
          'Person',
          {},
          {
            relations: [{ name, label: name, target: name, total: 1, items: [] }],
          },
        ),
        pageOf('Person').overview.charts,
        'UTC',
      ).map(({ title }) => title);
    expect(titles('Commit')).not.toContain('Communication activity');
    expect(titles('CalendarEntry')).toContain('Communication activity');
  });

  it('begin with the default branch on pages that show commits, and say so', () => {
    const begins = KIND_PAGES.filter(({ overview }) => overview.startsOnDefaultBranch);
    expect(begins.map(({ kind }) => kind).toSorted()).toEqual(['Person', 'Repository', 'SourceFile']);
    for (const { kind, overview } of begins) {
      const ofCommits = chartsOf(entity(kind), overview.charts, 'UTC', {
        range: null,
        onDefaultBranch: true,
      }).filter(({ query }) => query.select[0] === 'Commit');
      expect(ofCommits.length).toBeGreaterThan(0);
      for (const { query } of ofCommits) expect(query.filters).toContainEqual(DEFAULT_BRANCH);
      for (const { query } of chartsOf(entity(kind), overview.charts, 'UTC'))
        expect(query.filters).not.toContainEqual(DEFAULT_BRANCH);
    }
  });

  it('of a file count the commits under its former paths too', () => {
    const [chart] = chartsOf(entity('SourceFile'), pageOf('SourceFile').overview.charts, 'UTC');
    const of = (target: string) => ({
      target,
      attribute: 'uuid',
      comparison: { IN: [entity('SourceFile').uuid] },
    });
    expect(chart?.query.filters).toEqual([{ any: [of('SourceFile'), of('RenamedFile')] }]);
  });

  it('never rank people', () => {
    const charts = withCharts.flatMap(({ kind, overview }) => chartsOf(entity(kind), overview.charts, 'UTC'));
    const byPerson = charts.filter(({ query }) => query.groupBys.some(({ target }) => target === 'Person'));
    expect(byPerson.length).toBeGreaterThan(0);
    for (const { query } of byPerson)
      expect(query.order).toEqual([{ by: 'Person.name', direction: 'ascending' }]);
  });

  it('are of a chosen time, but for those that are of a time of their own', () => {
    const specs = pageOf('Person').overview.charts;
    const scope = { range: 'P30D', onDefaultBranch: false };
    const charts = chartsOf(entity('Person'), specs, 'UTC', scope);
    expect(charts.map(({ query }) => query.duration)).toEqual(['P30D', 'P30D', 'P30D']);
    const own = specs.map((spec) => ({ ...spec, query: { ...spec.query, duration: 'P7D' } }));
    expect(chartsOf(entity('Person'), own, 'UTC', scope)[0]?.query.duration).toBe('P7D');
    expect(chartsOf(entity('Person'), specs, 'UTC')[0]?.query.duration).toBeUndefined();
  });
});
