import { readFileSync } from 'node:fs';
import { startedHere } from './processes.ts';

const SERVICE = /svc-(?:graph|workspace|chat)(?=\/)/;

/** The resident megabytes of each service that this process started; Linux alone tells them. */
export function memoryOfServices(): Readonly<Record<string, number>> {
  const services = startedHere().flatMap(({ pid, command }) => {
    const name = SERVICE.exec(command)?.[0];
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
    return name && kilobytes ? [[name, Math.round(Number(kilobytes) / 1_024)] as const] : [];
  });
  return Object.fromEntries(services);
}
