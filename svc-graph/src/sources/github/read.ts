import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SourcePage } from '../payload.ts';
import { type From, type GithubReading, cursorFrom } from './cursor.ts';
import { goneRepositories, knownRepositories } from './known-repositories.ts';
import type { ListedRepository } from './payloads.ts';
import { readBranches, readList } from './read-lists.ts';
import { readHistory } from './read-history.ts';
import { readOwner } from './read-owner.ts';
import { readRuns } from './read-runs.ts';
import { readTeams } from './read-teams.ts';

const NOT_READ: Readonly<Record<string, string>> = {
  milestones: 'Milestones are not read: the token may not see issues.',
  releases: 'Releases are not read: the token may not see the contents of repositories.',
  refs: 'Branches are not read: the token may not see the contents of repositories.',
  discussions: 'Discussions are not read: the token may not see them, or this server has none.',
  deployments: 'Deployments are not read: the token may not see them.',
  teams: 'Teams are not read: the token lacks the scope read:org.',
};

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
      discussions: _discussions,
      refs: _refs,
      pushedAt: _pushed,
      defaultBranchRef,
      ...kept
    }) => ({ ...kept, defaultBranchRef: defaultBranchRef ? { name: defaultBranchRef.name } : null }),
  );
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  if (hash === reading.cursor.repositories) return;
  reading.cursor = { ...reading.cursor, repositories: hash };
  const count = body.length;
  const payloads = [{ kind: 'repositories', body }];
  yield { phase: 'repositories', payloads, count, total: count, cursor: reading.cursor };
}

/** Says of repositories that GitHub no longer lists them, once. */
function* readGone(
  reading: GithubReading,
  all: readonly ListedRepository[],
): Generator<SourcePage, string[]> {
  const items = goneRepositories(reading, all);
  const gone = items.map(({ id }) => id).toSorted();
  const fresh = items.filter(({ id }) => !reading.cursor.gone.includes(id));
  if (!isDeepStrictEqual(gone, reading.cursor.gone)) {
    reading.cursor = { ...reading.cursor, gone };
    const payloads = fresh.length === 0 ? [] : [{ kind: 'goneRepositories', body: fresh }];
    yield { phase: 'repositories', payloads, count: 0, cursor: reading.cursor };
  }
  return items.map(({ name }) => name);
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

function notesFor(
  { cursor }: GithubReading,
  { gone, withoutRuns }: { readonly gone: readonly string[]; readonly withoutRuns: readonly string[] },
): string[] {
  const notes = [
    ...Object.keys(cursor.refused).flatMap((part) => NOT_READ[part] ?? []),
    ...gone.map(
      (name) =>
        `GitHub no longer lists ${name}: it was removed, it moved to another owner, or the token may not see it. What was read of it stays.`,
    ),
  ];
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
  const { url, repositories: all, teams } = await readOwner(reading);
  const repositories = knownRepositories(reading, all);
  const gone = yield* readGone(reading, all);
  yield* readRepositories(reading, repositories);
  if (teams) yield* readTeams(reading, url, teams);
  for (const each of ['pullRequests', 'issues', 'milestones', 'releases', 'discussions'] as const)
    for (const repository of repositories) yield* readList(reading, each, repository);
  for (const repository of repositories) yield* readBranches(reading, repository);
  for (const repository of repositories) yield* readHistory(reading, repository);
  for (const repository of repositories) yield* readList(reading, 'deployments', repository);
  const withoutRuns = yield* readAllRuns(reading, repositories);
  const notes = notesFor(reading, { gone, withoutRuns });
  const before = cursorFrom(from.cursor);
  const isKnown = isDeepStrictEqual(
    [notes, reading.cursor.refused, reading.cursor.addresses],
    [before.notes, before.refused, before.addresses],
  );
  if (isKnown) return;
  reading.cursor = { ...reading.cursor, notes };
  yield { phase: 'runs', payloads: [], count: 0, notes, cursor: reading.cursor };
}
