import { DAY, HOUR, after } from './calendar.ts';
import type { Member } from './cast.ts';
import { issueRow } from './issue-row.ts';
import { ownFields } from './own-fields.ts';
import type { Place } from './places.ts';
import type { Stage } from './stage.ts';
import { REASONS, REMARKS, THINGS, VERBS } from './words.ts';

export interface Issue {
  readonly uuid: string;
  readonly key: string;
  readonly title: string;
  readonly type: string;
}

export interface Sprint {
  readonly uuid: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface IssuePlan {
  readonly place: Place;
  readonly type: string;
  readonly title?: string;
  readonly createdAt: number;
  readonly creator: Member;
  readonly assignee: Member;
  readonly sprint: Sprint | null;
  readonly next?: Sprint | null;
  readonly priority?: string;
}

/** A status that it takes at a moment. */
type Step = readonly [at: number, status: string, actor: Member];

const CATEGORY: Readonly<Record<string, string>> = {
  'To Do': 'todo',
  'In Progress': 'inProgress',
  'In Review': 'inProgress',
  Done: 'done',
  Cancelled: 'done',
};
const POINTS = [1, 2, 2, 3, 3, 5, 8];
const PRIORITIES = ['Medium', 'Medium', 'High', 'Low', 'Highest'];

/** Names an issue before its life is known, so that work can refer to it. */
export function nameIssue(
  stage: Stage,
  { place, type, title }: Pick<IssuePlan, 'place' | 'type' | 'title'>,
): Issue {
  place.issues += 1;
  const key = `${place.key}-${String(place.issues)}`;
  const words = title ?? `${stage.random.pick(VERBS)} ${stage.random.pick(THINGS)}`;
  return { uuid: stage.id('jira', `issue:${key}`), key, title: words, type };
}

function happen(
  stage: Stage,
  place: Place,
  issue: Issue,
  steps: readonly Step[],
  sprint: Sprint | null,
  people: readonly Member[],
): void {
  let before: string | null = null;
  for (const [index, [at, status, meant]] of steps.entries()) {
    // What somebody who left had still to do, somebody else does.
    const actor =
      at < meant.left ? meant : (people.find((each) => each.joined <= at && at < each.left) ?? meant);
    const delta: Record<string, { before: unknown; after: unknown }> = {
      status: { before, after: status },
      statusCategory: { before: before === null ? null : CATEGORY[before], after: CATEGORY[status] },
    };
    if (index === 0 && sprint) delta['sprint'] = { before: null, after: sprint.name };
    stage.event({
      at,
      integration: 'jira',
      action: index === 0 ? 'created' : 'status_changed',
      type: 'Issue',
      uuid: issue.uuid,
      id: `issue:${issue.key}:${String(index)}`,
      name: issue.title,
      actor,
      newStatus: status,
      delta,
      reference: issue.key,
      issue: issue.uuid,
      project: place.project,
    });
    before = status;
  }
}

function comments(
  stage: Stage,
  place: Place,
  issue: Issue,
  steps: readonly Step[],
  people: readonly Member[],
): void {
  const { random } = stage;
  const first = steps[0]?.[0] ?? 0;
  const last = steps.at(-1)?.[0] ?? first;
  for (let number = random.whole(0, 3); number > 0; number -= 1) {
    const author = random.pick(people);
    const said = after(author.zone, first + Math.floor(random.next() * (last - first)), HOUR / 2);
    const at = Math.max(said, author.joined);
    if (at >= author.left) continue;
    const body = random.pick(REMARKS);
    const externalId = `comment:${issue.key}:${String(number)}`;
    const common = stage.common('jira', externalId, body, at);
    stage.add('IssueComment', at, { ...common, body, authorUuid: author.uuid, issueUuid: issue.uuid });
    if (random.chance(0.2)) stage.edge('issueMentions', issue.uuid, random.pick(people).uuid, at);
    const event = {
      at,
      integration: 'jira',
      action: 'commented',
      type: 'IssueComment',
      uuid: common.uuid,
    } as const;
    stage.event({
      ...event,
      id: externalId,
      name: issue.title,
      actor: author,
      comment: body,
      reference: issue.key,
      issue: issue.uuid,
      project: place.project,
    });
  }
}

function worklogs(
  stage: Stage,
  place: Place,
  issue: Issue,
  assignee: Member,
  from: number,
  to: number,
): number {
  const { random } = stage;
  let spent = 0;
  for (let number = random.whole(0, 3); number > 0; number -= 1) {
    const at = after(assignee.zone, from + Math.floor(random.next() * Math.max(1, to - from)), HOUR);
    if (at >= assignee.left || !stage.isPast(at)) continue;
    const timeSpent = 900 * random.whole(1, 20);
    spent += timeSpent;
    const externalId = `worklog:${issue.key}:${String(number)}`;
    const common = stage.common('jira', externalId, `Work on ${issue.key}`, at);
    stage.add('Worklog', at, {
      ...common,
      recordedAt: at,
      timeSpent,
      authorUuid: assignee.uuid,
      issueUuid: issue.uuid,
    });
    const event = {
      at,
      integration: 'jira',
      action: 'logged_work',
      type: 'Worklog',
      uuid: common.uuid,
    } as const;
    stage.event({
      ...event,
      id: externalId,
      name: issue.title,
      actor: assignee,
      reference: issue.key,
      issue: issue.uuid,
      project: place.project,
    });
  }
  return spent;
}

/** The life of an issue from the steps it takes: its events, its people and sprints, and the row as it now is. */
export function live(
  stage: Stage,
  plan: IssuePlan,
  issue: Issue,
  steps: readonly Step[],
  people: readonly Member[],
): void {
  const { place, creator, assignee, sprint, next = null, createdAt } = plan;
  const { random } = stage;
  if (!stage.isPast(createdAt)) return;
  const past = steps.filter(([at]) => stage.isPast(at));
  const [changedAt, status] = past.at(-1) ?? [createdAt, 'To Do'];
  const end = steps.at(-1)?.[0] ?? createdAt;
  const spills = sprint !== null && next !== null && end > sprint.end && stage.isPast(sprint.end);
  happen(stage, place, issue, steps, sprint, people);
  comments(stage, place, issue, steps, people);
  const started = steps[1]?.[0] ?? end;
  const spent = worklogs(stage, place, issue, assignee, started, end);
  const isClosed = CATEGORY[status] === 'done';
  const estimate = 3_600 * random.whole(1, 24);
  const former = random.chance(0.02);
  const [epic, isEpic] = [place.epic, issue.type === 'Epic'];
  const blocked = random.chance(0.04) && epic !== null;
  const priority = plan.priority ?? random.skewed(PRIORITIES);
  const facts = {
    issueKey: issue.key,
    title: issue.title,
    description: `${issue.title}, because ${random.pick(REASONS)}.`,
    type: issue.type,
    sourceType: issue.type,
    priority,
    status,
    statusCategory: CATEGORY[status] ?? 'other',
    changedAt,
    closedAt: isClosed ? changedAt : null,
  };
  const storyPoints = isEpic ? null : random.pick(POINTS);
  const labels = random.chance(0.3) ? [random.pick(['customer', 'debt', 'performance', 'security'])] : [];
  const common = stage.common('jira', `issue:${issue.key}`, issue.title, createdAt, changedAt);
  const row = issueRow(
    common,
    { ...facts, labels, projectUuid: place.project },
    {
      formerKeys: former ? [`INBOX-${String(place.issues)}`] : [],
      epic: isEpic ? null : (epic?.key ?? null),
      epicTitle: isEpic ? null : (epic?.title ?? null),
      assignee: assignee.name,
      reporter: creator.name,
      storyPoints,
      timeSpent: spent,
      originalEstimate: estimate,
      remainingEstimate: isClosed ? 0 : Math.max(0, estimate - spent),
      currentAssigneeUuid: assignee.uuid,
      createdByUuid: creator.uuid,
      reporterUuid: creator.uuid,
      currentSprintUuid: sprint === null ? null : spills ? next.uuid : sprint.uuid,
      epicUuid: isEpic ? null : (epic?.uuid ?? null),
      parentUuid: isEpic ? null : (epic?.uuid ?? null),
      ...ownFields(issue.uuid),
    },
  );
  stage.add('Issue', createdAt, row);
  if (random.chance(0.15)) stage.edge('assignee', issue.uuid, creator.uuid, createdAt, started);
  stage.edge('assignee', issue.uuid, assignee.uuid, started, null);
  if (blocked) stage.edge('blocks', issue.uuid, epic.uuid, createdAt, isClosed ? changedAt : null);
  if (sprint)
    stage.edge(
      'inSprint',
      issue.uuid,
      sprint.uuid,
      Math.max(createdAt, sprint.start - DAY),
      spills ? sprint.end : null,
    );
  if (spills) stage.edge('inSprint', issue.uuid, next.uuid, sprint.end);
}
