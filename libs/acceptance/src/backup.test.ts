import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
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
import { backup } from '../../launch/src/backup/backup.ts';
import { restore } from '../../launch/src/backup/restore.ts';
import { createApp } from '../../../svc-graph/src/app.ts';
import { CONNECTORS } from '../../../svc-graph/src/sources/connectors.ts';
import { Jobs } from '../../../svc-graph/src/sources/jobs.ts';
import { GraphStores } from '../../../svc-graph/src/store/graph-stores.ts';
import { addSource, NEW_SOURCE, readSources } from '../../../svc-graph/src/store/source-row.ts';
import { openSqlite } from '../../../svc-workspace/src/database/dialects.ts';
import {
  SECRET,
  workspaceUnderTest,
  type WorkspaceUnderTest,
} from '../../../svc-workspace/test/workspace-under-test.ts';

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
