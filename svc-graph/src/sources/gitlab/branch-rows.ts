import type { GitlabRows } from './rows.ts';
import type { GitlabBranch, GitlabMergeRequest } from './shapes.ts';

const CATEGORIES = { default: 'other', active: 'inProgress', deleted: 'done' } as const;

/** A branch as its row says. */
interface ToldBranch {
  readonly name: string;
  readonly status: keyof typeof CATEGORIES;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly head: string | null;
}

function addBranch(
  rows: GitlabRows,
  url: string,
  { name, status, createdAt, updatedAt, head }: ToldBranch,
): string {
  const uuid = rows.branch(name);
  const thing = {
    key: `branch:${name}`,
    name,
    url: `${url}/-/tree/${encodeURI(name)}`,
    createdAt,
    updatedAt,
  };
  const facts = {
    firstObservedAt: createdAt ?? updatedAt,
    externalId: name,
    status,
    sourceStatus: null,
    statusCategory: CATEGORIES[status],
    repositoryUuid: rows.repositoryUuid,
    headUuid: head === null ? null : rows.commit(head),
  };
  return rows.add('Branch', thing, facts, uuid);
}

/** Adds the branch of this project that a merge request came from; a fork's is unknown. */
export function addHeadBranch(rows: GitlabRows, merge: GitlabMergeRequest, url: string): string | null {
  if (merge.source_project_id !== merge.project_id) return null;
  const isGone = merge.stats?.sourceBranchExists === false;
  const ended = merge.merged_at ?? merge.closed_at ?? merge.created_at;
  return addBranch(rows, url, {
    name: merge.source_branch,
    status: isGone ? 'deleted' : 'active',
    createdAt: merge.created_at,
    updatedAt: isGone ? ended : merge.created_at,
    head: merge.sha ?? null,
  });
}

/** Adds a branch as the list of branches tells it. */
export function addListedBranch(
  rows: GitlabRows,
  url: string,
  { name, commit, default: isDefault }: GitlabBranch,
  defaultBranch: string | null,
): void {
  const status = isDefault || name === defaultBranch ? 'default' : 'active';
  const updatedAt = commit?.committed_date ?? commit?.created_at ?? null;
  addBranch(rows, url, { name, status, createdAt: null, updatedAt, head: commit?.id ?? null });
}
