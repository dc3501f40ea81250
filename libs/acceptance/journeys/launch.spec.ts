import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import { makeFixtureRepository } from '../src/fixture-repository.ts';
import { startProduct, type Product } from './product.ts';

const START = join(import.meta.dirname, '../../launch/bin/start.mjs');
const OWNER = { CAIRN_OWNER_EMAIL: 'owner@example.org', CAIRN_OWNER_PASSWORD: 'a long pass phrase 7' };

const folder = () => mkdtempSync(join(tmpdir(), 'cairn-launch-'));
const tryStart = (...args: string[]) =>
  spawnSync(process.execPath, [START, ...args], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, INIT_CWD: tmpdir() },
  });

async function repository(commits: number): Promise<string> {
  const dir = join(folder(), 'harbour');
  await makeFixtureRepository({ dir, commits, seed: 3 });
  return dir;
}

/** Opens Home of the first org, signed in as the owner. */
async function openHome(page: Page, url: string): Promise<void> {
  const { cookie, orgId } = await signIn(url);
  const cookies = cookie.split('; ').map((each) => each.split(/=(.*)/s));
  await page.context().addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url })));
  await page.goto(`${url}/${orgId}/home`);
}

/** Processes whose environment names this data directory. */
function processesOf(data: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`CAIRN_DATA_DIR=${data}`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

async function signIn(url: string): Promise<{ cookie: string; orgId: string }> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: OWNER.CAIRN_OWNER_EMAIL, password: OWNER.CAIRN_OWNER_PASSWORD }),
  });
  expect(answer.status).toBe(200);
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const orgs = (await (await fetch(`${url}/api/user/orgs`, { headers: { cookie } })).json()) as {
    id: string;
  }[];
  return { cookie, orgId: orgs[0]?.id ?? '' };
}

async function countCommits(product: Product): Promise<number> {
  const { cookie, orgId } = await signIn(product.url);
  const answer = await fetch(`${product.url}/api/${orgId}/graph-search/group-bys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ select: ['Commit'], format: 'json' }),
  });
  const { data } = (await answer.json()) as { data: Record<string, number>[] };
  return data[0]?.['count(Commit.uuid)'] ?? 0;
}

const commitsOf = (repo: string) => Number(execFileSync('git', ['-C', repo, 'rev-list', '--all', '--count']));

test('--help answers without starting anything', () => {
  const { status, stdout } = tryStart('--help');
  expect(status).toBe(0);
  expect(stdout).toContain('--repo PATH');
});

test('an unknown flag is refused with the usage', () => {
  const { status, stderr } = tryStart('--colour');
  expect(status).toBe(64);
  expect(stderr).toContain('Usage: npm start');
});

test('a path that is no repository is refused, and nothing is made', () => {
  const data = join(folder(), 'data');
  const { status, stderr } = tryStart('--repo', folder(), '--data', data);
  expect(status).toBe(66);
  expect(stderr).toContain('is not a git repository');
  expect(existsSync(data)).toBe(false);
});

test('a port in use is refused, and nothing is made', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const data = join(folder(), 'data');
  const { status, stderr } = tryStart('--repo', await repository(3), '--data', data, '--port', String(port));
  server.close();
  expect(status).toBe(69);
  expect(stderr).toContain(`Port ${port} is in use`);
  expect(existsSync(data)).toBe(false);
});

test('data of a newer version is refused and left as it is', async () => {
  const data = folder();
  writeFileSync(join(data, 'version.json'), '{"version":999}');
  const { status, stderr } = tryStart('--repo', await repository(3), '--data', data, '--port', '0');
  expect(status).toBe(78);
  expect(stderr).toContain('newer Cairn');
  expect(readdirSync(data)).toEqual(['version.json']);
});

test.describe('a later start', () => {
  const sourcesOf = async (product: Product) => {
    const { cookie, orgId } = await signIn(product.url);
    const answer = await fetch(`${product.url}/api/${orgId}/sources/list-sources`, { headers: { cookie } });
    type Listed = { data?: { error: { message: string } | null }[]; error?: { message: string } };
    return (await answer.json()) as Listed;
  };
  const codesOf = async (product: Product) => {
    const answer = await fetch(`${product.url}/readyz`);
    return ((await answer.json()) as { services: { graph: { problems: string[] } } }).services.graph.problems;
  };

  test('with a damaged or lost file of the first org names the file, and lets people in', async ({
    page,
  }) => {
    test.slow();
    const data = join(folder(), 'data');
    const args = ['--repo', await repository(20), '--data', data, '--port', '0'];
    await (await startProduct({ args, env: OWNER })).stop();
    const [name = ''] = readdirSync(join(data, 'graph')).filter((each) => each.endsWith('.duckdb'));
    const file = join(data, 'graph', name);
    const kept = readFileSync(file);
    const damages: [string, () => void][] = [
      ['damaged', () => writeFileSync(file, '')],
      ['damaged', () => writeFileSync(file, kept.subarray(0, 6_000))],
      ['damaged', () => writeFileSync(file, 'garbage '.repeat(2_000))],
    ];
    for (const [word, damage] of damages) {
      damage();
      const product = await startProduct({ args, env: OWNER });
      expect((await sourcesOf(product)).error?.message).toContain(word);
      expect(await codesOf(product)).toEqual(['damaged_graph']);
      expect(product.output()).toContain(file);
      await openHome(page, product.url);
      await expect(page.getByText('because its file is damaged')).toBeVisible();
      await product.stop();
    }
    rmSync(file);
    const anew = await startProduct({ args, env: OWNER });
    expect((await sourcesOf(anew)).data).toMatchObject([{ error: null }]);
    expect(await codesOf(anew)).toEqual(['lost_graph']);
    expect(anew.output()).toContain(`The file ${file} is gone`);
    await anew.stop();
  });

  test('with a repository that is gone says so there and at its source', async () => {
    test.slow();
    const [data, repo] = [join(folder(), 'data'), await repository(20)];
    const args = ['--repo', repo, '--data', data, '--port', '0'];
    await (await startProduct({ args, env: OWNER })).stop();
    renameSync(repo, `${repo}-elsewhere`);
    const product = await startProduct({ args, env: OWNER });
    expect(product.output()).toContain(`${repo} is not read. There is no folder ${repo}.`);
    // The start does not wait for a reading that it could not begin.
    const fault = async () => (await sourcesOf(product)).data?.[0]?.error?.message;
    await expect.poll(fault).toContain('There is no git repository');
    await product.stop();
  });
});

test('an address of its own that is none is refused, and nothing is made', () => {
  const data = join(folder(), 'data');
  const wrong = [{ CAIRN_PUBLIC_URL: 'https://example.org/cairn' }, { CAIRN_TRUSTED_PROXIES: 'nginx' }];
  for (const env of wrong) {
    const { status, stderr } = spawnSync(process.execPath, [START, '--data', data, '--port', '0'], {
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...process.env, ...env, INIT_CWD: join(START, '../../../..') },
    });
    expect(status).toBe(78);
    expect(stderr).toContain(`${Object.keys(env)[0]} must be`);
    expect(existsSync(data)).toBe(false);
  }
});

test('a second start counts the same, and Ctrl-C leaves no process', async () => {
  const repo = await repository(200);
  const args = ['--repo', repo, '--data', join(folder(), 'data'), '--port', '0'];
  const first = await startProduct({ args, env: OWNER });
  expect(await countCommits(first)).toBe(commitsOf(repo));
  expect(await first.stop()).toBe(0);
  const second = await startProduct({ args, env: OWNER });
  expect(await countCommits(second)).toBe(commitsOf(repo));
  const data = args[3] ?? '';
  expect(processesOf(data).length).toBeGreaterThanOrEqual(4);
  expect(await second.stop()).toBe(0);
  expect(processesOf(data)).toEqual([]);
});

test('every process ends when the launcher is killed', async () => {
  const data = join(folder(), 'data');
  const product = await startProduct({
    args: ['--repo', await repository(20), '--data', data, '--port', '0'],
    env: OWNER,
  });
  product.process.kill('SIGKILL');
  await expect.poll(() => processesOf(data)).toEqual([]);
});

test('killing any service during ingestion loses nothing', async () => {
  const repo = await repository(3_000);
  const data = join(folder(), 'data');
  const args = ['--repo', repo, '--data', data, '--port', '0'];
  const product = await startProduct({ args, env: OWNER });
  for (const pid of processesOf(data)) process.kill(pid, 'SIGKILL');
  await expect.poll(() => countCommits(product).catch(() => -1), { timeout: 30_000 }).toBe(commitsOf(repo));
  await product.stop();
});

test('a page says that it waits for a service that hangs, and goes on when it answers', async ({ page }) => {
  const data = join(folder(), 'data');
  const args = ['--repo', await repository(20), '--data', data, '--port', '0'];
  const product = await startProduct({ args, env: OWNER });
  const graph = processesOf(data).filter((pid) => commandOf(pid).includes('svc-graph'));
  expect(graph).not.toEqual([]);
  for (const pid of graph) process.kill(pid, 'SIGSTOP');
  await openHome(page, product.url);
  await expect(page.getByText('This takes longer than usual.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  for (const pid of graph) process.kill(pid, 'SIGCONT');
  await expect(page.getByText('This takes longer than usual.')).toBeHidden();
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await product.stop();
});
