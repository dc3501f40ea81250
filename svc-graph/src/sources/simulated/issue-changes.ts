import { DAY, HOUR } from './calendar.ts';
import type { Emitter, SimulatedEvent } from './emitter.ts';
import type { IssueLife, SimulatedSprint } from './issue-life.ts';
import { workAt } from './offices.ts';
import type { TeamMember } from './people.ts';
import { REASONS } from './phrases.ts';
import { SeededRandom } from './random.ts';

const CHANGES = 5;
const OTHER_PRIORITIES = ['Low', 'Medium', 'High'];
const LINK_TYPES = ['relates', 'relates', 'duplicates', 'clones'];

type Change = Pick<SimulatedEvent, 'at' | 'action' | 'delta'> & { readonly sprint?: string | null };

/** Emits a change of an issue's fields, by someone who was there then. */
function emitChange(
  emitter: Emitter,
  { plan: { office }, issue, people }: IssueLife,
  actor: TeamMember,
  change: Change,
): void {
  const { at } = change;
  const there = (each: TeamMember) => each.joined <= at && at < each.left;
  const by = there(actor) ? actor : people.find(there);
  if (!by) return;
  emitter.event({
    ...change,
    integration: 'jira',
    type: 'Issue',
    uuid: issue.uuid,
    id: `issue:${issue.key}:${change.action}:${String(at)}`,
    name: issue.title,
    actor: by,
    reference: issue.key,
    issue: issue.uuid,
    project: office.project,
  });
}

/** Emits that an issue was given to its assignee. */
export function emitAssignment(
  emitter: Emitter,
  life: IssueLife,
  { at, before }: { readonly at: number; readonly before: string | null },
): void {
  const { assignee, creator } = life.plan;
  if (before === assignee.name) return;
  const delta = { assignee: { before, after: assignee.name } };
  emitChange(emitter, life, creator, { at, action: 'assigned', delta });
}

/** Emits that an issue went over into the next sprint. */
export function emitSpill(
  emitter: Emitter,
  life: IssueLife,
  { sprint, next }: { readonly sprint: SimulatedSprint; readonly next: SimulatedSprint },
): void {
  const delta = { sprint: { before: sprint.name, after: next.name } };
  const change = { at: sprint.end, action: 'sprint_changed', delta, sprint: next.uuid };
  emitChange(emitter, life, life.plan.assignee, change);
}

interface PresentFields {
  readonly priority: string;
  readonly storyPoints: number | null;
  /** The key before it was moved to its project. */
  readonly formerKey: string | null;
}

/** Emits how some issues came to their present fields: moves, edits, new priorities, estimates and links. */
export function emitChanges(emitter: Emitter, life: IssueLife, present: PresentFields): void {
  const { plan, issue } = life;
  const { createdAt, creator, assignee } = plan;
  const random = SeededRandom.of(issue.uuid, CHANGES);
  const later = () => createdAt + Math.round(random.next() * 2 * DAY) + HOUR;
  const change = (action: string, by: TeamMember, delta: Change['delta']) => {
    emitChange(emitter, life, by, { at: later(), action, ...(delta ? { delta } : {}) });
  };
  const { formerKey, priority, storyPoints } = present;
  if (formerKey) change('moved', creator, { issueKey: { before: formerKey, after: issue.key } });
  if (random.chance(0.12)) {
    const before = `${issue.title}, because ${random.pick(REASONS)}`;
    change('edited', creator, { title: { before, after: issue.title } });
  }
  const others = OTHER_PRIORITIES.filter((each) => each !== priority);
  if (random.chance(0.1))
    change('edited', creator, { priority: { before: random.pick(others), after: priority } });
  if (storyPoints !== null && random.chance(0.15)) {
    const before = random.chance(0.5) ? null : storyPoints === 3 ? 5 : 3;
    change('re_estimated', assignee, { storyPoints: { before, after: storyPoints } });
  }
  linkToAnother(emitter, life, random);
}

/** Links some issues to one that was there before. */
function linkToAnother(emitter: Emitter, life: IssueLife, random: SeededRandom): void {
  const { plan, issue } = life;
  const other = workAt(plan.office.recent.issues, plan.createdAt).at(-2);
  if (!other || !random.chance(0.1)) return;
  const linkType = random.pick(LINK_TYPES);
  const at = plan.createdAt + HOUR;
  emitter.edge('issueLink', issue.uuid, other.uuid, { since: at, properties: { linkType } });
  const delta = { [linkType]: { before: null, after: other.key } };
  emitChange(emitter, life, plan.creator, { at, action: 'linked', delta });
}
