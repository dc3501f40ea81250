import { CATALOGUE } from '@cairn/entities';
import { leavesOf } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { chartsOf } from './charts.ts';

const entity = (kind: string) => ({
  uuid: 'u-1',
  labels: [kind],
  name: 'x',
  properties: {},
  own: [],
  relations: [],
});

describe('charts of an overview', () => {
  it.each([
    'Repository',
    'Person',
    'SourceFile',
    'Branch',
    'Release',
    'Channel',
    'Project',
    'Sprint',
    'Issue',
    'Team',
  ])('asks the catalogue only what it has: %s', (kind) => {
    const charts = chartsOf(entity(kind), 'UTC');
    expect(charts.length).toBeGreaterThan(0);
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
  });

  it('draws nothing of what there is none of, but leaves commits to the page, which says why', () => {
    const drawn = (kind: string, name: string, total: number) => {
      const relations = [{ name, label: name, target: name, total, items: [] }];
      return chartsOf({ ...entity(kind), relations }, 'UTC').length;
    };
    expect(drawn('Channel', 'Message', 0)).toBe(0);
    expect(drawn('Channel', 'Message', 1)).toBe(2);
    expect(drawn('Issue', 'TimeInStatus', 1)).toBe(0);
    expect(drawn('Issue', 'TimeInStatus', 2)).toBe(1);
    expect(drawn('Team', 'Person', 0)).toBe(0);
    expect(drawn('Branch', 'Commit', 0)).toBe(3);
  });

  it('never ranks people', () => {
    for (const kind of CATALOGUE.kinds) {
      for (const { query } of chartsOf(entity(kind.name), 'UTC')) {
        if (!query.groupBys.some(({ target }) => target === 'Person')) continue;
        expect(query.order).toEqual([{ by: 'Person.name', direction: 'ascending' }]);
      }
    }
  });
});
