import type { Row } from '../../store/load.ts';
import { type GitlabRows, listUserNames } from './rows.ts';
import type { GitlabIssue } from './shapes.ts';
import { deltaForStep, findPeople, turnsFrom } from './step-rows.ts';
import { type GitlabStep, readSteps, spansFrom } from './system-notes.ts';
import { addLabelEvents, addMilestoneEvents } from './work-events.ts';

const EPIC = 'epic';
const TYPES: Readonly<Record<string, string>> = {
  issue: 'Issue',
  incident: 'Incident',
  task: 'Task',
  test_case: 'Test case',
  ticket: 'Ticket',
  epic: 'Epic',
  objective: 'Objective',
  key_result: 'Key result',
};
const STATUSES: Readonly<Record<string, readonly [action: string, status: string]>> = {
  closed: ['closed', 'Closed'],
  reopened: ['reopened', 'Open'],
};
const LINKS: Readonly<Record<string, string>> = { relates_to: 'relates' };

/** The key of an issue. Epics are work items with numbers of the same row. */
export const keyForIssue = (id: number | string): string => `issue:${String(id)}`;

/** The number at the end of a global id such as `gid://gitlab/WorkItem/12`. */
export const numberIn = (gid: string): string => gid.split('/').at(-1) ?? gid;

interface ToldIssue {
  readonly issue: GitlabIssue;
  readonly uuid: string;
  readonly steps: readonly GitlabStep[];
  readonly subject: { readonly name: string; readonly reference: string; readonly issue: string };
}

const findType = ({ issue_type: type, type: word }: GitlabIssue) => (type ?? word ?? 'issue').toLowerCase();

/** The value of a label with a scope, such as `priority::high`. */
const scoped = ({ labels }: GitlabIssue, scope: string): string | null =>
  labels.find((label) => label.toLowerCase().startsWith(`${scope}::`))?.slice(scope.length + 2) ?? null;

function statusColumns(issue: GitlabIssue): Row {
  const isClosed = issue.state === 'closed';
  const category = isClosed ? 'done' : 'todo';
  const type = findType(issue);
  const severity = issue.severity?.toLowerCase() ?? 'unknown';
  const priority = scoped(issue, 'priority');
  const changes = (issue.stateEvents ?? []).map(({ created_at: at }) => at ?? 0);
  return {
    issueType: TYPES[type] ?? type,
    sourceIssueType: type,
    issueTypeCategory: 'other',
    priority,
    sourcePriority: priority,
    priorityCategory: priority === null ? null : 'other',
    status: isClosed ? 'Closed' : 'Open',
    sourceStatus: issue.state,
    statusCategory: category,
    sourceStatusCategory: category,
    statusChangeDate: Math.max(...changes, issue.closed_at ?? issue.created_at ?? 0) || null,
    closedAt: isClosed ? issue.closed_at : null,
    severity: severity === 'unknown' ? scoped(issue, 'severity') : severity,
  };
}

/** What an issue says of the work that it is and belongs to. */
function planColumns(rows: GitlabRows, issue: GitlabIssue): Row {
  const { weight = null, time_stats: times, epic, parent, iteration, milestone } = issue;
  const isEpic = parent?.type?.toLowerCase() === EPIC;
  const uuid = parent ? rows.id(keyForIssue(numberIn(parent.id))) : null;
  const [estimate, spent] = [times?.time_estimate ?? null, times?.total_time_spent ?? null];
  const sprint = iteration
    ? `iteration:${String(iteration.id)}`
    : milestone
      ? `milestone:${String(milestone.id)}`
      : null;
  return {
    storyPoints: weight,
    timeSpent: spent,
    originalEstimate: estimate === 0 ? null : estimate,
    remainingEstimate: estimate === null || estimate === 0 ? null : Math.max(0, estimate - (spent ?? 0)),
    epic:
      epic?.iid === null || epic?.iid === undefined
        ? isEpic
          ? `&${parent?.iid ?? ''}`
          : null
        : `&${String(epic.iid)}`,
    epicTitle: epic?.title ?? (isEpic ? (parent?.title ?? null) : null),
    epicUuid: isEpic ? uuid : null,
    parentUuid: uuid,
    currentSprintUuid: sprint === null ? null : rows.id(sprint),
  };
}

function peopleColumns(rows: GitlabRows, issue: GitlabIssue): Row {
  const [first = issue.assignee] = issue.assignees;
  const author = rows.person(issue.author, issue.created_at);
  return {
    assignee: listUserNames([first])[0] ?? null,
    reporter: listUserNames([issue.author])[0] ?? null,
    currentAssigneeUuid: rows.person(first, issue.created_at),
    createdByUuid: author,
    reporterUuid: author,
  };
}

function addIssueEvents(rows: GitlabRows, { issue, uuid, steps, subject }: ToldIssue): void {
  const told = { ...subject, type: 'Issue', uuid };
  const key = keyForIssue(issue.id);
  rows.event({
    ...told,
    id: `${key}:created`,
    at: issue.created_at,
    action: 'created',
    actor: issue.author,
    newStatus: 'Open',
  });
  for (const { id, state, user, created_at: at } of issue.stateEvents ?? []) {
    const step = Object.hasOwn(STATUSES, state) ? STATUSES[state] : undefined;
    if (!step) rows.ignored.push(`state event: ${state}`);
    else
      rows.event({
        ...told,
        id: `state:${String(id)}`,
        at,
        action: step[0],
        actor: user,
        newStatus: step[1],
      });
  }
  // Of what was closed before GitLab kept such events, the issue itself tells.
  if (issue.state === 'closed' && !(issue.stateEvents ?? []).some(({ state }) => state === 'closed'))
    rows.event({
      ...told,
      id: `${key}:closed`,
      at: issue.closed_at,
      action: 'closed',
      actor: issue.closed_by,
      newStatus: 'Closed',
    });
  for (const step of steps) {
    const delta = deltaForStep(step);
    if (!delta) continue;
    rows.event({
      ...told,
      id: step.id,
      at: step.note.created_at,
      action: step.action,
      actor: step.note.author,
      delta,
    });
  }
  addLabelEvents(rows, issue.labelEvents ?? [], told);
  addMilestoneEvents(rows, issue.milestoneEvents ?? [], told);
}

function addComments(rows: GitlabRows, { issue, uuid, subject }: ToldIssue): void {
  for (const { id, body, author, created_at: createdAt, updated_at: updatedAt, system } of issue.notes ??
    []) {
    if (system) continue;
    const key = `note:${String(id)}`;
    const url = issue.web_url ? `${issue.web_url}#note_${String(id)}` : null;
    const facts = { body, authorUuid: rows.person(author, createdAt), issueUuid: uuid };
    const said = rows.add('IssueComment', { key, name: body, url, createdAt, updatedAt }, facts);
    const told = { action: 'commented', type: 'IssueComment', uuid: said, id: key, comment: body };
    rows.event({ ...subject, ...told, at: createdAt, actor: author });
  }
  if (issue.notes !== null && issue.notes !== undefined)
    rows.tellWhole(
      { kind: 'IssueComment', column: 'issueUuid', ownerKind: 'Issue' },
      { uuid, at: issue.updated_at },
    );
}

/** Adds to whom it was assigned and in which sprints it was, from when until when. */
function addSpans(rows: GitlabRows, { issue, uuid, steps }: ToldIssue): void {
  const at = issue.created_at;
  if (at === null) return;
  const people = issue.assignees.flatMap((user) => rows.person(user, at) ?? []);
  for (const { key, since, until } of spansFrom(
    turnsFrom(rows, steps, ['assigned', 'unassigned']),
    people,
    at,
  ))
    rows.edge('assignee', [uuid, key], { since, until });
  const turns = (issue.milestoneEvents ?? []).flatMap(({ milestone, created_at: moment, action }) =>
    milestone && moment !== null
      ? [{ key: `milestone:${String(milestone.id)}`, at: moment, isOn: action === 'add' }]
      : [],
  );
  const present = issue.milestone ? [`milestone:${String(issue.milestone.id)}`] : [];
  for (const { key, since, until } of spansFrom(turns, present, at))
    rows.edge('inSprint', [uuid, rows.id(key)], { since, until });
  if (issue.iteration)
    rows.edge('inSprint', [uuid, rows.id(`iteration:${String(issue.iteration.id)}`)], { since: at });
}

/** Adds what it blocks, what blocks it and what it relates to; GitLab tells one link at both of its ends. */
function addIssueLinks(rows: GitlabRows, { issue, uuid }: ToldIssue): void {
  for (const { id, link_type: type } of issue.links ?? []) {
    const other = rows.id(keyForIssue(id));
    if (type === 'blocks') rows.edge('blocks', [uuid, other]);
    else if (type === 'is_blocked_by') rows.edge('blocks', [other, uuid]);
    else {
      const ends = issue.id < id ? ([uuid, other] as const) : ([other, uuid] as const);
      rows.edge('issueLink', ends, { linkType: LINKS[type ?? ''] ?? type ?? 'relates' });
    }
  }
}

/** Adds an issue, an incident, a task or an epic with what became of it, and its comments. */
export function addIssue(rows: GitlabRows, issue: GitlabIssue): void {
  const key = keyForIssue(issue.id);
  const uuid = rows.id(key);
  const people = findPeople(
    issue,
    (issue.notes ?? []).map(({ author }) => author),
  );
  const { steps, unknown } = readSteps(issue.notes ?? [], (name) => people.get(name) ?? null);
  rows.ignored.push(...unknown);
  const reference = `${findType(issue) === EPIC ? '&' : '#'}${String(issue.iid)}`;
  const told: ToldIssue = { issue, uuid, steps, subject: { name: issue.title, reference, issue: uuid } };
  rows.add(
    'Issue',
    { key, name: issue.title, url: issue.web_url, createdAt: issue.created_at, updatedAt: issue.updated_at },
    {
      issueKey: reference,
      title: issue.title,
      description: issue.description ?? null,
      summary: issue.title,
      labels: issue.labels,
      ...statusColumns(issue),
      ...planColumns(rows, issue),
      ...peopleColumns(rows, issue),
      repositoryUuid: rows.repositoryUuid,
      projectUuid: rows.projectUuid,
    },
  );
  addIssueEvents(rows, told);
  addSpans(rows, told);
  addIssueLinks(rows, told);
  addComments(rows, told);
}

/** Takes an issue out that only some may see; nothing of it was read. */
export function withholdIssue(rows: GitlabRows, id: number): void {
  const uuid = rows.id(keyForIssue(id));
  rows.gone('Issue', [uuid]);
  rows.tellWhole({ kind: 'IssueComment', column: 'issueUuid', ownerKind: 'Issue' }, { uuid, at: null });
}
