import type { NormalisedPayload, Payload, RowsOf } from '../payload.ts';
import { ownColumns } from '../../store/own-attributes.ts';
import { type SiteFields, siteFields } from './custom-fields.ts';
import type { IssueHistoryFacts } from './issue-history.ts';
import { addIssue, addWorklog } from './issue-rows.ts';
import { addMessage } from './messages.ts';
import { addPanels } from './panels.ts';
import { addProject, addVersion } from './projects.ts';
import {
  type JiraHistory,
  JiraIssue,
  JiraPayload,
  JiraProject,
  JiraUser,
  JiraVersion,
  JiraWorklog,
} from './shapes.ts';
import { SiteRows } from './site-rows.ts';
import { addSprints } from './sprints.ts';
import { addMembers, addTeams } from './teams.ts';

/** Rows of a payload, and the kinds of what it held that became none. */
export interface JiraRows extends NormalisedPayload {
  readonly ignored: readonly string[];
}

type AddItems = (rows: SiteRows, payload: JiraPayload, site: SiteFields) => void;

/** Adds each item that parses; the others are ignored by name. */
const each =
  <Item>(
    name: string,
    parse: (value: unknown) => { data?: Item | null },
    add: (rows: SiteRows, item: Item) => void,
  ): AddItems =>
  (rows, { items }) => {
    for (const item of items) {
      const { data } = parse(item);
      if (data === undefined || data === null) rows.ignored.push(name);
      else add(rows, data);
    }
  };

/** Entries that came with the issue and apart from it, each once and from the oldest on. */
function historiesFor({ id, changelog }: JiraIssue, { changelogs }: JiraPayload): JiraHistory[] {
  const apart = changelogs
    .filter(({ issueId }) => issueId === id)
    .flatMap(({ changeHistories }) => changeHistories);
  const known = new Map([...(changelog?.histories ?? []), ...apart].map((history) => [history.id, history]));
  return [...known.values()].toSorted(
    (a, b) => (a.created ?? 0) - (b.created ?? 0) || a.id.length - b.id.length || (a.id < b.id ? -1 : 1),
  );
}

/** What the rows of an issue need to know. */
export function factsFor(rows: SiteRows, issue: JiraIssue, payload: JiraPayload): IssueHistoryFacts {
  const { project } = issue.fields;
  return {
    issue,
    uuid: rows.uuid('issue', issue.id),
    project: project ? rows.uuid('project', project.id) : null,
    statuses: payload.statuses,
    histories: historiesFor(issue, payload),
  };
}

const addIssues: AddItems = (rows, payload, site) => {
  each(
    'issue',
    (value) => JiraIssue.safeParse(value),
    (_, issue) => {
      addIssue(rows, factsFor(rows, issue, payload), site);
    },
  )(rows, payload, site);
};

const addMessages: AddItems = (rows, payload, site) => {
  for (const item of payload.items) addMessage(rows, item, { payload, site });
};

/** Every kind of payload that is read. */
const KINDS: Readonly<Record<string, AddItems>> = {
  issues: addIssues,
  messages: addMessages,
  sprints: addSprints,
  teams: addTeams,
  members: addMembers,
  panels: addPanels,
  projects: each('project', (value) => JiraProject.safeParse(value), addProject),
  versions: each('version', (value) => JiraVersion.safeParse(value), addVersion),
  users: each(
    'user',
    (value) => JiraUser.safeParse(value),
    (rows, user) => {
      if (rows.person(user, null) === null) rows.ignored.push('user');
    },
  ),
  worklogs: each(
    'worklog',
    (value) => JiraWorklog.safeParse(value),
    (rows, worklog) => {
      if (worklog.issueId === null) rows.ignored.push('worklog');
      else addWorklog(rows, worklog, { uuid: rows.uuid('issue', worklog.issueId) });
    },
  ),
};

/** Turns what a site sent into rows. What is unknown is named in `ignored`, and stays in the payload. */
export function normaliseJira({ kind, body }: Payload, { orgId }: Pick<RowsOf, 'orgId'>): JiraRows {
  const { success, data: payload } = JiraPayload.safeParse(body);
  const add = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!success || !add) return { loads: [], ignored: [kind] };
  const rows = new SiteRows(orgId, payload.site);
  const site = siteFields(payload.fields);
  add(rows, payload, site);
  const own = site.custom.map(({ attribute }) => attribute);
  const loads = rows.loads(ownColumns(own, 'Issue'));
  return { loads, own, whole: rows.whole(), ignored: rows.ignored };
}
