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

const union = (...parts: (Uuids | undefined)[]): Uuids => [...new Set(parts.flatMap((part) => part ?? []))];

const all = async (...parts: (Uuids | Promise<Uuids>)[]): Promise<Uuids> =>
  union(...(await Promise.all(parts.map(async (part) => part))));

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
  Release: ({ follow, itself }) =>
    all(
      follow('includesPullRequest', 'fromUuid', itself),
      follow('includes', 'fromUuid', itself).then((commits) => follow('hasCommit', 'toUuid', commits)),
    ),
};

/** What the entity adds to each step by itself, where no pull request stands between. */
const OWN: Readonly<Record<string, (line: Line) => Promise<Partial<Record<Step, Uuids>>>>> = {
  Issue: async ({ follow, itself }) => {
    const [commit, pipeline, release] = await Promise.all([
      follow('commitMentions', 'toUuid', itself),
      follow('deploysIssue', 'toUuid', itself),
      follow('includesIssue', 'toUuid', itself),
    ]);
    return { issue: itself, commit, pipeline, release };
  },
  Commit: async ({ follow, itself }) => ({
    commit: itself,
    issue: await follow('commitMentions', 'fromUuid', itself),
  }),
  CicdPipeline: async ({ follow, itself, own }) => {
    const [issue, commit] = await Promise.all([
      follow('deploysIssue', 'fromUuid', itself),
      all(own('commitUuid'), follow('deploys', 'fromUuid', itself)),
    ]);
    return { pipeline: itself, issue, commit };
  },
  Release: async ({ follow, itself }) => {
    const [issue, commit] = await Promise.all([
      follow('includesIssue', 'fromUuid', itself),
      follow('includes', 'fromUuid', itself),
    ]);
    return { release: itself, issue, commit };
  },
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

/**
 * The commits of a line as the pages of its things count them: those that an issue or a release lists itself, else
 * those of its pull requests. The commit that merged them is none of theirs, unless it is all that is known.
 */
function makeStep(
  kind: string,
  { own = [], carried, merged }: Record<'carried' | 'merged', Uuids> & { own?: Uuids | undefined },
): Uuids {
  if (own.length > 0 && kind !== 'Commit') return own;
  const brought = carried.length > 0 ? carried : merged;
  return union(own, brought);
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
  const [own = {}, carried, merged] = await Promise.all([
    OWN[kind]?.(line),
    follow('hasCommit', 'fromUuid', pullRequest),
    column('PullRequest', 'mergeCommitUuid', 'uuid', pullRequest),
  ]);
  const commit = union(own.commit, carried, merged);
  const [deployments, releases, closed] = await Promise.all([
    all(deploymentsOf(store, commit), column('PullRequest', 'deploymentUuid', 'uuid', pullRequest)),
    all(follow('includesPullRequest', 'toUuid', pullRequest), follow('includes', 'toUuid', commit)),
    follow('closes', 'fromUuid', pullRequest),
  ]);
  // What a release or a pipeline brings is much; only what it names itself is part of its line.
  const pipelines = union(own.pipeline, kind === 'CicdPipeline' ? [] : deployments);
  // What an incident followed comes before it; what follows an incident is its fix.
  const cause = kind === 'Issue' ? line.own('causedByUuid') : [];
  const pipeline = pipelines.filter((uuid) => !cause.includes(uuid));
  return {
    cause,
    pullRequest,
    commit: makeStep(kind, { own: own.commit, carried, merged }),
    pipeline,
    issue: union(own.issue, closed),
    release: union(own.release, kind === 'Release' ? [] : releases),
    incident: await column('Issue', 'uuid', 'causedByUuid', pipeline),
  };
}
