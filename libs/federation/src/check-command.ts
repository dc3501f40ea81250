import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { overweight, weightInWords, weightsOf, type Weight } from './budget.ts';
import { notProvided, readLoads, repeatedSingletons, scriptsOf, weigh } from './built.ts';
import { ROOT, frontEnds, type FrontEnd } from './front-ends.ts';
import { disagreements, readManifest } from './registry.ts';

/** The sizes of the last build within budget, so that a later check can name what grew. */
const SIZES_FILE = join(ROOT, '.cache/script-sizes.json');
const Sizes = z.record(z.string(), z.number());

const isShell = ({ name }: FrontEnd) => name === 'shell';

/** The shared modules that remotes request. */
function sharedBy(apps: readonly FrontEnd[]): string[] {
  const remotes = apps.filter((app) => !isShell(app));
  return [...new Set(remotes.flatMap((app) => readManifest(app).shared.map(({ name }) => name)))];
}

function readWeights(apps: readonly FrontEnd[]): Weight[] {
  const byName = new Map(apps.map((app) => [app.name, app]));
  const loads = new Map(apps.map((app) => [app.name, readLoads(app)]));
  return weightsOf(loads, (name, file) => {
    const app = byName.get(name);
    if (!app) throw new Error(`there is no front-end ${name}`);
    return weigh(app, file);
  });
}

/** The exceeded budgets in words; if there are none, it stores the sizes for the next check. */
function budgetProblems(weights: readonly Weight[]): string[] {
  const before = existsSync(SIZES_FILE) ? Sizes.parse(JSON.parse(readFileSync(SIZES_FILE, 'utf8'))) : {};
  const problems = weights.flatMap((weight) => overweight(weight, before));
  if (problems.length > 0) return problems;
  const sizes = weights.flatMap(({ scripts }) => scripts.map(({ name, bytes }) => [name, bytes] as const));
  mkdirSync(dirname(SIZES_FILE), { recursive: true });
  writeFileSync(SIZES_FILE, JSON.stringify(Object.fromEntries(sizes)));
  return [];
}

/** `check`: prints the faults and weights of the built front-ends; returns the exit code. */
export function main(): number {
  const apps = frontEnds();
  const weights = readWeights(apps);
  const problems = [
    ...apps.filter((app) => !isShell(app)).flatMap((app) => disagreements(app.name, readManifest(app))),
    ...notProvided(sharedBy(apps), apps.filter(isShell).flatMap(scriptsOf)).map(
      (name) => `${name} is shared, but the shell does not provide it`,
    ),
    ...apps.flatMap((app) => repeatedSingletons(app.name, scriptsOf(app))),
    ...budgetProblems(weights),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  for (const weight of weights) process.stdout.write(`${weightInWords(weight)}\n`);
  return problems.length === 0 ? 0 : 1;
}
