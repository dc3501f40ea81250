import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkHistory } from './check.ts';
import { readGitHistory } from './git-history.ts';
import { serveHistory } from './served-history.ts';

const ROOT = join(import.meta.dirname, '../../../../..');

/** `--repo PATH --seed N`: reads a repository, compares its figures with git's, prints each difference, and exits 1 on any. */
export async function benchTruth(args: readonly string[], print: (line: string) => void): Promise<void> {
  const options = {
    repo: { type: 'string', default: ROOT },
    seed: { type: 'string', default: '1' },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const repo = resolve(process.env['INIT_CWD'] ?? process.cwd(), values.repo);
  const history = await readGitHistory(repo);
  const served = await serveHistory(repo);
  try {
    const {
      figures,
      values: single,
      differences,
    } = await checkHistory(history, served, { seed: Number(values.seed) });
    for (const { name, count, examples } of differences) {
      print(`DIFFERENT: ${name}: ${String(count)}`);
      for (const example of examples) print(`  ${example}`);
    }
    const commits = history.commits.length.toLocaleString('en');
    print(
      `${String(figures)} figures of ${commits} commits, ${single.toLocaleString('en')} single values: ${String(figures - differences.length)} equal, ${String(differences.length)} different.`,
    );
    if (differences.length > 0) process.exitCode = 1;
  } finally {
    await served.close();
  }
}
