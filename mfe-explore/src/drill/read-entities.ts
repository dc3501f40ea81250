import { graphClient } from '@cairn/client';
import type { OrgId } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import type { Peek } from '@cairn/views';
import { drillRows } from './drill-query.ts';

const MOST = 24;
const CLOSED = /merged|closed|done|cancel|resolved|declined/i;
const DRAFT = /draft/i;

const stateOf = (status: unknown) => {
  const said = typeof status === 'string' ? status : '';
  return DRAFT.test(said) ? 'draft' : CLOSED.test(said) ? 'closed' : 'open';
};

interface Behind {
  readonly orgId: OrgId;
  readonly query: Query;
  readonly kind: string;
  readonly timezone: string;
}

/** Reads the first entities behind a value of an answer, with their states. */
export async function readEntities(
  { orgId, query, kind, timezone }: Behind,
  ...[selection, signal]: Parameters<Peek>
): ReturnType<Peek> {
  const { orgId: _, ...rows } = drillRows(query, { ...selection, anchor: { x: 0, y: 0 } }, timezone);
  const input = { ...rows, columns: [`${kind}.status`], order: [], page: 1, pageSize: MOST };
  const { data, meta } = await graphClient.entities.json({ params: { orgId }, input, signal });
  const shown = data.map(
    (row) => ({ uuid: String(row['uuid']), state: stateOf(row[`${kind}.status`]) }) as const,
  );
  return { shown, total: meta.total };
}
