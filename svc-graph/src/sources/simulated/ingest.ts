import { keepForLater } from '@cairn/service-kit/keep-for-later';
import { type Load, PUBLISH, type Row, keepRaws, loadStatements } from '../../store/load.ts';
import { ownedLoads } from '../../store/source-records.ts';
import { ownAttributeStatements, ownColumns } from '../../store/own-attributes.ts';
import { update } from '../../store/statement.ts';
import { type SourceState, stateStatement } from '../../store/source-row.ts';
import type { IngestContext } from '../connector.ts';
import { OWN_FIELDS } from './own-fields.ts';
import { Recipe } from './recipe.ts';
import { type SimulatedPeriod, simulate } from './simulate.ts';

/** The only phase of simulating a company. */
export const PHASE = 'simulate';

/** People were last active when their last event happened, which only the whole history tells. */
export const LAST_ACTIVE = update(
  'Person',
  { updatedAt: 'e.last', observedAt: 'e.last' },
  `FROM (SELECT "actorUuid" AS actor, max("occurredAt") AS last FROM "Event" GROUP BY 1) e WHERE e.actor = t.uuid`,
);

/** Rows per statement. */
const MOST_ROWS = 20_000;

function rowsLoads(table: string, rows: readonly Row[], sourceId: string): Load[] {
  // A source sees its things after they are there, however they are ordered.
  const at = rows.reduce((latest, { observedAt }) => Math.max(latest, Number(observedAt ?? 0)), 0);
  const load = { table, rows, append: true, own: ownColumns(OWN_FIELDS, table) };
  return ownedLoads(load, { sourceId, at, isNew: true });
}

/** Splits the rows of a period into loads that the engine reads in one go, with the records of their source. */
export function loadsOf(tables: ReadonlyMap<string, readonly Row[]>, sourceId: string): Load[] {
  const loads: Load[] = [];
  for (const [table, rows] of tables)
    for (let start = 0; start < rows.length; start += MOST_ROWS)
      loads.push(...rowsLoads(table, rows.slice(start, start + MOST_ROWS), sourceId));
  return loads;
}

const NOTE = 'This data is simulated: an invented company, made by Cairn for demonstration.';

/** The state after a period; the cursor is the number of stored periods. */
function stateAfter(
  before: SourceState,
  { number, of, events }: SimulatedPeriod,
  begun: number,
): SourceState {
  const over = number === of;
  const seconds = (Date.now() - begun) / 1_000;
  return {
    ...before,
    status: over ? 'active' : 'ingesting',
    notes: [NOTE],
    error: null,
    erroredAt: null,
    progress: {
      state: over ? 'done' : 'running',
      current: PHASE,
      counts: {
        [PHASE]: {
          done: events,
          total: over ? events : null,
          perSecond: over ? null : Math.round(events / seconds),
        },
      },
    },
    lastIngestedAt: over ? new Date().toISOString() : null,
    cursor: number,
  };
}

/**
 * Simulates the company of a recipe, one period per transaction. After an interruption it continues with the
 * next period.
 */
export async function ingestSimulated({
  writer,
  orgId,
  source,
  signal,
}: Omit<IngestContext, 'secrets'>): Promise<void> {
  const recipe = Recipe.parse(source.settings);
  const done = typeof source.state.cursor === 'number' ? source.state.cursor : 0;
  const begun = Date.now();
  let pending = Promise.resolve();
  if (source.state.status === 'active') return;
  if (source.state.outdated) throw new Error('the company has not been made again yet');
  for (const period of simulate(orgId, recipe)) {
    if (period.number <= done) continue;
    // The recipe is the only payload; everything else follows from it.
    const payload = Buffer.from(JSON.stringify({ recipe, period: period.number }));
    const receivedAt = Date.now() / 1_000;
    const raw = keepRaws(source.id, [{ kind: 'recipe', receivedAt, payload }]);
    const state = stateAfter(source.state, period, begun);
    const statements = [
      raw,
      ...ownAttributeStatements(OWN_FIELDS),
      ...loadsOf(period.tables, source.id).flatMap(loadStatements),
      ...(period.number === period.of ? [LAST_ACTIVE] : []),
      stateStatement(source.id, state),
      PUBLISH,
    ];
    await pending;
    signal.throwIfAborted();
    pending = keepForLater(writer.commit(statements));
  }
  await pending;
}
