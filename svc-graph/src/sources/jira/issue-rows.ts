import type { Row } from '../../store/load.ts';
import { adfMarkdown } from './adf-markdown.ts';
import { type SiteFields, customCells, numberIn } from './custom-fields.ts';
import { type IssueHistoryFacts, addCreation, addDated, addHistory, formerKeys } from './issue-history.ts';
import { addProject, addVersion } from './projects.ts';
import type { IssueLink, JiraComment, JiraIssue, JiraWorklog } from './shapes.ts';
import type { SiteRows } from './site-rows.ts';
import { addSprint, currentSprint, issueSprints } from './sprints.ts';
import { addIssueTeams } from './teams.ts';
import { statusCategory } from './statuses.ts';
import { wikiMarkdown } from './wiki-markdown.ts';

const EPIC_LEVEL = 1;

/** A text as Markdown, whether it came as wiki markup or as a document. */
const toMarkdown = (text: unknown) => (typeof text === 'string' ? wikiMarkdown(text) : adfMarkdown(text));

function epicColumns(rows: SiteRows, { fields }: JiraIssue, { epicLinks }: SiteFields): Row {
  const { parent } = fields;
  const link = epicLinks.map((id) => fields[id]).find((value) => typeof value === 'string');
  const isEpic = parent?.fields?.issuetype?.hierarchyLevel === EPIC_LEVEL;
  return {
    epic: isEpic ? parent.key : (link ?? null),
    epicTitle: isEpic ? (parent.fields?.summary ?? null) : null,
    epicUuid: isEpic ? rows.uuid('issue', parent.id) : null,
    parentUuid: parent ? rows.uuid('issue', parent.id) : null,
  };
}

function statusColumns({ fields }: JiraIssue, { histories }: IssueHistoryFacts): Row {
  const { status, priority, issuetype } = fields;
  const category = statusCategory(status?.statusCategory?.key);
  const type = issuetype?.hierarchyLevel === EPIC_LEVEL ? 'Epic' : (issuetype?.name ?? null);
  const changed = histories.filter(({ items }) => items.some(({ field }) => field === 'status')).at(-1);
  return {
    issueType: type,
    sourceIssueType: issuetype?.name ?? null,
    issueTypeCategory: 'other',
    priority: priority?.name ?? null,
    sourcePriority: priority?.name ?? null,
    priorityCategory: 'other',
    status: status?.name ?? null,
    sourceStatus: status?.name ?? null,
    statusCategory: category,
    sourceStatusCategory: category,
    statusChangeDate: changed?.created ?? fields.statuscategorychangedate ?? fields.created,
    closedAt: fields.resolutiondate,
  };
}

/** The columns of an issue that name people, who become people of the site. */
function peopleColumns(rows: SiteRows, { fields }: JiraIssue): Row {
  return {
    assignee: fields.assignee?.displayName ?? null,
    reporter: fields.reporter?.displayName ?? null,
    currentAssigneeUuid: rows.person(fields.assignee, null),
    createdByUuid: rows.person(fields.creator, fields.created),
    reporterUuid: rows.person(fields.reporter, fields.created),
  };
}

/** Adds the row of an issue as it is now. */
export function addIssueRow(rows: SiteRows, facts: IssueHistoryFacts, site: SiteFields): void {
  const { issue, project, histories } = facts;
  const { fields, key, id } = issue;
  const sprint = currentSprint(issueSprints(fields, site));
  const { created: createdAt, updated: updatedAt, summary: name } = fields;
  rows.add('Issue', {
    ...rows.common('issue', id, { name, url: rows.address(`browse/${key}`), createdAt, updatedAt }),
    issueKey: key,
    formerKeys: formerKeys(histories, key),
    title: name,
    description: toMarkdown(fields.description),
    summary: name,
    ...statusColumns(issue, facts),
    labels: fields.labels,
    projectUuid: project,
    ...epicColumns(rows, issue, site),
    ...peopleColumns(rows, issue),
    storyPoints: numberIn(site.storyPoints, fields),
    timeSpent: fields.timespent,
    originalEstimate: fields.timeoriginalestimate,
    remainingEstimate: fields.timeestimate,
    currentSprintUuid: sprint ? rows.uuid('sprint', sprint.id) : null,
    ...customCells(site, fields),
  });
}

const LINK_TYPES: Readonly<Record<string, string>> = {
  Duplicate: 'duplicates',
  Cloners: 'clones',
  Relates: 'relates',
};

/** Adds a link from the issue that acts to the one that it acts on. */
function addLink(rows: SiteRows, uuid: string, { type, outwardIssue, inwardIssue }: IssueLink): void {
  const other = outwardIssue ?? inwardIssue;
  if (!other) return;
  const otherUuid = rows.uuid('issue', other.id);
  const ends = outwardIssue ? ([uuid, otherUuid] as const) : ([otherUuid, uuid] as const);
  if (type.name === 'Blocks') rows.edge('blocks', ends);
  else rows.edge('issueLink', ends, LINK_TYPES[type.name] ?? (type.outward || type.name));
}

/** Adds a comment, and that it was written. */
export function addComment(rows: SiteRows, facts: IssueHistoryFacts, comment: JiraComment): void {
  const { author, created: createdAt, updated: updatedAt, id } = comment;
  const body = toMarkdown(comment.body);
  const url = rows.address(`browse/${facts.issue.key}?focusedCommentId=${id}`);
  const common = rows.common('comment', id, { name: body, url, createdAt, updatedAt });
  rows.add('IssueComment', {
    ...common,
    body,
    authorUuid: rows.person(author, createdAt),
    issueUuid: facts.uuid,
  });
  if (createdAt === null) return;
  rows.event({
    id: `comment:${id}`,
    at: createdAt,
    action: 'commented',
    type: 'IssueComment',
    uuid: common.uuid,
    name: facts.issue.fields.summary,
    actor: author,
    comment: body,
    reference: facts.issue.key,
    issue: facts.uuid,
    project: facts.project,
  });
}

/** Adds time that somebody logged, and that it was logged. */
export function addWorklog(
  rows: SiteRows,
  worklog: JiraWorklog,
  {
    uuid,
    key = null,
    project = null,
  }: { readonly uuid: string; readonly key?: string | null; readonly project?: string | null },
): void {
  const {
    author,
    created: createdAt,
    updated: updatedAt,
    started,
    timeSpentSeconds: timeSpent,
    id,
  } = worklog;
  const name = key === null ? 'Work' : `Work on ${key}`;
  const common = rows.common('worklog', id, { name, url: null, createdAt, updatedAt });
  const recordedAt = started ?? createdAt;
  const authorUuid = rows.person(author, createdAt);
  rows.add('Worklog', { ...common, recordedAt, timeSpent, authorUuid, issueUuid: uuid });
  if (createdAt === null) return;
  const event = {
    id: `worklog:${id}`,
    at: createdAt,
    action: 'logged_work',
    type: 'Worklog',
    uuid: common.uuid,
  };
  rows.event({ ...event, name, actor: author, reference: key, issue: uuid, project });
}

/** Adds what an issue names: its project, sprints, versions, comments, logged work and links. */
function addNamed(rows: SiteRows, facts: IssueHistoryFacts, site: SiteFields): void {
  const { issue, uuid, project } = facts;
  const { fields, key } = issue;
  if (fields.project) addProject(rows, fields.project);
  for (const sprint of issueSprints(fields, site)) addSprint(rows, sprint);
  for (const version of fields.fixVersions.items) {
    addVersion(rows, version);
    rows.edge('includesIssue', [rows.uuid('version', version.id), uuid]);
  }
  for (const comment of fields.comment?.items ?? []) addComment(rows, facts, comment);
  for (const worklog of fields.worklog?.items ?? []) addWorklog(rows, worklog, { uuid, key, project });
  for (const link of fields.issuelinks.items) addLink(rows, uuid, link);
  addIssueTeams(rows, fields, site);
}

const OF_ISSUE = { column: 'issueUuid', ownerKind: 'Issue' } as const;

/** Says which lists of an issue its payload holds whole, so that what was removed in Jira leaves. */
function tellWholes(rows: SiteRows, { issue: { fields }, uuid }: IssueHistoryFacts): void {
  const owner = { uuid, at: fields.updated };
  if (fields.comment?.isWhole) rows.tellWhole({ kind: 'IssueComment', ...OF_ISSUE }, owner);
  if (fields.worklog?.isWhole) rows.tellWhole({ kind: 'Worklog', ...OF_ISSUE }, owner);
  // A field that the payload lacks tells nothing.
  if (fields.issuelinks.isTold)
    rows.tellWhole({ relations: ['blocks', 'issueLink'], side: 'either', ownerKind: 'Issue' }, owner);
  if (fields.fixVersions.isTold)
    rows.tellWhole({ relations: ['includesIssue'], side: 'to', ownerKind: 'Issue' }, owner);
}

/** Adds an issue with everything that its payload tells of it. */
export function addIssue(rows: SiteRows, facts: IssueHistoryFacts, site: SiteFields): void {
  const { fields } = facts.issue;
  addIssueRow(rows, facts, site);
  addNamed(rows, facts, site);
  tellWholes(rows, facts);
  addCreation(rows, facts);
  for (const history of facts.histories) addHistory(rows, facts, history);
  const { assignee } = fields;
  const account = assignee?.accountId || assignee?.key || assignee?.name;
  addDated(rows, facts, {
    relation: 'assignee',
    field: 'assignee',
    present: account ? [account] : [],
    uuidFor: (id) => rows.uuid('user', id),
  });
  addDated(rows, facts, {
    relation: 'inSprint',
    field: 'Sprint',
    present: issueSprints(fields, site).map(({ id }) => id),
    uuidFor: (id) => rows.uuid('sprint', id),
  });
}
