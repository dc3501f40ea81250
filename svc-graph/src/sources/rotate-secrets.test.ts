import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writerOf } from '../store/graph-writer.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { rotateSecrets, rotateSecretsIn } from './rotate-secrets.ts';
import { readSecrets, readWebhookSecrets, secretStatements, webhookSecretStatements } from './secrets.ts';

const ORGS = ['acme', 'beta'].map((name) => OrgId.parse(name));
const TOKEN = 'canary-token';
let folder: string;
const keyFile = () => join(folder, 'source-secrets.key');
const keys = () => readFileSync(keyFile(), 'utf8').split('\n');

/** Does something with the files of the orgs, which nobody holds after it. */
async function withStores<T>(work: (stores: GraphStores) => Promise<T>): Promise<T> {
  const stores = new GraphStores(folder);
  return work(stores).finally(() => stores.close());
}

/** What each org's source can be read with. */
const readAll = () =>
  withStores((stores) =>
    Promise.all(
      ORGS.map(async (orgId) => [
        await readSecrets(stores, orgId, 's1'),
        await readWebhookSecrets(stores, { orgId, sourceId: 's1' }),
      ]),
    ),
  );
const ALL = ORGS.map((orgId) => [{ token: `${TOKEN} of ${orgId}` }, [`hook of ${orgId}`]]);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-rotate-'));
  await withStores(async (stores) => {
    for (const orgId of ORGS) {
      const source = { orgId, sourceId: 's1' };
      const hook = { ...source, id: 'w1', secret: `hook of ${orgId}` };
      await writerOf(await stores.open(orgId)).commit([
        ...(await secretStatements(folder, source, { token: `${TOKEN} of ${orgId}` })),
        ...(await webhookSecretStatements(folder, hook)),
      ]);
    }
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Rotates in a process of its own, which is killed as soon as it comes to this org. */
async function killAt(orgId: OrgId): Promise<void> {
  const rotation = fork(join(import.meta.dirname, '../../test/killed-rotation.ts'), [folder, orgId], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = once(rotation, 'exit');
  await once(rotation, 'message');
  rotation.kill('SIGKILL');
  await gone;
}

describe('a new key of the secrets', () => {
  it('opens all of them, in the place of the former one', async () => {
    const [former = ''] = keys();
    expect(await rotateSecretsIn(folder)).toEqual({ orgs: 2, resealed: 4, lost: 0 });
    expect(keys()).not.toContain(former);
    expect(keys()).toHaveLength(1);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(await readAll()).toEqual(ALL);
    writeFileSync(keyFile(), former);
    await expect(readAll()).rejects.toThrow();
  });

  it.each(ORGS)(
    'loses nothing when the change is killed before the file of %s, and is then taken up',
    async (orgId) => {
      const [former = ''] = keys();
      await killAt(orgId);
      const [made = '', kept] = keys();
      expect([made === former, kept]).toEqual([false, former]);
      expect(await readAll()).toEqual(ALL);
      const { resealed } = await rotateSecretsIn(folder);
      expect(resealed).toBe(orgId === 'acme' ? 4 : 2);
      expect(keys()).toEqual([made]);
      expect(await readAll()).toEqual(ALL);
    },
  );

  it('seals what is saved while both keys are there', async () => {
    await killAt(OrgId.parse('acme'));
    const hook = { orgId: OrgId.parse('beta'), sourceId: 's1', id: 'w1', secret: 'a later hook' };
    await withStores(async (stores) =>
      writerOf(await stores.open(hook.orgId)).commit(await webhookSecretStatements(folder, hook)),
    );
    expect((await rotateSecretsIn(folder)).resealed).toBe(3);
    expect((await readAll())[1]?.[1]).toEqual(['a later hook']);
  });

  it('is not the only one while a file cannot be opened', async () => {
    const file = join(folder, 'graph', 'beta.duckdb');
    const whole = readFileSync(file);
    writeFileSync(file, 'damaged');
    await withStores((stores) => expect(rotateSecrets(stores, 0)).rejects.toThrow('The former key is kept'));
    expect(keys()).toHaveLength(2);
    writeFileSync(file, whole);
    await rotateSecretsIn(folder);
    expect(await readAll()).toEqual(ALL);
  });

  it('says what no key opens, and leaves it', async () => {
    rmSync(keyFile());
    expect(await rotateSecretsIn(folder)).toEqual({ orgs: 2, resealed: 0, lost: 4 });
  });
});
