import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkOwnerPassword, howToSignIn, orgNameOf, ownerEmail, ownerNews } from './owner.ts';

const EMAIL = 'owner@example.org';

describe('the password of the owner', () => {
  it.each(['', 'a long pass phrase 7', 'xy'.repeat(64)])('may be %o', (password) => {
    expect(() => checkOwnerPassword(EMAIL, password)).not.toThrow();
  });

  it.each(['short', 'x'.repeat(129)])('is refused as %o before anything is made', (password) => {
    expect(() => checkOwnerPassword(EMAIL, password)).toThrow(
      'CAIRN_OWNER_PASSWORD needs 8 to 128 characters.',
    );
  });

  it.each(['password1', 'xxxxxxxx', EMAIL])('is refused as %o, which is too easy to guess', (password) => {
    expect(() => checkOwnerPassword(EMAIL, password)).toThrow(/^CAIRN_OWNER_PASSWORD: .* Choose another\.$/);
  });
});

describe('how to sign in', () => {
  it('is a link for an owner without a password, and no link for one who has it', () => {
    const url = 'http://127.0.0.1:4400';
    expect(howToSignIn(url, { signInToken: 'a/b', hasPassword: false })).toContain('/sign-in?token=a%2Fb');
    expect(howToSignIn(url, { signInToken: 'a/b', hasPassword: true })).not.toMatch(/token|a%2Fb/);
  });
});

describe('what an org is called', () => {
  it.each([
    [['/src/vite'], 'vite'],
    [['/src/vite.git'], 'vite'],
    [['/src/vite/.git'], 'vite'],
    [['/src/vite.git', '/src/eslint'], 'vite and eslint'],
    [['/a/repo', '/b/repo'], 'repo'],
    [['/a/one', '/a/two', '/a/three'], 'one and 2 more'],
  ])('is what a person would call %j', async (repos, name) => {
    expect(await orgNameOf(repos)).toBe(name);
  });

  it('is the remote of a bare repository, whose folder says nothing of it', async () => {
    const repo = join(mkdtempSync(join(tmpdir(), 'cairn-bare-')), 'repo');
    execFileSync('git', ['init', '-q', '--bare', repo]);
    expect(await orgNameOf([repo])).toBe('repo');
    execFileSync('git', ['-C', repo, 'config', 'remote.origin.url', 'git@forge.example:tools/vite.git']);
    expect(await orgNameOf([repo])).toBe('vite');
  });
});

describe('the address of an owner who is to be made', () => {
  const home = mkdtempSync(join(tmpdir(), 'cairn-home-'));
  const from = process.cwd();
  afterEach(() => {
    process.chdir(from);
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true, force: true });
  });

  it('is that of the environment, else of the git settings of the person, never of a repository', async () => {
    for (const name of ['GIT_CONFIG_GLOBAL', 'XDG_CONFIG_HOME', 'CAIRN_OWNER_EMAIL'])
      vi.stubEnv(name, undefined);
    vi.stubEnv('HOME', home);
    execFileSync('git', ['init', '--quiet', home]);
    execFileSync('git', ['-C', home, 'config', 'user.email', 'bob@example.com']);
    process.chdir(home);
    expect(await ownerEmail()).toBe('owner@cairn.local');
    writeFileSync(join(home, '.gitconfig'), '[user]\n\temail = ada@example.com\n');
    expect(await ownerEmail()).toBe('ada@example.com');
    vi.stubEnv('CAIRN_OWNER_EMAIL', 'grace@example.com');
    expect(await ownerEmail()).toBe('grace@example.com');
    vi.stubEnv('CAIRN_OWNER_EMAIL', 'nobody');
    await expect(ownerEmail()).rejects.toThrow('is not an e-mail address');
  });
});

describe('what a start says of the owner', () => {
  it.each([
    ['made', undefined, 'The owner is ada@example.com.'],
    ['bound', 'bob@example.com', 'From now on ada@example.com is kept as the owner by account.'],
    ['kept', undefined, null],
    ['kept', 'ADA@example.com', null],
    ['kept', 'bob@example.com', 'CAIRN_OWNER_EMAIL changes nothing: the owner is ada@example.com.'],
  ] as const)('who is %s, while the environment names %s', (how, asked, words) => {
    vi.stubEnv('CAIRN_OWNER_EMAIL', undefined);
    const news = ownerNews({ email: 'ada@example.com', how }, asked);
    if (words === null) expect(news).toBeNull();
    else expect(news).toContain(words);
  });
});
