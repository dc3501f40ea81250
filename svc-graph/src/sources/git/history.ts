import { startGit } from './git.ts';
import { ALL_REFS } from './refs.ts';

/** Commit → parents, for every reachable commit. */
export type History = ReadonlyMap<string, readonly string[]>;

/** Reads the parents of every reachable commit. */
export async function readHistory(path: string): Promise<Map<string, readonly string[]>> {
  const git = startGit(path, ['rev-list', '--parents', ...ALL_REFS]);
  git.stdin.end();
  const history = new Map<string, readonly string[]>();
  let rest = '';
  for await (const chunk of git.stdout) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [sha = '', ...parents] = line.split(' ');
      history.set(sha, parents);
    }
  }
  await git.ended;
  return history;
}

/** Assigns every commit to the first head that reaches it. */
export function claim(history: History, heads: readonly string[]): Map<string, number> {
  const owner = new Map<string, number>();
  for (const [index, head] of heads.entries()) {
    const waiting = [head];
    for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
      if (owner.has(sha) || !history.has(sha)) continue;
      owner.set(sha, index);
      waiting.push(...(history.get(sha) ?? []));
    }
  }
  return owner;
}

/** The commits without children: every other commit is reachable from them. */
export function topsOf(history: History): string[] {
  const below = new Set([...history.values()].flat());
  return [...history.keys()].filter((sha) => !below.has(sha));
}
