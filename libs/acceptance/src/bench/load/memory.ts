import { readFileSync, readdirSync } from 'node:fs';

const SERVICE = /svc-(?:graph|workspace|chat)(?=\/)/;

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function runningNow(): Running[] {
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

function startedHere(all: readonly Running[]): Running[] {
  const found = new Set([process.pid]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}

/** The resident megabytes of each service that this process started; Linux alone tells them. */
export function memoryOfServices(): Readonly<Record<string, number>> {
  const services = startedHere(runningNow()).flatMap(({ pid, command }) => {
    const name = SERVICE.exec(command)?.[0];
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
    return name && kilobytes ? [[name, Math.round(Number(kilobytes) / 1_024)] as const] : [];
  });
  return Object.fromEntries(services);
}
