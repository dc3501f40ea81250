import { graphClient } from '@cairn/client';
import type { OrgId } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { Query } from '@cairn/query';
import type { Selection } from '@cairn/views';

/** An entity as a group of an answer names it. */
export interface NamedEntity {
  readonly kind: string;
  readonly attribute: string;
  readonly value: string;
}

/** The attributes by which an entity is called. */
const CALLED_BY: ReadonlySet<string> = new Set([
  'name',
  'fullName',
  'issueKey',
  'prNumber',
  'sha',
  'path',
  'projectKey',
  'tagName',
  'email',
]);

/** The entity that a chosen group names; null where its value is none, or says something else. */
export function namedBy(
  query: Query,
  { column, value, except }: Selection['groups'][number],
): NamedEntity | null {
  const { target = '', attribute = '' } = column;
  const kind = CATALOGUE.targetKind(query.select[0] ?? '', target)?.name;
  const isNamed = kind !== undefined && kind !== 'Event' && CALLED_BY.has(attribute);
  return isNamed && !except && typeof value === 'string' && value !== '' ? { kind, attribute, value } : null;
}

const MOST = 24;

/** The entities with this name. */
export function namedQuery({ kind, attribute, value }: NamedEntity): Query {
  return Query.parse({
    select: [kind],
    filters: [{ target: kind, attribute, comparison: { IN: [value] } }],
    page: 1,
    pageSize: MOST,
  });
}

/** The uuids of the entities with this name. */
export async function findNamed(orgId: OrgId, named: NamedEntity): Promise<string[]> {
  const { orgId: _, ...input } = namedQuery(named);
  const { data } = await graphClient.entities.json({ params: { orgId }, input });
  return data.map(({ uuid }) => String(uuid));
}
