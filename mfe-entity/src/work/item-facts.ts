import { entitiesQuery } from '@cairn/client';
import { CATALOGUE } from '@cairn/entities';
import { useHost } from '@cairn/host';
import { Query } from '@cairn/query';
import { vocabularyOf } from '@cairn/ui/viewers';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RelatedItem } from '../entity/read-entity.ts';
import { columnsOf, type RowSpec } from '../rows/row-spec.ts';

/** The words that tell how far an entity is, the most telling first. */
const STATES = ['status', 'result', 'state'];

/** What lasts has no date that a list could say without words. */
const LASTING = new Set(['Person', 'Team', 'Repository', 'Project', 'Channel', 'SourceFile']);

/** What a list says of the entities of a kind beside their names: status, person and date, as far as the catalogue has them. */
export function factsOf(kind: string): Omit<RowSpec, 'title' | 'relation'> {
  const state = STATES.find((name) => CATALOGUE.attribute(kind, name));
  const of = state && (kind === 'PullRequestReview' ? 'result' : vocabularyOf(state, kind));
  const at = LASTING.has(kind) ? undefined : CATALOGUE.kind(kind)?.timeAttribute;
  const isPersonal = kind !== 'Person' && CATALOGUE.relation(kind, 'Person')?.many === false;
  return {
    ...(state && of ? { badges: [{ attribute: state, of }] } : {}),
    ...(isPersonal ? { person: 'Person' } : {}),
    ...(at && CATALOGUE.attribute(kind, at) ? { at } : {}),
  };
}

type Row = Readonly<Record<string, unknown>>;

/** The rows of some related entities of one kind, by uuid; none until they are read. */
export function useItemRows(kind: string, items: readonly RelatedItem[]): ReadonlyMap<string, Row> {
  const { org, timezone } = useHost();
  const columns = columnsOf(factsOf(kind), kind);
  const uuids = items.map(({ uuid }) => uuid);
  const { data } = useQuery({
    ...entitiesQuery(
      org.id,
      Query.parse({
        select: [kind],
        columns,
        filters: [{ target: kind, attribute: 'uuid', comparison: { IN: uuids } }],
        timezone,
        page: 1,
        pageSize: Math.max(1, uuids.length),
      }),
    ),
    enabled: uuids.length > 0 && columns.length > 1,
  });
  return useMemo(() => new Map(data?.data.map((row) => [String(row['uuid']), row])), [data]);
}
