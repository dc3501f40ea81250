import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

export interface Product {
  readonly url: string;
  /** Printed only where the owner has no password. */
  readonly signInLink: string | null;
  /** Everything it printed so far. */
  output(): string;
  readonly process: ChildProcess;
  /** Stops it as Ctrl-C does and resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** Runs `npm start`'s command and resolves when it says that it is ready; rejects with its output when it ends before. */
export function startProduct(options: {
  args: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
  /** The checkout to start; this one without it. */
  root?: string;
}): Promise<Product> {
  const root = options.root ?? ROOT;
  const child = spawn(process.execPath, [join(root, 'libs/launch/bin/start.mjs'), ...options.args], {
    cwd: options.cwd ?? root,
    env: { ...process.env, INIT_CWD: options.cwd ?? root, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const stop = () =>
    new Promise<number | null>((resolve) => {
      if (child.exitCode !== null) return resolve(child.exitCode);
      child.once('exit', resolve);
      child.kill('SIGINT');
    });
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /Cairn is ready: (\S+)/.exec(printed)?.[1];
      const signInLink = /(http\S+\/sign-in\?token=\S+)/.exec(printed)?.[1] ?? null;
      if (url && printed.includes('Ctrl-C stops it.'))
        resolve({ url, signInLink, output: () => printed, process: child, stop });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`npm start ended with code ${code}:\n${printed}`)));
  });
}
