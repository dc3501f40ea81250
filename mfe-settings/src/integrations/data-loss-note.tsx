import { dataLossQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { formatDateTime, Note } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** Says for good that the file with the data of the org was lost, unless it is restored. */
export function DataLossNote(): ReactNode {
  const { org } = useHost();
  const { data } = useQuery(dataLossQuery(org.id));
  if (!data) return null;
  return (
    <Note tone="warn">
      {formatDateTime(data.at)}: {data.words}
    </Note>
  );
}
