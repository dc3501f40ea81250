import type { ResultSet } from '@cairn/answer';
import { entitiesQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import { useHover } from '@cairn/ui/viewers';
import { entityCell } from '@cairn/views';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useId } from 'react';
import { namedBy, namedQuery } from './named-entity.ts';

interface HoveredCellProps {
  readonly answer: ResultSet;
  readonly query: Query;
  readonly cell: Element;
}

/** The card of the entity that a cell names, once the pointer stayed on it. */
export function HoveredCell(props: HoveredCellProps): ReactNode {
  const { cell } = props;
  const { anchor, hoverOn } = useHover();
  const hover = useEffectEvent(hoverOn);
  useEffect(() => hover(cell), [cell]);
  return anchor && <CellCard {...props} anchor={anchor} />;
}

/** A cell that names another kind's entity by its name alone has a card where exactly one is called so. */
function CellCard({
  answer,
  query,
  cell,
  anchor,
}: HoveredCellProps & { readonly anchor: DOMRect }): ReactNode {
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
