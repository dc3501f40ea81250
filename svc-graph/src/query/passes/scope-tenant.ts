import type { OrgId } from '@cairn/contracts';
import type { Plan, Scan } from '../plan/plan.ts';
import { rewritePlan } from './rewrite.ts';
import type { ScanRole } from './rewrite.ts';

function excludesDeleted(scan: Scan, role: ScanRole): boolean {
  if (role === 'linked') return false;
  return scan.softDeletes && (role === 'base' || !scan.keepsHistory);
}

/** The org whose rows may be read, and the version of its data. */
export interface Tenant {
  readonly org: OrgId;
  readonly version: number;
}

/**
 * Confines every scan to one org and version, and excludes soft-deleted rows. Deleted rows that a link leads
 * to stay, and so do files that commits touched.
 */
export function scopeTenant(tenant: Tenant): (plan: Plan) => Plan {
  return (plan) =>
    rewritePlan(plan, {
      scan: (scan, role) => ({ ...scan, tenant, excludesDeleted: excludesDeleted(scan, role) }),
    });
}
