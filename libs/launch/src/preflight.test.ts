import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockDataDir, prepareDataDir } from './data-dir.ts';
import { checkDataDir, checkPort, DATA_VERSION, gitFolderOf, repositoryAt } from './preflight.ts';

const folder = () => realpathSync(mkdtempSync(join(tmpdir(), 'cairn-preflight-')));

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
