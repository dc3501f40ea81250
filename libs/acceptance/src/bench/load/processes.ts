import { existsSync, readFileSync, readdirSync } from 'node:fs';

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function runningNow(): Running[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return [{ pid: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

/** This process and all that it started, and what that started; nothing where there is no /proc. */
export function startedHere(): Running[] {
  const all = runningNow();
  const found = new Set([process.pid]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}
