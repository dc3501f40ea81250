import type { GitHistory, NamedRef } from './git-history.ts';

/** Gives each commit to the first of the heads that reaches it: sha → name. */
function claimed(history: GitHistory, heads: readonly NamedRef[]): Map<string, string> {
  const parents = new Map(history.commits.map((commit) => [commit.sha, commit.parents]));
  const owners = new Map<string, string>();
  for (const { name, sha: head } of heads) {
    const waiting = [head];
    for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
      if (owners.has(sha) || !parents.has(sha)) continue;
      owners.set(sha, name);
      waiting.push(...(parents.get(sha) ?? []));
    }
  }
  return owners;
}

/** The branch of each commit: the default one where it holds the commit, else the latest branch that does. */
export function branchOfCommits(history: GitHistory): Map<string, string> {
  const isDefault = ({ name }: NamedRef) => name === history.defaultBranch;
  const others = history.branches.filter((branch) => !isDefault(branch));
  const latest = others.toSorted((left, right) => right.at - left.at);
  return claimed(history, [...history.branches.filter(isDefault), ...latest]);
}

/** The release in which each commit came first. */
export function releaseOfCommits(history: GitHistory): Map<string, string> {
  const earliest = history.tags.toSorted(
    (left, right) => left.at - right.at || (left.name < right.name ? -1 : 1),
  );
  return claimed(history, earliest);
}
