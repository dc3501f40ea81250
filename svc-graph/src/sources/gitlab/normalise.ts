import { z } from 'zod';
import type { NormalisedPayload, Payload, RowsOf } from '../payload.ts';
import { addListedBranch } from './branch-rows.ts';
import { addIssue, withholdIssue } from './issue-rows.ts';
import { addMergeRequest } from './merge-request-rows.ts';
import { addDeployment, addPipeline } from './pipeline-rows.ts';
import { addIteration, addMilestone, addRelease, addTag } from './plan-rows.ts';
import { GitlabRows } from './rows.ts';
import { type GitlabPlaceOfProject, PAYLOADS } from './shapes.ts';

type Bodies = { readonly [Kind in keyof typeof PAYLOADS]: z.output<(typeof PAYLOADS)[Kind]> };
type Makers = { readonly [Kind in keyof Bodies]: (rows: GitlabRows, body: Bodies[Kind], of: RowsOf) => void };

function addProjects(_: GitlabRows, { host, items }: Bodies['projects'], of: RowsOf): GitlabRows[] {
  return items.map((project) => {
    const { id, name, web_url: url, known, created_at: createdAt, path_with_namespace: path } = project;
    const rows = new GitlabRows(of, host, { id, address: known ?? url });
    const thing = { key: `project:${String(id)}`, name, url, createdAt, updatedAt: project.last_activity_at };
    const projectUuid = rows.add('Project', thing, {
      projectKey: path,
      projectTypeKey: project.namespace?.kind ?? null,
    });
    const last = path.split('/').at(-1) ?? name;
    const facts = {
      description: project.description ?? null,
      fullName: path,
      defaultBranch: project.default_branch ?? null,
      private: project.visibility ? project.visibility !== 'public' : null,
      projectUuid,
    };
    const uuid = rows.add(
      'Repository',
      { ...thing, name: last, updatedAt: createdAt },
      facts,
      rows.repositoryUuid ?? '',
    );
    // Of any other a clone may have a name that people know.
    if (known !== null && known !== undefined)
      rows.change('Repository', uuid, { name: last, fullName: path, sourceUrl: url });
    return rows;
  });
}

/** Joins what was collected in several places. */
function join(all: readonly GitlabRows[]): NormalisedPayload {
  const made = all.map((rows) => rows.normalised());
  return {
    loads: made.flatMap(({ loads }) => loads),
    whole: made.flatMap(({ whole = [] }) => whole),
    ignored: made.flatMap(({ ignored = [] }) => ignored),
  };
}

const MAKERS: Omit<Makers, 'projects'> = {
  goneProjects: (rows, { items }) => {
    rows.gone(
      'Repository',
      items.map(({ key }) => rows.repository(key)),
    );
    rows.gone(
      'Project',
      items.map(({ id }) => rows.id(`project:${String(id)}`)),
    );
  },
  members: (rows, { items }) => {
    for (const user of items) rows.person(user, null);
  },
  mergeRequests: (rows, { project, items }) => {
    for (const merge of items) addMergeRequest(rows, merge, project);
  },
  issues: (rows, { items }) => {
    for (const issue of items)
      if ('withheld' in issue) withholdIssue(rows, issue.id);
      else addIssue(rows, issue);
  },
  milestones: (rows, { items }) => {
    for (const milestone of items) addMilestone(rows, milestone);
  },
  iterations: (rows, { items }) => {
    for (const iteration of items) addIteration(rows, iteration);
  },
  releases: (rows, { project, items }) => {
    for (const release of items) addRelease(rows, release, project.url);
  },
  tags: (rows, { project, items }) => {
    for (const tag of items) if (!tag.release) addTag(rows, tag, project.url);
  },
  branches: (rows, { project, items, defaultBranch, gone }) => {
    for (const branch of items) addListedBranch(rows, project.url, branch, defaultBranch);
    for (const name of gone)
      rows.change('Branch', rows.branch(name), { status: 'deleted', statusCategory: 'done' });
  },
  deployments: (rows, { project, items, tiers }) => {
    for (const deployment of items) addDeployment(rows, deployment, { project, tiers });
  },
  pipelines: (rows, { project, items, hasDeployments }) => {
    for (const pipeline of items) addPipeline(rows, pipeline, { project, hasDeployments });
  },
  epics: (rows, { items }) => {
    for (const epic of items) addIssue(rows, epic);
  },
};

const placeIn = (project: GitlabPlaceOfProject) => ({
  id: project.id,
  address: project.known ?? project.url,
});

function makeRows<Kind extends keyof typeof MAKERS>(
  kind: Kind,
  body: unknown,
  of: RowsOf,
): NormalisedPayload {
  const parsed = PAYLOADS[kind].parse(body) as Bodies[Kind];
  const rows =
    'project' in parsed
      ? new GitlabRows(of, parsed.host, placeIn(parsed.project))
      : new GitlabRows(of, parsed.host);
  (MAKERS[kind] as (rows: GitlabRows, body: Bodies[Kind], of: RowsOf) => void)(rows, parsed, of);
  return rows.normalised();
}

const isKnown = (kind: string): kind is keyof typeof MAKERS => Object.hasOwn(MAKERS, kind);

/** Makes the rows of what GitLab sent. A kind that this version does not know makes none. */
export function normaliseGitlab({ kind, body }: Payload, of: RowsOf): NormalisedPayload {
  if (kind === 'projects') {
    const parsed = PAYLOADS.projects.parse(body);
    return join(addProjects(new GitlabRows(of, parsed.host), parsed, of));
  }
  return isKnown(kind) ? makeRows(kind, body, of) : { loads: [], ignored: [kind] };
}
