import type { OrgId } from '@cairn/contracts';
import type { Plan, Scan } from '../plan/plan.ts';
import { rewritePlan } from './rewrite.ts';
import type { ScanRole } from './rewrite.ts';

function excludesDeleted(scan: Scan, role: ScanRole): boolean {
  if (role === 'linked') return false;
  return scan.softDeletes && (role === 'base' || !scan.keepsHistory);
}

/** Whose rows may be read, and as of which version of their data. */
export interface Tenant {
  readonly org: OrgId;
  readonly version: number;
}

/**
 * Confines every reading of every table to one org as of one version, and to rows that are still in their source. A
 * row that another one links to keeps naming it after it is gone, and so does a file that a commit touched.
 */
export function scopeTenant(tenant: Tenant): (plan: Plan) => Plan {
  return (plan) =>
    rewritePlan(plan, {
      scan: (scan, role) => ({ ...scan, tenant, excludesDeleted: excludesDeleted(scan, role) }),
    });
}
