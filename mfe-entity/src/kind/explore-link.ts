import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { exploreAddress, Query } from '@cairn/query';
import { textOf, titleOf } from './kind-info.ts';
import { backName } from './related-query.ts';

/** What a kind is found by in a query that people read and change; the uuid where nothing else will do. */
const FOUND_BY: Readonly<Record<string, string>> = {
  Commit: 'sha',
  Person: 'name',
  Repository: 'name',
  Branch: 'name',
  Release: 'name',
  SourceFile: 'path',
};

/** The entity as a query: its commits where it has any, else itself. */
export function exploreQuery(entity: EntityDetail): Query | null {
  const kind = entity.labels[0] ?? '';
  if (!CATALOGUE.kind(kind)) return null;
  const attribute = FOUND_BY[kind] ?? 'uuid';
  const value = textOf(entity, attribute) ?? (attribute === 'name' ? entity.name : null);
  const comparison = { IN: [value ?? entity.uuid] };
  const by = value ? attribute : 'uuid';
  const back = kind === 'Commit' ? null : backName(kind, 'Commit');
  return Query.parse({
    select: [back ? 'Commit' : kind],
    filters: [{ target: back ?? kind, attribute: by, comparison }],
  });
}

/** Where Explore shows it. */
export function exploreLink(orgId: string, entity: EntityDetail): string | null {
  const query = exploreQuery(entity);
  return query && exploreAddress(orgId, { query, title: titleOf(entity) });
}
