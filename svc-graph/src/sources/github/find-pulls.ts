import { z } from 'zod';
import { PartsRefused, askGithub } from './ask.ts';
import type { From } from './cursor.ts';
import type { ListedRepository } from './payloads.ts';
import type { GithubRun } from './run-payloads.ts';

const Pull = z.object({
  id: z.string(),
  number: z.int(),
  headRefName: z.string(),
  headRefOid: z.string(),
});
type Pull = z.infer<typeof Pull>;

const Found = z.object({
  node: z
    .record(
      z.string(),
      z.object({ associatedPullRequests: z.object({ nodes: z.array(Pull) }).nullish() }).nullable(),
    )
    .nullable(),
});

const NODES = '{ nodes { id number headRefName headRefOid } }';

/** Asks for the pull requests of commits, each under a name of its own. */
function queryFor(names: readonly string[]): string {
  const variables = names.map((name) => `$${name}: GitObjectID!`);
  const parts = names.map(
    (name) =>
      `${name}: object(oid: $${name}) { ... on Commit { associatedPullRequests(first: 10) ${NODES} } }`,
  );
  return `query runPulls(${['$id: ID!', ...variables].join(', ')}) { node(id: $id) { ... on Repository { ${parts.join(' ')} } } }`;
}

const ran =
  ({ head_branch: branch, head_sha: sha, pull_requests: named }: GithubRun) =>
  ({ number, headRefName, headRefOid }: Pull) =>
    headRefOid === sha || headRefName === branch || (named ?? []).some((each) => each.number === number);

/**
 * Finds the pull requests that runs were for, as ids. A run itself names those that are open and come from the same
 * repository, and no id of them, so that their commits are asked for. What ran on the default branch was for none.
 */
export async function findPulls(
  from: From,
  { id, defaultBranchRef }: ListedRepository,
  runs: readonly GithubRun[],
): Promise<(run: GithubRun) => string[]> {
  const isElsewhere = (run: GithubRun) =>
    run.head_branch !== defaultBranchRef?.name || run.event.startsWith('pull_request');
  const shas = [...new Set(runs.filter(isElsewhere).map(({ head_sha: sha }) => sha))];
  if (shas.length === 0) return () => [];
  const names = shas.map((_, index) => `c${String(index)}`);
  const variables = { id, ...Object.fromEntries(names.map((name, index) => [name, shas[index]])) };
  const asked = { query: queryFor(names), variables, answer: Found, parts: ['associatedPullRequests'] };
  const { node } = await askGithub(from, asked).catch((error: unknown) => {
    if (error instanceof PartsRefused) return { node: null };
    throw error;
  });
  const pullsAt = new Map(
    shas.map((sha, index) => [sha, node?.[names[index] ?? '']?.associatedPullRequests?.nodes ?? []]),
  );
  return (run) =>
    isElsewhere(run) ? (pullsAt.get(run.head_sha) ?? []).filter(ran(run)).map((pull) => pull.id) : [];
}
