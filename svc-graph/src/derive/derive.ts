import { createHash } from 'node:crypto';
import type { GraphStore } from '../store/graph-store.ts';
import type { Derive } from '../store/graph-stores.ts';
import { PUBLISH } from '../store/load.ts';
import { replaceRow } from '../store/statement.ts';
import type { Transaction } from '../store/transaction.ts';
import { DEFAULT_CALENDAR } from './calendar.ts';
import {
  findChangedPeople,
  storeClocks,
  createWorkSpans,
  createZoneOffsets,
  resolveClocks,
} from './clocks.ts';
import { DAYS } from './days.ts';
import { computeLeadTimes, computeFailures, computeDeployments } from './deployments.ts';
import { decide } from './delivery-rules/decide.ts';
import { ISSUES } from './issues.ts';
import { joinReferences } from './join-references.ts';
import { computeMentions } from './mentions.ts';
import { PULL_REQUESTS } from './pull-requests.ts';
import { keepCategories } from './resource-categories.ts';
import { type Derivation, NOBODY, type DeriveSession, sessionIn } from './session.ts';

/** Raise it when a definition changes, so that every org is recomputed. */
const DEFINITIONS = 7;

/** The definitions that an org's measures follow. */
export const DERIVED_BY = `${String(DEFINITIONS)}-${createHash('sha256').update(JSON.stringify(DEFAULT_CALENDAR)).digest('hex').slice(0, 8)}`;

const MEASURED = ['PullRequest', 'Issue', 'CicdPipeline', 'Message', 'CalendarEntry'];

/** The first row of any kind. One query takes a fifth of the time of one per kind. */
const ANYTHING = `${MEASURED.map((kind) => `SELECT 1 FROM "${kind}"`).join(' UNION ALL ')} LIMIT 1`;
const STALE = `SELECT coalesce((SELECT value FROM "Meta" WHERE key = 'derivedBy'), '') <> $1 AS stale`;

async function isDue(transaction: Transaction): Promise<{ there: boolean; stale: boolean }> {
  const there = (await transaction.rows(ANYTHING)).length > 0;
  if (!there) return { there, stale: false };
  const [row] = await transaction.rows<{ stale: boolean }>(STALE, [DERIVED_BY]);
  return { there, stale: row?.stale ?? false };
}

const DERIVATIONS = [PULL_REQUESTS, ISSUES, DAYS];

async function compute(session: DeriveSession): Promise<void> {
  const rules = await decide(session);
  await createZoneOffsets(session);
  const due: Derivation[] = [];
  for (const derivation of DERIVATIONS) {
    await derivation.invalidate(session);
    if (!(await session.exists(`FROM ${derivation.invalidated}`))) continue;
    await derivation.gather?.(session);
    due.push(derivation);
  }
  if (due.length > 0) {
    const moments = due.map(({ moments: each }) => `SELECT moment FROM (${each})`);
    await createWorkSpans(session, moments.join(' UNION ALL '));
  }
  for (const derivation of due) await derivation.compute(session);
  await computeDeployments(session, rules);
  await computeLeadTimes(session);
  await computeFailures(session);
  await computeMentions(session);
}

export interface DeriveOptions {
  readonly orgId: string;
  /** The present moment in seconds since 1970. */
  readonly now: number;
  /** Recomputes everything. */
  readonly full?: boolean;
}

/**
 * Computes what derives from the rows that the open transaction inserted: measures, stays in statuses, days.
 * When definitions or the org's calendar changed, it recomputes everything.
 */
export async function derive(transaction: Transaction, options: DeriveOptions): Promise<void> {
  await joinReferences(transaction);
  await keepCategories(transaction);
  const { there, stale } = await isDue(transaction);
  if (!there) return;
  const wanted = stale || options.full === true;
  const clocks = sessionIn(transaction, { ...options, full: wanted });
  await resolveClocks(clocks);
  await findChangedPeople(clocks);
  const full = wanted || (await clocks.exists(`FROM changed_person WHERE person = '${NOBODY}'`));
  const session = sessionIn(transaction, { ...options, full });
  await compute(session);
  await storeClocks(session);
  await session.dropTemps();
  await clocks.dropTemps();
  if (stale) await session.run(replaceRow('Meta', ['derivedBy', DERIVED_BY]));
}

/** Computes derived rows as of now; a store runs it before it publishes. */
export const deriveNow: Derive = (transaction, orgId) =>
  derive(transaction, { orgId, now: Math.floor(Date.now() / 1_000) });

/** True when anybody's working hours differ from the last computation. */
async function isClockDue(transaction: Transaction): Promise<boolean> {
  const session = sessionIn(transaction, { orgId: '', now: 0, full: false });
  await resolveClocks(session);
  await findChangedPeople(session);
  const due = await session.exists('FROM changed_person');
  await session.dropTemps();
  return due;
}

/** Recomputes the measures of an org when they are missing, or follow older definitions or calendars. */
export function recomputeIfStale(store: GraphStore): Promise<void> {
  return store.transaction(async (transaction) => {
    const { there, stale } = await isDue(transaction);
    // Publishing runs the derivation.
    if (there && (stale || (await isClockDue(transaction)))) await transaction.run(PUBLISH);
  });
}
