import type { Worker } from 'node:worker_threads';
import type { GraphStore } from '../store/graph-store.ts';
import { serveWriter } from '../store/serve-writer.ts';
import type { RebuildProgress } from './connector.ts';
import type { RebuildReport, TaskEnd, TaskMessage } from './serve-tasks.ts';

/** How long a thread may take to stop by itself. */
const STOP_MS = 15_000;

/** A task in a thread. */
export interface ThreadRun {
  /** Resolves to true when the thread can take another task, and to false when it is gone. Throws what broke it. */
  readonly ended: Promise<boolean>;
  stop(): void;
}

interface ThreadTask {
  readonly store: GraphStore;
  readonly message: TaskMessage;
  readonly onRebuilt: (progress: RebuildProgress) => void;
}

/** Gives a task to a thread that has none. */
export function runInThread(worker: Worker, { store, message, onRebuilt }: ThreadTask): ThreadRun {
  const stopServing = serveWriter(store, worker);
  let isStopped = false;
  const ended = new Promise<boolean>((resolve, reject) => {
    let fault: Error | undefined;
    const hear = (told: RebuildReport | TaskEnd | object) => {
      if ('rebuilt' in told) onRebuilt(told.rebuilt);
      // A thread that was told to stop takes no other task.
      if ('isFree' in told) return isStopped ? void worker.terminate() : end(true);
    };
    const blame = (error: Error) => {
      fault = error;
    };
    const leave = () => end(false);
    const end = (isFree: boolean) => {
      stopServing();
      worker.off('message', hear).off('error', blame).off('exit', leave);
      if (fault) reject(fault);
      else resolve(isFree);
    };
    worker.on('message', hear).on('error', blame).on('exit', leave);
  });
  worker.postMessage(message);
  return {
    ended,
    stop: () => {
      isStopped = true;
      worker.postMessage('stop');
      // A thread that waits for something that never comes does not hear it.
      const force = setTimeout(() => void worker.terminate(), STOP_MS).unref();
      worker.once('exit', () => clearTimeout(force));
    },
  };
}
