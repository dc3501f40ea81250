import type { OrgId } from '@cairn/contracts';
import type { Plan } from '../plan/plan.ts';
import { rewritePlan } from './rewrite.ts';

/**
 * Confines every reading of every table to one org, and the selected rows to those still in their source. What
 * they are related to counts also after it is gone: the history of a deleted file is history.
 */
export function scopeTenant(tenant: OrgId): (plan: Plan) => Plan {
  return (plan) =>
    rewritePlan(plan, {
      scan: (scan, role) => ({ ...scan, tenant, livingOnly: role === 'base' && scan.mortal }),
    });
}
