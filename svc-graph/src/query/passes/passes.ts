import { MAX_LIMIT } from '@cairn/query';
import type { Pass, Plan } from '../plan/plan.ts';
import { capLimits } from './cap-limits.ts';
import { type Audience, limitPeople } from './limit-people.ts';
import { pruneJoins } from './prune-joins.ts';
import { scopeTenant } from './scope-tenant.ts';
import type { Tenant } from './scope-tenant.ts';
import { readForeignKeys } from './foreign-keys.ts';

export interface PassOptions {
  /** The largest number of rows that are answered. */
  readonly most?: number;
  /** The people whose measures the caller may see. */
  readonly audience: Audience;
  /** The engine's own pass. */
  readonly optimise?: Pass | undefined;
}

const asItIs: Pass = (plan) => plan;

/** Runs all passes in order. People are limited before any pass rewrites how they are read; the tenant comes last. */
export function runPasses(
  plan: Plan,
  tenant: Tenant,
  { audience, most = MAX_LIMIT, optimise }: PassOptions,
): Plan {
  const passes = [limitPeople(audience), readForeignKeys, pruneJoins, optimise ?? asItIs, capLimits(most)];
  return [...passes, scopeTenant(tenant)].reduce((before, pass) => pass(before), plan);
}
