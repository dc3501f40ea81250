import { DAY, HOUR, after } from './calendar.ts';
import { membersAt } from './people.ts';
import { issueRow } from './issue-row.ts';
import { emitIssue, nameIssue } from './issues.ts';
import type { IssueStep } from './issue-life.ts';
import type { Office, SimulatedRepository } from './offices.ts';
import { pullRequest } from './pull-requests.ts';
import type { Bots } from './sprints.ts';
import type { Emitter, SimulatedEvent } from './emitter.ts';
import { SeededRandom } from './random.ts';
import { addVulnerability } from './vulnerability.ts';

const WEAKNESSES = ['Prototype pollution', 'Path traversal', 'Slow regular expression', 'Weak randomness'];

/** The team and the repository of an incident, finding or release. */
interface Scene {
  readonly office: Office;
  readonly repository: SimulatedRepository;
}

/** Breaks production after a merge: opens an incident, and reverts the change. */
export function incident(
  emitter: Emitter,
  { office, repository, at, bots }: Scene & { readonly at: number; readonly bots: Bots },
): void {
  const { random } = emitter;
  const people = membersAt(office.team, at);
  const [first] = people;
  if (!first) return;
  const assignee = random.pick(people);
  const noticed = at + Math.round(random.around(50 * 60, 0.8));
  if (noticed >= assignee.left || !emitter.isPast(noticed)) return;
  const title = `Errors in ${repository.name} after a deployment`;
  const plan = {
    office,
    type: 'Incident',
    title,
    createdAt: noticed,
    creator: assignee,
    assignee,
    sprint: null,
    priority: 'Highest',
    incident: {
      severity: severityOf(repository, noticed),
      service: repository.name,
      environment: 'production',
      detectedAt: noticed,
      repositoryUuid: repository.uuid,
    },
  };
  const issue = nameIssue(emitter, plan);
  const fix = pullRequest(emitter, {
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
  const steps: IssueStep[] = [
    { at: noticed, status: 'To Do', actor: assignee },
    { at: noticed + 240, status: 'In Progress', actor: assignee },
  ];
  if (fix.mergedAt !== null) steps.push({ at: fix.mergedAt + 30 * 60, status: 'Done', actor: assignee });
  emitIssue(emitter, { plan, issue, steps, people });
}

/** The severities of findings by their priority. */
const SEVERITIES: Readonly<Record<string, string>> = {
  Highest: 'Critical',
  High: 'High',
  Medium: 'Medium',
  Low: 'Low',
};

/** The severity of an incident, by when it was noticed. */
function severityOf({ uuid }: SimulatedRepository, noticed: number): string {
  return new SeededRandom(Number.parseInt(uuid.slice(0, 8), 16) ^ noticed).skewed([
    'Major',
    'Minor',
    'Critical',
  ]);
}

type FindingFacts = Pick<SimulatedEvent, 'uuid' | 'name' | 'repository' | 'project'> & {
  readonly reference: string;
};

interface FindingLife {
  readonly createdAt: number;
  readonly fixedAt: number | null;
}

function emitFinding(emitter: Emitter, facts: FindingFacts, { createdAt, fixedAt }: FindingLife): void {
  const event = { ...facts, integration: 'snyk', type: 'Issue', actor: null, issue: facts.uuid } as const;
  emitter.event({
    ...event,
    at: createdAt,
    action: 'created',
    id: `finding:${facts.reference}:0`,
    newStatus: 'Open',
    delta: { status: { before: null, after: 'Open' } },
  });
  if (fixedAt === null) return;
  emitter.event({
    ...event,
    at: fixedAt,
    action: 'status_changed',
    id: `finding:${facts.reference}:1`,
    newStatus: 'Fixed',
    delta: { status: { before: 'Open', after: 'Fixed' } },
  });
}

/** Reports a vulnerability that a scan finds in a repository, and later its fix. */
export function finding(
  emitter: Emitter,
  { office, repository, start }: Scene & { readonly start: number },
): void {
  const { random } = emitter;
  const createdAt = start + random.whole(0, 27) * DAY + 3 * HOUR;
  if (!emitter.isPast(createdAt)) return;
  office.issues += 1;
  const key = `SEC-${office.key}-${String(office.issues)}`;
  const weakness = random.pick(WEAKNESSES);
  const title = `${weakness} in a library of ${repository.name}`;
  const fixedAt = random.chance(0.8)
    ? after(office.team.zone, createdAt, random.around(60 * HOUR, 0.9))
    : null;
  const done = fixedAt !== null && emitter.isPast(fixedAt);
  const status = done ? 'Fixed' : 'Open';
  const priority = random.pick(['Low', 'Medium', 'High', 'Highest']);
  const changedAt = done ? fixedAt : createdAt;
  const common = emitter.common('snyk', `finding:${key}`, { name: title, createdAt, updatedAt: changedAt });
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
    projectUuid: office.project,
  };
  const severity = SEVERITIES[priority] ?? 'Medium';
  emitter.add('Issue', createdAt, issueRow(common, facts, { severity, repositoryUuid: repository.uuid }));
  addVulnerability(emitter, {
    key,
    title,
    weakness,
    severity,
    issueUuid: common.uuid,
    repository,
    introducedAt: createdAt,
    fixedAt: done ? fixedAt : null,
  });
  const event = {
    uuid: common.uuid,
    name: title,
    reference: key,
    repository: repository.uuid,
    project: office.project,
  };
  emitFinding(emitter, event, { createdAt, fixedAt });
}

/** Releases what was merged before a moment. */
export function release(emitter: Emitter, { office, repository, at }: Scene & { readonly at: number }): void {
  const merges = repository.unreleased
    .filter((merge) => merge.at < at)
    .toSorted((left, right) => left.at - right.at);
  const last = merges.at(-1);
  const [author] = membersAt(office.team, at);
  if (!last || !author || !emitter.isPast(at)) return;
  repository.unreleased = repository.unreleased.filter((merge) => merge.at >= at);
  repository.version += 1;
  const preRelease = repository.version % 8 === 0;
  const tagName = `v${String(Math.floor(repository.version / 20) + 1)}.${String(repository.version % 20)}.0${preRelease ? '-rc.1' : ''}`;
  const externalId = `release:${repository.name}:${tagName}`;
  const common = emitter.common('github', externalId, { name: tagName, createdAt: at });
  emitter.add('Release', at, {
    ...common,
    releaseName: `${repository.name} ${tagName}`,
    tagName,
    body: `${String(merges.length)} ${merges.length === 1 ? 'change' : 'changes'} since the release before.`,
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
    emitter.edge('includes', common.uuid, merge.commit, { since: at });
    emitter.edge('includesPullRequest', common.uuid, merge.pullRequest, { since: at });
    if (merge.issue) emitter.edge('includesIssue', common.uuid, merge.issue, { since: at });
  }
  emitter.event({
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
