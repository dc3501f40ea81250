import { z } from 'zod';
import { askGitlabGraph, readOne, readWhole } from './ask-gitlab.ts';
import { type GitlabReading, noteRefused } from './cursor.ts';
import type { KnownProject } from './known-projects.ts';
import type { ChangedList, ChangedThing } from './read-changed.ts';
import { namesInNotes } from './system-notes.ts';
import { parentIn, workItemWidgets } from './work-items.ts';

const Numbered = z.looseObject({ id: z.number() });
const Note = z.looseObject({
  id: z.number(),
  body: z.unknown(),
  system: z.unknown(),
  internal: z.boolean().nullish(),
  confidential: z.boolean().nullish(),
});
const Discussion = z.looseObject({ id: z.string(), notes: z.array(Note) });
const Commit = z.looseObject({ id: z.string() });
const Approvals = z.looseObject({ approved_by: z.array(z.unknown()).nullish() });
const Reviewer = z.looseObject({ user: z.unknown() });

/** Internal notes are for the members of a project alone, so nothing of them is kept. */
const isOpenNote = ({ internal, confidential }: z.infer<typeof Note>) =>
  internal !== true && confidential !== true;

const iidIn = (thing: ChangedThing) => String(z.object({ iid: z.number() }).parse(thing).iid);

const Account = z.looseObject({ id: z.number(), username: z.string() });

/** The accounts that notes name and a thing does not tell otherwise, each asked for once in a reading. */
async function readNamed(
  { access, accounts }: GitlabReading,
  notes: readonly z.infer<typeof Note>[],
  thing: object,
) {
  const told = JSON.stringify([thing, notes]);
  const names = namesInNotes(notes).filter((name) => !told.includes(`"username":${JSON.stringify(name)}`));
  for (const username of names.filter((name) => !accounts.has(name))) {
    const found = await readWhole(access, { path: 'users', item: Account, query: { username } });
    accounts.set(username, found?.[0]);
  }
  return names.flatMap((name) => accounts.get(name) ?? []);
}

const STATS = `query stats($path: ID!, $iids: [String!]) {
  project(fullPath: $path) {
    mergeRequests(iids: $iids, first: 100) {
      nodes { iid sourceBranchExists diffStatsSummary { additions deletions fileCount } }
    }
  }
}`;
const Stats = z.object({
  project: z.object({
    mergeRequests: z.object({
      nodes: z.array(
        z.object({
          iid: z.string(),
          sourceBranchExists: z.boolean().nullish(),
          diffStatsSummary: z
            .object({ additions: z.number(), deletions: z.number(), fileCount: z.number() })
            .nullish(),
        }),
      ),
    }),
  }),
});

/** The merge requests of projects: what GitLab lists, and what belongs to each. */
export function mergeRequestList(reading: GitlabReading): ChangedList {
  const { access } = reading;
  return {
    kind: 'mergeRequests',
    path: 'merge_requests',
    query: { scope: 'all', state: 'all', with_labels_details: 'false' },
    async together({ path }, things) {
      const answer = await askGitlabGraph(access, STATS, { path, iids: things.map(iidIn) }, Stats);
      if (!answer) noteRefused(reading, 'stats', path);
      const found = new Map(answer?.project.mergeRequests.nodes.map((node) => [node.iid, node]));
      return (thing) => {
        const { diffStatsSummary, sourceBranchExists } = found.get(iidIn(thing)) ?? {};
        return answer ? { stats: { ...diffStatsSummary, sourceBranchExists } } : {};
      };
    },
    async whole({ id }, thing) {
      const path = `projects/${String(id)}/merge_requests/${iidIn(thing)}`;
      const list = <T>(name: string, item: z.ZodType<T>) =>
        readWhole(access, { path: `${path}/${name}`, item });
      const [
        discussions,
        commits,
        approvals,
        reviewerStates,
        stateEvents,
        labelEvents,
        milestoneEvents,
        closes,
      ] = await Promise.all([
        list('discussions', Discussion),
        list('commits', Commit),
        readOne(access, `${path}/approvals`, Approvals),
        list('reviewers', Reviewer),
        list('resource_state_events', Numbered),
        list('resource_label_events', Numbered),
        list('resource_milestone_events', Numbered),
        list('closes_issues', Numbered),
      ]);
      const open = discussions?.map((each) => ({ ...each, notes: each.notes.filter(isOpenNote) })) ?? null;
      const notes = open?.flatMap((each) => each.notes) ?? [];
      return {
        gid: `gid://gitlab/MergeRequest/${String(thing.id)}`,
        discussions: open,
        named: await readNamed(reading, notes, thing),
        commits,
        approvedBy: approvals?.approved_by ?? null,
        reviewerStates,
        stateEvents,
        labelEvents,
        milestoneEvents,
        closes: closes?.map((issue) => ({ id: issue.id })) ?? null,
      };
    },
  };
}

const PARENTS = `query parents($path: ID!, $iids: [String!]) {
  project(fullPath: $path) {
    workItems(iids: $iids, first: 100) {
      nodes {
        iid
        widgets { type ... on WorkItemWidgetHierarchy { parent { id iid title confidential workItemType { name } } } }
      }
    }
  }
}`;
const Parents = z.object({
  project: z.object({
    workItems: z.object({ nodes: z.array(z.object({ iid: z.string(), widgets: workItemWidgets })) }),
  }),
});

const Confidential = z.object({ confidential: z.literal(true) });
const isWithheld = (thing: ChangedThing) => Confidential.safeParse(thing).success;

/** The issues of projects: what GitLab lists, and what belongs to each; of one that only some may see, its number. */
export function issueList(reading: GitlabReading): ChangedList {
  const { access } = reading;
  return {
    kind: 'issues',
    path: 'issues',
    query: { scope: 'all', state: 'all' },
    async together({ path }, things) {
      const answer = await askGitlabGraph(access, PARENTS, { path, iids: things.map(iidIn) }, Parents);
      if (!answer) noteRefused(reading, 'parents', path);
      const found = new Map(
        answer?.project.workItems.nodes.map(({ iid, widgets }) => [iid, parentIn(widgets)]),
      );
      return (thing) => ({ parent: found.get(iidIn(thing)) ?? null });
    },
    hides: isWithheld,
    async whole({ id }: KnownProject, thing) {
      const path = `projects/${String(id)}/issues/${iidIn(thing)}`;
      const list = <T>(name: string, item: z.ZodType<T>, query = {}) =>
        readWhole(access, { path: `${path}/${name}`, item, query });
      const [notes, stateEvents, labelEvents, milestoneEvents, links] = await Promise.all([
        list('notes', Note, { sort: 'asc', order_by: 'created_at' }),
        list('resource_state_events', Numbered),
        list('resource_label_events', Numbered),
        list('resource_milestone_events', Numbered),
        list('links', Numbered),
      ]);
      const open = notes?.filter(isOpenNote) ?? null;
      return {
        gid: `gid://gitlab/Issue/${String(thing.id)}`,
        notes: open,
        named: await readNamed(reading, open ?? [], thing),
        stateEvents,
        labelEvents,
        milestoneEvents,
        links: links?.map(({ id: other, link_type: type }) => ({ id: other, link_type: type })) ?? null,
      };
    },
  };
}

/** The pipelines of projects, with the times, the account and the jobs of each. */
export function pipelineList({ access }: GitlabReading, hasDeployments: boolean): ChangedList {
  return {
    kind: 'pipelines',
    path: 'pipelines',
    more: { hasDeployments },
    async whole({ id }, thing) {
      const path = `projects/${String(id)}/pipelines/${String(thing.id)}`;
      const [detail, jobs] = await Promise.all([
        readOne(access, path, Numbered),
        readWhole(access, { path: `${path}/jobs`, item: Numbered }),
      ]);
      return {
        ...detail,
        updated_at: thing.updated_at,
        gid: `gid://gitlab/Ci::Pipeline/${String(thing.id)}`,
        jobs,
      };
    },
  };
}

/** The deployments of projects; the tiers are those of their environments, by name. */
export const deploymentList = (tiers: Readonly<Record<string, string>>): ChangedList => ({
  kind: 'deployments',
  path: 'deployments',
  more: { tiers },
  whole: ({ id }, thing) =>
    Promise.resolve({ gid: `gid://gitlab/Deployment/${String(thing.id)}`, projectId: id }),
});
