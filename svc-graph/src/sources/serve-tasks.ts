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

/** In a worker thread: does the one task that it is sent, and ends the thread. */
export function serveTasks(connectors: readonly Connector[]): void {
  if (!parentPort) throw new Error('this runs in a thread');
  const port = parentPort;
  const controller = new AbortController();
  const run = async (message: unknown) => {
    const { task, secrets } = TaskMessage.parse(message);
    const { signal } = controller;
    await runTask(task, { connectors, writer: remoteWriter(port), secrets, signal });
    // Ends this thread only, and with it whatever processes a stopped reading has left behind.
    process.exit(0);
  };
  port.once('message', (first: unknown) => {
    port.on('message', (message: unknown) => {
      if (message === 'stop') controller.abort();
    });
    void run(first);
  });
}
