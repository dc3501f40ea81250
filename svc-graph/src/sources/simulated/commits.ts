import { hash } from 'node:crypto';
import type { Repository, SourceFile } from './places.ts';
import type { Actor, Stage } from './stage.ts';

export interface CommitPlan {
  readonly repository: Repository;
  readonly actor: Actor;
  readonly at: number;
  /** When it became what it is; later than `at` for what was rebased. */
  readonly message: string;
  readonly branch: string;
  readonly parent: string | null;
  readonly merge?: string | null;
  readonly issue?: string | null;
  readonly pullRequest?: string | null;
  readonly lines?: number;
}

export interface Made {
  readonly uuid: string;
  readonly sha: string;
  readonly additions: number;
  readonly deletions: number;
  readonly files: readonly SourceFile[];
}

function touched(stage: Stage, { repository, merge }: CommitPlan): SourceFile[] {
  if (merge) return [];
  const count = Math.min(12, Math.max(1, Math.round(stage.random.around(2, 0.7))));
  const files = new Set<SourceFile>();
  for (let turn = 0; turn < count; turn += 1) files.add(stage.random.skewed(repository.files));
  return [...files];
}

function touch(stage: Stage, uuid: string, at: number, files: readonly SourceFile[], lines: number) {
  let [additions, deletions, added] = [0, 0, 0];
  for (const file of files) {
    const plus = Math.max(1, Math.round(stage.random.around(lines, 1)));
    const isNew = file.last === 0;
    const minus = isNew ? 0 : Math.floor(plus * stage.random.next() * 0.8);
    if (isNew) added += 1;
    additions += plus;
    deletions += minus;
    if (at < stage.to) {
      file.first = Math.min(file.first, at);
      file.last = Math.max(file.last, at);
    }
    stage.edge('touches', uuid, file.uuid, at, null, {
      additions: plus,
      deletions: minus,
      change: isNew ? 'added' : 'modified',
    });
  }
  return { additions, deletions, added };
}

/** One commit with what it touches; a merge touches nothing. */
export function commit(stage: Stage, plan: CommitPlan): Made {
  const {
    repository,
    actor,
    at,
    message,
    branch,
    parent,
    merge = null,
    issue = null,
    pullRequest = null,
  } = plan;
  repository.numbers += 1;
  const sha = hash('sha1', `${repository.uuid}${String(repository.numbers)}${message}`);
  const externalId = `commit:${sha}`;
  const uuid = stage.id('github', externalId);
  const files = touched(stage, plan);
  const { additions, deletions, added } = touch(stage, uuid, at, files, plan.lines ?? 14);
  const isNew = new Set(files.filter((file) => file.first === at).slice(0, added));
  const authoredAt = at - (merge ? 0 : stage.random.whole(0, 600));
  stage.add('Commit', at, {
    ...stage.common('github', externalId, message, authoredAt, at),
    sha,
    message: issue === null ? message : `${message}\n\nPart of the work on the ticket.`,
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
  });
  for (const before of [parent, merge]) if (before) stage.edge('parent', uuid, before, at);
  if (pullRequest && !merge) stage.edge('hasCommit', pullRequest, uuid, at);
  if (issue) stage.edge('commitMentions', uuid, issue, at);
  stage.event({
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
    issue,
    pullRequest,
  });
  return { uuid, sha, additions, deletions, files };
}
