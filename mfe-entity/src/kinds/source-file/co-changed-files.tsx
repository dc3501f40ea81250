import { entitiesQuery } from '@cairn/client';
import { STANDARD_VIEWS } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { DEFAULT_BRANCH, Query } from '@cairn/query';
import { Panel, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useBranchLens } from '../../charts/branch-lens.ts';
import { countOf, textOf } from '../../entity/read-entity.ts';
import { filtersAcross, relatedQuery } from '../../entity/related-query.ts';
import type { SectionProps } from '../../kind-page/kind-page.ts';
import { formerPathsOf } from './former-names.tsx';

/** How many of the latest commits of a file count. */
const LATEST = 200;
const MOST_FILES = 10;
const HEIGHT_PX = 260;
const MOST_PX = 400;

/** The latest commits of a file, under its former paths too. */
export function latestCommitsQuery(uuid: string, timezone: string, onDefaultBranch: boolean): Query | null {
  const query = relatedQuery('SourceFile', 'Commit', uuid, {
    columns: ['committedAt'],
    order: [{ by: 'Commit.committedAt', direction: 'descending' }],
    timezone,
    page: 1,
    pageSize: LATEST,
  });
  const lens = onDefaultBranch ? [DEFAULT_BRANCH] : [];
  return query && { ...query, filters: [...filtersAcross(query.filters, 'RenamedFile'), ...lens] };
}

/** The other files that these commits touched, those touched most often first; the paths are those of the file itself. */
export function coChangedQuery(commits: readonly string[], paths: readonly string[]): Query {
  return Query.parse({
    select: ['Commit'],
    filters: [
      { target: 'Commit', attribute: 'uuid', comparison: { IN: [...commits] } },
      { target: 'SourceFile', attribute: 'path', comparison: { 'NOT IN': [...paths] } },
    ],
    groupBys: [{ target: 'SourceFile', attribute: 'path' }],
    aggregations: [{ target: 'Commit', attribute: 'uuid', reducer: 'count' }],
    order: [{ by: 'count(Commit.uuid)', direction: 'descending' }],
    limit: MOST_FILES,
  });
}

/** The files that change together with this one. */
export function CoChangedFiles({ entity }: SectionProps): ReactNode {
  const { org, timezone, renderPart } = useHost();
  const has = ['Commit', 'EarlierCommit'].some((name) => (countOf(entity, name) ?? 0) > 0);
  const latest = latestCommitsQuery(entity.uuid, timezone, useBranchLens());
  const { data } = useQuery({
    ...entitiesQuery(org.id, latest ?? { select: ['Commit'] }),
    enabled: has && latest !== null,
  });
  const query = useMemo(() => {
    const commits = data?.data.map(({ uuid }) => String(uuid)) ?? [];
    const paths = [textOf(entity, 'path') ?? '', ...formerPathsOf(entity)];
    return commits.length > 0 ? coChangedQuery(commits, paths) : null;
  }, [data, entity]);
  if (!query) return null;
  return (
    <Panel title="Changes together with">
      {renderPart('explore/QuestionView', {
        query,
        view: { value: STANDARD_VIEWS.bar, config: {} },
        height: HEIGHT_PX,
        mostHeight: MOST_PX,
        label: 'Files that change together with this one',
      })}
      <Text as="p" tone="faint">
        {`In the latest ${String(LATEST)} commits of this file at most, under its former names too.`}
      </Text>
    </Panel>
  );
}
