import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preloadLinks } from './preloads.ts';

const LOADS = {
  shell: { shell: ['assets/main.js', 'assets/shell.css', 'assets/inter.woff2'], 'sign-in': ['assets/in.js'] },
  workspace: { workspace: ['assets/app.js'], home: ['assets/home.js'], reports: ['assets/reports.js'] },
  settings: { settings: ['assets/settings.js'], reports: ['assets/prompts.js'] },
  entity: { entity: ['assets/entity.js', 'remote-entry.js'] },
  silent: {},
};

let web: string;
beforeAll(() => {
  web = mkdtempSync(join(tmpdir(), 'cairn-preloads-'));
  for (const [name, loads] of Object.entries(LOADS)) {
    mkdirSync(join(web, name));
    if (name !== 'silent') writeFileSync(join(web, name, 'loads.json'), JSON.stringify(loads));
  }
});
afterAll(() => rmSync(web, { recursive: true }));

/** The addresses that a page at a path fetches early, in their order. */
async function early(path: string, hasSession = true): Promise<string[]> {
  const names = ['workspace', 'settings', 'entity', 'silent'];
  const remotes = Object.fromEntries(names.map((name) => [name, join(web, name)]));
  const links = await preloadLinks({ shell: join(web, 'shell'), remotes, path, hasSession });
  return [...links.matchAll(/href="([^"]+)"/g)].map(([, address = '']) => address);
}

const SHELL = ['/assets/main.js', '/assets/shell.css', '/assets/inter.woff2'];
const SESSION = ['/api/user/me', '/api/user/orgs'];
const ofRemote = (name: string) => [...SHELL, ...SESSION, `/remotes/${name}/mf-manifest.json`];

describe('what a page fetches early', () => {
  it.each([
    ['/acme/home', 'workspace'],
    ['/acme/reports/17', 'workspace'],
    ['/acme/settings/system/reports', 'settings'],
    ['/acme/settings/constructor', 'settings'],
    ['/acme/entity/0192', 'entity'],
  ])('at %s is that of the shell, the session, and the page of %s', async (path, remote) => {
    expect(await early(path)).toEqual(ofRemote(remote));
  });

  it.each([
    '/',
    '/orgs',
    '/acme',
    '/acme/silent',
    '/acme/constructor',
    '/acme/__proto__',
    '/"><script>/none',
    '/%22%3E/none',
  ])('at %s, which is of no remote, is that of the shell and the session alone', async (path) => {
    expect(await early(path)).toEqual([...SHELL, ...SESSION]);
  });

  it('asks nothing of a session where there is none', async () => {
    expect(await early('/acme/home', false)).toEqual(SHELL);
    expect(await early('/sign-in')).toEqual(['/assets/in.js']);
  });

  it('tells the browser what each of them is', async () => {
    const shell = join(web, 'shell');
    const links = await preloadLinks({ shell, remotes: {}, path: '/acme/home', hasSession: true });
    expect(links).toContain('href="/assets/main.js" as="script" fetchpriority="low"');
    expect(links).toContain('href="/assets/shell.css" as="style"');
    expect(links).toContain('href="/assets/inter.woff2" as="font" type="font/woff2" crossorigin');
    expect(links).toContain('href="/api/user/me" as="fetch" crossorigin');
  });

  it('leaves no file of a remote with the page, where Retry would meet it again, and fetches none twice', async () => {
    const [shell, workspace] = [join(web, 'shell'), join(web, 'workspace')];
    const links = await preloadLinks({ shell, remotes: { workspace }, path: '/acme/home', hasSession: true });
    expect(links).not.toMatch(/prefetch|home\.js/);
  });

  it('is nothing where a build does not say it, or says what is no file name', async () => {
    const remotes = { broken: join(web, 'broken') };
    mkdirSync(remotes.broken);
    writeFileSync(join(remotes.broken, 'loads.json'), JSON.stringify({ broken: ['"><script>'] }));
    const at = { shell: join(web, 'silent'), remotes, hasSession: false };
    expect(await preloadLinks({ ...at, path: '/acme/broken' })).toBe('');
  });
});
