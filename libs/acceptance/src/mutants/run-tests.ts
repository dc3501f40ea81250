import { spawn } from 'node:child_process';

const isOfBrowser = (file: string) => file.includes('.browser.test.');

/** How a run of tests ended. */
export type TestEnding = 'passed' | 'failed' | 'hung';

/** Runs these test files until one fails, at most so long. */
export function runTests(root: string, files: readonly string[], milliseconds: number): Promise<TestEnding> {
  const projects = [
    ...(files.some((file) => !isOfBrowser(file)) ? ['--project', 'node'] : []),
    ...(files.some(isOfBrowser) ? ['--project', 'browser'] : []),
  ];
  const words = ['run', '--config', 'libs/acceptance/vitest.config.ts', ...projects, '--bail', '1'];
  return new Promise((resolve) => {
    const child = spawn('npx', ['--no-install', 'vitest', ...words, ...files], {
      cwd: root,
      stdio: 'ignore',
      detached: true,
    });
    const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
    const timer = setTimeout(() => {
      end();
      resolve('hung');
    }, milliseconds);
    process.once('exit', end);
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('exit', end);
      resolve(code === 0 ? 'passed' : 'failed');
    });
  });
}
