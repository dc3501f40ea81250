import type { Plan } from '../plan/plan.ts';

/** Caps the limit of every plan at `most` rows. */
export function capLimits(most: number): (plan: Plan) => Plan {
  return (plan) => ({ ...plan, limit: Math.min(plan.limit, Math.max(0, most)) });
}
