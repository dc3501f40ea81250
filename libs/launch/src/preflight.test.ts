import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockDataDir, prepareDataDir, remember } from './data-dir.ts';
import { checkDataDir, checkPort, DATA_VERSION, gitFolderOf, repositoryAt } from './preflight.ts';

const folder = () => realpathSync(mkdtempSync(join(tmpdir(), 'cairn-preflight-')));

/** A data directory as a start leaves it. */
async function installed(): Promise<string> {
  const dir = folder();
  await prepareDataDir(dir);
  await remember(dir, { orgId: 'acme' });
  writeFileSync(join(dir, 'workspace.sqlite'), `SQLite format 3\0${'x'.repeat(100)}`);
  await expect(checkDataDir(dir)).resolves.toBe('ours');
  return dir;
}

const contentOf = (dir: string) =>
  readdirSync(dir, { withFileTypes: true }).map((entry) => [
    entry.name,
    entry.isFile() ? readFileSync(join(dir, entry.name), 'latin1') : null,
  ]);

describe('repositoryAt', () => {
  it('names the top of the work tree for a folder inside it', async () => {
    const top = folder();
    execFileSync('git', ['init', '-q', top]);
    mkdirSync(join(top, 'src'));
    await expect(repositoryAt(join(top, 'src'))).resolves.toBe(top);
  });

  it('accepts a bare repository', async () => {
    const top = folder();
    execFileSync('git', ['init', '-q', '--bare', top]);
    await expect(repositoryAt(top)).resolves.toBe(top);
  });

  it('refuses a folder that is no repository', async () => {
    await expect(repositoryAt(folder())).rejects.toMatchObject({
      exitCode: 66,
      message: expect.stringContaining('is not a git repository'),
    });
  });

  it('refuses a folder that does not exist', async () => {
    await expect(repositoryAt('/nowhere/at/all')).rejects.toMatchObject({ exitCode: 66 });
  });
});

describe('gitFolderOf', () => {
  it('leads a linked worktree to the repository that it belongs to', async () => {
    const [top, linked] = [folder(), join(folder(), 'linked')];
    execFileSync('git', ['init', '-q', top]);
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    execFileSync('git', ['-C', top, ...who, 'commit', '-q', '--allow-empty', '-m', 'Begin']);
    execFileSync('git', ['-C', top, 'worktree', 'add', '-q', linked]);
    await expect(gitFolderOf(linked)).resolves.toBe(join(top, '.git'));
  });
});

describe('checkPort', () => {
  it('refuses a port that is in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(checkPort(port)).rejects.toMatchObject({
      exitCode: 69,
      message: expect.stringContaining(`Port ${port} is in use`),
    });
    server.close();
  });
});

describe('checkDataDir', () => {
  it('takes a folder that does not exist as new, and makes nothing', async () => {
    const parent = folder();
    await expect(checkDataDir(join(parent, 'a', 'b'))).resolves.toBe('new');
    expect(readdirSync(parent)).toEqual([]);
  });

  it('recognises what it prepared', async () => {
    const dir = join(folder(), 'data');
    await prepareDataDir(dir);
    await expect(checkDataDir(dir)).resolves.toBe('ours');
  });

  it('refuses a folder of somebody else’s files', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'thesis.txt'), '');
    await expect(checkDataDir(dir)).rejects.toMatchObject({ exitCode: 73 });
  });

  it('refuses data of a newer version', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'version.json'), JSON.stringify({ version: DATA_VERSION + 1 }));
    await expect(checkDataDir(dir)).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringContaining('newer Cairn'),
    });
  });

  it.each(['{"version"', '', '{"version":"one"}'])(
    'calls a version file of %o damaged, and lets a reset through',
    async (text) => {
      const dir = folder();
      writeFileSync(join(dir, 'version.json'), text);
      await expect(checkDataDir(dir)).rejects.toMatchObject({
        exitCode: 78,
        message: expect.stringContaining('damaged'),
      });
      await expect(checkDataDir(dir, { reset: true })).resolves.toBe('ours');
    },
  );

  describe.each(['secrets.json', 'installation.json', 'workspace.sqlite'])('with a damaged %s', (name) => {
    it.each(['', '{"secret": "top secret', 'nonsense'])(
      'holding %o, names it and writes nothing',
      async (text) => {
        const dir = await installed();
        writeFileSync(join(dir, name), text);
        const before = contentOf(dir);
        const refusal = await checkDataDir(dir).catch((error: unknown) => error);
        expect(refusal).toMatchObject({
          exitCode: name === 'workspace.sqlite' ? 74 : 78,
          message: expect.stringContaining(`${join(dir, name)} is damaged`),
        });
        expect(String(refusal)).toContain('--reset');
        expect(String(refusal)).not.toMatch(/top secret|nonsense/);
        expect(contentOf(dir)).toEqual(before);
        await expect(checkDataDir(dir, { reset: true })).resolves.toBe('ours');
      },
    );
  });

  it.each(['secrets.json', 'workspace.sqlite'])('misses a lost %s, and makes no new one', async (name) => {
    const dir = await installed();
    rmSync(join(dir, name));
    const before = contentOf(dir);
    await expect(checkDataDir(dir)).rejects.toThrow(`${join(dir, name)} is missing`);
    expect(contentOf(dir)).toEqual(before);
  });

  it.each(['installation.json', 'secrets.json', 'both'])(
    'refuses graphs without accounts, also where %s are gone, and writes nothing',
    async (gone) => {
      const dir = await installed();
      for (const name of ['installation.json', 'secrets.json'])
        if (gone === name || gone === 'both') rmSync(join(dir, name));
      rmSync(join(dir, 'workspace.sqlite'));
      mkdirSync(join(dir, 'graph'));
      writeFileSync(join(dir, 'graph', 'acme.duckdb'), 'rows');
      const before = contentOf(dir);
      await expect(checkDataDir(dir)).rejects.toMatchObject({
        message: expect.stringMatching(/(workspace\.sqlite|secrets\.json) is missing.*--reset/),
      });
      expect(contentOf(dir)).toEqual(before);
    },
  );

  it('takes seeded orgs without accounts, since they are made before the first start', async () => {
    const dir = join(folder(), 'data');
    await prepareDataDir(dir);
    mkdirSync(join(dir, 'graph'));
    writeFileSync(join(dir, 'graph', 'org-load-1m.duckdb'), 'rows');
    await expect(checkDataDir(dir)).resolves.toBe('ours');
  });

  it('does not reset a folder of somebody else’s files', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'thesis.txt'), '');
    await expect(checkDataDir(dir, { reset: true })).rejects.toMatchObject({ exitCode: 73 });
  });

  // Root may write anywhere, so only another user can see this.
  it.skipIf(process.getuid?.() === 0)('refuses a folder that is not writable', async () => {
    const dir = folder();
    chmodSync(dir, 0o500);
    await expect(checkDataDir(join(dir, 'data'))).rejects.toMatchObject({ exitCode: 73 });
  });

  it('refuses a path below a file', async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    await expect(checkDataDir(join(file, 'data'))).rejects.toMatchObject({ exitCode: 73 });
  });
});

describe('data directory', () => {
  it('keeps its secret between starts', async () => {
    const dir = join(folder(), 'data');
    const first = await prepareDataDir(dir);
    expect(await prepareDataDir(dir)).toEqual(first);
  });

  it('is shut to other users, also where it was there before', async () => {
    const dir = folder();
    chmodSync(dir, 0o755);
    mkdirSync(join(dir, 'graph'), { mode: 0o755 });
    for (const name of ['workspace.sqlite', 'graph/acme.duckdb']) writeFileSync(join(dir, name), '');
    await prepareDataDir(dir);
    const modeOf = (name: string) => (statSync(join(dir, name)).mode & 0o777).toString(8);
    expect(['.', 'graph', 'logs'].map(modeOf)).toEqual(['700', '700', '700']);
    const files = ['workspace.sqlite', 'graph/acme.duckdb', 'secrets.json', 'version.json'];
    expect(files.map(modeOf)).toEqual(['600', '600', '600', '600']);
  });

  it('is held by one process at a time', async () => {
    const dir = folder();
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'launch']);
    writeFileSync(join(dir, 'cairn.pid'), String(other.pid));
    await expect(lockDataDir(dir)).rejects.toMatchObject({
      exitCode: 69,
      message: expect.stringContaining('already runs'),
    });
  });

  it('takes over from a process that is gone', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'cairn.pid'), '999999999');
    const release = await lockDataDir(dir);
    await release();
    expect(readdirSync(dir)).toEqual([]);
  });
});
