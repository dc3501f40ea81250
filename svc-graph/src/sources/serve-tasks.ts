import { parentPort } from 'node:worker_threads';
import { OrgId } from '@cairn/contracts';
import { z } from 'zod';
import { remoteWriter } from '../store/remote-writer.ts';
import type { Connector } from './connector.ts';
import { runTask } from './run-task.ts';

const TaskMessage = z.object({
  task: z.object({ orgId: OrgId, sourceId: z.string(), kind: z.enum(['ingest', 'renormalise']) }),
  secrets: z.record(z.string(), z.string()),
});

/** Runs the single task that is sent to this worker thread, then ends the thread. */
export function serveTasks(connectors: readonly Connector[]): void {
  if (!parentPort) throw new Error('this runs in a thread');
  const port = parentPort;
  const controller = new AbortController();
  const run = async (message: unknown) => {
    const { task, secrets } = TaskMessage.parse(message);
    const { signal } = controller;
    await runTask(task, { connectors, writer: remoteWriter(port), secrets, signal });
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
