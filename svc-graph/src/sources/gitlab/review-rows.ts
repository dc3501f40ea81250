import type { Row } from '../../store/load.ts';
import type { GitlabRows } from './rows.ts';
import type { GitlabNote, GitlabUser } from './shapes.ts';
import { type ToldMergeRequest, mergeRequestKey } from './told-merge-request.ts';

/** Seconds within which the remarks of one person, and their verdict after them, are one review. */
const TOGETHER = 1_800;

const VERDICTS = {
  approved: { state: 'approved', action: 'approved', status: 'Approved', word: 'approved' },
  changes_requested: {
    state: 'changesRequested',
    action: 'changes_requested',
    status: 'Changes Requested',
    word: 'requested_changes',
  },
} as const;
const COMMENTED = { state: 'commented', action: 'reviewed', status: 'In Review', word: 'reviewed' } as const;

interface Review {
  readonly key: string;
  readonly author: GitlabUser;
  readonly at: number | null;
  readonly verdict: (typeof VERDICTS)[keyof typeof VERDICTS] | typeof COMMENTED;
  readonly notes: readonly GitlabNote[];
}

const isRemark = (note: GitlabNote) => !note.system && (note.type === 'DiffNote' || Boolean(note.position));

/** The remarks of one person on lines, in groups that were written together. */
function groupRemarks(notes: readonly GitlabNote[]): GitlabNote[][] {
  const groups: GitlabNote[][] = [];
  for (const note of notes) {
    const last = groups.at(-1)?.at(-1);
    const isTogether = last && (note.created_at ?? 0) - (last.created_at ?? 0) <= TOGETHER;
    if (isTogether) groups.at(-1)?.push(note);
    else groups.push([note]);
  }
  return groups;
}

/** The verdicts of a merge request, each with the remarks before it, and the remarks that no verdict followed. */
function findReviews({ merge, notes, steps }: ToldMergeRequest): Review[] {
  const byAuthor = new Map<number, GitlabNote[]>();
  const remarks = (notes ?? [])
    .filter((note) => isRemark(note) && note.author?.id !== merge.author?.id)
    .toSorted((a, b) => (a.created_at ?? 0) - (b.created_at ?? 0) || a.id - b.id);
  for (const note of remarks)
    if (note.author) byAuthor.set(note.author.id, [...(byAuthor.get(note.author.id) ?? []), note]);
  const groups = [...byAuthor.values()].flatMap(groupRemarks);
  const taken = new Set<GitlabNote[]>();
  const given = steps.flatMap(({ action, note }): Review[] => {
    if (action !== 'approved' && action !== 'changes_requested') return [];
    const own = groups.find((group) => {
      const [last, at] = [group.at(-1)?.created_at ?? 0, note.created_at ?? 0];
      return (
        !taken.has(group) && group[0]?.author?.id === note.author?.id && last <= at && at - last <= TOGETHER
      );
    });
    if (own) taken.add(own);
    const key = `review:${String(note.id)}`;
    return [{ key, author: note.author, at: note.created_at, verdict: VERDICTS[action], notes: own ?? [] }];
  });
  const said = groups
    .filter((group) => !taken.has(group))
    .flatMap((group): Review[] => {
      const [first] = group;
      if (!first) return [];
      return [
        {
          key: `review:${String(first.id)}`,
          author: first.author,
          at: first.created_at,
          verdict: COMMENTED,
          notes: group,
        },
      ];
    });
  return [...given, ...said];
}

/** Approvals that no note tells, such as those that a server without notes of them has. */
function findApprovals({ merge, steps }: ToldMergeRequest): Review[] {
  const told = new Set(steps.flatMap(({ action, note }) => (action === 'approved' ? [note.author?.id] : [])));
  return (merge.approvedBy ?? []).flatMap(({ user, approved_at: at }) =>
    user && !told.has(user.id)
      ? [
          {
            key: `approval:${mergeRequestKey(merge.project_id, merge.iid)}:${String(user.id)}`,
            author: user,
            at,
            verdict: VERDICTS.approved,
            notes: [],
          },
        ]
      : [],
  );
}

function addReview(rows: GitlabRows, { merge, uuid, subject }: ToldMergeRequest, review: Review): string {
  const { key, author, at, verdict, notes } = review;
  const { state, action, status, word } = verdict;
  const url = notes[0] ? `${merge.web_url ?? ''}#note_${String(notes[0].id)}` : merge.web_url;
  const reviewUuid = rows.add(
    'PullRequestReview',
    { key, name: `Review of ${merge.title}`, url, createdAt: at, updatedAt: at },
    {
      state,
      sourceState: word,
      stateCategory: state === 'approved' ? 'done' : 'inProgress',
      submittedAt: at,
      body: notes[0]?.body ?? '',
      authorUuid: rows.person(author, at),
      pullRequestUuid: uuid,
    },
  );
  // The row of the pull request derives from this event, so the pull request is its target.
  rows.event({
    ...subject,
    type: 'PullRequest',
    uuid,
    id: key,
    at,
    action,
    actor: author,
    newStatus: status,
  });
  return reviewUuid;
}

interface Thread {
  /** The first comment of the thread, which later ones reply to. */
  readonly first: { readonly uuid: string; readonly isRemark: boolean } | null;
  readonly reviewUuid: string | null;
}

/** Adds a comment, of a line or of the whole, and answers its uuid. */
function addNote(
  rows: GitlabRows,
  told: ToldMergeRequest,
  note: GitlabNote,
  { first, reviewUuid }: Thread,
): string {
  const { merge, uuid: pullRequestUuid, subject } = told;
  const { id, body, author, created_at: createdAt, updated_at: updatedAt, position } = note;
  const inLines = first?.isRemark ?? isRemark(note);
  const type = inLines ? 'PullRequestReviewComment' : 'DiscussionComment';
  const place: Row = inLines
    ? {
        path: position?.new_path ?? position?.old_path ?? null,
        line: position?.new_line ?? position?.old_line ?? null,
        reviewUuid,
      }
    : { repositoryUuid: rows.repositoryUuid };
  const key = `note:${String(id)}`;
  const url = merge.web_url ? `${merge.web_url}#note_${String(id)}` : null;
  const facts = {
    body,
    authorUuid: rows.person(author, createdAt),
    pullRequestUuid,
    replyToUuid: first?.uuid ?? null,
  };
  const uuid = rows.add(type, { key, name: body, url, createdAt, updatedAt }, { ...facts, ...place });
  rows.event({
    ...subject,
    action: 'commented',
    type,
    uuid,
    id: key,
    at: createdAt,
    actor: author,
    comment: body,
  });
  return uuid;
}

/** Adds the reviews of a merge request, and its comments; one that GitLab no longer tells leaves. */
export function addRemarks(rows: GitlabRows, told: ToldMergeRequest): void {
  const { merge, uuid } = told;
  const reviews = new Map<number, string>();
  for (const review of [...findReviews(told), ...findApprovals(told)]) {
    const reviewUuid = addReview(rows, told, review);
    for (const { id } of review.notes) reviews.set(id, reviewUuid);
  }
  for (const { notes } of merge.discussions ?? []) {
    let first: Thread['first'] = null;
    let ofThread: string | null = null;
    for (const note of notes.filter(({ system }) => !system)) {
      ofThread ??= reviews.get(note.id) ?? null;
      const added = addNote(rows, told, note, { first, reviewUuid: reviews.get(note.id) ?? ofThread });
      first ??= { uuid: added, isRemark: isRemark(note) };
    }
  }
  if (merge.discussions === null || merge.discussions === undefined) return;
  const owner = { uuid, at: merge.updated_at };
  for (const kind of ['PullRequestReviewComment', 'DiscussionComment'])
    rows.tellWhole({ kind, column: 'pullRequestUuid', ownerKind: 'PullRequest' }, owner);
}
