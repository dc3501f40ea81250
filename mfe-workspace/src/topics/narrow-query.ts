import type { ReportLaunch } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { type Filter, Query } from '@cairn/query';

/** How the kinds that reports are narrowed to are named in an address. */
const NAMED_BY: Readonly<Record<string, string>> = { Issue: 'issueKey', Person: 'name' };
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function filterOf(select: string, kind: string, values: readonly string[]): Filter | null {
  const isThere = select === kind || CATALOGUE.relation(select, kind)?.target === kind;
  const named = values.every((value) => UUID.test(value)) ? 'uuid' : NAMED_BY[kind];
  return isThere && named ? { target: kind, attribute: named, comparison: { IN: [...values] } } : null;
}

/** A query of a topic as a report narrows it, and the kinds that nothing leads to from what it asks for. */
export function narrowQuery(
  { startDate: _start, endDate: _end, duration: _duration, ...query }: Query,
  { o, tf }: ReportLaunch,
): { query: Query; left: string[] } {
  const [select = ''] = query.select;
  const kinds = Object.entries(o).filter(([, values]) => values.length > 0);
  const found = kinds.map(([kind, values]) => ({ kind, filter: filterOf(select, kind, values) }));
  const filters = [...query.filters, ...found.flatMap(({ filter }) => filter ?? [])];
  return {
    query: Query.parse({ ...query, duration: tf, filters }),
    left: found.flatMap(({ kind, filter }) => (filter ? [] : [kind])),
  };
}
