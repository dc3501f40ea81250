import { OrgId, UserId } from '@cairn/contracts';
import { feedContract } from '@cairn/contracts/feed';
import { beforeEach, describe, expect, it } from 'vitest';
import { GitFixture, git } from '../../../test/git-fixture.ts';
import { entityApp } from '../../../test/story-graph.ts';
import { decide } from '../../identities/decide.ts';
import { newsOf } from './news.ts';

const at = new GitFixture();
const orgId = OrgId.parse('acme');
const ADMIN = { userId: UserId.parse('u1'), email: 'ada@acme.example' };

let dir: string;
let ann: string;
let bo: string;

const commitBy = (name: string, message: string) =>
  git(
    dir,
    '-c',
    `user.name=${name}`,
    '-c',
    `user.email=${name}@x.org`,
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    message,
  );
const uuidOf = async (name: string) => {
  const sql = 'SELECT uuid::VARCHAR AS uuid FROM "Person" WHERE name = $1';
  return (await at.store.rows<{ uuid: string }>(sql, [name]))[0]?.uuid ?? '';
};

/** What a further commit of Bo brings as news about people: the ids under which each is followed. */
async function newsOfPeople(message: string) {
  const { id, state } = await at.ingest(dir);
  commitBy('Bo', message);
  await at.ingest(dir);
  const [news = []] = await newsOf(at.store, id, Date.parse(state.lastIngestedAt ?? ''));
  return news.filter(({ kind }) => kind === 'person').map((each) => [each.name, each.id, each.formerIds]);
}

/** What whoever follows an account of a person reads in the feed. */
async function feedOf(account: string): Promise<readonly string[]> {
  const { body } = await entityApp(at.store, { now: Date.now })('feed', { people: [account] });
  return feedContract.readFeed.output
    .parse(body)
    .data.map(({ description }) => description)
    .toSorted();
}

beforeEach(async () => {
  dir = at.emptyRepository();
  for (const name of ['Ann', 'Bo']) commitBy(name, `${name} begins`);
  await at.ingest(dir);
  [ann, bo] = [await uuidOf('Ann'), await uuidOf('Bo')];
});

describe('a person who is merged into another one', () => {
  it('is followed as the other one, until they are taken apart again', async () => {
    expect(await newsOfPeople('before')).toEqual([['Bo', bo, []]]);
    expect(await feedOf(bo)).toEqual(['Bo committed Bo begins', 'Bo committed before']);
    const merged = await decide({ store: at.store, orgId }, { kind: 'merge', person: bo, into: ann }, ADMIN);
    expect(await newsOfPeople('merged')).toEqual([['Ann', ann, [bo]]]);
    const together = ['Ann begins', 'Bo begins', 'before', 'merged'].map((each) => `Ann committed ${each}`);
    expect(await feedOf(bo)).toEqual(together);
    expect(await feedOf(ann)).toEqual(together);
    const { body } = await entityApp(at.store)('entity-detail', { entityUuid: bo });
    expect(body).toMatchObject({ data: { uuid: ann, formerIds: [bo] } });
    await decide({ store: at.store, orgId }, { kind: 'undo', number: merged }, ADMIN);
    expect(await newsOfPeople('apart')).toEqual([['Bo', bo, []]]);
    expect(await feedOf(bo)).toContain('Bo committed apart');
    expect(await feedOf(ann)).toEqual(['Ann committed Ann begins']);
  });
});
