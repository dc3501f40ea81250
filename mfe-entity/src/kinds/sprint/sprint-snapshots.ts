import type { EntityDetail } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import { textOf } from '../../entity/read-entity.ts';
import { queryOf } from '../../entity/related-query.ts';
import { momentsOf, type SprintSnapshot } from './burndown.ts';

/** The most issues of a sprint that are read; a larger one says so. */
export const MOST_ISSUES = 500;
const COLUMNS = ['storyPoints', 'completedAt', 'resolvedAt'];

/** A sprint that has begun: when it runs, and what to ask for at each of its moments. */
export interface BurndownPlan {
  /** Milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly isOver: boolean;
  readonly moments: readonly { readonly at: number; readonly query: Query }[];
}

/** How a sprint is read day by day; null for one without dates, or one to come. */
export function planOf(entity: EntityDetail, now: number): BurndownPlan | null {
  const [startDate, endDate] = [textOf(entity, 'startDate'), textOf(entity, 'endDate')];
  if (startDate === null || endDate === null) return null;
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  const isOver = end < now;
  const queryAt = (at: number): Query => {
    const more = { columns: COLUMNS, page: 1, pageSize: MOST_ISSUES };
    // At the very end issues have moved on already, and the present needs no moment.
    const asOf = at < end ? at : at - 1_000;
    const isNow = !isOver && at === now;
    return queryOf('Issue', 'Sprint', entity.uuid, {
      ...more,
      ...(isNow ? {} : { asOf: new Date(asOf).toISOString() }),
    });
  };
  const moments = momentsOf(start, end, now).map((at) => ({ at, query: queryAt(at) }));
  return moments.length < 2 ? null : { start, end, isOver, moments };
}

type Row = Readonly<Record<string, unknown>>;
const momentOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : null);
const pointsOf = (row: Row) => Number(row['Issue.storyPoints'] ?? 0);

/** What was in a sprint at its moments, in points where any issue has them, else in issues. */
export function snapshotsOf(
  { moments }: Pick<BurndownPlan, 'moments'>,
  answers: readonly (readonly Row[])[],
): { readonly unit: 'points' | 'issues'; readonly snapshots: SprintSnapshot[] } {
  const inPoints = answers.flat().some((row) => pointsOf(row) > 0);
  const snapshots = moments.map(({ at }, index) => ({
    at,
    issues: (answers[index] ?? []).map((row) => {
      const [completed, resolved] = [momentOf(row['Issue.completedAt']), momentOf(row['Issue.resolvedAt'])];
      return {
        uuid: String(row['uuid']),
        size: inPoints ? pointsOf(row) : 1,
        closed: completed ?? resolved,
        // What is resolved and never was completed, somebody cancelled.
        isCancelled: completed === null && resolved !== null,
      };
    }),
  }));
  return { unit: inPoints ? 'points' : 'issues', snapshots };
}
