import { configurationQuery } from '@cairn/client';
import { sourceRunsQuery } from '@cairn/client/source-runs';
import type { Source } from '@cairn/contracts';
import type { SourceRun } from '@cairn/contracts/source-runs';
import { useHost } from '@cairn/host';
import {
  Badge,
  Button,
  EmptyState,
  ErrorState,
  formatDateTime,
  formatDuration,
  LinkButton,
  plural,
  TableSkeleton,
  Text,
} from '@cairn/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { broughtWords, ignoredWords, resultOf, reasonWords, runSeconds, broughtCount } from './run-words.ts';
import { readingInWords } from './source-words.ts';
import styles from './run-log.module.css';

/** Asks for the runs again once a source is in another state, since a run began or ended then. */
function useAgainAfterReading({ status, lastIngestedAt }: Source, refetch: () => unknown): void {
  const state = `${status} ${lastIngestedAt ?? ''}`;
  const known = useRef(state);
  useEffect(() => {
    if (known.current === state) return;
    known.current = state;
    void refetch();
  }, [state, refetch]);
}

/** The log of the runs of a source, newest first. */
export function RunLog({ source }: { source: Source }): ReactNode {
  const { org } = useHost();
  const log = useInfiniteQuery(sourceRunsQuery(org.id, source.id));
  useAgainAfterReading(source, log.refetch);
  if (log.isPending) return <TableSkeleton rows={4} columns={4} rowHeight={44} />;
  if (!log.data) {
    const retry = () => void log.refetch();
    return <ErrorState inline title="The runs cannot be read" error={log.error} onRetry={retry} />;
  }
  const runs = log.data.pages.flatMap(({ data }) => data);
  if (runs.length === 0) {
    return (
      <EmptyState inline title="No run yet">
        Each reading of {source.name} is listed here, with what it brought.
      </EmptyState>
    );
  }
  return (
    <>
      <RunTable source={source} runs={runs} />
      {log.hasNextPage && (
        <Button loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}

function RunTable({ source, runs }: { source: Source; runs: readonly SourceRun[] }): ReactNode {
  // One run alone has nothing to be compared with.
  const largest = (values: readonly number[]) => (values.length > 1 ? Math.max(...values) : Infinity);
  const longest = largest(runs.map((run) => runSeconds(run) ?? 0));
  const most = largest(runs.map(broughtCount));
  return (
    <table className={styles['runs']} aria-label={`Runs of ${source.name}`}>
      <thead>
        <tr>
          <th scope="col">Began</th>
          <th scope="col">Why</th>
          <th scope="col">Took</th>
          <th scope="col">Brought</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run.number} source={source} run={run} longest={longest} most={most} />
        ))}
      </tbody>
    </table>
  );
}

/** A bar as long as its part of the largest one; the words beside it say the same. */
function Bar({ part }: { part: number }): ReactNode {
  return (
    <span className={styles['track']} aria-hidden>
      <span className={styles['bar']} style={{ width: `${part > 0 ? Math.max(2, part * 100) : 0}%` }} />
    </span>
  );
}

/** The kinds of things that a run brought which are shown at once. */
const SHOWN_KINDS = 4;

/** What a run brought; of many kinds the first ones, and the others when they are asked for. */
function Brought({ source, run, most }: Omit<RunRowProps, 'longest'>): ReactNode {
  const { org } = useHost();
  const kinds = useQuery(configurationQuery(org.id)).data?.kinds;
  const [isWhole, setIsWhole] = useState(false);
  const words = broughtWords(run, kinds);
  if (run.outcome === 'running') return <Text tone="muted">{readingInWords(source)}</Text>;
  if (words.length === 0) return run.kind === 'ingest' ? <Text tone="muted">Nothing new</Text> : null;
  const left = isWhole ? 0 : words.length - SHOWN_KINDS;
  return (
    <>
      <Text>{words.slice(0, isWhole ? undefined : SHOWN_KINDS).join(', ')}</Text>{' '}
      {left > 0 && (
        <LinkButton onClick={() => setIsWhole(true)}>
          and {plural(left, 'more kind', 'more kinds')}
        </LinkButton>
      )}
      <Bar part={broughtCount(run) / Math.max(most, 1)} />
    </>
  );
}

interface RunRowProps {
  readonly source: Source;
  readonly run: SourceRun;
  readonly longest: number;
  readonly most: number;
}

function RunRow({ source, run, longest, most }: RunRowProps): ReactNode {
  const { timezone } = useHost();
  const { word, tone } = resultOf(run);
  const seconds = runSeconds(run);
  return (
    <>
      <tr>
        <td>
          <time dateTime={run.startedAt}>{formatDateTime(run.startedAt, timezone)}</time>
        </td>
        <td className={styles['why']}>{reasonWords(run)}</td>
        <td className={styles['figure']} data-label="Took">
          <Text numeric>{seconds === null ? 'Not known' : formatDuration(seconds)}</Text>
          <Bar part={seconds === null ? 0 : seconds / Math.max(longest, 1)} />
        </td>
        <td className={styles['brought']} data-label="Brought">
          <Brought source={source} run={run} most={most} />
        </td>
        <td>
          <Badge tone={tone}>{word}</Badge>
        </td>
      </tr>
      {run.ignored.length > 0 && (
        <tr className={styles['ignored']}>
          <td colSpan={5}>{ignoredWords(run)}</td>
        </tr>
      )}
      {run.error !== null && (
        <tr className={styles['error']}>
          <td colSpan={5}>{run.error}</td>
        </tr>
      )}
    </>
  );
}
