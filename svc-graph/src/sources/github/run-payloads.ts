import { z } from 'zod';

/** An account as the REST interface tells it. */
const User = z
  .object({
    login: z.string(),
    node_id: z.string(),
    type: z.string().default('User'),
    html_url: z.string().nullish(),
    avatar_url: z.string().nullish(),
  })
  .nullish();

const moment = z.iso.datetime({ offset: true });

const Job = z.object({
  name: z.string(),
  status: z.string(),
  conclusion: z.string().nullish(),
  started_at: moment.nullish(),
  completed_at: moment.nullish(),
});
const Run = z.object({
  id: z.int(),
  node_id: z.string(),
  name: z.string().nullish(),
  path: z.string().nullish(),
  event: z.string(),
  status: z.string().nullish(),
  conclusion: z.string().nullish(),
  head_branch: z.string().nullish(),
  head_sha: z.string(),
  html_url: z.string(),
  created_at: moment,
  updated_at: moment,
  run_attempt: z.int().nullish(),
  run_started_at: moment.nullish(),
  actor: User,
  triggering_actor: User,
  /** Open ones of this repository alone. */
  pull_requests: z.array(z.object({ number: z.int() })).nullish(),
  repository: z.object({ id: z.int() }).nullish(),
  head_repository: z.object({ id: z.int() }).nullish(),
});

/** A page of the runs of workflows, the latest first. */
export const RunPage = z.object({ workflow_runs: z.array(Run) });
/** A page of the jobs of a run. */
export const JobPage = z.object({ total_count: z.int(), jobs: z.array(Job) });

/** What is kept of a page of runs. */
export const RunPayload = z.object({
  repository: z.object({ url: z.string(), name: z.string(), known: z.string().optional() }),
  /** Environments whose deployments have records of their own, in lower case. */
  recorded: z.array(z.string()),
  items: z.array(
    Run.extend({
      jobs: z.array(Job).nullable(),
      /** The ids of the pull requests that it ran for. */
      pulls: z.array(z.string()).optional(),
    }),
  ),
});

export type GithubJob = z.infer<typeof Job>;
export type GithubRun = z.infer<typeof Run>;
export type RestUser = z.infer<typeof User>;
