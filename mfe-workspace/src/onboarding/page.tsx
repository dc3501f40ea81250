import { userStateQuery } from '@cairn/client';
import { atLeast, ORG_RIGHTS } from '@cairn/contracts';
import { addressAt, actorOf, useHost } from '@cairn/host';
import { Button, EmptyState, ErrorState, PageHeader, TableSkeleton } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { isFinished } from '../home/checklist-state.ts';
import { Checklist } from '../home/checklist.tsx';
import styles from './onboarding.module.css';

/** What a newcomer does first: the checklist alone, with the ways to data and to Home (W§2.1, W§2.11). */
export function Page(): ReactNode {
  const host = useHost();
  const { org, navigate, setTitle } = host;
  const { data, error, refetch } = useQuery(userStateQuery(org.id));
  useEffect(() => setTitle('Getting started'), [setTitle]);
  const maySetUp = atLeast(actorOf(host).role, ORG_RIGHTS.manageSources);
  return (
    <>
      <PageHeader
        title={`Welcome to ${org.name}`}
        description="A few things to do first; each is ticked off by doing it."
        actions={
          <>
            {maySetUp && (
              <Button onClick={() => navigate(addressAt(org.id, 'wizard/workspace-setup'))}>
                Set up data
              </Button>
            )}
            <Button variant="primary" onClick={() => navigate(addressAt(org.id, 'home'))}>
              Go to Home
            </Button>
          </>
        }
      />
      <div className={styles['page']}>
        {error && !data && (
          <ErrorState title="The checklist cannot be read" error={error} onRetry={() => void refetch()} />
        )}
        {!error && !data && <TableSkeleton rows={8} columns={1} />}
        {data && isFinished(data) && (
          <EmptyState title="All of it is done">Home shows what changes from now on.</EmptyState>
        )}
        {data && <Checklist state={data} />}
      </div>
    </>
  );
}
