import { DAY, HOUR, after } from './calendar.ts';
import type { Member } from './cast.ts';
import type { Repository } from './places.ts';
import type { Actor, Stage } from './stage.ts';
import { REMARKS } from './words.ts';

interface Subject {
  readonly uuid: string;
  readonly externalId: string;
  readonly number: number;
  readonly title: string;
  readonly repository: Repository;
  readonly author: Actor;
  readonly zone: string;
  readonly readyAt: number;
  readonly reviewers: readonly Member[];
  readonly urgent: boolean;
  readonly bot: Actor;
  /** The author answers a review with a commit; gives the moment at which it has passed. */
  readonly fix: (at: number) => number;
}

/** What came out of the reviews. */
export interface Reviewed {
  readonly reviewers: readonly Member[];
  readonly approvedAt: number | null;
  readonly lastAt: number;
  readonly comments: number;
  readonly verdicts: readonly [number, string][];
}

const VERDICTS = {
  approved: { action: 'approved', status: 'Approved', state: 'approved' },
  changes: { action: 'changes_requested', status: 'Changes Requested', state: 'changesRequested' },
  commented: { action: 'reviewed', status: 'In Review', state: 'commented' },
} as const;
type Verdict = keyof typeof VERDICTS;

/** When a reviewer comes to it: promised reviews first, and never before the working day. */
function pickedUp(stage: Stage, reviewer: Member, from: number, urgent: boolean): number {
  const wait = stage.random.around(urgent ? 600 : 2.4 * HOUR, 1);
  const free = reviewer.busyUntil - from < 2 * DAY ? reviewer.busyUntil : 0;
  const at = Math.max(after(reviewer.zone, from, wait), free, reviewer.joined);
  const looked = after(reviewer.zone, at, stage.random.around(18 * 60, 0.6));
  reviewer.busyUntil = Math.max(reviewer.busyUntil, looked);
  return looked;
}

function remarks(
  stage: Stage,
  subject: Subject,
  review: string,
  reviewer: Member,
  at: number,
  count: number,
): void {
  const { random } = stage;
  let replyTo: string | null = null;
  for (let number = 0; number < count; number += 1) {
    const body = random.pick(REMARKS);
    const externalId = `${review}:comment:${String(number)}`;
    const common = stage.common('github', externalId, body, at - number);
    stage.add('PullRequestReviewComment', at - number, {
      ...common,
      body,
      path: random.skewed(subject.repository.files).path,
      line: random.whole(1, 400),
      authorUuid: reviewer.uuid,
      pullRequestUuid: subject.uuid,
      reviewUuid: stage.id('github', review),
      replyToUuid: replyTo,
    });
    replyTo = random.chance(0.3) ? common.uuid : null;
    told(
      stage,
      subject,
      'commented',
      'PullRequestReviewComment',
      common.uuid,
      externalId,
      at - number,
      reviewer,
      body,
      null,
      null,
    );
  }
}

function told(
  stage: Stage,
  subject: Subject,
  action: string,
  type: string,
  uuid: string,
  id: string,
  at: number,
  actor: Actor,
  comment: string | null,
  newStatus: string | null,
  before: string | null,
): void {
  stage.event({
    at,
    integration: 'github',
    action,
    type,
    uuid,
    id,
    name: subject.title,
    actor,
    comment,
    newStatus,
    ...(newStatus === null ? {} : { delta: { status: { before, after: newStatus } } }),
    reference: `#${String(subject.number)}`,
    pullRequest: subject.uuid,
    repository: subject.repository.uuid,
    project: subject.repository.project,
  });
}

function submit(
  stage: Stage,
  subject: Subject,
  reviewer: Member,
  at: number,
  number: number,
  verdict: Verdict,
  before: string,
): number {
  const { action, status, state } = VERDICTS[verdict];
  const externalId = `review:${subject.externalId}:${String(number)}`;
  const common = stage.common('github', externalId, `Review of ${subject.title}`, at);
  const body = verdict === 'approved' ? 'Looks good to me.' : stage.random.pick(REMARKS);
  stage.add('PullRequestReview', at, {
    ...common,
    state,
    sourceState: state,
    stateCategory: verdict === 'approved' ? 'done' : 'inProgress',
    submittedAt: at,
    body,
    authorUuid: reviewer.uuid,
    pullRequestUuid: subject.uuid,
  });
  // The row of the pull request follows this event, so it speaks of the pull request.
  told(stage, subject, action, 'PullRequest', subject.uuid, externalId, at, reviewer, body, status, before);
  const count = verdict === 'approved' ? stage.random.count(0.4) : stage.random.whole(1, 4);
  remarks(stage, subject, externalId, reviewer, at, count);
  return count;
}

function discuss(stage: Stage, subject: Subject, at: number, people: readonly Actor[]): number {
  const { random } = stage;
  const count = random.chance(0.35) ? random.whole(1, 3) : 0;
  let replyTo: string | null = null;
  for (let number = 0; number < count; number += 1) {
    const author = number === 0 && random.chance(0.3) ? subject.bot : random.pick(people);
    const moment = at + 120 + number * random.whole(60, 1_500);
    const body = author === subject.bot ? 'The preview of this change is ready.' : random.pick(REMARKS);
    const externalId = `discussion:${subject.externalId}:${String(number)}`;
    const common = stage.common('github', externalId, body, moment);
    stage.add('DiscussionComment', moment, {
      ...common,
      body,
      authorUuid: author.uuid,
      pullRequestUuid: subject.uuid,
      repositoryUuid: subject.repository.uuid,
      replyToUuid: replyTo,
    });
    replyTo = common.uuid;
    told(
      stage,
      subject,
      'commented',
      'DiscussionComment',
      common.uuid,
      externalId,
      moment,
      author,
      body,
      null,
      null,
    );
  }
  return count;
}

/** The reviews of a pull request in the order in which they come: each round waits for someone to have time. */
export function review(stage: Stage, subject: Subject): Reviewed {
  const { random } = stage;
  const reviewers = subject.reviewers
    .filter(({ uuid }) => uuid !== subject.author.uuid)
    .slice(0, subject.urgent ? 1 : 2);
  const verdicts: [number, string][] = [];
  let [at, before, comments, number] = [subject.readyAt, 'In Review', 0, 0];
  const first = reviewers[0];
  if (!first) return { reviewers, approvedAt: null, lastAt: at, comments, verdicts };
  comments += discuss(stage, subject, at, [subject.author]);
  for (let round = 0; round < 4; round += 1) {
    const reviewer = (round === 1 && reviewers[1]) || first;
    at = pickedUp(stage, reviewer, at, subject.urgent || round > 0);
    if (at >= reviewer.left) return { reviewers, approvedAt: null, lastAt: at, comments, verdicts };
    const luck = random.next();
    const verdict: Verdict =
      subject.urgent || round === 3 || luck < 0.58 ? 'approved' : luck < 0.85 ? 'changes' : 'commented';
    comments += submit(stage, subject, reviewer, at, number, verdict, before);
    before = VERDICTS[verdict].status;
    verdicts.push([at, before]);
    number += 1;
    if (verdict === 'approved') return { reviewers, approvedAt: at, lastAt: at, comments, verdicts };
    if (random.chance(0.05)) break;
    at = subject.fix(after(subject.zone, at, random.around(1.5 * HOUR, 0.9)));
  }
  return { reviewers, approvedAt: null, lastAt: at, comments, verdicts };
}
