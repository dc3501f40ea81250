import { plural } from '@cairn/ui';

/** Why a commit has no changed files. */
export function whyNoFiles(isMerge: boolean): string {
  return isMerge
    ? 'A merge brings no change of its own: see the commits it merges.'
    : 'This commit changes no file.';
}

/** How many files a commit changed; of a merge, how many differ from its first parent, since it changes none itself. */
export function changedWords(total: number, isMerge: boolean): [count: string, what: string] {
  const count = plural(total, 'file');
  if (!isMerge) return [count, 'changed'];
  return [count, `${total === 1 ? 'differs' : 'differ'} from the first parent`];
}
