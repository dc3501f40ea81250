import { addressAt, useHost } from '@cairn/host';
import { EmptyState, linkAttributes, TableSkeleton } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Integrations } from './integrations.tsx';
import { useSourceTypes } from './sources.ts';

/** The page of one type of source (W§2.1): its sources, and how one more is added. */
export function SourceTypePage({ type }: { type: string }): ReactNode {
  const { org } = useHost();
  const types = useSourceTypes();
  const found = types.data?.find((each) => each.type === type);
  if (found || types.error) return <Integrations only={found} />;
  if (!types.data) return <TableSkeleton rows={3} columns={3} rowHeight={72} />;
  return (
    <EmptyState
      whole
      title="There is no such integration"
      action={
        <Link to={addressAt(org.id, 'settings/integrations')} {...linkAttributes()}>
          See all integrations
        </Link>
      }
    >
      This Cairn reads {types.data.map(({ words }) => words.label).join(', ')}.
    </EmptyState>
  );
}
