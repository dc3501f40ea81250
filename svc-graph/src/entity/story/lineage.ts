import { isVisible } from '@cairn/contracts';
import { LINEAGE_STEPS, type LineageStep } from '@cairn/contracts/story';
import { CATALOGUE } from '@cairn/entities';
import { quoted } from '../../store/ddl.ts';
import { type EntityMatch, isoOf } from '../find.ts';
import type { KeyedReader } from '../key-index/keyed-rows.ts';
import { entitiesAt, keyOf, statusOfRow } from './reach.ts';

type Step = (typeof LINEAGE_STEPS)[number];

const KIND: Readonly<Record<Step, string>> = {
  issue: 'Issue',
  commit: 'Commit',
  pullRequest: 'PullRequest',
  pipeline: 'CicdPipeline',
  release: 'Release',
  incident: 'Issue',
};
/** The moment at which each step is taken, of a row `t`. */
const MOMENT: Readonly<Record<Step, string>> = {
  issue: 't."createdAt"',
  commit: 't."committedAt"',
  pullRequest: 'coalesce(t."mergedAt", t."createdAt")',
  pipeline: 'coalesce(t."finishedAt", t."startedAt", t."createdAt")',
  release: 't."publishedAt"',
  incident: 'coalesce(t."detectedAt", t."createdAt")',
};
const MOST_ITEMS = 10;

const NONE = 'SELECT NULL::UUID AS uuid WHERE false';
const PULL = 'SELECT uuid FROM of_pull';
const COMMIT = 'SELECT uuid FROM of_commit';
const PIPELINE = 'SELECT uuid FROM of_pipeline';
const ITSELF = 'SELECT $1::UUID AS uuid';

/** What the edges of a relation lead to from entities, as a query of uuids. */
type Edges = (relation: string, from: 'fromUuid' | 'toUuid', uuids: string) => string;

/** The pull requests that carry the change that an entity `$1` of a kind is part of. */
const PULL_REQUESTS: Readonly<Record<string, (edges: Edges) => string>> = {
  PullRequest: () => ITSELF,
  Issue: (edges) => edges('closes', 'toUuid', '$1'),
  Commit: (edges) =>
    `${edges('hasCommit', 'toUuid', '$1')} UNION SELECT uuid FROM "PullRequest" WHERE "mergeCommitUuid" = $1::UUID`,
  CicdPipeline: (
    edges,
  ) => `SELECT uuid FROM "PullRequest" WHERE "deploymentUuid" = $1::UUID UNION ${edges('ranFor', 'fromUuid', '$1')}
    UNION ${edges('hasCommit', 'toUuid', 'SELECT "commitUuid" FROM "CicdPipeline" WHERE uuid = $1::UUID')}`,
  Release: (edges) =>
    `${edges('includesPullRequest', 'fromUuid', '$1')} UNION ${edges('hasCommit', 'toUuid', edges('includes', 'fromUuid', '$1'))}`,
};

/** What the entity adds to each step by itself, where no pull request stands between. */
const OWN: Readonly<Record<string, (edges: Edges) => Partial<Record<Step, string>>>> = {
  Issue: (edges) => ({
    issue: ITSELF,
    commit: edges('commitMentions', 'toUuid', '$1'),
    pipeline: `${edges('deploysIssue', 'toUuid', '$1')} UNION SELECT "causedByUuid" FROM "Issue" WHERE uuid = $1::UUID AND "causedByUuid" IS NOT NULL`,
    release: edges('includesIssue', 'toUuid', '$1'),
  }),
  Commit: (edges) => ({ commit: ITSELF, issue: edges('commitMentions', 'fromUuid', '$1') }),
  CicdPipeline: (edges) => ({
    pipeline: ITSELF,
    issue: edges('deploysIssue', 'fromUuid', '$1'),
    commit: `SELECT "commitUuid" AS uuid FROM "CicdPipeline" WHERE uuid = $1::UUID AND "commitUuid" IS NOT NULL UNION ${edges('deploys', 'fromUuid', '$1')}`,
  }),
  Release: (edges) => ({
    release: ITSELF,
    issue: edges('includesIssue', 'fromUuid', '$1'),
    commit: edges('includes', 'fromUuid', '$1'),
  }),
};

/** The steps by name, each a query of uuids over those before it. */
function stepsOf(kind: string, edges: Edges): Readonly<Record<string, string>> {
  const owned = OWN[kind]?.(edges) ?? {};
  const own = (step: Step) => owned[step] ?? NONE;
  const itself =
    kind === 'Issue'
      ? ' UNION SELECT uuid FROM "Issue" WHERE uuid = $1::UUID AND "causedByUuid" IS NOT NULL'
      : '';
  // What a release or a pipeline brings is much; only what it names itself is part of its line.
  return {
    of_pull: PULL_REQUESTS[kind]?.(edges) ?? NONE,
    of_commit: `${own('commit')} UNION ${edges('hasCommit', 'fromUuid', PULL)}
      UNION SELECT "mergeCommitUuid" FROM "PullRequest" WHERE uuid IN (${PULL}) AND "mergeCommitUuid" IS NOT NULL`,
    of_issue: `${own('issue')} UNION ${edges('closes', 'fromUuid', PULL)}`,
    of_pipeline:
      kind === 'CicdPipeline'
        ? own('pipeline')
        : `${own('pipeline')} UNION SELECT uuid FROM "CicdPipeline" WHERE "commitUuid" IN (${COMMIT}) AND "isDeployment"
           UNION SELECT "deploymentUuid" FROM "PullRequest" WHERE uuid IN (${PULL}) AND "deploymentUuid" IS NOT NULL`,
    of_release:
      kind === 'Release'
        ? own('release')
        : `${own('release')} UNION ${edges('includesPullRequest', 'toUuid', PULL)} UNION ${edges('includes', 'toUuid', COMMIT)}`,
    of_incident: `SELECT uuid FROM "Issue" WHERE "causedByUuid" IN (${PIPELINE})${itself}`,
  };
}

const NAMES: Readonly<Record<Step, string>> = {
  issue: 'of_issue',
  commit: 'of_commit',
  pullRequest: 'of_pull',
  pipeline: 'of_pipeline',
  release: 'of_release',
  incident: 'of_incident',
};

interface ItemRow {
  readonly step: Step;
  readonly uuid: string;
  readonly name: string | null;
  readonly key: string | null;
  readonly status: string | null;
  readonly category: string | null;
  readonly moment: string | null;
  readonly total: number;
}

/** The things of a step, the earliest first; it reads the tables of `stepsOf`. */
function itemsOf(step: Step): string {
  const kind = CATALOGUE.kind(KIND[step]);
  if (!kind) throw new Error(`${KIND[step]} is no kind`);
  const { status, category } = statusOfRow(kind);
  // An incident is a step of its own, so it does not stand among the issues.
  const apart = step === 'issue' ? 'AND t.uuid NOT IN (SELECT uuid FROM of_incident)' : '';
  return `SELECT '${step}' AS step, t.uuid::VARCHAR AS uuid, t.name, ${keyOf(kind)} AS key, ${status} AS status, ${category} AS category,
      ${MOMENT[step]} AS moment, (count(*) OVER ())::INTEGER AS total
    FROM ${quoted(kind.name)} t WHERE t.uuid IN (SELECT uuid FROM ${NAMES[step]}) AND NOT coalesce(t.deleted, false) ${apart}
    ORDER BY moment NULLS LAST, t.uuid LIMIT ${String(MOST_ITEMS)}`;
}

/** Every step of a line in one statement, so that each table is read once. */
function lineOf(kind: string, edges: Edges): string {
  const steps = Object.entries(stepsOf(kind, edges)).map(([name, sql]) => `${name} AS MATERIALIZED (${sql})`);
  const items = LINEAGE_STEPS.map((step) => `SELECT * FROM (${itemsOf(step)})`);
  return `WITH ${steps.join(', ')} SELECT * FROM (${items.join(' UNION ALL ')}) ORDER BY moment NULLS LAST, uuid`;
}

const presentItem = (item: ItemRow, uuid: string): LineageStep['items'][number] => ({
  uuid: item.uuid,
  kind: KIND[item.step],
  name: item.name !== null && isVisible(item.name) ? item.name : item.uuid,
  key: item.key,
  status: item.status,
  statusCategory: item.category,
  at: item.moment === null ? null : isoOf(item.moment),
  isThis: item.uuid === uuid,
});

/** The line of a change: the steps that it has taken, and the time from each to the next. */
export async function entityLineage(store: KeyedReader, { kind, row }: EntityMatch): Promise<LineageStep[]> {
  if (!PULL_REQUESTS[kind.name]) return [];
  const uuid = String(row['uuid']);
  const edges: Edges = (...of) => entitiesAt(store, ...of);
  const rows = await store.rows<ItemRow>(lineOf(kind.name, edges), [uuid]);
  const line: LineageStep[] = [];
  for (const step of LINEAGE_STEPS) {
    const items = rows.filter((each) => each.step === step).map((each) => presentItem(each, uuid));
    const [first] = items;
    if (!first) continue;
    const before = line.at(-1)?.at ?? null;
    line.push({
      step,
      total: rows.find((each) => each.step === step)?.total ?? items.length,
      at: first.at,
      secondsSincePrevious: first.at && before ? (Date.parse(first.at) - Date.parse(before)) / 1_000 : null,
      items,
    });
  }
  return line;
}
