import { isAway } from '@cairn/client';
import { LongWait } from '@cairn/ui';
import { useIsFetching, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styles from './waiting-note.module.css';

const isFirstAnswer = ({ state }: Query) => state.status === 'pending';
/** The first answers that the visible page waits for. */
const AWAITED = { type: 'active', predicate: isFirstAnswer } as const;
const isFailing = ({ state }: Query) => state.fetchStatus === 'fetching' && isAway(state.fetchFailureReason);
const AWAY = { type: 'active', predicate: isFailing } as const;

/** Cancels requests that hang or fail, and sends them again. */
async function askAnew(client: QueryClient): Promise<void> {
  const asked = {
    type: 'active',
    predicate: (query: Query) => isFirstAnswer(query) || isFailing(query),
  } as const;
  await client.cancelQueries(asked);
  await client.refetchQueries(asked);
}

/** Says that the page waits longer than usual, or that what it shows may be old, and offers to retry. */
export function WaitingNote(): ReactNode {
  const client = useQueryClient();
  const isWaiting = useIsFetching(AWAITED) > 0;
  const isServiceAway = useIsFetching(AWAY) > 0;
  if (!isWaiting && !isServiceAway) return null;
  return (
    <LongWait
      className={styles['note']}
      {...(isWaiting ? {} : { words: 'What is shown may be old.' })}
      reason={
        isServiceAway ? 'A part of Cairn cannot be reached; it is asked again every few seconds.' : undefined
      }
      onRetry={() => void askAnew(client)}
    />
  );
}
