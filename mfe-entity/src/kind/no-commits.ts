import type { EntityDetail } from '@cairn/contracts';

/** Why there is nothing to draw or to list of an entity's commits; null when it has some, or is none that has any. */
export function whyNoCommits({ labels, relations }: EntityDetail): string | null {
  if (relations.find(({ name }) => name === 'Commit')?.total !== 0) return null;
  return labels[0] === 'Branch'
    ? 'All commits of this branch are on other branches too, and are counted there.'
    : 'No commit belongs to this yet.';
}
