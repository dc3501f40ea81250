import type { Kind } from './attribute.ts';

/** The categories of statuses in the order in which work goes through them. */
const CATEGORY_ORDER = ['todo', 'inProgress', 'done', 'other'] as const;
type Category = (typeof CATEGORY_ORDER)[number];

/** The usual statuses of issues by category, in the order in which work goes through them. */
const USUAL: readonly (readonly [Category, string])[] = [
  ['todo', 'backlog,new,open,reopened,to do,todo,selected for development,sprint planning,ready,blocked'],
  ['inProgress', 'in progress,active,started,in development,implementing,in review,code review,review'],
  ['inProgress', 'in qa,qa,testing,in testing'],
  ['done', 'done,completed,finished,fixed,resolved,closed,released,cancelled,canceled'],
];

/** A status with the place and the category that an admin gave it. */
export interface RankedStatus {
  readonly status: string;
  readonly category: string;
}

const placeOf = (category: string) => CATEGORY_ORDER.findIndex((each) => each === category);

/**
 * The ranks of statuses: the decided ones in their order, and each usual one before the first of a later
 * category.
 */
export function statusRanks(decided: readonly RankedStatus[]): readonly string[] {
  const ranks = decided.map(({ status, category }) => ({ status: status.toLowerCase(), category }));
  const known = new Set(ranks.map(({ status }) => status));
  for (const [category, names] of USUAL)
    for (const status of names.split(',')) {
      if (known.has(status)) continue;
      const later = ranks.findIndex((each) => placeOf(each.category) > placeOf(category));
      ranks.splice(later < 0 ? ranks.length : later, 0, { status, category });
    }
  return ranks.map(({ status }) => status);
}

/** The kinds of an org whose admins decided the order of statuses. */
export function rankStatuses(kinds: readonly Kind[], decided: readonly RankedStatus[]): readonly Kind[] {
  if (decided.length === 0) return kinds;
  const ranks = statusRanks(decided);
  return kinds.map((kind) =>
    kind.name === 'Issue' || kind.name === 'TimeInStatus'
      ? {
          ...kind,
          attributes: kind.attributes.map((each) => (each.name === 'status' ? { ...each, ranks } : each)),
        }
      : kind,
  );
}
