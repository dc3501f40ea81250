import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  GithubServer,
  GitlabServer,
  RepositoryArchive,
  SAMPLE_GROUP,
  SAMPLE_OWNER,
  serveLongBuilds,
  serveLongScans,
  serveLongSite,
  serveLongWorkspace,
} from '@cairn/acceptance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleEntry } from '../source-thread.ts';
import { trySource } from './command.ts';

const TOKEN = 'a-token-that-is-tried';
const github = new GithubServer([RepositoryArchive.parse(SAMPLE_OWNER.archive)]);
const gitlab = new GitlabServer(SAMPLE_GROUP);
const jira = serveLongSite();
const slack = serveLongWorkspace();
const circleci = serveLongBuilds();
const snyk = serveLongScans();
const [first, ...others] = jira.data.issues ?? [];
jira.data = { ...jira.data, issues: [first, ...others, { ...Object(first), id: 'tea' }] };

beforeAll(async () => {
  await Promise.all([github, gitlab, jira, circleci, slack, snyk].map((server) => server.listen()));
});
afterAll(() => {
  github.close();
  gitlab.close();
  jira.close();
  slack.close();
  circleci.close();
  snyk.close();
});

async function run(...args: string[]) {
  const lines: string[] = [];
  const isRead = await trySource(args, TOKEN, (line) => void lines.push(line));
  const find = (start: string) => lines.find((line) => line.startsWith(start));
  return { isRead, lines, find };
}

describe('a source that is tried', () => {
  it('prints what is read, the rows, the limit with its reset, and fields that no row is made of', async () => {
    github.trouble.limit = 100;
    const { isRead, find } = await run('github', '--owner', 'acme', '--host', github.url);
    expect(isRead).toBe(true);
    expect(find('Requests: ')).toBe('Requests: 14');
    expect(find('Read: ')).toContain('pullRequests 1, issues 1, milestones 2, releases 2, branches 2');
    expect(find('Rows: ')).toMatch(/PullRequest 1\b/);
    expect(find('Fields that are not used in runs')).toMatch(/items\.run_attempt|items\.run_number/);
    expect(find('Limit: ')).toMatch(/^Limit: 86 of 100 requests left, all of them again at 20\d\d-.*Z\.$/);
  });

  it('reads GitLab, and names what of it is unknown', async () => {
    gitlab.trouble.limit = 100;
    const { isRead, find } = await run(
      'gitlab',
      '--namespaces',
      'acme',
      '--host',
      gitlab.url,
      '--requests',
      '99',
    );
    expect(isRead).toBe(true);
    expect(find('Read: ')).toContain(
      'mergeRequests 1, issues 3, epics 1, milestones 2, releases 3, branches 1',
    );
    expect(find('Unknown kinds: ')).toBe('Unknown kinds: system note: drank tea 1');
    expect(find('Limit: ')).toMatch(/^Limit: \d+ of 100 requests left, all of them again at 20\d\d-.*Z\.$/);
  });

  it('reads Jira with an e-mail or without, no more than it was asked to', async () => {
    const whole = await run('jira', '--host', jira.url, '--email', 'a@example.org', '--requests', '1000');
    expect(whole.find('Read: ')).toBe('Read: projects 1, issues 37, sprints 1, versions 0');
    const little = await run('jira', '--host', jira.url, '--requests', '6');
    expect(little.isRead).toBe(true);
    expect(little.find('Read: ')).toMatch(/^Read: projects 1, issues [1-9]\d?$/);
  });

  it('reads Slack, and names no field of a message that was cut', async () => {
    const whole = await run('slack', '--host', slack.url, '--days', '9999', '--requests', '1000');
    expect(whole.find('Read: ')).toBe('Read: people 7, channels 21, messages 42');
    expect(whole.find('Rows: ')).toMatch(/Message 42\b/);
    expect(whole.lines.join()).not.toContain('Said');
  });

  it('reads CircleCI, no more than it was asked to', async () => {
    const args = ['circleci', '--host', circleci.url, '--organizations', 'gh/acme'];
    const { isRead, find } = await run(...args, '--requests', '20');
    expect(isRead).toBe(true);
    expect(find('Read: ')).toMatch(/^Read: pipelines [1-9]\d?$/);
    expect(find('Rows: ')).toMatch(/CicdPipeline \d/);
    expect(find('Unknown kinds: ')).toBe('Unknown kinds: none');
  });

  it('reads Snyk, which takes no day', async () => {
    const { isRead, find } = await run('snyk', '--host', snyk.url);
    expect(isRead).toBe(true);
    expect(find('Rows: ')).toMatch(/Vulnerability [1-9]\d?/);
    expect((await run('snyk', '--since', '2026-01-01')).isRead).toBe(false);
  });

  it('says why it could not, and how it is called', async () => {
    jira.tokens.add('another token');
    const refused = await run('jira', '--host', jira.url);
    jira.tokens.clear();
    expect([refused.isRead, refused.lines[0]]).toEqual([
      false,
      'Jira does not accept the token. Make a new one, and give it to the source.',
    ]);
    for (const wrong of [[], ['gitlab', '--requests', '0'], ['github', '--requests', 'all']])
      expect((await run(...wrong)).lines[0]).toMatch(/^CAIRN_TRY_TOKEN=… npm run try-source/);
    expect((await run('github')).lines[0]).toMatch(/^owner: /);
  });

  it('takes its token from the environment, tells it nowhere, and leaves no file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-try-'));
    const main = bundleEntry(new URL('./main.ts', import.meta.url));
    const args = [main.pathname, 'github', '--owner', 'acme', '--host', github.url];
    const env = { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder, CAIRN_TRY_TOKEN: TOKEN };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
    expect(stdout).toContain('Requests: ');
    expect(stdout + stderr).not.toContain(TOKEN);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
