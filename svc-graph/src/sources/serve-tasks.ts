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

const TaskMessage = z.object({
  task: z.object({ orgId: OrgId, sourceId: z.string(), kind: z.enum(['ingest', 'renormalise']) }),
  secrets: z.record(z.string(), z.string()),
  hosts: z.array(z.string()),
});

/** Runs the single task that is sent to this worker thread, then ends the thread. */
export function serveTasks(connectors: readonly Connector[]): void {
  if (!parentPort) throw new Error('this runs in a thread');
  const port = parentPort;
  const controller = new AbortController();
  const run = async (message: unknown) => {
    const { task, secrets, hosts } = TaskMessage.parse(message);
    const { signal } = controller;
    const report = (rebuilt: RebuildProgress) => port.postMessage({ rebuilt } satisfies RebuildReport);
    await runTask(task, { connectors, writer: remoteWriter(port), secrets, signal, hosts, report });
    // Ends only this thread, with any processes that a cancelled reading left.
    process.exit(0);
  };
  port.once('message', (first: unknown) => {
    port.on('message', (message: unknown) => {
      if (message === 'stop') controller.abort();
    });
    void run(first);
  });
}
