import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rotateSecrets } from '../../launch/src/rotate-secrets/rotate-secrets.ts';
import { createApp } from '../../../svc-graph/src/app.ts';
import { Jobs } from '../../../svc-graph/src/sources/jobs.ts';
import { rotateSecretsIn } from '../../../svc-graph/src/sources/rotate-secrets.ts';
import { GraphStores } from '../../../svc-graph/src/store/graph-stores.ts';

const SECRET = 'a secret of the tests, 32 characters and more';
const data = mkdtempSync(join(tmpdir(), 'cairn-rotation-'));
const keep = (name: string, content: unknown) => writeFileSync(join(data, name), JSON.stringify(content));
const unused = () => Promise.reject(new Error('is not done while Cairn runs'));

beforeAll(() => {
  keep('version.json', { version: 1 });
  keep('secrets.json', { secret: SECRET });
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

describe('npm run rotate-secrets', () => {
  it('holds the folder at rest while it works', async () => {
    const rotateAtRest = async (folder: string) => {
      expect(existsSync(join(data, 'cairn.pid'))).toBe(true);
      return rotateSecretsIn(folder);
    };
    expect(await rotateSecrets({ data, rotateAtRest })).toBe(
      'The secrets of sources have a new key: 0 sealed anew in 0 organizations.',
    );
    expect(existsSync(join(data, 'cairn.pid'))).toBe(false);
    const lost = () => Promise.resolve({ orgs: 1, resealed: 2, lost: 1 });
    expect(await rotateSecrets({ data, rotateAtRest: lost })).toContain(
      '1 could not be opened before either',
    );
  });

  it('asks the service that holds the files while Cairn runs', async () => {
    const [stores, tokens, log] = [new GraphStores(data), await testTokens(), silentLog()];
    const jobs = new Jobs({ stores, log, connectors: [] });
    const deps = { graphs: stores, jobs, connectors: [], verifier: tokens.verifier, log };
    const { fetch } = createApp({ ...deps, internalSecret: SECRET });
    const server = createAdaptorServer({ fetch });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)', 'launch'], {
      stdio: 'ignore',
    });
    writeFileSync(join(data, 'cairn.pid'), String(holder.pid));
    keep('running.json', { workspaceUrl: url, graphUrl: url });
    const words = await rotateSecrets({ data, rotateAtRest: unused }).finally(() => {
      holder.kill();
      server.close();
    });
    await stores.close();
    expect(words).toContain('have a new key');
  });

  it('refuses a folder without a Cairn', async () => {
    await expect(rotateSecrets({ data: join(data, 'no'), rotateAtRest: unused })).rejects.toThrow(
      'There is no Cairn',
    );
  });
});
