import { entitiesQuery, entityFileQuery } from '@cairn/client';
import type { BlamedLines, FileText } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import {
  Button,
  EmptyState,
  ErrorState,
  formatDate,
  formatNumber,
  Panel,
  TableSkeleton,
  Text,
} from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { FileText as FileTextIcon } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { shortName } from '../../entity/read-entity.ts';
import { EntityLink } from '../../frame/entity-link.tsx';
import type { TabProps } from '../../kind-page/kind-page.ts';
import { CopyText } from '../../text/copy-text.tsx';
import styles from './content-tab.module.css';

/** The lines that are shown at first. */
const AT_FIRST = 2_000;
const MOST_COMMITS = 500;
const MOST_OF_AUTHOR = 24;
const SHORT_SHA = 7;

/** The lines of a text; a line end at its end begins no further line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The commits that are blamed, by sha. */
function useCommits(blame: readonly BlamedLines[]): ReadonlyMap<string, { uuid: string; name: string }> {
  const { org } = useHost();
  const shas = useMemo(() => [...new Set(blame.map(({ sha }) => sha))].slice(0, MOST_COMMITS), [blame]);
  const { data } = useQuery({
    ...entitiesQuery(org.id, {
      select: ['Commit'],
      columns: ['sha', 'name'],
      filters: [{ target: 'Commit', attribute: 'sha', comparison: { IN: shas } }],
      page: 1,
      pageSize: MOST_COMMITS,
    }),
    enabled: shas.length > 0,
  });
  return useMemo(
    () =>
      new Map(
        data?.data.map((row) => [
          String(row['Commit.sha']),
          { uuid: String(row['uuid']), name: String(row['Commit.name'] ?? '') },
        ]),
      ),
    [data],
  );
}

function Blame({
  run,
  commit,
}: {
  run: BlamedLines;
  commit: { uuid: string; name: string } | undefined;
}): ReactNode {
  const { timezone } = useHost();
  return (
    <>
      {commit ? (
        <EntityLink uuid={commit.uuid} title={commit.name}>
          {run.sha.slice(0, SHORT_SHA)}
        </EntityLink>
      ) : (
        run.sha.slice(0, SHORT_SHA)
      )}{' '}
      {shortName(run.author, MOST_OF_AUTHOR)} {run.at && formatDate(run.at, timezone)}
    </>
  );
}

function Lines({ text, blame }: { text: string; blame: readonly BlamedLines[] }): ReactNode {
  const [whole, setWhole] = useState(false);
  const commits = useCommits(blame);
  const runs = useMemo(() => new Map(blame.map((run) => [run.from, run])), [blame]);
  const lines = useMemo(() => linesOf(text), [text]);
  const shown = whole ? lines : lines.slice(0, AT_FIRST);
  return (
    <>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Content">
        <table className={styles.lines}>
          <tbody>
            {shown.map((line, at) => {
              const run = runs.get(at + 1);
              return (
                <tr key={at} data-first={run ? true : undefined}>
                  <td className={styles.blame}>{run && <Blame run={run} commit={commits.get(run.sha)} />}</td>
                  <td className={styles.number}>{at + 1}</td>
                  <td className={styles.code}>{line}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {lines.length > shown.length && (
        <Button onClick={() => setWhole(true)}>{`Show all ${formatNumber(lines.length)} lines`}</Button>
      )}
    </>
  );
}

function Content({ file: { text, reason, sha, blame } }: { file: FileText }): ReactNode {
  if (text === null) {
    return (
      <EmptyState icon={<FileTextIcon aria-hidden />} title="No content available">
        {reason}
      </EmptyState>
    );
  }
  return (
    <Panel
      title={
        <>
          As commit <CopyText text={sha} shown={sha.slice(0, SHORT_SHA)} label="Copy SHA" /> left it
        </>
      }
    >
      {text === '' ? <Text tone="muted">The file is empty.</Text> : <Lines text={text} blame={blame} />}
    </Panel>
  );
}

/** The text of a file after the latest commit that touched it, and who last changed each line. */
export function ContentTab({ entity }: TabProps): ReactNode {
  const { org } = useHost();
  const { data, error, isPending, refetch } = useQuery(entityFileQuery(org.id, entity.uuid));
  if (isPending) return <TableSkeleton rows={8} columns={2} />;
  if (error)
    return <ErrorState title="The file could not be read" error={error} onRetry={() => void refetch()} />;
  return <Content file={data} />;
}
