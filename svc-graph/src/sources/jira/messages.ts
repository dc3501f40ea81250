import type { SiteFields } from './custom-fields.ts';
import { type IssueHistoryFacts, addCreation, addHistory, toldHistory } from './issue-history.ts';
import { addComment, addIssueRow, addWorklog } from './issue-rows.ts';
import { addProject, addVersion } from './projects.ts';
import { JiraIssue, JiraMessage, type JiraPayload } from './shapes.ts';
import type { SiteRows } from './site-rows.ts';
import { addSprint } from './sprints.ts';

interface Told {
  readonly message: JiraMessage;
  readonly issue: JiraIssue | null;
  readonly facts: IssueHistoryFacts | null;
  readonly site: SiteFields;
}

/** Adds what a message tells of an issue. Who had it until now is left to the next reading, which knows. */
function addTold(rows: SiteRows, { message, facts, site }: Told): boolean {
  if (!facts) return false;
  const { webhookEvent, changelog, comment, user, timestamp } = message;
  const isWhole = facts.issue.fields.updated !== null;
  if (isWhole) addIssueRow(rows, facts, site);
  if (webhookEvent === 'jira:issue_created') addCreation(rows, facts);
  if (changelog && webhookEvent !== 'jira:issue_created')
    addHistory(rows, facts, toldHistory(changelog, user, timestamp));
  if (comment) addComment(rows, facts, comment);
  return isWhole || comment !== null;
}

function markGone(rows: SiteRows, kind: string, table: string, id: string | undefined): boolean {
  if (id === undefined) return false;
  rows.gone(table, rows.uuid(kind, id));
  return true;
}

function addTime(rows: SiteRows, { message: { worklog } }: Told): boolean {
  if (!worklog || worklog.issueId === null) return false;
  addWorklog(rows, worklog, { uuid: rows.uuid('issue', worklog.issueId) });
  return true;
}

/** Adds a thing that a message carries whole; false where it carries none. */
const whole =
  <Thing>(pick: (message: JiraMessage) => Thing | null, add: (rows: SiteRows, thing: Thing) => void) =>
  (rows: SiteRows, { message }: Told): boolean => {
    const thing = pick(message);
    if (thing === null) return false;
    add(rows, thing);
    return true;
  };

const sprint = whole(({ sprint: each }) => each, addSprint);
const version = whole(({ version: each }) => each, addVersion);
const project = whole(({ project: each }) => each, addProject);

/** Every message that becomes rows; any other is ignored by its name. */
const MESSAGES: Readonly<Record<string, (rows: SiteRows, told: Told) => boolean>> = {
  'jira:issue_created': addTold,
  'jira:issue_updated': addTold,
  'jira:issue_deleted': (rows, { issue }) => markGone(rows, 'issue', 'Issue', issue?.id),
  comment_created: addTold,
  comment_updated: addTold,
  comment_deleted: (rows, { message }) => markGone(rows, 'comment', 'IssueComment', message.comment?.id),
  worklog_created: addTime,
  worklog_updated: addTime,
  worklog_deleted: (rows, { message }) => markGone(rows, 'worklog', 'Worklog', message.worklog?.id),
  sprint_created: sprint,
  sprint_updated: sprint,
  sprint_started: sprint,
  sprint_closed: sprint,
  sprint_deleted: (rows, { message }) => markGone(rows, 'sprint', 'Sprint', message.sprint?.id),
  'jira:version_created': version,
  'jira:version_updated': version,
  'jira:version_released': version,
  project_created: project,
  project_updated: project,
};

function issueIn({ issue }: JiraMessage): JiraIssue | null {
  const { success, data } = JiraIssue.safeParse(issue);
  return success ? data : null;
}

/** Adds what a message of a webhook tells. */
export function addMessage(
  rows: SiteRows,
  item: unknown,
  { payload, site }: { readonly payload: JiraPayload; readonly site: SiteFields },
): void {
  const { success, data: message } = JiraMessage.safeParse(item);
  if (!success) {
    rows.ignored.push('message');
    return;
  }
  const issue = issueIn(message);
  const facts = issue && messageFacts(rows, issue, payload);
  const add = Object.hasOwn(MESSAGES, message.webhookEvent) ? MESSAGES[message.webhookEvent] : undefined;
  if (!add?.(rows, { message, issue, facts, site })) rows.ignored.push(message.webhookEvent);
}

function messageFacts(rows: SiteRows, issue: JiraIssue, { statuses }: JiraPayload): IssueHistoryFacts {
  const { project: home } = issue.fields;
  const uuid = rows.uuid('issue', issue.id);
  return { issue, uuid, project: home ? rows.uuid('project', home.id) : null, statuses, histories: [] };
}
