import { deleteFrom, insertInto, update } from '../store/statement.ts';
import { entityUuidSql } from '../store/uuid.ts';
import { clockOf, workedAt } from './clocks.ts';
import { JOINED_ACCOUNTS } from './join-references.ts';
import { type Derivation, NEW_ROWS, type DeriveSession, seconds } from './session.ts';

/** Status names of tools by category, for events that do not state the category (E§4). */
const NAMED = {
  todo: ['to do', 'todo', 'new', 'open', 'backlog', 'sprint planning', 'pending', 'reopened'],
  inProgress: [
    'in progress',
    'active',
    'started',
    'in development',
    'implementing',
    'in review',
    'code review',
    'testing',
    'blocked',
  ],
  done: ['done', 'completed', 'finished', 'closed', 'resolved', 'fixed', 'released', 'merged'],
};
const CANCELLED = [
  'cancelled',
  'canceled',
  "won't do",
  "won't fix",
  'wont do',
  'wontfix',
  'declined',
  'rejected',
  'abandoned',
  'duplicate',
  'invalid',
  'not planned',
];

const texts = (list: readonly string[]) => list.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ');

function categoryByName(status: string): string {
  const cases = Object.entries({ ...NAMED, done: [...NAMED.done, ...CANCELLED] }).map(
    ([category, names]) => `WHEN lower(${status}) IN (${texts(names)}) THEN '${category}'`,
  );
  return `CASE ${cases.join(' ')} END`;
}

/** Finds the issues whose history, assignees or working hours have changed: `invalid_issue`. */
async function invalidate(session: DeriveSession): Promise<void> {
  const sources = [
    `SELECT uuid FROM "Issue" WHERE ${NEW_ROWS}`,
    `SELECT "issueUuid" FROM "Event" WHERE ${NEW_ROWS} AND "issueUuid" IS NOT NULL AND "entityType" = 'Issue'`,
    `SELECT "fromUuid" FROM "Relation" WHERE ${NEW_ROWS} AND relation = 'assignee'`,
  ];
  if (await session.exists('FROM changed_person'))
    sources.push(`SELECT "issueUuid" FROM "TimeInStatus" WHERE "assigneeUuid" IN (FROM changed_person)`);
  const query = session.full ? 'SELECT uuid FROM "Issue"' : sources.join(' UNION ');
  await session.createTemp('invalid_issue', `SELECT DISTINCT uuid FROM (${query}) t(uuid)`);
}

const EVENTS = `SELECT "issueUuid" AS issue, uuid AS event, "occurredAt" AS moment, action, "sourceEventId" AS source_number,
    coalesce("newStatus", delta->>'$.status.after', 'To Do') AS status, delta->>'$.statusCategory.after' AS category,
    delta->>'$.status.before' AS "statusBefore", delta->>'$.statusCategory.before' AS "categoryBefore"
  FROM "Event" WHERE "entityType" = 'Issue' AND "issueUuid" IN (FROM invalid_issue)
    AND (action = 'created' OR "newStatus" IS NOT NULL AND "newStatus" <> '__cairn::null__')`;

/**
 * The statuses that an issue entered. Without an event of its creation, the first comes from its row and
 * first change.
 */
const ENTRIES = `SELECT issue, event::VARCHAR AS entry, moment, CASE action WHEN 'created' THEN 0 ELSE 1 END AS rank, source_number, status, category FROM issue_event
  UNION ALL SELECT i.uuid, 'first:' || i.uuid::VARCHAR, i."createdAt", -1, '', coalesce(e.status, i.status, 'To Do'),
    CASE WHEN e.issue IS NULL THEN coalesce(i."sourceStatusCategory", i."statusCategory") ELSE e.category END
  FROM "Issue" i LEFT JOIN (SELECT issue, bool_or(action = 'created') AS "hasCreation", arg_min("statusBefore", {'moment': moment, 'number': source_number}) AS status,
      arg_min("categoryBefore", {'moment': moment, 'number': source_number}) AS category FROM issue_event GROUP BY issue) e ON e.issue = i.uuid
  WHERE i.uuid IN (FROM invalid_issue) AND NOT coalesce(e."hasCreation", false) AND i."createdAt" IS NOT NULL`;

/**
 * Entering the current status again continues the same stay. The source's own numbering orders changes of one
 * moment.
 */
const STAYS = `SELECT issue, entry, e.moment AS entered, status, place,
    lead(e.moment) OVER (PARTITION BY issue ORDER BY place) AS left,
    lower(status) IN (${texts(CANCELLED)}) AS cancelled,
    ruled, coalesce(ruled, CASE WHEN category IN ('todo', 'inProgress', 'done', 'other') THEN category END,
      CASE WHEN status = "rowStatus" THEN "rowCategory" END, ${categoryByName('status')}, 'other') AS category
  FROM (SELECT e.*, r.category AS ruled, i.status AS "rowStatus",
      coalesce(i."sourceStatusCategory", i."statusCategory") AS "rowCategory", lag(e.status) OVER w AS earlier, row_number() OVER w AS place
    FROM issue_entry e LEFT JOIN "Issue" i ON i.uuid = e.issue
      LEFT JOIN "StatusRule" r ON r."projectUuid" = i."projectUuid" AND lower(r.status) = lower(e.status)
    WINDOW w AS (PARTITION BY e.issue ORDER BY e.moment, e.rank, length(e.source_number), e.source_number))
  e WHERE status IS DISTINCT FROM earlier`;

/** The assignee when the issue entered the status; among several, the one assigned last. */
const ASSIGNED = `SELECT s.entry, arg_max(r."toUuid", {'since': coalesce(r.since, TIMESTAMP '0001-01-01'), 'to': r."toUuid"}) AS assignee
  FROM issue_stay s JOIN "Relation" r ON r."fromUuid" = s.issue AND r.relation = 'assignee'
    AND r."toUuid" NOT IN (${JOINED_ACCOUNTS})
    AND coalesce(r.since, TIMESTAMP '0001-01-01') <= s.entered AND (r.until IS NULL OR r.until > s.entered)
  GROUP BY s.entry`;

const TIMES = `SELECT s.*, a.assignee, coalesce(k.calendar, standard) AS calendar
  FROM issue_stay s LEFT JOIN (${ASSIGNED}) a ON a.entry = s.entry ${clockOf('a.assignee', 's.entered', 'k')}`;

/** Collects the stays of the invalid issues in `issue_time`. */
async function gather(session: DeriveSession): Promise<void> {
  await session.createTemp('issue_event', EVENTS);
  await session.createTemp('issue_entry', ENTRIES);
  await session.createTemp('issue_stay', STAYS);
  await session.createTemp('issue_time', TIMES);
}

/** Every moment for which business time is needed. */
const ISSUE_MOMENTS = ['entered', '"left"']
  .map(
    (part) =>
      `SELECT entry AS id, '${part.replaceAll('"', '')}' AS part, calendar, ${seconds(part)} AS moment FROM issue_time WHERE ${part} IS NOT NULL`,
  )
  .join(' UNION ALL ');

const MEASURED = `SELECT t.*, CASE WHEN t."left" IS NOT NULL THEN ${seconds('t."left"')} - ${seconds('t.entered')} END AS clock,
    w.left_worked - w.entered_worked AS business
  FROM issue_time t LEFT JOIN (SELECT id, max(worked) FILTER (part = 'left') AS left_worked, max(worked) FILTER (part = 'entered') AS entered_worked
    FROM (${workedAt(ISSUE_MOMENTS)}) GROUP BY id) w ON w.id = t.entry`;

/** The columns of a stay in a status and their expressions. */
const stayColumns = (uuid: string, id: string): Readonly<Record<string, string>> => ({
  uuid,
  name: 'status',
  integration: `'derived'`,
  externalId: id,
  createdAt: 'entered',
  updatedAt: 'coalesce("left", entered)',
  firstObservedAt: 'entered',
  observedAt: 'coalesce("left", entered)',
  deleted: 'false',
  status: 'status',
  category: 'category',
  enteredAt: 'entered',
  leftAt: '"left"',
  clockSeconds: 'clock',
  businessSeconds: 'business',
  issueUuid: 'issue',
  assigneeUuid: 'assignee',
});

async function writeStays(session: DeriveSession): Promise<void> {
  const replaced = session.full ? 'true' : '"issueUuid" IN (FROM invalid_issue)';
  await session.run(deleteFrom('TimeInStatus', replaced));
  const id = `'status:' || entry`;
  const columns = stayColumns(entityUuidSql('$1::VARCHAR', 'derived', id), id);
  const query = `SELECT ${Object.values(columns).join(', ')} FROM issue_measured ORDER BY entered`;
  await session.run(insertInto('TimeInStatus', Object.keys(columns), query, [session.orgId]));
}

/** The current category of each issue, when work started, and its last stay that was not done. */
const STANDS = `SELECT issue, arg_max(category, place) AS category, arg_max(cancelled, place) AS cancelled,
    min(entered) FILTER (category = 'inProgress') AS started,
    coalesce(max(place) FILTER (category <> 'done' OR cancelled), 0) AS "undonePlace",
    coalesce(max(place) FILTER (category <> 'done'), 0) AS "openPlace"
  FROM issue_measured GROUP BY issue`;

const ENDS = `SELECT s.issue, s.category, s.cancelled, s.started,
    min(m.entered) FILTER (m.place > s."undonePlace") AS completed, min(m.entered) FILTER (m.place > s."openPlace") AS resolved,
    min(m.entered) AS created
  FROM (${STANDS}) s JOIN issue_measured m ON m.issue = s.issue GROUP BY ALL`;

const SUMS = `SELECT e.*, i.uuid, i.opened,
    sum(m.business) FILTER (m.entered < e.completed) AS lead, sum(m.clock) FILTER (m.entered < e.completed) AS "clockLead",
    sum(m.business) FILTER (m.entered < e.completed AND m.category = 'inProgress') AS active,
    coalesce(sum(m.business) FILTER (m.entered < e.completed AND m.entered >= e.started AND m.category <> 'done' AND NOT m.cancelled), 0) AS cycle,
    coalesce(sum(m.clock) FILTER (m.entered < e.completed AND m.entered >= e.started AND m.category <> 'done' AND NOT m.cancelled), 0) AS "clockCycle"
  FROM (SELECT uuid, "createdAt" AS opened FROM "Issue" WHERE uuid IN (FROM invalid_issue)) i LEFT JOIN (${ENDS}) e ON e.issue = i.uuid
    LEFT JOIN issue_measured m ON m.issue = e.issue GROUP BY ALL`;

const CYCLE = (column: string) => `CASE WHEN started < completed THEN ${column} END`;
const LEAD = (column: string) => `CASE WHEN completed IS NOT NULL THEN coalesce(${column}, 0) END`;
const NO_LEAD = `CASE WHEN category IS NULL THEN 'No history is known' WHEN completed IS NULL AND cancelled THEN 'Cancelled' WHEN completed IS NULL THEN 'Not done yet' END`;

const COLUMNS: Readonly<Record<string, string>> = {
  openSince: `CASE WHEN category <> 'done' THEN opened END`,
  startedAt: 'started',
  completedAt: 'completed',
  resolvedAt: 'resolved',
  ResolutionTime: `${seconds('resolved')} - ${seconds('created')}`,
  cycleTime: CYCLE('cycle'),
  clockCycleTime: CYCLE('"clockCycle"'),
  leadTime: LEAD('lead'),
  clockLeadTime: LEAD('"clockLead"'),
  cairnCycleTime: CYCLE('cycle'),
  cairnClockCycleTime: CYCLE('"clockCycle"'),
  cairnLeadTime: LEAD('lead'),
  cairnClockLeadTime: LEAD('"clockLead"'),
  flowEfficiency: `CASE WHEN completed IS NOT NULL AND lead > 0 THEN coalesce(active, 0)::DOUBLE / lead END`,
  noLeadTimeReason: NO_LEAD,
  noCycleTimeReason: `coalesce(${NO_LEAD}, CASE WHEN started IS NULL OR started >= completed THEN 'Never in progress' END)`,
};

/** Writes stays and measures of the invalid issues; `work_span` must cover their moments. */
async function compute(session: DeriveSession): Promise<void> {
  await session.createTemp('issue_measured', MEASURED);
  await writeStays(session);
  const selected = Object.entries(COLUMNS).map(([name, value]) => `${value} AS "${name}"`);
  const set = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, `s."${name}"`]));
  const tail = `FROM (SELECT uuid, ${selected.join(', ')} FROM (${SUMS})) s WHERE t.uuid = s.uuid`;
  await session.run(update('Issue', set, tail));
  await writeCategories(session);
}

/** The category that an admin decided for the present status of an issue. */
const RULED = `SELECT issue, arg_max({'is': ruled}, place)['is'] AS ruled FROM issue_measured GROUP BY issue`;

/** Gives issues the category that admins decided for their status, and back that of the source once none is. */
async function writeCategories(session: DeriveSession): Promise<void> {
  const set = {
    sourceStatusCategory: 'coalesce(t."sourceStatusCategory", t."statusCategory")',
    statusCategory: 'coalesce(s.ruled, t."sourceStatusCategory", t."statusCategory")',
  };
  const differs =
    't."statusCategory" IS DISTINCT FROM coalesce(s.ruled, t."sourceStatusCategory", t."statusCategory")';
  await session.run(update('Issue', set, `FROM (${RULED}) s WHERE t.uuid = s.issue AND ${differs}`));
}

/** Computes how long issues stayed in each status, and the measures from it. */
export const ISSUES: Derivation = {
  invalidate,
  invalidated: 'invalid_issue',
  gather,
  moments: ISSUE_MOMENTS,
  compute,
};
