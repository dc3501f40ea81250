import type { Caller, OrgId } from '@cairn/contracts';
import type { Dialect } from './dialect/dialect.ts';
import type { Engine } from './engine/engine.ts';
import { runQueued } from './engine/queue.ts';
import type { QueueDeps } from './engine/queue.ts';
import type { OrgGraphs } from './graph.ts';
import type { Audience } from './passes/limit-people.ts';
import type { Tenant } from './passes/scope-tenant.ts';
import type { Pass } from './plan/plan.ts';

/** The claims that decide whose measures a caller may see. */
export type AudienceCaller = Pick<
  Caller,
  'userId' | 'email' | 'emailVerified' | 'role' | 'superuser' | 'personMeasures'
>;

export interface ReaderDeps extends QueueDeps {
  readonly graphs: OrgGraphs;
  /** The people whose measures a caller may see in an org. */
  readonly audienceOf: (orgId: OrgId, caller: AudienceCaller) => Promise<Audience>;
}

/** One version of an org's data, with all that is needed to run plans on it until the signal aborts. */
export interface ReadContext {
  readonly dataVersion: number;
  readonly tenant: Tenant;
  readonly audience: Audience;
  readonly dialect: Dialect;
  readonly engine: Engine;
  readonly optimise: Pass | undefined;
  readonly signal: AbortSignal;
}

/** Who reads which org: the people whose measures they may see. */
export interface GraphReader {
  readonly orgId: OrgId;
  readonly audience: Audience;
}

/** Reads a snapshot of an org's graph once admitted. One time limit covers all its reads. */
export function readGraph<T>(
  deps: Omit<ReaderDeps, 'audienceOf'>,
  { orgId, audience }: GraphReader,
  caller: AbortSignal,
  read: (context: ReadContext) => Promise<T>,
): Promise<T> {
  return runQueued(deps, orgId, caller, async (signal) => {
    const graph = await deps.graphs.open(orgId);
    // The version is read before the snapshot: data may be newer than its version, never older.
    const dataVersion = await graph.dataVersion();
    const snapshot = await graph.snapshot?.();
    try {
      return await read({
        dataVersion,
        tenant: { org: orgId, version: dataVersion },
        audience,
        dialect: graph.dialect,
        engine: snapshot?.engine ?? graph.engine,
        optimise: graph.optimise?.(dataVersion),
        signal,
      });
    } finally {
      snapshot?.release();
    }
  });
}
