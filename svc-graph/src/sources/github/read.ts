import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@cairn/contracts';
import type { z } from 'zod';
import type { SourcePage } from '../read-in-pages.ts';
import { PartsRefused, askGithub } from './ask.ts';
import { type From, type GithubReading, cursorFrom } from './cursor.ts';
import { type GithubTeam, type ListedRepository, OwnerAnswer } from './payloads.ts';
import { OWNER_PARTS, repositoriesQuery } from './queries.ts';
import { readBranches, readList } from './read-lists.ts';
import { readRuns } from './read-runs.ts';
import { readTeams } from './read-teams.ts';
import { wholeTeams } from './whole.ts';

const gone = () => new AppError('source_unavailable', 'GitHub no longer shows this owner to the token.');

/** What was refused is asked for again after a day, since the rights of a token may have grown. */
const ASK_AGAIN = 86_400_000;

const NOT_READ: Readonly<Record<string, string>> = {
  milestones: 'Milestones are not read: the token may not see issues.',
  releases: 'Releases are not read: the token may not see the contents of repositories.',
  refs: 'Branches are not read: the token may not see the contents of repositories.',
  deployments: 'Deployments are not read: the token may not see them.',
  teams: 'Teams are not read: the token lacks the scope read:org.',
};

/** The parts that are asked for: all but those that were refused within a day. */
const partsFor = ({ cursor }: GithubReading) =>
  OWNER_PARTS.filter((part) => {
    const at = cursor.refused[part];
    return at === undefined || Date.now() - Date.parse(at) > ASK_AGAIN;
  });

type OwnerPage = NonNullable<z.infer<typeof OwnerAnswer>['repositoryOwner']>;

/** One page of the repositories of an owner, without the parts that the token may not read. */
async function readOwnerPage(reading: GithubReading, after: string | null): Promise<OwnerPage> {
  const { from } = reading;
  for (;;) {
    const parts = partsFor(reading);
    const query = repositoriesQuery(parts, after === null);
    const variables = { owner: from.settings.owner, after };
    try {
      const answered = await askGithub(from, { query, variables, answer: OwnerAnswer, parts });
      if (!answered.repositoryOwner) throw gone();
      const granted = Object.entries(reading.cursor.refused).filter(([part]) => !parts.includes(part));
      reading.cursor = { ...reading.cursor, refused: Object.fromEntries(granted) };
      return answered.repositoryOwner;
    } catch (error) {
      if (!(error instanceof PartsRefused)) throw error;
      const refused = Object.fromEntries(error.parts.map((part) => [part, new Date().toISOString()]));
      reading.cursor = { ...reading.cursor, refused: { ...reading.cursor.refused, ...refused } };
    }
  }
}

interface OwnerRead {
  readonly url: string;
  readonly repositories: readonly ListedRepository[];
  /** Undefined for a user, and where the token may not see them. */
  readonly teams: readonly GithubTeam[] | undefined;
}

/** The repositories of the owner that were chosen, or all, and the teams. */
async function readOwner(reading: GithubReading): Promise<OwnerRead> {
  const { from } = reading;
  const first = await readOwnerPage(reading, null);
  const found = [...first.repositories.nodes];
  for (let { pageInfo } = first.repositories; pageInfo.hasNextPage;) {
    const { repositories } = await readOwnerPage(reading, pageInfo.endCursor);
    found.push(...repositories.nodes);
    pageInfo = repositories.pageInfo;
  }
  const names = from.settings.repositories.map((name) => name.toLowerCase());
  const isChosen = ({ name }: ListedRepository) => names.length === 0 || names.includes(name.toLowerCase());
  const teams = first.teams ? await wholeTeams(from, first.id, first.teams) : undefined;
  return { url: first.url, repositories: found.filter(isChosen), teams };
}

/** The repositories themselves, where anything of them changed. */
function* readRepositories(
  reading: GithubReading,
  repositories: readonly ListedRepository[],
): Generator<SourcePage> {
  const body = repositories.map(
    ({
      pullRequests: _pulls,
      issues: _issues,
      milestones: _milestones,
      releases: _releases,
      deployments: _deployments,
      refs: _refs,
      pushedAt: _pushed,
      ...kept
    }) => kept,
  );
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  if (hash === reading.cursor.repositories) return;
  reading.cursor = { ...reading.cursor, repositories: hash };
  const count = body.length;
  const payloads = [{ kind: 'repositories', body }];
  yield { phase: 'repositories', payloads, count, total: count, cursor: reading.cursor };
}

/** The runs of all repositories, and the names of those of which they are not to be had. */
async function* readAllRuns(
  reading: GithubReading,
  repositories: readonly ListedRepository[],
): AsyncGenerator<SourcePage, string[]> {
  const refused: string[] = [];
  for (const repository of repositories)
    if (!(yield* readRuns(reading, repository))) refused.push(repository.name);
  return refused;
}

const list = new Intl.ListFormat('en');

function notesFor({ cursor }: GithubReading, withoutRuns: readonly string[]): string[] {
  const notes = Object.keys(cursor.refused).flatMap((part) => NOT_READ[part] ?? []);
  const names = withoutRuns.length > 3 ? [...withoutRuns.slice(0, 3), 'others'] : withoutRuns;
  return withoutRuns.length === 0
    ? notes
    : [
        ...notes,
        `Runs of workflows of ${list.format(names)} are not read: Actions are off there, or the token may not see them.`,
      ];
}

/** Reads what changed of an owner: one request tells of each hundred repositories whether anything did. */
export async function* readGithub(from: From): AsyncGenerator<SourcePage> {
  const reading: GithubReading = { from, cursor: cursorFrom(from.cursor) };
  const { url, repositories, teams } = await readOwner(reading);
  yield* readRepositories(reading, repositories);
  if (teams) yield* readTeams(reading, url, teams);
  for (const each of ['pullRequests', 'issues', 'milestones', 'releases'] as const)
    for (const repository of repositories) yield* readList(reading, each, repository);
  for (const repository of repositories) yield* readBranches(reading, repository);
  for (const repository of repositories) yield* readList(reading, 'deployments', repository);
  const withoutRuns = yield* readAllRuns(reading, repositories);
  const notes = notesFor(reading, withoutRuns);
  const before = cursorFrom(from.cursor);
  const isKnown = isDeepStrictEqual([notes, reading.cursor.refused], [before.notes, before.refused]);
  if (isKnown) return;
  reading.cursor = { ...reading.cursor, notes };
  yield { phase: 'runs', payloads: [], count: 0, notes, cursor: reading.cursor };
}
