import { isVisible } from '@cairn/contracts';
import { LINEAGE_STEPS, type LineageStep } from '@cairn/contracts/story';
import { CATALOGUE } from '@cairn/entities';
import { quoted } from '../../store/ddl.ts';
import { type EntityMatch, isoOf } from '../find.ts';
import type { KeyedReader } from '../key-index/keyed-rows.ts';
import { listed } from './edge-walk.ts';
import { type Step, hasLine, lineageUuids, stepsInOrder } from './lineage-steps.ts';
import { keyOf, statusOfRow } from './reach.ts';

const KIND: Readonly<Record<Step, string>> = {
  cause: 'CicdPipeline',
  issue: 'Issue',
  commit: 'Commit',
  pullRequest: 'PullRequest',
  pipeline: 'CicdPipeline',
  release: 'Release',
  incident: 'Issue',
};
const ENDED = 'coalesce(t."finishedAt", t."startedAt", t."createdAt")';
/** The moment at which each step is taken, of a row `t`. */
const MOMENT: Readonly<Record<Step, string>> = {
  cause: ENDED,
  issue: 'coalesce(t."detectedAt", t."createdAt")',
  commit: 't."committedAt"',
  pullRequest: 'coalesce(t."mergedAt", t."createdAt")',
  pipeline: ENDED,
  release: 't."publishedAt"',
  incident: 'coalesce(t."detectedAt", t."createdAt")',
};
const MOST_ITEMS = 10;

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

/** The things of a step, the earliest first. */
function itemsOf(step: Step, uuids: (step: Step) => string): string {
  const kind = CATALOGUE.kind(KIND[step]);
  if (!kind) throw new Error(`${KIND[step]} is no kind`);
  const { status, category } = statusOfRow(kind);
  // An incident is a step of its own, so it does not stand among the issues.
  const apart = step === 'issue' ? `AND t.uuid NOT IN (${uuids('incident')})` : '';
  return `SELECT '${step}' AS step, t.uuid::VARCHAR AS uuid, t.name, ${keyOf(kind)} AS key, ${status} AS status, ${category} AS category,
      ${MOMENT[step]} AS moment, (count(*) OVER ())::INTEGER AS total
    FROM ${quoted(kind.name)} t WHERE t.uuid IN (${uuids(step)}) AND NOT coalesce(t.deleted, false) ${apart}
    ORDER BY moment NULLS LAST, t.uuid LIMIT ${String(MOST_ITEMS)}`;
}

/** The things of every step, in one statement. */
async function readItems(store: KeyedReader, found: EntityMatch): Promise<ItemRow[]> {
  const steps = await lineageUuids(store, found);
  const uuids = (step: Step) => listed(`$${String(LINEAGE_STEPS.indexOf(step) + 1)}`);
  const items = LINEAGE_STEPS.map((step) => `SELECT * FROM (${itemsOf(step, uuids)})`);
  return store.rows<ItemRow>(
    `SELECT * FROM (${items.join(' UNION ALL ')}) ORDER BY moment NULLS LAST, uuid`,
    LINEAGE_STEPS.map((step) => JSON.stringify(steps[step])),
  );
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
export async function entityLineage(store: KeyedReader, found: EntityMatch): Promise<LineageStep[]> {
  if (!hasLine(found.kind.name)) return [];
  const uuid = String(found.row['uuid']);
  const rows = await readItems(store, found);
  const line: LineageStep[] = [];
  const firstAt = (step: Step) => {
    const moment = rows.find((each) => each.step === step)?.moment ?? null;
    return moment === null ? null : isoOf(moment);
  };
  for (const step of stepsInOrder(firstAt)) {
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
