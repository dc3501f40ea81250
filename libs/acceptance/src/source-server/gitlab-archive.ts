import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const List = z.array(z.looseObject({})).default([]);
const Thing = z.looseObject({ id: z.number(), updated_at: z.string().optional() });

/** A merge request with what belongs to it, each under the last word of its path. */
const MergeRequest = Thing.extend({
  iid: z.number(),
  discussions: List,
  commits: List,
  approvals: z.looseObject({}).default({}),
  reviewer_states: List,
  resource_state_events: List,
  resource_label_events: List,
  resource_milestone_events: List,
  closes_issues: List,
  /** What GraphQL answers for it. */
  diffStatsSummary: z.looseObject({}).nullish(),
  sourceBranchExists: z.boolean().nullish(),
});

const Issue = Thing.extend({
  iid: z.number(),
  notes: List,
  resource_state_events: List,
  resource_label_events: List,
  resource_milestone_events: List,
  links: List,
  /** What GraphQL answers for it: the work item that it belongs to. */
  parent: z.looseObject({}).nullish(),
});

const Project = z.looseObject({
  id: z.number(),
  path_with_namespace: z.string(),
  members: List,
  merge_requests: z.array(MergeRequest).default([]),
  issues: z.array(Issue).default([]),
  milestones: List,
  iterations: List,
  releases: List,
  tags: List,
  branches: List,
  environments: List,
  deployments: z.array(Thing).default([]),
  pipelines: z.array(Thing.extend({ jobs: List })).default([]),
});

/** What a GitLab holds: projects as its REST interface sends them, each with its lists, and epics as GraphQL sends them. */
export const GitlabArchive = z.object({
  projects: z.array(Project),
  epics: z.array(z.looseObject({ group: z.string(), id: z.string() })).default([]),
  groups: z.array(z.looseObject({ full_path: z.string(), visibility: z.string() })).default([]),
});
export type GitlabArchive = z.infer<typeof GitlabArchive>;
export type GitlabArchiveProject = GitlabArchive['projects'][number];

const GZIP = 0x1f;

/** Reads archives from files, plain or gzipped, as one GitLab. */
export function readGitlabArchives(files: readonly string[]): GitlabArchive {
  const parts = files.map((file) => {
    const bytes = readFileSync(file);
    const text = bytes[0] === GZIP ? gunzipSync(bytes) : bytes;
    return GitlabArchive.parse(JSON.parse(text.toString('utf8')));
  });
  return {
    projects: parts.flatMap(({ projects }) => projects),
    epics: parts.flatMap(({ epics }) => epics),
    groups: parts.flatMap(({ groups }) => groups),
  };
}
