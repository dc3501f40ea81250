import { parentPort } from 'node:worker_threads';
import { OrgId } from '@cairn/contracts';
import { z } from 'zod';
import { remoteWriter } from '../store/remote-writer.ts';
import { runTask } from './run-task.ts';

const Task = z.object({ orgId: OrgId, sourceId: z.string(), kind: z.enum(['ingest', 'renormalise']) });

if (!parentPort) throw new Error('this runs in a thread');
const port = parentPort;
const controller = new AbortController();

async function run(task: unknown): Promise<void> {
  await runTask(remoteWriter(port), Task.parse(task), controller.signal);
  // Ends this thread only, and with it whatever git a stopped reading has left behind.
  process.exit(0);
}

port.once('message', (task: unknown) => {
  port.on('message', (message: unknown) => {
    if (message === 'stop') controller.abort();
  });
  void run(task);
});
