import type { ResultSet } from '@cairn/answer';
import { entitiesQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import { entityCell } from '@cairn/views';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { namedBy, namedQuery } from './named-entity.ts';

export interface HoveredCellProps {
  readonly answer: ResultSet;
  readonly query: Query;
  readonly cell: Element;
  readonly anchor: DOMRect;
}

/** The card of the entity that a cell names, where it names exactly one. */
export function HoveredCell({ answer, query, cell, anchor }: HoveredCellProps): ReactNode {
  const { org, renderPart } = useHost();
  const id = useId();
  const found = entityCell(answer, cell);
  const named = found && 'column' in found ? namedBy(query, found) : null;
  const { data } = useQuery({
    ...entitiesQuery(org.id, named ? namedQuery(named) : { select: query.select }),
    enabled: named !== null,
  });
  const rows = named ? (data?.data ?? []) : [];
  const uuid = found && 'uuid' in found ? found.uuid : rows.length === 1 ? String(rows[0]?.uuid) : null;
  return uuid && renderPart('entity/HoverCard', { uuid, anchor, id });
}
