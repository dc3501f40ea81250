import { LINEAGE_STEPS } from '@cairn/contracts/story';
import type { EntityMatch } from '../find.ts';
import type { KeyedReader } from '../key-index/keyed-rows.ts';
import { EdgeWalk, listed } from './edge-walk.ts';

export type Step = (typeof LINEAGE_STEPS)[number];
type Uuids = readonly string[];

const RELATIONS = [
  'closes',
  'commitMentions',
  'deploys',
  'deploysIssue',
  'hasCommit',
  'includes',
  'includesIssue',
  'includesPullRequest',
  'ranFor',
] as const;
type Follow = (
  relation: (typeof RELATIONS)[number],
  from: 'fromUuid' | 'toUuid',
  uuids: Uuids,
) => Promise<Uuids>;

/** What a line is read with. */
interface Line {
  readonly follow: Follow;
  /** The values of a column of the rows of a kind that have one of these uuids in another column. */
  readonly column: (kind: string, column: string, where: string, uuids: Uuids) => Promise<Uuids>;
  /** The entity. */
  readonly itself: Uuids;
  /** What a column of the entity names. */
  readonly own: (column: string) => Uuids;
}

const all = async (...parts: (Uuids | Promise<Uuids>)[]): Promise<Uuids> => [
  ...new Set((await Promise.all(parts.map(async (part) => part))).flat()),
];

/** The pull requests that carry the change that an entity of a kind is part of. */
const PULL_REQUESTS: Readonly<Record<string, (line: Line) => Promise<Uuids>>> = {
  PullRequest: async ({ itself }) => itself,
  Issue: ({ follow, itself }) => follow('closes', 'toUuid', itself),
  Commit: ({ follow, column, itself }) =>
    all(follow('hasCommit', 'toUuid', itself), column('PullRequest', 'uuid', 'mergeCommitUuid', itself)),
  CicdPipeline: ({ follow, column, itself, own }) =>
    all(
      column('PullRequest', 'uuid', 'deploymentUuid', itself),
      follow('ranFor', 'fromUuid', itself),
      follow('hasCommit', 'toUuid', own('commitUuid')),
    ),
  Release: async ({ follow, itself }) =>
    all(
      follow('includesPullRequest', 'fromUuid', itself),
      follow('hasCommit', 'toUuid', await follow('includes', 'fromUuid', itself)),
    ),
};

/** What the entity adds to each step by itself, where no pull request stands between. */
const OWN: Readonly<Record<string, (line: Line) => Partial<Record<Step, Uuids | Promise<Uuids>>>>> = {
  Issue: ({ follow, itself }) => ({
    issue: itself,
    commit: follow('commitMentions', 'toUuid', itself),
    pipeline: follow('deploysIssue', 'toUuid', itself),
    release: follow('includesIssue', 'toUuid', itself),
  }),
  Commit: ({ follow, itself }) => ({ commit: itself, issue: follow('commitMentions', 'fromUuid', itself) }),
  CicdPipeline: ({ follow, itself, own }) => ({
    pipeline: itself,
    issue: follow('deploysIssue', 'fromUuid', itself),
    commit: all(own('commitUuid'), follow('deploys', 'fromUuid', itself)),
  }),
  Release: ({ follow, itself }) => ({
    release: itself,
    issue: follow('includesIssue', 'fromUuid', itself),
    commit: follow('includes', 'fromUuid', itself),
  }),
};

const lineOf = (store: KeyedReader, { row }: EntityMatch): Line => {
  const walk = new EdgeWalk(store, RELATIONS);
  return {
    follow: (...of) => walk.follow(...of),
    column: async (kind, column, where, uuids) => {
      if (uuids.length === 0) return [];
      const rows = await store.rows<{ uuid: string }>(
        `SELECT DISTINCT "${column}"::VARCHAR AS uuid FROM "${kind}" WHERE "${where}" IN (${listed('$1')}) AND "${column}" IS NOT NULL`,
        [JSON.stringify(uuids)],
      );
      return rows.map(({ uuid }) => uuid);
    },
    itself: [String(row['uuid'])],
    own: (column) => (typeof row[column] === 'string' ? [row[column]] : []),
  };
};

/** The steps in their order; an incident stands before a release that came after it. */
export function stepsInOrder(at: (step: Step) => string | null): readonly Step[] {
  const [release, incident] = [at('release'), at('incident')].map((moment) => moment && Date.parse(moment));
  if (!release || !incident || release <= incident) return LINEAGE_STEPS;
  return [...LINEAGE_STEPS.filter((step) => step !== 'release'), 'release'];
}

/** True for kinds that a line leads through. */
export const hasLine = (kind: string): boolean => PULL_REQUESTS[kind] !== undefined;

/** The deployments of commits. */
async function deploymentsOf(store: KeyedReader, commits: Uuids): Promise<Uuids> {
  if (commits.length === 0) return [];
  const rows = await store.rows<{ uuid: string }>(
    `SELECT uuid::VARCHAR AS uuid FROM "CicdPipeline" WHERE "commitUuid" IN (${listed('$1')}) AND "isDeployment"`,
    [JSON.stringify(commits)],
  );
  return rows.map(({ uuid }) => uuid);
}

/** The uuids of every step of the line of an entity. */
export async function lineageUuids(
  store: KeyedReader,
  found: EntityMatch,
): Promise<Readonly<Record<Step, Uuids>>> {
  const kind = found.kind.name;
  const line = lineOf(store, found);
  const { follow, column } = line;
  const pullRequest = (await PULL_REQUESTS[kind]?.(line)) ?? [];
  const { issue: issues = [], commit: commits = [], ...own } = OWN[kind]?.(line) ?? {};
  const commit = await all(
    commits,
    follow('hasCommit', 'fromUuid', pullRequest),
    column('PullRequest', 'mergeCommitUuid', 'uuid', pullRequest),
  );
  const deployments = all(
    deploymentsOf(store, commit),
    column('PullRequest', 'deploymentUuid', 'uuid', pullRequest),
  );
  const releases = all(
    follow('includesPullRequest', 'toUuid', pullRequest),
    follow('includes', 'toUuid', commit),
  );
  // What a release or a pipeline brings is much; only what it names itself is part of its line.
  const pipelines = await all(own.pipeline ?? [], kind === 'CicdPipeline' ? [] : deployments);
  // What an incident followed comes before it; what follows an incident is its fix.
  const cause = kind === 'Issue' ? line.own('causedByUuid') : [];
  const pipeline = pipelines.filter((uuid) => !cause.includes(uuid));
  return {
    cause,
    pullRequest,
    commit,
    pipeline,
    issue: await all(issues, follow('closes', 'fromUuid', pullRequest)),
    release: await all(own.release ?? [], kind === 'Release' ? [] : releases),
    incident: await column('Issue', 'uuid', 'causedByUuid', pipeline),
  };
}
