import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFixtureRepository } from '../src/fixture-repository.ts';
import { startProduct } from './product.ts';
import { appEnvironment } from './served-github-app.ts';

export const OWNER = { email: 'owner@example.org', password: 'a long pass phrase 7' };

/** Ports at which journeys stand for tools; the product may read them. No system gives them out by itself. */
export const SOURCE_PORTS = { github: 28_671, jira: 28_672, circleci: 28_675, snyk: 28_677 };
const SOURCE_HOSTS = Object.values(SOURCE_PORTS)
  .map((port) => `127.0.0.1:${String(port)}`)
  .join(',');

/** One product, over a generated repository and a simulated company, serves all journeys; they find it by environment. */
export default async function start(): Promise<() => Promise<void>> {
  // A product that already runs may be tested too; then nothing is started here.
  if (process.env['CAIRN_URL']) return () => Promise.resolve();
  const folder = await mkdtemp(join(tmpdir(), 'cairn-journeys-'));
  const repo = join(folder, 'lighthouse');
  await makeFixtureRepository({ dir: repo, commits: 400, seed: 7 });
  const args = ['--repo', repo, '--data', join(folder, 'data'), '--port', '0'];
  const signInLink = await firstStart(args);
  const product = await startProduct({
    args: [...args, '--demo'],
    env: {
      CAIRN_OWNER_EMAIL: OWNER.email,
      CAIRN_OWNER_PASSWORD: OWNER.password,
      CAIRN_SOURCE_HOSTS: SOURCE_HOSTS,
      ...appEnvironment(folder, `http://127.0.0.1:${String(SOURCE_PORTS.github)}`),
    },
  });
  process.env['CAIRN_URL'] = product.url;
  process.env['CAIRN_REPOSITORY'] = repo;
  process.env['CAIRN_SIGN_IN_LINK'] = product.url + signInLink;
  return async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Starts as a newcomer does, without a password, and stops again; gives the path of the sign-in link that it printed. */
async function firstStart(args: readonly string[]): Promise<string> {
  const product = await startProduct({ args, env: { CAIRN_OWNER_EMAIL: OWNER.email } });
  await product.stop();
  return (product.signInLink ?? '').slice(product.url.length);
}
