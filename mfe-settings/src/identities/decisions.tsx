import type { PersonDecision } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button, EmptyState, ErrorState, formatDateTime, Skeleton } from '@cairn/ui';
import { Pager } from '@cairn/ui/fields';
import { useState, type ReactNode } from 'react';
import { useDecisions, useUndo } from './use-identities.ts';
import styles from './identities.module.css';

const PAGE_SIZE = 10;

/** What admins decided about people, newest first, each with its undo. */
export function Decisions(): ReactNode {
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useDecisions(page, PAGE_SIZE);
  return (
    <section className={styles['section']} aria-label="Decisions">
      <div className={styles['head']}>
        <h2>Decisions</h2>
      </div>
      {isPending && <Skeleton height={48} />}
      {error && !data && (
        <ErrorState
          inline
          title="The decisions cannot be read"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data?.data.length === 0 && (
        <EmptyState inline title="Nothing is decided yet">
          Who merges, splits or changes somebody here is kept with the time, and each of it can be undone.
        </EmptyState>
      )}
      <ul className={styles['list']} hidden={!data || data.data.length === 0}>
        {data?.data.map((decision) => (
          <DecisionRow key={decision.number} decision={decision} />
        ))}
      </ul>
      <Pager
        label="Pages of decisions"
        page={page}
        pageSize={PAGE_SIZE}
        total={data?.meta.total ?? 0}
        onPage={setPage}
      />
    </section>
  );
}

function DecisionRow({ decision }: { decision: PersonDecision }): ReactNode {
  const { timezone } = useHost();
  const undo = useUndo();
  const { number, words, reason, author, decidedAt, canUndo } = decision;
  return (
    <li className={styles['decision']}>
      <div className={styles['words']}>
        <div className={styles['address']}>{words}</div>
        <div className={styles['how']}>
          {[author, formatDateTime(decidedAt, timezone), reason].filter(Boolean).join(' · ')}
        </div>
      </div>
      {canUndo && (
        <Button
          size="small"
          aria-label={`Undo: ${words}`}
          loading={undo.isPending}
          onClick={() => undo.mutate(number)}
        >
          Undo
        </Button>
      )}
    </li>
  );
}
