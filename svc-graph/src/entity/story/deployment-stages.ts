import { z } from 'zod';
import { isoOf } from '../find.ts';
import type { Reader } from '../../query/engine/reader.ts';
import { type StatusEntry, type Workflow, WORKFLOWS, stageOf } from './progress.ts';

type Row = Readonly<Record<string, unknown>>;

/** A run of a commit in a repository. */
interface RunRow {
  readonly name: string | null;
  readonly environment: string | null;
  readonly isDeployment: boolean;
  readonly began: string;
  readonly finishedAt: string | null;
  readonly result: string | null;
  readonly jobs: unknown;
}

/** A moment at which a deployment reached a stage; the end of one that failed has none. */
interface StageEntry extends StatusEntry {
  readonly stage: string | null;
}

/** The stages of one deployment, in their order, and when each was reached. */
export interface DeploymentStages {
  readonly workflow: Workflow;
  readonly entries: readonly StageEntry[];
}

const TEMPLATE = WORKFLOWS.DEPLOYMENT;
const NAMES = TEMPLATE.stages.map(({ name }) => name);
const FAILURES = ['failed', 'failure', 'error', 'cancelled', 'canceled'];

const COLUMNS = `name, environment, coalesce("isDeployment", false) AS "isDeployment",
  coalesce("startedAt", "queuedAt", "createdAt") AS began, "finishedAt", result, jobs`;
/** The runs of the commit of a deployment before it began, the deployment last. */
const RUNS = `WITH own AS (SELECT "commitUuid", "repositoryUuid", ${COLUMNS} FROM "CicdPipeline" WHERE uuid = $1::UUID),
  run AS (SELECT uuid, "commitUuid", "repositoryUuid", ${COLUMNS} FROM "CicdPipeline" WHERE NOT coalesce(deleted, false))
  SELECT r.* EXCLUDE (uuid, "commitUuid", "repositoryUuid"), false AS last FROM run r JOIN own o
    ON r."commitUuid" = o."commitUuid" AND r."repositoryUuid" IS NOT DISTINCT FROM o."repositoryUuid" AND r.began < o.began
  UNION ALL SELECT * EXCLUDE ("commitUuid", "repositoryUuid"), true FROM own
  ORDER BY last, began`;

/** True for a run that brings a commit to a place; a build does not. */
export const isDeployment = (row: Row): boolean =>
  row['isDeployment'] === true || (typeof row['environment'] === 'string' && row['environment'] !== '');

/** Where a deployment goes; one that names no place goes to production. */
export function stagePlace(environment: string | null): string {
  return environment ? (stageOf(TEMPLATE, environment) ?? 'Staging') : 'Production';
}

const WORK = [
  { stage: 'Build', says: /build|compil|packag|bundl/i },
  { stage: 'Test', says: /test|lint|check|verif|spec|e2e/i },
];
const findWork = (name: string) => WORK.find(({ says }) => says.test(name))?.stage ?? null;

const Jobs = z.array(z.object({ name: z.string(), startedAt: z.string().nullish() }));

function jobsIn(jobs: unknown): z.infer<typeof Jobs> {
  try {
    return Jobs.parse(typeof jobs === 'string' ? JSON.parse(jobs) : jobs);
  } catch {
    return [];
  }
}

const entry = (stage: string, at: string): StageEntry => ({
  status: stage,
  stage,
  at: Date.parse(isoOf(at)),
});

/** When a build began to build and to test: by its jobs, else by its name. */
function worked({ name, jobs, began }: RunRow): StageEntry[] {
  const ran = jobsIn(jobs).flatMap((job) => {
    const stage = findWork(job.name);
    return stage && job.startedAt && !Number.isNaN(Date.parse(job.startedAt))
      ? [{ status: stage, stage, at: Date.parse(job.startedAt) }]
      : [];
  });
  if (ran.length > 0) return ran;
  return [entry(findWork(name ?? '') ?? 'Build', began)];
}

const hasFailed = ({ result }: RunRow) => FAILURES.includes(result?.toLowerCase() ?? '');

/** When a deployment was where it goes; the present one also while it runs, and where it failed its end. */
function reached(run: RunRow, isOwn: boolean): StageEntry[] {
  const place = stagePlace(run.environment);
  if (hasFailed(run))
    return isOwn && run.finishedAt ? [{ ...entry('Failed', run.finishedAt), stage: null }] : [];
  if (run.finishedAt) return [entry(place, run.finishedAt)];
  return isOwn ? [entry(place, run.began)] : [];
}

/**
 * The stages through which a deployment went: those that runs of its commit tell, and the one where it goes. A later
 * stage than that is none of its own.
 */
export async function deploymentStages(store: Reader, row: Row): Promise<DeploymentStages> {
  const runs = await store.rows<RunRow>(RUNS, [String(row['uuid'])]);
  const environment = typeof row['environment'] === 'string' ? row['environment'] : null;
  const place = stagePlace(environment);
  const until = NAMES.indexOf(place);
  const before = runs.slice(0, -1).filter((run) => {
    return !isDeployment({ ...run }) || NAMES.indexOf(stagePlace(run.environment)) < until;
  });
  const own = runs.at(-1);
  const entries = [
    ...before.flatMap((run) => (isDeployment({ ...run }) ? reached(run, false) : worked(run))),
    ...(own ? reached(own, true) : []),
  ];
  const tried = before.filter((run) => isDeployment({ ...run })).map((run) => stagePlace(run.environment));
  const told = new Set([place, ...tried, ...entries.map(({ stage }) => stage)]);
  const stages = TEMPLATE.stages.filter(({ name }) => told.has(name));
  return { workflow: { ...TEMPLATE, stages }, entries };
}
