import { update } from '../store/statement.ts';
import { clockOf, workedAt } from './clocks.ts';
import { type Derivation, NEW_ROWS, type DeriveSession, seconds } from './session.ts';

const REMARKS = `('PullRequestReview', 'PullRequestReviewComment', 'DiscussionComment')`;
const TYPES = `('PullRequest', 'PullRequestReview', 'PullRequestReviewComment', 'DiscussionComment')`;
const VERDICTS = `('approved', 'changes_requested', 'reviewed')`;
const REMARKED = `('commented', 'created', 'submitted', 'approved', 'changes_requested', 'reviewed')`;

/** Finds the pull requests whose history, commits or working hours have changed: `invalid_pull`. */
async function invalidate(session: DeriveSession): Promise<void> {
  const sources = [
    `SELECT uuid FROM "PullRequest" WHERE ${NEW_ROWS}`,
    `SELECT "pullRequestUuid" FROM "Event" WHERE ${NEW_ROWS} AND "pullRequestUuid" IS NOT NULL AND "entityType" IN ${TYPES}`,
    `SELECT "fromUuid" FROM "Relation" WHERE ${NEW_ROWS} AND relation = 'hasCommit'`,
  ];
  if (await session.exists(`FROM "Commit" WHERE ${NEW_ROWS}`))
    sources.push(
      `SELECT "fromUuid" FROM "Relation" WHERE relation = 'hasCommit' AND "toUuid" IN (SELECT uuid FROM "Commit" WHERE ${NEW_ROWS})`,
    );
  if (await session.exists('FROM changed_person'))
    sources.push(
      `SELECT uuid FROM "PullRequest" WHERE "createdByUuid" IN (FROM changed_person)`,
      `SELECT "pullRequestUuid" FROM "Event" WHERE "pullRequestUuid" IS NOT NULL AND "entityType" IN ${TYPES} AND "actorUuid" IN (FROM changed_person)`,
    );
  const query = session.full ? 'SELECT uuid FROM "PullRequest"' : sources.join(' UNION ');
  await session.createTemp('invalid_pull', `SELECT DISTINCT uuid FROM (${query}) t(uuid)`);
}

const EVENTS = `SELECT "pullRequestUuid" AS pull, "occurredAt" AS moment, action, "entityType" AS type, "actorUuid" AS actor, "newStatus" AS status
  FROM "Event" WHERE "entityType" IN ${TYPES} AND "pullRequestUuid" IN (FROM invalid_pull)`;

/**
 * The facts of each pull request except reviews. Its events say whether it began as a draft, else its row.
 */
const BASE = `SELECT p.uuid, coalesce(p."createdAt", e.created) AS created, coalesce(p."createdByUuid", e.creator) AS author,
    coalesce(e.merged, p."mergedAt") AS merged, coalesce(p."closedAt", e.closed) AS closed,
    CASE lower(e.status) WHEN 'draft' THEN true WHEN 'open' THEN false
      ELSE coalesce(e.turn = 'ready_for_review', p.draft, false) END AS "bornDraft"
  FROM "PullRequest" p LEFT JOIN (
    SELECT pull, min(moment) FILTER (action = 'created') AS created, arg_min(actor, moment) FILTER (action = 'created') AS creator,
      arg_min(status, moment) FILTER (action = 'created') AS status, max(moment) FILTER (action = 'merged') AS merged,
      CASE WHEN coalesce(max(moment) FILTER (action = 'closed') > max(moment) FILTER (action = 'reopened'), true)
        THEN max(moment) FILTER (action = 'closed') END AS closed,
      arg_min(action, moment) FILTER (action IN ('converted_to_draft', 'ready_for_review')) AS turn
    FROM pull_event WHERE type = 'PullRequest' GROUP BY pull) e ON e.pull = p.uuid
  WHERE p.uuid IN (FROM invalid_pull)`;

/** Reviews and comments by people who are neither the author nor bots, up to the merge. */
const FEEDBACK = `SELECT e.pull, e.moment, e.actor, e.action FROM pull_event e JOIN pull_base b ON b.uuid = e.pull
  WHERE (e.type = 'PullRequest' AND e.action IN ${VERDICTS} OR e.type IN ${REMARKS} AND e.action IN ${REMARKED})
    AND e.actor IS NOT NULL AND e.actor IS DISTINCT FROM b.author AND (b.merged IS NULL OR e.moment <= b.merged)
    AND e.actor NOT IN (SELECT person FROM clock_now WHERE bot)`;

/**
 * Each step, whether the pull request was ready for review then, and since when; rank orders steps of one
 * moment.
 */
const STEPS = `SELECT pull, moment, rank, last_value(ready IGNORE NULLS) OVER w AS "isReady",
    last_value(CASE WHEN ready THEN moment END IGNORE NULLS) OVER w AS since
  FROM (
    SELECT uuid AS pull, created AS moment, 0 AS rank, NOT "bornDraft" AS ready FROM pull_base WHERE created IS NOT NULL
    UNION ALL SELECT pull, moment, CASE action WHEN 'converted_to_draft' THEN 1 ELSE 2 END, action = 'ready_for_review'
      FROM pull_event WHERE type = 'PullRequest' AND action IN ('converted_to_draft', 'ready_for_review')
    UNION ALL SELECT pull, moment, 3, NULL FROM pull_feedback
    UNION ALL SELECT uuid, coalesce(merged, TIMESTAMP '9999-12-31'), 4, NULL FROM pull_base)
  WINDOW w AS (PARTITION BY pull ORDER BY moment, rank ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;

const REVIEWED = `SELECT pull, min(moment) FILTER (rank = 3 AND "isReady") AS reviewed,
    arg_min(since, moment) FILTER (rank = 3 AND "isReady") AS "readyThen",
    any_value(CASE WHEN "isReady" THEN since END) FILTER (rank = 4) AS "readyNow"
  FROM pull_step GROUP BY pull`;

/** An approval stands unless the same person requested changes after it. */
const APPROVED = `SELECT pull, min(first) AS first, max(last) FILTER (stands) AS last FROM (
    SELECT pull, actor, min(moment) FILTER (action = 'approved') AS first, max(moment) FILTER (action = 'approved') AS last,
      arg_max(action, {'moment': moment, 'action': action}) = 'approved' AS stands
    FROM pull_feedback WHERE action IN ('approved', 'changes_requested') GROUP BY pull, actor) GROUP BY pull`;

const COMMITTED = `SELECT r."fromUuid" AS pull, min(c."authoredAt") AS first FROM "Relation" r JOIN "Commit" c ON c.uuid = r."toUuid"
  WHERE r.relation = 'hasCommit' AND r."fromUuid" IN (FROM invalid_pull) AND NOT coalesce(c.deleted, false) GROUP BY 1`;

const MOMENTS = `SELECT b.*, coalesce(v."readyThen", v."readyNow") AS ready, v.reviewed, a.first AS "approvedFirst", a.last AS "approvedLast",
    CASE WHEN a.last >= coalesce(v."readyThen", v."readyNow") THEN a.last END AS approved, c.first AS committed,
    coalesce(k.calendar, standard) AS calendar
  FROM pull_base b LEFT JOIN (${REVIEWED}) v ON v.pull = b.uuid LEFT JOIN (${APPROVED}) a ON a.pull = b.uuid
    LEFT JOIN (${COMMITTED}) c ON c.pull = b.uuid ${clockOf('b.author', 'b.created', 'k')}`;

/** Collects the moments of the invalid pull requests in `pull_time`. */
async function gather(session: DeriveSession): Promise<void> {
  await session.createTemp('pull_event', EVENTS);
  await session.createTemp('pull_base', BASE);
  await session.createTemp('pull_feedback', FEEDBACK);
  await session.createTemp('pull_step', STEPS);
  await session.createTemp('pull_time', MOMENTS);
}

const PARTS = ['committed', 'ready', 'reviewed', 'approved', 'merged'] as const;

/** Every moment for which business time is needed. */
const PULL_MOMENTS = PARTS.map(
  (part) =>
    `SELECT uuid AS id, '${part}' AS part, calendar, ${seconds(part)} AS moment FROM pull_time WHERE ${part} IS NOT NULL`,
).join(' UNION ALL ');

type Part = (typeof PARTS)[number];

/** The start of each measure and its possible ends, of which the first that exists counts. */
const SPANS: Readonly<Record<string, readonly [Part, ...Part[]]>> = {
  codingTime: ['committed', 'ready'],
  pickupTime: ['ready', 'reviewed', 'approved', 'merged'],
  reviewTime: ['reviewed', 'approved', 'merged'],
  mergeTime: ['approved', 'merged'],
  cycleTime: ['ready', 'merged'],
  commitLeadTime: ['committed', 'merged'],
};

const clock = (name: string) => `clock${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Both clocks of each span. A span without an end, or with its end before its start, has neither. */
function measures(): [string, string][] {
  return Object.entries(SPANS).flatMap(([name, [from, ...ends]]): [string, string][] => {
    const end = `coalesce(${ends.join(', ')}, NULL)`;
    const worked = `coalesce(${ends.map((part) => `worked_${part}`).join(', ')}, NULL)`;
    return [
      [name, `CASE WHEN ${end} >= ${from} THEN ${worked} - worked_${from} END`],
      [clock(name), `CASE WHEN ${end} >= ${from} THEN ${seconds(end)} - ${seconds(from)} END`],
    ];
  });
}

/** Picks a word by outcome: merged, closed without a merge, or still open. */
const byOutcome = (merged: string, closed: string, open: string) =>
  `CASE WHEN merged IS NOT NULL THEN '${merged}' WHEN closed IS NOT NULL THEN '${closed}' ELSE '${open}' END`;

const NOT_READY = `WHEN ready IS NULL THEN ${byOutcome('Not ready for review before the merge', 'Closed before it was ready for review', 'Not ready for review yet')}`;
const NOT_REVIEWED = byOutcome('Merged without a review', 'Closed without a review', 'Not reviewed yet');
const NOT_APPROVED = byOutcome(
  'Merged without an approval that stands',
  'Closed without an approval',
  'Not approved yet',
);
const NOT_MERGED = `WHEN merged IS NULL AND closed IS NOT NULL THEN 'Closed without a merge' WHEN merged IS NULL THEN 'Not merged yet'`;

const NO_CODING = `CASE ${NOT_READY} WHEN committed IS NULL THEN 'No commit is known'
  WHEN ready < committed THEN 'First commit is dated after it was ready' END`;
const NO_PICKUP = `CASE ${NOT_READY} WHEN coalesce(reviewed, approved, merged) IS NULL THEN ${NOT_REVIEWED} END`;
const NO_REVIEW = `CASE ${NOT_READY} WHEN reviewed IS NULL THEN ${NOT_REVIEWED}
  WHEN coalesce(approved, merged) IS NULL THEN ${NOT_APPROVED} END`;
const NO_MERGE = `CASE ${NOT_MERGED} ${NOT_READY} WHEN approved IS NULL THEN ${NOT_APPROVED} END`;
const NO_CYCLE = `CASE ${NOT_MERGED} ${NOT_READY} END`;
const NO_LEAD = `CASE ${NOT_MERGED}
  WHEN committed IS NULL THEN 'No commit is known' WHEN merged < committed THEN 'First commit is dated after the merge' END`;

/** Writes the measures of the invalid pull requests; `work_span` must cover their moments. */
async function compute(session: DeriveSession): Promise<void> {
  const pivot = PARTS.map((part) => `max(worked) FILTER (part = '${part}') AS worked_${part}`).join(', ');
  const columns: [string, string][] = [
    ['openSince', 'CASE WHEN merged IS NULL AND closed IS NULL THEN created END'],
    ['readyAt', 'ready'],
    ['firstReviewAt', 'reviewed'],
    ['firstApprovalAt', '"approvedFirst"'],
    ['lastApprovalAt', '"approvedLast"'],
    ['firstCommitAt', 'committed'],
    ...measures(),
    ['noCodingTimeReason', NO_CODING],
    ['noPickupTimeReason', NO_PICKUP],
    ['noReviewTimeReason', NO_REVIEW],
    ['noMergeTimeReason', NO_MERGE],
    ['noCycleTimeReason', NO_CYCLE],
    ['noCommitLeadTimeReason', NO_LEAD],
  ];
  const selected = columns.map(([name, value]) => `${value} AS "${name}"`).join(', ');
  const set = Object.fromEntries(columns.map(([name]) => [name, `s."${name}"`]));
  await session.run(
    update(
      'PullRequest',
      set,
      `FROM (SELECT uuid, ${selected} FROM pull_time LEFT JOIN
       (SELECT id, ${pivot} FROM (${workedAt(PULL_MOMENTS)}) GROUP BY id) ON id = uuid) s WHERE t.uuid = s.uuid`,
    ),
  );
}

/** Computes when pull requests were ready, reviewed and approved, and how long each part took. */
export const PULL_REQUESTS: Derivation = {
  invalidate,
  invalidated: 'invalid_pull',
  gather,
  moments: PULL_MOMENTS,
  compute,
};
