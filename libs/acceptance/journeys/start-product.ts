import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFixtureRepository } from '../src/fixture-repository.ts';
import { startProduct } from './product.ts';

export const OWNER = { email: 'owner@example.org', password: 'a long pass phrase 7' };

/** One product, over a generated repository and a simulated company, serves all journeys; they find it by environment. */
export default async function start(): Promise<() => Promise<void>> {
  // A product that already runs may be tested too; then nothing is started here.
  if (process.env['CAIRN_URL']) return () => Promise.resolve();
  const folder = await mkdtemp(join(tmpdir(), 'cairn-journeys-'));
  const repo = join(folder, 'lighthouse');
  await makeFixtureRepository({ dir: repo, commits: 400, seed: 7 });
  const product = await startProduct({
    args: ['--repo', repo, '--data', join(folder, 'data'), '--port', '0', '--demo'],
    env: { CAIRN_OWNER_EMAIL: OWNER.email, CAIRN_OWNER_PASSWORD: OWNER.password },
  });
  process.env['CAIRN_URL'] = product.url;
  process.env['CAIRN_REPOSITORY'] = repo;
  process.env['CAIRN_SIGN_IN_LINK'] = product.signInLink;
  return async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
