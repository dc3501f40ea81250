import { entitiesQuery } from '@cairn/client';
import type { BlamedLines } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Avatar, formatDate, plural, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { shortName } from '../../entity/read-entity.ts';
import { EntityLink } from '../../frame/entity-link.tsx';
import styles from './content-tab.module.css';
import { lineOwners } from './owners.ts';

const MOST_COMMITS = 500;
const MOST_OF_AUTHOR = 24;
const SHORT_SHA = 7;

/** A commit that last changed some lines, as the graph knows it. */
export interface BlamedCommit {
  readonly uuid: string;
  readonly name: string;
  readonly author: { readonly uuid: string; readonly name: string } | undefined;
}

/** The commits that are blamed, by sha. */
export function useBlamedCommits(blame: readonly BlamedLines[]): ReadonlyMap<string, BlamedCommit> {
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

/** The commit, author and day of the first of a run of lines. */
export function Blame({ run, commit }: { run: BlamedLines; commit: BlamedCommit | undefined }): ReactNode {
  const { timezone } = useHost();
  return (
    <>
      {commit ? (
        <EntityLink uuid={commit.uuid} title={commit.name}>
          {run.sha.slice(0, SHORT_SHA)}
        </EntityLink>
      ) : (
        run.sha.slice(0, SHORT_SHA)
      )}
      <span className={styles.who}>
        {' '}
        {shortName(run.author, MOST_OF_AUTHOR)} {run.at && formatDate(run.at, timezone)}
      </span>
    </>
  );
}

/** Whose lines they are, by name. */
export function Owners({
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
