import type { GitlabRows } from './rows.ts';
import type { GitlabWork } from './shapes.ts';

/** What the events of one thing have in common. */
interface Subject {
  readonly type: string;
  readonly uuid: string;
  readonly name: string;
  readonly reference: string;
  readonly issue?: string;
  readonly pullRequest?: string;
}

const change = (field: string, action: string, value: string | null) => ({
  [field]: action === 'add' ? { before: null, after: value } : { before: value, after: null },
});

/** Adds the labels that a thing got and lost; labels that are gone since have no name. */
export function addLabelEvents(
  rows: GitlabRows,
  events: NonNullable<GitlabWork['labelEvents']>,
  subject: Subject,
): void {
  for (const { id, user, created_at: at, label, action } of events) {
    if (!label) continue;
    const delta = change('labels', action, label.name);
    rows.event({ ...subject, id: `label:${String(id)}`, at, action: 'updated', actor: user, delta });
  }
}

/** Adds the milestones that a thing was put into and taken out of. */
export function addMilestoneEvents(
  rows: GitlabRows,
  events: NonNullable<GitlabWork['milestoneEvents']>,
  subject: Subject,
): void {
  for (const { id, user, created_at: at, milestone, action } of events) {
    if (!milestone) continue;
    const delta = change('sprint', action, milestone.title);
    rows.event({
      ...subject,
      id: `milestone:${String(id)}`,
      at,
      action: 'sprint_changed',
      actor: user,
      delta,
    });
  }
}
