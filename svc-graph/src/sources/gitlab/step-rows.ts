import type { GitlabRows } from './rows.ts';
import type { GitlabUser, GitlabWork } from './shapes.ts';
import type { GitlabStep, GitlabTurn } from './system-notes.ts';

const DELTAS: Readonly<Record<string, readonly [field: string, isAdded: boolean]>> = {
  assigned: ['assignee', true],
  unassigned: ['assignee', false],
  review_requested: ['reviewer', true],
  review_request_removed: ['reviewer', false],
};

/** The field that a step changed. */
export function deltaForStep({ action, who }: GitlabStep) {
  const [field, isAdded] = DELTAS[action] ?? [];
  const name = who ? (who.name ?? who.username) : null;
  if (field === undefined) return undefined;
  return { [field]: isAdded ? { before: null, after: name } : { before: name, after: null } };
}

/** When accounts were added and removed, as notes tell it. */
export function turnsFrom(
  rows: GitlabRows,
  steps: readonly GitlabStep[],
  [added, removed]: readonly [string, string],
): GitlabTurn[] {
  return steps.flatMap(({ action, who, note }) => {
    const key = action === added || action === removed ? rows.person(who, note.created_at) : null;
    return key === null || note.created_at === null
      ? []
      : [{ key, at: note.created_at, isOn: action === added }];
  });
}

/** Everyone whom an answer about a thing names, by what they are called; `more` are those of its own lists. */
export function findPeople(work: GitlabWork, more: readonly GitlabUser[]): ReadonlyMap<string, GitlabUser> {
  const events = [...(work.stateEvents ?? []), ...(work.labelEvents ?? []), ...(work.milestoneEvents ?? [])];
  const all = [work.author, work.assignee, work.closed_by, ...work.assignees, ...work.named];
  const users = [...all, ...events.map(({ user }) => user), ...more];
  return new Map(users.flatMap((user): [string, GitlabUser][] => (user ? [[user.username, user]] : [])));
}
