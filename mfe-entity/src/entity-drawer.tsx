import type { EntityDrawerProps } from '@cairn/host';
import type { ReactNode } from 'react';

/** Placeholder until the feature is here. */
export function EntityDrawer({ uuid }: EntityDrawerProps): ReactNode {
  return <p>{uuid}</p>;
}
