import {
  AppError,
  EntityUuid,
  type ChangedFile,
  type entitySearchContract,
  type InputOf,
  type OrgId,
} from '@cairn/contracts';
import { GRAPH_DATA } from '@cairn/host';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isAway } from './away.ts';
import { graphClient } from './clients.ts';
import { keyOf } from './keys.ts';

/** How long an answer counts as fresh (E§9). */
const FRESH_MS = 20_000;
const MOST_RETRIES = 2;

/** Retries a service that is down until it is back, and an internal error a few times. */
const isWorthRetrying = (count: number, error: Error) =>
  isAway(error) || (count < MOST_RETRIES && error instanceof AppError && error.code === 'internal');

/** One entity; the previous one stays while another is loading. */
export function entityQuery(orgId: OrgId, uuid: string, timezone: string) {
  return queryOptions({
    queryKey: keyOf('entity', orgId, uuid),
    meta: GRAPH_DATA,
    queryFn: async ({ signal }) => {
      if (!orgId) throw new AppError('invalid_input', 'orgId is undefined');
      const input = { orgId, entityUuid: EntityUuid.parse(uuid), timezone };
      return (await graphClient.entityDetail({ params: { orgId }, input, signal })).data;
    },
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: isWorthRetrying,
  });
}

export interface ChangeSet {
  readonly files: readonly ChangedFile[];
  /** Larger than `files` when the commit changes more files than an answer holds. */
  readonly total: number;
}

/** The files of a commit with their diffs; a commit never changes. */
export function entityDiffQuery(orgId: OrgId, uuid: string) {
  return queryOptions({
    queryKey: keyOf('entityDiff', orgId, uuid),
    meta: GRAPH_DATA,
    queryFn: async ({ signal }): Promise<ChangeSet> => {
      const input = { entityUuid: EntityUuid.parse(uuid) };
      const { data, meta } = await graphClient.entityDiff({ params: { orgId }, input, signal });
      return { files: data, total: meta.total };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: isWorthRetrying,
  });
}

/** Which file of an entity: the one of a path before a commit, or a file after the commit with a sha. */
export interface FileOf {
  readonly path?: string;
  readonly sha?: string;
}

/** The text of a file: of a SourceFile as it is or was, of a commit with a path as it was before, of a comment the file it stands in. */
export function entityFileQuery(orgId: OrgId, uuid: string, { path, sha }: FileOf = {}) {
  return queryOptions({
    queryKey: keyOf('entityFile', orgId, uuid, path ?? null, sha ?? null),
    meta: GRAPH_DATA,
    queryFn: async ({ signal }) => {
      const which = { ...(path === undefined ? {} : { path }), ...(sha === undefined ? {} : { sha }) };
      const input = { entityUuid: EntityUuid.parse(uuid), ...which };
      return (await graphClient.entityFile({ params: { orgId }, input, signal })).data;
    },
    staleTime: path === undefined && sha === undefined ? FRESH_MS : Number.POSITIVE_INFINITY,
    retry: isWorthRetrying,
  });
}

/** What a search of entities is narrowed to. */
export type FoundFilters = Pick<
  Partial<InputOf<typeof entitySearchContract.countFound>>,
  'kind' | 'project' | 'team' | 'when' | 'timezone'
>;

/** Which of the entities that a term names are asked for. */
export interface FoundPage extends FoundFilters {
  readonly pageSize: number;
  readonly page?: number;
  /** At most so many of each kind. */
  readonly perKind?: number;
  readonly order?: 'match' | 'newest';
}

/** The entities that a term names, the best first; those of the term before stay meanwhile. */
export function foundEntitiesQuery(orgId: OrgId, term: string, page: FoundPage) {
  return queryOptions({
    queryKey: keyOf('foundEntities', orgId, term, page),
    meta: GRAPH_DATA,
    queryFn: ({ signal }) =>
      graphClient.searchEntities({ params: { orgId }, input: { term, ...page }, signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    enabled: term !== '',
  });
}

/** What the filters of a search may name, with what each would find; those of the search before stay meanwhile. */
export function foundChoicesQuery(orgId: OrgId, term: string, filters: FoundFilters) {
  return queryOptions({
    queryKey: keyOf('foundEntities', orgId, term, 'choices', filters),
    meta: GRAPH_DATA,
    queryFn: async ({ signal }) =>
      (await graphClient.countFound({ params: { orgId }, input: { term, ...filters }, signal })).data,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    enabled: term !== '',
  });
}

/** The few entities that a box offers while a text is typed into it. */
export function suggestedEntitiesQuery(orgId: OrgId, term: string) {
  return queryOptions({
    queryKey: keyOf('foundEntities', orgId, term, 'suggested'),
    meta: GRAPH_DATA,
    queryFn: async ({ signal }) =>
      (await graphClient.searchEntities({ params: { orgId }, input: { term, pageSize: 5 }, signal })).data,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}
