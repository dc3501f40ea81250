import { DAY, HOUR, isFree, offsetOf } from './calendar.ts';
import { type TeamMember, type SimulatedTeam, membersAt } from './people.ts';
import type { Office } from './offices.ts';
import type { Emitter } from './emitter.ts';

interface Meeting {
  readonly summary: string;
  readonly hour: number;
  readonly minutes: number;
  readonly people: readonly TeamMember[];
}

function holdMeeting(
  emitter: Emitter,
  team: SimulatedTeam,
  day: number,
  { summary, hour, minutes, people }: Meeting,
): void {
  const [organiser] = people;
  if (!organiser || people.length < 2) return;
  const start = day * DAY + hour * HOUR - offsetOf(team.zone, day);
  const end = start + minutes * 60;
  const externalId = `meeting:${team.name}:${summary}:${organiser.uuid.slice(0, 8)}:${String(start)}`;
  const common = emitter.common('gcalendar', externalId, {
    name: summary,
    createdAt: start - 7 * DAY,
    updatedAt: start - DAY,
  });
  emitter.add('CalendarEntry', start, {
    ...common,
    summary,
    description: `${summary} of ${team.name}.`,
    startTime: start,
    endTime: end,
    timezone: team.zone,
    totalCostInHours: (people.length * minutes) / 60,
    attendeesNumber: people.length,
    organiserUuid: organiser.uuid,
  });
  for (const { uuid } of people)
    emitter.add('Relation', start, {
      relation: 'attends',
      fromUuid: uuid,
      toUuid: common.uuid,
      since: start,
      until: null,
      additions: null,
      deletions: null,
      change: emitter.random.chance(0.93) ? 'accepted' : 'declined',
    });
  emitter.event({
    at: start,
    integration: 'gcalendar',
    action: 'started',
    type: 'CalendarEntry',
    uuid: common.uuid,
    id: externalId,
    name: summary,
    actor: organiser,
  });
}

/** Emits the meetings of a team on one day: a daily, the sprint's meetings, and one-to-ones. */
export function holdMeetings(emitter: Emitter, { team }: Office, day: number, dayOfSprint: number): void {
  if (isFree(team.zone, day)) return;
  const people = membersAt(team, day * DAY).filter(({ zone }) => !isFree(zone, day));
  holdMeeting(emitter, team, day, { summary: 'Daily', hour: 9.5, minutes: 15, people });
  if (dayOfSprint === 0)
    holdMeeting(emitter, team, day, { summary: 'Sprint planning', hour: 11, minutes: 90, people });
  if (dayOfSprint === 4)
    holdMeeting(emitter, team, day, { summary: 'Refinement', hour: 14, minutes: 60, people });
  if (dayOfSprint === 11)
    holdMeeting(emitter, team, day, { summary: 'Retrospective', hour: 15, minutes: 60, people });
  const [lead, ...others] = people;
  const pair = others[(dayOfSprint * 2) % Math.max(1, others.length)];
  if (lead && pair && emitter.random.chance(0.6))
    holdMeeting(emitter, team, day, { summary: 'One to one', hour: 13.5, minutes: 30, people: [lead, pair] });
}
