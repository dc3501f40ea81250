/** Why a commit has no changed files. */
export function whyNoFiles(isMerge: boolean): string {
  return isMerge
    ? 'A merge brings no change of its own: see the commits it merges.'
    : 'This commit changes no file.';
}
