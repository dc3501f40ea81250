import type { EntityDetail } from '@cairn/contracts';
import { plural } from '@cairn/ui';
import { isTrue, kindOf } from '../../../entity/read-entity.ts';

/** True where the changes are those of all commits of a pull request. */
export const isOfPull = (entity: EntityDetail): boolean => kindOf(entity) === 'PullRequest';

/** Why a commit or pull request has no changed files. */
export function whyNoFiles(entity: EntityDetail): string {
  if (isOfPull(entity))
    return 'No repository that is read here has its commits, so neither its files nor its diff are known.';
  return isTrue(entity, 'isMerge')
    ? 'A merge brings no change of its own: see the commits it merges.'
    : 'This commit changes no file.';
}

/** Why files are told without what changed in them. */
export const whyNoDiff = (entity: EntityDetail): string =>
  isOfPull(entity)
    ? 'its commits are not read with git, so which files they changed is known, and not what changed in them. Their lines are added up.'
    : 'the source tells which files changed, and not what changed in them.';

/** How many files a commit changed; of a merge, how many differ from its first parent, since it changes none itself. */
export function changedWords(total: number, isMerge: boolean): [count: string, what: string] {
  const count = plural(total, 'file');
  if (!isMerge) return [count, 'changed'];
  return [count, `${total === 1 ? 'differs' : 'differ'} from the first parent`];
}
