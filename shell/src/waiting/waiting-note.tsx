import { isAway } from '@cairn/client';
import { LongWait } from '@cairn/ui';
import { useIsFetching, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styles from './waiting-note.module.css';

const isFirstAnswer = ({ state }: Query) => state.status === 'pending';
/** What a page that is shown waits for with nothing to show yet. */
const AWAITED = { type: 'active', predicate: isFirstAnswer } as const;
const AWAY = {
  type: 'active',
  predicate: ({ state }: Query) => state.fetchStatus === 'fetching' && isAway(state.fetchFailureReason),
} as const;

/** Gives up what hangs and asks for it anew. */
async function askAnew(client: QueryClient): Promise<void> {
  await client.cancelQueries(AWAITED);
  await client.refetchQueries(AWAITED);
}

/** Says that a page waits longer than usual, whichever page it is, and offers to ask anew. */
export function WaitingNote(): ReactNode {
  const client = useQueryClient();
  const isWaiting = useIsFetching(AWAITED) > 0;
  const isServiceAway = useIsFetching(AWAY) > 0;
  if (!isWaiting) return null;
  return (
    <LongWait
      className={styles['note']}
      reason={
        isServiceAway ? 'A part of Cairn cannot be reached; it is asked again every few seconds.' : undefined
      }
      onRetry={() => void askAnew(client)}
    />
  );
}
