import { highlightsQuery, lastVisitQuery } from '@cairn/client';
import type { Highlight, LinkSummary } from '@cairn/contracts';
import { useHost, withTimezone } from '@cairn/host';
import { exploreAddress } from '@cairn/query';
import { useSavedPage } from '@cairn/saved';
import { EmptyState, ErrorState, formatNumber, formatWhen, Panel, TableSkeleton, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './personal.module.css';
import listStyles from './recent.module.css';
import { SavedRow } from './saved-row.tsx';

const SHOWN = 5;
const LOOKED_AT = { limit: 20 };

/** The highlights that count things of their own kind, which can be listed. */
export function newThings(highlights: readonly Highlight[]): Highlight[] {
  return highlights.filter(({ value, entity, query: { aggregations } }) => {
    const [counted] = aggregations;
    return (value ?? 0) > 0 && counted?.target === entity && counted.reducer === 'count';
  });
}

/** What changed in the data and among the saved things since the reader was last here. */
export function SinceLastVisit({
  knowsData,
  className,
}: {
  knowsData: boolean;
  className?: string;
}): ReactNode {
  const { org, timezone } = useHost();
  const visit = useQuery(lastVisitQuery(org.id, timezone));
  const { data: since, error, refetch } = visit;
  return (
    <Panel
      className={className}
      title="Since you were last here"
      actions={since ? <Text tone="faint">{formatWhen(since, timezone)}</Text> : undefined}
    >
      {error ? (
        <ErrorState inline title="It could not be read" error={error} onRetry={() => void refetch()} />
      ) : since === undefined ? (
        <TableSkeleton rows={4} columns={1} />
      ) : since === null ? (
        <EmptyState inline title="Your first time here">
          What changes from now on is listed here.
        </EmptyState>
      ) : (
        <Changes since={since} knowsData={knowsData} />
      )}
    </Panel>
  );
}

function Changes({ since, knowsData }: { since: string; knowsData: boolean }): ReactNode {
  const host = useHost();
  const { org, user } = host;
  const [now] = useState(() => new Date().toISOString());
  const asked = withTimezone({ startDate: since, endDate: now, timezone: undefined }, host);
  const highlights = useQuery({ ...highlightsQuery(org.id, asked), enabled: knowsData });
  const saved = useSavedPage(LOOKED_AT);
  const failed = [highlights, saved].find(({ isError }) => isError);
  if (failed)
    return (
      <ErrorState
        inline
        title="What changed could not be read"
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  if ((knowsData && !highlights.data) || !saved.data) return <TableSkeleton rows={4} columns={1} />;
  const things = newThings(highlights.data?.data ?? []);
  const links = saved.data.links.filter(({ updatedAt, userId }) => updatedAt > since && userId !== user.id);
  if (things.length === 0 && links.length === 0)
    return (
      <EmptyState inline title="Nothing changed">
        No new data, and nobody saved anything.
      </EmptyState>
    );
  return (
    <div>
      <NewThings things={things} />
      <ChangedLinks links={links.slice(0, SHOWN)} />
    </div>
  );
}

function NewThings({ things }: { things: readonly Highlight[] }): ReactNode {
  const { org } = useHost();
  return (
    <ul className={styles.changes}>
      {things.map(({ key, label, value, query }) => (
        <li key={key}>
          <Link to={exploreAddress(org.id, { query: { ...query, aggregations: [] }, title: label })}>
            <b>{formatNumber(value ?? 0)}</b> {label.toLowerCase()}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function ChangedLinks({ links }: { links: readonly LinkSummary[] }): ReactNode {
  if (links.length === 0) return null;
  return (
    <ul className={`${listStyles.list} ${styles.saved}`}>
      {links.map((link) => (
        <SavedRow key={link.id} link={link} note={link.ownerName} />
      ))}
    </ul>
  );
}
