import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { startedHere } from './processes.ts';

const pin = (cores: string, pid: number): boolean =>
  spawnSync('taskset', ['-a', '-p', '-c', cores, String(pid)], { stdio: 'ignore' }).status === 0;

/** Keeps this process and the product off the last core, which is for the people; says where each is. */
export function leaveLastCore(): string {
  const last = cpus().length - 1;
  const others = `0-${String(last - 1)}`;
  if (last < 1 || !pin(others, process.pid)) return 'people share the cores of the product';
  for (const { pid } of startedHere()) pin(others, pid);
  return `people on core ${String(last)}, the product on the others`;
}

/** Puts a process on the last core, where that is possible. */
export function takeLastCore(pid: number): void {
  const last = cpus().length - 1;
  if (last > 0) pin(String(last), pid);
}
