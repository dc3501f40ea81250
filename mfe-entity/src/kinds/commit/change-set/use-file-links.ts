import { entitiesQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOf } from '../../../entity/related-query.ts';

const MOST_FILES = 1_000;

/** The pages of the files that a commit touched, by path. */
export function useFileLinks(commit: string): ReadonlyMap<string, string> {
  const { org } = useHost();
  const query = queryOf('SourceFile', 'Commit', commit, { columns: ['path'], page: 1, pageSize: MOST_FILES });
  const { data } = useQuery(entitiesQuery(org.id, query));
  return useMemo(
    () => new Map(data?.data.map((row) => [String(row['SourceFile.path']), String(row['uuid'])])),
    [data],
  );
}
