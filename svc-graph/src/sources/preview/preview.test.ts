import { GithubServer, JiraServer, RepositoryArchive } from '@cairn/acceptance';
import { Source } from '@cairn/contracts';
import { SourcePreview } from '@cairn/contracts/source-preview';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SourceApp, openSourceApp } from '../../../test/source-app.ts';

const TOKEN = 'canary-of-the-preview';
const moment = (day: number) => `2026-03-${String(day).padStart(2, '0')}T09:00:00Z`;

const issue = (number: number) => ({
  id: `I${String(number)}`,
  number,
  url: `https://github.com/acme/engine/issues/${String(number)}`,
  title: `Issue ${String(number)}`,
  body: '',
  state: 'OPEN',
  author: 'ada',
  labels: [],
  assignees: [],
  createdAt: moment(number),
  updatedAt: moment(number),
  closedAt: null,
  comments: [],
});
const github = new GithubServer(
  [
    { repo: 'acme/engine', issues: [issue(1), issue(2), issue(3)], pulls: [] },
    { repo: 'acme/plans', isPrivate: true, issues: [], pulls: [] },
  ].map((archive) => RepositoryArchive.parse(archive)),
);

const ticket = (key: string, number: number) => ({
  id: `${key}${String(number)}`,
  key: `${key}-${String(number)}`,
  fields: {
    summary: 'A ticket',
    project: { id: key, key, name: key },
    created: moment(number),
    updated: moment(number),
  },
  changelog: { histories: [] },
});
const jira = new JiraServer({
  issues: [ticket('ONE', 1), ticket('ONE', 2), ticket('SECRET', 3)],
  projects: [
    { id: '1', key: 'ONE', name: 'One' },
    { id: '2', key: 'SECRET', name: 'Secret', isPrivate: true },
  ],
  sprints: [],
  statuses: [],
  fields: [],
});

let app: SourceApp;
const call: SourceApp['call'] = (path, body) => app.call(path, body);
const preview = async (type: string, settings: object) =>
  SourcePreview.parse((await call('preview-source', { type, settings })).data);
async function add(type: string, settings: object): Promise<string> {
  const { id } = Source.parse((await call('create-source', { type, settings })).data);
  await app.idle();
  return id;
}
const kept = (sql: string) => app.rows(sql);

const ofGithub = (more: object = {}) => ({ owner: 'acme', token: TOKEN, host: github.url, ...more });
const ofJira = (more: object = {}) => ({
  site: jira.url,
  email: 'reader@example.org',
  token: TOKEN,
  ...more,
});

beforeAll(async () => {
  const hosts = [await github.listen(), await jira.listen()].map((url) => new URL(url).host);
  app = await openSourceApp(hosts);
  github.tokens.add(TOKEN);
  jira.tokens.add(TOKEN);
});
afterEach(async () => {
  for (const { id } of Source.array().parse((await call('list-sources')).data))
    await call('remove-source', { id });
});
afterAll(async () => {
  await app.close();
  github.close();
  jira.close();
});

describe('a preview', () => {
  it('names the repositories of an owner with their counts, and chooses none that is private', async () => {
    const { name, parts } = await preview('github', ofGithub());
    expect(name).toBe('acme');
    expect(parts.map((part) => [part.key, part.isPrivate, part.isChosen, part.counts])).toEqual([
      [
        'engine',
        false,
        true,
        [
          { unit: 'pull request', count: 0 },
          { unit: 'issue', count: 3 },
        ],
      ],
      [
        'plans',
        true,
        false,
        [
          { unit: 'pull request', count: 0 },
          { unit: 'issue', count: 0 },
        ],
      ],
    ]);
  });

  it.each([
    ['Cloud', 'reader@example.org'],
    ['Data Center', ''],
  ])('names the projects of Jira %s with their counts', async (_, email) => {
    const { name, parts } = await preview('jira', ofJira({ email }));
    expect(name).toBe(new URL(jira.url).host);
    expect(parts.map((part) => [part.key, part.name, part.isChosen, part.counts])).toEqual([
      ['ONE', 'One (ONE)', true, [{ unit: 'issue', count: 2 }]],
      ['SECRET', 'Secret (SECRET)', false, [{ unit: 'issue', count: 1 }]],
    ]);
  });

  it('keeps nothing: no source, no secret, no payload', async () => {
    await preview('github', ofGithub());
    expect((await call('list-sources')).data).toEqual([]);
    expect(await kept('SELECT 1 FROM "SourceSecret" UNION ALL SELECT 1 FROM "RawPayload"')).toEqual([]);
  });

  it('says in words that a token is wrong, that a setting is, and that a type is unknown', async () => {
    const wrong = await call('preview-source', {
      type: 'github',
      settings: ofGithub({ token: 'ghp_wrong_one' }),
    });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringMatching(/does not accept the token/)]);
    const malformed = await call('preview-source', { type: 'jira', settings: ofJira({ since: 'May' }) });
    expect([malformed.status, malformed.text]).toEqual([400, expect.stringMatching(/"path":"since"/)]);
    const unknown = await call('preview-source', { type: 'floppy', settings: {} });
    expect([unknown.status, unknown.text]).toEqual([400, expect.stringMatching(/no source of type floppy/)]);
  });
});

describe('a source', () => {
  it('never stores what is private and not named', async () => {
    await add('github', ofGithub());
    await add('jira', ofJira());
    expect(await kept('SELECT name FROM "Repository" ORDER BY name')).toEqual([{ name: 'engine' }]);
    expect(await kept('SELECT "projectKey" AS key FROM "Project"')).toEqual([{ key: 'ONE' }]);
    expect(
      await kept('SELECT DISTINCT split_part("issueKey", \'-\', 1) AS key FROM "Issue" ORDER BY key'),
    ).toEqual([{ key: '#1' }, { key: '#2' }, { key: '#3' }, { key: 'ONE' }]);
    const payloads = await kept('SELECT decode(payload) AS text FROM "RawPayload"');
    expect(payloads.filter(({ text }) => /plans|SECRET/.test(String(text)))).toEqual([]);
  });

  it('reads the parts that are named, and those alone', async () => {
    await add('github', ofGithub({ repositories: 'plans' }));
    await add('jira', ofJira({ projects: 'SECRET' }));
    expect(await kept('SELECT name FROM "Repository"')).toEqual([{ name: 'plans' }]);
    expect(await kept('SELECT "issueKey" AS key FROM "Issue"')).toEqual([{ key: 'SECRET-3' }]);
  });

  it('leaves out what changed last before the day that is given', async () => {
    await add('github', ofGithub({ since: '2026-03-03' }));
    await add('jira', ofJira({ since: '2026-03-02' }));
    expect(await kept('SELECT "issueKey" AS key FROM "Issue" ORDER BY key')).toEqual([
      { key: '#3' },
      { key: 'ONE-2' },
    ]);
  });

  it('is tested with the secrets that are kept, and says which parts it reads', async () => {
    const id = await add('jira', ofJira({ projects: 'SECRET' }));
    const tested = SourcePreview.parse((await call('test-source', { id })).data);
    expect(tested.parts.map(({ key, isChosen }) => [key, isChosen])).toEqual([
      ['ONE', false],
      ['SECRET', true],
    ]);
    jira.tokens.clear();
    jira.tokens.add('another token');
    const refused = await call('test-source', { id });
    jira.tokens.add(TOKEN);
    expect(refused.status).not.toBe(200);
    expect(refused.text).not.toContain(TOKEN);
    expect((await call('test-source', { id: 'none' })).status).toBe(404);
  });
});
