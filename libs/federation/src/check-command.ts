import { frontEnds } from './front-ends.ts';
import { disagreements, readManifest } from './registry.ts';

/** `check`: prints what is wrong with the built front-ends; answers the exit code. */
export function main(): number {
  const problems = frontEnds()
    .filter((app) => app.name !== 'shell')
    .flatMap((app) => disagreements(app.name, readManifest(app)));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length === 0 ? 0 : 1;
}
