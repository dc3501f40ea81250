import { DAY, HOUR, after, isFree, momentOf } from './calendar.ts';
import { type TeamMember, membersAt } from './people.ts';
import { emitIssue, nameIssue } from './issues.ts';
import type { IssueStep, SimulatedSprint } from './issue-life.ts';
import { type Office, remember } from './offices.ts';
import { pullRequest } from './pull-requests.ts';
import type { SimulatedActor, Emitter } from './emitter.ts';
import { LIBRARIES } from './phrases.ts';

export interface Bots {
  readonly runner: SimulatedActor;
  readonly preview: SimulatedActor;
  readonly updates: SimulatedActor;
}

export const SPRINT = 14 * DAY;
const TYPES = ['Story', 'Story', 'Task', 'Bug'];
/** Issues per person and sprint. */
const LOAD = 1.9;

/** Two weeks of a team. */
export interface SprintPlan {
  readonly office: Office;
  readonly start: number;
  readonly bots: Bots;
}

/** Makes the team's sprint that starts at a moment. */
export function makeSprint(emitter: Emitter, office: Office, start: number): SimulatedSprint {
  const number = Math.round((start - emitter.from) / SPRINT) + 1;
  const name = `${office.key} ${String(number)}`;
  const externalId = `sprint:${name}`;
  return { uuid: emitter.id('jira', externalId), name, start, end: start + SPRINT };
}

function sprintRow(emitter: Emitter, office: Office, { name, start, end }: SimulatedSprint): void {
  const over = emitter.isPast(end);
  const state = over ? 'closed' : 'active';
  const common = emitter.common('jira', `sprint:${name}`, {
    name,
    createdAt: start - DAY,
    updatedAt: over ? end : start,
  });
  emitter.add('Sprint', start, {
    ...common,
    goal: `${emitter.random.pick(['Finish', 'Begin', 'Steady', 'Simplify'])} the work on ${office.team.name}`,
    startDate: start,
    endDate: end,
    state,
    status: state,
    sourceStatus: state,
    statusCategory: over ? 'done' : 'inProgress',
    projectUuid: office.project,
  });
  for (const [action, at, status] of [
    ['started', start, 'active'],
    ['completed', end, 'closed'],
  ] as const)
    emitter.event({
      at,
      integration: 'jira',
      action,
      type: 'Sprint',
      uuid: common.uuid,
      id: `sprint:${name}:${action}`,
      name,
      actor: null,
      newStatus: status,
      delta: { state: { before: action === 'started' ? 'future' : 'active', after: status } },
      project: office.project,
      sprint: common.uuid,
    });
}

/** When a member starts something new in a sprint: on a working day of theirs. */
function beginning(emitter: Emitter, member: TeamMember, { start, end }: SimulatedSprint): number {
  const { random } = emitter;
  const day = Math.floor((start + random.next() ** 1.3 * (end - start)) / DAY);
  if (isFree(member.zone, day) && !random.chance(0.03))
    return after(member.zone, day * DAY, random.next() * 4 * HOUR);
  return momentOf(member.zone, day, random);
}

interface SprintWork {
  readonly office: Office;
  readonly sprint: SimulatedSprint;
  readonly next: SimulatedSprint;
  readonly people: readonly TeamMember[];
  readonly bots: Bots;
}

function workOn(emitter: Emitter, assignee: TeamMember, facts: SprintWork): void {
  const { office, sprint, next, people, bots } = facts;
  const { random } = emitter;
  const started = Math.max(beginning(emitter, assignee, sprint), assignee.joined + HOUR);
  if (started >= assignee.left) return;
  const creator = random.pick(people);
  const createdAt = started - Math.round(Math.min(40 * DAY, random.around(4 * DAY, 1)));
  const made = Math.max(emitter.from, createdAt, creator.joined);
  if (made >= started) return;
  const type = random.pick(TYPES);
  const plan = { office, type, createdAt: made, creator, assignee, sprint, next };
  const issue = nameIssue(emitter, plan);
  const steps: IssueStep[] = [{ at: made, status: 'To Do', actor: creator }];
  if (random.chance(0.06)) steps.push({ at: started, status: 'Cancelled', actor: creator });
  else {
    steps.push({ at: started, status: 'In Progress', actor: assignee });
    const done = random.chance(0.78) ? code() : after(assignee.zone, started, random.around(6 * HOUR, 0.9));
    if (done !== null && done < assignee.left) steps.push({ at: done, status: 'Done', actor: assignee });
  }
  emitIssue(emitter, { plan, issue, steps, people });

  function code(): number | null {
    const reviewers = [random.skewed(people), random.pick(people), random.pick(people)].filter(
      (person, index, all) => person !== assignee && all.indexOf(person) === index,
    );
    const repository = random.skewed(office.repositories);
    const opened = pullRequest(emitter, {
      repository,
      author: assignee,
      zone: assignee.zone,
      title: issue.title,
      from: started,
      issue,
      milestone: sprint.name,
      reviewers,
      bot: bots.preview,
      runner: bots.runner,
    });
    const pull = { uuid: opened.uuid, key: opened.key, at: opened.openedAt };
    remember(office.recent.pulls, pull);
    steps.push({ at: opened.openedAt, status: 'In Review', actor: assignee });
    return opened.mergedAt === null
      ? null
      : after(assignee.zone, opened.mergedAt, random.around(1.5 * HOUR, 1));
  }
}

function beginEpic(emitter: Emitter, office: Office, start: number, people: readonly TeamMember[]): void {
  const [lead] = people;
  if (!lead || !emitter.isPast(start + HOUR)) return;
  const plan = { office, type: 'Epic', createdAt: start + HOUR, creator: lead, assignee: lead, sprint: null };
  office.epic = null;
  const issue = nameIssue(emitter, plan);
  const steps = [
    { at: start + HOUR, status: 'To Do', actor: lead },
    { at: start + 5 * HOUR, status: 'In Progress', actor: lead },
    { at: start + 80 * DAY, status: 'Done', actor: lead },
  ];
  emitIssue(emitter, { plan, issue, steps, people });
  office.epic = { uuid: issue.uuid, key: issue.key, title: issue.title };
}

function bumpLibraries(
  emitter: Emitter,
  { office, start, bots }: SprintPlan,
  people: readonly TeamMember[],
): void {
  const { random } = emitter;
  for (const repository of office.repositories) {
    if (!random.chance(0.7)) continue;
    const title = `Bump ${random.pick(LIBRARIES)} from ${String(random.whole(1, 9))}.${String(random.whole(0, 9))} to the next`;
    const from = start + random.whole(0, 9) * DAY + 5 * HOUR;
    pullRequest(emitter, {
      repository,
      author: bots.updates,
      zone: office.team.zone,
      title,
      from,
      issue: null,
      reviewers: [random.skewed(people)],
      bot: bots.preview,
      runner: bots.runner,
      commits: 1,
    });
  }
}

/** Simulates a sprint of a team: planning, building, reviewing and shipping. */
export function sprintOf(emitter: Emitter, plan: SprintPlan): void {
  const { office, start, bots } = plan;
  const sprint = makeSprint(emitter, office, start);
  const next = makeSprint(emitter, office, start + SPRINT);
  sprintRow(emitter, office, sprint);
  const people = membersAt(office.team, start + SPRINT / 2);
  const [first] = people;
  if (!first) return;
  const number = Math.round((start - emitter.from) / SPRINT);
  if (number % 6 === 0) beginEpic(emitter, office, start, people);
  for (const member of people)
    for (let left = emitter.random.count(LOAD * member.pace); left > 0; left -= 1)
      workOn(emitter, member, { office, sprint, next, people, bots });
  bumpLibraries(emitter, plan, people);
}
