import { parentPort } from 'node:worker_threads';
import { OrgId } from '@cairn/contracts';
import { z } from 'zod';
import { remoteWriter } from '../store/remote-writer.ts';
import type { Connector, RebuildProgress } from './connector.ts';
import { runTask } from './run-task.ts';

/** What the thread tells beside its requests to the writer. */
export interface RebuildReport {
  readonly rebuilt: RebuildProgress;
}

export const TaskMessage = z.object({
  task: z.object({ orgId: OrgId, sourceId: z.string(), kind: z.enum(['ingest', 'renormalise']) }),
  secrets: z.record(z.string(), z.string()),
  hosts: z.array(z.string()),
});

export type TaskMessage = z.infer<typeof TaskMessage>;

/** What the thread tells when a task has ended and another may come. */
export interface TaskEnd {
  readonly isFree: true;
}

/** Runs the tasks that are sent to this worker thread, one after another; one that is stopped ends the thread. */
export function serveTasks(connectors: readonly Connector[]): void {
  if (!parentPort) throw new Error('this runs in a thread');
  const port = parentPort;
  const writer = remoteWriter(port);
  const controller = new AbortController();
  const { signal } = controller;
  const report = (rebuilt: RebuildProgress) => port.postMessage({ rebuilt } satisfies RebuildReport);
  const run = async ({ task, secrets, hosts }: TaskMessage) => {
    await runTask(task, { connectors, writer, secrets, signal, hosts, report });
    // Ends only this thread, with any processes that a cancelled reading left.
    if (signal.aborted) process.exit(0);
    port.postMessage({ isFree: true } satisfies TaskEnd);
  };
  port.on('message', (message: unknown) => {
    if (message === 'stop') controller.abort();
    const asked = TaskMessage.safeParse(message);
    if (asked.success) void run(asked.data);
  });
}
