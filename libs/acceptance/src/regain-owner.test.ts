import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { regainOwner } from '../../launch/src/regain-owner/regain-owner.ts';
import { openSqlite } from '../../../svc-workspace/src/database/dialects.ts';
import {
  SECRET,
  workspaceUnderTest,
  type WorkspaceUnderTest,
} from '../../../svc-workspace/test/workspace-under-test.ts';

const data = mkdtempSync(join(tmpdir(), 'cairn-owner-'));
let at: WorkspaceUnderTest;
let server: ReturnType<typeof createAdaptorServer>;
let url: string;
const keep = (name: string, content: unknown) => writeFileSync(join(data, name), JSON.stringify(content));

beforeAll(async () => {
  at = await workspaceUnderTest(openSqlite(join(data, 'workspace.sqlite')));
  const { orgId } = await at.bootstrap();
  server = createAdaptorServer({ fetch: at.app.fetch });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  keep('version.json', { version: 1 });
  keep('secrets.json', { secret: SECRET });
  keep('installation.json', { orgId });
});
afterAll(async () => {
  server.close();
  await at.engine.db.destroy();
  rmSync(data, { recursive: true, force: true });
});

const unused = () => Promise.reject(new Error('is not started while Cairn runs'));

describe('npm run owner', () => {
  it('at rest starts svc-workspace for itself, and leaves the link to the next start', async () => {
    let closed = 0;
    const open = (secret: string) => {
      expect([secret, existsSync(join(data, 'cairn.pid'))]).toEqual([SECRET, true]);
      return Promise.resolve({ url, close: async () => void (closed += 1) });
    };
    const words = await regainOwner({ data, open });
    expect(words).toContain('The account of the owner, owner@example.com, is open again.');
    expect(words).toContain('The next npm start prints a link that signs in.');
    expect(words).not.toContain('token=');
    expect([closed, existsSync(join(data, 'cairn.pid'))]).toEqual([1, false]);
    await expect(regainOwner({ data, open: unused })).rejects.toThrow('is not started');
    expect(existsSync(join(data, 'cairn.pid'))).toBe(false);
  });

  it('prints a link that signs in while Cairn runs, and orgs record it', async () => {
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)', 'launch'], {
      stdio: 'ignore',
    });
    writeFileSync(join(data, 'cairn.pid'), String(holder.pid));
    keep('running.json', { workspaceUrl: url, graphUrl: url });
    const words = await regainOwner({ data, email: 'ada@example.com', open: unused });
    holder.kill();
    expect(words).toContain('ada@example.com is the owner now. owner@example.com keeps their roles');
    const token = /\/sign-in\?token=(\S+)/.exec(words)?.[1] ?? '';
    const opened = await at.send('/api/auth/one-time', { token: decodeURIComponent(token) });
    expect(opened.body['user']).toMatchObject({ email: 'ada@example.com' });
    const acts = await at.engine.db.selectFrom('audit_log').select(['action', 'target']).execute();
    expect(acts).toContainEqual({ action: 'owner.changed', target: 'ada@example.com' });
  });

  it('refuses what is no address, and a folder without a Cairn', async () => {
    await expect(regainOwner({ data, email: 'ada', open: unused })).rejects.toThrow('--email takes');
    await expect(regainOwner({ data: join(data, 'no'), open: unused })).rejects.toThrow('There is no Cairn');
  });
});
