import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { createVerifier } from '@cairn/service-kit';
import { silentLog } from '@cairn/service-kit/testing';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backup as backUp } from '../../launch/src/backup/backup.ts';
import { makerOf, restore } from '../../launch/src/backup/restore.ts';
import { signerIn } from '../../launch/src/backup/signature.ts';
import { createApp } from '../../../svc-graph/src/app.ts';
import { CONNECTORS } from '../../../svc-graph/src/sources/connectors.ts';
import { Jobs } from '../../../svc-graph/src/sources/jobs.ts';
import { GraphStores } from '../../../svc-graph/src/store/graph-stores.ts';
import { addSource, NEW_SOURCE, readSources } from '../../../svc-graph/src/store/source-row.ts';
import { endSessionsIn } from '../../../svc-workspace/src/backup/end-sessions.ts';
import { openSqlite } from '../../../svc-workspace/src/database/dialects.ts';
import {
  SECRET,
  workspaceUnderTest,
  type WorkspaceUnderTest,
} from '../../../svc-workspace/test/workspace-under-test.ts';

const backup = (folders: { data: string; to: string }) => backUp({ ...folders, endSessionsIn });
const folder = mkdtempSync(join(tmpdir(), 'cairn-backup-'));
const data = join(folder, 'data');
const servers: ReturnType<typeof createAdaptorServer>[] = [];
// The process that holds the data directory is known by its command line.
const holder = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)', 'launch'], { stdio: 'ignore' });
let at: WorkspaceUnderTest;
let stores: GraphStores;
let jobs: Jobs;
let orgId: OrgId;

async function listen({ fetch }: { fetch(request: Request): Response | Promise<Response> }): Promise<string> {
  const server = createAdaptorServer({ fetch });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const keep = (name: string, content: unknown) =>
  writeFileSync(join(data, name), typeof content === 'string' ? content : JSON.stringify(content), {
    mode: 0o600,
  });
const addTo = async (graphs: GraphStores, id: string) =>
  addSource(await graphs.open(orgId), { id, type: 'git', settings: {}, name: id, state: NEW_SOURCE });

beforeAll(async () => {
  at = await workspaceUnderTest(openSqlite(join(data, 'workspace.sqlite')));
  orgId = OrgId.parse((await at.bootstrap()).orgId);
  const [log, connectors] = [silentLog(), CONNECTORS];
  stores = new GraphStores(data);
  jobs = new Jobs({ stores, log, connectors });
  await addTo(stores, 'first');
  const workspaceUrl = await listen(at.app);
  const verifier = createVerifier({ jwksUrl: `${workspaceUrl}/api/auth/jwks` });
  const graphUrl = await listen(
    createApp({ graphs: stores, jobs, connectors, verifier, internalSecret: SECRET, log }),
  );
  keep('version.json', { version: 1 });
  keep('secrets.json', { secret: SECRET });
  keep('installation.json', { orgId });
  keep('source-secrets.key', 'a key');
  keep('running.json', { workspaceUrl, graphUrl });
  keep('cairn.pid', String(holder.pid));
});
afterAll(async () => {
  holder.kill();
  for (const server of servers) server.close();
  await jobs.close();
  await stores.close();
  await at.engine.db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

/** What a restored directory holds, read by new services. */
async function contentOf(dir: string) {
  const engine = openSqlite(join(dir, 'workspace.sqlite'));
  const again = await workspaceUnderTest(engine);
  const graphs = new GraphStores(dir);
  const cookie = await again.signIn('owner@example.com');
  const links = await again.send(
    '/api/deep-links/list',
    { org_id: orgId },
    await again.bearer(cookie, orgId),
  );
  const names = (links.body.data as unknown as { name: string }[]).map(({ name }) => name);
  const sources = (await readSources(await graphs.open(orgId))).map(({ id }) => id);
  await graphs.close();
  await engine.db.destroy();
  return { names, sources };
}

describe('a backup of a running installation', () => {
  const to = join(folder, 'backup');
  const restored = join(folder, 'restored');

  it('is taken while people save and sources are read, and restores into an empty folder', async () => {
    const headers = await at.bearer(await at.signIn('owner@example.com'), orgId);
    const save = (name: string) =>
      at.send(
        '/api/deep-links/create',
        { org_id: orgId, type: 'explore-v1', name, state: '{"params":{"select":["Commit"]}}' },
        headers,
      );
    expect((await save('Before')).status).toBe(200);
    let busy = true;
    const written: string[] = [];
    const writing = (async () => {
      for (let n = 0; busy; n += 1) {
        written.push(`during-${n}`);
        const results = await Promise.all([save(`During ${n}`), addTo(stores, `during-${n}`)]);
        expect(results[0].status).toBe(200);
      }
    })();
    const { files } = await backup({ data, to });
    busy = false;
    await writing;
    expect(Object.keys(files).toSorted()).toEqual(
      [
        `graph/${orgId}.duckdb`,
        'graphs.json',
        'installation.json',
        'secrets.json',
        'source-secrets.key',
        'version.json',
        'workspace.sqlite',
      ].toSorted(),
    );
    await restore({ from: to, data: restored });
    const { names, sources } = await contentOf(restored);
    expect(names).toContain('Before');
    expect(sources[0]).toBe('first');
    // What was being written is there up to one moment, without a gap.
    expect(sources.slice(1)).toEqual(written.slice(0, sources.length - 1));
    // Nobody lost anything by it.
    expect((await readSources(await stores.open(orgId))).length).toBe(1 + written.length);
    expect(readFileSync(join(restored, 'secrets.json'), 'utf8')).toContain(SECRET);
    expect(statSync(join(restored, 'secrets.json')).mode & 0o077).toBe(0);
  });

  it('is refused where something is already, and leaves it as it was', async () => {
    const before = readdirSync(to);
    await expect(backup({ data, to })).rejects.toThrow('is not empty');
    await expect(restore({ from: to, data: restored })).rejects.toThrow('is not empty');
    expect(readdirSync(to)).toEqual(before);
  });

  it('that was changed or not finished restores nothing', async () => {
    const broken = join(folder, 'broken');
    cpSync(to, broken, { recursive: true });
    const database = join(broken, 'workspace.sqlite');
    const bytes = readFileSync(database);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(database, bytes);
    const target = join(folder, 'target');
    await expect(restore({ from: broken, data: target })).rejects.toThrow('is not as it was backed up');
    rmSync(join(broken, 'backup.json'));
    await expect(restore({ from: broken, data: target })).rejects.toThrow('holds no backup');
    expect(existsSync(target)).toBe(false);
  });

  it('that fails halfway leaves no folder', async () => {
    const away = createServer().listen(0);
    const { port } = away.address() as AddressInfo;
    await new Promise((resolve) => away.close(resolve));
    const running = JSON.parse(readFileSync(join(data, 'running.json'), 'utf8')) as object;
    keep('running.json', { ...running, graphUrl: `http://127.0.0.1:${port}` });
    const half = join(folder, 'half');
    await expect(backup({ data, to: half })).rejects.toThrow('Cairn cannot be reached');
    expect(existsSync(half)).toBe(false);
    keep('running.json', running);
  });
});

/** Whether a file of a folder holds a text, anywhere in its bytes. */
const holds = (dir: string, text: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(text));
const tokensIn = async (engine: WorkspaceUnderTest['engine']) =>
  (
    await engine.db
      .withTables<{ session: { token: string } }>()
      .selectFrom('session')
      .select('token')
      .execute()
  ).map(({ token }) => token);

describe('the sessions of an installation', () => {
  it('are in no backup, while it runs or at rest, and go on where they are', async () => {
    const cookie = await at.signIn('owner@example.com');
    const tokens = await tokensIn(at.engine);
    expect(tokens.length).toBeGreaterThan(0);
    const running = join(folder, 'while-it-runs');
    await backup({ data, to: running });
    const rest = join(folder, 'with-sessions');
    await restore({ from: running, data: rest });
    for (const name of readdirSync(data).filter((each) => each.startsWith('workspace.sqlite')))
      cpSync(join(data, name), join(rest, name));
    expect(tokens.some((token) => holds(rest, token))).toBe(true);
    const atRest = join(folder, 'at-rest');
    await backup({ data: rest, to: atRest });
    for (const made of [running, atRest]) {
      expect(tokens.filter((token) => holds(made, token))).toEqual([]);
      expect(readdirSync(made).filter((name) => name.startsWith('workspace'))).toEqual(['workspace.sqlite']);
    }
    expect((await at.inside('/internal/token', { cookie, orgId })).status).toBe(200);
  });
});

describe('a manifest that names what no backup holds', () => {
  const to = join(folder, 'backup');
  const secret = join(folder, 'secret.txt');
  /** A backup with one more file in its unsigned manifest, which holds the right size and hash. */
  const tampered = (label: string, name: string) => {
    const broken = join(folder, `tampered-${label}`);
    cpSync(to, broken, { recursive: true });
    writeFileSync(secret, 'x');
    const path = join(broken, 'backup.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as { files: object };
    const sha256 = createHash('sha256').update('x').digest('hex');
    const files = { ...manifest.files, [name]: { size: 1, sha256 } };
    writeFileSync(path, JSON.stringify({ ...manifest, signature: undefined, files }));
    return broken;
  };

  it.each([
    '../secret.txt',
    'graph/..',
    '..',
    '.',
    './x',
    'graph/.',
    'graph/../../x',
    '',
    '/etc/passwd',
    '/',
    'graph/',
    '..\\x',
    'C:x',
    'C:\\x',
    'x\0',
    'x\n',
    'a/b/c',
  ])('is refused with the name %j', async (name) => {
    const broken = tampered('name', name);
    await expect(restore({ from: broken, data: join(folder, 'never') })).rejects.toThrow(
      `names the file ${JSON.stringify(name)}, which no backup holds`,
    );
    expect(existsSync(join(folder, 'never'))).toBe(false);
    rmSync(broken, { recursive: true });
  });

  it('is refused where a file or its folder is a link', async () => {
    const one = tampered('file', 'linked.txt');
    symlinkSync(secret, join(one, 'linked.txt'));
    const other = tampered('folder', 'linked/secret.txt');
    symlinkSync(folder, join(other, 'linked'));
    for (const from of [one, other])
      await expect(restore({ from, data: join(folder, 'never') })).rejects.toThrow('is a link');
    expect(existsSync(join(folder, 'never'))).toBe(false);
  });
});

describe('who made a backup', () => {
  const to = join(folder, 'backup');
  const manifestIn = async (from: string, label: string, signer?: string) =>
    restore({ from, data: join(folder, `restored-${label}`), signer });

  it('is told beside the installation, and is another where another signed it', async () => {
    const manifest = await manifestIn(to, 'beside');
    expect(await makerOf(manifest, data)).toContain(`It was made by the installation in ${data}`);
    expect(await makerOf(manifest, join(folder, 'nothing'))).toMatch(
      /^It is signed by [\da-f-]{27}\. Compare/,
    );
    const rest = join(folder, 'restored-beside');
    const forged = join(folder, 'forged');
    await backup({ data: rest, to: forged });
    const other = await manifestIn(forged, 'forged');
    expect(await makerOf(other, data)).toContain(`It was NOT made by the installation in ${data}`);
  });

  it('is not in the backup itself', () => {
    expect(existsSync(join(data, 'backup-key.json'))).toBe(true);
    expect(holds(to, 'PRIVATE KEY')).toBe(false);
  });

  it('cannot be told of one without a signature, which is restored all the same', async () => {
    const old = join(folder, 'old');
    cpSync(to, old, { recursive: true });
    const path = join(old, 'backup.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...manifest, signature: undefined }));
    expect(await makerOf(await manifestIn(old, 'old'), data)).toContain('It carries no signature');
    await expect(manifestIn(old, 'never', 'abc')).rejects.toThrow('carries no signature, not by abc');
  });

  it('is asked for by a name, and everything else is refused', async () => {
    const signer = (await signerIn(data)) ?? '';
    await manifestIn(to, 'named', signer);
    await expect(manifestIn(join(folder, 'forged'), 'never', signer)).rejects.toThrow('nothing is restored');
    const changed = join(folder, 'changed');
    cpSync(to, changed, { recursive: true });
    const path = join(changed, 'backup.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"createdAt": "\d/, '"createdAt": "3'));
    await expect(manifestIn(changed, 'never')).rejects.toThrow('was changed after it was signed');
    expect(existsSync(join(folder, 'restored-never'))).toBe(false);
  });
});

describe('a backup of an installation at rest', () => {
  it('copies its files as they are', async () => {
    const rest = join(folder, 'rest');
    await restore({ from: join(folder, 'backup'), data: rest });
    await backup({ data: rest, to: join(folder, 'backup-of-rest') });
    await restore({ from: join(folder, 'backup-of-rest'), data: join(folder, 'rest-again') });
    expect((await contentOf(join(folder, 'rest-again'))).names).toContain('Before');
    expect(existsSync(join(rest, 'cairn.pid'))).toBe(false);
  });

  it('is not made of a folder without one', async () => {
    await expect(backup({ data: join(folder, 'nothing'), to: join(folder, 'x') })).rejects.toThrow(
      'There is no Cairn',
    );
  });
});
