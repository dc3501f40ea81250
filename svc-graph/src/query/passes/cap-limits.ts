import type { Plan } from '../plan/plan.ts';

/** No plan answers more than `most` rows, whatever was asked. */
export function capLimits(most: number): (plan: Plan) => Plan {
  return (plan) => ({ ...plan, limit: Math.min(plan.limit, Math.max(0, most)) });
}
