import type { GitlabRows } from './rows.ts';
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
