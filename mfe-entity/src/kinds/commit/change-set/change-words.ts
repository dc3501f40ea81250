import type { EntityDetail } from '@cairn/contracts';
import { plural } from '@cairn/ui';
import { isTrue, kindOf, numberOf } from '../../../entity/read-entity.ts';

/** True where the changes are those of all commits of a pull request. */
export const isOfPull = (entity: EntityDetail): boolean => kindOf(entity) === 'PullRequest';

/** Whether a commit changed files that the clone that is read cannot tell. */
const isUntold = (entity: EntityDetail): boolean =>
  !isTrue(entity, 'isMerge') && numberOf(entity, 'changedFiles') === null;

/** The title above no changed file: nothing changed, or what did is not known. */
export const titleOfNoFiles = (entity: EntityDetail): string =>
  isOfPull(entity) || isUntold(entity) ? 'Files changed' : 'No files changed';

/** Why a commit or pull request has no changed files. */
export function whyNoFiles(entity: EntityDetail): string {
  if (isOfPull(entity))
    return 'No repository that is read here has its commits, so neither its files nor its diff are known.';
  if (isTrue(entity, 'isMerge')) return 'A merge brings no change of its own: see the commits it merges.';
  return isUntold(entity)
    ? 'What it changed cannot be known: the clone that is read is shallow, and lacks what came before this commit.'
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
