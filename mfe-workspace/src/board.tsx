import type { BoardProps } from '@cairn/host';
import type { ReactNode } from 'react';

/** Placeholder until the feature is here. */
export function Board({ boardId }: BoardProps): ReactNode {
  return <p>{boardId}</p>;
}
