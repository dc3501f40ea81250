import { GithubServer, RepositoryArchive, SAMPLE_OWNER } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConnectedGithub } from '../../../test/github-owner.ts';
import { removeThings } from '../webhooks/remove-things.ts';
import { githubWebhook } from './webhook.ts';

const { time } = SAMPLE_OWNER;
const ada = { __typename: 'User', id: 'U_ada', login: 'ada', name: 'Ada', url: null, avatarUrl: null };
const post = (id: string, day: number, more: object = {}) => ({
  id,
  url: `https://github.com/acme/engine/discussions/7#${id}`,
  body: `Words of ${id}`,
  createdAt: time(day),
  updatedAt: time(day),
  author: ada,
  ...more,
});
const many = (prefix: string, count: number, more: object) =>
  Array.from({ length: count }, (_, index) => post(`${prefix}${String(index)}`, 4, more));
const discussion = post('D', 3, {
  number: 7,
  title: 'Which way?',
  comments: [post('C', 4, { replies: many('R', 12, {}) }), ...many('C', 11, { replies: [] })],
});
const archive = RepositoryArchive.parse({
  repo: 'acme/engine',
  issues: [],
  pulls: [],
  discussions: [discussion],
});

let github: ConnectedGithub<GithubServer>;
let source: string;
const read = () => github.run(source);
const posts = (where: string) =>
  github.store.rows(
    `SELECT c.name, p.name AS author, t."externalId" AS "replyTo", r.name AS repository FROM "DiscussionComment" c
     JOIN "Person" p ON p.uuid = c."authorUuid" JOIN "Repository" r ON r.uuid = c."repositoryUuid"
     LEFT JOIN "DiscussionComment" t ON t.uuid = c."replyToUuid" WHERE ${where} ORDER BY c."externalId"`,
  );

beforeAll(async () => {
  github = await ConnectedGithub.open(new GithubServer([archive]));
  source = await github.add('acme');
});
afterAll(() => github.close());

it('leaves them out where the server does not know discussions, and says so', async () => {
  github.server.unknown.add('discussions');
  const { status, error, notes } = await read();
  github.server.unknown.clear();
  expect([status, error, notes]).toEqual([
    'active',
    null,
    ['Discussions are not read: the token may not see them, or this server has none.'],
  ]);
  expect(await github.numberIn('DiscussionComment')).toBe(0);
  // It is asked for them again after a day.
  await github.remove(source);
  await github.add('acme');
});

it('makes comments of a discussion, each with what it replies to, more than a page included', async () => {
  expect(await read()).toMatchObject({ status: 'active', error: null, notes: [] });
  const by = { author: 'Ada', repository: 'engine' };
  expect(await posts(`c."externalId" IN ('D', 'C', 'C10', 'R11')`)).toEqual([
    { name: 'Words of C', replyTo: 'D', ...by },
    { name: 'Words of C10', replyTo: 'D', ...by },
    { name: 'Which way?', replyTo: null, ...by },
    { name: 'Words of R11', replyTo: 'C', ...by },
  ]);
  expect(await github.numberIn('DiscussionComment')).toBe(25);
  expect(await github.numberIn('Event', `action = 'commented' AND "entityType" = 'DiscussionComment'`)).toBe(
    25,
  );
  github.server.asked.length = 0;
  await read();
  expect(github.server.asked).not.toContain('discussions');
});

it('goes with its replies when GitHub says that it was deleted', async () => {
  const removed = async (kind: string, payload: object) => {
    const told = {
      kind,
      payload: { repository: { html_url: `${github.server.url}/acme/engine` }, ...payload },
    };
    const owner = { orgId: OrgId.parse('acme'), source: await github.sourceAt(source) };
    await removeThings(github.store, source, githubWebhook.removed?.(told, owner) ?? []);
    await github.run(source, 'renormalise');
    return github.numberIn('DiscussionComment');
  };
  expect(await removed('discussion_comment.deleted', { comment: { node_id: 'C' } })).toBe(12);
  expect(await removed('discussion.deleted', { discussion: { node_id: 'D' } })).toBe(0);
  expect(await github.numberIn('Event', `"entityType" = 'DiscussionComment'`)).toBe(0);
});
