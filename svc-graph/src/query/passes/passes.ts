import { MAX_LIMIT } from '@cairn/query';
import type { Plan } from '../plan/plan.ts';
import { capLimits } from './cap-limits.ts';
import { pruneJoins } from './prune-joins.ts';
import { scopeTenant } from './scope-tenant.ts';
import type { Tenant } from './scope-tenant.ts';
import { shortenLinks } from './shorten-links.ts';

/** All passes in their order, for at most so many rows; the tenant comes last, so that no pass can undo it. */
export function runPasses(plan: Plan, tenant: Tenant, most = MAX_LIMIT): Plan {
  return [shortenLinks, pruneJoins, capLimits(most), scopeTenant(tenant)].reduce(
    (before, pass) => pass(before),
    plan,
  );
}
