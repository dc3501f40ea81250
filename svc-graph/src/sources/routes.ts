import { realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { AppError, type OrgId, type Source, graphContract } from '@cairn/contracts';
import type { Integration } from '@cairn/entities';
import type { Handlers } from '@cairn/service-kit';
import { NoRepositoryError, findRepository } from './git/facts.ts';
import { removeGit } from './git/remove.ts';
import type { GraphStores } from '../store/graph-stores.ts';
import { writerOf } from '../store/graph-writer.ts';
import { IMITATED, Recipe } from './simulated/recipe.ts';
import { NEW_SOURCE, type SourceRow, addSource, readSources } from '../store/source-row.ts';
import { entityUuid } from '../store/uuid.ts';
import type { Jobs } from './jobs.ts';

export interface SourcesDeps {
  readonly stores: GraphStores;
  readonly jobs: Jobs;
  /** Folders that repositories must lie under. */
  readonly gitRoots: readonly string[];
}

/** The routes of this slice. */
export const sourcesContract = {
  listSources: graphContract.listSources,
  createSource: graphContract.createSource,
  syncSource: graphContract.syncSource,
  removeSource: graphContract.removeSource,
  renormaliseSource: graphContract.renormaliseSource,
};

const WAITING = {
  status: 'ingesting',
  progress: { phase: 'waiting', done: 0, total: null, perSecond: null },
  error: null,
} as const;

/** A source as its row says, or as waiting while what was asked for it has not begun to show there. */
function present(orgId: OrgId, { id, type, name, state }: SourceRow, jobs: Jobs): Source {
  const { status, progress, notes, error, erroredAt, lastIngestedAt } = state;
  const lastSign = Math.max(...[erroredAt, lastIngestedAt].map((at) => (at ? Date.parse(at) : 0)));
  const isDue = (status === 'active' || status === 'error') && jobs.isDue(orgId, id, lastSign);
  const now = isDue ? WAITING : { status, progress, error };
  return { id, type, name, ...now, notes: [...notes], erroredAt, lastIngestedAt };
}

async function realRoots(roots: readonly string[]): Promise<string[]> {
  const real = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)));
  return real.filter((root) => root !== undefined);
}

function liesUnder(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

const outside = () =>
  new AppError(
    'invalid_input',
    'The path must be an existing folder under one of the folders this server may read.',
  );

/** The real path, when it lies under a root; links that lead out are refused. */
async function allowedPath(path: string, roots: readonly string[]): Promise<string> {
  const real = isAbsolute(path) ? await realpath(path).catch(() => undefined) : undefined;
  if (!real || !(await realRoots(roots)).some((root) => liesUnder(real, root))) throw outside();
  return real;
}

async function sourceAt(orgId: OrgId, path: string, roots: readonly string[]): Promise<SourceRow> {
  const real = await allowedPath(path, roots);
  const found = await findRepository(real).catch((cause: unknown) => {
    if (!(cause instanceof NoRepositoryError)) throw cause;
    throw new AppError('invalid_input', 'There is no git repository in this folder.', { cause });
  });
  await allowedPath(found.gitDir, roots);
  const id = entityUuid(orgId, 'git', `source:${found.gitDir}`);
  return { id, type: 'git', path: found.gitDir, name: found.name, state: NEW_SOURCE };
}

/** The user by whose name Cairn's own processes act. */
const CAIRN = 'service';

function simulatedSource(orgId: OrgId, recipe: Recipe, caller: string): SourceRow {
  if (caller !== CAIRN) throw new AppError('invalid_input', 'Only Cairn itself adds simulated data.');
  if (recipe.to <= recipe.from) throw new AppError('invalid_input', 'It must end after it begins.');
  const id = entityUuid(orgId, 'derived', 'source:simulated');
  const path = JSON.stringify(recipe);
  return { id, type: 'simulated', path, name: 'Simulated company', state: NEW_SOURCE };
}

const recipeOf = ({ seed, events, from, to }: Recipe) => Recipe.parse({ seed, events, from, to });

/** Invented data never stands beside real data: an org has either. */
function refuseMixture(sources: readonly SourceRow[], { type }: SourceRow): void {
  if (sources.some((other) => (other.type === 'simulated') !== (type === 'simulated')))
    throw new AppError('conflict', 'Simulated and real data do not go together in one org.');
}

/** Lists, adds and reads sources. */
export function sourcesHandlers({ stores, jobs, gitRoots }: SourcesDeps): Handlers<typeof sourcesContract> {
  const find = async (orgId: OrgId, id: string) => {
    const source = (await readSources(await stores.open(orgId))).find((each) => each.id === id);
    if (!source) throw new AppError('not_found', 'There is no such source.');
    return source;
  };
  const begin = async (orgId: OrgId, id: string, kind: 'ingest' | 'renormalise') => {
    const source = await find(orgId, id);
    jobs.start({ orgId, sourceId: id, kind });
    return { data: present(orgId, source, jobs) };
  };
  return {
    listSources: async ({ params: { orgId } }) => {
      const sources = await readSources(await stores.open(orgId));
      return { data: sources.map((source) => present(orgId, source, jobs)) };
    },
    createSource: async ({ params: { orgId }, input, caller }) => {
      jobs.prepare();
      const opening = stores.open(orgId);
      opening.catch(() => undefined);
      const source =
        input.type === 'git'
          ? await sourceAt(orgId, input.path, gitRoots)
          : simulatedSource(orgId, recipeOf(input), caller.userId);
      const store = await opening;
      refuseMixture(await readSources(store), source);
      await addSource(store, source);
      return begin(orgId, source.id, 'ingest');
    },
    syncSource: ({ params: { orgId }, input }) => begin(orgId, input.id, 'ingest'),
    removeSource: async ({ params: { orgId }, input: { id } }) => {
      const { type } = await find(orgId, id);
      if (type !== 'git') throw new AppError('invalid_input', 'Simulated data stays with its organization.');
      const store = await stores.open(orgId);
      await jobs.without({ orgId, sourceId: id }, () => removeGit(writerOf(store), orgId, id));
      return { data: { id } };
    },
    renormaliseSource: ({ params: { orgId }, input }) => begin(orgId, input.id, 'renormalise'),
  };
}

/** The integrations that an org has a source of. */
export async function integrationsOf(stores: GraphStores, orgId: OrgId): Promise<Integration[]> {
  const sources = await readSources(await stores.open(orgId));
  return [
    ...new Set(
      sources.flatMap(({ type }) =>
        type === 'simulated' ? [...IMITATED, 'settings' as const] : [type as Integration],
      ),
    ),
  ];
}
