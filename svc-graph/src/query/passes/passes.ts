import { MAX_LIMIT } from '@cairn/query';
import type { Pass, Plan } from '../plan/plan.ts';
import { capLimits } from './cap-limits.ts';
import { pruneJoins } from './prune-joins.ts';
import { scopeTenant } from './scope-tenant.ts';
import type { Tenant } from './scope-tenant.ts';
import { readForeignKeys } from './foreign-keys.ts';

export interface PassOptions {
  /** The largest number of rows that are answered. */
  readonly most?: number;
  /** The engine's own pass. */
  readonly optimise?: Pass | undefined;
}

const asItIs: Pass = (plan) => plan;

/** Runs all passes in order. The tenant comes last, so that no pass can undo it. */
export function runPasses(
  plan: Plan,
  tenant: Tenant,
  { most = MAX_LIMIT, optimise }: PassOptions = {},
): Plan {
  return [readForeignKeys, pruneJoins, optimise ?? asItIs, capLimits(most), scopeTenant(tenant)].reduce(
    (before, pass) => pass(before),
    plan,
  );
}
