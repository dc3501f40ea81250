import { DAY, HOUR, after } from './calendar.ts';
import type { TeamMember } from './people.ts';
import type { SimulatedRepository } from './offices.ts';
import type { SimulatedActor, Emitter } from './emitter.ts';
import { REMARKS } from './phrases.ts';

interface Subject {
  readonly uuid: string;
  readonly externalId: string;
  readonly number: number;
  readonly title: string;
  readonly repository: SimulatedRepository;
  readonly author: SimulatedActor;
  readonly zone: string;
  readonly readyAt: number;
  readonly reviewers: readonly TeamMember[];
  readonly urgent: boolean;
  readonly bot: SimulatedActor;
  /** Who acts for the author at a moment. */
  readonly actorAt: (at: number) => SimulatedActor;
  /** Emits the author's commit that answers a review; returns when its pipeline passed. */
  readonly fix: (at: number) => number;
}

/** The result of all reviews. */
export interface ReviewOutcome {
  readonly reviewers: readonly TeamMember[];
  readonly approvedAt: number | null;
  readonly lastAt: number;
  readonly comments: number;
  readonly verdicts: readonly [number, string][];
  /** Who gave which verdict, and when. */
  readonly given: readonly { readonly at: number; readonly reviewer: string; readonly state: string }[];
}

const VERDICTS = {
  approved: { action: 'approved', status: 'Approved', state: 'approved' },
  changes: { action: 'changes_requested', status: 'Changes Requested', state: 'changesRequested' },
  commented: { action: 'reviewed', status: 'In Review', state: 'commented' },
} as const;
type Verdict = keyof typeof VERDICTS;

interface Wanted {
  readonly urgent: boolean;
  readonly tempo: number;
}

/** When a reviewer starts: after earlier reviews, and not before the working day. */
function pickedUp(emitter: Emitter, reviewer: TeamMember, from: number, wanted: Wanted): number {
  const wait = emitter.random.around(wanted.urgent ? 600 : 2.4 * HOUR * wanted.tempo, 1);
  const free = reviewer.busyUntil - from < 2 * DAY ? reviewer.busyUntil : 0;
  const at = Math.max(after(reviewer.zone, from, wait), free, reviewer.joined);
  const looked = after(reviewer.zone, at, emitter.random.around(18 * 60, 0.6));
  reviewer.busyUntil = Math.max(reviewer.busyUntil, looked);
  return looked;
}

interface Review {
  readonly externalId: string;
  readonly reviewer: TeamMember;
  readonly at: number;
}

/** Emits the remarks of a review and returns how many of them are made by now. */
function emitRemarks(emitter: Emitter, subject: Subject, review: Review, count: number): number {
  const { reviewer, at } = review;
  const { random } = emitter;
  let made = 0;
  let replyTo: string | null = null;
  for (let number = 0; number < count; number += 1) {
    const body = random.pick(REMARKS);
    const externalId = `${review.externalId}:comment:${String(number)}`;
    const common = emitter.common('github', externalId, { name: body, createdAt: at - number });
    emitter.add('PullRequestReviewComment', at - number, {
      ...common,
      body,
      path: random.skewed(subject.repository.files).path,
      line: random.whole(1, 400),
      authorUuid: reviewer.uuid,
      pullRequestUuid: subject.uuid,
      reviewUuid: emitter.id('github', review.externalId),
      replyToUuid: replyTo,
    });
    replyTo = random.chance(0.3) ? common.uuid : null;
    if (emitter.isPast(at - number)) made += 1;
    emitReviewEvent(emitter, subject, {
      action: 'commented',
      type: 'PullRequestReviewComment',
      uuid: common.uuid,
      id: externalId,
      at: at - number,
      actor: reviewer,
      comment: body,
    });
  }
  return made;
}

/** An event of a pull request or of one of its comments. */
interface ReviewEvent {
  readonly action: string;
  readonly type: string;
  readonly uuid: string;
  readonly id: string;
  readonly at: number;
  readonly actor: SimulatedActor;
  readonly comment: string;
  readonly status?: { readonly before: string; readonly after: string };
}

function emitReviewEvent(emitter: Emitter, subject: Subject, { status, ...event }: ReviewEvent): void {
  emitter.event({
    ...event,
    integration: 'github',
    name: subject.title,
    newStatus: status?.after ?? null,
    ...(status ? { delta: { status } } : {}),
    reference: `#${String(subject.number)}`,
    pullRequest: subject.uuid,
    repository: subject.repository.uuid,
    project: subject.repository.project,
  });
}

interface Submission {
  readonly reviewer: TeamMember;
  readonly at: number;
  readonly number: number;
  readonly verdict: Verdict;
  /** The status of the pull request before the event. */
  readonly before: string;
}

function submit(emitter: Emitter, subject: Subject, submission: Submission): number {
  const { reviewer, at, number, verdict, before } = submission;
  const { action, status, state } = VERDICTS[verdict];
  const externalId = `review:${subject.externalId}:${String(number)}`;
  const common = emitter.common('github', externalId, { name: `Review of ${subject.title}`, createdAt: at });
  const body = verdict === 'approved' ? 'Looks good to me.' : emitter.random.pick(REMARKS);
  emitter.add('PullRequestReview', at, {
    ...common,
    state,
    sourceState: state,
    stateCategory: verdict === 'approved' ? 'done' : 'inProgress',
    submittedAt: at,
    body,
    authorUuid: reviewer.uuid,
    pullRequestUuid: subject.uuid,
  });
  // The row of the pull request derives from this event, so the pull request is its target.
  emitReviewEvent(emitter, subject, {
    action,
    type: 'PullRequest',
    uuid: subject.uuid,
    id: externalId,
    at,
    actor: reviewer,
    comment: body,
    status: { before, after: status },
  });
  const count = verdict === 'approved' ? emitter.random.count(0.4) : emitter.random.whole(1, 4);
  return emitRemarks(emitter, subject, { externalId, reviewer, at }, count);
}

/** Emits what is said beside reviews and returns how much of it is said by now. */
function discuss(emitter: Emitter, subject: Subject, at: number): number {
  const { random } = emitter;
  const count = random.chance(0.35) ? random.whole(1, 3) : 0;
  let said = 0;
  let replyTo: string | null = null;
  for (let number = 0; number < count; number += 1) {
    const isBot = number === 0 && random.chance(0.3);
    const moment = at + 120 + number * random.whole(60, 1_500);
    const author = isBot ? subject.bot : subject.actorAt(moment);
    const body = author === subject.bot ? 'The preview of this change is ready.' : random.pick(REMARKS);
    const externalId = `discussion:${subject.externalId}:${String(number)}`;
    const common = emitter.common('github', externalId, { name: body, createdAt: moment });
    emitter.add('DiscussionComment', moment, {
      ...common,
      body,
      authorUuid: author.uuid,
      pullRequestUuid: subject.uuid,
      repositoryUuid: subject.repository.uuid,
      replyToUuid: replyTo,
    });
    replyTo = common.uuid;
    if (emitter.isPast(moment)) said += 1;
    emitReviewEvent(emitter, subject, {
      action: 'commented',
      type: 'DiscussionComment',
      uuid: common.uuid,
      id: externalId,
      at: moment,
      actor: author,
      comment: body,
    });
  }
  return said;
}

/** Simulates the reviews of a pull request in order; each round waits for a free reviewer. */
export function review(emitter: Emitter, subject: Subject): ReviewOutcome {
  const { random } = emitter;
  const reviewers = subject.reviewers
    .filter(({ uuid }) => uuid !== subject.author.uuid)
    .slice(0, subject.urgent ? 1 : 2);
  const verdicts: [number, string][] = [];
  let [at, before, comments, number] = [subject.readyAt, 'In Review', 0, 0];
  const given: { at: number; reviewer: string; state: string }[] = [];
  const { tempo } = subject.repository;
  const first = reviewers[0];
  const outcome = (approvedAt: number | null): ReviewOutcome => {
    return { reviewers, approvedAt, lastAt: at, comments, verdicts, given };
  };
  if (!first) return outcome(null);
  comments += discuss(emitter, subject, at);
  for (let round = 0; round < 4; round += 1) {
    const reviewer = (round === 1 && reviewers[1]) || first;
    at = pickedUp(emitter, reviewer, at, { urgent: subject.urgent || round > 0, tempo });
    if (at >= reviewer.left) return outcome(null);
    const luck = random.next();
    const verdict: Verdict =
      subject.urgent || round === 3 || luck < 0.58 ? 'approved' : luck < 0.85 ? 'changes' : 'commented';
    comments += submit(emitter, subject, { reviewer, at, number, verdict, before });
    before = VERDICTS[verdict].status;
    verdicts.push([at, before]);
    given.push({ at, reviewer: reviewer.uuid, state: VERDICTS[verdict].state });
    number += 1;
    if (verdict === 'approved') return outcome(at);
    if (random.chance(0.05)) break;
    at = subject.fix(after(subject.zone, at, random.around(1.5 * HOUR, 0.9)));
  }
  return outcome(null);
}
