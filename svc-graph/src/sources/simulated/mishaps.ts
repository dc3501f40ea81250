import { DAY, HOUR, after } from './calendar.ts';
import { present } from './cast.ts';
import { issueRow } from './issue-row.ts';
import { live, nameIssue } from './issues.ts';
import type { Place, Repository } from './places.ts';
import { pullRequest } from './pull-requests.ts';
import type { Bots } from './sprints.ts';
import type { Stage } from './stage.ts';

const WEAKNESSES = ['Prototype pollution', 'Path traversal', 'Slow regular expression', 'Weak randomness'];

/** Something breaks in production after a merge: an incident is opened, and the change is taken back. */
export function incident(stage: Stage, place: Place, repository: Repository, at: number, bots: Bots): void {
  const { random } = stage;
  const people = present(place.team, at);
  const [first] = people;
  if (!first) return;
  const assignee = random.pick(people);
  const noticed = at + Math.round(random.around(50 * 60, 0.8));
  if (noticed >= assignee.left || !stage.isPast(noticed)) return;
  const title = `Errors in ${repository.name} after a deployment`;
  const plan = {
    place,
    type: 'Incident',
    title,
    createdAt: noticed,
    creator: assignee,
    assignee,
    sprint: null,
    priority: 'Highest',
  };
  const issue = nameIssue(stage, plan);
  const fix = pullRequest(stage, {
    repository,
    author: assignee,
    zone: assignee.zone,
    title: `Revert the last change of ${repository.name}`,
    from: noticed + 300,
    issue,
    reviewers: people.filter((person) => person !== assignee).slice(0, 2),
    bot: bots.preview,
    runner: bots.runner,
    commits: 1,
    urgent: true,
  });
  const steps: [number, string, typeof assignee][] = [
    [noticed, 'To Do', assignee],
    [noticed + 240, 'In Progress', assignee],
  ];
  if (fix.mergedAt !== null) steps.push([fix.mergedAt + 30 * 60, 'Done', assignee]);
  live(stage, plan, issue, steps, people);
}

/** A weakness that a scan finds in a repository, and when it is gone. */
export function finding(stage: Stage, place: Place, repository: Repository, start: number): void {
  const { random } = stage;
  const createdAt = start + random.whole(0, 27) * DAY + 3 * HOUR;
  if (!stage.isPast(createdAt)) return;
  place.issues += 1;
  const key = `SEC-${place.key}-${String(place.issues)}`;
  const title = `${random.pick(WEAKNESSES)} in a library of ${repository.name}`;
  const fixedAt = random.chance(0.8)
    ? after(place.team.zone, createdAt, random.around(60 * HOUR, 0.9))
    : null;
  const done = fixedAt !== null && stage.isPast(fixedAt);
  const status = done ? 'Fixed' : 'Open';
  const priority = random.pick(['Low', 'Medium', 'High', 'Highest']);
  const changedAt = done ? fixedAt : createdAt;
  const common = stage.common('snyk', `finding:${key}`, title, createdAt, changedAt);
  const facts = {
    issueKey: key,
    title,
    description: `${title}.`,
    type: 'Vulnerability',
    sourceType: 'vulnerability',
    priority,
    status,
    statusCategory: done ? 'done' : 'todo',
    changedAt,
    closedAt: done ? fixedAt : null,
    labels: ['security'],
    projectUuid: place.project,
  };
  stage.add('Issue', createdAt, issueRow(common, facts));
  const event = {
    integration: 'snyk',
    type: 'Issue',
    uuid: common.uuid,
    name: title,
    actor: null,
    reference: key,
    issue: common.uuid,
    repository: repository.uuid,
    project: place.project,
  } as const;
  stage.event({
    ...event,
    at: createdAt,
    action: 'created',
    id: `finding:${key}:0`,
    newStatus: 'Open',
    delta: { status: { before: null, after: 'Open' } },
  });
  if (fixedAt !== null)
    stage.event({
      ...event,
      at: fixedAt,
      action: 'status_changed',
      id: `finding:${key}:1`,
      newStatus: 'Fixed',
      delta: { status: { before: 'Open', after: 'Fixed' } },
    });
}

/** A release of what was merged before a moment. */
export function release(stage: Stage, place: Place, repository: Repository, at: number): void {
  const merges = repository.unreleased
    .filter((merge) => merge.at < at)
    .toSorted((left, right) => left.at - right.at);
  const last = merges.at(-1);
  const [author] = present(place.team, at);
  if (!last || !author || !stage.isPast(at)) return;
  repository.unreleased = repository.unreleased.filter((merge) => merge.at >= at);
  repository.version += 1;
  const preRelease = repository.version % 8 === 0;
  const tagName = `v${String(Math.floor(repository.version / 20) + 1)}.${String(repository.version % 20)}.0${preRelease ? '-rc.1' : ''}`;
  const externalId = `release:${repository.name}:${tagName}`;
  const common = stage.common('github', externalId, tagName, at);
  stage.add('Release', at, {
    ...common,
    releaseName: `${repository.name} ${tagName}`,
    tagName,
    body: `${String(merges.length)} changes since the release before.`,
    publishedAt: at,
    status: 'released',
    sourceStatus: 'published',
    statusCategory: 'done',
    draft: false,
    preRelease,
    repositoryUuid: repository.uuid,
    commitUuid: last.commit,
    authorUuid: author.uuid,
  });
  for (const merge of merges) {
    stage.edge('includes', common.uuid, merge.commit, at);
    stage.edge('includesPullRequest', common.uuid, merge.pullRequest, at);
    if (merge.issue) stage.edge('includesIssue', common.uuid, merge.issue, at);
  }
  stage.event({
    at,
    integration: 'github',
    action: 'released',
    type: 'Release',
    uuid: common.uuid,
    id: externalId,
    name: tagName,
    actor: author,
    repository: repository.uuid,
    project: repository.project,
    newStatus: 'released',
  });
}
