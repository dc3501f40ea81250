import { initialBytes, notProvided, repeatedSingletons, scriptsOf } from './built.ts';
import { frontEnds, type FrontEnd } from './front-ends.ts';
import { disagreements, readManifest } from './registry.ts';

const FIRST_PAGE = ['shell', 'workspace'];

/** What the JavaScript of Home may weigh, compressed, until its charts are drawn, whatever kinds they are of. */
const MOST = 300 * 1024;

const homeBytes = (apps: readonly FrontEnd[]) =>
  apps.reduce((sum, app) => {
    const { page, charts } = initialBytes(app);
    return sum + charts + (FIRST_PAGE.includes(app.name) ? page : 0);
  }, 0);

const isShell = ({ name }: FrontEnd) => name === 'shell';

/** The shared modules that remotes ask for. */
function askedFor(apps: readonly FrontEnd[]): string[] {
  const remotes = apps.filter((app) => !isShell(app));
  return [...new Set(remotes.flatMap((app) => readManifest(app).shared.map(({ name }) => name)))];
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

/** `check`: prints what is wrong with the built front-ends, and their weight; answers the exit code. */
export function main(): number {
  const apps = frontEnds();
  const weight = homeBytes(apps);
  const says = `Home until its charts are drawn: ${kilobytes(weight)} of at most ${kilobytes(MOST)} of JavaScript, gz`;
  const problems = [
    ...apps.filter((app) => !isShell(app)).flatMap((app) => disagreements(app.name, readManifest(app))),
    ...notProvided(askedFor(apps), apps.filter(isShell).flatMap(scriptsOf)).map(
      (name) => `${name} is shared, but the shell does not provide it`,
    ),
    ...apps.flatMap((app) => repeatedSingletons(app.name, scriptsOf(app))),
    ...(weight > MOST ? ['Home is too heavy'] : []),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${says}\n`);
  return problems.length === 0 ? 0 : 1;
}
