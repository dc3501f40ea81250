import type { GithubBranch, GithubMilestone, GithubRelease } from './payloads.ts';
import { type GithubRows, toSeconds } from './rows.ts';

const seconds = (time: string | null | undefined) => (time ? toSeconds(time) : null);

/** Adds a milestone as a sprint. It has no day on which it starts, so it starts when it was made. */
export function addMilestone(rows: GithubRows, milestone: GithubMilestone): void {
  const { id, title, createdAt, closedAt, dueOn, creator = null } = milestone;
  const isClosed = milestone.state.toUpperCase() === 'CLOSED';
  const state = isClosed ? 'closed' : 'active';
  const uuid = rows.add(
    'Sprint',
    { ...milestone, name: title },
    {
      goal: milestone.description ?? null,
      startDate: toSeconds(createdAt),
      endDate: seconds(dueOn) ?? seconds(closedAt),
      state,
      status: state,
      sourceStatus: milestone.state,
      statusCategory: isClosed ? 'done' : 'inProgress',
    },
  );
  const told = { type: 'Sprint', uuid, name: title, reference: title, sprint: uuid };
  const started = { before: null, after: 'active' };
  rows.event({
    ...told,
    id: `${id}:started`,
    at: createdAt,
    action: 'started',
    actor: creator,
    newStatus: 'active',
    delta: { state: started },
  });
  if (isClosed && closedAt)
    rows.event({
      ...told,
      id: `${id}:completed`,
      at: closedAt,
      action: 'completed',
      actor: null,
      newStatus: 'closed',
      delta: { state: { before: 'active', after: 'closed' } },
    });
}

/** Adds a release, the same one as the tag of a clone. */
export function addRelease(rows: GithubRows, release: GithubRelease): void {
  const { id, tagName, publishedAt, isDraft, author = null, tagCommit } = release;
  const name =
    release.name === null || release.name === undefined || release.name === '' ? tagName : release.name;
  const status = isDraft ? 'draft' : 'released';
  const authorUuid = rows.person(author, publishedAt ?? release.createdAt);
  const uuid = rows.add(
    'Release',
    { ...release, name },
    {
      releaseName: name,
      tagName,
      body: release.description ?? null,
      publishedAt: seconds(publishedAt),
      status,
      sourceStatus: status,
      statusCategory: isDraft ? 'todo' : 'done',
      draft: isDraft,
      preRelease: release.isPrerelease,
      repositoryUuid: rows.repositoryUuid,
      commitUuid: tagCommit ? rows.commit(tagCommit.oid) : null,
      authorUuid,
    },
    rows.release(tagName),
  );
  if (publishedAt)
    rows.event({
      type: 'Release',
      uuid,
      name,
      reference: tagName,
      id: `${id}:released`,
      at: publishedAt,
      action: 'released',
      actor: author,
    });
}

const STATUSES: Readonly<Record<string, string>> = {
  default: 'other',
  active: 'inProgress',
  deleted: 'done',
};

/** A branch as the row of it says. */
export interface BranchFacts {
  readonly name: string;
  readonly status: 'default' | 'active' | 'deleted';
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly head: string | null;
}

/** Adds a branch, the same one as that of a clone. */
export function addBranch(rows: GithubRows, url: string, branch: BranchFacts): string {
  const { name, status, createdAt, updatedAt, head } = branch;
  const uuid = rows.branch(name);
  rows.addRow('Branch', {
    uuid,
    name,
    integration: 'github',
    externalId: name,
    sourceUrl: `${url}/tree/${encodeURI(name)}`,
    createdAt,
    updatedAt,
    firstObservedAt: createdAt ?? updatedAt,
    observedAt: updatedAt,
    deleted: false,
    status,
    sourceStatus: null,
    statusCategory: STATUSES[status] ?? 'other',
    repositoryUuid: rows.repositoryUuid,
    headUuid: head === null ? null : rows.commit(head),
  });
  return uuid;
}

/** Adds a branch as the list of branches tells it. */
export function addListedBranch(
  rows: GithubRows,
  url: string,
  { name, target }: GithubBranch,
  defaultBranch: string | null,
): void {
  const updatedAt = seconds(target?.committedDate);
  const status = name === defaultBranch ? 'default' : 'active';
  addBranch(rows, url, { name, status, createdAt: null, updatedAt, head: target?.oid ?? null });
}
