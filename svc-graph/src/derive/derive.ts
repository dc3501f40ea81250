import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Derive } from '../store/graph-stores.ts';
import { DEFAULT_CALENDAR } from './calendar.ts';
import { PUBLISH } from '../store/load.ts';
import type { GraphStore } from '../store/graph-store.ts';
import { changedPeople, keepClocks, layWorkSpans, layZones, resolveClocks } from './clocks.ts';
import { DAYS } from './days.ts';
import { followPullRequests, settleFailures, touchDeployments } from './deployments.ts';
import { ISSUES } from './issues.ts';
import { PULL_REQUESTS } from './pull-requests.ts';
import { type Derivation, NOBODY, type Session, sessionOn } from './session.ts';

/** Raised when a definition changes, so that every org is worked out anew. */
const DEFINITIONS = 3;

/** Which definitions an org's measures follow. */
export const DERIVED_BY = `${String(DEFINITIONS)}-${createHash('sha256').update(JSON.stringify(DEFAULT_CALENDAR)).digest('hex').slice(0, 8)}`;

const MEASURED = ['PullRequest', 'Issue', 'CicdPipeline', 'Message', 'CalendarEntry'];

/** The first row of any of them: a fifth of what it takes to ask whether there is one in each. */
const ANYTHING = `${MEASURED.map((kind) => `SELECT 1 FROM "${kind}"`).join(' UNION ALL ')} LIMIT 1`;
const STALE = `SELECT coalesce((SELECT value FROM "Meta" WHERE key = 'derivedBy'), '') <> $1 AS stale`;

async function isDue(connection: DuckDBConnection): Promise<{ there: boolean; stale: boolean }> {
  const there = (await connection.run(ANYTHING)).rowCount > 0;
  if (!there) return { there, stale: false };
  const result = await connection.run(STALE, [DERIVED_BY]);
  const [row] = (await result.getRowObjectsJson()) as { stale: boolean }[];
  return { there, stale: row?.stale ?? false };
}

const DERIVATIONS = [PULL_REQUESTS, ISSUES, DAYS];

async function measure(session: Session): Promise<void> {
  await layZones(session);
  const touched: Derivation[] = [];
  for (const derivation of DERIVATIONS) {
    await derivation.touch(session);
    if (!(await session.any(`FROM ${derivation.touched}`))) continue;
    await derivation.gather?.(session);
    touched.push(derivation);
  }
  if (touched.length > 0) {
    const moments = touched.map(({ moments: each }) => `SELECT moment FROM (${each})`);
    await layWorkSpans(session, moments.join(' UNION ALL '));
  }
  for (const derivation of touched) await derivation.measure(session);
  await touchDeployments(session);
  await followPullRequests(session);
  await settleFailures(session);
}

export interface DeriveOptions {
  readonly orgId: string;
  /** The present moment in seconds since 1970. */
  readonly now: number;
  /** Works everything out anew. */
  readonly whole?: boolean;
}

/**
 * Works out what follows from the events that the open transaction brought: measures, stays in statuses, days.
 * Everything is worked out anew where the definitions or the org's calendar are not what they were.
 */
export async function derive(connection: DuckDBConnection, options: DeriveOptions): Promise<void> {
  const { there, stale } = await isDue(connection);
  if (!there) return;
  const wanted = stale || options.whole === true;
  const clocks = sessionOn(connection, { ...options, whole: wanted });
  await resolveClocks(clocks);
  await changedPeople(clocks);
  const whole = wanted || (await clocks.any(`FROM changed_person WHERE person = '${NOBODY}'`));
  const session = sessionOn(connection, { ...options, whole });
  await measure(session);
  await keepClocks(session);
  await session.clear();
  await clocks.clear();
  if (stale) await session.run(`INSERT OR REPLACE INTO "Meta" VALUES ('derivedBy', $1)`, [DERIVED_BY]);
}

/** Works out what follows as of the present moment; what a store runs before it publishes. */
export const deriveNow: Derive = (connection, orgId) =>
  derive(connection, { orgId, now: Math.floor(Date.now() / 1_000) });

/** Whether anybody's working hours are not what was reckoned with. */
async function isClockDue(connection: DuckDBConnection): Promise<boolean> {
  const session = sessionOn(connection, { orgId: '', now: 0, whole: false });
  await resolveClocks(session);
  await changedPeople(session);
  const due = await session.any('FROM changed_person');
  await session.clear();
  return due;
}

/** Works an org out anew whose measures follow older definitions or other calendars, or that has none yet. */
export function catchUp(store: GraphStore): Promise<void> {
  return store.transaction(async (connection) => {
    const { there, stale } = await isDue(connection);
    // Publishing is what derives.
    if (there && (stale || (await isClockDue(connection)))) await connection.run(PUBLISH.sql);
  });
}
