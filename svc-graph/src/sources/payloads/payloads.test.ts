import { GithubServer, RepositoryArchive } from '@cairn/acceptance';
import { Source } from '@cairn/contracts';
import { EntityPayload } from '@cairn/contracts/source-payloads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SourceApp, openSourceApp } from '../../../test/source-app.ts';

const TOKEN = 'canary-of-the-payloads';
const issue = (number: number, updatedAt: string) => ({
  id: `I${String(number)}`,
  number,
  url: `https://github.com/acme/engine/issues/${String(number)}`,
  title: `Issue ${String(number)}`,
  body: 'Words',
  state: 'OPEN',
  author: 'ada',
  labels: ['bug'],
  assignees: [],
  createdAt: '2026-03-01T09:00:00Z',
  updatedAt,
  closedAt: null,
  comments: [],
});
const github = new GithubServer([
  RepositoryArchive.parse({
    repo: 'acme/engine',
    issues: [issue(1, '2026-03-01T09:00:00Z'), issue(2, '2026-03-02T09:00:00Z')],
    pulls: [],
  }),
]);

let app: SourceApp;
let id: string;
const findUuid = async (title: string) =>
  String((await app.rows(`SELECT uuid FROM "Issue" WHERE title = '${title}'`))[0]?.['uuid']);
const payload = async (uuid: string) =>
  EntityPayload.nullable().parse((await app.call('entity-payload', { id, uuid })).data);

beforeAll(async () => {
  app = await openSourceApp([new URL(await github.listen()).host]);
  const settings = { owner: 'acme', token: TOKEN, host: github.url };
  ({ id } = Source.parse((await app.call('create-source', { type: 'github', settings })).data));
  await app.idle();
});
afterAll(async () => {
  await app.close();
  github.close();
});

describe('the payload of an entity', () => {
  it('is its own part of what came, with the place of each value', async () => {
    const found = await payload(await findUuid('Issue 1'));
    expect(found).toMatchObject({ kind: 'issues', isCut: false });
    expect(JSON.parse(found?.text ?? '')).toMatchObject({ id: 'I1', title: 'Issue 1' });
    expect(found?.text).not.toContain('Issue 2');
    const places = new Map(found?.fields.map(({ field, paths }) => [field, paths]));
    expect(places.get('title')).toEqual(['title']);
    expect(places.get('description')).toEqual(['body']);
    expect(places.get('createdAt')).toEqual(['createdAt', 'updatedAt']);
  });

  it('holds no secret', async () => {
    const uuid = await findUuid('Issue 2');
    expect((await app.call('entity-payload', { id, uuid })).text).not.toContain(TOKEN);
  });

  it('is null for an entity of another source, and unknown for a source that is none', async () => {
    expect(await payload('00000000-0000-5000-8000-000000000000')).toBeNull();
    const unknown = await app.call('entity-payload', { id: 'none', uuid: await findUuid('Issue 1') });
    expect(unknown.status).toBe(404);
  });
});
