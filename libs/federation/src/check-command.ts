import { initialBytes, repeatedSingletons, scriptsOf } from './built.ts';
import { frontEnds, type FrontEnd } from './front-ends.ts';
import { disagreements, readManifest } from './registry.ts';

const FIRST_PAGE = ['shell', 'workspace'];

/** What JavaScript may weigh, compressed; the page stands with the first line, and its charts arrive after it. */
const BUDGETS = [
  {
    says: 'Shell and first route (Home), until the page stands',
    most: 300 * 1024,
    bytes: (apps: readonly FrontEnd[]) => pageBytes(apps),
  },
  {
    says: 'The same with charts of every kind, which arrive afterwards',
    most: 330 * 1024,
    bytes: (apps: readonly FrontEnd[]) => pageBytes(apps) + chartBytes(apps),
  },
] as const;

function pageBytes(apps: readonly FrontEnd[]): number {
  return apps
    .filter((app) => FIRST_PAGE.includes(app.name))
    .reduce((sum, app) => sum + initialBytes(app).page, 0);
}

const chartBytes = (apps: readonly FrontEnd[]) =>
  apps.reduce((sum, app) => sum + initialBytes(app).charts, 0);

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

/** `check`: prints what is wrong with the built front-ends, and their weight; answers the exit code. */
export function main(): number {
  const apps = frontEnds();
  const weights = BUDGETS.map(({ says, most, bytes }) => ({ says, most, weight: bytes(apps) }));
  const problems = [
    ...apps
      .filter((app) => app.name !== 'shell')
      .flatMap((app) => disagreements(app.name, readManifest(app))),
    ...apps.flatMap((app) => repeatedSingletons(app.name, scriptsOf(app))),
    ...weights
      .filter(({ weight, most }) => weight > most)
      .map(({ says, most, weight }) => `${says}: ${kilobytes(weight)}, more than ${kilobytes(most)}`),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  for (const { says, most, weight } of weights) {
    process.stdout.write(`${says}: ${kilobytes(weight)} of ${kilobytes(most)} of JavaScript, gz\n`);
  }
  return problems.length === 0 ? 0 : 1;
}
