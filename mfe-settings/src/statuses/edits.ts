import type { ProjectStatuses, StatusCategory } from '@cairn/contracts';

export type ProjectStatus = ProjectStatuses['statuses'][number];
/** A status as an admin decides it. */
export type StatusChoice = Pick<ProjectStatus, 'name' | 'category'>;

/** What a category is called. */
export const CATEGORY_LABELS: Readonly<Record<StatusCategory, string>> = {
  todo: 'To do',
  inProgress: 'In progress',
  done: 'Done',
  other: 'Other',
};

/** The statuses without what only the server counts. */
export function choicesOf(statuses: readonly ProjectStatus[]): StatusChoice[] {
  return statuses.map(({ name, category }) => ({ name, category }));
}

/** Moves a status up or down by one place; the first and the last stay where they are. */
export function moved<S>(statuses: readonly S[], at: number, by: -1 | 1): S[] {
  const next = [...statuses];
  const [one, other] = [next[at], next[at + by]];
  if (one === undefined || other === undefined) return next;
  [next[at], next[at + by]] = [other, one];
  return next;
}

/** Gives a status another category. */
export function categorised<S extends StatusChoice>(
  statuses: readonly S[],
  name: string,
  category: StatusCategory,
): S[] {
  return statuses.map((status) => (status.name === name ? { ...status, category } : status));
}
