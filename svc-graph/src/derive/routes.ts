import { AppError, calendarContract } from '@cairn/contracts';
import { isZone } from '@cairn/query';
import type { Handlers } from '@cairn/service-kit';
import type { GraphStore } from '../store/graph-store.ts';
import type { GraphStores } from '../store/graph-stores.ts';
import { DEFAULT_CALENDAR, calendarStatements, readCalendars } from './calendar.ts';
import type { RecomputeQueue } from './recompute-queue.ts';

/** The routes of this slice. */
export { calendarContract };

async function isKnown(store: GraphStore, owner: string): Promise<boolean> {
  if (owner === 'org') return true;
  const rows = await store.rows(
    'SELECT uuid FROM "Team" WHERE uuid = $1::UUID UNION ALL SELECT uuid FROM "Person" WHERE uuid = $1::UUID',
    [owner],
  );
  return rows.length > 0;
}

export interface CalendarDeps {
  readonly stores: GraphStores;
  readonly recomputes: RecomputeQueue;
}

/** Lists and sets working calendars. */
export function calendarHandlers({ stores, recomputes }: CalendarDeps): Handlers<typeof calendarContract> {
  return {
    listWorkingCalendars: async ({ params: { orgId } }) => ({
      data: await readCalendars(await stores.open(orgId)),
      standard: { ...DEFAULT_CALENDAR, days: [...DEFAULT_CALENDAR.days], holidays: [] },
      durations: recomputes.durations(orgId),
    }),
    setWorkingCalendar: async ({ params: { orgId }, input: { owner, calendar } }) => {
      if (calendar?.zone && !isZone(calendar.zone))
        throw new AppError('invalid_input', `"${calendar.zone}" is not a time zone such as Europe/Berlin.`);
      const store = await stores.open(orgId);
      if (!(await isKnown(store, owner))) throw new AppError('not_found', 'There is no such team or person.');
      await recomputes.change(orgId, calendarStatements(owner, calendar));
      return { data: { owner, calendar } };
    },
  };
}
