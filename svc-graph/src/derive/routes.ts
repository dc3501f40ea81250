import { AppError, calendarContract, type WorkingCalendar } from '@cairn/contracts';
import { isZone } from '@cairn/query';
import type { Handlers } from '@cairn/service-kit';
import type { GraphStore } from '../store/graph-store.ts';
import type { GraphStores } from '../store/graph-stores.ts';
import { actorIdOf, tell } from '../store/outbox.ts';
import { DEFAULT_CALENDAR, calendarStatements, readCalendars } from './calendar.ts';
import type { RecomputeQueue } from './recompute-queue.ts';

/** The routes of this slice. */
export { calendarContract };

/** The name of whoever a calendar is for; undefined for nobody. */
async function nameOf(store: GraphStore, owner: string): Promise<string | undefined> {
  if (owner === 'org') return 'The organization';
  const rows = await store.rows<{ name: string }>(
    'SELECT name FROM "Team" WHERE uuid = $1::UUID UNION ALL SELECT name FROM "Person" WHERE uuid = $1::UUID',
    [owner],
  );
  return rows[0] && (rows[0].name ?? owner);
}

/** A calendar as the audit log tells it; null where there is none. */
const inWords = (calendar: WorkingCalendar | null | undefined): string | null =>
  calendar
    ? `days ${calendar.days.join(' ')}, ${String(calendar.opens)} to ${String(calendar.closes)}, ${calendar.zone ?? 'any zone'}, ${String(calendar.holidays.length)} holidays`
    : null;

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
    setWorkingCalendar: async ({ params: { orgId }, input: { owner, calendar }, caller }) => {
      if (calendar?.zone && !isZone(calendar.zone))
        throw new AppError('invalid_input', `"${calendar.zone}" is not a time zone such as Europe/Berlin.`);
      const store = await stores.open(orgId);
      const name = await nameOf(store, owner);
      if (name === undefined) throw new AppError('not_found', 'There is no such team or person.');
      const before = (await readCalendars(store)).find((each) => each.owner === owner)?.calendar;
      const changes = [{ what: 'calendar', from: inWords(before), to: inWords(calendar) }];
      const target = { id: owner, name };
      await recomputes.change(orgId, [
        ...calendarStatements(owner, calendar),
        tell(orgId, { kind: 'act', actorId: actorIdOf(caller), action: 'calendar.changed', target, changes }),
      ]);
      return { data: { owner, calendar } };
    },
  };
}
