import type { ChangedField, JiraHistory, JiraIssue, JiraPayload, JiraUser } from './shapes.ts';
import type { SiteRows } from './site-rows.ts';
import { statusCategory } from './statuses.ts';

/** What its history needs to know of an issue. */
export interface IssueHistoryFacts {
  readonly issue: JiraIssue;
  readonly uuid: string;
  readonly project: string | null;
  readonly statuses: JiraPayload['statuses'];
  /** From the oldest to the newest. */
  readonly histories: readonly JiraHistory[];
}

/** Fields that Jira writes by itself, or tells elsewhere. */
const UNTOLD = new Set([
  'workflow',
  'rank',
  'remoteissuelink',
  'worklogid',
  'worklogtimespent',
  'timespent',
  'timeestimate',
  'comment',
]);
const ACTIONS: Readonly<Record<string, string>> = {
  status: 'status_changed',
  assignee: 'assigned',
  sprint: 'sprint_changed',
  key: 'moved',
  link: 'linked',
  'story points': 're_estimated',
  'story point estimate': 're_estimated',
  timeoriginalestimate: 're_estimated',
};
/** Longer texts, such as former descriptions, are in the payload. */
const LONGEST_VALUE = 2_000;

const shortened = (text: string | null) =>
  text === null || text === '' ? null : text.slice(0, LONGEST_VALUE);
const written = (item: ChangedField) => {
  const after: unknown = item.toString;
  return { before: shortened(item.fromString), after: shortened(typeof after === 'string' ? after : null) };
};

/** The names of fields as the rest of Cairn has them. */
const NAMES: Readonly<Record<string, string>> = {
  key: 'issueKey',
  sprint: 'sprint',
  'story points': 'storyPoints',
  summary: 'title',
};
const deltaName = (field: string) => NAMES[field.toLowerCase()] ?? field;

function categoryIn({ statuses, issue }: IssueHistoryFacts, id: string | null): string | null {
  const known =
    statuses.find((status) => status.id === id) ??
    (issue.fields.status?.id === id ? issue.fields.status : null);
  return known ? statusCategory(known.statusCategory?.key) : null;
}

/** What an item changed, with the categories of statuses where the site tells them. */
function deltaFor(facts: IssueHistoryFacts, item: ChangedField) {
  const delta = { [deltaName(item.field)]: written(item) };
  if (item.field !== 'status') return delta;
  const statusCategories = { before: categoryIn(facts, item.from), after: categoryIn(facts, item.to) };
  return { ...delta, statusCategory: statusCategories };
}

const commonEvent = ({ issue, uuid, project }: IssueHistoryFacts) => ({
  type: 'Issue',
  uuid,
  name: issue.fields.summary,
  reference: issue.key,
  issue: uuid,
  project,
});

/** Adds the events of one entry of a history; its number stays that of the source. */
export function addHistory(
  rows: SiteRows,
  facts: IssueHistoryFacts,
  { id, author, created, items }: JiraHistory,
): void {
  if (created === null) return;
  for (const [index, item] of items.entries()) {
    const field = item.field.toLowerCase();
    if (UNTOLD.has(field)) continue;
    rows.event({
      ...commonEvent(facts),
      id: `changelog:${id}:${String(index)}`,
      at: created,
      action: ACTIONS[field] ?? 'edited',
      actor: author,
      delta: deltaFor(facts, item),
      newStatus: field === 'status' ? written(item).after : null,
    });
  }
}

/** Items of one field from the oldest on, each with its moment. */
function changesTo(
  histories: readonly JiraHistory[],
  field: string,
): (ChangedField & { readonly at: number })[] {
  return histories.flatMap(({ created, items }) =>
    created === null
      ? []
      : items.filter((item) => item.field === field).map((item) => ({ ...item, at: created })),
  );
}

/** Adds that the issue was created, in the status that its first change tells. */
export function addCreation(rows: SiteRows, facts: IssueHistoryFacts): void {
  const { fields } = facts.issue;
  if (fields.created === null) return;
  const [first] = changesTo(facts.histories, 'status');
  const status = first ? first.fromString : (fields.status?.name ?? null);
  const category = categoryIn(facts, first ? first.from : (fields.status?.id ?? null));
  rows.event({
    ...commonEvent(facts),
    id: `issue:${facts.issue.id}:created`,
    at: fields.created,
    action: 'created',
    actor: fields.creator,
    newStatus: status,
    delta: { status: { before: null, after: status }, statusCategory: { before: null, after: category } },
  });
}

const listed = (ids: string | null) =>
  (ids ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');

interface DatedRelation {
  readonly relation: string;
  readonly field: string;
  /** What the issue has now, for where its history says nothing. */
  readonly present: readonly string[];
  readonly uuidFor: (id: string) => string;
}

/** Adds who had the issue and which sprints it was in, from when until when. */
export function addDated(
  rows: SiteRows,
  facts: IssueHistoryFacts,
  { relation, field, present, uuidFor }: DatedRelation,
): void {
  const { created } = facts.issue.fields;
  if (created === null) return;
  const changes = changesTo(facts.histories, field);
  const since = new Map((changes[0] ? listed(changes[0].from) : present).map((id) => [id, created]));
  const end = (id: string, begun: number, until: number | null) => {
    rows.datedEdge(relation, [facts.uuid, uuidFor(id)], begun, until);
  };
  for (const { to, at } of changes) {
    const now = new Set(listed(to));
    for (const [id, begun] of since)
      if (!now.has(id)) {
        end(id, begun, at);
        since.delete(id);
      }
    for (const id of now) if (!since.has(id)) since.set(id, at);
  }
  for (const [id, begun] of since) end(id, begun, null);
}

/** The keys that an issue had before it was moved. */
export const formerKeys = (histories: readonly JiraHistory[], key: string): string[] => [
  ...new Set(
    changesTo(histories, 'Key').flatMap(({ fromString }) =>
      fromString && fromString !== key ? [fromString] : [],
    ),
  ),
];

/** An entry of a history for a change that a webhook tells. */
export const toldHistory = (
  changelog: { readonly id: string; readonly items: readonly ChangedField[] },
  author: JiraUser | null,
  created: number | null,
): JiraHistory => ({ id: changelog.id, author, created, items: [...changelog.items] });
