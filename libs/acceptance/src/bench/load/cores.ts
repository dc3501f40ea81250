import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

const pin = (cores: string, pid: number): boolean =>
  spawnSync('taskset', ['-a', '-p', '-c', cores, String(pid)], { stdio: 'ignore' }).status === 0;

/** Keeps this process and what it starts off the last core, which is for the people; says where each is. */
export function leaveLastCore(): string {
  const last = cpus().length - 1;
  if (last < 1 || !pin(`0-${String(last - 1)}`, process.pid)) return 'people share the cores of the product';
  return `people on core ${String(last)}, the product on the others`;
}

/** Puts a process on the last core, where that is possible. */
export function useLastCore(pid: number): void {
  const last = cpus().length - 1;
  if (last > 0) pin(String(last), pid);
}
