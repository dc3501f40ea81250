import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFixtureRepository } from '@cairn/acceptance';
import { OrgId, Source } from '@cairn/contracts';
import { type TestTokens, silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { RecomputeQueue } from '../derive/recompute-queue.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { CONNECTORS } from './connectors.ts';
import { Jobs } from './jobs.ts';
import { Recovery } from './recovery.ts';

const acme = OrgId.parse('acme');
const log = silentLog();
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-full-')));
const data = join(folder, 'data');
const filler = join(data, 'filler');

/** Mounts a small disk; when it may not, it says why these tests are skipped. */
function mounted(): boolean {
  try {
    execFileSync('mkdir', ['-p', data]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', data], { stdio: 'ignore' });
    return true;
  } catch {
    process.stdout.write(
      'The tests of a full disk are skipped: no tmpfs can be mounted here (it needs root).\n',
    );
    return false;
  }
}

const hasDisk = mounted();
const stores = new GraphStores(data);
const connectors = CONNECTORS;
const jobs = new Jobs({ stores, log, connectors });
const recomputes = new RecomputeQueue({ stores, log });
const recovery = new Recovery({ graphs: stores, jobs, recomputes, log });
let tokens: TestTokens;
let app: ReturnType<typeof createApp>;

/** Fills the disk, and the rest of the write-ahead log's last page. */
async function fill(): Promise<void> {
  const { bavail, bsize } = statfsSync(data);
  try {
    writeFileSync(filler, Buffer.alloc(bavail * bsize + bsize));
  } catch {
    // Writing stops when the disk is full.
  }
  const store = await stores.open(acme);
  for (const size of [1_000, 10]) {
    try {
      for (let row = 0; ; row++)
        await store.run('INSERT INTO "Meta" VALUES ($1, $1)', [`${row}`.padEnd(size, 'x')]);
    } catch {
      // Nothing of this size fits now.
    }
  }
}

async function call(path: string, body?: object) {
  const answer = await app.request(path, {
    method: body ? 'POST' : 'GET',
    headers: await tokens.headers({ orgId: acme, role: 'admin', superuser: true }),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function sources(): Promise<Source[]> {
  return Source.array().parse((await call('/api/acme/sources/list-sources')).body['data']);
}

beforeAll(async () => {
  tokens = await testTokens();
  app = createApp({ graphs: stores, jobs, recomputes, connectors, verifier: tokens.verifier, log });
});
afterAll(async () => {
  await jobs.close();
  await stores.close();
  if (hasDisk) execFileSync('umount', ['-l', data]);
  rmSync(folder, { recursive: true });
});

describe.skipIf(!hasDisk)('a full disk', () => {
  it(
    'refuses writes in words, fails sources, and lets them go on when there is room',
    { timeout: 90_000 },
    async () => {
      const repo = join(folder, 'repo');
      await makeFixtureRepository({ dir: repo, commits: 40, seed: 5 });
      await call('/api/acme/sources/allow-folder', { path: folder });
      const created = await call('/api/acme/sources/create-source', {
        type: 'git',
        settings: { path: repo },
      });
      expect(created.status).toBe(200);
      await jobs.idle(acme);
      expect((await sources())[0]).toMatchObject({ status: 'active' });
      expect((await call('/readyz')).status).toBe(200);
      await makeFixtureRepository({ dir: join(folder, 'other'), commits: 40, seed: 6 });
      await fill();

      const second = { type: 'git', settings: { path: join(folder, 'other') } };
      const refused = await call('/api/acme/sources/create-source', second);
      expect(refused).toMatchObject({ status: 507, body: { error: { code: 'disk_full' } } });
      // The result of a readiness check is cached for two seconds.
      await expect
        .poll(async () => (await call('/readyz')).body)
        .toMatchObject({
          failed: ['disk'],
          problems: [{ code: 'disk_full', message: expect.stringContaining('disk') }],
        });

      execFileSync('git', ['-C', repo, 'commit', '--allow-empty', '-qm', 'One more']);
      const [{ id } = { id: '' }] = await sources();
      await call('/api/acme/sources/sync-source', { id });
      await jobs.idle(acme);
      await recovery.attempt();
      await jobs.idle(acme);
      expect((await sources())[0]).toMatchObject({ status: 'error', error: { code: 'disk_full' } });

      rmSync(filler);
      await recovery.attempt();
      await jobs.idle(acme);
      expect((await sources())[0]).toMatchObject({ status: 'active', error: null });
      await expect.poll(async () => (await call('/readyz')).status).toBe(200);
      expect((await call('/api/acme/sources/create-source', second)).status).toBe(200);
      await jobs.idle(acme);
    },
  );
});
