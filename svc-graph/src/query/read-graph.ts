import type { OrgId } from '@cairn/contracts';
import type { Dialect } from './dialect/dialect.ts';
import type { Engine } from './engine/engine.ts';
import { runQueued } from './engine/queue.ts';
import type { QueueDeps } from './engine/queue.ts';
import type { OrgGraphs } from './graph.ts';
import type { Tenant } from './passes/scope-tenant.ts';
import type { Pass } from './plan/plan.ts';

export interface ReaderDeps extends QueueDeps {
  readonly graphs: OrgGraphs;
}

/** One version of an org's data, with all that is needed to run plans on it until the signal aborts. */
export interface ReadContext {
  readonly dataVersion: number;
  readonly tenant: Tenant;
  readonly dialect: Dialect;
  readonly engine: Engine;
  readonly optimise: Pass | undefined;
  readonly signal: AbortSignal;
}

/** Reads a snapshot of an org's graph once admitted. One time limit covers all its reads. */
export function readGraph<T>(
  deps: ReaderDeps,
  orgId: OrgId,
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
