import { entitiesQuery, entityFileQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { Query } from '@cairn/query';
import { Panel, Skeleton, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { numberOf, relatedOne, textOf } from '../../entity/read-entity.ts';
import { EntityLink } from '../../frame/entity-link.tsx';
import type { SectionProps } from '../../kind-page/kind-page.ts';
import styles from './commented-lines.module.css';

/** The lines that are shown before and after the one of the comment. */
const AROUND = 5;

interface ShownLine {
  readonly number: number;
  readonly text: string;
}

/** The line of a comment with those around it; none where the text has no such line. */
export function linesAround(text: string, line: number): ShownLine[] {
  const lines = text.split(/\r?\n/);
  if (!Number.isInteger(line) || line < 1 || line > lines.length) return [];
  const from = Math.max(1, line - AROUND);
  return lines.slice(from - 1, line + AROUND).map((each, at) => ({ number: from + at, text: each }));
}

/** The file of a path that the commits of a pull request touched. */
function fileQuery(pullRequest: string, path: string): Query {
  return Query.parse({
    select: ['SourceFile'],
    filters: [
      { target: 'SourceFile', attribute: 'path', comparison: { IN: [path] } },
      { target: 'Commit.PullRequest', attribute: 'uuid', comparison: { IN: [pullRequest] } },
    ],
    page: 1,
    pageSize: 1,
  });
}

/** The path as a link to the page of its file, where the graph knows it. */
function FileName({ path, pullRequest }: { path: string; pullRequest: string | undefined }): ReactNode {
  const { org } = useHost();
  const { data } = useQuery({
    ...entitiesQuery(org.id, fileQuery(pullRequest ?? '', path)),
    enabled: pullRequest !== undefined,
  });
  const uuid = data?.data[0]?.uuid;
  return typeof uuid === 'string' ? <EntityLink uuid={uuid}>{path}</EntityLink> : path;
}

function Lines({ uuid, line }: { uuid: string; line: number | null }): ReactNode {
  const { org } = useHost();
  const { data, isPending, isError } = useQuery(entityFileQuery(org.id, uuid));
  if (isPending) return <Skeleton height={120} />;
  const shown = data?.text && line !== null ? linesAround(data.text, line) : [];
  if (shown.length === 0) {
    const reason = isError
      ? 'The file could not be fetched.'
      : (data?.reason ?? 'The file has no such line any more.');
    return (
      <Text as="p" tone="muted">
        {reason}
      </Text>
    );
  }
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Lines">
      <table className={styles.lines}>
        <tbody>
          {shown.map(({ number, text }) => (
            <tr key={number} aria-current={number === line || undefined}>
              <td className={styles.number}>{number}</td>
              <td className={styles.code}>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The lines at which a comment stands, as the last commit before it left them. */
export function CommentedLines({ entity }: SectionProps): ReactNode {
  const path = textOf(entity, 'path');
  const line = numberOf(entity, 'line');
  if (!path) return null;
  return (
    <Panel
      title={
        <span className={styles.title}>
          <FileName path={path} pullRequest={relatedOne(entity, 'PullRequest')?.uuid} />
          {line !== null && `, line ${String(line)}`}
        </span>
      }
    >
      <Lines uuid={entity.uuid} line={line} />
    </Panel>
  );
}
