import type { GithubActor, GithubTimelineItem, GithubWork } from './payloads.ts';
import { type GithubRows, toSeconds } from './rows.ts';

/** What the events of a timeline have in common. */
interface Told {
  readonly type: 'Issue' | 'PullRequest';
  readonly uuid: string;
  readonly name: string;
  readonly reference: string;
}

/** What an entry of a timeline means; those without an entry here tell nothing. */
const STEPS: Readonly<Record<string, { readonly action: string; readonly status?: string }>> = {
  ReadyForReviewEvent: { action: 'ready_for_review', status: 'In Review' },
  ConvertToDraftEvent: { action: 'converted_to_draft', status: 'Draft' },
  ReviewRequestedEvent: { action: 'review_requested', status: 'In Review' },
  ReviewRequestRemovedEvent: { action: 'review_request_removed' },
  ClosedEvent: { action: 'closed', status: 'Closed' },
  ReopenedEvent: { action: 'reopened', status: 'Open' },
  AssignedEvent: { action: 'assigned' },
  UnassignedEvent: { action: 'unassigned' },
  MilestonedEvent: { action: 'sprint_changed' },
  DemilestonedEvent: { action: 'sprint_changed' },
};

export const NOT_PLANNED = 'NOT_PLANNED';
/** The status of an issue that was closed for a reason; what was not planned counts as cancelled. */
export const closedAs = (reason: string | null | undefined) =>
  reason === NOT_PLANNED ? 'Not planned' : 'Closed';

const nameFor = (actor: GithubActor | undefined) => actor?.name ?? actor?.login ?? null;

/** The field that an entry changed. */
function deltaFor(item: GithubTimelineItem) {
  const added = (field: string, value: string | null) => ({ [field]: { before: null, after: value } });
  const removed = (field: string, value: string | null) => ({ [field]: { before: value, after: null } });
  const { __typename: type, milestoneTitle = null } = item;
  if (type === 'AssignedEvent') return added('assignee', nameFor(item.assignee));
  if (type === 'UnassignedEvent') return removed('assignee', nameFor(item.assignee));
  if (type === 'ReviewRequestedEvent') return added('reviewer', nameFor(item.requestedReviewer));
  if (type === 'ReviewRequestRemovedEvent') return removed('reviewer', nameFor(item.requestedReviewer));
  if (type === 'MilestonedEvent') return added('sprint', milestoneTitle);
  if (type === 'DemilestonedEvent') return removed('sprint', milestoneTitle);
  return undefined;
}

/** The entries of a timeline from the oldest on; undefined where the server told none. */
export const timelineFor = ({ timelineItems }: Pick<GithubWork, 'timelineItems'>) =>
  timelineItems?.nodes.toSorted((a, b) => toSeconds(a.createdAt) - toSeconds(b.createdAt));

/** The entries that tell something. GitHub closes what it merges, which is told as the merge alone. */
function tellingItems(items: readonly GithubTimelineItem[], isMerged: boolean): GithubTimelineItem[] {
  const lasting = items.findLastIndex(
    ({ __typename: type }) => type === 'ClosedEvent' || type === 'ReopenedEvent',
  );
  return items.filter(
    ({ __typename: type }, index) =>
      type in STEPS && !(isMerged && type === 'ClosedEvent' && index === lasting),
  );
}

/** Adds the events of a timeline. */
export function addTimeline(
  rows: GithubRows,
  told: Told,
  items: readonly GithubTimelineItem[],
  isMerged = false,
): void {
  const subject = told.type === 'Issue' ? { issue: told.uuid } : { pullRequest: told.uuid };
  for (const { __typename: type } of items) if (!(type in STEPS)) rows.ignored.push(type);
  for (const item of tellingItems(items, isMerged)) {
    const step = STEPS[item.__typename];
    if (!step) continue;
    const { action } = step;
    const status = action === 'closed' ? closedAs(item.stateReason) : step.status;
    const delta = deltaFor(item);
    rows.event({
      ...told,
      ...subject,
      id: item.id,
      at: item.createdAt,
      action,
      actor: item.actor ?? null,
      ...(status === undefined ? {} : { newStatus: status }),
      ...(delta ? { delta } : {}),
      ...(action === 'converted_to_draft' ? { draft: true } : {}),
    });
  }
}

/** A time in which somebody or something belonged to a thing. */
interface Span {
  readonly key: string;
  readonly since: number;
  readonly until: number | null;
}

/** One change of who belongs to a thing. */
export interface Turn {
  readonly key: string;
  readonly at: number;
  readonly isOn: boolean;
}

/** Who belonged to a thing from when until when, from its changes and those who belong to it now. */
export function belonging(turns: readonly Turn[], present: readonly string[], begun: number): Span[] {
  const open = new Map<string, number>();
  const spans: Span[] = [];
  for (const { key, at, isOn } of turns) {
    const since = open.get(key);
    if (isOn && since === undefined) open.set(key, at);
    if (isOn || since === undefined) continue;
    open.delete(key);
    spans.push({ key, since, until: at });
  }
  for (const key of present) if (!open.has(key)) open.set(key, begun);
  return [...spans, ...[...open].map(([key, since]) => ({ key, since, until: null }))];
}

type Person = (actor: GithubActor, at: string) => string | null;

/** The changes that two kinds of entries of a timeline tell of people. */
export function personTurns(
  items: readonly GithubTimelineItem[],
  [added, removed]: readonly [string, string],
  who: (item: GithubTimelineItem) => GithubActor | undefined,
  person: Person,
): Turn[] {
  return items.flatMap((item) => {
    const isOn = item.__typename === added;
    if (!isOn && item.__typename !== removed) return [];
    const key = person(who(item) ?? null, item.createdAt);
    return key === null ? [] : [{ key, at: toSeconds(item.createdAt), isOn }];
  });
}
