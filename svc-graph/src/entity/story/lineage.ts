import { isVisible } from '@cairn/contracts';
import { LINEAGE_STEPS, type LineageStep } from '@cairn/contracts/story';
import { CATALOGUE } from '@cairn/entities';
import type { Reader } from '../../query/engine/reader.ts';
import { quoted } from '../../store/ddl.ts';
import { type EntityMatch, isoOf } from '../find.ts';
import { keyOf, statusOfRow } from './reach.ts';

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

const edges = (relation: string, from: 'fromUuid' | 'toUuid', ids: string) =>
  `SELECT "${from === 'fromUuid' ? 'toUuid' : 'fromUuid'}" AS uuid FROM "Relation" WHERE relation = '${relation}' AND "${from}" IN (${ids})`;

/** The pull requests that carry the change that an entity `$1` of a kind is part of. */
const PULL_REQUESTS: Readonly<Record<string, string>> = {
  PullRequest: 'SELECT $1::UUID AS uuid',
  Issue: edges('closes', 'toUuid', '$1::UUID'),
  Commit: `${edges('hasCommit', 'toUuid', '$1::UUID')} UNION SELECT uuid FROM "PullRequest" WHERE "mergeCommitUuid" = $1::UUID`,
  CicdPipeline: `SELECT uuid FROM "PullRequest" WHERE "deploymentUuid" = $1::UUID UNION ${edges('ranFor', 'fromUuid', '$1::UUID')}
    UNION ${edges('hasCommit', 'toUuid', 'SELECT "commitUuid" FROM "CicdPipeline" WHERE uuid = $1::UUID')}`,
  Release: `${edges('includesPullRequest', 'fromUuid', '$1::UUID')} UNION ${edges('hasCommit', 'toUuid', edges('includes', 'fromUuid', '$1::UUID'))}`,
};
const PULL = 'SELECT uuid FROM of_pull';
const COMMIT = 'SELECT uuid FROM of_commit';
const PIPELINE = 'SELECT uuid FROM of_pipeline';

/** What the entity adds to each step by itself, where no pull request stands between. */
const OWN: Readonly<Record<string, Partial<Record<Step, string>>>> = {
  Issue: {
    issue: 'SELECT $1::UUID AS uuid',
    commit: edges('commitMentions', 'toUuid', '$1::UUID'),
    pipeline: `${edges('deploysIssue', 'toUuid', '$1::UUID')} UNION SELECT "causedByUuid" FROM "Issue" WHERE uuid = $1::UUID AND "causedByUuid" IS NOT NULL`,
    release: edges('includesIssue', 'toUuid', '$1::UUID'),
  },
  Commit: { commit: 'SELECT $1::UUID AS uuid', issue: edges('commitMentions', 'fromUuid', '$1::UUID') },
  CicdPipeline: {
    pipeline: 'SELECT $1::UUID AS uuid',
    issue: edges('deploysIssue', 'fromUuid', '$1::UUID'),
    commit: `SELECT "commitUuid" AS uuid FROM "CicdPipeline" WHERE uuid = $1::UUID AND "commitUuid" IS NOT NULL UNION ${edges('deploys', 'fromUuid', '$1::UUID')}`,
  },
  Release: {
    release: 'SELECT $1::UUID AS uuid',
    issue: edges('includesIssue', 'fromUuid', '$1::UUID'),
    commit: edges('includes', 'fromUuid', '$1::UUID'),
  },
};

/** The steps by name, each a query of uuids over those before it. */
function stepsOf(kind: string): Readonly<Record<string, string>> {
  const own = (step: Step) => OWN[kind]?.[step] ?? 'SELECT NULL::UUID AS uuid WHERE false';
  const itself =
    kind === 'Issue'
      ? ' UNION SELECT uuid FROM "Issue" WHERE uuid = $1::UUID AND "causedByUuid" IS NOT NULL'
      : '';
  // What a release or a pipeline brings is much; only what it names itself is part of its line.
  return {
    of_pull: PULL_REQUESTS[kind] ?? 'SELECT NULL::UUID AS uuid WHERE false',
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
  readonly uuid: string;
  readonly name: string | null;
  readonly key: string | null;
  readonly status: string | null;
  readonly category: string | null;
  readonly moment: string | null;
  readonly total: number;
}

function itemsOf(step: Step, steps: Readonly<Record<string, string>>): string {
  const kind = CATALOGUE.kind(KIND[step]);
  if (!kind) throw new Error(`${KIND[step]} is no kind`);
  const { status, category } = statusOfRow(kind);
  const used = Object.entries(steps).map(([name, sql]) => `${name} AS (${sql})`);
  // An incident is a step of its own, so it does not stand among the issues.
  const apart = step === 'issue' ? 'AND t.uuid NOT IN (SELECT uuid FROM of_incident)' : '';
  return `WITH ${used.join(', ')} SELECT t.uuid::VARCHAR AS uuid, t.name, ${keyOf(kind)} AS key, ${status} AS status, ${category} AS category,
      ${MOMENT[step]} AS moment, (count(*) OVER ())::INTEGER AS total
    FROM ${quoted(kind.name)} t WHERE t.uuid IN (SELECT uuid FROM ${NAMES[step]}) AND NOT coalesce(t.deleted, false) ${apart}
    ORDER BY moment NULLS LAST, t.uuid LIMIT ${String(MOST_ITEMS)}`;
}

/** The line of a change: the steps that it has taken, and the time from each to the next. */
export async function entityLineage(store: Reader, { kind, row }: EntityMatch): Promise<LineageStep[]> {
  if (!PULL_REQUESTS[kind.name]) return [];
  const uuid = String(row['uuid']);
  const steps = stepsOf(kind.name);
  const line: LineageStep[] = [];
  for (const step of LINEAGE_STEPS) {
    const rows = await store.rows<ItemRow>(itemsOf(step, steps), [uuid]);
    const [first] = rows;
    if (!first) continue;
    const at = first.moment === null ? null : isoOf(first.moment);
    const before = line.at(-1)?.at ?? null;
    line.push({
      step,
      total: first.total,
      at,
      secondsSincePrevious: at && before ? (Date.parse(at) - Date.parse(before)) / 1_000 : null,
      items: rows.map((item) => ({
        uuid: item.uuid,
        kind: KIND[step],
        name: item.name !== null && isVisible(item.name) ? item.name : item.uuid,
        key: item.key,
        status: item.status,
        statusCategory: item.category,
        at: item.moment === null ? null : isoOf(item.moment),
        isThis: item.uuid === uuid,
      })),
    });
  }
  return line;
}
