import { entitiesQuery, entityFileQuery } from '@cairn/client';
import type { BlamedLines, FileText } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import {
  Avatar,
  Button,
  EmptyState,
  ErrorState,
  formatDate,
  formatNumber,
  Panel,
  plural,
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
import { lineOwners } from './owners.ts';
import { Revisions } from './revisions.tsx';

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

interface BlamedCommit {
  readonly uuid: string;
  readonly name: string;
  readonly author: { readonly uuid: string; readonly name: string } | undefined;
}

/** The commits that are blamed, by sha. */
function useCommits(blame: readonly BlamedLines[]): ReadonlyMap<string, BlamedCommit> {
  const { org } = useHost();
  const shas = useMemo(() => [...new Set(blame.map(({ sha }) => sha))].slice(0, MOST_COMMITS), [blame]);
  const { data } = useQuery({
    ...entitiesQuery(org.id, {
      select: ['Commit'],
      columns: ['sha', 'name', 'Person.uuid', 'Person.name'],
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
          {
            uuid: String(row['uuid']),
            name: String(row['Commit.name'] ?? ''),
            author:
              typeof row['Person.uuid'] === 'string'
                ? { uuid: row['Person.uuid'], name: String(row['Person.name'] ?? '') }
                : undefined,
          },
        ]),
      ),
    [data],
  );
}

function Blame({ run, commit }: { run: BlamedLines; commit: BlamedCommit | undefined }): ReactNode {
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

/** Whose lines they are, by name. */
function Owners({
  blame,
  commits,
}: {
  blame: readonly BlamedLines[];
  commits: ReadonlyMap<string, BlamedCommit>;
}): ReactNode {
  const owners = useMemo(() => lineOwners(blame, (sha) => commits.get(sha)?.author), [blame, commits]);
  if (owners.length === 0) return null;
  return (
    <ul className={styles.owners} aria-label="Owners of its lines">
      {owners.map(({ uuid, name, lines, share }) => (
        <li key={uuid ?? name}>
          <Avatar name={name} />
          {uuid ? <EntityLink uuid={uuid}>{name}</EntityLink> : shortName(name, MOST_OF_AUTHOR)}
          <Text tone="muted" numeric title={plural(lines, 'line')}>
            {`${String(Math.round(100 * share))}%`}
          </Text>
        </li>
      ))}
    </ul>
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
      <Owners blame={blame} commits={commits} />
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

function Content({ file: { path, text, reason, sha, blame } }: { file: FileText }): ReactNode {
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
          {path} as commit <CopyText text={sha} shown={sha.slice(0, SHORT_SHA)} label="Copy SHA" /> left it
        </>
      }
    >
      {text === '' ? <Text tone="muted">The file is empty.</Text> : <Lines text={text} blame={blame} />}
    </Panel>
  );
}

/** The text of a file after the latest commit that touched it or a chosen one, and who last changed each line. */
export function ContentTab({ entity }: TabProps): ReactNode {
  const { org } = useHost();
  const [sha, setSha] = useState<string | null>(null);
  const { data, error, isPending, refetch } = useQuery(
    entityFileQuery(org.id, entity.uuid, sha === null ? {} : { sha }),
  );
  return (
    <div>
      <Revisions uuid={entity.uuid} sha={sha} onChoose={setSha} />
      {isPending ? (
        <TableSkeleton rows={8} columns={2} />
      ) : error ? (
        <ErrorState title="The file could not be read" error={error} onRetry={() => void refetch()} />
      ) : (
        <Content file={data} />
      )}
    </div>
  );
}
