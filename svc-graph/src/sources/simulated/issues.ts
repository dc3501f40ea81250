import type { SimulatedIssue, SimulatedSprint, IssuePlan, IssueLife } from './issue-life.ts';
import { DAY, HOUR, after } from './calendar.ts';
import { emitAssignment, emitChanges, emitSpill } from './issue-changes.ts';
import { issueRow } from './issue-row.ts';
import { ownFields } from './own-fields.ts';
import { type Office, remember, workAt } from './offices.ts';
import type { Emitter } from './emitter.ts';
import { REASONS, REMARKS, THINGS, VERBS } from './phrases.ts';

const CATEGORY: Readonly<Record<string, string>> = {
  'To Do': 'todo',
  'In Progress': 'inProgress',
  'In Review': 'inProgress',
  Done: 'done',
  Cancelled: 'done',
};
const POINTS = [1, 2, 2, 3, 3, 5, 8];
const LABELS = ['customer', 'debt', 'performance', 'security'];
const PRIORITIES = ['Medium', 'Medium', 'High', 'Low', 'Highest'];

/** Names an issue before its life is known, so that work can refer to it. */
export function nameIssue(
  emitter: Emitter,
  { office, type, title }: Pick<IssuePlan, 'office' | 'type' | 'title'>,
): SimulatedIssue {
  office.issues += 1;
  const key = `${office.key}-${String(office.issues)}`;
  const words = title ?? `${emitter.random.pick(VERBS)} ${emitter.random.pick(THINGS)}`;
  return { uuid: emitter.id('jira', `issue:${key}`), key, title: words, type };
}

function emitSteps(emitter: Emitter, { plan, issue, steps, people }: IssueLife): void {
  const { office, sprint } = plan;
  let before: string | null = null;
  for (const [index, { at, status, actor: meant }] of steps.entries()) {
    // Someone else finishes the work of a person who left.
    const actor =
      at < meant.left ? meant : (people.find((each) => each.joined <= at && at < each.left) ?? meant);
    const delta: Record<string, { before: unknown; after: unknown }> = {
      status: { before, after: status },
      statusCategory: { before: before === null ? null : CATEGORY[before], after: CATEGORY[status] },
    };
    if (index === 0 && sprint) delta['sprint'] = { before: null, after: sprint.name };
    emitter.event({
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
      project: office.project,
      sprint: sprint?.uuid ?? null,
    });
    before = status;
  }
}

function emitComments(emitter: Emitter, { plan, issue, steps, people }: IssueLife): void {
  const { office } = plan;
  const { random } = emitter;
  const first = steps[0]?.at ?? 0;
  const last = steps.at(-1)?.at ?? first;
  for (let number = random.whole(0, 3); number > 0; number -= 1) {
    const author = random.pick(people);
    const written = after(author.zone, first + Math.floor(random.next() * (last - first)), HOUR / 2);
    const at = Math.max(written, author.joined);
    if (at >= author.left) continue;
    const remark = random.pick(REMARKS);
    const mentioned = random.chance(0.2) ? random.pick(people) : null;
    const body = mentioned ? `@${mentioned.name} ${remark}` : remark;
    const externalId = `comment:${issue.key}:${String(number)}`;
    const common = emitter.common('jira', externalId, { name: body, createdAt: at });
    emitter.add('IssueComment', at, { ...common, body, authorUuid: author.uuid, issueUuid: issue.uuid });
    if (mentioned) emitter.edge('issueMentions', issue.uuid, mentioned.uuid, { since: at });
    const event = {
      at,
      integration: 'jira',
      action: 'commented',
      type: 'IssueComment',
      uuid: common.uuid,
    } as const;
    emitter.event({
      ...event,
      id: externalId,
      name: issue.title,
      actor: author,
      comment: body,
      reference: issue.key,
      issue: issue.uuid,
      project: office.project,
    });
  }
}

interface WorkTime {
  readonly from: number;
  readonly to: number;
}

function emitWorklogs(emitter: Emitter, { plan, issue }: IssueLife, { from, to }: WorkTime): number {
  const { office, assignee } = plan;
  const { random } = emitter;
  let spent = 0;
  for (let number = random.whole(0, 3); number > 0; number -= 1) {
    const at = after(assignee.zone, from + Math.floor(random.next() * Math.max(1, to - from)), HOUR);
    if (at >= assignee.left || !emitter.isPast(at)) continue;
    const timeSpent = 900 * random.whole(1, 20);
    spent += timeSpent;
    const externalId = `worklog:${issue.key}:${String(number)}`;
    const common = emitter.common('jira', externalId, { name: `Work on ${issue.key}`, createdAt: at });
    emitter.add('Worklog', at, {
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
    emitter.event({
      ...event,
      id: externalId,
      name: issue.title,
      actor: assignee,
      reference: issue.key,
      issue: issue.uuid,
      project: office.project,
    });
  }
  return spent;
}

interface SprintChange {
  readonly issue: SimulatedIssue;
  readonly createdAt: number;
  readonly sprint: SimulatedSprint;
  /** The next sprint, for an issue that spills over. */
  readonly next: SimulatedSprint | null;
}

function linkSprints(emitter: Emitter, { issue, createdAt, sprint, next }: SprintChange): void {
  emitter.edge('inSprint', issue.uuid, sprint.uuid, {
    since: Math.max(createdAt, sprint.start - DAY),
    until: next ? sprint.end : null,
  });
  if (next) emitter.edge('inSprint', issue.uuid, next.uuid, { since: sprint.end });
}

interface EpicColumns {
  readonly epic: string | null;
  readonly epicTitle: string | null;
  readonly epicUuid: string | null;
  readonly parentUuid: string | null;
}

/** The epic columns of an issue; an epic has none. */
function epicOf(office: Office, { type }: SimulatedIssue): EpicColumns {
  const epic = type === 'Epic' ? null : office.epic;
  const uuid = epic?.uuid ?? null;
  return { epic: epic?.key ?? null, epicTitle: epic?.title ?? null, epicUuid: uuid, parentUuid: uuid };
}

const peopleOf = ({ assignee, creator }: IssuePlan) => ({
  assignee: assignee.name,
  reporter: creator.name,
  currentAssigneeUuid: assignee.uuid,
  createdByUuid: creator.uuid,
  reporterUuid: creator.uuid,
});

/** The current status of an issue, and since when. */
function currentStep(emitter: Emitter, { plan, steps }: IssueLife): { changedAt: number; status: string } {
  const past = steps.filter(({ at }) => emitter.isPast(at)).at(-1);
  return { changedAt: past?.at ?? plan.createdAt, status: past?.status ?? 'To Do' };
}

/** The assignee works from the second step on; sometimes the creator is assigned until then. */
function linkAssignees(emitter: Emitter, life: IssueLife, started: number): void {
  const { plan, issue } = life;
  const { creator, assignee, createdAt } = plan;
  const waits = emitter.random.chance(0.15);
  if (waits) emitter.edge('assignee', issue.uuid, creator.uuid, { since: createdAt, until: started });
  emitter.edge('assignee', issue.uuid, assignee.uuid, { since: started });
  emitAssignment(emitter, life, { at: started, before: waits ? creator.name : null });
}

interface IssueRelations {
  /** The issue that it blocks, until when. */
  readonly blocks: { readonly uuid: string; readonly until: number | null } | null;
  /** The next sprint, for an issue that spills over. */
  readonly next: SimulatedSprint | null;
}

/** Emits what an issue blocks and its sprints, and remembers it as work that people talk about. */
function relate(emitter: Emitter, life: IssueLife, { blocks, next }: IssueRelations): void {
  const { plan, issue } = life;
  const { office, sprint, createdAt } = plan;
  const { uuid, key, type } = issue;
  if (blocks) emitter.edge('blocks', uuid, blocks.uuid, { since: createdAt, until: blocks.until });
  if (sprint) linkSprints(emitter, { issue, createdAt, sprint, next });
  if (sprint && next) emitSpill(emitter, life, { sprint, next });
  if (type !== 'Epic') remember(office.recent.issues, { uuid, key, at: createdAt });
}

/** Emits an issue from its steps: its events, its relations, and its current row. */
export function emitIssue(emitter: Emitter, life: IssueLife): void {
  const { plan, issue, steps } = life;
  const { office, sprint, next = null, createdAt } = plan;
  const { random } = emitter;
  if (!emitter.isPast(createdAt)) return;
  const { changedAt, status } = currentStep(emitter, life);
  const end = steps.at(-1)?.at ?? createdAt;
  const spills = sprint !== null && next !== null && end > sprint.end && emitter.isPast(sprint.end);
  emitSteps(emitter, life);
  emitComments(emitter, life);
  const started = steps[1]?.at ?? end;
  const spent = emitWorklogs(emitter, life, { from: started, to: end });
  const isClosed = CATEGORY[status] === 'done';
  const estimate = 3_600 * random.whole(1, 24);
  const formerKeys = random.chance(0.02) ? [`INBOX-${String(office.issues)}`] : [];
  const blocked = random.chance(0.04) ? (workAt(office.recent.issues, createdAt).at(-1) ?? null) : null;
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
  const storyPoints = issue.type === 'Epic' ? null : random.pick(POINTS);
  const labels = random.chance(0.3) ? [random.pick(LABELS)] : [];
  const common = emitter.common('jira', `issue:${issue.key}`, {
    name: issue.title,
    createdAt,
    updatedAt: changedAt,
  });
  const row = issueRow(
    common,
    { ...facts, labels, projectUuid: office.project },
    {
      formerKeys,
      ...epicOf(office, issue),
      ...peopleOf(plan),
      storyPoints,
      timeSpent: spent,
      originalEstimate: estimate,
      remainingEstimate: isClosed ? 0 : Math.max(0, estimate - spent),
      currentSprintUuid: sprint === null ? null : spills ? next.uuid : sprint.uuid,
      ...plan.incident,
      ...ownFields(issue.uuid),
    },
  );
  emitter.add('Issue', createdAt, row);
  linkAssignees(emitter, life, started);
  const blocks = blocked && { uuid: blocked.uuid, until: isClosed ? changedAt : null };
  relate(emitter, life, { blocks, next: spills ? next : null });
  emitChanges(emitter, life, { priority, storyPoints, formerKey: formerKeys[0] ?? null });
}
