import { isAway } from '@cairn/client';
import { LongWait } from '@cairn/ui';
import { useIsFetching, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styles from './waiting-note.module.css';

const isFirstAnswer = ({ state }: Query) => state.status === 'pending';
/** The first answers that the visible page waits for. */
const AWAITED = { type: 'active', predicate: isFirstAnswer } as const;
const AWAY = {
  type: 'active',
  predicate: ({ state }: Query) => state.fetchStatus === 'fetching' && isAway(state.fetchFailureReason),
} as const;

/** Cancels hanging requests and sends them again. */
async function askAnew(client: QueryClient): Promise<void> {
  await client.cancelQueries(AWAITED);
  await client.refetchQueries(AWAITED);
}

/** Says that the page waits longer than usual, and offers to retry. */
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
