import { hash } from 'node:crypto';
import type { SimulatedRepository, SimulatedFile } from './offices.ts';
import type { SimulatedActor, Emitter } from './emitter.ts';

export interface CommitPlan {
  readonly repository: SimulatedRepository;
  readonly actor: SimulatedActor;
  readonly at: number;
  /** The commit date; later than `at` after a rebase. */
  readonly message: string;
  readonly branch: string;
  readonly parent: string | null;
  readonly merge?: string | null;
  readonly issue?: { readonly uuid: string; readonly key: string } | null;
  readonly pullRequest?: string | null;
  readonly lines?: number;
}

export interface SimulatedCommit {
  readonly uuid: string;
  readonly sha: string;
  readonly at: number;
  readonly additions: number;
  readonly deletions: number;
  readonly files: readonly SimulatedFile[];
  /** Assigns it to another branch: that of a merge, which it comes to belong to. */
  moveTo(branch: string): void;
}

function pickFiles(emitter: Emitter, { repository, merge }: CommitPlan): SimulatedFile[] {
  if (merge) return [];
  const count = Math.min(12, Math.max(1, Math.round(emitter.random.around(2, 0.7))));
  const files = new Set<SimulatedFile>();
  for (let turn = 0; turn < count; turn += 1) files.add(emitter.random.skewed(repository.files));
  return [...files];
}

interface FileChanges {
  readonly uuid: string;
  readonly at: number;
  readonly files: readonly SimulatedFile[];
  readonly lines: number;
}

function changeFiles(emitter: Emitter, { uuid, at, files, lines: median }: FileChanges) {
  let [additions, deletions, added] = [0, 0, 0];
  for (const file of files) {
    const plus = Math.max(1, Math.round(emitter.random.around(median, 1)));
    const isNew = file.last === 0;
    const minus = isNew ? 0 : Math.floor(plus * emitter.random.next() * 0.8);
    if (isNew) added += 1;
    additions += plus;
    deletions += minus;
    if (at < emitter.to) {
      file.first = Math.min(file.first, at);
      file.last = Math.max(file.last, at);
    }
    emitter.edge('touches', uuid, file.uuid, {
      since: at,
      properties: {
        additions: plus,
        deletions: minus,
        change: isNew ? 'added' : 'modified',
      },
    });
  }
  return { additions, deletions, added };
}

interface CommitName {
  readonly uuid: string;
  readonly sha: string;
  readonly externalId: string;
}

/** Emits the edges and the event of a commit. */
function emitCommitLinks(emitter: Emitter, plan: CommitPlan, { uuid, sha, externalId }: CommitName): void {
  const { repository, actor, at, message, parent } = plan;
  const { merge = null, issue = null, pullRequest = null } = plan;
  for (const before of [parent, merge]) if (before) emitter.edge('parent', uuid, before, { since: at });
  if (pullRequest && !merge) emitter.edge('hasCommit', pullRequest, uuid, { since: at });
  // A merge says which pull request it merges.
  if (pullRequest && merge) emitter.edge('commitNamesPullRequest', uuid, pullRequest, { since: at });
  if (issue) emitter.edge('commitMentions', uuid, issue.uuid, { since: at });
  emitter.event({
    at,
    integration: 'github',
    action: merge ? 'merged' : 'committed',
    type: 'Commit',
    uuid,
    id: externalId,
    name: message,
    actor,
    reference: sha.slice(0, 10),
    repository: repository.uuid,
    project: repository.project,
    issue: issue?.uuid ?? null,
    pullRequest,
  });
}

/** Emits one commit with the files it touches; a merge touches none. */
export function commit(emitter: Emitter, plan: CommitPlan): SimulatedCommit {
  const { repository, actor, at, message, branch, merge = null, issue = null } = plan;
  repository.numbers += 1;
  const sha = hash('sha1', `${repository.salt}${String(repository.numbers)}${message}`);
  const externalId = `commit:${sha}`;
  const uuid = emitter.commitId(sha);
  const files = pickFiles(emitter, plan);
  const { additions, deletions, added } = changeFiles(emitter, { uuid, at, files, lines: plan.lines ?? 14 });
  const isNew = new Set(files.filter((file) => file.first === at).slice(0, added));
  const authoredAt = at - (merge ? 0 : emitter.random.whole(0, 600));
  const row = {
    ...emitter.common('github', externalId, { name: message, createdAt: authoredAt, updatedAt: at }),
    uuid,
    sha,
    message: issue === null ? message : `${message}\n\nPart of ${issue.key}.`,
    authoredAt,
    committedAt: at,
    additions,
    deletions,
    changedFiles: files.length,
    isMerge: merge !== null,
    totalFilesAdded: isNew.size,
    totalFilesModified: files.length - isNew.size,
    totalFilesDeleted: 0,
    filesAdded: [...isNew].map(({ path }) => path),
    filesModified: files.filter((file) => !isNew.has(file)).map(({ path }) => path),
    filesDeleted: [],
    authorUuid: actor.uuid,
    committerUuid: actor.uuid,
    repositoryUuid: repository.uuid,
    branchUuid: branch,
  };
  emitter.add('Commit', at, row);
  emitCommitLinks(emitter, plan, { uuid, sha, externalId });
  const moveTo = (other: string) => void (row.branchUuid = other);
  return { uuid, sha, at, additions, deletions, files, moveTo };
}
