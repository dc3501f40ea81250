import { entitiesQuery } from '@cairn/client';
import type { EntityDetail } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOf } from '../../../entity/related-query.ts';
import { isOfPull } from './change-words.ts';

const MOST_FILES = 1_000;

/** The pages of the files that a commit, or those of a pull request, touched, by path. */
export function useFileLinks(entity: EntityDetail): ReadonlyMap<string, string> {
  const { org } = useHost();
  const path = isOfPull(entity) ? 'Commit.PullRequest' : 'Commit';
  const query = queryOf('SourceFile', path, entity.uuid, {
    columns: ['path'],
    page: 1,
    pageSize: MOST_FILES,
  });
  const { data } = useQuery(entitiesQuery(org.id, query));
  return useMemo(
    () => new Map(data?.data.map((row) => [String(row['SourceFile.path']), String(row['uuid'])])),
    [data],
  );
}
