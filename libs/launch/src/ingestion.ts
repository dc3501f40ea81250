import {
  AppError,
  createClient,
  isInBackground,
  OrgId,
  phaseOf,
  sourceContract,
  type SentOf,
  type Source,
} from '@cairn/contracts';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 250;

/** Where sources are added, and who gets their progress. */
interface Ingestion {
  graphUrl: string;
  token: () => Promise<string>;
  orgId: string;
  /** `isLast` says that nothing more is reported. */
  report: (sources: readonly Source[], isLast: boolean) => void;
  signal: AbortSignal;
}

type NewSource = SentOf<typeof sourceContract.createSource>;

/** The source that `--repo` adds. */
const repositoryAt = (path: string): NewSource => ({ type: 'git', settings: { path } });

/** Adds a simulated company to an org and reports until it is complete; an existing one stays as it is. */
export async function simulateCompany(options: Ingestion): Promise<void> {
  const params = { orgId: OrgId.parse(options.orgId) };
  const { data } = await (await clientOf(options)).simulateCompany({ params });
  await follow(options, [data.id], isComplete);
}

/** A repository that `--repo` names, and the folders that must be allowed to read it. */
export interface NamedRepository {
  readonly path: string;
  readonly folders: readonly string[];
  /** Why it cannot be read, where that is known already. */
  readonly fault?: string;
}

/** The sources that were read, and a sentence for each repository that was not. */
interface ReadSources {
  readonly sources: readonly Source[];
  readonly faults: string[];
}

/**
 * Adds the repositories as sources of the org, which may read their folders from now on, and reports until each can be
 * queried. A repository that cannot be read, or an org whose data cannot, is told in a sentence and stops no other.
 */
export async function readRepositories(
  options: Ingestion & { repos: readonly NamedRepository[] },
): Promise<ReadSources> {
  const added: string[] = [];
  const faults: string[] = [];
  const noteFault = (about: string) => (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    faults.push(`${about}. ${error.message}`);
    return [];
  };
  for (const repo of options.repos) {
    if (repo.fault !== undefined) faults.push(`${repo.path} is not read. ${repo.fault}`);
    added.push(...(await addRepository(options, repo).catch(noteFault(`${repo.path} is not read`))));
  }
  if (added.length === 0) return { sources: [], faults };
  const sources = await follow(options, added, isQueryable).catch(noteFault('Reading cannot be followed'));
  return { sources, faults };
}

/** Adds a repository, and answers the ids of its sources. One that is gone has them try it again, so that each says so. */
async function addRepository(options: Ingestion, repo: NamedRepository): Promise<string[]> {
  const params = { orgId: OrgId.parse(options.orgId) };
  const client = await clientOf(options);
  if (repo.fault === undefined) {
    for (const path of repo.folders) await client.allowFolder({ params, input: { path } });
    return [(await client.createSource({ params, input: repositoryAt(repo.path) })).data.id];
  }
  const folder = (await client.listFolders({ params })).data.find(({ path }) => path === repo.path);
  const isPaused = (error: unknown) => error instanceof AppError && error.code === 'conflict';
  for (const { id } of folder?.sources ?? [])
    await client.syncSource({ params, input: { id } }).catch((error: unknown) => {
      if (!isPaused(error)) throw error;
    });
  return (folder?.sources ?? []).map(({ id }) => id);
}

/** Reports how far sources are until each is far enough. */
async function follow(
  options: Ingestion,
  ids: readonly string[],
  isEnough: (source: Source) => boolean,
): Promise<readonly Source[]> {
  const params = { orgId: OrgId.parse(options.orgId) };
  for (;;) {
    const { data } = await (await clientOf(options)).listSources({ params });
    const ours = data.filter(({ id }) => ids.includes(id));
    const isLast = ours.every(isEnough) || options.signal.aborted;
    options.report(ours, isLast);
    if (isLast) return ours;
    await pause(POLL_MS);
  }
}

async function clientOf({ graphUrl, token }: Ingestion) {
  const bearer = await token();
  return createClient(
    sourceContract,
    (url, init) => fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${bearer}` } }),
    graphUrl,
  );
}

const isComplete = ({ status }: Source) => ['active', 'error', 'paused', 'limited'].includes(status);

/** True when a source can be queried; one that was read once stays so during later readings. */
export function isQueryable(source: Source): boolean {
  return isComplete(source) || source.lastIngestedAt !== null || isInBackground(source);
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** A line for the terminal: the source and its progress. */
export function describe(source: Source): string {
  const { name, error, progress, status } = source;
  if (status === 'paused') return `${name}: paused`;
  if (status === 'limited') return `${name}: waits for a limit of its tool, and goes on by itself`;
  if (error) return `${name}: ${error.message}`;
  const phase = phaseOf(source);
  if (progress.state === 'waiting' || !phase)
    return `${name}: ${progress.state === 'done' ? 'ready' : 'waiting'}`;
  const { done, total, perSecond, unit } = phase;
  const figures = total === null ? count(done) : `${count(done)} of ${count(total)}`;
  if (progress.state === 'done') return `${name}: ready, ${count(done)} ${unit}`;
  const rate = perSecond && perSecond >= 1 ? `, ${count(Math.round(perSecond))}/s` : '';
  const where = phase.background ? ' in the background' : '';
  return `${name}: ${lowerFirst(phase.label)}${where}, ${figures} ${unit}${rate}`;
}

const count = (figure: number) => figure.toLocaleString('en');

/** True when an error says that a path cannot be read, which the person can correct. */
export function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500;
}
