import { z } from 'zod';
import type { NormalisedPayload, Payload, RowsOf } from '../payload.ts';
import { addCommits } from './normalise-commits.ts';
import { addDiscussion } from './normalise-discussion.ts';
import { addIssue } from './normalise-issue.ts';
import { addDeployment, addRun } from './normalise-pipelines.ts';
import { addListedBranch, addMilestone, addRelease } from './normalise-plans.ts';
import { addPullRequest } from './normalise-pull-request.ts';
import { addTeams } from './normalise-teams.ts';
import {
  BranchPayload,
  CommitPayload,
  DeploymentPayload,
  DiscussionPayload,
  GoneRepositoryPayload,
  IssuePayload,
  MilestonePayload,
  PullRequestPayload,
  ReleasePayload,
  RepositoryPayload,
  TeamPayload,
} from './payloads.ts';
import { GithubRows } from './rows.ts';
import { RunPayload } from './run-payloads.ts';

function repositoryLoads(body: unknown, of: RowsOf): NormalisedPayload {
  const repositories = RepositoryPayload.parse(body);
  const [first] = repositories;
  if (!first) return { loads: [] };
  const rows = new GithubRows(of, first.url);
  for (const { id, name, url, known, description, createdAt, ...more } of repositories) {
    const thing = { id, name, url, createdAt, updatedAt: createdAt };
    const facts = {
      description: description ?? null,
      fullName: more.nameWithOwner ?? null,
      defaultBranch: more.defaultBranchRef?.name ?? null,
      private: more.isPrivate ?? null,
    };
    const uuid = rows.add('Repository', thing, facts, rows.repository(known ?? url));
    // Of any other a clone may have a name that people know.
    if (known !== undefined)
      rows.change('Repository', uuid, { name, fullName: facts.fullName, sourceUrl: url });
  }
  return rows.normalised();
}

function goneRepositories(body: unknown, of: RowsOf): NormalisedPayload {
  const gone = GoneRepositoryPayload.parse(body).map(({ key }) => new GithubRows(of, key).repositoryUuid);
  return { loads: [], whole: [{ kind: 'Repository', gone }] };
}

function teamLoads(body: unknown, of: RowsOf): NormalisedPayload {
  const payload = TeamPayload.parse(body);
  const rows = new GithubRows(of, payload.url);
  addTeams(rows, payload);
  return rows.normalised();
}

interface OfRepository {
  readonly repository: { readonly url: string; readonly name: string; readonly known?: string | undefined };
}

/** Adds a whole payload that belongs to one repository. */
const within =
  <Body extends OfRepository>(schema: z.ZodType<Body>, add: (rows: GithubRows, payload: Body) => void) =>
  (body: unknown, of: RowsOf): NormalisedPayload => {
    const payload = schema.parse(body);
    const rows = new GithubRows(of, payload.repository.known ?? payload.repository.url);
    add(rows, payload);
    return rows.normalised();
  };

const KINDS: Readonly<Record<string, (body: unknown, of: RowsOf) => NormalisedPayload>> = {
  repositories: repositoryLoads,
  goneRepositories,
  teams: teamLoads,
  pullRequests: within(PullRequestPayload, (rows, { repository, items }) => {
    for (const pull of items) addPullRequest(rows, pull, repository);
  }),
  issues: within(IssuePayload, (rows, { repository, items }) => {
    for (const issue of items) addIssue(rows, issue, repository.milestones ?? []);
  }),
  milestones: within(MilestonePayload, (rows, { items }) => {
    for (const milestone of items) addMilestone(rows, milestone);
  }),
  releases: within(ReleasePayload, (rows, { items }) => {
    for (const release of items) addRelease(rows, release);
  }),
  branches: within(BranchPayload, (rows, { repository, items, defaultBranch, gone }) => {
    for (const branch of items) addListedBranch(rows, repository.url, branch, defaultBranch);
    for (const name of gone)
      rows.change('Branch', rows.branch(name), { status: 'deleted', statusCategory: 'done' });
  }),
  commits: within(CommitPayload, (rows, { items, branch }) => {
    addCommits(rows, items, branch);
  }),
  discussions: within(DiscussionPayload, (rows, { items }) => {
    for (const discussion of items) addDiscussion(rows, discussion);
  }),
  deployments: within(DeploymentPayload, (rows, { repository, items }) => {
    for (const deployment of items) addDeployment(rows, deployment, repository.name);
  }),
  runs: within(RunPayload, (rows, { repository, recorded, items }) => {
    for (const run of items) addRun(rows, run, { repository: repository.name, recorded });
  }),
};

/** Makes the rows of what GitHub sent. A kind that this version does not know makes none. */
export function normaliseGithub({ kind, body }: Payload, of: RowsOf): NormalisedPayload {
  const make = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  return make ? make(body, of) : { loads: [], ignored: [kind] };
}
