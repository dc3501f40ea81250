import { z } from 'zod';

/** A moment in any form that GitLab writes: seconds since 1970, or null. */
const Moment = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => {
    const at = text ? Date.parse(text) / 1_000 : Number.NaN;
    return Number.isFinite(at) ? at : null;
  });
const text = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);
const number = z.number().nullish().catch(null);

/** An account, as everything that it did names it. */
export const GitlabUser = z
  .object({ id: z.number(), username: z.string(), name: text, avatar_url: text, web_url: text, bot: flag })
  .nullish()
  .catch(null);
export type GitlabUser = z.infer<typeof GitlabUser>;

const listSchema = <T extends z.ZodType>(item: T) => z.array(item).nullish().catch(null);
const People = listSchema(GitlabUser).transform((users) => users ?? []);

/** Labels are names in most answers, and things with a name in some. */
const Labels = listSchema(
  z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]),
).transform((names) => names ?? []);

const Note = z.object({
  id: z.number(),
  type: text,
  body: z.string(),
  author: GitlabUser,
  created_at: Moment,
  updated_at: Moment,
  system: z.boolean().catch(false),
  position: z
    .object({ new_path: text, old_path: text, new_line: number, old_line: number })
    .nullish()
    .catch(null),
});
export type GitlabNote = z.infer<typeof Note>;

const StateEvent = z.object({ id: z.number(), user: GitlabUser, created_at: Moment, state: z.string() });
const LabelEvent = z.object({
  id: z.number(),
  user: GitlabUser,
  created_at: Moment,
  label: z.object({ name: z.string() }).nullish().catch(null),
  action: z.string(),
});
const Milestone = z.object({
  id: z.number(),
  iid: number,
  project_id: number,
  title: z.string(),
  description: text,
  state: z.union([z.string(), z.number()]),
  created_at: Moment,
  updated_at: Moment,
  closed_at: Moment,
  start_date: Moment,
  due_date: Moment,
  web_url: text,
});
export type GitlabMilestone = z.infer<typeof Milestone>;
/** Iterations without a title are named by their dates. */
const Iteration = Milestone.extend({ title: text });
export type GitlabIteration = z.infer<typeof Iteration>;
const MilestoneEvent = z.object({
  id: z.number(),
  user: GitlabUser,
  created_at: Moment,
  milestone: Milestone.nullish().catch(null),
  action: z.string(),
});

const Commit = z.object({
  id: z.string(),
  title: text,
  message: text,
  author_name: text,
  author_email: text,
  authored_date: Moment,
  committer_name: text,
  committer_email: text,
  committed_date: Moment,
  created_at: Moment,
  parent_ids: listSchema(z.string()),
  web_url: text,
});

const TimeStats = z.object({ time_estimate: number, total_time_spent: number }).nullish().catch(null);

const Work = z.object({
  id: z.number(),
  iid: z.number(),
  project_id: z.number(),
  title: z.string(),
  description: text,
  state: z.string(),
  created_at: Moment,
  updated_at: Moment,
  closed_at: Moment,
  closed_by: GitlabUser,
  author: GitlabUser,
  assignee: GitlabUser,
  assignees: People,
  labels: Labels,
  milestone: Milestone.nullish().catch(null),
  web_url: text,
  user_notes_count: number,
  time_stats: TimeStats,
  stateEvents: listSchema(StateEvent),
  labelEvents: listSchema(LabelEvent),
  milestoneEvents: listSchema(MilestoneEvent),
  /** Accounts that its system notes name and nothing else of it does. */
  named: People,
});
export type GitlabWork = z.infer<typeof Work>;

const Discussion = z.object({ id: z.string(), notes: z.array(Note) });

/** A merge request with everything that belongs to it; what was not asked for, or not to be had, is null. */
export const GitlabMergeRequest = Work.extend({
  merged_at: Moment,
  merged_by: GitlabUser,
  merge_user: GitlabUser,
  target_branch: z.string(),
  source_branch: z.string(),
  source_project_id: number,
  target_project_id: number,
  draft: flag,
  work_in_progress: flag,
  reviewers: People,
  sha: text,
  merge_commit_sha: text,
  squash_commit_sha: text,
  changes_count: z.union([z.string(), z.number()]).nullish().catch(null),
  commits: listSchema(Commit),
  discussions: listSchema(Discussion),
  approvedBy: listSchema(z.object({ user: GitlabUser, approved_at: Moment })),
  reviewerStates: listSchema(z.object({ user: GitlabUser, state: text, created_at: Moment })),
  closes: listSchema(z.object({ id: z.number() })),
  stats: z
    .object({ additions: number, deletions: number, fileCount: number, sourceBranchExists: flag })
    .nullish()
    .catch(null),
});
export type GitlabMergeRequest = z.infer<typeof GitlabMergeRequest>;

const Parent = z.object({ id: z.string(), title: text, type: text, iid: text });
const Link = z.object({ id: z.number(), link_type: text });

/** An issue, an incident, a task or an epic with everything that belongs to it. */
export const GitlabIssue = Work.extend({
  issue_type: text,
  type: text,
  severity: text,
  weight: number,
  confidential: flag,
  iteration: Iteration.nullish().catch(null),
  epic: z.object({ iid: number, title: text, url: text }).nullish().catch(null),
  moved_to_id: number,
  references: z.object({ full: text }).nullish().catch(null),
  notes: listSchema(Note),
  links: listSchema(Link),
  parent: Parent.nullish().catch(null),
});
export type GitlabIssue = z.infer<typeof GitlabIssue>;

/** An issue that only some may see: nothing of it is kept. */
const Withheld = z.object({ id: z.number(), withheld: z.literal(true) });

export const GitlabRelease = z.object({
  tag_name: z.string(),
  name: text,
  description: text,
  created_at: Moment,
  released_at: Moment,
  upcoming_release: flag,
  author: GitlabUser,
  commit: z.object({ id: z.string() }).nullish().catch(null),
  _links: z.object({ self: text }).nullish().catch(null),
});
export type GitlabRelease = z.infer<typeof GitlabRelease>;

export const GitlabTag = z.object({
  name: z.string(),
  message: text,
  created_at: Moment,
  commit: Commit.nullish().catch(null),
  release: z.unknown().optional(),
});
export type GitlabTag = z.infer<typeof GitlabTag>;

export const GitlabBranch = z.object({
  name: z.string(),
  default: flag,
  web_url: text,
  commit: Commit.nullish().catch(null),
});
export type GitlabBranch = z.infer<typeof GitlabBranch>;

const Job = z.object({
  id: z.number(),
  name: z.string(),
  stage: text,
  status: z.string(),
  created_at: Moment,
  started_at: Moment,
  finished_at: Moment,
  duration: number,
});
export type GitlabJob = z.infer<typeof Job>;

export const GitlabPipeline = z.object({
  id: z.number(),
  iid: number,
  name: text,
  sha: z.string(),
  ref: text,
  tag: flag,
  status: z.string(),
  source: text,
  created_at: Moment,
  updated_at: Moment,
  started_at: Moment,
  finished_at: Moment,
  duration: number,
  user: GitlabUser,
  web_url: text,
  jobs: listSchema(Job),
});
export type GitlabPipeline = z.infer<typeof GitlabPipeline>;

export const GitlabDeployment = z.object({
  id: z.number(),
  iid: number,
  ref: text,
  sha: z.string(),
  status: z.string(),
  created_at: Moment,
  updated_at: Moment,
  user: GitlabUser,
  environment: z.object({ name: z.string(), tier: text }).nullish().catch(null),
  deployable: z.object({ started_at: Moment, finished_at: Moment, web_url: text }).nullish().catch(null),
});
export type GitlabDeployment = z.infer<typeof GitlabDeployment>;

export const GitlabProject = z.object({
  id: z.number(),
  name: z.string(),
  description: text,
  default_branch: text,
  web_url: z.string(),
  path_with_namespace: z.string(),
  visibility: text,
  archived: flag,
  created_at: Moment,
  last_activity_at: Moment,
  namespace: z.object({ kind: text }).nullish().catch(null),
});
export type GitlabProject = z.infer<typeof GitlabProject>;

/** How payloads name a project: its address now, and the one that stands in its keys where that is another. */
const Place = z.object({
  id: z.number(),
  url: z.string(),
  path: z.string(),
  name: z.string(),
  known: z.string().optional(),
});
export type GitlabPlaceOfProject = z.infer<typeof Place>;

const ofProject = <T extends z.ZodRawShape>(shape: T) =>
  z.object({ host: z.string(), project: Place, ...shape });

/** The bodies of payloads, by their kinds. */
export const PAYLOADS = {
  projects: z.object({ host: z.string(), items: z.array(GitlabProject.extend({ known: text })) }),
  goneProjects: z.object({ host: z.string(), items: z.array(z.object({ id: z.number(), key: z.string() })) }),
  members: z.object({ host: z.string(), items: z.array(GitlabUser) }),
  mergeRequests: ofProject({ items: z.array(GitlabMergeRequest) }),
  issues: ofProject({ items: z.array(z.union([Withheld, GitlabIssue])) }),
  milestones: ofProject({ items: z.array(Milestone) }),
  iterations: ofProject({ items: z.array(Iteration) }),
  releases: ofProject({ items: z.array(GitlabRelease) }),
  tags: ofProject({ items: z.array(GitlabTag) }),
  branches: ofProject({
    items: z.array(GitlabBranch),
    defaultBranch: z.string().nullable(),
    gone: z.array(z.string()),
  }),
  deployments: ofProject({
    items: z.array(GitlabDeployment),
    tiers: z.record(z.string(), z.string()).catch({}),
  }),
  pipelines: ofProject({ items: z.array(GitlabPipeline), hasDeployments: z.boolean() }),
  epics: z.object({ host: z.string(), items: z.array(GitlabIssue) }),
};
