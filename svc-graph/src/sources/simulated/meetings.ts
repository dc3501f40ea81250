import { DAY, HOUR, isFree, offsetOf } from './calendar.ts';
import { type TeamMember, type SimulatedTeam, membersAt } from './people.ts';
import { type Office, type RecentWork, workAt } from './offices.ts';
import type { Emitter } from './emitter.ts';
import { SeededRandom } from './random.ts';

interface Meeting {
  readonly summary: string;
  readonly hour: number;
  readonly minutes: number;
  readonly people: readonly TeamMember[];
  /** The issues that the invitation names. */
  readonly about?: readonly RecentWork[];
}

const ANSWERS = 1;
const OTHER_ANSWERS = ['declined', 'declined', 'tentative', 'needsAction'] as const;

function holdMeeting(
  emitter: Emitter,
  team: SimulatedTeam,
  day: number,
  { summary, hour, minutes, people, about = [] }: Meeting,
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
    description: `${summary} of ${team.name}.${about.length > 0 ? ` We talk about ${about.map(({ key }) => key).join(' and ')}.` : ''}`,
    startTime: start,
    endTime: end,
    timezone: team.zone,
    totalCostInHours: (people.length * minutes) / 60,
    attendeesNumber: people.length,
    organiserUuid: organiser.uuid,
  });
  const random = SeededRandom.of(common.uuid, ANSWERS);
  for (const person of people) {
    const answer = emitter.random.chance(0.93) ? 'accepted' : random.pick(OTHER_ANSWERS);
    emitter.edge('attends', person.uuid, common.uuid, { since: start, properties: { answer } });
    const at = start - random.whole(1, 20) * HOUR;
    if (answer === 'accepted' || answer === 'needsAction' || at < person.joined) continue;
    emitter.event({
      at,
      integration: 'gcalendar',
      action: answer,
      type: 'CalendarEntry',
      uuid: common.uuid,
      id: `${externalId}:${person.uuid.slice(0, 8)}:${answer}`,
      name: summary,
      actor: person,
      delta: { answer: { before: 'needsAction', after: answer } },
    });
  }
  for (const { uuid } of about) emitter.edge('meetingMentions', common.uuid, uuid, { since: start });
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
export function holdMeetings(emitter: Emitter, office: Office, day: number, dayOfSprint: number): void {
  const { team } = office;
  if (isFree(team.zone, day)) return;
  const people = membersAt(team, day * DAY).filter(({ zone }) => !isFree(zone, day));
  holdMeeting(emitter, team, day, { summary: 'Daily', hour: 9.5, minutes: 15, people });
  if (dayOfSprint === 0)
    holdMeeting(emitter, team, day, { summary: 'Sprint planning', hour: 11, minutes: 90, people });
  const about = workAt(office.recent.issues, day * DAY).slice(-2);
  if (dayOfSprint === 4)
    holdMeeting(emitter, team, day, { summary: 'Refinement', hour: 14, minutes: 60, people, about });
  if (dayOfSprint === 11)
    holdMeeting(emitter, team, day, { summary: 'Retrospective', hour: 15, minutes: 60, people });
  const [lead, ...others] = people;
  const pair = others[(dayOfSprint * 2) % Math.max(1, others.length)];
  if (lead && pair && emitter.random.chance(0.6))
    holdMeeting(emitter, team, day, { summary: 'One to one', hour: 13.5, minutes: 30, people: [lead, pair] });
}
