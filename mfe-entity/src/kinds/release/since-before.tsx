import { entitiesQuery, groupsQuery } from '@cairn/client';
import type { EntityDetail, OrgId } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { ErrorState, formatDuration, Panel, plural, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { countOf, relatedOne, textOf } from '../../entity/read-entity.ts';
import { queryOf } from '../../entity/related-query.ts';
import { EntityLink } from '../../frame/entity-link.tsx';
import type { SectionProps } from '../../kind-page/kind-page.ts';
import { authorsQuery, releasedBeforeQuery } from './first-contributions.ts';
import { countByType, type ReleasedCommit, seriesOf } from './release-changes.ts';
import styles from './since-before.module.css';

const MOST_COMMITS = 1_000;
const LOOKED_BACK = 50;

const commitsQuery = (orgId: OrgId, uuid: string) =>
  entitiesQuery(
    orgId,
    queryOf('Commit', 'Release', uuid, {
      columns: ['name'],
      page: 1,
      pageSize: MOST_COMMITS,
    }),
  );

/** The releases of the repository before this one, newest first. */
function earlierQuery(orgId: OrgId, repository: string, publishedAt: string) {
  const end = new Date(Date.parse(publishedAt) - 1).toISOString();
  return entitiesQuery(
    orgId,
    queryOf('Release', 'Repository', repository, {
      columns: ['name', 'tagName', 'publishedAt'],
      startDate: '1970-01-01T00:00:00.000Z',
      endDate: end,
      order: [{ by: 'Release.publishedAt', direction: 'descending' }],
      page: 1,
      pageSize: LOOKED_BACK,
    }),
  );
}

type Row = Readonly<Record<string, unknown>>;

const released = (row: Row): ReleasedCommit => ({ name: String(row['Commit.name'] ?? '') });

/** The latest earlier release of the same series. */
export function releaseBefore(entity: EntityDetail, earlier: readonly Row[]): Row | null {
  const series = seriesOf(textOf(entity, 'tagName') ?? '');
  return earlier.find((row) => seriesOf(String(row['Release.tagName'] ?? '')) === series) ?? null;
}

function FirstContributors({
  repository,
  release,
  publishedAt,
}: {
  repository: string;
  release: string;
  publishedAt: string;
}): ReactNode {
  const { org } = useHost();
  const { data: asked } = useQuery(groupsQuery(org.id, authorsQuery(release)));
  const authors = (asked?.data ?? []).flatMap((row) => {
    const uuid = row['Person.uuid'];
    return typeof uuid === 'string' ? [{ uuid, name: String(row['Person.name'] ?? uuid) }] : [];
  });
  const uuids = authors.map(({ uuid }) => uuid).toSorted();
  const { data } = useQuery({
    ...groupsQuery(org.id, releasedBeforeQuery(repository, uuids, publishedAt)),
    enabled: uuids.length > 0,
  });
  if (!data || data.meta.withheld || asked?.meta.withheld) return null;
  const known = new Set(data.data.map((row) => row['Person.uuid']));
  const fresh = authors.filter(({ uuid }) => !known.has(uuid));
  if (fresh.length === 0) return null;
  return (
    <p>
      First contributions of{' '}
      {fresh.map(({ uuid, name }, at) => (
        <span key={uuid}>
          {at > 0 && ', '}
          <EntityLink uuid={uuid}>{name}</EntityLink>
        </span>
      ))}
    </p>
  );
}

function Before({ before, publishedAt }: { before: Row | null; publishedAt: string }): ReactNode {
  if (!before) return <p>The first release of its series.</p>;
  const seconds = (Date.parse(publishedAt) - Date.parse(String(before['Release.publishedAt']))) / 1_000;
  return (
    <p>
      {formatDuration(seconds)} after{' '}
      <EntityLink uuid={String(before['uuid'])}>{String(before['Release.name'])}</EntityLink>
    </p>
  );
}

/** A release against the one before it in its series: time between, commits by type, first contributors. */
export function SinceBefore({ entity }: SectionProps): ReactNode {
  const { org } = useHost();
  const publishedAt = textOf(entity, 'publishedAt') ?? '';
  const repository = relatedOne(entity, 'Repository')?.uuid ?? '';
  const enabled = publishedAt !== '' && repository !== '';
  const earlier = useQuery({ ...earlierQuery(org.id, repository, publishedAt || '1970-01-02'), enabled });
  const hasCommits = (countOf(entity, 'Commit') ?? 0) > 0;
  const { data } = useQuery({ ...commitsQuery(org.id, entity.uuid), enabled: hasCommits });
  if (!enabled) return null;
  if (earlier.error && !earlier.data)
    return (
      <Panel title="Since the release before">
        <ErrorState
          inline
          title="The release before could not be read"
          error={earlier.error}
          onRetry={() => void earlier.refetch()}
        />
      </Panel>
    );
  if (!earlier.data) return null;
  const before = releaseBefore(entity, earlier.data.data);
  const commits = (data?.data ?? []).map(released);
  return (
    <Panel title="Since the release before">
      <div className={styles.facts}>
        <Before before={before} publishedAt={publishedAt} />
        {commits.length > 0 && (
          <ul className={styles.types}>
            {countByType(commits).map(({ type, count }) => (
              <li key={type}>
                <Text tone="muted">{type}</Text> <Text numeric>{count}</Text>
              </li>
            ))}
            <li>
              <Text tone="faint">{plural(data?.meta.total ?? commits.length, 'commit')} in all</Text>
            </li>
          </ul>
        )}
        {before && commits.length > 0 && (
          <FirstContributors repository={repository} release={entity.uuid} publishedAt={publishedAt} />
        )}
      </div>
    </Panel>
  );
}
