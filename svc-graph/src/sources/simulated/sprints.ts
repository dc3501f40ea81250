import { DAY, HOUR, after, isFree, momentOf } from './calendar.ts';
import { type Member, present } from './cast.ts';
import { type Sprint, live, nameIssue } from './issues.ts';
import type { Place } from './places.ts';
import { pullRequest } from './pull-requests.ts';
import type { Actor, Stage } from './stage.ts';
import { LIBRARIES } from './words.ts';

export interface Bots {
  readonly runner: Actor;
  readonly preview: Actor;
  readonly updates: Actor;
}

export const SPRINT = 14 * DAY;
const TYPES = ['Story', 'Story', 'Task', 'Bug'];
/** Issues that one person takes on in a sprint. */
const LOAD = 1.9;

/** The sprint of a team that begins at a moment. */
export function makeSprint(stage: Stage, place: Place, start: number): Sprint {
  const number = Math.round((start - stage.from) / SPRINT) + 1;
  const name = `${place.key} ${String(number)}`;
  const externalId = `sprint:${name}`;
  return { uuid: stage.id('jira', externalId), name, start, end: start + SPRINT };
}

function sprintRow(stage: Stage, place: Place, { name, start, end }: Sprint): void {
  const over = stage.isPast(end);
  const state = over ? 'closed' : 'active';
  const common = stage.common('jira', `sprint:${name}`, name, start - DAY, over ? end : start);
  stage.add('Sprint', start, {
    ...common,
    goal: `${stage.random.pick(['Finish', 'Begin', 'Steady', 'Simplify'])} the work on ${place.team.name}`,
    startDate: start,
    endDate: end,
    state,
    status: state,
    sourceStatus: state,
    statusCategory: over ? 'done' : 'inProgress',
    projectUuid: place.project,
  });
  for (const [action, at, status] of [
    ['started', start, 'active'],
    ['completed', end, 'closed'],
  ] as const)
    stage.event({
      at,
      integration: 'jira',
      action,
      type: 'Sprint',
      uuid: common.uuid,
      id: `sprint:${name}:${action}`,
      name,
      actor: null,
      newStatus: status,
      project: place.project,
    });
}

/** When somebody begins with something new in a sprint: on one of their working days. */
function beginning(stage: Stage, member: Member, { start, end }: Sprint): number {
  const { random } = stage;
  const day = Math.floor((start + random.next() ** 1.3 * (end - start)) / DAY);
  if (isFree(member.zone, day) && !random.chance(0.03))
    return after(member.zone, day * DAY, random.next() * 4 * HOUR);
  return momentOf(member.zone, day, random);
}

function work(
  stage: Stage,
  place: Place,
  sprint: Sprint,
  next: Sprint,
  assignee: Member,
  people: readonly Member[],
  bots: Bots,
): void {
  const { random } = stage;
  const started = Math.max(beginning(stage, assignee, sprint), assignee.joined + HOUR);
  if (started >= assignee.left) return;
  const creator = random.pick(people);
  const createdAt = started - Math.round(Math.min(40 * DAY, random.around(4 * DAY, 1)));
  const made = Math.max(stage.from, createdAt, creator.joined);
  if (made >= started) return;
  const type = random.pick(TYPES);
  const plan = { place, type, createdAt: made, creator, assignee, sprint, next };
  const issue = nameIssue(stage, plan);
  const steps: [number, string, Member][] = [[made, 'To Do', creator]];
  if (random.chance(0.06)) steps.push([started, 'Cancelled', creator]);
  else {
    steps.push([started, 'In Progress', assignee]);
    const done = random.chance(0.78) ? code() : after(assignee.zone, started, random.around(6 * HOUR, 0.9));
    if (done !== null && done < assignee.left) steps.push([done, 'Done', assignee]);
  }
  live(stage, plan, issue, steps, people);

  function code(): number | null {
    const reviewers = [random.skewed(people), random.pick(people), random.pick(people)].filter(
      (person, index, all) => person !== assignee && all.indexOf(person) === index,
    );
    const repository = random.skewed(place.repositories);
    const made_ = pullRequest(stage, {
      repository,
      author: assignee,
      zone: assignee.zone,
      title: issue.title,
      from: started,
      issue,
      reviewers,
      bot: bots.preview,
      runner: bots.runner,
    });
    steps.push([made_.openedAt, 'In Review', assignee]);
    return made_.mergedAt === null
      ? null
      : after(assignee.zone, made_.mergedAt, random.around(1.5 * HOUR, 1));
  }
}

function beginEpic(stage: Stage, place: Place, start: number, people: readonly Member[]): void {
  const [lead] = people;
  if (!lead || !stage.isPast(start + HOUR)) return;
  const plan = { place, type: 'Epic', createdAt: start + HOUR, creator: lead, assignee: lead, sprint: null };
  place.epic = null;
  const issue = nameIssue(stage, plan);
  live(
    stage,
    plan,
    issue,
    [
      [start + HOUR, 'To Do', lead],
      [start + 5 * HOUR, 'In Progress', lead],
      [start + 80 * DAY, 'Done', lead],
    ],
    people,
  );
  place.epic = { uuid: issue.uuid, key: issue.key, title: issue.title };
}

function updates(stage: Stage, place: Place, start: number, people: readonly Member[], bots: Bots): void {
  const { random } = stage;
  for (const repository of place.repositories) {
    if (!random.chance(0.7)) continue;
    const title = `Bump ${random.pick(LIBRARIES)} from ${String(random.whole(1, 9))}.${String(random.whole(0, 9))} to the next`;
    const from = start + random.whole(0, 9) * DAY + 5 * HOUR;
    pullRequest(stage, {
      repository,
      author: bots.updates,
      zone: place.team.zone,
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

/** Two weeks of a team's work: what it takes on, builds, reviews and ships. */
export function sprintOf(stage: Stage, place: Place, start: number, bots: Bots): void {
  const sprint = makeSprint(stage, place, start);
  const next = makeSprint(stage, place, start + SPRINT);
  sprintRow(stage, place, sprint);
  const people = present(place.team, start + SPRINT / 2);
  const [first] = people;
  if (!first) return;
  const number = Math.round((start - stage.from) / SPRINT);
  if (number % 6 === 0) beginEpic(stage, place, start, people);
  for (const member of people)
    for (let left = stage.random.count(LOAD * member.pace); left > 0; left -= 1)
      work(stage, place, sprint, next, member, people, bots);
  updates(stage, place, start, people, bots);
}
