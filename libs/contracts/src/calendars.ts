import { z } from 'zod';
import { OrgId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { defineContract } from './route.ts';

const params = z.object({ orgId: OrgId });
const minutes = z.int().min(0).max(1_440);

/** When somebody works, by the wall clock: days from 1 Monday to 7 Sunday, minutes of the day, holidays as dates. */
export const WorkingCalendar = z
  .strictObject({
    /** Null leaves it to the person's own zone, then the team's, then the org's. */
    zone: z.string().max(60).nullable(),
    days: z.array(z.int().min(1).max(7)).max(7),
    opens: minutes,
    closes: minutes,
    holidays: z.array(z.iso.date()).max(1_000),
  })
  .refine(({ opens, closes }) => opens < closes, 'The day must open before it closes.');
export type WorkingCalendar = z.infer<typeof WorkingCalendar>;

/** Whether durations in business time follow the calendars, are being recomputed, or could not be computed. */
const Durations = z.enum(['current', 'workingOut', 'failed']);
export type Durations = z.infer<typeof Durations>;

/** The owner of a calendar: the org, or a team or person by its uuid. */
const Owner = z.union([z.literal('org'), z.uuid()]);

/** The routes of working calendars, by which business time is counted. */
export const calendarContract = defineContract({
  listWorkingCalendars: {
    method: 'GET',
    path: '/api/{orgId}/working-calendars/list',
    access: 'viewer',
    summary:
      'The working calendars that are set. A person has their own, else that of their team, else that of the org, else the standard one.',
    params,
    output: z.object({
      data: z.array(z.object({ owner: Owner, calendar: WorkingCalendar })),
      standard: WorkingCalendar,
      durations: Durations,
    }),
  },
  setWorkingCalendar: {
    method: 'POST',
    path: '/api/{orgId}/working-calendars/set',
    access: ORG_RIGHTS.setCalendars,
    summary:
      'Sets a working calendar, or takes it away with null. All that counts business time is worked out anew afterwards; the list tells until when.',
    params,
    input: z.strictObject({ owner: Owner, calendar: WorkingCalendar.nullable() }),
    output: z.object({ data: z.object({ owner: Owner, calendar: WorkingCalendar.nullable() }) }),
    errors: ['invalid_input', 'read_only'],
  },
});
