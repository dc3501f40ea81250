import type { Rows } from '@cairn/contracts';
import { type GroupValue, Query, type QueryInput, rowsBehind } from '@cairn/query';
import type { Random } from '../../fixture-cast.ts';
import type { Compared } from './compare.ts';
import type { GitFigure } from './figures.ts';

type Ask = (path: string, query: QueryInput) => Promise<Rows>;

/** Draws rows without drawing one twice. */
export function drawn<T>(items: readonly T[], count: number, random: Random): T[] {
  const left = [...items];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(random.int(left.length), 1),
  ).flat();
}

/** Drills into random cells of a grouped figure: the rows beneath are as many as git counts in the cell. */
export async function drilledCells(
  figure: GitFigure,
  count: number,
  random: Random,
  ask: Ask,
): Promise<Compared[]> {
  const query = Query.parse(figure.query);
  const { data } = await ask('group-bys', figure.query);
  const cells = drawn(data, count, random).map(async (row): Promise<Compared> => {
    const chosen = query.groupBys.map((group) => {
      const field = `${group.target}.${group.attribute}`;
      const value = row[group.unit ? `${group.unit}(${field})` : field] as GroupValue;
      return { group, value };
    });
    const { limit: _, ...behind } = rowsBehind(query, chosen, query.aggregations[0]);
    const { meta } = await ask('entities', { ...behind, pageSize: 1 });
    const key = figure.key(row);
    return {
      name: `rows behind ${key} of ${figure.name}`,
      expected: new Map([[key, figure.expected.get(key)]]),
      actual: [[key, meta.total]],
    };
  });
  return Promise.all(cells);
}
