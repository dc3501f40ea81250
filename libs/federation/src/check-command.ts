import { initialBytes, repeatedSingletons, scriptsOf } from './built.ts';
import { frontEnds } from './front-ends.ts';
import { disagreements, readManifest } from './registry.ts';

/** What the shell and the page that one sees first may weigh together, compressed. */
export const BUDGET = 300 * 1024;
const FIRST_PAGE = ['shell', 'workspace'];

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

/** `check`: prints what is wrong with the built front-ends, and their weight; answers the exit code. */
export function main(): number {
  const apps = frontEnds();
  const weight = apps
    .filter((app) => FIRST_PAGE.includes(app.name))
    .reduce((sum, app) => sum + initialBytes(app), 0);
  const problems = [
    ...apps
      .filter((app) => app.name !== 'shell')
      .flatMap((app) => disagreements(app.name, readManifest(app))),
    ...apps.flatMap((app) => repeatedSingletons(app.name, scriptsOf(app))),
    ...(weight > BUDGET
      ? [`The shell with its first page weighs ${kilobytes(weight)}, more than ${kilobytes(BUDGET)}`]
      : []),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(
    `Shell with its first page: ${kilobytes(weight)} of ${kilobytes(BUDGET)} of JavaScript\n`,
  );
  return problems.length === 0 ? 0 : 1;
}
