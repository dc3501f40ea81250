import { fork, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { EXIT, StartError } from './exit.ts';

export interface ProcessSpec {
  name: string;
  /** Path of the bundled entry. */
  entry: string;
  env: Record<string, string>;
  /** Options of node itself. */
  flags: readonly string[];
  logFile: string;
}

export interface Supervised {
  /** Resolves when the process listens; rejects with StartError when it ends before. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

const STOP_MS = 5_000;
const MOST_RESTARTS = 20;

/** Runs a process, and restarts it with growing pauses when it exits unexpectedly. */
export function supervise(spec: ProcessSpec, onRestart: (name: string, how: string) => void): Supervised {
  let child: ChildProcess;
  let stopping = false;
  let restarts = 0;
  let timer: NodeJS.Timeout | undefined;
  const log = createWriteStream(spec.logFile, { flags: 'a', mode: 0o600 });

  const start = () => {
    child = fork(spec.entry, [], {
      env: { ...process.env, ...spec.env },
      execArgv: [...process.execArgv, ...spec.flags],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    return child;
  };
  const keepAlive = (process: ChildProcess) => {
    process.once('exit', (code, signal) => {
      if (stopping || restarts >= MOST_RESTARTS) return;
      restarts += 1;
      onRestart(spec.name, signal ?? `exit code ${code}`);
      timer = setTimeout(() => keepAlive(start()), Math.min(100 * 2 ** restarts, 10_000));
    });
  };
  const first = start();
  const ready = listening(first, spec).then(() => keepAlive(first));
  return {
    ready,
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      await end(child);
      log.end();
    },
  };
}

function listening(child: ChildProcess, spec: ProcessSpec): Promise<void> {
  return new Promise((resolve, reject) => {
    let words = '';
    child.stderr?.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-2_000)));
    child.once('message', () => resolve());
    child.once('exit', (code) =>
      reject(
        new StartError(
          code === EXIT.unavailable ? 'unavailable' : 'software',
          `${spec.name} ended before it was ready (exit code ${code}).\n${words.trim()}\nIts log is ${spec.logFile}`,
        ),
      ),
    );
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(late);
}
