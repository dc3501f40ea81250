import type { InputOf, OutputOf } from '@cairn/contracts';
import type { graphContract } from '@cairn/contracts';
import { Query } from '@cairn/query';
import type { Catalogue } from '@cairn/entities';
import { planGroups } from '../query/plan/groups.ts';
import { cellOf } from '../query/table.ts';
import type { Vector } from '../query/table.ts';
import { withoutTotal } from './group-bys.ts';
import { scopeOf } from './question.ts';
import type { Reading } from './reading.ts';

type Question = InputOf<typeof graphContract.facetOptions>;
type Options = OutputOf<typeof graphContract.facetOptions>;

const PAGE_SIZE = 200;
const NO_VALUE = 'No value';

type Value = Options['data'][number]['value'];

/** The values of an attribute among what is selected, most frequent first, 200 at a time. */
export async function answerFacets(
  question: Question,
  catalogue: Catalogue,
  now: number,
  reading: Reading,
): Promise<Options> {
  const { select, filters, search, target, attribute, contains, page } = question;
  const group = { target, attribute };
  const { startDate, endDate, duration, timezone } = question;
  const dates = { startDate, endDate, duration, timezone };
  const scope = scopeOf(Query.parse({ select, filters, groupBys: [group], ...dates }), catalogue, now);
  const offset = (page - 1) * PAGE_SIZE;
  const plan = planGroups(
    { filters, search, groupBys: [group], aggregations: [], order: [], limit: PAGE_SIZE, offset, contains },
    scope,
  );
  const { table, total } = withoutTotal(await reading.rows(plan));
  const [values, counts] = table.vectors as [Vector, Vector];
  const data = Array.from({ length: table.rowCount }, (_, row) => {
    const value = cellOf(values, row) as Value;
    return { value, label: value === null ? NO_VALUE : String(value), count: Number(cellOf(counts, row)) };
  });
  const inAll = total ?? (offset > 0 ? await reading.total(plan) : 0);
  return { data, meta: { page, pageSize: PAGE_SIZE, total: inAll } };
}
