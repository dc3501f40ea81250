import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerType, createAdaptorServer } from '@hono/node-server';
import { OrgId } from '@cairn/contracts';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backup } from '../../launch/src/backup/backup.ts';
import { createApp } from '../../../svc-graph/src/app.ts';
import { Jobs } from '../../../svc-graph/src/sources/jobs.ts';
import { rotateSecrets } from '../../../svc-graph/src/sources/rotate-secrets.ts';
import { addKey } from '../../../svc-graph/src/sources/secret-keys.ts';
import { readSecrets, resealSecrets, secretStatements } from '../../../svc-graph/src/sources/secrets.ts';
import { GraphStores } from '../../../svc-graph/src/store/graph-stores.ts';
import { writerOf } from '../../../svc-graph/src/store/graph-writer.ts';

const SECRET = 'a secret of the tests, 32 characters and more';
const ORGS = ['acme', 'beta'].map((name) => OrgId.parse(name));
const TOKENS = ORGS.map((orgId) => ({ token: `token of ${orgId}` }));
type Step = () => Promise<unknown>;
const nothing: Step = () => Promise.resolve();

let folder: string;
let stores: GraphStores;
let server: ServerType;
let holder: ChildProcess;
/** What happens before and after the graphs are copied. */
let [before, after] = [nothing, nothing];
const data = () => join(folder, 'data');
const to = () => join(folder, 'copy');
const keys = (of: string) => readFileSync(join(of, 'source-secrets.key'), 'utf8').split('\n');
const rotate: Step = () => rotateSecrets(stores, 0);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-rotation-'));
  [before, after] = [nothing, nothing];
  mkdirSync(data());
  stores = new GraphStores(data());
  for (const orgId of ORGS) {
    const token = { token: `token of ${orgId}` };
    const statements = await secretStatements(data(), { orgId, sourceId: 's1' }, token);
    await writerOf(await stores.open(orgId)).commit(statements);
  }
  const [tokens, log] = [await testTokens(), silentLog()];
  const jobs = new Jobs({ stores, log, connectors: [] });
  const deps = { graphs: stores, jobs, connectors: [], verifier: tokens.verifier, log };
  const graph = createApp({ ...deps, internalSecret: SECRET });
  const answer = async (request: Request) => {
    if (request.url.endsWith('/backup-workspace')) {
      writeFileSync(join(to(), 'workspace.sqlite'), '');
      return Response.json({ success: true });
    }
    await before();
    const copied = await graph.fetch(request);
    await after();
    return copied;
  };
  server = createAdaptorServer({ fetch: answer });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  holder = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)', 'launch'], { stdio: 'ignore' });
  writeFileSync(join(data(), 'cairn.pid'), String(holder.pid));
  const keep = (name: string, content: unknown) => writeFileSync(join(data(), name), JSON.stringify(content));
  writeFileSync(join(data(), 'workspace.sqlite'), 'SQLite format 3\0');
  keep('version.json', { version: 1 });
  keep('secrets.json', { secret: SECRET });
  keep('running.json', { workspaceUrl: url, graphUrl: url });
});
afterEach(async () => {
  holder.kill();
  server.close();
  await stores.close();
  rmSync(folder, { recursive: true });
});

const copy = () => backup({ data: data(), to: to(), endSessionsIn: () => undefined });

/** What the sources of a copy are read with. */
async function readCopy(): Promise<unknown[]> {
  const copied = new GraphStores(to());
  return Promise.all(ORGS.map((orgId) => readSecrets(copied, orgId, 's1'))).finally(() => copied.close());
}

/** Begins a rotation, which ends after the first org. */
const rotateHalf: Step = async () => {
  const both = await addKey(data());
  const [first = OrgId.parse('none')] = ORGS;
  const store = await stores.open(first);
  await store.transaction((transaction) => resealSecrets(transaction, first, both));
};

describe('a backup during which secrets are sealed by a new key', () => {
  it('has both keys where the rotation ends while it is taken', async () => {
    await rotateHalf();
    const [made, former] = keys(data());
    after = rotate;
    await copy();
    expect(keys(data())).toEqual([made]);
    expect(keys(to())).toEqual([made, former]);
    expect(statSync(join(to(), 'source-secrets.key')).mode & 0o077).toBe(0);
    expect(await readCopy()).toEqual(TOKENS);
  });

  it('has both keys where the rotation begins while it is taken', async () => {
    before = rotateHalf;
    await copy();
    expect(keys(to())).toEqual(keys(data()));
    expect(keys(to())).toHaveLength(2);
    expect(await readCopy()).toEqual(TOKENS);
  });

  it('is refused where a whole rotation fits into it, leaves no folder, and is good the next time', async () => {
    after = rotate;
    await expect(copy()).rejects.toThrow('got a new key while they were copied. Back up again.');
    expect(existsSync(to())).toBe(false);
    after = nothing;
    await copy();
    expect(keys(to())).toEqual(keys(data()));
    expect(await readCopy()).toEqual(TOKENS);
  });
});
