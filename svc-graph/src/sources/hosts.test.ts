import { GithubServer, RepositoryArchive } from '@cairn/acceptance';
import { Source } from '@cairn/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SourceApp, openSourceApp } from '../../test/source-app.ts';

const SUPERUSER = { role: 'super', superuser: true } as const;
const github = new GithubServer([RepositoryArchive.parse({ repo: 'acme/engine', issues: [], pulls: [] })]);
let app: SourceApp;
let host: string;
let settings: object;
const wordsIn = (told: { text: string }) =>
  (JSON.parse(told.text) as { error: { message: string } }).error.message;
const preview = (claims: object = {}) =>
  app.call('preview-source', { type: 'github', settings }, { role: 'admin', ...claims });

beforeAll(async () => {
  app = await openSourceApp([]);
  host = new URL(await github.listen()).host;
  settings = { owner: 'acme', token: 'a token of the tests', host: github.url };
});
afterAll(async () => {
  await app.close();
  github.close();
});

it('a server of the inside is read by the org for which a superuser allows it, until it is forbidden', async () => {
  expect(wordsIn(await preview())).toContain('A superuser of this Cairn can allow its server');
  for (const role of ['admin', 'super'] as const) {
    const refused = await app.call('allow-host', { host }, { role });
    expect([refused.status, wordsIn(refused)]).toEqual([403, expect.stringContaining('Only a superuser')]);
  }
  expect((await app.call('allow-host', { host: host.toUpperCase() }, SUPERUSER)).data).toEqual([host]);
  expect((await app.call('allow-host', { host }, SUPERUSER)).data).toEqual([host]);
  expect((await app.call('list-hosts')).data).toEqual([host]);

  expect((await preview()).status).toBe(200);
  const elsewhere = { ...SUPERUSER, orgId: 'other' };
  expect(wordsIn(await preview(elsewhere))).toContain('internal network');
  expect((await app.call('list-hosts', undefined, elsewhere)).data).toEqual([]);

  const made = Source.parse((await app.call('create-source', { type: 'github', settings })).data);
  await app.idle();
  const only = async () => Source.array().parse((await app.call('list-sources')).data)[0];
  expect(await only()).toMatchObject({ status: 'active', error: null });

  expect((await app.call('forbid-host', { host }, SUPERUSER)).data).toEqual([]);
  await app.call('sync-source', { id: made.id });
  await app.idle();
  expect((await only())?.error?.message).toContain('internal network');
  const told = await app.rows(
    `SELECT message->>'$.action' AS action FROM "Outbox" WHERE message->>'$.action' LIKE 'host.%'`,
  );
  expect(told.map(({ action }) => action)).toEqual(['host.allowed', 'host.forbidden']);
});

it.each([
  '169.254.169.254:80',
  '2852039166:80',
  '0xa9fea9fe:80',
  '168.63.129.16:80',
  'git.example.com',
  'git.example.com:0',
  'git.example.com:65536',
  'https://git.example.com:443',
  'a b:80',
  '',
])('%j is allowed by nobody', async (given) => {
  const { status } = await app.call('allow-host', { host: given }, SUPERUSER);
  expect(status).toBe(400);
  expect((await app.call('list-hosts')).data).toEqual([]);
});
